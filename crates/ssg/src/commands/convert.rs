//! `ssg convert IN OUT`: networks from one file format to another.

use crate::cli::format::Name;
use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::load_description;
use crate::io::output::Output;
use crate::io::path::name;
use crate::io::terminal::note;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::path::{Path, PathBuf};
use switchyard::draw::Picture;
use switchyard::format::{Description, Format, WriteError};

/// Arguments of `ssg convert`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The file to read; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; - is standard output
    #[arg(value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// The format of IN, as --format [default: by its extension, else by its content]
    #[arg(long, value_name = "FORMAT", conflicts_with = "format")]
    from: Option<Name>,
    /// The format of OUT [default: by its extension, else network]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Kind>,
    #[command(flatten)]
    terminals: terminals::Args,
}

const HELP: &str = "\
Formats and their extensions:
  network        net ssg                n, m, L, R, then one edge `u v` per line
  edge-list      edges el edgelist csv  one edge `u v` per line; `# terminals L R`
  dimacs         dimacs col max gr      `p edge n m`, `e u v`; `c terminals L R` or `n V s|t`
  graph6         g6 graph6              nauty's; simple graphs, no terminals, own order of edges
  dot            dot gv                 Graphviz; node attribute terminal=L or terminal=R
  graphml        graphml xml            node data `terminal`, L or R
  matrix-market  mtx mm                 symmetric pattern; `% terminals L R`
  sparse6        s6 sparse6             nauty's; as graph6, with loops and parallel edges
  digraph6       d6 digraph6            nauty's; arcs from first to second end, otherwise as graph6
  gml            gml                    node key `terminal`, \"L\" or \"R\"
  node-link      json                   networkx, D3; node field `terminal`, \"L\" or \"R\"
  pajek          paj pajek              also .net, if it begins with `*Vertices`; `% terminals L R`
  metis          metis graph            neighbours of every vertex; no loops, own order of edges
Pictures, written only:
  svg            svg                    a drawing with the numbers of vertices and edges
  tikz           tikz tex               the same for LaTeX

Edges keep their order, and so their numbers, unless the table says otherwise. Every fault of IN is \
reported as file:line: reason.

Examples:
  ssg convert board.net board.dot
  geng -c 6 | sed -n 100p | ssg convert - --from graph6 --left 1 --right 6";

/// What is written: a format that is read as well, or a picture.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Format(Format),
    Picture(Picture),
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        const COUNT: usize = Format::ALL.len() + Picture::ALL.len();
        static KINDS: [Kind; COUNT] = {
            let mut kinds = [Kind::Format(Format::Network); COUNT];
            let mut i = 0;
            while i < COUNT {
                kinds[i] = if i < Format::ALL.len() {
                    Kind::Format(Format::ALL[i])
                } else {
                    Kind::Picture(Picture::ALL[i - Format::ALL.len()])
                };
                i += 1;
            }
            kinds
        };
        &KINDS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Format(format) => Name(*format).to_possible_value(),
            Self::Picture(picture) => Some(PossibleValue::new(picture.name())),
        }
    }
}

impl Kind {
    /// What the name of a file promises; a name without an extension promises a network.
    fn of(path: &Path) -> Result<Self, CmdError> {
        let Some(extension) = path.extension() else {
            return Ok(Self::Format(Format::Network));
        };
        let text = extension.to_str().unwrap_or_default();
        let format = Format::of_extension(text).map(Self::Format);
        let picture = || Picture::of_extension(text).map(Self::Picture);
        format.or_else(picture).ok_or_else(|| {
            let extension = extension.display();
            CmdError::Input(format!(
                "{}: no format has the extension .{extension}; --to FORMAT names one",
                name(path)
            ))
        })
    }
}

/// Reads IN and writes OUT.
pub fn run(args: &Args) -> CmdResult {
    let named = args.terminals.named();
    let from = args.from.map(|Name(format)| format).or(named.format);
    let mut description = load_description(&args.input, from)?;
    named.choose(&args.input, &mut description)?;
    // A network has no arcs, whatever the file said.
    description.directed = false;
    let to = match args.to {
        Some(kind) => kind,
        None => Kind::of(&args.output)?,
    };
    let to = match to {
        Kind::Format(format) => format,
        Kind::Picture(picture) => {
            return write(&args.output, |out| picture.write(&description, out));
        }
    };
    if to == Format::Network {
        check_board(&args.input, &description)?;
    }
    // Into nothing first: a file that is there must not be lost to one that cannot be written.
    if matches!(to, Format::Graph6 | Format::Digraph6 | Format::Metis) {
        to.write(&description, &mut String::new())
            .map_err(|error| CmdError::input(&error))?;
    }
    write(&args.output, |out| to.write(&description, out))?;
    report_losses(to, &description);
    Ok(())
}

/// Whether the description makes a board, which is more than other formats ask for.
fn check_board(path: &Path, description: &Description) -> CmdResult {
    match description.terminals() {
        Some(_) => Ok(()),
        None => Err(CmdError::Input(format!(
            "{}: does not name both terminals; --left VERTEX and --right VERTEX do",
            name(path)
        ))),
    }
}

fn write(path: &Path, text: impl FnOnce(&mut Output) -> Result<(), WriteError>) -> CmdResult {
    let mut out = Output::to(path)?;
    match text(&mut out) {
        Err(WriteError::Unwritable(reason)) => Err(CmdError::Input(reason)),
        // `finish` reports why the writer failed.
        Ok(()) | Err(_) => out.finish(),
    }
}

/// Says what the format could not keep.
fn report_losses(format: Format, description: &Description) {
    if !format.keeps_labels() && description.graph.edge_count() > 0 {
        note(&format_args!(
            "ssg: {format} does not keep the order of the edges, so their labels change"
        ));
    }
    if let Some([left, right]) = description.terminals()
        && !format.names_terminals()
    {
        note(&format_args!(
            "ssg: {format} does not name the terminals: L = {left}, R = {right}"
        ));
    }
}
