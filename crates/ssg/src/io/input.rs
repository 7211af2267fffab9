//! Reads networks from files, and reports faults as `file:line: reason`.

use crate::io::exit::CmdError;
use crate::io::path::{is_stdin, name};
use memmap2::Mmap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::ops::Deref;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use switchyard::bridgit::Board;
use switchyard::format::{
    AmbiguousFormatError, Description, Format, ParseError, ParseErrors, Terminal,
};
use switchyard::switching::{Network, Target};
use switchyard_files::read;

/// The terminals that a user has named, as the file calls its vertices, and the format of the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminals<'a> {
    /// The left one.
    pub left: Option<&'a str>,
    /// The right one.
    pub right: Option<&'a str>,
    /// The format, if the user says it.
    pub format: Option<Format>,
}

impl Terminals<'_> {
    /// Replaces the terminals that the file names.
    ///
    /// # Errors
    /// When there is no such vertex, or both are one.
    pub fn choose(self, path: &Path, description: &mut Description) -> Result<(), CmdError> {
        let vertices = description.graph.vertex_count();
        let find = |option: &str, wanted: Option<&str>| {
            let Some(wanted) = wanted else {
                return Ok(None);
            };
            let found = description.names.find(wanted, vertices);
            let found = found.map(|vertex| Some(Terminal::from(vertex)));
            found.ok_or_else(|| {
                let name = name(path);
                CmdError::Input(format!("--{option} {wanted}: {name} has no such vertex"))
            })
        };
        let (left, right) = (find("left", self.left)?, find("right", self.right)?);
        description.left = left.or(description.left);
        description.right = right.or(description.right);
        match description.terminals() {
            Some([left, right]) if left == right => Err(CmdError::Input(format!(
                "L and R are both vertex {}: they must differ",
                description.names.of(left)
            ))),
            _ => Ok(()),
        }
    }
}

/// Reads the network in this file, with this target (the join-all game needs no terminals), and with terminals for a file
/// that names none, or others than its own; `-` is standard input. The format is known by the file's extension, otherwise
/// by its content.
///
/// # Errors
/// When the file cannot be read or is not a network: every fault, each with its line; and when there are no such
/// vertices.
pub fn load_between(
    path: &Path,
    target: Target,
    terminals: Terminals<'_>,
) -> Result<Network, CmdError> {
    network_of(path, &Bytes::read(path)?, target, terminals)
}

/// The network in these bytes of a file.
///
/// # Errors
/// When they are not a network: every fault, each with its line.
pub fn network_of(
    path: &Path,
    bytes: &[u8],
    target: Target,
    terminals: Terminals<'_>,
) -> Result<Network, CmdError> {
    let (format, mut description) = describe(path, bytes, terminals.format)?;
    terminals.choose(path, &mut description)?;
    if description.terminals().is_some() {
        let network = description.into_network();
        let network = network.map_err(|faults| refusal(path, &faults))?;
        return Ok(network.with_target(target));
    }
    if target == Target::All {
        let network = Network::join_all(description.graph);
        let network = network.map_err(|error| CmdError::Input(format!("{}: {error}", name(path))));
        return network.map(|network| network.with_target(target));
    }
    Err(CmdError::Input(format!(
        "{}: read as {format}, it does not name both terminals; --left VERTEX and --right VERTEX do",
        name(path)
    )))
}

/// Reads the description in this file, in the given format or the detected one.
///
/// # Errors
/// When the file cannot be read: every fault, each with its line.
pub fn load_description(path: &Path, format: Option<Format>) -> Result<Description, CmdError> {
    describe(path, &Bytes::read(path)?, format).map(|(_, description)| description)
}

fn describe(
    path: &Path,
    bytes: &[u8],
    format: Option<Format>,
) -> Result<(Format, Description), CmdError> {
    let format = format.map_or_else(|| format_of(path, bytes), Ok)?;
    let description = format.parse(bytes);
    let description = description.map_err(|faults| refusal(path, &faults))?;
    Ok((format, description))
}

/// The format that a file is in.
///
/// # Errors
/// When it is well-formed in two.
pub fn format_of(path: &Path, bytes: &[u8]) -> Result<Format, CmdError> {
    Format::of_file(extension(path), bytes).map_err(|_: AmbiguousFormatError| {
        CmdError::Input(format!(
            "{}: this can be read as METIS and as an edge list: --format metis or --format edge-list says which",
            name(path)
        ))
    })
}

/// A file that may hold many graphs.
pub enum Graphs {
    /// Lines of graph6 or sparse6, to be read one by one.
    Lines(Box<dyn BufRead>),
    /// Any other file.
    Whole(Bytes),
}

impl Graphs {
    /// How many lines and bytes are read to detect the kind of the file.
    const LINES: usize = 4;
    const START: usize = 4096;

    /// Opens a file, of this format if it is known. It is read line by line if it begins with a line of graph6 or sparse6 and `always`, or if
    /// a second such line follows.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path, always: bool, format: Option<Format>) -> Result<Self, CmdError> {
        let refuse = |error: io::Error| CmdError::Input(format!("{}: {error}", name(path)));
        if format.is_some_and(|format| !is_of_lines(format)) {
            return Bytes::read(path).map(Self::Whole);
        }
        let mut rest: Box<dyn BufRead> = if is_stdin(path) {
            Box::new(BufReader::with_capacity(1 << 16, io::stdin()))
        } else {
            let named = format.or_else(|| extension(path).and_then(Format::of_extension));
            if named.is_some_and(|format| !is_of_lines(format)) {
                return Bytes::read(path).map(Self::Whole);
            }
            Box::new(BufReader::with_capacity(
                1 << 16,
                File::open(path).map_err(refuse)?,
            ))
        };
        let mut start = Vec::new();
        let lines = |start: &[u8]| start.split(|&byte| byte == b'\n').count() - 1;
        while lines(&start) < Self::LINES && start.len() < Self::START {
            let here = rest.fill_buf().map_err(refuse)?;
            if here.is_empty() {
                break;
            }
            let end = here.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(here.len(), |end| end + 1).min(Self::START);
            start.extend_from_slice(&here[..length]);
            rest.consume(length);
        }
        let full = |line: &&[u8]| !line.trim_ascii().is_empty();
        let several = start.split(|&byte| byte == b'\n').filter(full).count() > 1;
        let named = format.or_else(|| extension(path).and_then(Format::of_extension));
        let of_lines = is_of_lines(named.unwrap_or_else(|| Format::of_beginning(&start)));
        if of_lines && (always || several) && !start.contains(&0) {
            return Ok(Self::Lines(Box::new(io::Cursor::new(start).chain(rest))));
        }
        if is_stdin(path) {
            let all = read::all(io::Cursor::new(start).chain(rest), Bytes::MOST_PIPED);
            return all.map(Bytes::Owned).map(Self::Whole).map_err(refuse);
        }
        Bytes::read(path).map(Self::Whole)
    }
}

fn is_of_lines(format: Format) -> bool {
    matches!(format, Format::Graph6 | Format::Sparse6)
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
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

/// The faults of a file, one per line, as an error.
pub fn refusal(path: &Path, faults: &ParseErrors) -> CmdError {
    /// The number of faults that are printed.
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
    /// A pipe is read into memory, and may never end.
    const MOST_PIPED: u64 = 1 << 30;
    /// Nobody types more than this, and devices such as `/dev/zero` never end.
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
        read::file(&file, most).map(Self::Owned)
    }

    /// Maps the file: a large network is then parsed by all cores straight from the page cache.
    #[allow(unsafe_code)]
    fn map(file: &File) -> io::Result<Mmap> {
        // SAFETY: the map is private and read-only, and the parser, which never trusts a byte, is
        // its only reader. If another program shortens the file meanwhile, the system ends this
        // process with a signal; nothing is computed from what is left.
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
