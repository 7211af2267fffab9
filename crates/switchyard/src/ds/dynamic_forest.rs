//! A dynamic forest: link-cut trees in which every edge is a node of its own, so that a path can be
//! queried for its edges. Edges may be *marked*; the caller decides what a mark means.

use super::NONE;
use super::link_cut::{LinkCut, PairOfTrees};

/// A forest on the vertices `0..n` with edges of some graph, by their numbers there.
///
/// The forest does not store the ends of its edges: the caller passes them in.
#[derive(Clone, Debug)]
pub(crate) struct DynamicForest {
    trees: LinkCut,
    /// The node of each vertex.
    of_vertex: Vec<u32>,
    /// The node of each edge of the forest; `NONE` for the others.
    of_edge: Vec<u32>,
    /// The vertex or edge that each node represents.
    nodes: Vec<Node>,
    /// Unused nodes.
    spare: Vec<u32>,
}

/// A vertex, or an edge: the numbers of edges follow those of vertices.
#[derive(Clone, Copy, Debug)]
struct Node(u32);

impl DynamicForest {
    /// The forest of those of the `edges` edges that `in_forest` accepts; they must not close a circuit.
    /// O(n log n).
    pub(crate) fn new(
        vertices: usize,
        edges: usize,
        ends: impl Fn(usize) -> [u32; 2],
        in_forest: impl Fn(usize) -> bool,
        is_marked: impl Fn(usize) -> bool,
    ) -> Self {
        let held: Vec<u32> = (0..edges as u32)
            .filter(|&edge| in_forest(edge as usize))
            .collect();
        let parents = root_forest(vertices, &held, ends);
        let (trees, number) = LinkCut::from_parents(&parents, |node| {
            let edge = node
                .checked_sub(vertices)
                .and_then(|number| held.get(number));
            edge.is_some_and(|&edge| is_marked(edge as usize))
        });
        let mut of_edge = vec![NONE; edges];
        let mut nodes = vec![Node(NONE); parents.len()];
        for vertex in 0..vertices {
            nodes[number[vertex] as usize] = Node(vertex as u32);
        }
        for (&edge, &node) in held.iter().zip(&number[vertices..]) {
            of_edge[edge as usize] = node;
            nodes[node as usize] = Node(vertices as u32 + edge);
        }
        Self {
            trees,
            of_vertex: number[..vertices].to_vec(),
            of_edge,
            spare: number[vertices + held.len()..].to_vec(),
            nodes,
        }
    }

    fn vertices(&self, [u, v]: [u32; 2]) -> [usize; 2] {
        [u, v].map(|vertex| self.of_vertex[vertex as usize] as usize)
    }

    /// Adds an edge between two trees.
    pub(crate) fn attach(&mut self, edge: usize, ends: [u32; 2], is_marked: bool) {
        let node = self.spare.pop().expect("edges close no circuit");
        self.of_edge[edge] = node;
        self.nodes[node as usize] = Node((self.of_vertex.len() + edge) as u32);
        let [u, v] = self.vertices(ends);
        self.trees.mark(node as usize, is_marked);
        self.trees.link(node as usize, u);
        self.trees.link(v, node as usize);
    }

    /// Removes an edge of the forest.
    pub(crate) fn detach(&mut self, edge: usize, ends: [u32; 2]) {
        let node = std::mem::replace(&mut self.of_edge[edge], NONE);
        let [u, v] = self.vertices(ends);
        self.trees.splice_out(u, node as usize, v);
        self.spare.push(node);
    }

    /// Marks or unmarks an edge of the forest.
    pub(crate) fn set_marked(&mut self, edge: usize, is_marked: bool) {
        self.trees.mark(self.of_edge[edge] as usize, is_marked);
    }

    pub(crate) fn connected(&mut self, ends: [u32; 2]) -> bool {
        let [u, v] = self.vertices(ends);
        self.trees.connected(u, v)
    }

    /// The number of marked edges on the path from `u` to `v`.
    pub(crate) fn count_marked(&mut self, ends: [u32; 2]) -> usize {
        let [u, v] = self.vertices(ends);
        self.trees.path(u, v).marked()
    }

    /// The first marked edge on the path from `u` to `v`.
    pub(crate) fn first_marked(&mut self, ends: [u32; 2]) -> Option<usize> {
        let [u, v] = self.vertices(ends);
        let node = self.trees.path(u, v).first_marked()?;
        self.nodes[node].edge(self.of_vertex.len())
    }

    /// The trees of `u` and `v`, which must differ, for queries which of them other vertices are in.
    pub(crate) fn sides(&mut self, ends: [u32; 2]) -> Sides<'_> {
        let [u, v] = self.vertices(ends);
        Sides {
            trees: self.trees.pair_of_trees(u, v),
            of_vertex: &self.of_vertex,
        }
    }

    /// An edge of the path from `u` to `v` that crosses from one side to the other, by bisection:
    /// `is_beyond` must be false for `u` and true for `v`.
    ///
    /// One query per edge is enough, at either end: the bisection ends with two neighbours on the path, an
    /// edge and a vertex, and the crossing is that edge.
    pub(crate) fn crossing(
        &mut self,
        path: [u32; 2],
        ends: impl Fn(usize) -> [u32; 2],
        mut is_beyond: impl FnMut(u32) -> bool,
    ) -> usize {
        let vertices = self.of_vertex.len();
        let [u, v] = self.vertices(path);
        let nodes = &self.nodes;
        let neighbours = self.trees.path(u, v).bisect(|node| {
            let node = nodes[node];
            is_beyond(match node.edge(vertices) {
                None => node.0,
                Some(edge) => ends(edge)[0],
            })
        });
        let mut edges = neighbours.into_iter().flatten();
        let edge = edges.find_map(|node| nodes[node].edge(vertices));
        edge.expect("the path crosses")
    }
}

impl Node {
    fn edge(self, vertices: usize) -> Option<usize> {
        (self.0 as usize).checked_sub(vertices)
    }
}

/// Two trees of a forest.
#[derive(Debug)]
pub(crate) struct Sides<'a> {
    trees: PairOfTrees<'a>,
    of_vertex: &'a [u32],
}

impl Sides<'_> {
    /// Which of the two trees a vertex is in: the first (0), the second (1), or neither.
    pub(crate) fn tree_of(&mut self, vertex: u32) -> Option<usize> {
        self.trees.tree_of(self.of_vertex[vertex as usize] as usize)
    }

    /// The same for several vertices, in less time than one after the other.
    pub(crate) fn trees_of<const N: usize>(&mut self, vertices: [u32; N]) -> [Option<usize>; N] {
        let nodes = vertices.map(|vertex| self.of_vertex[vertex as usize] as usize);
        self.trees.trees_of(nodes)
    }
}

/// Roots the trees: the parents of the vertices, then of the edges in the forest, then of spare nodes.
fn root_forest(vertices: usize, held: &[u32], ends: impl Fn(usize) -> [u32; 2]) -> Vec<u32> {
    let ends = |number: u32| ends(held[number as usize] as usize);
    let mut parents = vec![NONE; 2 * vertices];
    strip_leaves(vertices, held.len(), ends, |x, edge, parent| {
        let node = vertices as u32 + edge;
        parents[x] = node;
        parents[node as usize] = parent as u32;
    });
    parents
}

/// Roots a forest of the edges `0..edges`: calls `found` with every vertex that is no root, the edge to its parent, and
/// the parent.
pub(crate) fn strip_leaves(
    vertices: usize,
    edges: usize,
    ends: impl Fn(u32) -> [u32; 2],
    mut found: impl FnMut(usize, u32, usize),
) {
    let mut degree = vec![0_u32; vertices];
    // The xor of all edges of a vertex: when one edge is left, it is that edge.
    let mut last = vec![0_u32; vertices];
    for edge in 0..edges as u32 {
        for end in ends(edge) {
            degree[end as usize] += 1;
            last[end as usize] ^= edge;
        }
    }
    for leaf in 0..vertices {
        let mut x = leaf;
        while degree[x] == 1 {
            degree[x] = 0;
            let edge = last[x];
            let [u, v] = ends(edge);
            let parent = (u ^ v) as usize ^ x;
            found(x, edge, parent);
            degree[parent] -= 1;
            last[parent] ^= edge;
            x = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The edges on the path between two vertices, by exhaustive search.
    fn path(ends: &[[u32; 2]], held: &[bool], [u, v]: [u32; 2], from: usize) -> Option<Vec<usize>> {
        if u == v {
            return Some(Vec::new());
        }
        let next = |&edge: &usize| held[edge] && edge != from && ends[edge].contains(&u);
        (0..ends.len()).filter(next).find_map(|edge| {
            let [a, b] = ends[edge];
            let rest = path(ends, held, [a ^ b ^ u, v], edge)?;
            Some([vec![edge], rest].concat())
        })
    }

    #[test]
    fn paths_are_those_of_plain_lists() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        for _ in 0..40 {
            let n = rng.random_range(2..10_u32);
            let ends: Vec<[u32; 2]> = (0..2 * n)
                .map(|_| {
                    let u = rng.random_range(0..n);
                    [u, (u + rng.random_range(1..n)) % n]
                })
                .collect();
            let mut marked: Vec<bool> = ends.iter().map(|_| rng.random()).collect();
            let mut held = vec![false; ends.len()];
            for edge in 0..n as usize {
                held[edge] = path(&ends, &held, ends[edge], NOWHERE).is_none();
            }
            let mut forest = DynamicForest::new(
                n as usize,
                ends.len(),
                |edge| ends[edge],
                |edge| held[edge],
                |edge| marked[edge],
            );
            for _ in 0..200 {
                let edge = rng.random_range(0..ends.len());
                let way = path(&ends, &held, ends[edge], NOWHERE);
                assert_eq!(forest.connected(ends[edge]), way.is_some());
                if let Some(way) = &way {
                    let mut expected = way.iter().copied().filter(|&edge| marked[edge]);
                    assert_eq!(forest.count_marked(ends[edge]), expected.clone().count());
                    assert_eq!(forest.first_marked(ends[edge]), expected.next());
                }
                match way {
                    _ if held[edge] && rng.random() => {
                        forest.detach(edge, ends[edge]);
                        held[edge] = false;
                    }
                    None => {
                        forest.attach(edge, ends[edge], marked[edge]);
                        held[edge] = true;
                    }
                    Some(_) if held[edge] => {
                        marked[edge] = rng.random();
                        forest.set_marked(edge, marked[edge]);
                    }
                    Some(_) => marked[edge] = rng.random(),
                }
            }
        }
    }

    const NOWHERE: usize = usize::MAX;
}
