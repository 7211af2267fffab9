//! What happens at each step, as plain data.

use crate::graph::EdgeId;
use crate::switching::{Outcome, Side};

/// One of the two trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// T1.
    T1,
    /// T2.
    T2,
}

impl Tree {
    /// T_k: T1 for odd k, T2 for even k.
    pub fn of(k: usize) -> Self {
        if k % 2 == 1 { Tree::T1 } else { Tree::T2 }
    }

    /// The other tree.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Tree::T1 => Tree::T2,
            Tree::T2 => Tree::T1,
        }
    }

    /// 0 for T1, 1 for T2.
    pub fn index(self) -> usize {
        match self {
            Tree::T1 => 0,
            Tree::T2 => 1,
        }
    }
}

/// The result of the search of step 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// A common branch can be replaced: this one.
    Found(EdgeId),
    /// Nothing yet: look one replacement further.
    Again,
    /// B(k) = B(k−2): the offered branch cannot help.
    Closed,
}

/// A step of the algorithm as it was carried out. Sets of branches are in increasing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Before step 1: the terminals are not connected, so CUT has already won.
    Apart,
    /// Step 1: T1 = T2 = `tree`, unless a pair of trees was given.
    Start {
        /// The first spanning tree.
        tree: Vec<EdgeId>,
        /// T2, where it was given.
        second: Option<Vec<EdgeId>>,
        /// ⟨e₁, e₂, …⟩, the branches to offer, in their order; the unplayable ones are the last two.
        offers: Vec<EdgeId>,
        /// Branches left out because no path leads from them to a terminal.
        outside: Vec<EdgeId>,
    },
    /// Step 2: the next branch is offered to T1.
    Offer {
        /// The index of the branch among the offers, from 1.
        i: usize,
        /// e_i = b₀.
        branch: EdgeId,
    },
    /// Step 3: the branches that can be replaced after a chain of k replacements.
    Search {
        /// The length of the chain.
        k: usize,
        /// T_k.
        tree: Tree,
        /// B(k).
        reached: Vec<EdgeId>,
        /// S, those new in B(k) that are in both trees.
        common: Vec<EdgeId>,
        /// What follows.
        search: Search,
    },
    /// Step 4: in T_k, b_k is replaced by b_{k−1}.
    Swap {
        /// The length of what is left of the chain.
        k: usize,
        /// T_k.
        tree: Tree,
        /// b_k, which leaves.
        out: EdgeId,
        /// The branches of B(k−1) that could replace it.
        choices: Vec<EdgeId>,
        /// b_{k−1}, which does.
        into: EdgeId,
        /// T1 and T2 after it.
        trees: [Vec<EdgeId>; 2],
    },
    /// Step 5: is there hope for a smaller intersection?
    Next {
        /// T1 ∩ T2.
        common: Vec<EdgeId>,
        /// How many branches have been offered.
        offered: usize,
        /// How many there are to offer.
        of: usize,
        /// Whether another one will be.
        more: bool,
    },
    /// Step 6: what the trees say about the game.
    Evaluate {
        /// The two unplayable branches.
        unplayable: [EdgeId; 2],
        /// T1 and T2.
        trees: [Vec<EdgeId>; 2],
        /// Who wins.
        outcome: Outcome,
    },
    /// Step 7: the human has moved; the machine passes unless the branch is in exactly one tree.
    Human {
        /// Who the human is.
        side: Side,
        /// h.
        branch: EdgeId,
        /// The one tree that holds it, if just one does.
        tree: Option<Tree>,
    },
    /// Step 8: the reply to h. For the machine's first move, h is the unplayable branch in T1.
    Reply {
        /// h.
        to: EdgeId,
        /// T, the tree that holds h.
        tree: Tree,
        /// P(h, T′).
        path: Vec<EdgeId>,
        /// Those on it whose own path in T leads through h: always an odd number.
        choices: Vec<EdgeId>,
        /// m.
        reply: EdgeId,
    },
    /// Step 9: in the tree that held CUT's branch, CONNECT's branch replaces it.
    Update {
        /// CUT's move.
        cut: EdgeId,
        /// CONNECT's move.
        connect: EdgeId,
        /// The tree that changes.
        tree: Tree,
        /// T1 and T2 after it.
        trees: [Vec<EdgeId>; 2],
    },
    /// Step 10: the game is over.
    Over {
        /// Who has won.
        winner: Side,
    },
}

impl Step {
    /// The step's number in the paper; 0 before the first.
    pub fn number(&self) -> u8 {
        match self {
            Step::Apart => 0,
            Step::Start { .. } => 1,
            Step::Offer { .. } => 2,
            Step::Search { .. } => 3,
            Step::Swap { .. } => 4,
            Step::Next { .. } => 5,
            Step::Evaluate { .. } => 6,
            Step::Human { .. } => 7,
            Step::Reply { .. } => 8,
            Step::Update { .. } => 9,
            Step::Over { .. } => 10,
        }
    }
}
