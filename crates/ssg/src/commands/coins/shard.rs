//! `ssg coins shard FILE FOLDER`: a digraph in shards.

use super::load::Source;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::path::{self, is_stdin};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use switchyard::coins::{NamedDigraph, Names};
use switchyard_cluster::shards::{Cut, NamesToWrite, Sharded, Sorter, shard_named};

/// Arguments of `ssg coins shard`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text or binary; `-` is standard input
    file: PathBuf,
    /// The folder for the shards
    folder: PathBuf,
    /// The number of shards: at least as many as there will be workers in all
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=i64::from(Cut::MOST_SHARDS)))]
    shards: u32,
    /// The nodes of the text are called 1, 2, 3, …; it is then read once, line by line, in the memory that one shard needs
    #[arg(long)]
    numbers: bool,
}

/// Writes the shards.
pub fn run(args: &Args) -> CmdResult {
    fs::create_dir_all(&args.folder).map_err(|error| refuse(&args.folder, &error))?;
    let made = if args.numbers {
        stream(args)?
    } else {
        let source = Source::open(&args.file)?;
        let board = source.board()?;
        let names = names(&board);
        shard_named(board.digraph(), names.as_ref(), args.shards, &args.folder)?
    };
    let (nodes, shards) = (made.cut.nodes, made.cut.shards);
    let (arcs, ghosts) = (made.arcs, made.ghosts);
    let folder = args.folder.display();
    output::say(&format!(
        "{nodes} nodes and {arcs} arcs in {shards} shards in {folder}, with {ghosts} ghost nodes\n"
    ))
}

fn refuse(path: &Path, error: &io::Error) -> CmdError {
    CmdError::Input(format!("{}: {error}", path::name(path)))
}

/// The names that are kept beside the shards: those that are not numbers.
fn names(board: &NamedDigraph<'_>) -> Option<NamesToWrite> {
    let names = board.names();
    let all = || board.digraph().nodes().map(|node| names.of(node));
    (!matches!(names, Names::Numbers(_))).then(|| NamesToWrite::new(all()))
}

/// Line by line.
fn stream(args: &Args) -> Result<Sharded, CmdError> {
    /// Two numbers and a comment are shorter.
    const LONGEST_LINE: u64 = 1 << 20;
    let mut input: Box<dyn BufRead> = if is_stdin(&args.file) {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.file).map_err(|error| refuse(&args.file, &error))?;
        Box::new(BufReader::with_capacity(1 << 20, file))
    };
    let mut sorter = Sorter::new(&args.folder, args.shards)?;
    let (mut line, mut number) = (Vec::new(), 0_u64);
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(|error| refuse(&args.file, &error))? == 0 {
            break;
        }
        number += 1;
        let fault = |what: String| {
            let name = path::name(&args.file);
            CmdError::Input(format!("{name}:{number}: {what}"))
        };
        if line.len() as u64 == LONGEST_LINE {
            return Err(fault("a line without end".to_owned()));
        }
        match parse(&line).map_err(fault)? {
            (Some(from), Some(to)) => sorter.arc(from, to)?,
            (Some(node), None) => sorter.node(node),
            _ => {}
        }
    }
    Ok(sorter.finish()?)
}

/// One or two nodes, or none: a blank line, a comment.
fn parse(line: &[u8]) -> Result<(Option<u32>, Option<u32>), String> {
    let line = str::from_utf8(line).map_err(|_| "not UTF-8 text".to_owned())?;
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line.split_whitespace().map(|word| {
        let number = word.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
        number.ok_or_else(|| format!("{word:?} is not a node: with --numbers they are 1, 2, 3, …"))
    });
    let both = (words.next().transpose()?, words.next().transpose()?);
    match words.next() {
        Some(_) => Err("an arc is FROM TO, and nothing else".to_owned()),
        None => Ok(both),
    }
}
