//! The labels of a whole digraph: several engines behind one interface, chosen by the digraph's shape.
//!
//! **Order-free rule.** Label u with m when m is the least number missing among the labels of its
//! labelled followers, and every other follower already has a follower labelled m. Whatever the
//! order, the same nodes get the same numbers; nodes that are left when no more can be labelled are
//! ∞(K), where K is the set of the followers' numbers. The counter c(u) is the time at which u was
//! labelled.
//!
//! A label L needs L(L+1)/2 arcs below it, so labels are at most √(2·arcs).

mod bits;
mod k_sets;
mod level;
mod sweep;
mod watched;

use super::labels::Labels;
use crate::ds::parallel;
use crate::graph::Digraph;
use std::fmt;
use std::str::FromStr;
use sweep::{GaveUp, Order};
use thiserror::Error;

/// What every engine computes: the numbers, and when they were assigned. The other nodes are ∞.
struct Numbers {
    /// The number of every node, or `NONE`.
    labels: Vec<u32>,
    /// The counter function on the labelled nodes; it counts from 1.
    counters: Vec<u32>,
}

/// An algorithm for the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Level by level on the transpose: for any graph with low labels.
    Level,
    /// Sweeps over the nodes, without a transpose: for ids near a topological order or its reverse.
    Sweep,
    /// Watches one follower per node: for dense graphs and high labels.
    Watch,
    /// Like [`Engine::Level`], on all threads: for large graphs.
    Parallel,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 4] = [Self::Level, Self::Sweep, Self::Watch, Self::Parallel];

    /// The engine that suits the digraph, from its size and a sample of its arcs.
    pub fn choose(digraph: &Digraph<'_>) -> Self {
        let (nodes, arcs) = (digraph.node_count(), digraph.arc_count());
        // In a dense digraph labels may be so high that one pass per label is too slow.
        if arcs > DENSE * nodes {
            Self::Watch
        } else if order_of_ids(digraph).is_some() {
            Self::Sweep
        } else if arcs > LARGE && parallel::threads() > 1 {
            Self::Parallel
        } else {
            Self::Level
        }
    }

    fn numbers(self, digraph: &Digraph<'_>) -> Numbers {
        match self {
            Self::Level => level::numbers(digraph),
            Self::Parallel => level::numbers_in_parallel(digraph),
            Self::Sweep => {
                let order = order_of_ids(digraph).unwrap_or(Order::Ascending);
                sweep::numbers(digraph.rows(), order).unwrap_or_else(|gave_up| match gave_up {
                    GaveUp::LargeNumber => watched::numbers(digraph),
                    GaveUp::ManySweeps => level::numbers(digraph),
                })
            }
            Self::Watch => watched::numbers(digraph),
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Level => "level",
            Self::Sweep => "sweep",
            Self::Watch => "watch",
            Self::Parallel => "parallel",
        })
    }
}

/// A word that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an engine: there are level, sweep, watch and parallel")]
pub struct UnknownEngineError(String);

impl FromStr for Engine {
    type Err = UnknownEngineError;

    fn from_str(text: &str) -> Result<Self, UnknownEngineError> {
        let named = Self::ALL.into_iter().find(|e| e.to_string() == text);
        named.ok_or_else(|| UnknownEngineError(text.to_owned()))
    }
}

/// A digraph with more arcs per node than this is dense.
const DENSE: usize = 64;

/// With fewer arcs than this, threads cost more than they gain.
const LARGE: usize = 1_000_000;

/// The ids are near a topological order if at most this share of the arcs is against it.
const MOST_AGAINST: f64 = 0.02;

/// The order of the sweeps, if the ids are near a topological order or its reverse.
fn order_of_ids(digraph: &Digraph<'_>) -> Option<Order> {
    let forward = forward_share(digraph);
    if forward <= MOST_AGAINST {
        Some(Order::Ascending)
    } else if forward >= 1.0 - MOST_AGAINST {
        Some(Order::Descending)
    } else {
        None
    }
}

/// The share of arcs that lead to the same or a later node, from a sample in even steps.
fn forward_share(digraph: &Digraph<'_>) -> f64 {
    const SAMPLE: usize = 10_000;
    let step = (digraph.node_count() / SAMPLE).max(1);
    let (mut arcs, mut forward) = (0_u32, 0_u32);
    for from in digraph.nodes().step_by(step) {
        for to in digraph.followers(from).take(64) {
            arcs += 1;
            forward += u32::from(to >= from);
        }
    }
    f64::from(forward) / f64::from(arcs.max(1))
}

/// The labels of all nodes, by the engine that suits the digraph.
pub fn label(digraph: &Digraph<'_>) -> Labels {
    label_with(digraph, Engine::choose(digraph))
}

/// The labels of all nodes, by this engine. All engines give the same labels; counters may differ,
/// each a valid counter function.
pub fn label_with(digraph: &Digraph<'_>, engine: Engine) -> Labels {
    let numbers = engine.numbers(digraph);
    k_sets::complete(digraph.rows(), numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_names_read_back() {
        for engine in Engine::ALL {
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert!("Level".parse::<Engine>().is_err());
    }
}
