//! The 1972 algorithm: the paper's own example, step by step, and every small game.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use switchyard::graph::{EdgeId, Graph, VertexId};
use switchyard::switching::chase::{Chase, Machine, Search, Step, Tree};
use switchyard::switching::{Network, Outcome, Position, Side};
use switchyard_oracle::graphs::{network, small_networks};
use switchyard_oracle::sampler::Sampler;
use switchyard_oracle::switching::{self as oracle, Oracle};

fn edges<const N: usize>(labels: [usize; N]) -> Vec<EdgeId> {
    labels.map(edge).to_vec()
}

fn edge(label: usize) -> EdgeId {
    EdgeId::from_label(label).unwrap()
}

/// Figure 3, rebuilt: nodes a b c d f, terminals a and f.
fn figure_3() -> Arc<Network> {
    let [a, b, c, d, f] = [0, 1, 2, 3, 4];
    let pairs = [(a, d), (a, c), (a, b), (c, d), (b, c), (d, f), (b, f)];
    network(Graph::from_pairs(5, &pairs), a, f)
}

/// The order whose first branches are the paper's picks.
fn paper_order() -> Vec<EdgeId> {
    edges([1, 2, 6, 5, 3, 4, 7])
}

fn run(network: &Network, order: &[EdgeId]) -> (Chase, Vec<Step>) {
    let mut steps = Vec::new();
    let chase = Chase::run(network, order, &mut |step| steps.push(step));
    (chase, steps)
}

fn offer(i: usize, branch: usize) -> Step {
    let branch = edge(branch);
    Step::Offer { i, branch }
}

fn search<const B: usize, const S: usize>(
    k: usize,
    reached: [usize; B],
    common: [usize; S],
    search: Search,
) -> Step {
    Step::Search {
        k,
        tree: Tree::of(k),
        reached: edges(reached),
        common: edges(common),
        search,
    }
}

fn swap<const C: usize>(
    (out, into): (usize, usize),
    k: usize,
    choices: [usize; C],
    trees: [[usize; 4]; 2],
) -> Step {
    Step::Swap {
        k,
        tree: Tree::of(k),
        out: edge(out),
        choices: edges(choices),
        into: edge(into),
        trees: trees.map(edges),
    }
}

fn next<const C: usize>(offered: usize, common: [usize; C], more: bool) -> Step {
    Step::Next {
        common: edges(common),
        offered,
        of: 5,
        more,
    }
}

#[test]
fn figure_3_runs_as_printed() {
    let (chase, steps) = run(&figure_3(), &paper_order());
    let printed = [
        Step::Start {
            tree: edges([1, 2, 5, 6]),
            second: None,
            offers: edges([3, 4, 7, 8, 9]),
            outside: Vec::new(),
        },
        offer(1, 3),
        search(1, [2, 5], [2, 5], Search::Found(edge(2))),
        swap((2, 3), 1, [3], [[1, 3, 5, 6], [1, 2, 5, 6]]),
        next(1, [1, 5, 6], true),
        offer(2, 4),
        search(1, [1, 3, 5], [1, 5], Search::Found(edge(1))),
        swap((1, 4), 1, [4], [[3, 4, 5, 6], [1, 2, 5, 6]]),
        next(2, [5, 6], true),
        offer(3, 7),
        search(1, [4, 5, 6], [5, 6], Search::Found(edge(6))),
        swap((6, 7), 1, [7], [[3, 4, 5, 7], [1, 2, 5, 6]]),
        next(3, [5], true),
        offer(4, 8),
        search(1, [3, 7], [], Search::Again),
        search(2, [1, 2, 5, 6], [5], Search::Found(edge(5))),
        swap((5, 3), 2, [3, 7], [[3, 4, 5, 7], [1, 2, 3, 6]]),
        swap((3, 8), 1, [8], [[4, 5, 7, 8], [1, 2, 3, 6]]),
        next(4, [], false),
        Step::Evaluate {
            unplayable: [edge(8), edge(9)],
            trees: [[4, 5, 7, 8], [1, 2, 3, 6]].map(edges),
            outcome: Outcome::First,
        },
    ];
    assert_eq!(steps, printed);
    assert_eq!(chase.outcome(), Outcome::First);
}

/// The steps of one exchange of moves, where the machine is CUT.
fn exchange(h: usize, t: Tree, path: &[usize], m: usize, trees: [[usize; 4]; 2]) -> [Step; 2] {
    [
        Step::Reply {
            to: edge(h),
            tree: t,
            path: path.iter().map(|&label| edge(label)).collect(),
            choices: edges([m]),
            reply: edge(m),
        },
        Step::Update {
            cut: edge(m),
            connect: edge(h),
            tree: t.other(),
            trees: trees.map(edges),
        },
    ]
}

#[test]
fn figure_3_is_played_as_printed() {
    let network = figure_3();
    let (chase, _) = run(&network, &paper_order());
    let (mut machine, first) = Machine::sit(&chase, network, Side::Cut, &paper_order()).unwrap();
    let game = [
        exchange(8, Tree::T1, &[1, 6], 1, [[4, 5, 7, 8], [2, 3, 6, 8]]),
        exchange(7, Tree::T1, &[3, 8], 3, [[4, 5, 7, 8], [2, 6, 7, 8]]),
        exchange(2, Tree::T2, &[5, 7, 8], 5, [[2, 4, 7, 8], [2, 6, 7, 8]]),
        exchange(6, Tree::T2, &[2, 4, 8], 4, [[2, 6, 7, 8], [2, 6, 7, 8]]),
    ];
    assert_eq!(first, game[0]);
    for (human, printed) in [7, 2, 6].into_iter().zip(&game[1..]) {
        let steps = machine.answer(edge(human)).unwrap();
        assert_eq!(steps[1..3], *printed, "the reply to {human}");
    }
    assert_eq!(machine.position().winner(), Some(Side::Cut));
}

#[test]
fn the_machine_passes_when_the_branch_is_in_no_tree_or_in_both() {
    // A double edge between the terminals, a loop, and a tail: SHORT wins.
    let graph = Graph::from_pairs(3, &[(0, 1), (0, 1), (0, 0), (1, 2)]);
    let network = network(graph, 0, 1);
    let (chase, _) = run(&network, &[]);
    assert_eq!(chase.outcome(), Outcome::Short);
    assert!(Machine::sit(&chase, network.clone(), Side::Cut, &[]).is_none());
    let (mut machine, first) = Machine::sit(&chase, network, Side::Short, &[]).unwrap();
    assert_eq!(first, []);
    for (label, why) in [(3, "a loop"), (4, "the tail, in both trees")] {
        let steps = machine.answer(edge(label)).unwrap();
        let pass = Step::Human {
            side: Side::Cut,
            branch: edge(label),
            tree: None,
        };
        assert_eq!(steps, [pass], "{why}");
    }
    let steps = machine.answer(edge(1)).unwrap();
    let winner = Side::Short;
    assert_eq!(steps.last(), Some(&Step::Over { winner }));
    assert!(machine.answer(edge(2)).is_err());
}

#[test]
fn terminals_apart_and_branches_apart() {
    let apart = network(Graph::from_pairs(4, &[(0, 1), (2, 3)]), 0, 3);
    let (chase, steps) = run(&apart, &[]);
    assert_eq!((chase.outcome(), steps), (Outcome::Cut, vec![Step::Apart]));
    let (_, steps) = Machine::sit(&chase, apart, Side::Cut, &[]).unwrap();
    let winner = Side::Cut;
    assert_eq!(steps, [Step::Over { winner }]);

    let far = network(Graph::from_pairs(4, &[(2, 3), (0, 1), (2, 3)]), 0, 1);
    let (chase, steps) = run(&far, &[]);
    assert_eq!(chase.outcome(), Outcome::First);
    let Step::Start { outside, tree, .. } = &steps[0] else {
        panic!("the first step is {:?}", steps[0]);
    };
    assert_eq!((outside, tree), (&edges([1, 3]), &edges([2])));
}

/// Whether these edges are a spanning tree of the part of the graph that holds L, with e₁ and e₂.
fn is_tree(network: &Network, tree: &[EdgeId]) -> bool {
    let mut graph = network.graph().clone();
    for _ in 0..2 {
        graph.add_edge(network.left(), network.right());
    }
    let reach = |edges: &[EdgeId]| {
        let mut reached = vec![false; graph.vertex_count()];
        reached[network.left().index()] = true;
        for _ in 0..graph.vertex_count() {
            for &edge in edges {
                let [u, v] = graph.ends(edge).map(VertexId::index);
                let any = reached[u] || reached[v];
                (reached[u], reached[v]) = (any, any);
            }
        }
        reached
    };
    let all: Vec<EdgeId> = graph.edges().collect();
    let reached = reach(tree);
    let size = reached.iter().filter(|&&r| r).count();
    reached == reach(&all) && tree.len() == size - 1
}

/// Runs the algorithm and checks trees, outcome and what the steps say, against the oracle.
fn check(network: &Network, order: &[EdgeId], outcome: Outcome) {
    let (chase, steps) = run(network, order);
    assert_eq!(chase.outcome(), outcome, "{network:?} {order:?}");
    let Some(Step::Evaluate { trees, .. }) = steps.last() else {
        assert_eq!(steps, [Step::Apart]);
        return;
    };
    assert_eq!(*trees, chase.trees());
    let mut size = usize::MAX;
    for step in &steps {
        match step {
            Step::Swap { trees, k, .. } => {
                assert!(trees.iter().all(|tree| is_tree(network, tree)));
                assert!(*k < network.graph().vertex_count(), "Theorem 5");
            }
            Step::Next { common, .. } => {
                assert!(common.len() <= size);
                size = common.len();
            }
            _ => {}
        }
    }
}

#[test]
fn agrees_with_search_on_every_small_graph() {
    for network in small_networks(6) {
        let outcome = oracle::outcome(&Position::new(network.clone()));
        assert_eq!(Chase::outcome_of(&network), outcome, "{network:?}");
        check(&network, &[], outcome);
    }
}

#[test]
fn agrees_with_search_on_random_multigraphs_whatever_is_picked() {
    let mut sampler = Sampler::new(1972);
    for _ in 0..3000 {
        let network = sampler.network(7, 11);
        let outcome = oracle::outcome(&Position::new(network.clone()));
        for _ in 0..3 {
            check(&network, &sampler.order(&network), outcome);
        }
    }
}

/// Plays the machine's game against every line of play of the human. The human moves at every turn.
fn play_out(machine: &Machine, games: &mut usize) {
    if let Some(winner) = machine.position().winner() {
        *games += 1;
        assert_eq!(winner, machine.side(), "{:?}", machine.position());
        return;
    }
    assert!(machine.position().free_count() > 0, "nobody won");
    for edge in machine.position().free_edges() {
        let mut next = machine.clone();
        next.answer(edge).unwrap();
        play_out(&next, games);
    }
}

#[test]
fn never_loses_whatever_the_human_does() {
    let mut games = 0;
    for network in small_networks(4) {
        let (chase, _) = run(&network, &[]);
        for &side in chase.machine_sides() {
            let (machine, _) = Machine::sit(&chase, network.clone(), side, &[]).unwrap();
            play_out(&machine, &mut games);
        }
    }
    let mut sampler = Sampler::new(10);
    for _ in 0..400 {
        let network = sampler.network(6, 7);
        let order = sampler.order(&network);
        let (chase, _) = run(&network, &order);
        for &side in chase.machine_sides() {
            let (machine, _) = Machine::sit(&chase, network.clone(), side, &order).unwrap();
            play_out(&machine, &mut games);
        }
    }
    assert!(games > 10_000, "only {games} games");
}

#[test]
fn the_first_move_is_a_winning_move() {
    for network in small_networks(5) {
        let (chase, _) = run(&network, &[]);
        if chase.outcome() != Outcome::First {
            continue;
        }
        let start = Position::new(network.clone());
        let mut oracle = Oracle::new(&network);
        for side in Side::BOTH {
            let (machine, steps) = Machine::sit(&chase, network.clone(), side, &[]).unwrap();
            let Step::Reply { reply, .. } = steps[0] else {
                panic!("the machine did not move");
            };
            assert!(oracle.winning_moves(&start, side).contains(&reply));
            assert_eq!(machine.position().free_count() + 1, start.free_count());
        }
    }
}

/// Beyond what can be searched: two algorithms that share nothing.
#[test]
fn agrees_with_the_solver_on_larger_networks() {
    let mut sampler = Sampler::new(1964);
    let mut count = [0; 3];
    for _ in 0..1500 {
        let n = sampler.number(10, 60);
        let network = sampler.network(n, 2 * n + n / 2);
        let outcome = Chase::outcome_of(&network);
        assert_eq!(outcome, Position::new(network.clone()).outcome());
        count[outcome as usize] += 1;
    }
    assert!(count.iter().all(|&n| n > 20), "one-sided: {count:?}");
}

/// Maire's Figures 6 and 7: black 13 23 24, white 12 13 34', and the common chord 34. No single swap helps; the
/// chord for 24 in the black tree and 24 for 13 in the white one does.
#[test]
fn a_given_pair_of_trees_is_mended_by_a_swapping_sequence() {
    let graph = Graph::from_pairs(4, &[(0, 2), (1, 2), (1, 3), (0, 1), (2, 3), (2, 3)]);
    let board = network(graph, 0, 3);
    let (black, white) = (edges([1, 2, 3]), edges([4, 1, 5]));
    let mut steps = Vec::new();
    let chase = Chase::run_from(&board, [&black, &white], &edges([3]), &mut |step| {
        steps.push(step);
    });
    assert_eq!(chase.unwrap().outcome(), Outcome::Short);
    let swaps: Vec<(EdgeId, EdgeId)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Swap { out, into, .. } => Some((*out, *into)),
            _ => None,
        })
        .collect();
    assert_eq!(swaps, [(edge(1), edge(3)), (edge(3), edge(6))]);
    let refused = |one: &[EdgeId], two: &[EdgeId]| {
        Chase::run_from(&board, [one, two], &[], &mut |_| ())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(&edges([1, 2]), &white),
        "tree 1 has 2 edges, and a spanning tree has 3"
    );
    assert_eq!(
        refused(&black, &edges([5, 6, 1])),
        "edge 6 closes a circuit in tree 2"
    );
    assert_eq!(refused(&black, &edges([5, 9, 1])), "there is no edge 9");
}

/// From any pair of trees the outcome is the same.
#[test]
fn any_pair_of_trees_leads_to_the_outcome() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for _ in 0..400 {
        let n = rng.random_range(2..8_usize);
        let mut pairs: Vec<(usize, usize)> = (1..n).map(|v| (rng.random_range(0..v), v)).collect();
        for _ in 0..rng.random_range(0..2 * n) {
            pairs.push((rng.random_range(0..n), rng.random_range(0..n)));
        }
        let board = network(Graph::from_pairs(n, &pairs), 0, n - 1);
        let all: Vec<EdgeId> = board.graph().edges().collect();
        let mut tree = || {
            let mut order = all.clone();
            for i in (1..order.len()).rev() {
                order.swap(i, rng.random_range(0..=i));
            }
            let mut name: Vec<usize> = (0..n).collect();
            order.retain(|&edge| {
                let [u, v] = board.graph().ends(edge).map(|end| name[end.index()]);
                name.iter_mut()
                    .filter(|other| **other == u)
                    .for_each(|other| *other = v);
                u != v
            });
            order
        };
        let (one, two) = (tree(), tree());
        let chase = Chase::run_from(&board, [&one, &two], &[], &mut |_| ()).unwrap();
        assert_eq!(
            chase.outcome(),
            Chase::outcome_of(&board),
            "{board:?} {one:?} {two:?}"
        );
    }
}

/// Theorem 5: "there are cases where k approaches this limit (for any N)". In the square of a path the chain of
/// replacements can be as long as the nodes allow.
#[test]
fn squares_of_paths_need_the_longest_chains() {
    let cases: [(usize, [usize; 2], &[usize]); 4] = [
        (5, [4, 5], &[5, 3, 1, 7, 4, 6, 2]),
        (6, [3, 1], &[8, 4, 1, 2, 7, 9, 3, 5, 6]),
        (7, [6, 7], &[9, 5, 1, 11, 10, 6, 7, 3, 4, 2, 8]),
        (8, [8, 7], &[13, 2, 9, 6, 4, 10, 11, 5, 8, 12, 1, 3, 7]),
    ];
    for (n, [left, right], order) in cases {
        let steps = (0..n - 1).map(|i| (i, i + 1));
        let pairs: Vec<(usize, usize)> = steps.chain((0..n - 2).map(|i| (i, i + 2))).collect();
        let board = network(Graph::from_pairs(n, &pairs), left - 1, right - 1);
        let order: Vec<EdgeId> = order.iter().map(|&label| edge(label)).collect();
        let mut longest = 0;
        Chase::run(&board, &order, &mut |step| {
            if let Step::Search { k, .. } = step {
                longest = longest.max(k);
            }
        });
        assert_eq!(longest, n - 1, "N = {n}");
    }
}
