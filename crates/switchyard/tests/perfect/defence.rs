//! Lost positions: which move the perfect player makes.

use switchyard::player::{PerfectPlayer, Player};
use switchyard::{Graph, Position, Side};
use switchyard_oracle::graphs::network;
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

#[test]
fn in_a_lost_position_it_leaves_the_fewest_winning_replies() {
    let mut sampler = Sampler::new(14);
    let mut lost = 0;
    for _ in 0..4000 {
        let network = sampler.network(6, 11);
        let mut oracle = Oracle::new(&network);
        let position = sampler.position(&network, 9);
        for side in Side::BOTH {
            if position.winner().is_some() || oracle.winner_moving(&position, side) == side {
                continue;
            }
            let mut replies_after = |edge| oracle.replies_after(&position, side, edge);
            let chosen = PerfectPlayer::new(side, &position)
                .choose(&position)
                .unwrap();
            let fewest = position.free_edges().map(&mut replies_after).min();
            assert_eq!(
                Some(replies_after(chosen)),
                fewest,
                "{side} in {position:?}"
            );
            lost += 1;
        }
    }
    assert!(lost > 1000, "{lost}");
}

/// Up to the limit, and not beyond, the loser evaluates every move.
#[test]
fn a_network_is_small_up_to_the_limit() {
    let mut sampler = Sampler::new(25);
    let (mut lost, mut different) = (0, 0);
    for _ in 0..3_000 {
        let network = sampler.network(8, 14);
        let position = Position::new(network.clone());
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
