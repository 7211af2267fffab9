//! The compact file of a digraph: its rows as in memory, so that a mapped file can be used without
//! copying.
//!
//! Everything is little-endian. The header has 64 bytes:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `SSGCOINS` |
//! | 8–11 | version, 1 |
//! | 12–15 | 1 if the nodes have names, 0 if they are called 1, 2, 3, … |
//! | 16–23 | number of nodes, n |
//! | 24–31 | number of arcs, m |
//! | 32–39 | length of all names together, t |
//! | 40–55 | CRC-32 of each of the four sections |
//! | 56–59 | 0 |
//! | 60–63 | CRC-32 of bytes 0–59 |
//!
//! The sections follow without gaps: n + 1 row starts (4 bytes each), m followers (4 bytes each,
//! nodes count from 0), then if there are names n ends of names (4 bytes each) and t bytes of
//! UTF-8 text.

use crate::coins::named::NamedDigraph;
use crate::coins::names::{Names, Words};
use crate::graph::{Digraph, RowsError};
use std::borrow::Cow;
use thiserror::Error;

/// The first eight bytes of every such file.
pub const MAGIC: &[u8; 8] = b"SSGCOINS";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const SECTIONS: [&str; 4] = ["row starts", "arcs", "ends of names", "names"];

/// Why bytes are not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// The first eight bytes are wrong.
    #[error("not a binary coin-game file: it does not begin with SSGCOINS")]
    NotThisFormat,
    /// Written by a later program.
    #[error("version {0} of the format is not known here (only version 1 is)")]
    UnknownVersion(u32),
    /// The length does not fit the header.
    #[error("the file is cut short: {found} bytes, where its header promises {promised}")]
    CutShort {
        /// The length of the file.
        found: u64,
        /// The length it should have.
        promised: u64,
    },
    /// The length does not fit the header.
    #[error("the file has {found} bytes, where its header promises {promised}")]
    TooLong {
        /// The length of the file.
        found: u64,
        /// The length it should have.
        promised: u64,
    },
    /// A checksum is wrong.
    #[error("the {0} were altered: the checksum is wrong")]
    Altered(&'static str),
    /// The header is intact, but declares more than a digraph can have.
    #[error("the header asks for {nodes} nodes and {arcs} arcs, which are too many")]
    TooLarge {
        /// The number of nodes.
        nodes: u64,
        /// The number of arcs.
        arcs: u64,
    },
    /// The checksums are right, but the rows are not.
    #[error("{0}")]
    Rows(#[from] RowsError),
    /// The checksums are right, but the names are not.
    #[error("the names are not words, or two nodes share one")]
    Names,
}

/// Whether these bytes begin like such a file.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A board as bytes: to be written one after another.
pub struct Encoded<'b> {
    /// The header.
    pub header: [u8; HEADER],
    /// The sections.
    pub sections: [Cow<'b, [u8]>; 4],
}

/// The bytes of a board.
pub fn encode<'b>(board: &'b NamedDigraph<'_>) -> Encoded<'b> {
    let rows = board.digraph().rows();
    let (ends, text): (&[u32], &str) = match board.names() {
        Names::Numbers(_) => (&[], ""),
        Names::Words(words) => (words.ends(), words.text()),
    };
    let sections = [
        to_bytes(rows.starts),
        to_bytes(rows.targets),
        to_bytes(ends),
        Cow::Borrowed(text.as_bytes()),
    ];
    let named = u32::from(matches!(board.names(), Names::Words(_)));
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&named.to_le_bytes());
    let sizes = [rows.node_count(), rows.targets.len(), text.len()];
    for (field, size) in header[16..40].chunks_exact_mut(8).zip(sizes) {
        field.copy_from_slice(&(size as u64).to_le_bytes());
    }
    for (field, section) in header[40..56].chunks_exact_mut(4).zip(&sections) {
        field.copy_from_slice(&crc32fast::hash(section).to_le_bytes());
    }
    let check = crc32fast::hash(&header[..60]);
    header[60..].copy_from_slice(&check.to_le_bytes());
    Encoded { header, sections }
}

/// The board in these bytes, borrowed from them where the machine allows it.
///
/// # Errors
/// If they are not a board, or not all of it, or altered.
pub fn decode(bytes: &[u8]) -> Result<NamedDigraph<'_>, BinaryError> {
    let header = Header::read(bytes)?;
    let mut rest = &bytes[HEADER..];
    let mut sections = [&[][..]; 4];
    for (i, section) in sections.iter_mut().enumerate() {
        let (this, next) = rest.split_at(header.lengths[i] as usize);
        if crc32fast::hash(this) != header.checks[i] {
            return Err(BinaryError::Altered(SECTIONS[i]));
        }
        *section = this;
        rest = next;
    }
    let digraph = Digraph::from_rows(to_words(sections[0]), to_words(sections[1]))?;
    if !header.named {
        return Ok(NamedDigraph::numbered(digraph));
    }
    let text = str::from_utf8(sections[3]).map_err(|_| BinaryError::Names)?;
    let words = Words::from_parts(text, to_words(sections[2])).ok_or(BinaryError::Names)?;
    Ok(NamedDigraph::new(Names::Words(words), digraph))
}

struct Header {
    named: bool,
    lengths: [u64; 4],
    checks: [u32; 4],
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, BinaryError> {
        if !is_binary(bytes) {
            return Err(BinaryError::NotThisFormat);
        }
        let cut = |promised| BinaryError::CutShort {
            found: bytes.len() as u64,
            promised,
        };
        let header = bytes.get(..HEADER).ok_or(cut(HEADER as u64))?;
        let small = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
        let large = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("8 bytes"));
        if small(8) != VERSION {
            return Err(BinaryError::UnknownVersion(small(8)));
        }
        if crc32fast::hash(&header[..60]) != small(60) {
            return Err(BinaryError::Altered("first 64 bytes"));
        }
        let (nodes, arcs, text) = (large(16), large(24), large(32));
        let most = (Digraph::MAX_NODES as u64, Digraph::MAX_ARCS as u64);
        if nodes > most.0 || arcs > most.1 || text > u64::from(u32::MAX) {
            return Err(BinaryError::TooLarge { nodes, arcs });
        }
        let named = small(12) == 1;
        let ends = if named { nodes * 4 } else { 0 };
        let lengths = [(nodes + 1) * 4, arcs * 4, ends, text];
        let promised = HEADER as u64 + lengths.iter().sum::<u64>();
        let found = bytes.len() as u64;
        match found.cmp(&promised) {
            std::cmp::Ordering::Less => Err(cut(promised)),
            std::cmp::Ordering::Greater => Err(BinaryError::TooLong { found, promised }),
            std::cmp::Ordering::Equal => Ok(Self {
                named,
                lengths,
                checks: [small(40), small(44), small(48), small(52)],
            }),
        }
    }
}

fn to_bytes(words: &[u32]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(words))
    } else {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

fn to_words(bytes: &[u8]) -> Cow<'_, [u32]> {
    match bytemuck::try_cast_slice(bytes) {
        Ok(words) if cfg!(target_endian = "little") => Cow::Borrowed(words),
        // Another byte order, or unaligned bytes.
        _ => {
            let words = bytes.chunks_exact(4);
            let word = |chunk: &[u8]| u32::from_le_bytes(chunk.try_into().expect("4 bytes"));
            words.map(word).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    fn bytes(board: &NamedDigraph<'_>) -> Vec<u8> {
        let Encoded { header, sections } = encode(board);
        let mut bytes = header.to_vec();
        for section in &sections {
            bytes.extend_from_slice(section);
        }
        bytes
    }

    fn sample() -> NamedDigraph<'static> {
        text::parse("a b\nb a\nlong-name\nc c\nc ä\n".as_bytes(), &mut |_| ()).unwrap()
    }

    #[test]
    fn round_trip_with_and_without_names() {
        let named = sample();
        let numbered = NamedDigraph::numbered(named.digraph().clone());
        let empty = NamedDigraph::numbered(Digraph::from_arcs(0, &[]));
        for board in [named, numbered, empty] {
            let file = bytes(&board);
            assert_eq!(decode(&file), Ok(board.clone()));
            // Wherever the bytes happen to lie.
            for shift in 1..4 {
                let mut moved = vec![0; shift];
                moved.extend_from_slice(&file);
                assert_eq!(decode(&moved[shift..]), Ok(board.clone()));
            }
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let file = bytes(&sample());
        for end in 0..file.len() {
            let fault = decode(&file[..end]).unwrap_err();
            let expected = match end {
                0..8 => matches!(fault, BinaryError::NotThisFormat),
                _ => matches!(fault, BinaryError::CutShort { .. }),
            };
            assert!(expected, "{end}: {fault}");
        }
        let longer = [&file[..], b"x"].concat();
        assert!(matches!(decode(&longer), Err(BinaryError::TooLong { .. })));
    }

    #[test]
    fn any_altered_bit_is_noticed() {
        let file = bytes(&sample());
        for bit in 0..file.len() * 8 {
            let mut altered = file.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&altered).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn rows_and_names_are_not_believed_even_with_right_checksums() {
        let board = sample();
        let mut file = bytes(&board);
        let target = HEADER + (board.digraph().node_count() + 1) * 4;
        file[target] = 200;
        let arcs = board.digraph().arc_count() * 4;
        let check = crc32fast::hash(&file[target..target + arcs]);
        file[44..48].copy_from_slice(&check.to_le_bytes());
        let check = crc32fast::hash(&file[..60]);
        file[60..64].copy_from_slice(&check.to_le_bytes());
        assert!(matches!(decode(&file), Err(BinaryError::Rows(_))));
    }
}
