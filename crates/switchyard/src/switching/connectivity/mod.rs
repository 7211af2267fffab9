//! Terminal connectivity under edge deletion (CUT) and contraction (SHORT).
//!
//! A forest of edges that CUT has left is kept, with both terminals in one tree, and with all that
//! SHORT's edges join in one piece. When CUT destroys an edge outside of it, nothing happens. When one of its
//! edges goes, its tree falls into two sides, and two breadth-first searches start from the edge's ends
//! in lockstep, in the network with SHORT's edges contracted, each on its own side, until one meets an
//! edge that leads to the other. That edge takes the place of the one that went. If a search ends
//! without, nothing holds the two sides together any more.
//!
//! The searches need not meet: the forest tells which side a vertex is on. So in a network that
//! branches everywhere, such as a random one, where half of all edges lead to the other side, a few
//! steps are enough, and not √n as for two searches that wait to meet. On a board in the plane the
//! next edge to the other side is an edge of the same face. The longer a search takes, the more
//! edges it puts together before it asks the forest, which then answers for all in little more
//! time than for one.
//!
//! Only if the terminals are parted does the search go on to the end. Otherwise it soon gives up, and
//! the tree stays in two: a later search that meets the other part takes it up again.
//!
//! A contracted vertex is a ring of those of its members that have free edges ([`adjacency`]).
//!
//! The dynamic trees cost O(log n) amortised a question; a search for the terminals' sake is bounded only by
//! what it sees (Holm, de Lichtenberg and Thorup, 2001, bound that too, with a hierarchy of forests).

mod adjacency;
mod replacement;

use super::{Claim, Network};
use crate::ds::dynamic_forest::DynamicForest;
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph};
use adjacency::ContractedAdjacency;
use replacement::{Candidate, Search, Step};

/// The steps of a replacement search that the terminals do not depend on; few in the tests, whose
/// boards are small.
const STEP_BUDGET: usize = if cfg!(test) { 4 } else { 64 };

/// The most candidates that the forest is asked about together.
const BATCH: usize = 8;
/// Every `BATCH_GROWTH` steps the batch of unresolved candidates may grow by one.
const BATCH_GROWTH: usize = if cfg!(test) { 1 } else { 16 };

/// A spanning forest of the edges that CUT has left, with what replaces its edges.
#[derive(Clone, Debug)]
pub(super) struct TerminalConnectivity {
    /// Marked are the edges that SHORT does not own.
    forest: DynamicForest,
    in_forest: Vec<bool>,
    adjacency: ContractedAdjacency,
    /// Which search (the round doubled, or one more) reached a contracted vertex last.
    mark: Vec<u32>,
    round: u32,
    searches: [Search; 2],
}

/// The board, with SHORT's edges contracted.
pub(super) struct Contracted<'a> {
    graph: &'a Graph,
    terminals: [u32; 2],
    joined: &'a mut UnionFind,
}

impl<'a> Contracted<'a> {
    /// `joined` is what SHORT has joined, if it is kept already.
    pub(super) fn new(network: &'a Network, joined: &'a mut Option<UnionFind>) -> Self {
        let graph = network.graph();
        let joined = joined.get_or_insert_with(|| UnionFind::new(graph.vertex_count()));
        let terminals = [network.left(), network.right()].map(|end| end.index() as u32);
        Self {
            graph,
            terminals,
            joined,
        }
    }

    /// Makes one contracted vertex of the two at the ends of SHORT's edge: the one that stays, and the
    /// other; `None` if they are one already.
    pub(super) fn join(&mut self, edge: EdgeId) -> Option<[usize; 2]> {
        let [a, b] = self.roots(edge).map(|root| root as usize);
        self.joined.union(a, b).then(|| {
            let stays = self.joined.find(a);
            [stays, if stays == a { b } else { a }]
        })
    }

    fn ends(&self, edge: EdgeId) -> [u32; 2] {
        self.graph.ends(edge).map(|end| end.index() as u32)
    }

    fn root(&mut self, vertex: u32) -> u32 {
        self.joined.find(vertex as usize) as u32
    }

    fn roots(&mut self, edge: EdgeId) -> [u32; 2] {
        self.ends(edge).map(|end| self.root(end))
    }

    fn is_loop(&mut self, edge: EdgeId) -> bool {
        let [a, b] = self.roots(edge);
        a == b
    }
}

impl TerminalConnectivity {
    /// Of a board with these edges played.
    pub(super) fn new(board: &mut Contracted<'_>, claim_of: impl Fn(EdgeId) -> Claim) -> Self {
        let graph = board.graph;
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let mut tree = UnionFind::new(vertices);
        let mut in_forest = vec![false; edges];
        // SHORT's edges first, so that all they join is in one piece.
        for claim in [Claim::Short, Claim::Free] {
            for edge in graph.edges().filter(|&edge| claim_of(edge) == claim) {
                let [u, v] = graph.ends(edge);
                in_forest[edge.index()] = tree.union(u.index(), v.index());
            }
        }
        let is_free = |edge| claim_of(edge) == Claim::Free;
        let forest = DynamicForest::new(
            vertices,
            edges,
            |edge| board.ends(EdgeId::new(edge)),
            |edge| in_forest[edge],
            |edge| is_free(EdgeId::new(edge)),
        );
        Self {
            forest,
            in_forest,
            adjacency: ContractedAdjacency::new(board, is_free),
            mark: vec![0; vertices],
            round: 0,
            searches: Default::default(),
        }
    }

    /// SHORT takes an edge.
    pub(super) fn contract(&mut self, board: &mut Contracted<'_>, edge: EdgeId) {
        self.adjacency.remove(board, edge);
        if let Some([stays, gone]) = board.join(edge) {
            self.adjacency.merge(stays, gone);
            self.promote(board, edge);
        }
    }

    /// Puts an edge that SHORT has into the forest for good; if it closes a circle there, in the place
    /// of an edge that SHORT has not.
    fn promote(&mut self, board: &Contracted<'_>, edge: EdgeId) {
        if self.in_forest[edge.index()] {
            self.forest.set_marked(edge.index(), false);
            return;
        }
        let ends = board.ends(edge);
        if self.forest.connected(ends) {
            let out = self.forest.first_marked(ends);
            let out = out.expect("SHORT had not joined the ends");
            self.detach(board, EdgeId::new(out));
        }
        self.attach(board, edge, false);
    }

    fn attach(&mut self, board: &Contracted<'_>, edge: EdgeId, is_marked: bool) {
        self.in_forest[edge.index()] = true;
        self.forest
            .attach(edge.index(), board.ends(edge), is_marked);
    }

    fn detach(&mut self, board: &Contracted<'_>, edge: EdgeId) {
        self.in_forest[edge.index()] = false;
        self.forest.detach(edge.index(), board.ends(edge));
    }

    /// CUT destroys an edge. Returns whether the terminals are still connected.
    pub(super) fn delete(&mut self, board: &mut Contracted<'_>, edge: EdgeId) -> bool {
        self.adjacency.remove(board, edge);
        if !self.in_forest[edge.index()] {
            return true;
        }
        self.detach(board, edge);
        let still = self.forest.connected(board.terminals);
        let budget = if still { STEP_BUDGET } else { usize::MAX };
        let instead = self.search(board, board.ends(edge), budget);
        if let Some(instead) = instead {
            self.attach(board, instead, true);
        }
        still || instead.is_some()
    }

    /// An edge between the trees of two vertices. Other trees that are met on the way become part of
    /// the one from which they are met.
    fn search(
        &mut self,
        board: &mut Contracted<'_>,
        ends: [u32; 2],
        budget: usize,
    ) -> Option<EdgeId> {
        self.start(ends.map(|end| board.root(end)));
        for step in 0..budget {
            let turn = step % 2;
            let search = &mut self.searches[turn];
            let may_wait = match search.step(&mut self.adjacency, board, &self.mark) {
                Step::Nothing => continue,
                Step::Exhausted if search.candidates.is_empty() => return None,
                Step::Exhausted => 0,
                Step::Leads(edge, to) => {
                    match self.reached_by(to) {
                        Some(by) if by == turn => continue,
                        Some(_) => return Some(edge),
                        None if self.in_forest[edge.index()] => {
                            self.reach(turn, to);
                            continue;
                        }
                        None => self.searches[turn].candidates.push(Candidate { edge, to }),
                    }
                    (step / BATCH_GROWTH).min(BATCH - 1)
                }
            };
            if self.searches[turn].candidates.len() > may_wait
                && let Some(edge) = self.resolve(board, ends, turn)
            {
                return Some(edge);
            }
        }
        let mut turns = [0, 1].into_iter();
        turns.find_map(|turn| self.resolve(board, ends, turn))
    }

    /// Asks the forest about the candidates: one that leads to the other side, if there is any.
    fn resolve(
        &mut self,
        board: &mut Contracted<'_>,
        ends: [u32; 2],
        turn: usize,
    ) -> Option<EdgeId> {
        let mut candidates = std::mem::take(&mut self.searches[turn].candidates);
        candidates.retain(|candidate| self.reached_by(candidate.to) != Some(turn));
        let mut together = candidates.chunks(BATCH);
        let found = together.find_map(|some| self.first_across(board, ends, turn, some));
        candidates.clear();
        self.searches[turn].candidates = candidates;
        found
    }

    fn first_across(
        &mut self,
        board: &Contracted<'_>,
        ends: [u32; 2],
        turn: usize,
        candidates: &[Candidate],
    ) -> Option<EdgeId> {
        let mut vertices = [candidates.first()?.to; BATCH];
        for (vertex, candidate) in vertices.iter_mut().zip(candidates) {
            *vertex = candidate.to;
        }
        let trees = self.forest.sides(ends).trees_of(vertices);
        for (&Candidate { edge, to }, tree) in candidates.iter().zip(trees) {
            // The tree of an earlier one may have become part of this side.
            let tree = tree.or_else(|| self.forest.sides(ends).tree_of(to));
            match tree {
                Some(tree) if tree != turn => return Some(edge),
                Some(_) => {}
                None => self.attach(board, edge, true),
            }
            self.reach(turn, to);
        }
        None
    }

    /// The search that has reached a contracted vertex.
    fn reached_by(&self, vertex: u32) -> Option<usize> {
        let mark = self.mark[vertex as usize];
        (mark / 2 == self.round).then_some(mark as usize % 2)
    }

    fn reach(&mut self, turn: usize, vertex: u32) {
        if self.reached_by(vertex).is_none() {
            self.mark[vertex as usize] = 2 * self.round + turn as u32;
            self.searches[turn].queue.push_back(vertex);
        }
    }

    fn start(&mut self, starts: [u32; 2]) {
        self.round += 1;
        if self.round == u32::MAX / 2 {
            self.mark.fill(0);
            self.round = 1;
        }
        for (turn, start) in starts.into_iter().enumerate() {
            self.searches[turn].clear();
            self.reach(turn, start);
        }
    }
}
