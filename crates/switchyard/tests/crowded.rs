//! Terminals with very many edges: the perfect player does not look at them all for a spare move,
//! and still has one.

use switchyard::graph::{EdgeId, Graph};
use switchyard::player::PerfectPlayer;
use switchyard::player::Player;
use switchyard::switching::{Position, Side};
use switchyard_oracle::graphs::network;

#[test]
fn a_spare_move_is_found_where_both_terminals_are_crowded() {
    // Three loops, 300 dead ends at either terminal, and a path of two edges between them.
    let loops = (0..3).map(|_| (0, 0));
    let ends = (3..603).map(|leaf| (leaf % 2, leaf));
    let path = [(0, 2), (2, 1)];
    let pairs: Vec<(usize, usize)> = loops.chain(ends).chain(path).collect();
    let mut position = Position::new(network(Graph::from_pairs(603, &pairs), 0, 1));
    let mut perfect = PerfectPlayer::new(Side::Cut, &position);
    // SHORT wastes its moves; CUT answers with legal ones until SHORT comes to the point.
    for waste in [0, 2, 602] {
        let short = EdgeId::new(waste);
        position.play(Side::Short, short).unwrap();
        perfect.observe(&position, Side::Short, short);
        let cut = perfect.choose(&position).unwrap();
        assert!(position.is_legal(cut), "{cut}");
        position.play(Side::Cut, cut).unwrap();
        perfect.observe(&position, Side::Cut, cut);
        if position.winner().is_some() {
            break;
        }
    }
    while position.winner().is_none() {
        let free: Vec<EdgeId> = position.free_edges().collect();
        let short = free[free.len() - 1];
        position.play(Side::Short, short).unwrap();
        perfect.observe(&position, Side::Short, short);
        if position.winner().is_none() {
            let cut = perfect.choose(&position).unwrap();
            position.play(Side::Cut, cut).unwrap();
            perfect.observe(&position, Side::Cut, cut);
        }
    }
    assert_eq!(position.winner(), Some(Side::Cut));
}

/// CUT's spare move on a board whose terminals have `left` and `right` edges, most of them to dead ends; the first edges
/// are loops elsewhere. Whether it is at the left terminal, which SHORT may have joined to a vertex.
fn spare_is_at_the_left(left: usize, right: usize, joined: bool) -> bool {
    let mut pairs = vec![(2, 2), (2, 2), (0, 3), (0, 2), (2, 1)];
    let first = 4;
    pairs.extend((first..first + left - 1).map(|leaf| (0, leaf)));
    pairs.extend((first + left..first + left + right).map(|leaf| (1, leaf)));
    let board = network(Graph::from_pairs(first + left + right, &pairs), 0, 1);
    let mut position = Position::new(board);
    let side = if joined { Side::Short } else { Side::Cut };
    position.play(side, EdgeId::new(2)).unwrap();
    let edge = PerfectPlayer::new(Side::Cut, &position).choose(&position);
    let ends = position.network().graph().ends(edge.unwrap());
    ends.contains(&position.network().left())
}

#[test]
fn two_hundred_edges_at_a_terminal_are_still_looked_at() {
    // One vertex and 199 edges, or two vertices and 198; then one more.
    assert!(spare_is_at_the_left(199, 300, false));
    assert!(!spare_is_at_the_left(200, 300, false));
    assert!(spare_is_at_the_left(198, 300, true));
    assert!(!spare_is_at_the_left(199, 300, true));
}
