//! Boards with more vertices than edges, pruned before they are solved.
//!
//! Most of such a board is isolated vertices and small trees. An edge that is alone at a vertex other than a terminal lies in no
//! circuit, with e0 or without. So it is in P*, CUT can add it to either of two forests, and it takes no part in any other
//! game. Such edges are removed until there are none, and then all isolated vertices but one: in the join-all game, SHORT
//! can join one as little as many. The solver, which costs far more per vertex than per edge, sees what is left.

use super::partition::Partition;
use super::solve::{Verdict, sort_forests};
use crate::ds::ranked_set::RankedSet;
use crate::graph::{EdgeId, Graph, VertexId};
use crate::switching::certificate::{Certificate, Opening, Proof, TwoForests, TwoTrees};
use crate::switching::{Claim, Network, Outcome, Position, Side};

/// A position on a pruned board.
pub(super) struct Pruned {
    pub position: Position,
    /// What the board calls the vertices that are left, in increasing order; the last vertex, which stands for all
    /// isolated ones, is not among them.
    vertices: Vec<VertexId>,
    /// What the board calls the edges that are left, in increasing order.
    edges: Vec<EdgeId>,
    /// The free edges that were removed, in increasing order.
    removed: Vec<EdgeId>,
}

impl Pruned {
    /// The position on a pruned board; `None` unless the board has so many vertices that pruning pays: at least the
    /// difference to the number of edges is components that are trees.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let graph = position.network().graph();
        let edges = graph.edge_count();
        let is_sparse = graph.vertex_count() > edges + edges / 4 + 2;
        is_sparse.then(|| Self::new(position))
    }

    fn new(position: &Position) -> Self {
        let network = position.network();
        let graph = network.graph();
        let terminals = [network.left(), network.right()];
        let touched = touched_vertices(position);
        let ranks = |vertices: [VertexId; 2]| vertices.map(|v| touched.rank(v.index()));
        let mut pruning = Pruning::new(touched.len(), ranks(terminals));
        for edge in undeleted_edges(position) {
            pruning.insert(edge, ranks(graph.ends(edge)));
        }
        let ends = |edge| ranks(graph.ends(edge));
        let is_removed = pruning.remove_leaves(graph.edge_count(), ends);
        let is_removed = |edge: &EdgeId| is_removed[edge.index()];
        let is_free = |edge: &EdgeId| position.claim_of(*edge) == Claim::Free;
        let edges = list(undeleted_edges(position).filter(|edge| !is_removed(edge)));
        let removed =
            list(undeleted_edges(position).filter(|edge| is_removed(edge) && is_free(edge)));

        let left = touched.iter().zip(&pruning.degree);
        let left = left.filter(|&(_, &degree)| degree > 0);
        let vertices: Vec<VertexId> = left.map(|(v, _)| VertexId::new(v)).collect();
        let number = pruning.number();
        let named = |vertices: [VertexId; 2]| ranks(vertices).map(|rank| number[rank]);
        let ends = edges.iter().map(|&edge| named(graph.ends(edge)));
        let pruned = Graph::from_ends(vertices.len() + 1, ends.collect());
        let [left, right] = named(terminals);
        let pruned = Network::new(pruned, left, right).expect("the terminals are left");
        Self {
            position: with_claims(pruned.with_target(network.target()), position, &edges),
            vertices,
            edges,
            removed,
        }
    }

    /// The verdict on the position that was pruned, from that on the pruned board.
    pub(super) fn restore_verdict(&self, position: &Position, verdict: Verdict) -> Verdict {
        let Verdict {
            outcome,
            mut winning,
            mut certificate,
        } = verdict;
        match &mut certificate {
            // The vertices that were removed are on either side.
            Certificate::Over(won) => return Verdict::over(position, won.winner()),
            Certificate::Second(proof) => self.restore_proof(proof),
            Certificate::First { short, cut } => {
                for Opening { edge, proof } in [short, cut] {
                    *edge = self.edges[edge.index()];
                    self.restore_proof(proof);
                }
            }
        }
        for edges in [&mut winning.short, &mut winning.cut] {
            self.restore_edges(edges);
        }
        // Any edge wins, those that were removed too.
        match outcome {
            Outcome::Short => add(&mut winning.short, &self.removed),
            Outcome::Cut => add(&mut winning.cut, &self.removed),
            Outcome::First => {}
        }
        Verdict {
            outcome,
            winning,
            certificate,
        }
    }

    /// The principal partition of the minor of the position that was pruned.
    pub(super) fn restore_partition(&self, mut partition: Partition) -> Partition {
        for edges in [&mut partition.p, &mut partition.p_star, &mut partition.r] {
            self.restore_edges(edges);
        }
        add(&mut partition.p_star, &self.removed);
        partition
    }

    fn restore_proof(&self, proof: &mut Proof) {
        match proof {
            Proof::Short(TwoTrees { vertices, trees }) => {
                self.restore_vertices(vertices);
                for tree in trees {
                    self.restore_edges(tree);
                }
            }
            Proof::Cut(forests) => self.restore_forests(forests),
        }
    }

    /// Adds the edges that were removed to a forest: no circuit contains them.
    fn restore_forests(&self, proof: &mut TwoForests) {
        for vertices in &mut proof.classes {
            self.restore_vertices(vertices);
        }
        for forest in &mut proof.forests {
            self.restore_edges(forest);
        }
        add(&mut proof.forests[0], &self.removed);
        sort_forests(&mut proof.forests);
    }

    fn restore_edges(&self, edges: &mut [EdgeId]) {
        for edge in edges {
            *edge = self.edges[edge.index()];
        }
    }

    fn restore_vertices(&self, vertices: &mut [VertexId]) {
        for vertex in vertices {
            *vertex = self.vertices[vertex.index()];
        }
    }
}

fn undeleted_edges(position: &Position) -> impl Iterator<Item = EdgeId> + Clone + '_ {
    let edges = position.network().graph().edges();
    edges.filter(|&edge| position.claim_of(edge) != Claim::Cut)
}

/// The terminals and the ends of all edges that are not deleted.
fn touched_vertices(position: &Position) -> RankedSet {
    let network = position.network();
    let graph = network.graph();
    let ends = undeleted_edges(position).flat_map(|edge| graph.ends(edge));
    let vertices = ends.chain([network.left(), network.right()]);
    RankedSet::new(graph.vertex_count(), vertices.map(VertexId::index))
}

/// A position whose edges are claimed as these edges, none of which is deleted, are in another one.
fn with_claims(network: Network, other: &Position, edges: &[EdgeId]) -> Position {
    let is_short = |&(_, edge): &(usize, &EdgeId)| other.claim_of(*edge) == Claim::Short;
    let claimed = edges.iter().enumerate().filter(is_short);
    let moves = claimed.map(|(number, _)| (Side::Short, EdgeId::new(number)));
    Position::with_moves(network, moves).expect("every edge is claimed once")
}

/// A list that takes no more memory than it needs.
fn list(edges: impl Iterator<Item = EdgeId> + Clone) -> Vec<EdgeId> {
    let mut list = Vec::with_capacity(edges.clone().count());
    list.extend(edges);
    list
}

/// Adds edges to a list; both are in increasing order.
fn add(edges: &mut Vec<EdgeId>, more: &[EdgeId]) {
    edges.reserve_exact(more.len());
    edges.extend(more);
    // Two increasing runs are merged in linear time.
    edges.sort();
}

/// A graph that edges are removed from, each at a vertex where no other is left. No lists of incident edges are needed
/// for that.
struct Pruning {
    /// How many edges are left at each vertex: a loop counts as two, and two more protect a vertex.
    degree: Vec<u32>,
    /// The exclusive or of the numbers of these edges.
    sum: Vec<u32>,
}

impl Pruning {
    /// No edges; these vertices are not to be removed.
    fn new(vertices: usize, protected: [usize; 2]) -> Self {
        let mut degree = vec![0; vertices];
        for vertex in protected {
            degree[vertex] += 2;
        }
        Self {
            degree,
            sum: vec![0; vertices],
        }
    }

    fn insert(&mut self, edge: EdgeId, ends: [usize; 2]) {
        for end in ends {
            self.degree[end] += 1;
            self.sum[end] ^= edge.index() as u32;
        }
    }

    /// Removes edges as long as one is alone at a vertex; for every edge, whether it was removed.
    fn remove_leaves(&mut self, edges: usize, ends: impl Fn(EdgeId) -> [usize; 2]) -> Vec<bool> {
        let mut is_removed = vec![false; edges];
        for start in 0..self.degree.len() {
            let mut leaf = start;
            while self.degree[leaf] == 1 {
                let edge = EdgeId::new(self.sum[leaf] as usize);
                is_removed[edge.index()] = true;
                let [u, v] = ends(edge);
                for end in [u, v] {
                    self.degree[end] -= 1;
                    self.sum[end] ^= edge.index() as u32;
                }
                leaf ^= u ^ v;
            }
        }
        is_removed
    }

    /// Numbers the vertices that are left; what it says of others means nothing.
    fn number(self) -> Vec<VertexId> {
        let mut count = 0;
        let number = |degree: u32| {
            let number = VertexId::new(count);
            count += usize::from(degree > 0);
            number
        };
        self.degree.into_iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::network;

    /// A triangle with terminals at its corners, a path at one terminal, a tree apart, and a vertex of SHORT's and of CUT's edges.
    #[test]
    fn trees_and_isolated_vertices_are_removed() {
        let triangle = [(20, 30), (30, 40), (40, 20)];
        let trees = [(40, 50), (50, 51), (1, 2), (1, 3), (1, 4)];
        let played = [(30, 60), (30, 61), (60, 20)];
        let pairs = [&triangle[..], &trees, &played].concat();
        let moves = [(Side::Short, EdgeId::new(8)), (Side::Cut, EdgeId::new(10))];
        let position = Position::with_moves(network(80, (20, 40), &pairs), moves).unwrap();
        let pruned = Pruned::of(&position).expect("far more vertices than edges");
        let ids = |edges: &[usize]| {
            edges
                .iter()
                .map(|&edge| EdgeId::new(edge))
                .collect::<Vec<_>>()
        };
        assert_eq!(pruned.edges, ids(&[0, 1, 2]));
        assert_eq!(pruned.removed, ids(&[3, 4, 5, 6, 7, 9]));
        assert_eq!(pruned.vertices, [20, 30, 40].map(VertexId::new));
        let board = network(4, (0, 2), &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(pruned.position, Position::new(board));
    }

    #[test]
    fn boards_that_may_have_few_trees_are_left_alone() {
        let pairs = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let pruned = |vertices: usize| {
            let network = network(vertices, (0, 1), &pairs);
            Pruned::of(&Position::new(network)).is_some()
        };
        assert_eq!([7, 8].map(pruned), [false, true]);
    }
}
