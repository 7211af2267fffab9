//! Lost positions: which move the perfect player makes.

use crate::table::Table;
use switchyard::player::{Belief, Model, PerfectPlayer, Player, Policy};
use switchyard::{EdgeId, Graph, Position, Side};
use switchyard_oracle::graphs::network;
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

/// Random positions that `side` loses moving first, with an oracle that knows them.
fn lost_positions(seed: u64, count: usize, mut check: impl FnMut(&mut Oracle, &Position, Side)) {
    let mut sampler = Sampler::new(seed);
    let mut lost = 0;
    while lost < count {
        let network = sampler.network(6, 11);
        let mut oracle = Oracle::new(&network);
        let position = sampler.position(&network, 9);
        for side in Side::BOTH {
            if position.winner().is_none() && oracle.winner_moving(&position, side) != side {
                check(&mut oracle, &position, side);
                lost += 1;
            }
        }
    }
}

/// One reply deep, against an opponent that plays any edge, the objective is the share of replies that
/// do not win: the move must leave the fewest winning replies.
#[test]
fn against_chance_it_leaves_the_fewest_winning_replies() {
    let mut policy = Policy::default();
    policy.prior = Belief::certain(Model::Random);
    policy.depth = 1;
    policy.hazard = 0.0;
    lost_positions(14, 1500, |oracle, position, side| {
        let mut player = PerfectPlayer::with_policy(side, position, policy.clone());
        let chosen = player.choose(position).unwrap();
        let mut replies_after = |edge| oracle.replies_after(position, side, edge);
        let fewest = position.free_edges().map(&mut replies_after).min();
        assert_eq!(
            Some(replies_after(chosen)),
            fewest,
            "{side} in {position:?}"
        );
    });
}

/// The edges of all smallest sets with which SHORT would have won at once, by trying all sets.
fn shortest_routes(position: &Position) -> Vec<EdgeId> {
    let free: Vec<EdgeId> = position.free_edges().collect();
    let mut routes: Vec<EdgeId> = Vec::new();
    let mut fewest = u32::MAX;
    for mask in 1_u32..1 << free.len() {
        if mask.count_ones() > fewest {
            continue;
        }
        let set = free.iter().enumerate();
        let set: Vec<EdgeId> = set
            .filter_map(|(i, &edge)| (mask >> i & 1 == 1).then_some(edge))
            .collect();
        let mut after = position.clone();
        for &edge in &set {
            if after.winner().is_none() {
                after.play(Side::Short, edge).unwrap();
            }
        }
        if after.winner() == Some(Side::Short) {
            if mask.count_ones() < fewest {
                routes.clear();
                fewest = mask.count_ones();
            }
            routes.extend(set);
        }
    }
    routes.sort_unstable();
    routes.dedup();
    routes
}

/// One reply deep, against an opponent that plays on a shortest route: no move makes it err more often.
#[test]
fn against_a_known_opponent_no_move_makes_an_error_likelier() {
    let mut policy = Policy::default();
    policy.prior = Belief::certain(Model::Greedy);
    policy.depth = 1;
    policy.hazard = 0.0;
    let mut by_error = 0;
    lost_positions(19, 400, |oracle, position, side| {
        let mut error_after = |edge: EdgeId| {
            let mut after = position.clone();
            after.play(side, edge).unwrap();
            if after.winner().is_some() {
                return 0.0;
            }
            let winning = oracle.winning_moves(&after, side.other());
            let routes = shortest_routes(&after);
            let errors = routes.iter().filter(|edge| !winning.contains(edge)).count();
            errors as f64 / routes.len() as f64
        };
        let best = position.free_edges().map(&mut error_after);
        let best = best.fold(0.0, f64::max);
        let mut player = PerfectPlayer::with_policy(side, position, policy.clone());
        let chosen = player.choose(position).unwrap();
        let error = error_after(chosen);
        assert!(
            error > best - 1e-9,
            "{side}: {error} of {best}, {position:?}"
        );
        let reason = player.reason().unwrap();
        let said: Vec<f64> = reason.expected.iter().map(|model| model.error).collect();
        assert_eq!(said.len(), 1);
        assert!((said[0] - error).abs() < 1e-9, "{said:?}, {error}");
        by_error += usize::from(error > 0.0);
    });
    assert!(by_error > 40, "{by_error}");
}

/// The reason counts the replies that keep the win as the oracle does.
#[test]
fn the_reason_counts_the_replies_that_keep_the_win() {
    let mut threats = 0;
    lost_positions(33, 1500, |oracle, position, side| {
        let mut player = PerfectPlayer::new(side, position);
        assert_eq!(player.reason(), None);
        let chosen = player.choose(position).unwrap();
        // Where no edge between the terminals is left that matters, there is nothing to explain.
        let Some(reason) = player.reason() else {
            return;
        };
        assert_eq!(reason.edge, chosen);
        assert_eq!(reason.refutes, None);
        assert_eq!(reason.replies, position.free_count() - 1);
        assert_eq!(
            reason.winning,
            oracle.replies_after(position, side, chosen),
            "{side} in {position:?}"
        );
        let likelihoods: f64 = reason.expected.iter().map(|model| model.likelihood).sum();
        assert!((likelihoods - 1.0).abs() < 1e-9);
        threats += usize::from(reason.winning < reason.replies);
    });
    assert!(threats > 500, "{threats}");
}

/// The same game twice, move by move.
#[test]
fn its_moves_follow_from_the_game_alone() {
    let mut sampler = Sampler::new(34);
    for _ in 0..60 {
        let network = sampler.network(9, 18);
        let side = sampler.pick(&Side::BOTH);
        let limit = sampler.pick(&[PerfectPlayer::SMALL, 0]);
        let start = Position::new(network.clone());
        let mut tables = [0, 1].map(|_| Table::with_limit(side, start.clone(), limit));
        let mut mover = side.other();
        while !tables[0].is_over() {
            let edge = if mover == side {
                let [a, b] = tables.each_mut().map(Table::choose);
                assert_eq!(a, b);
                a
            } else {
                sampler.pick(&tables[0].free())
            };
            for table in &mut tables {
                table.play(mover, edge);
            }
            mover = mover.other();
        }
    }
}

/// With no steps to spend it still has a legal move, on networks of every size.
#[test]
fn without_steps_it_still_moves() {
    let mut sampler = Sampler::new(35);
    for _ in 0..300 {
        let network = sampler.network(8, 14);
        let position = Position::new(network.clone());
        for side in Side::BOTH {
            if position.winner().is_some() || position.outcome() != side.other().into() {
                continue;
            }
            for (small, searched) in [(1000, 1000), (1000, 0), (0, 0)] {
                let mut policy = Policy::default();
                (policy.small, policy.searched) = (small, searched);
                (policy.steps, policy.window) = (0, 4);
                let mut player = PerfectPlayer::with_policy(side, &position, policy);
                let edge = player.choose(&position).unwrap();
                assert!(position.is_legal(edge));
            }
        }
    }
}

/// A loser that follows the winner's trees evaluates few moves, and still leaves the winner fewer winning
/// replies than a random move does.
#[test]
fn on_large_networks_the_loser_is_better_than_chance() {
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

/// Where some threats have one answer and most have many, the loser of a large network finds one of the
/// former.
#[test]
fn on_large_networks_the_loser_finds_threats_with_one_answer() {
    for (doubled, dense) in [(3, 6), (4, 6), (5, 7), (6, 7), (7, 8)] {
        // Pairs of parallel edges in a row, and then a complete graph.
        let pairs = (0..doubled).flat_map(|v| [(v, v + 1); 2]);
        let lump = (0..dense).flat_map(|u| (0..u).map(move |v| (doubled + u, doubled + v)));
        let pairs: Vec<(usize, usize)> = lump.chain(pairs).collect();
        let graph = Graph::from_pairs(doubled + dense, &pairs);
        let position = Position::new(network(graph, 0, doubled + dense - 1));
        let edge = PerfectPlayer::with_limit(Side::Cut, &position, 0).choose(&position);
        let ends = position.network().graph().ends(edge.unwrap());
        assert!(ends[0].index() < doubled, "{ends:?}, {doubled}, {dense}");
    }
}
