//! Answers questions natively, to compare the module with: `SEED BYTES PATH` and the body on stdin, one after
//! another; `STATUS BYTES` and the body on stdout.

use answers::{Limits, answer};
use std::io::{self, BufRead, Read, Write};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let mut words = line.trim_end_matches('\n').splitn(3, ' ');
        let mut word = || words.next().ok_or(io::ErrorKind::InvalidData);
        let number = |word: &str| word.parse().map_err(|_| io::ErrorKind::InvalidData);
        let (seed, bytes, path) = (number(word()?)?, number(word()?)?, word()?.to_owned());
        let mut body = vec![0; bytes as usize];
        input.read_exact(&mut body)?;
        let reply = answer(&path, &body, &Limits::default(), seed);
        writeln!(output, "{} {}", reply.status, reply.body.len())?;
        output.write_all(&reply.body)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
