//! `ssg convert IN OUT`: networks from one file format to another.

use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::{format_of, load_description};
use crate::io::output::Output;
use crate::io::path::name;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::path::{Path, PathBuf};
use switchyard::format::{Description, Format, Terminal, WriteError};

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
    /// The format of IN [default: by its extension, else by how it begins]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Name>,
    /// The format of OUT [default: by its extension, else network]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Name>,
    /// The left terminal, by its name or number in IN
    #[arg(long, value_name = "VERTEX")]
    left: Option<String>,
    /// The right terminal, by its name or number in IN
    #[arg(long, value_name = "VERTEX")]
    right: Option<String>,
}

const HELP: &str = "\
Formats and their extensions:
  network        net ssg                n, m, L, R, then an edge `u v` a line
  edge-list      edges el edgelist csv  an edge `u v` a line; `# terminals L R`
  dimacs         dimacs col max gr      `p edge n m`, `e u v`; `c terminals L R` or `n V s|t`
  graph6         g6 graph6              nauty's; simple graphs, no terminals, own order of edges
  dot            dot gv                 Graphviz; node attribute terminal=L or terminal=R
  graphml        graphml xml            node data `terminal`, L or R
  matrix-market  mtx mm                 symmetric pattern; `% terminals L R`

Edges keep their order, and so their labels, in all but graph6. Every fault of IN is reported as
file:line: reason.

Examples:
  ssg convert board.net board.dot
  geng -c 6 | sed -n 100p | ssg convert - --from graph6 --left 1 --right 6";

/// A format as an argument.
#[derive(Clone, Copy, Debug)]
struct Name(Format);

impl ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        static NAMES: [Name; Format::ALL.len()] = {
            let mut names = [Name(Format::Network); Format::ALL.len()];
            let mut i = 0;
            while i < names.len() {
                names[i] = Name(Format::ALL[i]);
                i += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).aliases(self.0.extensions()))
    }
}

/// Reads IN and writes OUT.
pub fn run(args: &Args) -> CmdResult {
    let mut description = load_description(&args.input, args.from.map(|name| name.0))?;
    choose_terminals(args, &mut description)?;
    let to = args
        .to
        .map(|name| name.0)
        .or_else(|| format_of(&args.output));
    let to = to.unwrap_or(Format::Network);
    if to == Format::Network {
        check_board(&args.input, &description)?;
    }
    // Into nothing first: a file that is there must not be lost to one that cannot be written.
    if to == Format::Graph6 {
        to.write(&description, &mut String::new())
            .map_err(|error| CmdError::input(&error))?;
    }
    write(&args.output, to, &description)?;
    report_losses(to, &description);
    Ok(())
}

fn choose_terminals(args: &Args, description: &mut Description) -> CmdResult {
    let find = |option: &str, name: &str| {
        let vertices = description.graph.vertex_count();
        let found = description.names.find(name, vertices);
        found.map(Terminal::from).ok_or_else(|| {
            let input = args.input.display();
            CmdError::Input(format!("--{option} {name}: {input} has no such vertex"))
        })
    };
    let left = args
        .left
        .as_ref()
        .map(|name| find("left", name))
        .transpose()?;
    let right = args
        .right
        .as_ref()
        .map(|name| find("right", name))
        .transpose()?;
    description.left = left.or(description.left);
    description.right = right.or(description.right);
    Ok(())
}

/// Whether the description makes a board, which is more than other formats ask for.
fn check_board(path: &Path, description: &Description) -> CmdResult {
    let Some([left, right]) = description.terminals() else {
        let name = name(path);
        return Err(CmdError::Input(format!(
            "{name}: does not name both terminals; --left VERTEX and --right VERTEX do"
        )));
    };
    if left == right {
        let name = description.names.of(left);
        return Err(CmdError::Input(format!(
            "L and R are both vertex {name}: they must differ"
        )));
    }
    Ok(())
}

fn write(path: &Path, format: Format, description: &Description) -> CmdResult {
    let mut out = Output::to(path)?;
    match format.write(description, &mut out) {
        Err(WriteError::Unwritable(reason)) => Err(CmdError::Input(reason)),
        // A writer that failed tells why when it is finished.
        Ok(()) | Err(_) => out.finish(),
    }
}

/// Says what the format could not keep.
fn report_losses(format: Format, description: &Description) {
    if !format.keeps_labels() && description.graph.edge_count() > 0 {
        eprintln!("ssg: {format} does not keep the order of the edges, so their labels change");
    }
    if let Some([left, right]) = description.terminals()
        && !format.names_terminals()
    {
        eprintln!("ssg: {format} does not name the terminals: L = {left}, R = {right}");
    }
}
