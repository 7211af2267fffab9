//! A spanning tree as the 1972 program stored it: for every node the branch pointing to it.

use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph, VertexId};

/// A spanning tree of the vertices that its edges touch.
#[derive(Clone, Debug)]
pub(super) struct SpanningTree {
    /// The edge towards the root and the vertex at its other end.
    parent: Vec<Option<(EdgeId, VertexId)>>,
    depth: Vec<u32>,
    member: Vec<bool>,
}

impl SpanningTree {
    /// Takes every edge of `order` that closes no circuit with those taken before.
    pub(super) fn grow(graph: &Graph, order: impl Iterator<Item = EdgeId>, root: VertexId) -> Self {
        let mut joined = UnionFind::new(graph.vertex_count());
        let mut member = vec![false; graph.edge_count()];
        for edge in order {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            member[edge.index()] = joined.union(u, v);
        }
        let rows = crate::graph::Incidence::of(graph, |edge| member[edge.index()]);
        let mut parent = vec![None; graph.vertex_count()];
        let mut depth = vec![0; graph.vertex_count()];
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            let above = parent[vertex.index()].map(|(edge, _)| edge);
            for &(edge, next) in rows.at(vertex) {
                if Some(edge) != above {
                    parent[next.index()] = Some((edge, vertex));
                    depth[next.index()] = depth[vertex.index()] + 1;
                    stack.push(next);
                }
            }
        }
        Self {
            parent,
            depth,
            member,
        }
    }

    pub(super) fn contains(&self, edge: EdgeId) -> bool {
        self.member[edge.index()]
    }

    /// The edges, in order.
    pub(super) fn edges(&self) -> Vec<EdgeId> {
        let all = (0..self.member.len()).map(EdgeId::new);
        all.filter(|&edge| self.contains(edge)).collect()
    }

    /// P(b, T), in order: the path between the ends of `edge`.
    pub(super) fn path(&self, graph: &Graph, edge: EdgeId) -> Vec<EdgeId> {
        let [mut u, mut v] = graph.ends(edge);
        let mut path = Vec::new();
        while u != v {
            let lower = if self.depth(u) > self.depth(v) {
                &mut u
            } else {
                &mut v
            };
            let (edge, up) = self.above(*lower);
            path.push(edge);
            *lower = up;
        }
        path.sort_unstable();
        path
    }

    /// Which vertices are below `edge`: one side of the tree without it.
    pub(super) fn side_below(&self, graph: &Graph, edge: EdgeId) -> Vec<bool> {
        let [u, v] = graph.ends(edge);
        let top = if self.depth(u) > self.depth(v) { u } else { v };
        // A vertex is below `top` when its parent is; the answer is stored for all its ancestors.
        let mut below: Vec<Option<bool>> = vec![None; self.parent.len()];
        below[top.index()] = Some(true);
        for start in graph.vertices() {
            let mut way = Vec::new();
            let mut vertex = start;
            let answer = loop {
                match (below[vertex.index()], self.parent[vertex.index()]) {
                    (Some(known), _) => break known,
                    (None, None) => break false,
                    (None, Some((_, up))) => {
                        way.push(vertex);
                        vertex = up;
                    }
                }
            };
            for vertex in way {
                below[vertex.index()] = Some(answer);
            }
        }
        below.into_iter().map(|side| side == Some(true)).collect()
    }

    /// T ← T ⊕ {out, into}, where `out` lies on P(into, T).
    pub(super) fn swap(&mut self, graph: &Graph, out: EdgeId, into: EdgeId) {
        let below = self.side_below(graph, out);
        let [u, v] = graph.ends(into);
        let (inner, outer) = if below[u.index()] { (u, v) } else { (v, u) };
        debug_assert!(below[inner.index()] && !below[outer.index()]);
        // Reverse the pointers from `inner` up to `out`, then make `outer` the parent of `inner`.
        let mut vertex = inner;
        let mut link = (into, outer);
        loop {
            let next = self.parent[vertex.index()].replace(link);
            let (edge, up) = next.expect("the way up leads to the edge that goes out");
            if edge == out {
                break;
            }
            link = (edge, vertex);
            vertex = up;
        }
        self.member[out.index()] = false;
        self.member[into.index()] = true;
        self.measure(graph, &below);
    }

    /// Recomputes the depths below the swapped edge.
    fn measure(&mut self, graph: &Graph, stale: &[bool]) {
        let mut stale = stale.to_vec();
        for start in graph.vertices() {
            let mut way = Vec::new();
            let mut vertex = start;
            while stale[vertex.index()] {
                way.push(vertex);
                vertex = self.above(vertex).1;
            }
            for vertex in way.into_iter().rev() {
                self.depth[vertex.index()] = self.depth(self.above(vertex).1) + 1;
                stale[vertex.index()] = false;
            }
        }
    }

    pub(super) fn depth(&self, vertex: VertexId) -> u32 {
        self.depth[vertex.index()]
    }

    /// The edge above a vertex that is not the root, and the vertex it leads to.
    pub(super) fn above(&self, vertex: VertexId) -> (EdgeId, VertexId) {
        self.parent[vertex.index()].expect("only the root has nothing above it")
    }
}

/// The edges of one tree reached so far in the search for replacements: B(k), growing.
///
/// Reached edges are contracted upwards, so that walking a path skips them: all the paths of one
/// search take near-linear time together.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    member: Vec<bool>,
    /// A vertex nearer to the root through reached edges only.
    up: Vec<VertexId>,
}

impl Reached {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            member: vec![false; graph.edge_count()],
            up: graph.vertices().collect(),
        }
    }

    /// Adds P(edge, tree), and appends to `new` what was not there before.
    pub(super) fn add_path(
        &mut self,
        graph: &Graph,
        tree: &SpanningTree,
        edge: EdgeId,
        new: &mut Vec<EdgeId>,
    ) {
        let [mut u, mut v] = graph.ends(edge).map(|end| self.top(end));
        while u != v {
            let lower = if tree.depth(u) > tree.depth(v) {
                &mut u
            } else {
                &mut v
            };
            let (edge, above) = tree.above(*lower);
            self.member[edge.index()] = true;
            new.push(edge);
            self.up[lower.index()] = above;
            *lower = self.top(above);
        }
    }

    /// All of B(k), in order.
    pub(super) fn edges(&self) -> Vec<EdgeId> {
        let all = (0..self.member.len()).map(EdgeId::new);
        all.filter(|edge| self.member[edge.index()]).collect()
    }

    /// The highest vertex that reached edges lead to.
    fn top(&mut self, vertex: VertexId) -> VertexId {
        let mut vertex = vertex;
        loop {
            let up = self.up[vertex.index()];
            if up == vertex {
                return vertex;
            }
            self.up[vertex.index()] = self.up[up.index()];
            vertex = up;
        }
    }
}
