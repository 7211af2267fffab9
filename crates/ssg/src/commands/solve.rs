//! `ssg solve`: who wins a position, and with which moves.

mod stream;

use crate::cli::position;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::{self, Graphs};
use crate::io::{durable, output};
use answers::wire::certificate::CertificateFile;
use answers::wire::verdict::VerdictJson;
use answers::words;
use std::path::{Path, PathBuf};
use switchyard::switching::{Position, Side, Target, Verdict, solve};

/// Arguments of `ssg solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    /// Write the proof of the verdict to this file, for `ssg check`
    #[arg(long, value_name = "OUT")]
    certificate: Option<PathBuf>,
    /// Solve every pair of terminals of every graph, for files of graph6 or sparse6
    #[arg(long, conflicts_with_all = ["short", "cut", "certificate", "left", "right"])]
    pairs: bool,
    /// Print one JSON object; one per line for files of graph6 or sparse6
    #[arg(long)]
    json: bool,
}

/// Solves the position.
pub fn run(args: &Args) -> CmdResult {
    let path = &args.position.file;
    let position = match graphs(args)? {
        Some(Graphs::Lines(lines)) => {
            let question = stream::Question {
                path,
                terminals: &args.position.terminals,
                pairs: args.pairs,
                json: args.json,
            };
            stream::say_terminals(&question);
            return stream::run(&question, lines);
        }
        Some(Graphs::Whole(_)) if args.pairs => {
            let text = "--pairs is for files of graph6 or sparse6, with one graph per line";
            return Err(CmdError::Input(text.to_owned()));
        }
        Some(Graphs::Whole(bytes)) => {
            let named = args.position.terminals.named();
            let target = args.position.target.target;
            let network = input::network_of(path, &bytes, target, named)?;
            // The text may be as large as what is built next.
            drop(bytes);
            args.position.position_of(network)?
        }
        None => args.position.load()?,
    };
    let verdict = solve(&position);
    if let Some(path) = &args.certificate {
        write_certificate(args, &verdict, path)?;
    }
    if args.json {
        output::json(&VerdictJson::from(&verdict))
    } else {
        output::say(&describe(&position, &verdict))
    }
}

/// The file, if it may hold many graphs: moves and a proof belong to one position.
fn graphs(args: &Args) -> Result<Option<Graphs>, CmdError> {
    let position = &args.position;
    // So does the join-all game, which has no terminals to choose.
    if position.target.target == Target::All && !args.pairs {
        return Ok(None);
    }
    if args.certificate.is_some() || !position.short.is_empty() || !position.cut.is_empty() {
        return Ok(None);
    }
    let format = position.terminals.named().format;
    Graphs::open(&position.file, args.json || args.pairs, format).map(Some)
}

fn write_certificate(args: &Args, verdict: &Verdict, path: &Path) -> CmdResult {
    let (short, cut) = (args.position.short.clone(), args.position.cut.clone());
    let target = args.position.target.target;
    let file = CertificateFile::new(&verdict.certificate, target, short, cut);
    durable::write(path, file.line().as_bytes())
}

fn describe(position: &Position, verdict: &Verdict) -> String {
    let sentence = words::verdict::headline(position, verdict.outcome);
    if position.winner().is_some() {
        return format!("{sentence}\n");
    }
    let lines = Side::BOTH.map(|side| {
        let moves = verdict.winning.of(side);
        let list = match verdict.outcome {
            outcome if outcome == side.into() => "every move".to_string(),
            _ => output::list(moves),
        };
        format!("Winning moves of {side}: {list}\n")
    });
    format!("{sentence}\n{}", lines.concat())
}
