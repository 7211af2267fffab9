//! The independent checker of certificates.
//!
//! It shares nothing with the solver but the board and the certificate's type: it has its own
//! union-find, and reads only the board and the state of every edge. Near-linear time.

pub(super) mod partition;

use super::certificate::{Certificate, Opening, Proof, TwoForests, TwoTrees, Won};
use super::{Claim, Network, Position, Side, Target};
use crate::ds::parallel::join_if_large;
use crate::graph::{EdgeId, VertexId};
use std::fmt;
use thiserror::Error;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// An edge number that the network does not have.
    #[error("there is no edge {0}")]
    NoSuchEdge(EdgeId),
    /// A vertex number that the network does not have.
    #[error("there is no vertex {0}")]
    NoSuchVertex(VertexId),
    /// A vertex that is named more than once.
    #[error("vertex {0} is listed twice")]
    VertexTwice(VertexId),
    /// An edge that is not free to be used in a tree or forest, or as a move.
    #[error("edge {0} has already been played")]
    Played(EdgeId),
    /// The tree or forest has a circuit.
    #[error("edge {edge} closes a circuit in {part} {number}")]
    Circuit {
        /// The edge.
        edge: EdgeId,
        /// What has the circuit.
        part: ProofPart,
        /// 1 or 2.
        number: usize,
    },
    /// An edge is in both trees, or twice in one.
    #[error("edge {0} is used twice")]
    EdgeTwice(EdgeId),
    /// A terminal is missing from the trees' vertex set.
    #[error("terminal {0} is not in the vertex set")]
    TerminalMissing(VertexId),
    /// In the join-all game: a vertex is missing from the trees' vertex set.
    #[error("vertex {0} is not in the vertex set")]
    VertexMissing(VertexId),
    /// A proof of Shannon's game for the join-all game, or the other way round.
    #[error("the proof is one of the game with target {proved}, not {asked}")]
    WrongTarget {
        /// What it is a proof of.
        proved: Target,
        /// What is asked about.
        asked: Target,
    },
    /// A tree edge has an end outside the vertex set.
    #[error("edge {edge} ends at vertex {vertex}, which is not in the vertex set")]
    OutsideEnd {
        /// The edge.
        edge: EdgeId,
        /// The end.
        vertex: VertexId,
    },
    /// A tree with too few edges to span its vertex set.
    #[error("tree {number} has {edges} edges but needs {needed} to span the vertex set")]
    NotSpanning {
        /// 1 or 2.
        number: usize,
        /// How many it has.
        edges: usize,
        /// How many it would need.
        needed: usize,
    },
    /// The classes, or SHORT's own edges, already join the terminals.
    #[error("the vertices that CUT has to keep apart are in one class")]
    TerminalsJoined,
    /// A free edge between two classes that is in neither forest.
    #[error("edge {0} joins two classes but is in neither forest")]
    Uncovered(EdgeId),
    /// The path is not one of SHORT's edges from terminal to terminal.
    #[error("edge {0} does not continue a path of SHORT's edges from the left terminal")]
    BrokenPath(EdgeId),
    /// An edge of the tree is not SHORT's.
    #[error("edge {0} is not SHORT's")]
    NotShorts(EdgeId),
    /// The path ends before the right terminal.
    #[error("the path does not end at the right terminal")]
    PathEnds,
    /// The set must hold the left terminal and not the right one.
    #[error("the vertex set does not part what SHORT has to join")]
    NotApart,
    /// An edge that still leaves the vertex set.
    #[error("edge {0} leaves the vertex set and is not destroyed")]
    StillJoined(EdgeId),
    /// An opening whose proof is for the other side.
    #[error("the proof after {0}'s move is one for the other side")]
    WrongSide(Side),
}

/// Which part of a proof has a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPart {
    /// One of SHORT's two trees.
    Tree,
    /// One of CUT's two forests.
    Forest,
}

impl fmt::Display for ProofPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofPart::Tree => "tree",
            ProofPart::Forest => "forest",
        })
    }
}

/// Verifies that the certificate proves its outcome for the position. Near-linear time.
///
/// # Errors
/// The first thing found wrong.
pub fn check(position: &Position, certificate: &Certificate) -> Result<(), CertificateError> {
    let board = Board {
        network: position.network(),
        position,
        extra: None,
    };
    match certificate {
        Certificate::Over(Won::Path(path)) => board.check_path(path),
        Certificate::Over(Won::Tree(tree)) => board.check_tree(tree),
        Certificate::Over(Won::Apart(vertices)) => board.check_apart(vertices),
        Certificate::Second(proof) => board.check_proof(proof),
        Certificate::First { short, cut } => {
            // Two independent proofs: one for each core.
            let (short, cut) = join_if_large(
                board.network.graph().edge_count(),
                || board.check_opening(Side::Short, short),
                || board.check_opening(Side::Cut, cut),
            );
            short.and(cut)
        }
    }
}

/// The position, with one more move where an opening is checked.
#[derive(Clone, Copy)]
struct Board<'a> {
    network: &'a Network,
    position: &'a Position,
    extra: Option<(Side, EdgeId)>,
}

impl Board<'_> {
    fn claim(&self, edge: EdgeId) -> Claim {
        match self.extra {
            Some((side, played)) if played == edge => side.into(),
            _ => self.position.claim_of(edge),
        }
    }

    fn check_free(&self, edge: EdgeId) -> Result<(), CertificateError> {
        if !self.network.graph().has_edge(edge) {
            return Err(CertificateError::NoSuchEdge(edge));
        }
        match self.claim(edge) {
            Claim::Free => Ok(()),
            Claim::Short | Claim::Cut => Err(CertificateError::Played(edge)),
        }
    }

    fn empty_set(&self) -> Vec<bool> {
        vec![false; self.network.graph().vertex_count()]
    }

    /// The vertices merged by SHORT's edges.
    fn merged(&self) -> Merge {
        let graph = self.network.graph();
        let mut merge = Merge::new(graph.vertex_count());
        for edge in graph.edges() {
            if self.claim(edge) == Claim::Short {
                merge.join(graph.ends(edge));
            }
        }
        merge
    }

    fn check_opening(&self, side: Side, opening: &Opening) -> Result<(), CertificateError> {
        self.check_free(opening.edge)?;
        if opening.proof.winner() != side {
            return Err(CertificateError::WrongSide(side));
        }
        let after = Board {
            extra: Some((side, opening.edge)),
            ..*self
        };
        after.check_proof(&opening.proof)
    }

    fn check_proof(&self, proof: &Proof) -> Result<(), CertificateError> {
        match proof {
            Proof::Short(trees) => self.check_trees(trees),
            Proof::Cut(forests) => self.check_forests(forests),
        }
    }

    fn check_trees(&self, proof: &TwoTrees) -> Result<(), CertificateError> {
        let graph = self.network.graph();
        let mut inside = self.empty_set();
        add_to_set(&proof.vertices, &mut inside)?;
        self.check_contains_target(&inside)?;
        let merged = self.merged();
        let mut roots: Vec<u32> = proof.vertices.iter().map(|&v| merged.root(v)).collect();
        roots.sort_unstable();
        roots.dedup();
        let needed = roots.len() - 1;
        let mut used = vec![false; graph.edge_count()];
        for (tree, number) in proof.trees.iter().zip(1..) {
            for &edge in tree {
                self.check_free(edge)?;
                let ends = graph.ends(edge);
                if let Some(&vertex) = ends.iter().find(|end| !inside[end.index()]) {
                    return Err(CertificateError::OutsideEnd { edge, vertex });
                }
            }
            self.check_acyclic(tree, merged.clone(), &mut used, ProofPart::Tree, number)?;
            if tree.len() != needed {
                let edges = tree.len();
                return Err(CertificateError::NotSpanning {
                    number,
                    edges,
                    needed,
                });
            }
        }
        Ok(())
    }

    /// Checks that the set contains all that SHORT has to join.
    fn check_contains_target(&self, inside: &[bool]) -> Result<(), CertificateError> {
        let missing = |vertex: &VertexId| !inside[vertex.index()];
        let terminals = [self.network.left(), self.network.right()];
        match self.network.target() {
            Target::Terminals => match terminals.into_iter().find(missing) {
                Some(terminal) => Err(CertificateError::TerminalMissing(terminal)),
                None => Ok(()),
            },
            Target::All => match self.network.graph().vertices().find(missing) {
                Some(vertex) => Err(CertificateError::VertexMissing(vertex)),
                None => Ok(()),
            },
        }
    }

    /// Two vertices that SHORT has to join, and that the proof says CUT keeps apart.
    fn ends_apart(&self, proof: &TwoForests) -> Result<[VertexId; 2], CertificateError> {
        match (self.network.target(), proof.apart) {
            (Target::Terminals, None) => Ok([self.network.left(), self.network.right()]),
            (Target::All, Some(ends)) => {
                let graph = self.network.graph();
                match ends.into_iter().find(|&end| !graph.has_vertex(end)) {
                    Some(vertex) => Err(CertificateError::NoSuchVertex(vertex)),
                    None => Ok(ends),
                }
            }
            (Target::Terminals, Some(_)) => Err(self.wrong_target(Target::All)),
            (Target::All, None) => Err(self.wrong_target(Target::Terminals)),
        }
    }

    fn wrong_target(&self, proved: Target) -> CertificateError {
        let asked = self.network.target();
        CertificateError::WrongTarget { proved, asked }
    }

    fn check_forests(&self, proof: &TwoForests) -> Result<(), CertificateError> {
        let ends = self.ends_apart(proof)?;
        let graph = self.network.graph();
        let mut merged = self.merged();
        let mut inside = self.empty_set();
        for class in &proof.classes {
            add_to_set(class, &mut inside)?;
            for pair in class.windows(2) {
                merged.join([pair[0], pair[1]]);
            }
        }
        let mut with_e0 = merged.clone();
        if !with_e0.join(ends) {
            return Err(CertificateError::TerminalsJoined);
        }
        let mut used = vec![false; graph.edge_count()];
        for (forest, number) in proof.forests.iter().zip(1..) {
            for &edge in forest {
                self.check_free(edge)?;
            }
            self.check_acyclic(
                forest,
                with_e0.clone(),
                &mut used,
                ProofPart::Forest,
                number,
            )?;
        }
        for edge in graph.edges() {
            let [u, v] = graph.ends(edge);
            let open = self.claim(edge) == Claim::Free && !used[edge.index()];
            if open && merged.root(u) != merged.root(v) {
                return Err(CertificateError::Uncovered(edge));
            }
        }
        Ok(())
    }

    /// Checks that `edges`, over what `merge` has merged, close no circuit and were not used before.
    fn check_acyclic(
        &self,
        edges: &[EdgeId],
        mut merge: Merge,
        used: &mut [bool],
        part: ProofPart,
        number: usize,
    ) -> Result<(), CertificateError> {
        for &edge in edges {
            if std::mem::replace(&mut used[edge.index()], true) {
                return Err(CertificateError::EdgeTwice(edge));
            }
            if !merge.join(self.network.graph().ends(edge)) {
                return Err(CertificateError::Circuit { edge, part, number });
            }
        }
        Ok(())
    }

    fn check_path(&self, path: &[EdgeId]) -> Result<(), CertificateError> {
        if self.network.target() == Target::All {
            return Err(self.wrong_target(Target::Terminals));
        }
        let graph = self.network.graph();
        let mut at = self.network.left();
        for &edge in path {
            if !graph.has_edge(edge) {
                return Err(CertificateError::NoSuchEdge(edge));
            }
            at = match graph.ends(edge) {
                _ if self.claim(edge) != Claim::Short => {
                    return Err(CertificateError::BrokenPath(edge));
                }
                [u, v] if u == at => v,
                [u, v] if v == at => u,
                _ => return Err(CertificateError::BrokenPath(edge)),
            };
        }
        if at == self.network.right() {
            Ok(())
        } else {
            Err(CertificateError::PathEnds)
        }
    }

    fn check_tree(&self, tree: &[EdgeId]) -> Result<(), CertificateError> {
        if self.network.target() == Target::Terminals {
            return Err(self.wrong_target(Target::All));
        }
        let graph = self.network.graph();
        let mut merge = Merge::new(graph.vertex_count());
        for &edge in tree {
            if !graph.has_edge(edge) {
                return Err(CertificateError::NoSuchEdge(edge));
            }
            if self.claim(edge) != Claim::Short {
                return Err(CertificateError::NotShorts(edge));
            }
            if !merge.join(graph.ends(edge)) {
                let (part, number) = (ProofPart::Tree, 1);
                return Err(CertificateError::Circuit { edge, part, number });
            }
        }
        let needed = graph.vertex_count() - 1;
        if tree.len() == needed {
            return Ok(());
        }
        Err(CertificateError::NotSpanning {
            number: 1,
            edges: tree.len(),
            needed,
        })
    }

    fn check_apart(&self, vertices: &[VertexId]) -> Result<(), CertificateError> {
        let graph = self.network.graph();
        let mut inside = self.empty_set();
        add_to_set(vertices, &mut inside)?;
        let parts = match self.network.target() {
            Target::Terminals => {
                inside[self.network.left().index()] && !inside[self.network.right().index()]
            }
            Target::All => inside.contains(&true) && inside.contains(&false),
        };
        if !parts {
            return Err(CertificateError::NotApart);
        }
        for edge in graph.edges() {
            let [u, v] = graph.ends(edge);
            if inside[u.index()] != inside[v.index()] && self.claim(edge) != Claim::Cut {
                return Err(CertificateError::StillJoined(edge));
            }
        }
        Ok(())
    }
}

/// Adds the vertices to the set; each must exist and be listed once.
fn add_to_set(vertices: &[VertexId], set: &mut [bool]) -> Result<(), CertificateError> {
    for &vertex in vertices {
        match set.get_mut(vertex.index()) {
            None => return Err(CertificateError::NoSuchVertex(vertex)),
            Some(true) => return Err(CertificateError::VertexTwice(vertex)),
            Some(inside) => *inside = true,
        }
    }
    Ok(())
}

/// The checker's own union-find: union by size without path compression, so that a lookup needs no `mut`
/// and takes at most log n steps.
#[derive(Clone)]
struct Merge {
    /// The parent of a vertex, or minus the size of the set whose root it is.
    links: Vec<i32>,
}

impl Merge {
    fn new(vertices: usize) -> Self {
        Self {
            links: vec![-1; vertices],
        }
    }

    fn root(&self, vertex: VertexId) -> u32 {
        let mut at = vertex.index() as u32;
        while let Ok(parent) = u32::try_from(self.links[at as usize]) {
            at = parent;
        }
        at
    }

    /// Merges two vertices; `false` if they were merged already.
    fn join(&mut self, ends: [VertexId; 2]) -> bool {
        let [a, b] = ends.map(|end| self.root(end) as usize);
        if a == b {
            return false;
        }
        // The larger set has the smaller link.
        let (small, large) = if self.links[a] > self.links[b] {
            (a, b)
        } else {
            (b, a)
        };
        self.links[large] += self.links[small];
        self.links[small] = large as i32;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a certificate makes the checker merge, a lookup takes at most log n steps.
    #[test]
    fn merged_sets_are_shallow() {
        const N: usize = 1 << 10;
        let deepest = |joins: Vec<[usize; 2]>| {
            let mut merge = Merge::new(N);
            for pair in joins {
                merge.join(pair.map(VertexId::new));
            }
            let depth = |start: usize| {
                let up = |&x: &usize| usize::try_from(merge.links[x]).ok();
                std::iter::successors(Some(start), up).count() - 1
            };
            (0..N).map(depth).max()
        };
        assert_eq!(deepest((1..N).map(|v| [v, v - 1]).collect()), Some(1));
        assert_eq!(deepest((1..N).map(|v| [v - 1, v]).collect()), Some(1));
        let halves = |step: usize| (0..N - step).step_by(2 * step).map(move |v| [v, v + step]);
        let steps = (0..10).map(|k| 1 << k);
        let pairwise: Vec<[usize; 2]> = steps.flat_map(halves).collect();
        assert_eq!(deepest(pairwise), Some(10));
        // Small sets come to large ones from either side.
        let one_by_one = (0..4).flat_map(|k| (1..256).map(move |v| [256 * k + v, 256 * k]));
        let then = [[0, 256], [512, 256], [0, 768]];
        assert!(deepest(one_by_one.chain(then).collect()) <= Some(3));
    }
}
