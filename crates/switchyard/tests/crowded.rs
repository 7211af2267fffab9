//! Terminals with very many edges: the perfect player does not look at them all for a spare move,
//! and still has one.

use switchyard::graph::{EdgeId, Graph};
use switchyard::oracle::graphs::network;
use switchyard::player::Player;
use switchyard::player::perfect::PerfectPlayer;
use switchyard::switching::{Position, Side};

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
