//! Bounded reading: at most a given number of bytes is read into memory, whatever the source.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// All that a reader gives.
///
/// # Errors
/// When it gives more than `most` bytes ([`FileTooLarge`](io::ErrorKind::FileTooLarge)), or fails.
pub fn all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    fill(Vec::new(), reader, most)
}

/// All of a file, in a block of its size: one that grows is copied, and its pages are cleared again.
///
/// # Errors
/// As for [`all`].
pub fn file(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len().min(most);
    let room = usize::try_from(size).unwrap_or(0);
    fill(Vec::with_capacity(room), file, most)
}

fn fill(mut bytes: Vec<u8>, reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// A small file of text.
///
/// # Errors
/// When it is longer than `most` bytes, is no UTF-8, or cannot be read.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    let bytes = file(&File::open(path)?, most)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_endless_is_read_to_its_end() {
        assert_eq!(all(&b"four"[..], 4).unwrap(), b"four");
        let long = all(&b"fives"[..], 4).unwrap_err();
        assert_eq!(long.kind(), io::ErrorKind::FileTooLarge);
        let zeros = text(Path::new("/dev/zero"), 1 << 16).unwrap_err();
        assert_eq!(zeros.kind(), io::ErrorKind::FileTooLarge);
    }
}
