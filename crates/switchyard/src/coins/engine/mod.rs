//! The labels of a whole digraph: engines behind one interface, chosen by looking at the graph.
//!
//! **Order-free rule.** Label u with m when m is the least number missing among the labels of its
//! labelled followers, and every other follower already has a follower labelled m. Whatever the
//! order, the same nodes get the same numbers; what is left when nothing more can be labelled is
//! ∞(K), K the numbers among the followers. The counter c(u) tells when u was labelled.
//!
//! A label L needs L(L+1)/2 arcs below it, so labels are at most √(2·arcs).

mod bits;
mod infinite;
mod level;
mod prefetch;

use super::label::Labels;
use crate::digraph::Digraph;

/// The word of a node that has no number (yet).
const UNLABELLED: u32 = u32::MAX;

/// What every engine finds: the numbers, and when they were given. The rest is ∞.
struct Numbers {
    /// A number, or [`UNLABELLED`].
    labels: Vec<u32>,
    /// The counter function on the labelled nodes; they count from 1.
    counters: Vec<u32>,
}

/// A way to compute the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Level by level, pushing along the transpose: for any graph with low labels.
    Level,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 1] = [Self::Level];

    /// The engine that suits the digraph.
    pub fn choose(_digraph: &Digraph<'_>) -> Self {
        Self::Level
    }

    fn numbers(self, digraph: &Digraph<'_>) -> Numbers {
        match self {
            Self::Level => level::numbers(digraph),
        }
    }
}

/// The labels of all nodes, by the engine that suits the digraph.
pub fn label(digraph: &Digraph<'_>) -> Labels {
    label_with(digraph, Engine::choose(digraph))
}

/// The labels of all nodes, by this engine. All engines give the same labels; counters may differ,
/// each a valid counter function.
pub fn label_with(digraph: &Digraph<'_>, engine: Engine) -> Labels {
    let numbers = engine.numbers(digraph);
    infinite::complete(digraph.rows(), numbers)
}
