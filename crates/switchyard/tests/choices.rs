//! Which of several moves that are equal in theory is made: with coins, the draw that is hardest to keep and, where the
//! end cannot be searched, the defence that leaves the winner most to do; CUT's spare move; where small networks end.

use std::collections::HashSet;
use switchyard::coins::potential;
use switchyard::coins::{Game, Outcome, Position, Rating, random, remoteness};
use switchyard::graph::{EdgeId, Graph, NodeId, VertexId};
use switchyard::player::PerfectPlayer;
use switchyard::player::Player;
use switchyard::switching::{self, Claim, Side};
use switchyard_oracle::graphs::network;
use switchyard_oracle::sampler::{Sampler, random_digraphs};
use switchyard_oracle::switching::Oracle;

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

/// The free edges that leave what SHORT has joined to a vertex.
fn leaving(position: &switching::Position, start: VertexId) -> Vec<EdgeId> {
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
fn cuts_spare_move_is_at_the_terminal_with_fewer_ways_out() {
    let mut sampler = Sampler::new(24);
    let (mut spare, mut joined) = (0, 0);
    for _ in 0..20_000 {
        let network = sampler.network(9, 14);
        let position = sampler.position(&network, 3);
        if position.winner().is_some() || position.outcome() != switching::Outcome::Cut {
            continue;
        }
        let around = [network.left(), network.right()].map(|end| leaving(&position, end));
        let fewest = around.iter().map(Vec::len).filter(|&count| count > 0).min();
        let Some(fewest) = fewest else { continue };
        let mut perfect = PerfectPlayer::new(Side::Cut, &position);
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

/// Up to the limit, and not beyond, the loser looks at every move.
#[test]
fn a_network_is_small_up_to_the_limit() {
    let mut sampler = Sampler::new(25);
    let (mut lost, mut different) = (0, 0);
    for _ in 0..3_000 {
        let network = sampler.network(8, 14);
        let position = switching::Position::new(network.clone());
        let edges = network.graph().edge_count();
        if position.winner().is_some() || edges == 0 {
            continue;
        }
        for side in Side::BOTH {
            if position.outcome() != side.other().into() {
                continue;
            }
            let chosen = [usize::MAX, edges, edges - 1]
                .map(|limit| PerfectPlayer::with_limit(side, &position, limit).choose(&position));
            assert_eq!(chosen[0], chosen[1], "{side} in {position:?}");
            lost += 1;
            different += usize::from(chosen[1] != chosen[2]);
        }
    }
    assert!(lost > 500 && different > 50, "{lost}, {different}");
}

/// A loser that follows the winner's trees looks at few moves, and still leaves the winner fewer good replies than a move by
/// chance does.
#[test]
fn on_large_networks_the_loser_asks_more_than_chance() {
    let mut sampler = Sampler::new(27);
    for side in Side::BOTH {
        let (mut lost, mut chosen, mut by_chance, mut fewest) = (0, 0, 0, 0);
        while lost < 400 {
            let network = sampler.network(7, 12);
            let mut oracle = Oracle::new(&network);
            let position = sampler.position(&network, 9);
            if position.winner().is_some() || oracle.winner_moving(&position, side) == side {
                continue;
            }
            let mut replies_after = |edge| oracle.replies_after(&position, side, edge);
            let all: Vec<usize> = position.free_edges().map(&mut replies_after).collect();
            let mut player = PerfectPlayer::with_limit(side, &position, 0);
            chosen += 1000 * replies_after(player.choose(&position).unwrap());
            by_chance += 1000 * all.iter().sum::<usize>() / all.len();
            fewest += 1000 * all.iter().min().unwrap();
            lost += 1;
        }
        let of = by_chance - fewest;
        assert!(chosen - fewest < of * 3 / 5, "{side}: {chosen} of {of}");
    }
}

/// Where some threats have one answer and most have many, the loser of a large network finds one of the former.
#[test]
fn on_large_networks_the_loser_asks_where_one_answer_is_left() {
    for (doubled, dense) in [(3, 6), (4, 6), (5, 7), (6, 7), (7, 8)] {
        // Pairs of parallel edges in a row, and then a set in which everybody is joined to everybody.
        let pairs = (0..doubled).flat_map(|v| [(v, v + 1); 2]);
        let lump = (0..dense).flat_map(|u| (0..u).map(move |v| (doubled + u, doubled + v)));
        let pairs: Vec<(usize, usize)> = lump.chain(pairs).collect();
        let graph = Graph::from_pairs(doubled + dense, &pairs);
        let position = switching::Position::new(network(graph, 0, doubled + dense - 1));
        let edge = PerfectPlayer::with_limit(Side::Cut, &position, 0).choose(&position);
        let ends = position.network().graph().ends(edge.unwrap());
        assert!(ends[0].index() < doubled, "{ends:?}, {doubled}, {dense}");
    }
}

/// Asked after the last edge is gone, a player says so.
#[test]
fn nothing_to_play_is_no_panic() {
    let mut sampler = Sampler::new(26);
    for _ in 0..300 {
        let network = sampler.network(6, 9);
        for side in Side::BOTH {
            let mut position = switching::Position::new(network.clone());
            let mut perfect = PerfectPlayer::new(side, &position);
            for (turn, edge) in sampler.order(&network).into_iter().enumerate() {
                if position.winner().is_some() {
                    break;
                }
                let mover = if turn % 2 == 0 { side.other() } else { side };
                position.play(mover, edge).unwrap();
                perfect.observe(&position, mover, edge);
            }
            if position.free_count() == 0 && position.winner() == Some(side) {
                assert!(perfect.choose(&position).is_err());
            }
        }
    }
}
