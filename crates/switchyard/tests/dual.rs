//! The planar dual: what SHORT wins on one network, CUT wins on the other, with the same edges.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::bridgit::Board;
use switchyard::switching::{DualError, dual};
use switchyard::{EdgeId, Graph, Network, Outcome, Position, Side, VertexId, solve};

fn swapped(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Short => Outcome::Cut,
        Outcome::Cut => Outcome::Short,
        Outcome::First => Outcome::First,
    }
}

fn agrees(network: &Network, moves: &[(Side, EdgeId)]) {
    let other = dual(network).unwrap();
    assert_eq!(other.graph().edge_count(), network.graph().edge_count());
    let here = Position::with_moves(network.clone(), moves.iter().copied()).unwrap();
    let turned = moves.iter().map(|&(side, edge)| (side.other(), edge));
    let there = Position::with_moves(other.clone(), turned).unwrap();
    assert_eq!(
        here.winner(),
        there.winner().map(Side::other),
        "{network:?} {moves:?}"
    );
    let (here, there) = (solve(&here), solve(&there));
    assert_eq!(
        there.outcome,
        swapped(here.outcome),
        "{network:?} {other:?}"
    );
    assert_eq!(
        there.winning.short, here.winning.cut,
        "{network:?} {other:?}"
    );
    assert_eq!(
        there.winning.cut, here.winning.short,
        "{network:?} {other:?}"
    );
}

/// Moves of both sides, in turn, until the game is decided or there are enough.
fn some_moves(rng: &mut ChaCha8Rng, network: &Network) -> Vec<(Side, EdgeId)> {
    let edges = network.graph().edge_count();
    let mut moves: Vec<(Side, EdgeId)> = Vec::new();
    let mut side = Side::Short;
    for _ in 0..rng.random_range(0..=edges.min(8)) {
        let edge = EdgeId::new(rng.random_range(0..edges));
        let position = Position::with_moves(network.clone(), moves.iter().copied()).unwrap();
        if position.winner().is_none() && moves.iter().all(|&(_, taken)| taken != edge) {
            moves.push((side, edge));
            side = side.other();
        }
    }
    moves
}

/// A random planar network: faces of a growing drawing are parted, edges are doubled, loops and twigs are added.
fn planar_network(rng: &mut ChaCha8Rng) -> Network {
    let mut pairs = vec![(0, 1), (1, 2), (2, 0)];
    let mut n = 3;
    let mut faces: Vec<Vec<usize>> = vec![vec![0, 1, 2], vec![0, 2, 1]];
    for _ in 0..rng.random_range(0..14) {
        match rng.random_range(0..6) {
            0 => pairs.push(pairs[rng.random_range(0..pairs.len())]),
            1 => {
                pairs.push((rng.random_range(0..n), n));
                n += 1;
            }
            2 if rng.random_bool(0.3) => {
                let v = rng.random_range(0..n);
                pairs.push((v, v));
            }
            _ => {
                let at = rng.random_range(0..faces.len());
                let face = faces.swap_remove(at);
                let (i, j) = (
                    rng.random_range(0..face.len()),
                    rng.random_range(0..face.len()),
                );
                let (i, j) = (i.min(j), i.max(j));
                if i == j {
                    faces.push(face);
                    continue;
                }
                // A path of one or two edges across the face.
                let middle = rng.random_bool(0.5).then_some(n);
                match middle {
                    Some(middle) => {
                        pairs.extend([(face[i], middle), (middle, face[j])]);
                        n += 1;
                    }
                    None => pairs.push((face[i], face[j])),
                }
                let mut one = face[i..=j].to_vec();
                one.extend(middle);
                let mut two = face[j..].to_vec();
                two.extend_from_slice(&face[..=i]);
                two.extend(middle);
                faces.extend([one, two]);
            }
        }
    }
    // Terminals on one face, so that the edge between them can be drawn.
    let face = &faces[rng.random_range(0..faces.len())];
    let left = face[rng.random_range(0..face.len())];
    let right = *face.iter().find(|&&v| v != left).unwrap();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
    let pairs: Vec<(usize, usize)> = order.into_iter().map(|i| pairs[i]).collect();
    let graph = Graph::from_pairs(n, &pairs);
    Network::new(graph, VertexId::new(left), VertexId::new(right)).unwrap()
}

#[test]
fn short_on_one_network_is_cut_on_the_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..2_000 {
        let network = planar_network(&mut rng);
        agrees(&network, &[]);
        let moves = some_moves(&mut rng, &network);
        agrees(&network, &moves);
    }
}

#[test]
fn boards_have_duals_of_the_same_size() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for m in 2..=12 {
        let board = Board::new(m).unwrap();
        agrees(board.network(), &[]);
        agrees(board.network(), &some_moves(&mut rng, board.network()));
        // An M-board is its own dual: as many faces as vertices.
        let other = dual(board.network()).unwrap();
        assert_eq!(
            other.graph().vertex_count(),
            board.network().graph().vertex_count()
        );
    }
}

/// The dual of the dual has the same game, edge for edge.
#[test]
fn twice_dual_is_the_same_game() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for _ in 0..500 {
        let network = planar_network(&mut rng);
        let twice = dual(&dual(&network).unwrap()).unwrap();
        let [here, there] = [&network, &twice].map(|n| solve(&Position::new(n.clone())));
        assert_eq!(here.outcome, there.outcome);
        assert_eq!(here.winning, there.winning);
    }
}

fn complete(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect()
}

fn network(n: usize, pairs: &[(usize, usize)], [left, right]: [usize; 2]) -> Network {
    let graph = Graph::from_pairs(n, pairs);
    Network::new(graph, VertexId::new(left), VertexId::new(right)).unwrap()
}

#[test]
fn what_has_no_dual_is_refused() {
    assert_eq!(
        dual(&network(5, &complete(5), [0, 4])),
        Err(DualError::NotPlanar)
    );
    let bipartite: Vec<(usize, usize)> = (0..3).flat_map(|u| (3..6).map(move |v| (u, v))).collect();
    assert_eq!(
        dual(&network(6, &bipartite, [0, 1])),
        Err(DualError::NotPlanar)
    );
    // Planar alone, but not with the edge between the terminals.
    let mut without = complete(5);
    without.retain(|&pair| pair != (3, 4));
    assert_eq!(
        dual(&network(5, &without, [3, 4])),
        Err(DualError::NotPlanar)
    );
    assert!(dual(&network(5, &without, [0, 1])).is_ok());
    assert_eq!(dual(&network(3, &[(0, 1)], [0, 2])), Err(DualError::Apart));
    // Edges split by new vertices change nothing.
    let mut n = 5;
    let mut split = Vec::new();
    for (u, v) in complete(5) {
        split.extend([(u, n), (n, v)]);
        n += 1;
    }
    assert_eq!(dual(&network(n, &split, [0, 1])), Err(DualError::NotPlanar));
}
