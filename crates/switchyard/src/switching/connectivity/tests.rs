use super::*;
use crate::Rng;
use crate::switching::Side;
use rand::RngExt;
use rand::seq::SliceRandom;

fn joined(network: &Network, contracted: &mut Contracted) -> bool {
    match network.target() {
        Target::Terminals => contracted.is_one([network.left(), network.right()]),
        Target::All => contracted.is_single(network.graph()),
    }
}

/// Plays a random game on a random network; after every move the answer must be that of a search
/// from scratch. Returns the number of moves.
fn compare(tuning: Tuning, target: Target, vertices: usize, rng: &mut Rng) -> usize {
    let mut vertex = || rng.random_range(0..vertices);
    // All vertices are connected at the start; random edges alone seldom do that.
    let path = (1..vertices).map(|v| (v - 1, v));
    let path: Vec<_> = path
        .take(if target == Target::All { vertices } else { 0 })
        .collect();
    let others = (0..2 * vertices).map(|_| (vertex(), vertex()));
    let pairs: Vec<(usize, usize)> = path.into_iter().chain(others).collect();
    let network = Network::from_pairs(vertices, (0, 1), &pairs).unwrap();
    let network = network.with_target(target);
    let graph = network.graph();
    let mut claims = vec![Claim::Free; pairs.len()];
    let connected = |claims: &[Claim]| {
        let is_left = |edge: &EdgeId| claims[edge.index()] != Claim::Cut;
        joined(
            &network,
            &mut Contracted::by(graph, graph.edges().filter(is_left)),
        )
    };
    if !connected(&claims) {
        return 0;
    }
    let mut contracted = None;
    let mut board = Board::new(&network, &mut contracted);
    let claim_of = |edge: EdgeId| claims[edge.index()];
    let mut connectivity = TerminalConnectivity::with_tuning(&mut board, claim_of, tuning);
    let mut order: Vec<EdgeId> = graph.edges().collect();
    order.shuffle(rng);
    let share_of_cut = rng.random_range(1..5);
    for (moves, &edge) in order.iter().enumerate() {
        let side = Side::BOTH[usize::from(rng.random_range(0..5) < share_of_cut)];
        claims[edge.index()] = side.into();
        let expected = connected(&claims);
        let found = match side {
            Side::Short => {
                connectivity.contract(&mut board, edge);
                true
            }
            Side::Cut => connectivity.delete(&mut board, edge),
        };
        assert_eq!(found, expected, "{tuning:?} {pairs:?} {order:?}");
        if !expected || joined(&network, board.contracted) {
            return moves + 1;
        }
    }
    unreachable!("the last move decides the game")
}

/// Small budgets reach every branch on small boards; the default must be right on boards large enough
/// to exhaust it.
#[test]
fn every_tuning_agrees_with_a_search_from_scratch() {
    let hasty = Tuning {
        step_budget: 4,
        batch_growth: 1,
    };
    let mut rng = Rng::from_seed(9);
    let mut moves = 0;
    for round in 0..2000 {
        for tuning in [hasty, Tuning::DEFAULT] {
            let largest = if round % 20 == 0 { 60 } else { 9 };
            let vertices = rng.random_range(2..largest);
            moves += compare(tuning, Target::BOTH[round % 2], vertices, &mut rng);
        }
    }
    for round in 0..20 {
        moves += compare(Tuning::DEFAULT, Target::BOTH[round % 2], 600, &mut rng);
    }
    assert!(moves > 20_000, "only {moves} moves");
}
