//! `ssg analog currents FILE`: potentials, currents, and the exact set of best edges.

use crate::cli::position;
use crate::cli::target::TargetArgs;
use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use answers::wire::currents::{self, CurrentsJson};
use std::fmt::Write as _;
use switchyard::analog::{Analysis, Best, Circuit, CircuitError, Currents, Effort, Exact};
use switchyard::bridgit::Board;
use switchyard::graph::EdgeId;
use switchyard::switching::{Position, Side};

/// Arguments of `ssg analog currents`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file; `-` reads standard input
    #[arg(required_unless_present = "bridgit")]
    file: Option<std::path::PathBuf>,
    /// The Bridg-It board of this size instead of a file
    #[arg(long, value_name = "M", conflicts_with = "file")]
    bridgit: Option<usize>,
    /// Edges that SHORT has played already: numbers, or coordinates such as c3 on a board
    #[arg(long, value_name = "EDGES", value_delimiter = ',')]
    short: Vec<String>,
    /// Edges that CUT has destroyed already
    #[arg(long, value_name = "EDGES", value_delimiter = ',')]
    cut: Vec<String>,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Print potentials and currents as whole numbers on the least common scale
    #[arg(long)]
    exact: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the currents.
pub fn run(args: &Args) -> CmdResult {
    let (board, position) = load(args)?;
    let refusal = |error: CircuitError| match (&args.file, args.bridgit) {
        (Some(file), _) => CmdError::Input(format!("{}: {error}", file.display())),
        _ => CmdError::input(&error),
    };
    let circuit = Circuit::new(&position).map_err(refusal)?;
    let analysis = Analysis::new(&circuit);
    let report = Report {
        board,
        currents: analysis.currents().map_err(refusal)?,
        best: analysis.best(Effort::Proof).map_err(refusal)?,
        exact: if args.exact {
            Some(analysis.exact().map_err(refusal)?)
        } else {
            None
        },
        position: &position,
        circuit: &circuit,
    };
    output::answer(args.json, || report.json(), || report.text())
}

fn load(args: &Args) -> Result<(Option<Board>, Position), CmdError> {
    if let Some(size) = args.bridgit {
        let board = Board::new(size).map_err(|error| CmdError::input(&error))?;
        let mut moves = Vec::new();
        for (side, texts) in [(Side::Short, &args.short), (Side::Cut, &args.cut)] {
            for text in texts {
                let edge = match text.parse() {
                    Ok(label) => EdgeId::from_label(label)
                        .ok_or_else(|| CmdError::Input("edges are numbered from 1".to_owned()))?,
                    Err(_) => board
                        .parse_move(text)
                        .map_err(|error| CmdError::input(&error))?,
                };
                moves.push((side, edge));
            }
        }
        let position = Position::with_moves(board.network().clone(), moves)
            .map_err(|error| CmdError::input(&error))?;
        return Ok((Some(board), position));
    }
    let number = |text: &String| {
        text.parse::<usize>()
            .map_err(|_| CmdError::Input(format!("{text:?} is not the number of an edge")))
    };
    let file = args.file.clone().expect("required without a board");
    let args = position::Args {
        file,
        short: args.short.iter().map(number).collect::<Result<_, _>>()?,
        cut: args.cut.iter().map(number).collect::<Result<_, _>>()?,
        target: TargetArgs::default(),
        terminals: args.terminals.clone(),
    };
    Ok((None, args.load()?))
}

struct Report<'a> {
    board: Option<Board>,
    position: &'a Position,
    circuit: &'a Circuit,
    currents: Currents,
    best: Best,
    exact: Option<Exact>,
}

impl Report<'_> {
    fn json(&self) -> CurrentsJson {
        let exact = self.exact.as_ref();
        CurrentsJson::new(
            self.position,
            self.circuit,
            &self.currents,
            &self.best,
            exact,
        )
    }

    fn name(&self, edge: EdgeId) -> String {
        match &self.board {
            Some(board) => board.coord_of(edge).to_string(),
            None => edge.to_string(),
        }
    }

    fn text(&self) -> String {
        let total = currents::total(self.circuit, &self.currents);
        let mut text = format!("total current {total:.9} at one volt\n");
        if let Some(exact) = &self.exact {
            let _ = writeln!(text, "scale {}", exact.denominator());
        }
        text.push_str("  edge  from    to  current\n");
        let mut rows: Vec<usize> = (0..self.circuit.resistors().len()).collect();
        rows.sort_by(|&a, &b| {
            let size = |r: usize| self.currents.flows[r].abs();
            size(b).total_cmp(&size(a)).then(a.cmp(&b))
        });
        let graph = self.position.network().graph();
        for row in rows {
            let resistor = self.circuit.resistors()[row];
            let [u, v] = graph.ends(resistor.edge);
            let mark = if self.best.edges.contains(&resistor.edge) {
                "*"
            } else {
                " "
            };
            let name = self.name(resistor.edge);
            let (u, v) = (u.to_string(), v.to_string());
            let _ = write!(text, "{mark}{name:>5} {u:>5} {v:>5}  ");
            let _ = match &self.exact {
                Some(exact) => writeln!(text, "{}", exact.current(resistor.ends)),
                None => writeln!(text, "{:.12}", self.currents.flows[row]),
            };
        }
        let best: Vec<String> = self.best.edges.iter().map(|&e| self.name(e)).collect();
        let _ = writeln!(text, "most current: {}", best.join(" "));
        text
    }
}
