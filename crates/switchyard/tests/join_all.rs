//! The join-all game: solver, checker and players against exhaustive search.

use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::player::{Builtin, PerfectPlayer};
use switchyard::referee::{Ending, play};
use switchyard::switching::certificate::{Certificate, Proof, TwoForests, Won};
use switchyard::switching::{
    CertificateError, Network, Outcome, Position, Side, Target, check, outcome, solve,
};
use switchyard_oracle::graphs::{connected_graphs, multigraphs};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::Oracle;

fn join_all(graph: Graph) -> Arc<Network> {
    Arc::new(Network::join_all(graph).expect("two vertices"))
}

/// Everything the solver says of a position, held against the oracle.
fn check_position(oracle: &mut Oracle, position: &Position) -> Outcome {
    let verdict = solve(position);
    assert_eq!(verdict.outcome, oracle.outcome(position), "{position:?}");
    assert_eq!(outcome(position), verdict.outcome, "{position:?}");
    for side in Side::BOTH {
        let expected = oracle.winning_moves(position, side);
        assert_eq!(verdict.winning.of(side), expected, "{side} in {position:?}");
    }
    assert_eq!(verdict.certificate.outcome(), verdict.outcome);
    check(position, &verdict.certificate)
        .unwrap_or_else(|why| panic!("{why}: {:?} of {position:?}", verdict.certificate));
    verdict.outcome
}

#[test]
fn all_connected_graphs_of_five_vertices() {
    let mut seen = [0; 3];
    for graph in (2..=5).flat_map(connected_graphs) {
        let network = join_all(graph);
        let start = Position::new(network.clone());
        let outcome = check_position(&mut Oracle::new(&network), &start);
        seen[outcome as usize] += 1;
    }
    assert_eq!(seen.iter().sum::<u32>(), 1 + 2 + 6 + 21);
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn random_multigraphs_from_the_middle_of_the_game() {
    let mut sampler = Sampler::new(31);
    let mut seen = [0; 3];
    for _ in 0..4000 {
        let network = join_all(sampler.graph(6, 12));
        if Position::new(network.clone()).winner().is_some() {
            continue;
        }
        let mut oracle = Oracle::new(&network);
        let start = Position::new(network.clone());
        seen[check_position(&mut oracle, &start) as usize] += 1;
        // One edge in this many has been played.
        for played in [8, 4, 2] {
            let position = sampler.position(&network, played);
            seen[check_position(&mut oracle, &position) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

/// Connected graphs with too few edges for two trees: some pair of vertices must be found that CUT can
/// keep apart, whatever the shape of the rigid parts.
#[test]
fn a_pair_to_keep_apart_is_always_found() {
    let mut sampler = Sampler::new(32);
    let mut cut = 0;
    for _ in 0..3000 {
        let n = sampler.number(3, 40);
        let mut pairs: Vec<(usize, usize)> =
            (1..n).map(|v| (sampler.number(0, v - 1), v)).collect();
        for _ in 0..sampler.number(0, n) {
            pairs.push((sampler.number(0, n - 1), sampler.number(0, n - 1)));
        }
        let position = Position::new(join_all(Graph::from_pairs(n, &pairs)));
        let verdict = solve(&position);
        check(&position, &verdict.certificate).unwrap();
        assert_eq!(outcome(&position), verdict.outcome);
        cut += u32::from(verdict.outcome == Outcome::Cut);
    }
    assert!(cut > 2000, "{cut}");
}

/// Two joined pieces that are rigid and share a vertex: the first pair tried need not do.
#[test]
fn a_hinge_between_two_rigid_parts() {
    // Two triangles with a common vertex: six edges on five vertices, deficit 2.
    let pairs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)];
    for shift in 0..5 {
        let turned: Vec<(usize, usize)> = pairs
            .iter()
            .map(|&(u, v)| ((u + shift) % 5, (v + shift) % 5))
            .collect();
        let network = join_all(Graph::from_pairs(5, &turned));
        let position = Position::new(network.clone());
        let found = check_position(&mut Oracle::new(&network), &position);
        assert_eq!(found, Outcome::Cut);
    }
}

/// What is true of one position, or of the other game, is shown for every other position.
#[test]
fn the_checker_accepts_no_falsehood() {
    let (mut accepted, mut refused) = (0, 0);
    for graph in multigraphs(3, 3).into_iter().chain(multigraphs(3, 4)) {
        let network = join_all(graph.clone());
        let shannon = Network::new(graph, VertexId::new(0), VertexId::new(2)).unwrap();
        let mut oracle = Oracle::new(&network);
        let own = positions(&network);
        let others = positions(&Arc::new(shannon));
        let proofs: Vec<Certificate> = own
            .iter()
            .chain(&others)
            .map(|position| solve(position).certificate)
            .collect();
        for position in &own {
            let truth = oracle.outcome(position);
            for proof in &proofs {
                if check(position, proof).is_ok() {
                    assert_eq!(proof.outcome(), truth, "{proof:?} of {position:?}");
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 5_000 && refused > 5_000, "{accepted} {refused}");
}

fn positions(network: &Arc<Network>) -> Vec<Position> {
    let edges = network.graph().edge_count();
    let position = |number: usize| {
        let digit = |edge: usize| number / 3_usize.pow(edge as u32) % 3;
        let moves = (0..edges).filter_map(|edge| match digit(edge) {
            0 => None,
            1 => Some((Side::Short, EdgeId::new(edge))),
            _ => Some((Side::Cut, EdgeId::new(edge))),
        });
        Position::with_moves(network.clone(), moves).unwrap()
    };
    (0..3_usize.pow(edges as u32)).map(position).collect()
}

#[test]
fn a_proof_of_the_other_game_is_refused() {
    let path = || Graph::from_pairs(3, &[(0, 1), (1, 2)]);
    let position = Position::new(join_all(path()));
    let without = Certificate::Second(Proof::Cut(TwoForests {
        apart: None,
        classes: Vec::new(),
        forests: [vec![EdgeId::new(0)], vec![EdgeId::new(1)]],
    }));
    let wrong = CertificateError::WrongTarget {
        proved: Target::Terminals,
        asked: Target::All,
    };
    assert_eq!(check(&position, &without), Err(wrong));
    let shannon = Network::new(path(), VertexId::new(0), VertexId::new(2)).unwrap();
    let verdict = solve(&position);
    assert!(check(&Position::new(shannon), &verdict.certificate).is_err());
    // A tree that misses a vertex joins the terminals, and not all.
    let moves = [(Side::Short, EdgeId::new(0))];
    let joined = Position::with_moves(join_all(path()), moves).unwrap();
    let tree = Certificate::Over(Won::Tree(vec![EdgeId::new(0)]));
    assert!(check(&joined, &tree).is_err());
    let path = Certificate::Over(Won::Path(vec![EdgeId::new(0)]));
    assert!(check(&joined, &path).is_err());
}

/// All built-in players play it; the perfect one, as on small and as on large networks, wins what the
/// oracle says can be won.
#[test]
fn players_play_it_and_perfect_wins_what_can_be_won() {
    let mut sampler = Sampler::new(33);
    let names = ["perfect", "min-cut", "greedy", "random", "perfect@0.5"];
    let players: Vec<Builtin> = names.iter().map(|name| name.parse().unwrap()).collect();
    let mut won = 0;
    for seed in 0..250 {
        let network = join_all(sampler.graph(6, 12));
        let start = sampler.position(&network, 3);
        if start.winner().is_some() {
            continue;
        }
        let mut oracle = Oracle::new(&network);
        for (opponent, side, first) in players.iter().flat_map(|player| {
            let seats = Side::BOTH.into_iter();
            seats.flat_map(move |side| Side::BOTH.map(|first| (player, side, first)))
        }) {
            for limit in [PerfectPlayer::SMALL, 0] {
                let mut perfect = PerfectPlayer::with_limit(side, &start, limit);
                let mut other = opponent.sit(side.other(), &start, seed);
                let game = match side {
                    Side::Short => play(start.clone(), first, &mut perfect, &mut *other),
                    Side::Cut => play(start.clone(), first, &mut *other, &mut perfect),
                };
                let winner = game.ending.winner;
                assert_eq!(game.ending, Ending::by_goal(winner), "{opponent}: {game:?}");
                if oracle.winner_moving(&start, first) == side {
                    assert_eq!(winner, side, "against {opponent} from {start:?}");
                    won += 1;
                }
            }
        }
    }
    assert!(won > 500, "{won}");
}
