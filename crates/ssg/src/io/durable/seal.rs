//! The checksum (*seal*) of a line: the last field of its JSON object, so that a sealed line is
//! plain JSON.
//!
//! `{"a":1}` becomes `{"a":1,"crc32":"a702fc6e"}`: the CRC-32 of the bytes before `,"crc32"`, which
//! detects every altered byte, and lines that were cut or joined.

const KEY: &str = ",\"crc32\":\"";
const DIGITS: usize = 8;
const END: &str = "\"}";
const LENGTH: usize = KEY.len() + DIGITS + END.len();

/// The state of a line, by its seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// It is as it was written.
    Whole,
    /// It has none: it was written by hand, or before lines had seals.
    None,
    /// It was altered.
    Broken,
}

/// A JSON object, given without or with a newline, as a sealed line with its newline.
///
/// # Panics
/// If it is no object of at least one field, on one line.
pub fn seal(object: &str) -> String {
    let object = object.trim_end();
    let open = object.strip_suffix('}').expect("a JSON object");
    assert!(
        open.len() > 1 && !open.contains('\n'),
        "an object with a field, on one line"
    );
    let check = crc32fast::hash(open.as_bytes());
    format!("{open}{KEY}{check:08x}{END}\n")
}

/// Checks the seal of a line, which is given without its newline.
pub fn examine(line: &[u8]) -> Seal {
    let Some(start) = line.len().checked_sub(LENGTH) else {
        return Seal::None;
    };
    let (open, seal) = line.split_at(start);
    let digits = seal
        .strip_prefix(KEY.as_bytes())
        .and_then(|seal| seal.strip_suffix(END.as_bytes()));
    let Some(digits) = digits else {
        return Seal::None;
    };
    if digits == format!("{:08x}", crc32fast::hash(open)).as_bytes() {
        Seal::Whole
    } else {
        Seal::Broken
    }
}

/// Whether these bytes begin with a complete sealed object.
pub fn begins_whole(bytes: &[u8]) -> bool {
    let keys = bytes.windows(LENGTH).enumerate();
    let mut keys = keys.filter(|(_, window)| window.starts_with(KEY.as_bytes()));
    keys.any(|(at, _)| examine(&bytes[..at + LENGTH]) == Seal::Whole)
}
