//! The checker of labels alone: every labelling of small digraphs, right or wrong.

use switchyard::coins::LabelsBuilder;
use switchyard::coins::{LabelSet, Labels, Value};
use switchyard::coins::{LabelsError, check};
use switchyard::graph::NodeId;
use switchyard_oracle::coins::four_steps;
use switchyard_oracle::graphs::digraph;

fn labels(values: &[(Value, u32)]) -> Labels {
    let mut labels = LabelsBuilder::new(values.len());
    for (node, (value, counter)) in values.iter().enumerate() {
        match value {
            Value::Finite(number) => labels.finite(NodeId::new(node), *number, *counter),
            Value::Infinite(set) => labels.infinite(NodeId::new(node), set.clone()),
        }
    }
    labels.finish().expect("a label for every node")
}

/// Everything that a node of a digraph on two nodes could be said to be.
fn candidates() -> Vec<(Value, u32)> {
    let sets = [vec![], vec![0], vec![1], vec![0, 1], vec![0, 1, 2], vec![2]];
    let infinite = sets.map(|set| (Value::Infinite(LabelSet::new(set)), 0));
    let numbers = (0..3).flat_map(|n| (0..3).map(move |c| (Value::Finite(n), c)));
    infinite.into_iter().chain(numbers).collect()
}

/// The checker accepts the paper's labels with some counters, nothing else with any; and a refusal
/// names a node that the digraph has.
#[test]
fn of_all_labellings_only_the_right_one_passes() {
    let candidates = candidates();
    for number in 0..16 {
        let digraph = digraph(2, number);
        let right = four_steps(&digraph);
        let mut passed = 0;
        for first in &candidates {
            for second in &candidates {
                let told = [first.0.clone(), second.0.clone()];
                match check(&digraph, &labels(&[first.clone(), second.clone()])) {
                    Ok(()) => {
                        assert_eq!(told, right[..], "{digraph:?}");
                        passed += 1;
                    }
                    Err(refusal) => {
                        let node = refusal.node().expect("a node breaks its rule");
                        assert!(digraph.has_node(node), "{refusal:?}");
                    }
                }
            }
        }
        assert!(passed > 0, "{digraph:?}");
    }
}

#[test]
fn a_refusal_names_its_node() {
    // 0 -> 1, 1 a dead end: labels 1 and 0.
    let digraph = digraph(2, 0b0010);
    let of = |first: Value, second: Value| {
        check(&digraph, &labels(&[(first, 2), (second, 1)])).map_err(|why| why.node())
    };
    let node = |index| Err(Some(NodeId::new(index)));
    let nothing = || Value::Infinite(LabelSet::default());
    assert_eq!(of(Value::Finite(1), Value::Finite(0)), Ok(()));
    assert_eq!(of(Value::Finite(0), Value::Finite(0)), node(0));
    assert_eq!(of(Value::Finite(1), Value::Finite(1)), node(0));
    assert_eq!(of(Value::Finite(1), nothing()), node(0));
    assert_eq!(of(nothing(), Value::Finite(0)), node(0));
    let short = check(&digraph, &labels(&[(Value::Finite(0), 1)])).unwrap_err();
    assert_eq!(short.node(), None);
    assert!(matches!(
        short,
        LabelsError::WrongSize {
            labels: 1,
            nodes: 2
        }
    ));
}
