//! The games of a tournament as data for the report, whose script lists them and links each to a replay on
//! the page.

use super::plan::{Fixture, Plan};
use super::standings::due;
use crate::arena::match_runner::MatchNetwork;
use crate::wire::replays::{BoardJson, GameJson, GamesJson};
use answers::wire::record::Record;
use std::collections::HashSet;
use switchyard::bridgit::Board;
use switchyard::switching::Side;

/// The default address of `ssg serve`.
pub const PAGE: &str = "http://127.0.0.1:8011/";

/// Moves beyond this number in all are left out, the replays of those games with them: a report must open
/// on a phone.
const MOST_MOVES: usize = 3_000_000;

/// The script of the list, which a test in `e2e/unit` compares with the page's own links.
pub const SCRIPT: &str = include_str!("games.js");

/// The page's layout by forces: a network looks in a replay as it does when the page opens its file.
pub const LAYOUT: &str = include_str!("../../page/layout.js");

/// Accepts the address of a page: it becomes part of links.
///
/// # Errors
/// When it is none.
pub fn address(text: &str) -> Result<String, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_graphic())
        && !text.contains(['#', '"', '<', '>', '\'']);
    let web = ["http://", "https://", "file:///"]
        .iter()
        .any(|start| text.starts_with(start));
    if plain && web {
        return Ok(text.to_owned());
    }
    Err("write the address of the page, such as http://127.0.0.1:8011/".to_owned())
}

/// The games that were played, in the order of the plan.
pub fn collect(plan: &Plan, records: &[Option<Record>], page: &str) -> GamesJson {
    let mut room = MOST_MOVES;
    let mut games = Vec::new();
    for (fixture, record) in plan.fixtures.iter().zip(records) {
        let Some(record) = record else { continue };
        let kept = record.moves.len() <= room;
        room -= if kept { record.moves.len() } else { 0 };
        games.extend(game(plan, fixture, record, kept));
    }
    GamesJson {
        page: page.to_owned(),
        players: plan
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect(),
        networks: names(&plan.networks)
            .into_iter()
            .zip(&plan.networks)
            .map(board)
            .collect(),
        games,
    }
}

fn number(side: Side) -> usize {
    usize::from(side == Side::Cut)
}

fn game(plan: &Plan, fixture: &Fixture, record: &Record, kept: bool) -> Option<GameJson> {
    let winner: Side = record.winner?.into();
    let clock = record.clock;
    Some(GameJson {
        network: fixture.network,
        round: fixture.round,
        players: [fixture.short, fixture.cut],
        first: number(fixture.first),
        winner: number(winner),
        reason: record.reason?.as_str(),
        upset: due(plan, fixture) != winner,
        length: record.moves.len(),
        seconds: clock.map_or([0.0; 2], |clock| [clock.short, clock.cut]),
        fault: record.fault.as_ref().map(|fault| fault.detail.clone()),
        moves: if kept {
            record.moves.clone()
        } else {
            Vec::new()
        },
    })
}

/// What the networks are called: by their files, without folders where that is clear.
fn names(networks: &[MatchNetwork]) -> Vec<String> {
    let short = |network: &MatchNetwork| {
        let name = network.path.file_name();
        name.map_or_else(
            || network.name(),
            |name| name.to_string_lossy().into_owned(),
        )
    };
    let all: Vec<String> = networks.iter().map(short).collect();
    let unique: HashSet<&String> = all.iter().collect();
    if unique.len() == all.len() {
        return all;
    }
    networks.iter().map(MatchNetwork::name).collect()
}

fn board((name, network): (String, &MatchNetwork)) -> BoardJson {
    let graph = network.start.network().graph();
    let size = bridgit_size(network);
    let ends = graph.edges().flat_map(|edge| graph.ends(edge));
    BoardJson {
        name,
        size,
        vertices: graph.vertex_count(),
        left: network.start.network().left().index(),
        right: network.start.network().right().index(),
        edges: match size {
            Some(_) => Vec::new(),
            None => ends.map(switchyard::graph::VertexId::index).collect(),
        },
        target: network.start.network().target().into(),
    }
}

/// The largest board that the page shows.
const LARGEST_BOARD: usize = 150;

/// The M of a network that is a Bridg-It board, edge by edge.
fn bridgit_size(network: &MatchNetwork) -> Option<usize> {
    let graph = network.start.network().graph();
    // M(M − 1) + 2 vertices.
    let m = (graph.vertex_count() as f64).sqrt().round() as usize;
    let board = (m.saturating_sub(1)..=m + 1)
        .filter(|m| (2..=LARGEST_BOARD).contains(m))
        .find(|m| m * (m - 1) + 2 == graph.vertex_count())
        .and_then(|m| Board::new(m).ok())?;
    let same = answers::hash::fingerprint(board.network()) == network.fingerprint;
    same.then(|| board.size())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_pages() {
        assert!(address(PAGE).is_ok());
        assert!(address("https://example.org/switchyard/").is_ok());
        for bad in [
            "",
            "javascript:alert(1)",
            "http://a/#b",
            "http://a b/",
            "http://a/\"x",
        ] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
