//! Moves that the perfect player makes on large networks when it owes no reply. It does not examine all edges of a crowded
//! terminal, and still has a move.

use crate::table::Table;
use std::collections::HashSet;
use switchyard::player::{PerfectPlayer, Player};
use switchyard::{Claim, EdgeId, Graph, Outcome, Position, Side, VertexId};
use switchyard_oracle::graphs::network;
use switchyard_oracle::sampler::Sampler;

/// Against an opponent that wastes its moves the game ends soon.
#[test]
fn a_spare_move_brings_the_end_nearer() {
    let loops = (0..50).map(|_| (0, 0));
    let double_path = (0..5).flat_map(|v| [(v, v + 1), (v, v + 1)]);
    let path = (0..5).map(|v| (v, v + 1));
    let short_wins: Vec<(usize, usize)> = loops.clone().chain(double_path).collect();
    let cut_wins: Vec<(usize, usize)> = loops.chain(path).collect();
    for (side, pairs, needed) in [(Side::Short, short_wins, 5), (Side::Cut, cut_wins, 1)] {
        let board = network(Graph::from_pairs(6, &pairs), 0, 5);
        for limit in [PerfectPlayer::SMALL, 0] {
            let mut table = Table::with_limit(side, Position::new(board.clone()), limit);
            for waste in (0..needed).map(EdgeId::new) {
                assert!(!table.is_over());
                table.play(side.other(), waste);
                table.reply();
            }
            assert_eq!(table.position.winner(), Some(side));
        }
    }
}

#[test]
fn a_spare_move_is_found_where_both_terminals_are_crowded() {
    // Three loops, 300 dead ends at either terminal, and a path of two edges between them.
    let loops = (0..3).map(|_| (0, 0));
    let ends = (3..603).map(|leaf| (leaf % 2, leaf));
    let path = [(0, 2), (2, 1)];
    let pairs: Vec<(usize, usize)> = loops.chain(ends).chain(path).collect();
    let board = network(Graph::from_pairs(603, &pairs), 0, 1);
    let mut table = Table::with_limit(Side::Cut, Position::new(board), 0);
    // SHORT wastes its moves; CUT answers with legal ones until SHORT plays on the path.
    for waste in [0, 2, 602].map(EdgeId::new) {
        if !table.is_over() {
            table.play(Side::Short, waste);
            table.reply();
        }
    }
    while !table.is_over() {
        let last = table.position.free_edges().last().expect("a free edge");
        table.play(Side::Short, last);
        if !table.is_over() {
            table.reply();
        }
    }
    assert_eq!(table.position.winner(), Some(Side::Cut));
}

/// The free edges at the contracted vertex of `start`.
fn leaving(position: &Position, start: VertexId) -> Vec<EdgeId> {
    let graph = position.network().graph();
    let mut joined = HashSet::from([start]);
    let mine: Vec<EdgeId> = graph
        .edges()
        .filter(|&edge| position.claim_of(edge) == Claim::Short)
        .collect();
    for _ in 0..mine.len() {
        for &edge in &mine {
            let ends = graph.ends(edge);
            if ends.iter().any(|end| joined.contains(end)) {
                joined.extend(ends);
            }
        }
    }
    let leaves = |&edge: &EdgeId| {
        let [u, v] = graph.ends(edge);
        joined.contains(&u) != joined.contains(&v)
    };
    position.free_edges().filter(leaves).collect()
}

#[test]
fn cuts_spare_move_is_at_the_terminal_with_fewer_edges() {
    let mut sampler = Sampler::new(24);
    let (mut spare, mut joined) = (0, 0);
    for _ in 0..20_000 {
        let network = sampler.network(9, 14);
        let position = sampler.position(&network, 3);
        if position.winner().is_some() || position.outcome() != Outcome::Cut {
            continue;
        }
        let around = [network.left(), network.right()].map(|end| leaving(&position, end));
        let fewest = around.iter().map(Vec::len).filter(|&count| count > 0).min();
        let Some(fewest) = fewest else { continue };
        let mut perfect = PerfectPlayer::with_limit(Side::Cut, &position, 0);
        let edge = perfect.choose(&position).unwrap();
        let fits = |edges: &&Vec<EdgeId>| edges.len() == fewest && edges.contains(&edge);
        assert!(
            around.iter().any(|edges| fits(&edges)),
            "{edge} in {position:?}"
        );
        spare += 1;
        joined += usize::from(position.claim_of(EdgeId::new(0)) == Claim::Short);
    }
    assert!(spare > 1_000 && joined > 100, "{spare}, {joined}");
}

/// Whether CUT's spare move is at the left terminal, on a board whose terminals have `left` and `right`
/// edges, most of them to dead ends. The first edges are loops elsewhere; SHORT may have joined the
/// left terminal to a vertex.
fn spare_is_at_the_left(left: usize, right: usize, joined: bool) -> bool {
    let mut pairs = vec![(2, 2), (2, 2), (0, 3), (0, 2), (2, 1)];
    let first = 4;
    pairs.extend((first..first + left - 1).map(|leaf| (0, leaf)));
    pairs.extend((first + left..first + left + right).map(|leaf| (1, leaf)));
    let board = network(Graph::from_pairs(first + left + right, &pairs), 0, 1);
    let mut position = Position::new(board);
    let side = if joined { Side::Short } else { Side::Cut };
    position.play(side, EdgeId::new(2)).unwrap();
    let edge = PerfectPlayer::with_limit(Side::Cut, &position, 0).choose(&position);
    let ends = position.network().graph().ends(edge.unwrap());
    ends.contains(&position.network().left())
}

#[test]
fn two_hundred_edges_at_a_terminal_are_still_examined() {
    // One vertex and 199 edges, or two vertices and 198; then one more.
    assert!(spare_is_at_the_left(199, 300, false));
    assert!(!spare_is_at_the_left(200, 300, false));
    assert!(spare_is_at_the_left(198, 300, true));
    assert!(!spare_is_at_the_left(199, 300, true));
}
