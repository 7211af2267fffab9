//! Files of numbers with checksums: a header, then arrays that are mapped and used in place.
//!
//! Everything is little-endian. The header has 208 bytes:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | what it is: `SSGSHARD`, `SSGLABEL`, `SSGNAMES`, `SSGSTATE` or `SSGBELOW` |
//! | 8–11 | version, 1 |
//! | 12–15 | CRC-32 of bytes 16–207 |
//! | 16–79 | eight numbers |
//! | 80–207 | for each of eight sections: its length (8 bytes), its CRC-32, 0 |
//!
//! The sections follow, each filled up with zeros to a multiple of 8 bytes.

use crate::ClusterError;
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use switchyard_files::Replacement;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Arcs,
    Labels,
    Names,
    State,
    Below,
}

impl Kind {
    fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Arcs => b"SSGSHARD",
            Self::Labels => b"SSGLABEL",
            Self::Names => b"SSGNAMES",
            Self::State => b"SSGSTATE",
            Self::Below => b"SSGBELOW",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Arcs => "a shard of a digraph",
            Self::Labels => "a shard of labels",
            Self::Names => "the names of a digraph in shards",
            Self::State => "a checkpoint",
            Self::Below => "a file of the checker",
        }
    }
}

const VERSION: u32 = 1;
const HEADER: usize = 208;
const SECTIONS: usize = 8;

/// A file, checked and mapped.
#[derive(Debug)]
pub(crate) struct Sections {
    path: PathBuf,
    bytes: Mmap,
    pub fields: [u64; 8],
    /// Where each section is.
    spans: [(usize, usize); SECTIONS],
}

impl Sections {
    /// Maps a file and checks its length and all checksums.
    pub fn open(path: &Path, kind: Kind) -> Result<Self, ClusterError> {
        let file = File::open(path).map_err(ClusterError::io(path))?;
        let bytes = map(&file).map_err(ClusterError::io(path))?;
        let refuse = |reason: &str| Err(ClusterError::file(path, reason));
        if bytes.len() < HEADER || &bytes[..8] != kind.magic() {
            return Err(ClusterError::file(path, format!("not {}", kind.name())));
        }
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let large = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        if small(8) != VERSION {
            return refuse("written by a later version of this program");
        }
        if crc32fast::hash(&bytes[16..HEADER]) != small(12) {
            return refuse("its header was altered: the checksum is wrong");
        }
        let mut spans = [(0, 0); SECTIONS];
        let mut end = HEADER as u64;
        for (i, span) in spans.iter_mut().enumerate() {
            let length = large(80 + 16 * i);
            let next = length
                .checked_next_multiple_of(8)
                .and_then(|length| end.checked_add(length));
            let Some(next) = next.filter(|&next| next <= bytes.len() as u64) else {
                return refuse("it is cut short");
            };
            *span = (end as usize, (end + length) as usize);
            if crc32fast::hash(&bytes[span.0..span.1]) != small(88 + 16 * i) {
                return refuse("it was altered: a checksum is wrong");
            }
            end = next;
        }
        if end != bytes.len() as u64 {
            return refuse("it is longer than its header says");
        }
        let fields = std::array::from_fn(|i| large(16 + 8 * i));
        let path = path.to_owned();
        Ok(Self {
            path,
            bytes,
            fields,
            spans,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A section as words of 32 bits.
    pub fn words(&self, section: usize) -> &[u32] {
        self.numbers(section)
    }

    /// A section as bytes.
    pub fn bytes(&self, section: usize) -> &[u8] {
        let (start, end) = self.spans[section];
        &self.bytes[start..end]
    }

    /// A section as words of 64 bits.
    pub fn long_words(&self, section: usize) -> &[u64] {
        self.numbers(section)
    }

    fn numbers<T: bytemuck::AnyBitPattern>(&self, section: usize) -> &[T] {
        // Sections begin at multiples of 8 bytes; one that is no whole number of words is empty.
        bytemuck::try_cast_slice(self.bytes(section)).unwrap_or_default()
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the map is private and read-only; its readers check every number that they use as a
    // place. If another program shortens the file meanwhile, the system ends this process.
    unsafe { Mmap::map(file) }
}

/// Whether there is a file of this kind, by its first bytes.
pub(crate) fn is(path: &Path, kind: Kind) -> bool {
    let mut magic = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && &magic == kind.magic()
}

/// Writes a file, which gets its name only when it is complete. A file of another kind with that
/// name is not replaced.
pub(crate) fn write(
    path: &Path,
    kind: Kind,
    fields: [u64; 8],
    sections: [&[u8]; SECTIONS],
) -> Result<(), ClusterError> {
    let failed = |error| ClusterError::Io {
        path: path.to_owned(),
        error,
    };
    if fs::metadata(path).is_ok_and(|found| found.len() > 0) && !is(path, kind) {
        let reason = format!(
            "there is a file that is not {}: it is left as it is",
            kind.name()
        );
        return Err(ClusterError::file(path, reason));
    }
    let mut out = Replacement::begin(path).map_err(failed)?;
    out.write_all(&header(kind, fields, &sections))
        .map_err(failed)?;
    for section in sections {
        out.write_all(section).map_err(failed)?;
        let filling = section.len().next_multiple_of(8) - section.len();
        out.write_all(&[0; 8][..filling]).map_err(failed)?;
    }
    out.finish().map_err(failed)
}

/// Changes some of the eight numbers of a file that was written before.
pub(crate) fn set_fields(path: &Path, changes: &[(usize, u64)]) -> Result<(), ClusterError> {
    let mut file = File::options()
        .read(true)
        .write(true)
        .open(path)
        .map_err(ClusterError::io(path))?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)
        .map_err(ClusterError::io(path))?;
    for &(field, value) in changes {
        header[16 + 8 * field..][..8].copy_from_slice(&value.to_le_bytes());
    }
    let check = crc32fast::hash(&header[16..]);
    header[12..16].copy_from_slice(&check.to_le_bytes());
    file.rewind().map_err(ClusterError::io(path))?;
    file.write_all(&header).map_err(ClusterError::io(path))?;
    file.sync_all().map_err(ClusterError::io(path))
}

fn header(kind: Kind, fields: [u64; 8], sections: &[&[u8]; SECTIONS]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(kind.magic());
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    for (place, field) in header[16..80].chunks_exact_mut(8).zip(fields) {
        place.copy_from_slice(&field.to_le_bytes());
    }
    for (place, section) in header[80..].chunks_exact_mut(16).zip(sections) {
        place[..8].copy_from_slice(&(section.len() as u64).to_le_bytes());
        place[8..12].copy_from_slice(&crc32fast::hash(section).to_le_bytes());
    }
    let check = crc32fast::hash(&header[16..]);
    header[12..16].copy_from_slice(&check.to_le_bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_no_other_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let words: [u32; 3] = [1, 2, 3];
        let longs: [u64; 2] = [4, u64::MAX];
        let mut sections: [&[u8]; SECTIONS] = [&[]; SECTIONS];
        sections[0] = bytemuck::cast_slice(&words);
        sections[7] = bytemuck::cast_slice(&longs);
        let fields = [1, 2, 3, 4, 5, 6, 7, 8];
        write(&path, Kind::Arcs, fields, sections).unwrap();
        let file = Sections::open(&path, Kind::Arcs).unwrap();
        assert_eq!(file.fields, fields);
        assert_eq!(
            (file.words(0), file.long_words(7)),
            (&words[..], &longs[..])
        );
        let other = Sections::open(&path, Kind::Labels).unwrap_err();
        assert!(other.to_string().ends_with("not a shard of labels"));
        let foreign = folder.path().join("foreign");
        for contents in ["my thesis", "SSGLABEL is a word"] {
            fs::write(&foreign, contents).unwrap();
            let refused = write(&foreign, Kind::Arcs, fields, sections).unwrap_err();
            assert!(
                refused.to_string().ends_with("it is left as it is"),
                "{refused}"
            );
            assert_eq!(fs::read_to_string(&foreign).unwrap(), contents);
        }
        let whole = fs::read(&path).unwrap();
        for bit in 0..whole.len() * 8 {
            let mut altered = whole.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &altered).unwrap();
            // The filling after a section is nobody's.
            let filling = (HEADER + 12..HEADER + 16).contains(&(bit / 8));
            assert_eq!(Sections::open(&path, Kind::Arcs).is_ok(), filling, "{bit}");
        }
        for end in 0..whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            assert!(Sections::open(&path, Kind::Arcs).is_err(), "{end}");
        }
    }
}
