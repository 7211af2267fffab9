//! The engines of the coin labels beyond what small digraphs reach: several parts and threads, levels of
//! more nodes than a piece, numbers beyond a word; and which engine is chosen.

use rayon::ThreadPoolBuilder;
use switchyard::coins::{Engine, Label, LabelSet, Labels, Value, check, label, label_with, random};
use switchyard::{Digraph, NodeId};
use switchyard_oracle::coins::four_steps;

fn with_threads<T: Send>(threads: usize, job: impl FnOnce() -> T + Send) -> T {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(job)
}

/// The labels, by every engine; the checker has accepted them, and every number was given at a time of its own.
fn by_every_engine(digraph: &Digraph<'_>) -> Labels {
    let [level, others @ ..] = Engine::ALL.map(|engine| {
        let labels = with_threads(3, || label_with(digraph, engine));
        assert_eq!(check(digraph, &labels), Ok(()), "{engine:?}");
        let counters = digraph.nodes().filter_map(|node| labels.counter(node));
        let mut counters: Vec<u32> = counters.collect();
        counters.sort_unstable();
        let given = counters.len() as u32;
        assert!(counters.into_iter().eq(1..=given), "{engine:?}");
        labels
    });
    for other in others {
        assert!(other.iter().eq(level.iter()));
    }
    level
}

fn values(labels: &Labels) -> Vec<Value> {
    labels.iter().map(Value::from).collect()
}

#[test]
fn hundreds_of_nodes_as_the_four_steps_say() {
    for seed in 0..4 {
        for digraph in [
            random::geometric(300, 4.0, seed),
            random::uniform(300, 500, seed),
            random::nearly_acyclic(250, 2_500, 0.05, seed),
            random::nearly_acyclic(250, 1_500, 0.3, seed),
        ] {
            assert_eq!(values(&by_every_engine(&digraph)), four_steps(&digraph));
        }
    }
}

#[test]
fn more_nodes_than_a_piece() {
    for digraph in [
        random::geometric(200_000, 0.4, 1),
        random::uniform(150_000, 220_000, 2),
        random::nearly_acyclic(150_000, 300_000, 0.2, 3),
    ] {
        by_every_engine(&digraph);
    }
}

/// Numbers on both sides of every limit: 30 (a sweep gives up), 64 (a word of a set), 128.
#[test]
fn numbers_beyond_a_word() {
    for size in (28..36_u32).chain(62..68).chain(126..132) {
        // Node v has the label v: all numbers below it are among its followers. Behind them, two nodes that
        // lead to each other and to all of those but one.
        let mut arcs: Vec<(u32, u32)> = (0..size)
            .flat_map(|v| (0..v).map(move |w| (v, w)))
            .collect();
        let gap = size - 2;
        let [a, b] = [size, size + 1];
        arcs.extend([(a, b), (b, a)]);
        let most = (0..size).filter(|&w| w != gap);
        arcs.extend(most.clone().flat_map(|w| [(a, w), (b, w)]));
        // A node that sees the two and nothing else.
        arcs.push((size + 2, a));
        let labels = by_every_engine(&Digraph::from_arcs(size as usize + 3, &arcs));
        let set = LabelSet::new(most.collect());
        for v in 0..size {
            assert_eq!(labels.of(NodeId::new(v as usize)), Label::Finite(v));
        }
        for node in [a, b] {
            let node = NodeId::new(node as usize);
            assert_eq!(labels.of(node), Label::Infinite(&set), "{size}");
        }
    }
}

/// A set of one number, the whole range of them: sets are kept in several ways.
#[test]
fn every_number_alone_behind_a_loop() {
    let size = 70_u32;
    let below = (0..size).flat_map(|v| (0..v).map(move |w| (v, w)));
    let loops = (0..size).flat_map(|v| [(size + v, size + v), (size + v, v)]);
    let digraph = Digraph::from_arcs(2 * size as usize, &below.chain(loops).collect::<Vec<_>>());
    let labels = by_every_engine(&digraph);
    for v in 0..size {
        let node = NodeId::new((size + v) as usize);
        let set = LabelSet::new(vec![v]);
        assert_eq!(labels.of(node), Label::Infinite(&set));
    }
}

/// Dense and random, so that the candidates of many nodes grow while others watch them.
#[test]
fn dense_digraphs_as_the_four_steps_say() {
    for seed in 0..3 {
        for back in [0.0, 0.01, 0.2] {
            let digraph = random::nearly_acyclic(120, 6_000, back, seed);
            assert_eq!(values(&by_every_engine(&digraph)), four_steps(&digraph));
        }
    }
}

/// Short runs of descending ids, each followed by the run after it: a path that is almost sorted, but
/// every sweep labels only one more run. The sweeps must give up, in either order of the ids.
#[test]
fn a_path_that_would_need_a_sweep_for_every_run() {
    const RUN: u32 = 60;
    const NODES: u32 = 100 * RUN;
    let next = |v: u32| {
        if v.is_multiple_of(RUN) {
            v + 2 * RUN - 1
        } else {
            v - 1
        }
    };
    let arcs: Vec<(u32, u32)> = (0..NODES).map(|v| (v, next(v))).collect();
    let arcs: Vec<(u32, u32)> = arcs.into_iter().filter(|&(_, to)| to < NODES).collect();
    let mirrored: Vec<(u32, u32)> = arcs
        .iter()
        .map(|&(from, to)| (NODES - 1 - from, NODES - 1 - to))
        .collect();
    for arcs in [arcs, mirrored] {
        let digraph = Digraph::from_arcs(NODES as usize, &arcs);
        assert_eq!(Engine::choose(&digraph), Engine::Sweep);
        assert_eq!(values(&by_every_engine(&digraph)), four_steps(&digraph));
    }
}

#[test]
fn the_engine_suits_the_digraph() {
    let choose = |digraph: &Digraph<'_>| with_threads(2, || Engine::choose(digraph));
    // With 129 nodes there are 64 arcs per node, and with 130 more.
    assert_eq!(choose(&random::transitive_tournament(129)), Engine::Sweep);
    assert_eq!(choose(&random::transitive_tournament(130)), Engine::Watch);
    // One arc in fifty leads forward, or a loop; then two.
    let chain = |forward: &[(u32, u32)]| {
        let back = (1..=50 - forward.len() as u32).map(|v| (v, v - 1));
        Digraph::from_arcs(51, &back.chain(forward.iter().copied()).collect::<Vec<_>>())
    };
    assert_eq!(choose(&chain(&[(7, 20)])), Engine::Sweep);
    assert_eq!(choose(&chain(&[(7, 7)])), Engine::Sweep);
    assert_eq!(choose(&chain(&[(7, 7), (8, 8)])), Engine::Level);
    assert_eq!(choose(&Digraph::from_arcs(3, &[])), Engine::Sweep);
    // Almost all arcs lead forward: the nodes are swept from the last to the first.
    let path: Vec<(u32, u32)> = (0..50).map(|v| (v, v + 1)).collect();
    assert_eq!(choose(&Digraph::from_arcs(51, &path)), Engine::Sweep);
    // Of many nodes every second, third, … is asked.
    let odd_forward: Vec<(u32, u32)> = (0..40_000)
        .map(|v| if v % 2 == 0 { (v, 0) } else { (v, v) })
        .filter(|&(v, _)| v > 0)
        .collect();
    assert_eq!(
        choose(&Digraph::from_arcs(40_000, &odd_forward)),
        Engine::Sweep
    );
    // The 65th arc of a node is not looked at.
    let wide = (0..64).map(|w| (64, w)).chain((65..128).map(|w| (64, w)));
    let wide = Digraph::from_arcs(200, &wide.collect::<Vec<_>>());
    assert_eq!(choose(&wide), Engine::Sweep);
}

#[test]
fn many_arcs_are_for_many_threads() {
    let million = random::uniform(100_000, 1_000_000, 4);
    let more = random::uniform(100_000, 1_000_001, 4);
    for (threads, digraph, engine) in [
        (2, &million, Engine::Level),
        (2, &more, Engine::Parallel),
        (1, &more, Engine::Level),
    ] {
        let chosen = with_threads(threads, || Engine::choose(digraph));
        assert_eq!(chosen, engine);
    }
}

#[test]
fn label_sets_and_tables() {
    let set = |members: &[u32]| LabelSet::new(members.to_vec());
    for (members, mex) in [(&[][..], 0), (&[1, 2], 0), (&[0], 1), (&[3, 1, 0, 0], 2)] {
        assert_eq!(set(members).mex(), mex, "{members:?}");
    }
    // 0 <-> 1 beside 2 -> 3, and 4 with an arc to itself and one to 3.
    let digraph = Digraph::from_arcs(5, &[(0, 1), (1, 0), (2, 3), (4, 4), (4, 3)]);
    let labels = label(&digraph);
    assert_eq!(
        (labels.len(), labels.is_empty(), labels.largest()),
        (5, false, Some(1))
    );
    assert_eq!(label(&random::transitive_tournament(5)).largest(), Some(4));
    let mut sets = labels.sets().to_vec();
    sets.sort();
    assert_eq!(sets, [set(&[]), set(&[0])]);
    assert!(label(&Digraph::from_arcs(0, &[])).is_empty());
}
