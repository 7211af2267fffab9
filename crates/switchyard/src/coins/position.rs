//! Positions of coins, and the moves from them.

use crate::graph::{Digraph, NodeId};

/// Where the coins are; several may share a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Position {
    coins: Vec<NodeId>,
}

/// A move: a coin is pushed along an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// The node where the coin was.
    pub from: NodeId,
    /// The node where it is pushed.
    pub to: NodeId,
}

/// Why a push is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// No coin lies there.
    #[error("there is no coin there")]
    NoCoin,
    /// No arc leads from the one node to the other.
    #[error("there is no arc that way")]
    NoArc,
}

impl Position {
    /// Coins on these nodes, in any order.
    pub fn new(mut coins: Vec<NodeId>) -> Self {
        coins.sort_unstable();
        Self { coins }
    }

    /// The nodes of the coins, ascending, a node as often as it has coins.
    pub fn coins(&self) -> &[NodeId] {
        &self.coins
    }

    /// The nodes that have a coin, each once.
    pub fn occupied(&self) -> impl Iterator<Item = NodeId> + '_ {
        let groups = self.coins.chunk_by(|a, b| a == b);
        groups.map(|group| group[0])
    }

    /// The position after a push.
    ///
    /// # Errors
    /// If there is no coin on the first node, or no arc to the second.
    pub fn push(&self, digraph: &Digraph<'_>, push: Push) -> Result<Self, PushError> {
        let place = self.coins.binary_search(&push.from);
        let place = place.map_err(|_| PushError::NoCoin)?;
        if !digraph.has_arc(push.from, push.to) {
            return Err(PushError::NoArc);
        }
        Ok(self.with_moved(place, push.to))
    }

    /// The position after one of its own [pushes](Self::pushes): that there is an arc is known, and not looked for in a row
    /// that may be as long as there are moves to try.
    pub(super) fn after(&self, push: Push) -> Self {
        let place = self.coins.binary_search(&push.from);
        self.with_moved(place.expect("a coin is there"), push.to)
    }

    /// The coin at this place in the list is somewhere else.
    fn with_moved(&self, place: usize, to: NodeId) -> Self {
        let mut coins = self.coins.clone();
        coins[place] = to;
        Self::new(coins)
    }

    /// Every move, a parallel arc counted once.
    pub fn pushes(&self, digraph: &Digraph<'_>) -> Vec<Push> {
        let mut pushes = Vec::new();
        for from in self.occupied() {
            let first = pushes.len();
            pushes.extend(digraph.followers(from).map(|to| Push { from, to }));
            pushes[first..].sort_unstable();
        }
        pushes.dedup();
        pushes
    }

    /// Whether the player to move cannot.
    pub fn is_over(&self, digraph: &Digraph<'_>) -> bool {
        self.occupied().all(|coin| digraph.out_degree(coin) == 0)
    }
}
