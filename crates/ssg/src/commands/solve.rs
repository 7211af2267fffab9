//! `ssg solve`: who wins a position, and with which moves.

use crate::cli::position;
use crate::io::exit::CmdResult;
use crate::io::{durable, output};
use answers::wire::certificate::CertificateFile;
use answers::wire::verdict::VerdictJson;
use answers::words;
use std::path::{Path, PathBuf};
use switchyard::switching::{Position, Side, Verdict, solve};

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
