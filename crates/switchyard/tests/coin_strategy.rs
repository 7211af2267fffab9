//! Which of several moves of equal outcome is made with coins, and the reason given for each: the draw
//! that is hardest to keep and, where the end cannot be searched, the defence that leaves the winner the
//! most to do.

use switchyard::coins::{
    Game, LabelSet, Outcome, Position, Rating, Reason, potential, random, remoteness,
};
use switchyard::{Digraph, NodeId};
use switchyard_oracle::sampler::{Sampler, random_digraphs};

/// The positions after every move.
fn next(game: &Game<'_>, position: &Position) -> Vec<Position> {
    let pushes = position.pushes(game.digraph()).into_iter();
    pushes
        .map(|push| position.push(game.digraph(), push).unwrap())
        .collect()
}

/// How many thousandths of the replies keep the draw.
fn share_of_draws(game: &Game<'_>, position: &Position) -> usize {
    let replies = next(game, position);
    let draws = replies
        .iter()
        .filter(|after| game.outcome(after) == Outcome::Draw);
    1000 * draws.count() / replies.len().max(1)
}

#[test]
fn a_draw_leaves_the_smallest_share_of_drawing_replies() {
    let mut chosen_well = 0;
    for digraph in random_digraphs(21, 9).take(5_000) {
        let game = Game::new(digraph);
        let nodes = game.digraph().node_count();
        for (a, b) in (0..nodes).zip((0..nodes).rev()) {
            let position = Position::new(vec![NodeId::new(a), NodeId::new(b)]);
            if game.outcome(&position) != Outcome::Draw {
                continue;
            }
            let best = game.best(&position).expect("a drawn game goes on");
            let after = position.push(game.digraph(), best.push).unwrap();
            let draws = next(&game, &position).into_iter();
            let draws = draws.filter(|after| game.outcome(after) == Outcome::Draw);
            let shares: Vec<usize> = draws.map(|after| share_of_draws(&game, &after)).collect();
            let least = shares.iter().min().copied();
            assert_eq!(Some(share_of_draws(&game, &after)), least, "{position:?}");
            chosen_well += usize::from(shares.iter().max().copied() > least);
        }
    }
    assert!(chosen_well > 1_000, "{chosen_well} draws with a choice");
}

/// The least potential that the winner can reach with one move.
fn winners_best(game: &Game<'_>, position: &Position) -> impl Ord + std::fmt::Debug + use<> {
    let replies = next(game, position).into_iter();
    let won = replies.filter(|after| game.outcome(after) == Outcome::Second);
    won.filter_map(|after| potential(game, &after)).min()
}

#[test]
fn a_defence_that_cannot_be_searched_leaves_the_winner_most_to_do() {
    let game = Game::new(random::nearly_acyclic(300, 1_500, 0.02, 22));
    let mut sampler = Sampler::new(23);
    let mut lost = 0;
    while lost < 12 {
        let coin = |sampler: &mut Sampler| NodeId::new(sampler.number(100, 299));
        let [a, b, c] = [(); 3].map(|()| coin(&mut sampler));
        // A coin more on each node: the Nim-sum is 0 if all have numbers.
        let position = Position::new(vec![a, a, b, b, c, c]);
        let is_long = remoteness(game.digraph(), &position).is_none();
        if game.outcome(&position) != Outcome::Second || !is_long {
            continue;
        }
        let best = game.best(&position).expect("a move");
        assert_eq!(best.rating, Rating::Loses);
        let after = position.push(game.digraph(), best.push).unwrap();
        let most = next(&game, &position)
            .into_iter()
            .map(|after| winners_best(&game, &after));
        assert_eq!(Some(winners_best(&game, &after)), most.max());
        lost += 1;
    }
}

/// Every reason that a move can have, in its words.
#[test]
fn moves_have_their_reasons() {
    // 0: ∞ by a loop, also to 1 (a dead end) and to 2, labelled 1; 3 is ∞ without any number.
    let arcs = [(0, 0), (0, 1), (0, 2), (2, 1), (3, 3)];
    let game = Game::new(Digraph::from_arcs(4, &arcs));
    let reason = |coins: &[usize], from: usize, to: usize| {
        let position = Position::new(coins.iter().map(|&node| NodeId::new(node)).collect());
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
