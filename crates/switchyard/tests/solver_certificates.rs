//! Beyond exhaustive search: every move is made, what follows is proved by a checked certificate,
//! and the list of winning moves must be those after which the mover has a proof.

use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph};
use switchyard::player::{PerfectPlayer, Player};
use switchyard::switching::{Network, Outcome, Position, Side, check, solve};
use switchyard_oracle::graphs::network;
use switchyard_oracle::sampler::Sampler;

/// The outcome, with a certificate that the independent checker accepts.
fn proved(position: &Position) -> Outcome {
    let verdict = solve(position);
    check(position, &verdict.certificate).unwrap_or_else(|why| panic!("{why}: {position:?}"));
    assert_eq!(verdict.certificate.outcome(), verdict.outcome);
    verdict.outcome
}

fn check_every_move(position: &Position) -> Outcome {
    let verdict = solve(position);
    for side in Side::BOTH {
        let wins = |&edge: &EdgeId| {
            let mut after = position.clone();
            after.play(side, edge).unwrap();
            proved(&after).winner(side.other()) == side
        };
        let winning: Vec<EdgeId> = match position.winner() {
            Some(_) => Vec::new(),
            None => position.free_edges().filter(wins).collect(),
        };
        assert_eq!(verdict.winning.of(side), winning, "{side} in {position:?}");
    }
    proved(position)
}

/// A grid with terminals at two opposite corners, and some more edges.
fn grid(sampler: &mut Sampler) -> Arc<Network> {
    let (width, height) = (sampler.number(2, 6), sampler.number(2, 6));
    let at = |x: usize, y: usize| y * width + x;
    let mut pairs = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if x + 1 < width {
                pairs.push((at(x, y), at(x + 1, y)));
            }
            if y + 1 < height {
                pairs.push((at(x, y), at(x, y + 1)));
            }
        }
    }
    let n = width * height;
    for _ in 0..sampler.number(0, 6) {
        pairs.push((sampler.number(0, n - 1), sampler.number(0, n - 1)));
    }
    network(Graph::from_pairs(n, &pairs), 0, n - 1)
}

/// Dense lumps on a thin chain: tight and dependent sets, nested and disjoint.
fn lumps(sampler: &mut Sampler) -> Arc<Network> {
    let (count, size) = (sampler.number(2, 5), sampler.number(2, 6));
    let n = count * size;
    let mut pairs = Vec::new();
    for lump in 0..count {
        for _ in 0..sampler.number(size, 3 * size) {
            let mut vertex = || lump * size + sampler.number(0, size - 1);
            pairs.push((vertex(), vertex()));
        }
        for _ in 0..sampler.number(1, 4) {
            let next = (lump + 1) % count;
            let mut in_lump = |which: usize| which * size + sampler.number(0, size - 1);
            pairs.push((in_lump(lump), in_lump(next)));
        }
    }
    network(Graph::from_pairs(n, &pairs), 0, n - 1)
}

fn sparse(sampler: &mut Sampler) -> Arc<Network> {
    let n = sampler.number(8, 30);
    sampler.network(n, 2 * n + 4)
}

/// One of the others with trees at its vertices, small components beside it, and isolated vertices.
fn scattered(sampler: &mut Sampler) -> Arc<Network> {
    let core = sampler.pick(&[sparse, grid, lumps])(sampler);
    let graph = core.graph();
    let ends = graph.edges().map(|edge| graph.ends(edge));
    let mut pairs: Vec<(usize, usize)> = ends.map(|[u, v]| (u.index(), v.index())).collect();
    let mut vertices = graph.vertex_count();
    for _ in 0..sampler.number(0, 12) {
        pairs.push((sampler.number(0, vertices - 1), vertices));
        vertices += 1;
    }
    for _ in 0..sampler.number(0, 3) {
        let component = sampler.graph(4, 8);
        let ends = component.edges().map(|edge| component.ends(edge));
        pairs.extend(ends.map(|[u, v]| (vertices + u.index(), vertices + v.index())));
        vertices += component.vertex_count();
    }
    let all = network(
        Graph::from_pairs(vertices, &pairs),
        core.left().index(),
        core.right().index(),
    );
    let fewest = pairs.len() + pairs.len() / 4 + 3;
    let isolated = sampler.number(0, 100);
    sampler.scatter(&all, vertices.max(fewest) + isolated)
}

#[test]
fn every_winning_move_and_no_other() {
    let mut sampler = Sampler::new(31);
    let mut count = [0; 3];
    for round in 0..2400 {
        let network = [sparse, grid, lumps, scattered][round % 4](&mut sampler);
        let played = [100, 10, 4][round / 4 % 3];
        let position = sampler.position(&network, played);
        count[check_every_move(&position) as usize] += 1;
    }
    assert!(count.iter().all(|&n| n > 30), "one-sided: {count:?}");
}

/// Plays a whole game between two perfect players: the winner must not change at any move.
fn play_out(mut position: Position, first: Side) {
    let mut players = Side::BOTH.map(|side| PerfectPlayer::new(side, &position));
    let winner = proved(&position).winner(first);
    let mut mover = first;
    while position.winner().is_none() {
        let edge = players[mover as usize].choose(&position).unwrap();
        position.play(mover, edge).unwrap();
        for player in &mut players {
            player.observe(&position, mover, edge);
        }
        mover = mover.other();
        assert_eq!(proved(&position).winner(mover), winner, "{position:?}");
    }
    assert_eq!(position.winner(), Some(winner));
}

#[test]
fn perfect_players_never_lose_a_won_game() {
    let mut sampler = Sampler::new(32);
    for round in 0..900 {
        let network = [sparse, grid, lumps][round % 3](&mut sampler);
        let position = sampler.position(&network, 12);
        let first = sampler.pick(&Side::BOTH);
        play_out(position, first);
    }
}
