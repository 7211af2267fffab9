//! `ssg solve`: who wins a position, and with which moves.

use crate::cli::position;
use crate::io::exit::CmdResult;
use crate::io::{durable, output};
use crate::wire::certificate::CertificateFile;
use crate::wire::verdict::VerdictJson;
use std::path::{Path, PathBuf};
use switchyard::switching::solve::{Verdict, solve};
use switchyard::switching::{Outcome, Position, Side};

/// Arguments of `ssg solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    /// Write the proof of the verdict to this file, for `ssg check`
    #[arg(long, value_name = "OUT")]
    certificate: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Solves the position.
pub fn run(args: &Args) -> CmdResult {
    let position = args.position.load()?;
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

fn write_certificate(args: &Args, verdict: &Verdict, path: &Path) -> CmdResult {
    let (short, cut) = (args.position.short.clone(), args.position.cut.clone());
    let file = CertificateFile::new(&verdict.certificate, short, cut);
    let mut text = serde_json::to_vec(&file).expect("plain data");
    text.push(b'\n');
    durable::write(path, &text)
}

fn describe(position: &Position, verdict: &Verdict) -> String {
    match position.winner() {
        Some(Side::Short) => return "SHORT has won: its edges join the terminals.\n".to_string(),
        Some(Side::Cut) => return "CUT has won: the terminals are apart.\n".to_string(),
        None => {}
    }
    let sentence = match verdict.outcome {
        Outcome::Short => "SHORT wins, whoever moves first.",
        Outcome::Cut => "CUT wins, whoever moves first.",
        Outcome::First => "Whoever moves first wins.",
    };
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
