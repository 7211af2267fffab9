//! Connectivity of what SHORT has to join, under edge deletion (CUT) and contraction (SHORT).
//!
//! A spanning forest of the edges that CUT has not deleted is maintained. Both terminals are in one
//! of its trees, and so are all vertices that SHORT's edges join. Deleting an edge outside the forest
//! changes nothing. Deleting an edge of the forest splits its tree in two, and two breadth-first
//! searches start from the ends of the edge, in lockstep, in the network with SHORT's edges
//! contracted. Each stays in its own part until one of them finds an edge that leads to the other
//! part: the replacement edge. If a search is exhausted without one, the two parts are disconnected.
//!
//! The searches need not meet, because the forest tells which part a vertex is in. In an expanding
//! network, such as a random one, half of all edges lead to the other part, so a few steps are
//! enough, where two searches that wait to meet take √n. On a planar board the next edge to the other
//! part is an edge of the same face. The longer a search takes, the more edges it collects before it
//! queries the forest, which answers a batch in little more time than a single query.
//!
//! Only if the terminals are in different parts does the search run to the end. Otherwise it gives up
//! after a few steps and leaves the tree in two; a later search that meets the other part takes it
//! up again. Where SHORT has to join all vertices, every search runs to the end.
//!
//! Complexity: O(log n) amortised per query of the forest. A search for the terminals' sake is
//! bounded only by what it visits (Holm, de Lichtenberg and Thorup 2001 bound that too, with a
//! hierarchy of forests).

mod adjacency;
mod replacement;
#[cfg(test)]
mod tests;

use super::contracted::Contracted;
use super::{Claim, Network, Target};
use crate::ds::dynamic_forest::DynamicForest;
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph};
use adjacency::ContractedAdjacency;
use replacement::{Candidate, Search, Step};

/// The most candidates that one query of the forest is about.
const BATCH: usize = 8;

/// What a replacement search may spend. Any values give the same answers.
#[derive(Clone, Copy, Debug)]
struct Tuning {
    /// The most steps of a search that the terminals do not depend on.
    step_budget: usize,
    /// The steps after which the batch of unresolved candidates may grow by one.
    batch_growth: usize,
}

impl Tuning {
    const DEFAULT: Self = Self {
        step_budget: 64,
        batch_growth: 16,
    };
}

/// A spanning forest of the edges that CUT has not deleted, and what is needed to replace its edges.
#[derive(Clone, Debug)]
pub(super) struct TerminalConnectivity {
    /// The edges that SHORT does not own are marked.
    forest: DynamicForest,
    in_forest: Vec<bool>,
    adjacency: ContractedAdjacency,
    /// The search that reached a contracted vertex last: twice its round, plus its turn.
    mark: Vec<u32>,
    round: u32,
    searches: [Search; 2],
    tuning: Tuning,
}

/// The board with SHORT's edges contracted.
pub(super) struct Board<'a> {
    graph: &'a Graph,
    terminals: [u32; 2],
    target: Target,
    contracted: &'a mut Contracted,
}

impl<'a> Board<'a> {
    /// `contracted` is filled in if it is missing.
    pub(super) fn new(network: &'a Network, contracted: &'a mut Option<Contracted>) -> Self {
        let graph = network.graph();
        Self {
            graph,
            terminals: [network.left(), network.right()].map(|end| end.index() as u32),
            target: network.target(),
            contracted: contracted.get_or_insert_with(|| Contracted::none(graph)),
        }
    }

    /// Contracts SHORT's edge. Returns the representative that stays and the one that is gone;
    /// `None` if the edge was a loop.
    pub(super) fn contract(&mut self, edge: EdgeId) -> Option<[usize; 2]> {
        let [a, b] = self.roots(edge).map(|root| root as usize);
        self.contracted.contract(self.graph, edge).then(|| {
            let stays = self.contracted.find(a);
            [stays, if stays == a { b } else { a }]
        })
    }

    fn ends(&self, edge: EdgeId) -> [u32; 2] {
        self.graph.ends(edge).map(|end| end.index() as u32)
    }

    fn root(&mut self, vertex: u32) -> u32 {
        self.contracted.find(vertex as usize) as u32
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
    /// The connectivity of a board on which these edges have been played.
    pub(super) fn new(board: &mut Board<'_>, claim_of: impl Fn(EdgeId) -> Claim) -> Self {
        Self::with_tuning(board, claim_of, Tuning::DEFAULT)
    }

    fn with_tuning(
        board: &mut Board<'_>,
        claim_of: impl Fn(EdgeId) -> Claim,
        tuning: Tuning,
    ) -> Self {
        let graph = board.graph;
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let mut tree = UnionFind::new(vertices);
        let mut in_forest = vec![false; edges];
        // SHORT's edges first, so that all vertices they join are in one tree.
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
            tuning,
        }
    }

    /// SHORT claims an edge.
    pub(super) fn contract(&mut self, board: &mut Board<'_>, edge: EdgeId) {
        self.adjacency.remove(board, edge);
        if let Some([stays, gone]) = board.contract(edge) {
            self.adjacency.merge(stays, gone);
            self.promote(board, edge);
        }
    }

    /// Puts an edge of SHORT's into the forest for good. If it closes a circuit there, it replaces an
    /// edge that is not SHORT's.
    fn promote(&mut self, board: &Board<'_>, edge: EdgeId) {
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

    fn attach(&mut self, board: &Board<'_>, edge: EdgeId, is_marked: bool) {
        self.in_forest[edge.index()] = true;
        self.forest
            .attach(edge.index(), board.ends(edge), is_marked);
    }

    fn detach(&mut self, board: &Board<'_>, edge: EdgeId) {
        self.in_forest[edge.index()] = false;
        self.forest.detach(edge.index(), board.ends(edge));
    }

    /// CUT deletes an edge. Returns whether all that SHORT has to join is still connected.
    pub(super) fn delete(&mut self, board: &mut Board<'_>, edge: EdgeId) -> bool {
        self.adjacency.remove(board, edge);
        if !self.in_forest[edge.index()] {
            return true;
        }
        self.detach(board, edge);
        let still = match board.target {
            Target::Terminals => self.forest.connected(board.terminals),
            Target::All => false,
        };
        let budget = if still {
            self.tuning.step_budget
        } else {
            usize::MAX
        };
        let instead = self.search(board, board.ends(edge), budget);
        if let Some(instead) = instead {
            self.attach(board, instead, true);
        }
        still || instead.is_some()
    }

    /// Searches for an edge between the trees of two vertices. Other trees that are met on the way
    /// become part of the tree from which they are met.
    fn search(&mut self, board: &mut Board<'_>, ends: [u32; 2], budget: usize) -> Option<EdgeId> {
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
                    (step / self.tuning.batch_growth).min(BATCH - 1)
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

    /// Queries the forest about the candidates: returns one that leads to the other part, if any does.
    fn resolve(&mut self, board: &mut Board<'_>, ends: [u32; 2], turn: usize) -> Option<EdgeId> {
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
        board: &Board<'_>,
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
            // The tree of an earlier candidate may have become part of this one.
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
