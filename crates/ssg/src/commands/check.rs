//! `ssg check`: does this certificate prove what it says about this position of this network?
//!
//! A certificate names the edges that had been played. They are part of what is claimed, not of what is
//! given: the position is the one that was asked about, and a proof of another position proves nothing here.

use crate::cli::position::{self, Moves};
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::{Bytes, load_description};
use crate::io::output;
use answers::wire::certificate::CertificateFile;
use answers::wire::principal::{CheckedPartitionJson, PartitionFile};
use answers::wire::verdict::CheckedCertificateJson;
use serde::Serialize;
use std::path::PathBuf;
use switchyard::switching::{Target, check, check_partition};

/// Arguments of `ssg check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    /// The certificate, as `ssg solve --certificate` or `ssg partition --certificate` writes it
    certificate: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Checks the certificate; a refused one is exit 1.
pub fn run(args: &Args) -> CmdResult {
    let asked = args.position.moves();
    let name = args.certificate.display();
    let bytes = Bytes::read(&args.certificate)?;
    if PartitionFile::is_one(&bytes) {
        return check_proof_of_partition(args, &bytes);
    }
    let file = CertificateFile::parse(&bytes)
        .map_err(|(line, error)| CmdError::Input(format!("{name}:{line}: {error}")))?;
    // The file says which game it is about; --target asks for one.
    let target = match args.position.target.target {
        Target::Terminals => file.target.into(),
        Target::All => Target::All,
    };
    let position = args.position.load_for(target)?;
    let checked = file.certificate().and_then(|certificate| {
        same_target(target, file.target.into())?;
        same_position(&asked, &Moves::new(&file.short, &file.cut))?;
        check(&position, &certificate).map_err(|refusal| refusal.to_string())
    });
    let reason = checked.err();
    let answer = CheckedCertificateJson {
        valid: reason.is_none(),
        outcome: &file.outcome,
        position: asked.json(),
        reason: reason.as_deref(),
    };
    let valid = || {
        let outcome = &file.outcome;
        format!("valid: {asked}, the outcome is proved to be {outcome:?}\n")
    };
    conclude(args, &answer, reason.as_deref(), valid)
}

/// Checks a partition, which belongs to the graph and to no position.
fn check_proof_of_partition(args: &Args, bytes: &[u8]) -> CmdResult {
    let graph =
        load_description(&args.position.file, args.position.terminals.named().format)?.graph;
    let name = args.certificate.display();
    let file = PartitionFile::parse(bytes)
        .map_err(|(line, error)| CmdError::Input(format!("{name}:{line}: {error}")))?;
    let checked = file
        .proof()
        .and_then(|proof| check_partition(&graph, &proof).map_err(|why| why.to_string()));
    let reason = checked.err();
    let [p, p_star, r] = [&file.p, &file.p_star, &file.r].map(Vec::len);
    let answer = CheckedPartitionJson {
        valid: reason.is_none(),
        sizes: [p, p_star, r],
        reason: reason.as_deref(),
    };
    let valid = || format!("valid: {p} edges are proved to be in P, {p_star} in P*, {r} in R\n");
    conclude(args, &answer, reason.as_deref(), valid)
}

/// Prints the answer and ends as it says: with a refusal if there is a reason for one.
fn conclude(
    args: &Args,
    answer: &impl Serialize,
    reason: Option<&str>,
    valid: impl FnOnce() -> String,
) -> CmdResult {
    let text = || reason.map_or_else(valid, |_| String::new());
    let said = output::answer(args.json, || answer, text);
    let name = args.certificate.display();
    let refused = |reason| CmdError::Refused(format!("{name}: refused: {reason}"));
    output::verdict(said, reason.map(refused))
}

/// Refuses a certificate of another game than the one asked about.
fn same_target(asked: Target, certified: Target) -> Result<(), String> {
    if asked == certified {
        return Ok(());
    }
    Err(format!(
        "it is about the game with target {certified}, and not {asked}"
    ))
}

/// Refuses a certificate of another position than the one asked about.
fn same_position(asked: &Moves, certified: &Moves) -> Result<(), String> {
    if asked == certified {
        return Ok(());
    }
    Err(format!(
        "it is about the position {certified}, and not {asked}; --short and --cut name the position \
         to be checked"
    ))
}
