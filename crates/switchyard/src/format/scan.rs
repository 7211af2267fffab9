//! Bytes to lines, words and numbers: what the line-based readers share.

use super::ParseErrors;
use crate::graph::{Graph, VertexId};
use std::fmt;

/// The file without a byte order mark, which some editors put in front.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The lines of a file with their numbers, from 1, without what ends them.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let body = without_mark(bytes).trim_ascii_end();
    let lines = body.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.enumerate().map(|(i, line)| (i + 1, line))
}

/// A reader that is given a file line by line.
pub(super) trait LineReader {
    /// Takes a line; what is wrong with it, if anything is.
    fn take(&mut self, line: usize, text: &[u8]) -> Result<(), String>;
    /// Where faults are noted.
    fn faults(&mut self) -> &mut ParseErrors;
}

/// Gives the reader all lines and notes what is wrong with each; the number of the last.
pub(super) fn feed<'a>(
    reader: &mut impl LineReader,
    lines: impl Iterator<Item = (usize, &'a [u8])>,
) -> usize {
    let mut last = 1;
    for (line, text) in lines {
        last = line;
        if let Err(reason) = reader.take(line, text) {
            reader.faults().push(line, reason);
        }
    }
    last
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

/// The number that a word writes in decimal digits; `u64::MAX` if it is larger.
pub(super) fn number(word: &[u8]) -> Option<u64> {
    if word.is_empty() {
        return None;
    }
    word.iter().try_fold(0_u64, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        Some(value.saturating_mul(10).saturating_add(digit))
    })
}

/// A piece of a file as a message shows it: quoted, escaped, and not too long.
pub(super) struct Shown<'a>(pub(super) &'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        let text = String::from_utf8_lossy(&self.0[..self.0.len().min(4 * LONGEST)]);
        let mut shown: String = text.chars().take(LONGEST).collect();
        if shown.len() < self.0.len() && text.chars().count() > LONGEST {
            shown.push('…');
        }
        write!(f, "{shown:?}")
    }
}

/// What a comment of ours says to programs that know it; to all others it stays a comment.
pub(super) enum Directive<'a> {
    /// `terminals L R`
    Terminals(&'a [u8], &'a [u8]),
    /// `vertices n`
    Vertices(&'a [u8]),
}

/// Reads the text of a comment.
pub(super) fn directive(comment: &[u8]) -> Option<Directive<'_>> {
    let mut words = words(comment);
    let read = [words.next(), words.next(), words.next(), words.next()];
    match read {
        [Some(b"terminals"), Some(left), Some(right), None] => {
            Some(Directive::Terminals(left, right))
        }
        [Some(b"vertices"), Some(count), None, None] => Some(Directive::Vertices(count)),
        _ => None,
    }
}

/// The file as text.
pub(super) fn text(bytes: &[u8]) -> Result<&str, ParseErrors> {
    let bytes = without_mark(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        ParseErrors::one(line, "the file is not text in UTF-8")
    })
}

/// The vertex of this label among `vertices`, or what is wrong with it.
pub(super) fn vertex(word: &[u8], vertices: usize) -> Result<VertexId, String> {
    let Some(value) = number(word) else {
        let word = Shown(word);
        return Err(format!(
            "expected a vertex, found {word}, which is not a number"
        ));
    };
    usize::try_from(value)
        .ok()
        .filter(|&label| label <= vertices)
        .and_then(VertexId::from_label)
        .ok_or_else(|| {
            let word = Shown(word);
            format!("there is no vertex {word}: vertices are numbered 1 to {vertices}")
        })
}

/// A count that a file declares, or what is wrong with it.
pub(super) fn count(word: &[u8], name: &str) -> Result<usize, String> {
    let Some(value) = number(word) else {
        let word = Shown(word);
        return Err(format!(
            "expected {name}, found {word}, which is not a number"
        ));
    };
    usize::try_from(value)
        .ok()
        .filter(|&value| value <= Graph::MAX_SIZE)
        .ok_or_else(|| {
            let (word, most) = (Shown(word), Graph::MAX_SIZE);
            format!("{name} is too large: {word} is more than {most}")
        })
}
