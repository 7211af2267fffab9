//! `ssg check`: does this certificate prove what it says about this network?

use crate::cli::position;
use crate::io::exit::{CmdError, CmdResult};
use crate::io::input::{Bytes, load_network};
use crate::io::output;
use answers::wire::certificate::CertificateFile;
use answers::wire::verdict::CheckedCertificateJson;
use std::io::{self, Write};
use std::path::PathBuf;
use switchyard::switching::check;

/// Arguments of `ssg check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network file
    file: PathBuf,
    /// The certificate, as `ssg solve --certificate` writes it
    certificate: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Checks the certificate; a refused one is exit 1.
pub fn run(args: &Args) -> CmdResult {
    let network = load_network(&args.file)?;
    let name = args.certificate.display();
    let bytes = Bytes::read(&args.certificate)?;
    let file = CertificateFile::parse(&bytes)
        .map_err(|(line, error)| CmdError::Input(format!("{name}:{line}: {error}")))?;
    let position = position::after(network, &file.short, &file.cut)?;
    let checked = file.certificate().and_then(|certificate| {
        check(&position, &certificate).map_err(|refusal| refusal.to_string())
    });
    let reason = checked.err();
    let valid = reason.is_none();
    if args.json {
        output::json(&CheckedCertificateJson {
            valid,
            outcome: &file.outcome,
            reason: reason.as_deref(),
        })?;
    } else if valid {
        writeln!(
            io::stdout(),
            "valid: the outcome is proved to be {:?}",
            file.outcome
        )?;
    }
    match reason {
        Some(reason) => Err(CmdError::Refused(format!("{name}: refused: {reason}"))),
        None => Ok(()),
    }
}
