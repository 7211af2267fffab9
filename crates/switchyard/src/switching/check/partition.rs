//! The independent checker of principal partitions: it walks the forests of the proof itself.

use super::Merge;
use crate::graph::{EdgeId, Graph, VertexId};
use crate::switching::principal::PartitionProof;
use thiserror::Error;

/// Why a proof of a partition proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// An edge number that the graph does not have.
    #[error("there is no edge {0}")]
    NoSuchEdge(EdgeId),
    /// A vertex number that the graph does not have.
    #[error("there is no vertex {0}")]
    NoSuchVertex(VertexId),
    /// An edge is in both forests, twice in one, or twice in a list.
    #[error("edge {0} is listed twice")]
    EdgeTwice(EdgeId),
    /// A vertex is in two sets of a kind.
    #[error("vertex {0} is in two sets")]
    VertexTwice(VertexId),
    /// The forest has a circuit.
    #[error("edge {edge} closes a circuit in forest {number}")]
    Circuit {
        /// The edge.
        edge: EdgeId,
        /// 1 or 2.
        number: usize,
    },
    /// A dependent set or clump that a forest does not span.
    #[error("forest {number} does not span the set around vertex {vertex}")]
    NotSpanned {
        /// A vertex of the set.
        vertex: VertexId,
        /// 1 or 2.
        number: usize,
    },
    /// An edge outside the forests and outside the dependent sets: the forests may not be the largest.
    #[error("edge {0} is in neither forest and in no dependent set")]
    LeftOut(EdgeId),
    /// An edge that is not on the path that it is said to be on, or a path in the wrong forest.
    #[error("edge {edge} is not on the path of edge {path} in the other forest")]
    NotOnPath {
        /// The edge.
        edge: EdgeId,
        /// The edge between whose ends the path is.
        path: EdgeId,
    },
    /// An edge of a chain that refers to one that is not before it.
    #[error("edge {0} refers to an edge that is not proved before it")]
    TooEarly(EdgeId),
    /// An edge of a forest in a dependent set that nothing reaches.
    #[error("edge {0} is in a dependent set, and no edge is said to reach it")]
    NotReached(EdgeId),
    /// The other forest joins the ends of an edge that is said to fit into it.
    #[error("edge {0} does not fit into the other forest: its ends are joined there")]
    NoRoom(EdgeId),
    /// An edge in no clump that the proof does not put into P*.
    #[error("edge {0} is in no clump, and no way out of it is given")]
    NoClump(EdgeId),
    /// The lists are not those that the proof proves.
    #[error("edge {0} is listed in another part than the proof puts it")]
    WrongPart(EdgeId),
}

/// Verifies the proof of a principal partition. Near-linear time.
///
/// # Errors
/// The first thing found wrong.
pub fn check_partition(graph: &Graph, proof: &PartitionProof) -> Result<(), PartitionError> {
    let forests = [
        Walked::new(graph, &proof.forests[0], 1)?,
        Walked::new(graph, &proof.forests[1], 2)?,
    ];
    let mut held: Vec<Option<usize>> = vec![None; graph.edge_count()];
    for (number, edges) in proof.forests.iter().enumerate() {
        for &edge in edges {
            if held[edge.index()].replace(number).is_some() {
                return Err(PartitionError::EdgeTwice(edge));
            }
        }
    }
    let dependent = Sets::new(graph, &proof.dependent, &proof.forests)?;
    let clumps = Sets::new(graph, &proof.clumps, &proof.forests)?;
    let proved = Proved {
        graph,
        forests,
        held,
    };
    // The forests are the largest: an edge that neither has depends on a set that both span.
    for edge in graph.edges().filter(|&edge| !graph.is_loop(edge)) {
        if proved.held[edge.index()].is_none() && !dependent.contain(graph.ends(edge)) {
            return Err(PartitionError::LeftOut(edge));
        }
    }
    let p = proved.reached(&proof.from, &dependent)?;
    let p_star = proved.leaving(&proof.to)?;
    let lists = &proof.partition;
    let mut part = vec![None; graph.edge_count()];
    for (number, list) in [&lists.p, &lists.p_star, &lists.r].into_iter().enumerate() {
        for &edge in list {
            let place = part.get_mut(edge.index());
            if place
                .ok_or(PartitionError::NoSuchEdge(edge))?
                .replace(number)
                .is_some()
            {
                return Err(PartitionError::EdgeTwice(edge));
            }
        }
    }
    for edge in graph.edges() {
        let is = [p[edge.index()], p_star[edge.index()]];
        if is == [false, false] && !clumps.contain(graph.ends(edge)) {
            return Err(PartitionError::NoClump(edge));
        }
        let proved = match is {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => 2,
            [true, true] => return Err(PartitionError::WrongPart(edge)),
        };
        if part[edge.index()] != Some(proved) {
            return Err(PartitionError::WrongPart(edge));
        }
    }
    Ok(())
}

/// Disjoint sets of vertices.
struct Sets(Vec<Option<usize>>);

impl Sets {
    /// The sets, if both forests span each of them: a forest has one edge less inside than there are vertices.
    fn new(
        graph: &Graph,
        sets: &[Vec<VertexId>],
        forests: &[Vec<EdgeId>; 2],
    ) -> Result<Self, PartitionError> {
        let mut of = vec![None; graph.vertex_count()];
        for (number, set) in sets.iter().enumerate() {
            for &vertex in set {
                let place = of.get_mut(vertex.index());
                let place = place.ok_or(PartitionError::NoSuchVertex(vertex))?;
                if place.replace(number).is_some() {
                    return Err(PartitionError::VertexTwice(vertex));
                }
            }
        }
        let found = Self(of);
        for (number, forest) in forests.iter().enumerate() {
            let mut inside = vec![1; sets.len()];
            for &edge in forest {
                let ends = graph.ends(edge);
                if let Some(set) = found.0[ends[0].index()].filter(|_| found.contain(ends)) {
                    inside[set] += 1;
                }
            }
            for (set, edges) in sets.iter().zip(inside) {
                if set.len() != edges && !set.is_empty() {
                    let (vertex, number) = (set[0], number + 1);
                    return Err(PartitionError::NotSpanned { vertex, number });
                }
            }
        }
        Ok(found)
    }

    /// Whether both ends are in one set.
    fn contain(&self, [u, v]: [VertexId; 2]) -> bool {
        let [u, v] = [self.0[u.index()], self.0[v.index()]];
        u.is_some() && u == v
    }
}

struct Proved<'a> {
    graph: &'a Graph,
    forests: [Walked; 2],
    held: Vec<Option<usize>>,
}

impl Proved<'_> {
    fn check_edge(&self, edge: EdgeId) -> Result<(), PartitionError> {
        if self.graph.has_edge(edge) {
            Ok(())
        } else {
            Err(PartitionError::NoSuchEdge(edge))
        }
    }

    /// Whether `edge` is on the path between the ends of `path` in its own forest, which `path` is not in.
    fn check_path(&self, edge: EdgeId, path: EdgeId) -> Result<(), PartitionError> {
        let wrong = PartitionError::NotOnPath { edge, path };
        let Some(number) = self.held[edge.index()] else {
            return Err(wrong);
        };
        let other = self.held[path.index()] != Some(number);
        let tree = &self.forests[number];
        if other && tree.separates(self.graph.ends(edge), self.graph.ends(path)) {
            Ok(())
        } else {
            Err(wrong)
        }
    }

    /// The edges of P: loops, those outside the forests, and those that the search is shown to reach.
    fn reached(
        &self,
        from: &[(EdgeId, EdgeId)],
        dependent: &Sets,
    ) -> Result<Vec<bool>, PartitionError> {
        let mut p: Vec<bool> = self.held.iter().map(Option::is_none).collect();
        for &(edge, by) in from {
            self.check_edge(edge)?;
            self.check_edge(by)?;
            if p[edge.index()] {
                return Err(PartitionError::EdgeTwice(edge));
            }
            if !p[by.index()] {
                return Err(PartitionError::TooEarly(edge));
            }
            self.check_path(edge, by)?;
            p[edge.index()] = true;
        }
        // The search never leaves a set that both forests span, so what is outside is not in P.
        for edge in self.graph.edges() {
            if dependent.contain(self.graph.ends(edge)) && !p[edge.index()] {
                return Err(PartitionError::NotReached(edge));
            }
        }
        Ok(p)
    }

    /// The edges of P*: those whose copies are shown to fit.
    fn leaving(&self, to: &[(EdgeId, Option<EdgeId>)]) -> Result<Vec<bool>, PartitionError> {
        let mut p_star = vec![false; self.held.len()];
        for &(edge, next) in to {
            self.check_edge(edge)?;
            if p_star[edge.index()] {
                return Err(PartitionError::EdgeTwice(edge));
            }
            let Some(number) = self.held[edge.index()] else {
                return Err(PartitionError::NoRoom(edge));
            };
            match next {
                None if self.forests[1 - number].joins(self.graph.ends(edge)) => {
                    return Err(PartitionError::NoRoom(edge));
                }
                None => {}
                Some(next) => {
                    self.check_edge(next)?;
                    if !p_star[next.index()] {
                        return Err(PartitionError::TooEarly(edge));
                    }
                    self.check_path(next, edge)?;
                }
            }
            p_star[edge.index()] = true;
        }
        Ok(p_star)
    }
}

/// A forest, walked once: when every vertex was entered and left, and in which tree it is.
struct Walked {
    entered: Vec<usize>,
    left: Vec<usize>,
    tree: Vec<usize>,
}

impl Walked {
    fn new(graph: &Graph, edges: &[EdgeId], number: usize) -> Result<Self, PartitionError> {
        let n = graph.vertex_count();
        let mut merge = Merge::new(n);
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); n];
        for &edge in edges {
            if !graph.has_edge(edge) {
                return Err(PartitionError::NoSuchEdge(edge));
            }
            if !merge.join(graph.ends(edge)) {
                return Err(PartitionError::Circuit { edge, number });
            }
            let [u, v] = graph.ends(edge).map(VertexId::index);
            near[u].push(v);
            near[v].push(u);
        }
        let mut walked = Self {
            entered: vec![0; n],
            left: vec![0; n],
            tree: vec![usize::MAX; n],
        };
        let mut clock = 0;
        for root in 0..n {
            if walked.tree[root] != usize::MAX {
                continue;
            }
            // A vertex is on the stack twice: to be entered, and to be left.
            let mut stack = vec![(root, false)];
            while let Some((v, done)) = stack.pop() {
                clock += 1;
                if done {
                    walked.left[v] = clock;
                    continue;
                }
                walked.entered[v] = clock;
                walked.tree[v] = root;
                stack.push((v, true));
                let new = near[v].iter().filter(|&&w| walked.tree[w] == usize::MAX);
                stack.extend(new.map(|&w| (w, false)));
            }
        }
        Ok(walked)
    }

    fn joins(&self, [u, v]: [VertexId; 2]) -> bool {
        self.tree[u.index()] == self.tree[v.index()]
    }

    /// Whether the forest's edge with the first ends is on the path between the second.
    fn separates(&self, edge: [VertexId; 2], [u, v]: [VertexId; 2]) -> bool {
        let [a, b] = edge.map(VertexId::index);
        let lower = if self.entered[a] > self.entered[b] {
            a
        } else {
            b
        };
        let below = |v: VertexId| {
            let entered = self.entered[v.index()];
            self.entered[lower] <= entered && entered < self.left[lower]
        };
        self.joins([u, v]) && below(u) != below(v)
    }
}
