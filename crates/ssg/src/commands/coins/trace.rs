//! `ssg coins trace FILE`: Fraenkel's labelling algorithm, step by step.

use super::load::Source;
use crate::io::exit::CmdResult;
use crate::io::output;
use crate::wire;
use answers::wire::coins::TraceStepJson;
use answers::words;
use std::io::{self, Write};
use std::path::PathBuf;
use switchyard::coins::{NamedDigraph, TraceStep, Value, trace};
use switchyard::graph::NodeId;

/// Arguments of `ssg coins trace`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The digraph, text, binary or in a format of graphs; `-` is standard input
    file: PathBuf,
    /// Print one JSON object per step
    #[arg(long)]
    json: bool,
}

/// Prints the steps.
pub fn run(args: &Args) -> CmdResult {
    let source = Source::open(&args.file)?;
    let board = source.board()?;
    let steps = trace(board.digraph());
    let name = |node: NodeId| board.names().of(node).into_owned();
    if args.json {
        let mut out = output::stdout();
        for step in &steps {
            let json = TraceStepJson {
                node: board.names().of(step.node),
                label: (&step.label).into(),
                counter: step.counter,
                round: step.round,
                reason: words::coins::labelling(step, name),
            };
            out.write_all(wire::line_of(&json).as_bytes())?;
        }
        return Ok(out.flush()?);
    }
    let mut out = output::prose();
    tell(&board, &steps, &mut out)?;
    Ok(out.flush()?)
}

fn tell(board: &NamedDigraph<'_>, steps: &[TraceStep], out: &mut impl Write) -> io::Result<()> {
    let name = |node: NodeId| board.names().of(node).into_owned();
    let mut infinite: Vec<&TraceStep> = Vec::new();
    let mut round = None;
    for step in steps {
        if round != Some(step.round) {
            // A round in which nothing is labelled is one all the same.
            let first = round.map_or(0, |round| round + 1);
            for i in first..=step.round {
                let how = if i == 0 { "step 1" } else { "step 4" };
                writeln!(out, "{how}  i = {i}")?;
            }
            round = Some(step.round);
        }
        let (node, why) = (name(step.node), words::coins::labelling(step, name));
        if let (Value::Finite(number), Some(counter)) = (&step.label, step.counter) {
            writeln!(out, "step 2  {node} = {number}, counter {counter}: {why}")?;
        } else {
            infinite.push(step);
            writeln!(out, "step 3  {node} = ∞: {why}")?;
        }
    }
    writeln!(out, "step 4  every node has a label")?;
    for step in infinite {
        let node = name(step.node);
        writeln!(
            out,
            "at the end  {node} = {}: the numbers of its followers are adjoined",
            step.label
        )?;
    }
    Ok(())
}
