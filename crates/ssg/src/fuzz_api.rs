//! The entry points for untrusted bytes, as functions of bytes, for fuzzers and tests.
//!
//! Each function runs the same code as the command, without files, pipes and sockets.

use crate::cli::position;
use crate::commands::args::Cli;
pub use crate::commands::gtp::GtpBoard;
use crate::commands::{gtp, protocol, replay};
use crate::io::exit::CmdResult;
use crate::serve;
use crate::wire::tournament::TournamentHeader;
use answers::wire::certificate::CertificateFile;
use answers::wire::record::Record;
use axum::Router;
use clap::CommandFactory;
use std::any::TypeId;
use std::path::PathBuf;
use std::sync::Arc;
use switchyard::graph::EdgeId;
use switchyard::player::Builtin;
use switchyard::review::Review;
use switchyard::switching::{Network, Outcome, Position, Side, check};

/// The server: page, API and their protections.
pub fn server() -> Router {
    serve::app()
}

/// `ssg c1|c2|d1|d2`: plays `side` where `first` begins, against an opponent who says `said`. What
/// was answered, and whether the dialogue ended as it should.
pub fn protocol(
    position: Position,
    player: Builtin,
    [side, first]: [Side; 2],
    said: &[u8],
) -> (Vec<u8>, Result<(), String>) {
    let (answered, done) = protocol::dialogue(position, player, [side, first], said);
    (answered, in_words(done))
}

/// `ssg gtp` on a network or a Bridg-It board: the responses to these lines.
pub fn gtp(board: GtpBoard, player: Builtin, lines: &[u8]) -> String {
    gtp::dialogue(board, player, lines)
}

/// A game in SGF, read and written again.
///
/// # Errors
/// Why it is none.
pub fn sgf(text: &str) -> Result<String, String> {
    gtp::sgf::read(text, None).map(|game| gtp::sgf::write(&game))
}

/// A line of a record file, read and written again; the game is judged if its board is in it.
///
/// # Errors
/// Why it is none.
pub fn record(line: &str) -> Result<String, String> {
    let record = Record::parse(line)?;
    if let Some(graph) = &record.graph {
        let start = Position::new(Arc::new(graph.network()?));
        let mut review = Review::new(start, record.first.into());
        let mut moves = record.moves.iter().map(|&label| EdgeId::from_label(label));
        while moves.next().is_some_and(|edge| review.step(edge).is_ok()) {}
        replay::disagreement(&record, &review);
    }
    Ok(record.line())
}

/// The first line of a tournament's log, read and written again.
///
/// # Errors
/// Why it is none.
pub fn log_header(line: &str) -> Result<String, String> {
    TournamentHeader::parse(line).map(|header| header.line())
}

/// Every argument that names a file or a folder, as the command it belongs to and its own name: a test
/// goes through all of them, so that none is forgotten.
pub fn file_arguments() -> Vec<(String, String)> {
    fn gather(command: &clap::Command, name: &str, found: &mut Vec<(String, String)>) {
        for argument in command.get_arguments() {
            if argument.get_value_parser().type_id() == TypeId::of::<PathBuf>() {
                found.push((name.to_owned(), argument.get_id().to_string()));
            }
        }
        for part in command.get_subcommands() {
            let name = format!("{name} {}", part.get_name());
            gather(part, name.trim_start(), found);
        }
    }
    let mut found = Vec::new();
    gather(&Cli::command(), "", &mut found);
    found
}

/// `ssg check`: the position that a certificate is about, and what it proves of it.
///
/// # Errors
/// Why it proves nothing.
pub fn certificate(network: Network, json: &[u8]) -> Result<(Position, Outcome), String> {
    let file = CertificateFile::parse(json).map_err(|(_, reason)| reason)?;
    let position = position::after(network, &file.short, &file.cut);
    let position = position.map_err(|failure| failure.to_string())?;
    let certificate = file.certificate()?;
    check(&position, &certificate).map_err(|refusal| refusal.to_string())?;
    Ok((position, certificate.outcome()))
}

fn in_words(done: CmdResult) -> Result<(), String> {
    done.map_err(|failure| failure.to_string())
}
