//! A corpus in one file: a header line, then every input as its length (four bytes, little endian)
//! and its bytes. Inputs are sorted and distinct, so that the same corpus is always the same file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The first line of every corpus file.
const HEADER: &[u8] = b"switchyard corpus 1\n";

/// Why a corpus cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not begin with the header of a corpus.
    #[error("{}: not a corpus: the first line is not `switchyard corpus 1`", .0.display())]
    Header(PathBuf),
    /// The file ends inside an input.
    #[error("{}: cut short: input {input} of the corpus, at byte {at}, is incomplete", path.display())]
    Truncated {
        /// Which file.
        path: PathBuf,
        /// The number of the input, from 1.
        input: usize,
        /// The place of its length in the file.
        at: usize,
    },
}

impl ArchiveError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}

/// Reads every input of a corpus file.
///
/// # Errors
/// When the file cannot be read, or is not a whole corpus.
pub fn read(file: &Path) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let bytes = fs::read(file).map_err(ArchiveError::io(file))?;
    let mut rest = bytes
        .strip_prefix(HEADER)
        .ok_or_else(|| ArchiveError::Header(file.to_owned()))?;
    let mut inputs = Vec::new();
    while !rest.is_empty() {
        let (input, after) = first_input(rest).ok_or_else(|| ArchiveError::Truncated {
            path: file.to_owned(),
            input: inputs.len() + 1,
            at: bytes.len() - rest.len(),
        })?;
        inputs.push(input.to_owned());
        rest = after;
    }
    Ok(inputs)
}

fn first_input(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// Writes a corpus file that holds these inputs, and says how many distinct ones there are.
///
/// # Errors
/// When the file cannot be written.
pub fn write(mut inputs: Vec<Vec<u8>>, file: &Path) -> Result<usize, ArchiveError> {
    inputs.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    inputs.dedup();
    let mut bytes = HEADER.to_owned();
    for input in &inputs {
        let length = u32::try_from(input.len()).expect("fuzzers write no inputs of 4 GiB");
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(input);
    }
    fs::write(file, bytes).map_err(ArchiveError::io(file))?;
    Ok(inputs.len())
}

/// Packs every file of a directory into a corpus file, and says how many distinct inputs it holds.
///
/// # Errors
/// When the directory cannot be read, or the file not be written.
pub fn pack(directory: &Path, file: &Path) -> Result<usize, ArchiveError> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(directory).map_err(ArchiveError::io(directory))? {
        let path = entry.map_err(ArchiveError::io(directory))?.path();
        inputs.push(fs::read(&path).map_err(ArchiveError::io(&path))?);
    }
    write(inputs, file)
}

/// Writes every input of a corpus file into a directory, as files named by their numbers.
///
/// # Errors
/// When the corpus cannot be read, or the directory not be written.
pub fn unpack(file: &Path, directory: &Path) -> Result<usize, ArchiveError> {
    let inputs = read(file)?;
    fs::create_dir_all(directory).map_err(ArchiveError::io(directory))?;
    for (number, input) in inputs.iter().enumerate() {
        let path = directory.join(format!("{number:06}"));
        fs::write(&path, input).map_err(ArchiveError::io(&path))?;
    }
    Ok(inputs.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs() -> Vec<Vec<u8>> {
        [&b"bb"[..], b"", b"a\n", b"ab", HEADER, &[0xff; 300]]
            .map(<[u8]>::to_vec)
            .into()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let place = tempfile::tempdir().unwrap();
        let (file, again) = (place.path().join("a"), place.path().join("b"));
        let unpacked = place.path().join("inputs");
        let mut doubled = inputs();
        doubled.extend(inputs());
        assert_eq!(write(doubled, &file).unwrap(), 6);
        assert_eq!(unpack(&file, &unpacked).unwrap(), 6);
        assert_eq!(pack(&unpacked, &again).unwrap(), 6);
        assert_eq!(fs::read(&file).unwrap(), fs::read(&again).unwrap());
        let mut wanted = inputs();
        let mut found = read(&again).unwrap();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_file_cut_short_is_refused_unless_it_ends_between_inputs() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("corpus");
        write(inputs(), &file).unwrap();
        let whole = fs::read(&file).unwrap();
        let mut accepted = Vec::new();
        for end in 0..whole.len() {
            fs::write(&file, &whole[..end]).unwrap();
            match read(&file) {
                Ok(found) => accepted.push(found.len()),
                Err(ArchiveError::Header(_)) => assert!(end < HEADER.len()),
                Err(ArchiveError::Truncated { input, .. }) => {
                    assert_eq!(input, accepted.len(), "cut at byte {end}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(accepted, [0, 1, 2, 3, 4, 5]);
    }
}
