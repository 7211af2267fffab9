//! Small facts that larger tests take for granted: counts, legality, sets, and the words for them.

use switchyard::coins::label;
use switchyard::coins::random::transitive_tournament;
use switchyard::coins::{Game, LabelSet, Outcome, Position as Coins, Rating, Reason};
use switchyard::graph::{Digraph, EdgeId, Graph, NodeId};
use switchyard::switching::{Position, Side};
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

#[test]
fn label_sets_and_tables() {
    let set = |members: &[u32]| LabelSet::new(members.to_vec());
    for (members, mex) in [(&[][..], 0), (&[1, 2], 0), (&[0], 1), (&[3, 1, 0, 0], 2)] {
        assert_eq!(set(members).mex(), mex, "{members:?}");
    }
    // 0 <-> 1 beside 2 -> 3, and 4 with an arc to itself and one to 3.
    let digraph = Digraph::from_arcs(5, &[(0, 1), (1, 0), (2, 3), (4, 4), (4, 3)]);
    let labels = label(&digraph);
    assert_eq!(
        (labels.len(), labels.is_empty(), labels.largest()),
        (5, false, Some(1))
    );
    assert_eq!(label(&transitive_tournament(5)).largest(), Some(4));
    let mut sets = labels.sets().to_vec();
    sets.sort();
    assert_eq!(sets, [set(&[]), set(&[0])]);
    assert!(label(&Digraph::from_arcs(0, &[])).is_empty());
}

/// Every reason that a move can have, in its words.
#[test]
fn moves_have_their_reasons() {
    // 0: ∞ by a loop, also to 1 (a dead end) and to 2, labelled 1; 3 is ∞ without any number.
    let arcs = [(0, 0), (0, 1), (0, 2), (2, 1), (3, 3)];
    let game = Game::new(Digraph::from_arcs(4, &arcs));
    let reason = |coins: &[usize], from: usize, to: usize| {
        let position = Coins::new(coins.iter().map(|&node| NodeId::new(node)).collect());
        let moves = game.moves(&position);
        let (from, to) = (NodeId::new(from), NodeId::new(to));
        let found = moves
            .into_iter()
            .find(|m| (m.push.from, m.push.to) == (from, to));
        let found = found.expect("a move");
        (found.rating, found.reason)
    };
    assert_eq!(reason(&[2], 2, 1), (Rating::Wins, Reason::SumZero));
    let sum = Reason::SumNotZero { sum: 1 };
    assert_eq!(reason(&[0], 0, 2), (Rating::Loses, sum.clone()));
    let reach = Reason::WithinReach { others: 0 };
    assert_eq!(reason(&[0], 0, 0), (Rating::Loses, reach.clone()));
    let out = Reason::OutOfReach {
        set: LabelSet::default(),
        others: 0,
    };
    assert_eq!(reason(&[3], 3, 3), (Rating::Draws, out.clone()));
    assert_eq!(reason(&[0, 3], 3, 3), (Rating::Draws, Reason::TwoInfinite));
    for (reason, word) in [
        (Reason::SumZero, "Nim-sum 0"),
        (sum, "Nim-sum 1"),
        (reach, "follower labelled 0"),
        (out, "does not reach 0"),
        (Reason::TwoInfinite, "two or more"),
    ] {
        assert!(reason.to_string().contains(word), "{reason}");
    }
    let words = [Rating::Loses, Rating::Draws, Rating::Wins].map(|r| r.to_string());
    assert_eq!(words, ["loses", "draws", "wins"]);
    let words = [Outcome::First, Outcome::Second, Outcome::Draw].map(|o| o.to_string());
    assert_eq!(words, ["first", "second", "draw"]);
}
