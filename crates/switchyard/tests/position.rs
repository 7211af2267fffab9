//! Counts and legality, from the first move to the last.

use switchyard::{EdgeId, Graph, Position, Side};
use switchyard_oracle::graphs::network;

#[test]
fn free_edges_are_counted_and_legal_until_the_game_is_over() {
    let board = network(
        Graph::from_pairs(3, &[(0, 2), (2, 1), (0, 2), (1, 1)]),
        0,
        1,
    );
    let mut position = Position::new(board);
    for (made, (side, edge)) in [(Side::Short, 0), (Side::Cut, 2), (Side::Cut, 3)]
        .into_iter()
        .enumerate()
    {
        let edge = EdgeId::new(edge);
        assert_eq!(position.free_count(), 4 - made);
        assert_eq!(position.free_edges().count(), 4 - made);
        assert!(position.is_legal(edge));
        position.play(side, edge).unwrap();
        assert!(!position.is_legal(edge));
    }
    assert!(!position.is_legal(EdgeId::new(4)));
    position.play(Side::Cut, EdgeId::new(1)).unwrap();
    assert_eq!(
        (position.free_count(), position.winner()),
        (0, Some(Side::Cut))
    );
}
