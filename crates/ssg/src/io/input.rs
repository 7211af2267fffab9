//! Files to networks: reading, and saying what is wrong as `file:line: reason`.

use crate::io::exit::CmdError;
use crate::io::path::{is_stdin, name};
use memmap2::Mmap;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use switchyard::bridgit::Board;
use switchyard::format::{Description, Format, ParseError, ParseErrors};
use switchyard::switching::{Network, Target};
use switchyard_files::read;

/// Reads the network in this file; `-` is standard input. The format is known by the file's
/// extension, otherwise by how the file begins.
///
/// # Errors
/// When the file cannot be read or is not a network: every fault, each with its line.
pub fn load_network(path: &Path) -> Result<Network, CmdError> {
    let (format, description) = read(path, None)?;
    if description.terminals().is_none() {
        return Err(CmdError::Input(format!(
            "{}: read as {format}, it does not name both terminals; `ssg convert --left L --right R` adds \
             them",
            name(path)
        )));
    }
    let network = description.into_network();
    network.map_err(|faults| refusal(path, &faults))
}

/// Reads the network in this file, with this target: the join-all game needs no terminals.
///
/// # Errors
/// When the file cannot be read or is not a network: every fault, each with its line.
pub fn load_for_target(path: &Path, target: Target) -> Result<Network, CmdError> {
    if target == Target::Terminals {
        return load_network(path);
    }
    let (_, description) = read(path, None)?;
    let network = if description.terminals().is_some() {
        let network = description.into_network();
        network.map_err(|faults| refusal(path, &faults))?
    } else {
        let network = Network::join_all(description.graph);
        network.map_err(|error| CmdError::Input(format!("{}: {error}", name(path))))?
    };
    Ok(network.with_target(target))
}

/// Reads what this file says, in the given format or the one it seems to be in.
///
/// # Errors
/// When the file cannot be read: every fault, each with its line.
pub fn load_description(path: &Path, format: Option<Format>) -> Result<Description, CmdError> {
    read(path, format).map(|(_, description)| description)
}

fn read(path: &Path, format: Option<Format>) -> Result<(Format, Description), CmdError> {
    let bytes = Bytes::read(path)?;
    let format = format.or_else(|| format_of(path));
    let format = format.unwrap_or_else(|| Format::detect(&bytes));
    let description = format.parse(&bytes);
    let description = description.map_err(|faults| refusal(path, &faults))?;
    Ok((format, description))
}

/// The format that the name of a file promises.
pub fn format_of(path: &Path) -> Option<Format> {
    Format::of_extension(path.extension()?.to_str()?)
}

/// The Bridg-It board of this size, for a file or a controller that names it. Board sizes that come from
/// a file are capped, so that a few bytes cannot exhaust memory; the command line may ask for more.
///
/// # Errors
/// When there is no such board, or it is too large.
pub fn named_board(size: usize) -> Result<Board, String> {
    const LARGEST: usize = 1_000;
    if size > LARGEST {
        return Err(format!(
            "a board of size {size} is too large here: at most {LARGEST}"
        ));
    }
    Board::new(size).map_err(|why| why.to_string())
}

/// What is wrong with a file, a line each, as a failure.
pub fn refusal(path: &Path, faults: &ParseErrors) -> CmdError {
    /// More than this helps nobody.
    const SHOWN: usize = 20;
    let name = name(path);
    let mut text = String::new();
    for ParseError { line, reason } in faults.kept().iter().take(SHOWN) {
        let _ = writeln!(text, "{name}:{line}: {reason}");
    }
    let more = faults.count() - faults.kept().len().min(SHOWN);
    if more > 0 {
        let _ = writeln!(text, "{name}: and {more} more faults");
    }
    CmdError::Input(text)
}

/// The bytes of a file: read when it is small, mapped into memory when it is large.
pub enum Bytes {
    /// Read.
    Owned(Vec<u8>),
    /// Mapped.
    Mapped(Mmap),
}

impl Bytes {
    /// Files from this size on are mapped.
    const LARGE: u64 = 1 << 24;
    /// What comes through a pipe is held in memory, and a pipe need not end.
    const MOST_PIPED: u64 = 1 << 30;
    /// A terminal types no more than this, and `/dev/zero` never ends.
    const MOST_OF_A_DEVICE: u64 = 1 << 24;

    /// The bytes of this file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(path: &Path) -> Result<Self, CmdError> {
        Self::open(path).map_err(|error| CmdError::Input(format!("{}: {error}", name(path))))
    }

    fn open(path: &Path) -> io::Result<Self> {
        if is_stdin(path) {
            return read::all(io::stdin().lock(), Self::MOST_PIPED).map(Self::Owned);
        }
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_file() && about.len() >= Self::LARGE {
            return Self::map(&file).map(Self::Mapped);
        }
        let most = if about.file_type().is_char_device() {
            Self::MOST_OF_A_DEVICE
        } else {
            Self::MOST_PIPED
        };
        read::all(file, most).map(Self::Owned)
    }

    /// Maps the file: a large network is then parsed by all cores straight from the page cache.
    #[allow(unsafe_code)]
    fn map(file: &File) -> io::Result<Mmap> {
        // SAFETY: the map is private and read-only, and the parser, which never trusts a byte, is
        // its only reader. Should another program shorten the file meanwhile, the system ends this
        // process with a signal; it cannot make it compute with torn data structures.
        unsafe { Mmap::map(file) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}
