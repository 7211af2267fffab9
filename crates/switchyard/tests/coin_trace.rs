//! The walk of the four steps: against the steps to the letter, the checker, and the paper's own walk.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::coins::io::text;
use switchyard::coins::{LabelsBuilder, TraceReason, Value, check, trace};
use switchyard::graph::{Digraph, NodeId};
use switchyard_oracle::coins::four_steps;

#[test]
fn the_walk_gives_the_labels_of_the_four_steps_and_counters_that_check() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..3_000 {
        let n = rng.random_range(1..12_usize);
        let arcs: Vec<(u32, u32)> = (0..rng.random_range(0..3 * n))
            .map(|_| (rng.random_range(0..n as u32), rng.random_range(0..n as u32)))
            .collect();
        let digraph = Digraph::from_arcs(n, &arcs);
        let wanted = four_steps(&digraph);
        let steps = trace(&digraph);
        assert_eq!(steps.len(), n);
        let mut labels = LabelsBuilder::new(n);
        let mut counter = 0;
        for step in steps {
            assert_eq!(step.label, wanted[step.node.index()], "{arcs:?}");
            match (&step.label, step.counter) {
                (Value::Finite(number), Some(c)) => {
                    counter += 1;
                    assert_eq!((*number, c), (step.round, counter));
                    labels.finite(step.node, *number, c);
                }
                (Value::Infinite(set), None) => labels.infinite(step.node, set.clone()),
                other => panic!("{other:?}"),
            }
            reasons_hold(&digraph, &wanted, step.node, step.round, &step.reason);
        }
        let labels = labels.finish().unwrap();
        assert_eq!(check(&digraph, &labels), Ok(()), "{arcs:?}");
    }
}

fn reasons_hold(
    digraph: &Digraph<'_>,
    labels: &[Value],
    node: NodeId,
    round: u32,
    why: &TraceReason,
) {
    let has = |v: NodeId| labels[v.index()] == Value::Finite(round);
    assert!(!digraph.followers(node).any(has));
    match why {
        TraceReason::Number { back } => {
            for &(v, w) in back {
                assert!(digraph.has_arc(node, v) && digraph.has_arc(v, w) && has(w));
            }
        }
        TraceReason::Infinity { blocker } => {
            assert!(digraph.has_arc(node, *blocker));
            // Nothing that is labelled later in this round could be a way back: it had ended.
            assert!(!digraph.followers(*blocker).any(has));
        }
    }
}

/// "Label M by 0 … Therefore R1 … Then N1 … Then R2 … E and N2 are labeled ∞ … A1 is labeled 1, then G and D, so
/// also R3 … T is labeled 2, then A2. Now node 9 is labeled ∞. Then I is labeled 3 … so node 1 is labeled ∞."
#[test]
fn the_walk_is_the_one_that_the_paper_tells() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../boards/butler-thawed.coins"
    );
    let board = text::parse(&std::fs::read(file).unwrap(), &mut |_| ()).unwrap();
    let told: Vec<(String, String)> = trace(board.digraph())
        .iter()
        .map(|step| {
            (
                board.names().of(step.node).into_owned(),
                step.label.to_string(),
            )
        })
        .collect();
    let wanted = [
        ("M", "0"),
        ("R1", "0"),
        ("N1", "0"),
        ("R2", "0"),
        ("N2", "∞(1)"),
        ("E", "∞(1)"),
        ("A1", "1"),
        ("G", "1"),
        ("D", "1"),
        ("R3", "1"),
        ("T", "2"),
        ("A2", "2"),
        ("9", "∞(0,1)"),
        ("I", "3"),
        ("1", "∞(0,1,2,3)"),
    ];
    let wanted: Vec<_> = wanted.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(told, wanted);
}
