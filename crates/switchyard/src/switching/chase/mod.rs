//! Chase's algorithm of 1972, step by step: an independent way to the outcome, for teaching and checking.
//!
//! Stephen M. Chase, *An implemented graph algorithm for winning Shannon switching games*,
//! Communications of the ACM 15 (1972). The steps are numbered as printed, and each can be
//! observed as a [`Step`]. Step 7 is printed the wrong way round: the machine passes when the
//! human's branch is in both trees or in neither, *not* when it is in exactly one.
//!
//! **Idea.** Add to the network two unplayable branches e₁, e₂ between the terminals, and find
//! two spanning trees with as few common branches as can be. Start with T1 = T2 and offer one
//! branch after the other: a branch that can enter T1 through a chain of replacements which ends
//! at a common branch makes the trees share one branch fewer. The unplayable branches are
//! offered last, and what becomes of them is the answer:
//! neither is needed, CONNECT (our SHORT) wins; e₁ enters, the side that moves first wins; both enter,
//! CUT wins.
//!
//! **Networks that are not as in the paper.** A loop has the empty path, so the algorithm drops it
//! by itself. Branches that are not connected to the terminals do not matter and are left out.
//! If the terminals are not connected, CUT has won before the first step.
//!
//! **Complexity.** O(n) work for each offered branch (a path's reached branches are contracted, so
//! that they are not walked twice) and O(n) for each replacement: O(n·(m + n·k)) in all, with
//! chains of k < n replacements; k is small in practice. O(n + m) space. The solver is faster;
//! this is for reading, teaching and checking.

mod machine;
mod step;
mod tree;

pub use machine::Machine;
pub use step::{Search, Step, Tree};

use super::contracted::Contracted;
use super::{Network, Outcome, Side};
use crate::graph::{EdgeId, Graph};
use thiserror::Error;
use tree::{Reached, SpanningTree};

/// The result of steps 1 to 6: two trees, and what they say about the game.
///
/// ```
/// use switchyard::graph::{Graph, VertexId};
/// use switchyard::switching::{Network, Outcome, chase::Chase};
///
/// let graph = Graph::from_pairs(2, &[(0, 1), (0, 1)]);
/// let network = Network::new(graph, VertexId::new(0), VertexId::new(1))?;
/// let chase = Chase::run(&network, &[], &mut |_| ());
/// assert_eq!(chase.outcome(), Outcome::Short);
/// # Ok::<(), switchyard::switching::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chase {
    /// The network with the two unplayable branches after its own.
    graph: Graph,
    trees: [SpanningTree; 2],
    outcome: Outcome,
}

impl Chase {
    /// Runs steps 1 to 6, and calls `observe` with each.
    ///
    /// Where the paper says "any" or "pick", the branch that comes first in `order` is taken;
    /// branches that `order` does not name come after those it does, as in the file.
    pub fn run(network: &Network, order: &[EdgeId], observe: &mut dyn FnMut(Step)) -> Self {
        Run::new(network, order, Some(observe)).finish()
    }

    /// Runs steps 1 to 6 from a pair of spanning trees, where the paper begins with twice the same tree.
    ///
    /// # Errors
    /// When an edge does not exist, or one of the two is no spanning tree of what is connected to the left terminal.
    pub fn run_from(
        network: &Network,
        trees: [&[EdgeId]; 2],
        order: &[EdgeId],
        observe: &mut dyn FnMut(Step),
    ) -> Result<Self, TreeError> {
        let mut run = Run::new(network, order, Some(observe));
        run.begin_with(trees)?;
        Ok(run.finish())
    }

    /// The outcome alone, without copies for an observer.
    pub fn outcome_of(network: &Network) -> Outcome {
        Run::new(network, &[], None).finish().outcome
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// T1 and T2, in which the unplayable branches are numbered m+1 and m+2.
    pub fn trees(&self) -> [Vec<EdgeId>; 2] {
        self.trees.each_ref().map(SpanningTree::edges)
    }

    /// The two unplayable branches.
    pub fn unplayable(&self) -> [EdgeId; 2] {
        unplayable(&self.graph)
    }

    /// The sides on which the machine can win: both, if it may move first.
    pub fn machine_sides(&self) -> &'static [Side] {
        match self.outcome {
            Outcome::Short => &[Side::Short],
            Outcome::Cut => &[Side::Cut],
            Outcome::First => &Side::BOTH,
        }
    }
}

/// Why edges are not the spanning tree that they are given as.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// An edge number that the network does not have.
    #[error("there is no edge {0}")]
    NoSuchEdge(EdgeId),
    /// An edge that is not connected to the left terminal.
    #[error("edge {0} is not connected to the terminals")]
    Outside(EdgeId),
    /// An edge that closes a circuit, or is given twice.
    #[error("edge {edge} closes a circuit in tree {number}")]
    Circuit {
        /// The edge.
        edge: EdgeId,
        /// 1 or 2.
        number: usize,
    },
    /// Too few edges to join all vertices.
    #[error("tree {number} has {edges} edges, and a spanning tree has {needed}")]
    NotSpanning {
        /// 1 or 2.
        number: usize,
        /// How many it has.
        edges: usize,
        /// How many it would need.
        needed: usize,
    },
}

/// The network's graph with two more branches between the terminals.
fn with_unplayable(network: &Network) -> Graph {
    let mut graph = network.graph().clone();
    for _ in 0..2 {
        graph.add_edge(network.left(), network.right());
    }
    graph
}

fn unplayable(graph: &Graph) -> [EdgeId; 2] {
    let m = graph.edge_count() - 2;
    [m, m + 1].map(EdgeId::new)
}

/// Steps 1 to 6 in progress.
struct Run<'a> {
    network: &'a Network,
    graph: Graph,
    /// Which vertices are connected to the terminal L.
    near: Vec<bool>,
    trees: [SpanningTree; 2],
    /// Whether the trees were given.
    given: bool,
    /// The rank of each branch in the order of preference.
    rank: Vec<usize>,
    observe: Option<&'a mut dyn FnMut(Step)>,
}

impl<'a> Run<'a> {
    fn new(
        network: &'a Network,
        order: &[EdgeId],
        observe: Option<&'a mut dyn FnMut(Step)>,
    ) -> Self {
        let graph = with_unplayable(network);
        let rank = ranks(graph.edge_count(), order);
        let mut joined = Contracted::by(network.graph(), network.graph().edges());
        let vertices = network.graph().vertices();
        let near: Vec<bool> = vertices
            .map(|vertex| joined.is_one([vertex, network.left()]))
            .collect();
        // A tree of the network alone: the unplayable branches are not in it.
        let edges = network.graph().edges();
        let own = by_rank(edges.filter(|&e| near[graph.ends(e)[0].index()]), &rank);
        let tree = SpanningTree::grow(&graph, own.into_iter(), network.left());
        Self {
            network,
            trees: [tree.clone(), tree],
            graph,
            near,
            given: false,
            rank,
            observe,
        }
    }

    /// Takes these trees in the place of the first one.
    fn begin_with(&mut self, trees: [&[EdgeId]; 2]) -> Result<(), TreeError> {
        let own = self.network.graph();
        let needed = self.near.iter().filter(|&&near| near).count() - 1;
        for (edges, place) in trees.into_iter().zip(0..) {
            let number = place + 1;
            if let Some(&edge) = edges.iter().find(|&&edge| !own.has_edge(edge)) {
                return Err(TreeError::NoSuchEdge(edge));
            }
            let outside = |edge: &&EdgeId| !self.near[own.ends(**edge)[0].index()];
            if let Some(&edge) = edges.iter().find(outside) {
                return Err(TreeError::Outside(edge));
            }
            let mut joined = Contracted::by(own, std::iter::empty());
            for &edge in edges {
                if joined.is_one(own.ends(edge)) {
                    return Err(TreeError::Circuit { edge, number });
                }
                joined.join(own.ends(edge));
            }
            if edges.len() != needed {
                return Err(TreeError::NotSpanning {
                    number,
                    edges: edges.len(),
                    needed,
                });
            }
            let root = self.network.left();
            self.trees[place] = SpanningTree::grow(&self.graph, edges.iter().copied(), root);
        }
        self.given = true;
        Ok(())
    }

    fn tell(&mut self, step: impl FnOnce(&Self) -> Step) {
        if self.observe.is_some() {
            let step = step(self);
            if let Some(observe) = &mut self.observe {
                observe(step);
            }
        }
    }

    fn finish(mut self) -> Chase {
        let outcome = match self.start() {
            None => {
                self.tell(|_| Step::Apart);
                Outcome::Cut
            }
            Some(offers) => {
                self.offer_all(&offers);
                self.evaluate()
            }
        };
        Chase {
            graph: self.graph,
            trees: self.trees,
            outcome,
        }
    }

    /// Step 1: the branches to offer, or `None` when the terminals are apart.
    fn start(&mut self) -> Option<Vec<EdgeId>> {
        if !self.near[self.network.right().index()] {
            return None;
        }
        let (inside, outside): (Vec<EdgeId>, Vec<EdgeId>) = self
            .network
            .graph()
            .edges()
            .partition(|&edge| self.near[self.graph.ends(edge)[0].index()]);
        let [first, second] = &self.trees;
        let in_none = |edge: &EdgeId| !first.contains(*edge) && !second.contains(*edge);
        let rest = inside.into_iter().filter(in_none);
        let mut offers = by_rank(rest, &self.rank);
        offers.extend(unplayable(&self.graph));
        self.tell(|run| Step::Start {
            tree: run.trees[0].edges(),
            second: run.given.then(|| run.trees[1].edges()),
            offers: offers.clone(),
            outside,
        });
        Some(offers)
    }

    /// Steps 2 to 5 for one branch after the other.
    fn offer_all(&mut self, offers: &[EdgeId]) {
        let mut common = self.common().len();
        for (i, &branch) in offers.iter().enumerate() {
            self.tell(|_| Step::Offer { i: i + 1, branch });
            let helped = self.offer(branch);
            common -= usize::from(helped);
            let more = common > 0 && i + 1 < offers.len();
            self.tell(|run| Step::Next {
                common: run.common(),
                offered: i + 1,
                of: offers.len(),
                more,
            });
            if !more {
                return;
            }
        }
    }

    /// Steps 2 to 4: tries to bring `branch` into T1 so that the trees share one branch fewer.
    fn offer(&mut self, branch: EdgeId) -> bool {
        let mut reached = [Reached::new(&self.graph), Reached::new(&self.graph)];
        // What is new in B(0), B(1), B(2), …
        let mut layers = vec![vec![branch]];
        loop {
            let k = layers.len();
            let tree = Tree::of(k);
            let mut new = Vec::new();
            for &b in &layers[k - 1] {
                let (set, tree) = (&mut reached[tree.index()], &self.trees[tree.index()]);
                set.add_path(&self.graph, tree, b, &mut new);
            }
            let other = &self.trees[tree.other().index()];
            let both = new.iter().copied().filter(|&b| other.contains(b));
            let common = by_rank(both, &self.rank);
            let found = common.first().copied();
            let search = match found {
                Some(branch) => Search::Found(branch),
                None if new.is_empty() => Search::Closed,
                None => Search::Again,
            };
            self.tell(|_| Step::Search {
                k,
                tree,
                reached: reached[tree.index()].edges(),
                common: sorted(common),
                search,
            });
            layers.push(new);
            match search {
                Search::Found(last) => {
                    self.replace(&layers, last);
                    return true;
                }
                Search::Closed => return false,
                Search::Again => {}
            }
        }
    }

    /// Step 4: the chain of replacements, from its end back to the offered branch.
    fn replace(&mut self, layers: &[Vec<EdgeId>], last: EdgeId) {
        let mut out = last;
        for k in (1..layers.len()).rev() {
            let tree = Tree::of(k);
            let below = self.trees[tree.index()].side_below(&self.graph, out);
            let crosses = |b: &EdgeId| {
                let [u, v] = self.graph.ends(*b);
                below[u.index()] != below[v.index()]
            };
            let choices = by_rank(layers[k - 1].iter().copied().filter(crosses), &self.rank);
            let into = choices[0];
            self.trees[tree.index()].swap(&self.graph, out, into);
            self.tell(|run| Step::Swap {
                k,
                tree,
                out,
                choices: sorted(choices),
                into,
                trees: run.trees.each_ref().map(SpanningTree::edges),
            });
            out = into;
        }
    }

    /// Step 6.
    fn evaluate(&mut self) -> Outcome {
        let [first, _] = unplayable(&self.graph);
        let outcome = if self.trees[1].contains(first) {
            Outcome::Cut
        } else if self.trees[0].contains(first) {
            Outcome::First
        } else {
            Outcome::Short
        };
        self.tell(|run| Step::Evaluate {
            unplayable: unplayable(&run.graph),
            trees: run.trees.each_ref().map(SpanningTree::edges),
            outcome,
        });
        outcome
    }

    /// T1 ∩ T2.
    fn common(&self) -> Vec<EdgeId> {
        let [one, two] = &self.trees;
        let edges = self.graph.edges();
        edges
            .filter(|&e| one.contains(e) && two.contains(e))
            .collect()
    }
}

/// The place of each branch: those of `order` first.
fn ranks(branches: usize, order: &[EdgeId]) -> Vec<usize> {
    let mut rank: Vec<usize> = (0..branches).map(|index| order.len() + index).collect();
    for (place, edge) in order.iter().enumerate() {
        if let Some(rank) = rank.get_mut(edge.index()) {
            *rank = place;
        }
    }
    rank
}

fn by_rank(branches: impl Iterator<Item = EdgeId>, rank: &[usize]) -> Vec<EdgeId> {
    let mut branches: Vec<EdgeId> = branches.collect();
    branches.sort_by_key(|branch| rank[branch.index()]);
    branches
}

fn sorted(mut branches: Vec<EdgeId>) -> Vec<EdgeId> {
    branches.sort_unstable();
    branches
}
