//! Many graphs in one file or pipe, one per line, as nauty's `geng` writes them; they are solved in this order as they arrive.

use crate::cli::terminals;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::output;
use crate::io::path::name;
use crate::wire;
use answers::wire::verdict::StreamedVerdictJson;
use answers::words;
use std::fmt::Write as _;
use std::io::{BufRead, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::thread;
use switchyard::format::graph_of_line;
use switchyard::graph::{Graph, VertexId};
use switchyard::switching::{Network, Position, solve};

/// What is asked about every graph.
pub struct Question<'a> {
    /// The file, for messages.
    pub path: &'a Path,
    /// Terminals for all graphs; by default the first and the last vertex.
    pub terminals: &'a terminals::Args,
    /// Every pair of terminals instead.
    pub pairs: bool,
    /// One JSON object per line.
    pub json: bool,
}

/// No line is longer than this.
const LONGEST_LINE: usize = 1 << 24;
/// The lines, and bytes, that are solved at a time.
const MOST_LINES: usize = 2_048;
const MOST_BYTES: usize = 1 << 20;

/// Solves lines until the stream ends.
pub fn run(question: &Question<'_>, mut lines: impl BufRead) -> CmdResult {
    let mut out = output::stdout();
    let mut batch = Batch::default();
    let mut asked = 0;
    loop {
        batch.fill(question.path, &mut lines, &mut asked)?;
        if batch.lines.is_empty() {
            return Ok(out.flush()?);
        }
        for (text, fault) in solve_all(question, &batch) {
            out.write_all(text.as_bytes())?;
            if let Some(fault) = fault {
                out.flush()?;
                return Err(fault);
            }
        }
        out.flush()?;
    }
}

/// A line of the stream: its number as a line, its number as a graph, its place in the text.
struct Line {
    number: usize,
    graph: usize,
    place: Range<usize>,
}

/// Lines that are solved together.
#[derive(Default)]
struct Batch {
    text: Vec<u8>,
    lines: Vec<Line>,
    read: usize,
}

impl Batch {
    /// Takes the lines that are there; waits only for the first.
    fn fill(&mut self, path: &Path, from: &mut impl BufRead, asked: &mut usize) -> CmdResult {
        self.text.clear();
        self.lines.clear();
        loop {
            let start = self.text.len();
            let most = LONGEST_LINE as u64 + 1;
            if from.by_ref().take(most).read_until(b'\n', &mut self.text)? == 0 {
                return Ok(());
            }
            self.read += 1;
            if self.text.len() - start > LONGEST_LINE {
                let (name, line) = (name(path), self.read);
                let reason =
                    format!("{name}:{line}: a line of more than {LONGEST_LINE} characters");
                return Err(CmdError::Input(reason));
            }
            if !self.text[start..].trim_ascii().is_empty() {
                *asked += 1;
                self.lines.push(Line {
                    number: self.read,
                    graph: *asked,
                    place: start..self.text.len(),
                });
            }
            let enough = self.lines.len() == MOST_LINES || self.text.len() > MOST_BYTES;
            // A whole line that is there already costs no waiting.
            let waits = !from.fill_buf().is_ok_and(|here| here.contains(&b'\n'));
            if enough || (waits && !self.lines.is_empty()) {
                return Ok(());
            }
        }
    }
}

type Answer = (String, Option<CmdError>);

/// The answers to the lines of a batch, in their order: a part of them for every core.
fn solve_all(question: &Question<'_>, batch: &Batch) -> Vec<Answer> {
    /// Fewer lines than this are not worth a thread.
    const WORTH: usize = 32;
    let solve_part = |lines: &[Line]| -> Vec<Answer> {
        let mut answers = Vec::new();
        for line in lines {
            let answer = solve_line(question, batch, line);
            let stop = answer.1.is_some();
            answers.push(answer);
            if stop {
                break;
            }
        }
        answers
    };
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let part = batch.lines.len().div_ceil(cores).max(WORTH);
    let mut parts = batch.lines.chunks(part);
    let first = parts.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = parts
            .map(|lines| scope.spawn(move || solve_part(lines)))
            .collect();
        let mut answers = solve_part(first);
        for other in others {
            answers.extend(other.join().expect("the solver does not panic"));
        }
        answers
    })
}

fn solve_line(question: &Question<'_>, batch: &Batch, line: &Line) -> Answer {
    let mut text = String::new();
    let solved = graph_of_line(batch.text[line.place.clone()].trim_ascii(), Graph::MAX_SIZE)
        .and_then(|graph| answer(question, line.graph, &graph, &mut text));
    let fault = solved.err().map(|reason| {
        let (name, line) = (name(question.path), line.number);
        CmdError::Input(format!("{name}:{line}: {reason}"))
    });
    (text, fault)
}

/// Adds the answers about one graph to the text.
fn answer(
    question: &Question<'_>,
    number: usize,
    graph: &Graph,
    text: &mut String,
) -> Result<(), String> {
    let n = graph.vertex_count();
    if question.pairs {
        for left in 0..n {
            for right in left + 1..n {
                between(question, number, graph, [left, right], text)?;
            }
        }
        return Ok(());
    }
    if n < 2 {
        return Err(format!("a graph of {n} vertices has no two terminals"));
    }
    let find = |option: &str, wanted: Option<&String>, other: usize| match wanted {
        None => Ok(other),
        Some(wanted) => {
            let label = wanted.parse::<usize>().ok();
            let known = label.filter(|label| (1..=n).contains(label));
            let known = known.map(|label| label - 1);
            known.ok_or_else(|| {
                format!("--{option} {wanted}: vertices are numbered 1 to {n} in this graph")
            })
        }
    };
    let left = find("left", question.terminals.left.as_ref(), 0)?;
    let right = find("right", question.terminals.right.as_ref(), n - 1)?;
    between(question, number, graph, [left, right], text)
}

fn between(
    question: &Question<'_>,
    number: usize,
    graph: &Graph,
    terminals: [usize; 2],
    text: &mut String,
) -> Result<(), String> {
    let [left, right] = terminals.map(VertexId::new);
    let network = Network::new(graph.clone(), left, right).map_err(|error| error.to_string())?;
    let position = Position::new(network);
    let verdict = solve(&position);
    if question.json {
        let answer = StreamedVerdictJson::new(number, [left, right], &verdict);
        text.push_str(&wire::line_of(&answer));
    } else {
        let sentence = words::verdict::headline(&position, verdict.outcome);
        let _ = writeln!(text, "graph {number}, {left} to {right}: {sentence}");
    }
    Ok(())
}

/// Says which terminals a stream without any is given.
pub fn say_terminals(question: &Question<'_>) {
    if !question.pairs && !question.terminals.any() {
        crate::io::terminal::note(&format_args!(
            "ssg: the terminals are the first and the last vertex of every graph; --left and --right name others, \
             --pairs takes all"
        ));
    }
}
