//! `ssg trace FILE`: the algorithm of 1972 on the user's own network, step by step.

use crate::cli::{side, terminals};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use answers::api::switching::chase_step;
use answers::words;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::graph::EdgeId;
use switchyard::switching::chase::{Chase, Machine, Step};
use switchyard::switching::{Network, Side};

/// Arguments of `ssg trace`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    terminals: terminals::Args,
    /// Print one JSON object per step
    #[arg(long)]
    json: bool,
    /// Edges to prefer wherever the algorithm may choose, the first tree included
    #[arg(long, value_delimiter = ',', value_name = "EDGES")]
    order: Vec<usize>,
    /// Start with this spanning tree as T1 and that of --tree2 as T2, instead of one tree as both
    #[arg(long, value_delimiter = ',', value_name = "EDGES", requires = "tree2")]
    tree1: Option<Vec<usize>>,
    /// Start with this spanning tree as T2
    #[arg(long, value_delimiter = ',', value_name = "EDGES", requires = "tree1")]
    tree2: Option<Vec<usize>>,
    /// Continue with a game: the human's moves; the machine replies to each
    #[arg(long, value_delimiter = ',', value_name = "EDGES")]
    moves: Vec<usize>,
    /// The human's side in that game, if whoever moves first wins (the machine does)
    #[arg(long, value_parser = side::parser(), requires = "moves")]
    human: Option<Side>,
}

/// Prints the steps.
pub fn run(args: &Args) -> CmdResult {
    let network = args.terminals.load(&args.file)?;
    let order = edges(&network, &args.order)?;
    let moves = edges(&network, &args.moves)?;
    let mut printer = Printer::new(args.json);
    printer.title(&network);
    let mut tell = |step: Step| printer.step(&step);
    let chase = match (&args.tree1, &args.tree2) {
        (Some(one), Some(two)) => {
            let (one, two) = (edges(&network, one)?, edges(&network, two)?);
            Chase::run_from(&network, [&one, &two], &order, &mut tell)
                .map_err(|error| CmdError::input(&error))?
        }
        _ => Chase::run(&network, &order, &mut tell),
    };
    if !moves.is_empty() {
        let machine = machine_side(&chase, args.human)?;
        game(
            &chase,
            network.into(),
            machine,
            &order,
            &moves,
            &mut printer,
        )?;
    }
    printer.finish()
}

/// The edges with these labels.
fn edges(network: &Network, labels: &[usize]) -> Result<Vec<EdgeId>, CmdError> {
    let graph = network.graph();
    let edge = |&label: &usize| {
        let known = EdgeId::from_label(label).filter(|&edge| graph.has_edge(edge));
        known.ok_or_else(|| {
            let edges = graph.edge_count();
            CmdError::Input(format!(
                "there is no edge {label}: edges are numbered 1 to {edges}"
            ))
        })
    };
    labels.iter().map(edge).collect()
}

/// The machine's side: one on which it wins.
fn machine_side(chase: &Chase, human: Option<Side>) -> Result<Side, CmdError> {
    let sides = chase.machine_sides();
    let wanted = human.map_or(sides[sides.len() - 1], Side::other);
    if sides.contains(&wanted) {
        Ok(wanted)
    } else {
        Err(CmdError::Input(format!(
            "the machine plays {} on this network, because {wanted} would lose; take --human {}",
            sides[0],
            wanted.to_string().to_lowercase()
        )))
    }
}

fn game(
    chase: &Chase,
    network: Arc<Network>,
    side: Side,
    order: &[EdgeId],
    moves: &[EdgeId],
    printer: &mut Printer,
) -> CmdResult {
    let (mut machine, first) =
        Machine::sit(chase, network, side, order).expect("a side on which the machine wins");
    printer.steps(&first);
    for &edge in moves {
        let steps = machine
            .answer(edge)
            .map_err(|error| CmdError::input(&error))?;
        printer.steps(&steps);
    }
    Ok(())
}

/// Writes steps until writing fails; then remembers the failure.
struct Printer {
    out: output::Stdout,
    json: bool,
    written: io::Result<()>,
}

impl Printer {
    fn new(json: bool) -> Self {
        Self {
            out: output::stdout(),
            json,
            written: Ok(()),
        }
    }

    fn title(&mut self, network: &Network) {
        if self.json {
            return;
        }
        let graph = network.graph();
        self.line(&format!(
            "Chase's algorithm (1972): {} vertices, {} edges, terminals {} and {}.\n",
            graph.vertex_count(),
            graph.edge_count(),
            network.left(),
            network.right()
        ));
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        if self.json {
            self.line(chase_step(step).line().trim_end());
        } else {
            // An offer and its result are printed together, separated from the next one by a blank
            // line.
            let gap = matches!(step.number(), 2 | 6 | 7);
            let words = words::chase::step(step);
            let gap = if gap { "\n" } else { "" };
            self.line(&format!("{gap}step {:>2}  {words}", step.number()));
        }
    }

    fn line(&mut self, text: &str) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{text}");
        }
    }

    fn finish(mut self) -> CmdResult {
        self.written?;
        Ok(self.out.flush()?)
    }
}
