//! Answers questions natively, to compare the module with: `SEED EDGES BYTES PATH` and the body on stdin, one
//! after another; `STATUS BYTES MICROSECONDS` and the body on stdout.

use answers::answer;
use std::io::{self, BufRead, Read, Write};
use std::time::Instant;
use switchyard_wasm::limits;

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let mut words = line.trim_end_matches('\n').splitn(4, ' ');
        let mut word = || words.next().ok_or(io::ErrorKind::InvalidData);
        let number = |word: &str| word.parse().map_err(|_| io::ErrorKind::InvalidData);
        let (seed, edges) = (number(word()?)?, number(word()?)? as usize);
        let (bytes, path) = (number(word()?)? as usize, word()?.to_owned());
        let mut body = vec![0; bytes];
        input.read_exact(&mut body)?;
        let start = Instant::now();
        let reply = answer(&path, &body, &limits(edges), seed);
        let took = start.elapsed().as_micros();
        writeln!(output, "{} {} {took}", reply.status, reply.body.len())?;
        output.write_all(&reply.body)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
