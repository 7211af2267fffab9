//! Boards that several unit tests share.

use crate::{EdgeId, Network, Position, Rng, Side};
use rand::RngExt;

/// The example of the course: the side that moves first wins, with any edge.
pub(crate) fn course() -> Network {
    network(4, (0, 3), &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)])
}

/// A network that is known to be valid.
pub(crate) fn network(
    vertices: usize,
    terminals: (usize, usize),
    pairs: &[(usize, usize)],
) -> Network {
    Network::from_pairs(vertices, terminals, pairs).expect("a valid network")
}

/// A network of up to eight vertices with fewer than `most` edges, loops and parallel edges included.
pub(crate) fn random_network(rng: &mut Rng, most: usize) -> Network {
    let vertices = rng.random_range(2..9);
    let edges = rng.random_range(1..most);
    let mut vertex = || rng.random_range(0..vertices);
    let pairs: Vec<(usize, usize)> = (0..edges).map(|_| (vertex(), vertex())).collect();
    network(vertices, (0, vertices - 1), &pairs)
}

/// A random network after up to three moves.
pub(crate) fn random_position(rng: &mut Rng) -> Position {
    let network = random_network(rng, 16);
    played(rng, network)
}

/// This network after up to three random moves.
pub(crate) fn played(rng: &mut Rng, network: Network) -> Position {
    let mut position = Position::new(network);
    for turn in 0..rng.random_range(0..4) {
        let free: Vec<EdgeId> = position.free_edges().collect();
        if position.winner().is_none() && !free.is_empty() {
            let edge = free[rng.random_range(0..free.len())];
            let played = position.play(Side::BOTH[turn % 2], edge);
            assert_eq!(played, Ok(()), "a free edge is legal");
        }
    }
    position
}
