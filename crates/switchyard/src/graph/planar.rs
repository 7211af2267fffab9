//! Plane embeddings of simple graphs without cut vertices: their faces, or that there is no embedding.
//!
//! **Theorem used** (Demoucron, Malgrange and Pertuiset 1964). Begin with a circuit and its two faces. The rest of the
//! graph falls into fragments, each with the vertices where it touches what is drawn. A fragment fits into the
//! faces that have all of these; if there is none, the graph is not planar. Otherwise draw a path of some fragment
//! into a face that it fits into, one with a single such face if there is any, and go on.
//!
//! At most one round for every edge, each linear in the graph: quadratic, which is enough for boards.

/// A simple graph by its edges, as pairs of vertices below `vertices`.
pub(crate) struct Block<'a> {
    pub vertices: usize,
    pub edges: &'a [[usize; 2]],
}

/// The faces of an embedding, each as its vertices in their cyclic order; `None` if there is no embedding.
///
/// The graph must be simple, connected, without a cut vertex, and have a circuit.
pub(crate) fn faces(block: &Block<'_>) -> Option<Vec<Vec<usize>>> {
    Embedding::new(block).finish()
}

struct Embedding<'a> {
    edges: &'a [[usize; 2]],
    /// Neighbours, each with the number of the edge.
    near: Vec<Vec<(usize, usize)>>,
    drawn_vertex: Vec<bool>,
    drawn_edge: Vec<bool>,
    left: usize,
    faces: Vec<Vec<usize>>,
}

/// A part of what is not drawn yet.
struct Fragment {
    /// The drawn vertices that it touches, in ascending order.
    touches: Vec<usize>,
    /// One of its edges with an end that it touches.
    first: [usize; 2],
    edge: usize,
}

impl<'a> Embedding<'a> {
    fn new(block: &Block<'a>) -> Self {
        let mut near = vec![Vec::new(); block.vertices];
        for (number, &[u, v]) in block.edges.iter().enumerate() {
            near[u].push((v, number));
            near[v].push((u, number));
        }
        let mut embedding = Self {
            edges: block.edges,
            near,
            drawn_vertex: vec![false; block.vertices],
            drawn_edge: vec![false; block.edges.len()],
            left: block.edges.len(),
            faces: Vec::new(),
        };
        let circuit = embedding.circuit();
        embedding.draw(&circuit);
        embedding.draw_edge_between(circuit[0], circuit[circuit.len() - 1]);
        embedding.faces = vec![circuit.clone(), circuit];
        embedding
    }

    /// A circuit: an edge, and a shortest way between its ends without it.
    fn circuit(&self) -> Vec<usize> {
        let [from, to] = self.edges[0];
        self.way(from, to, |edge, _| edge != 0)
            .expect("an edge without a circuit is a bridge")
    }

    /// The vertices of a shortest way over the edges that are allowed; `may` is given an edge and the vertex it leads to.
    fn way(
        &self,
        from: usize,
        to: usize,
        may: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut before = vec![usize::MAX; self.near.len()];
        before[from] = from;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(u) = queue.pop_front() {
            if u == to {
                break;
            }
            for &(v, edge) in &self.near[u] {
                if before[v] == usize::MAX && may(edge, v) {
                    before[v] = u;
                    queue.push_back(v);
                }
            }
        }
        if before[to] == usize::MAX {
            return None;
        }
        let mut way = vec![to];
        while way[way.len() - 1] != from {
            way.push(before[way[way.len() - 1]]);
        }
        way.reverse();
        Some(way)
    }

    fn draw(&mut self, path: &[usize]) {
        for &v in path {
            self.drawn_vertex[v] = true;
        }
        for pair in path.windows(2) {
            self.draw_edge_between(pair[0], pair[1]);
        }
    }

    fn draw_edge_between(&mut self, u: usize, v: usize) {
        let found = self.near[u].iter().find(|&&(end, _)| end == v);
        let &(_, edge) = found.expect("the path goes along edges");
        if !std::mem::replace(&mut self.drawn_edge[edge], true) {
            self.left -= 1;
        }
    }

    fn finish(mut self) -> Option<Vec<Vec<usize>>> {
        while self.left > 0 {
            let mut chosen: Option<(Fragment, usize)> = None;
            let faces_of = self.faces_of();
            for fragment in self.fragments() {
                let fitting = Self::fitting(&fragment, &faces_of);
                let &face = fitting.first()?;
                if fitting.len() == 1 {
                    chosen = Some((fragment, face));
                    break;
                }
                chosen.get_or_insert((fragment, face));
            }
            let (fragment, face) = chosen.expect("what is not drawn is in a fragment");
            self.draw_path_of(&fragment, face);
        }
        Some(self.faces)
    }

    /// The faces at every vertex.
    fn faces_of(&self) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); self.near.len()];
        for (face, vertices) in self.faces.iter().enumerate() {
            for &v in vertices {
                of[v].push(face);
            }
        }
        of
    }

    /// The faces that have every vertex that the fragment touches.
    fn fitting(fragment: &Fragment, faces_of: &[Vec<usize>]) -> Vec<usize> {
        let fewest = fragment.touches.iter().min_by_key(|&&v| faces_of[v].len());
        let Some(&first) = fewest else {
            return Vec::new();
        };
        let has_all = |face: &usize| {
            fragment
                .touches
                .iter()
                .all(|&v| faces_of[v].binary_search(face).is_ok())
        };
        faces_of[first].iter().copied().filter(has_all).collect()
    }

    fn fragments(&self) -> Vec<Fragment> {
        let mut fragments = Vec::new();
        let mut seen = vec![false; self.near.len()];
        for (edge, &ends) in self.edges.iter().enumerate() {
            if self.drawn_edge[edge] {
                continue;
            }
            match ends.map(|end| self.drawn_vertex[end]) {
                [true, true] => {
                    let mut touches = ends.to_vec();
                    touches.sort_unstable();
                    fragments.push(Fragment {
                        touches,
                        first: ends,
                        edge,
                    });
                }
                [true, false] => self.component(edge, ends, &mut seen, &mut fragments),
                [false, true] => {
                    self.component(edge, [ends[1], ends[0]], &mut seen, &mut fragments);
                }
                [false, false] => {}
            }
        }
        fragments
    }

    /// The fragment of the undrawn vertices around the second end of an edge, unless it was found before.
    fn component(
        &self,
        edge: usize,
        first: [usize; 2],
        seen: &mut [bool],
        fragments: &mut Vec<Fragment>,
    ) {
        if seen[first[1]] {
            return;
        }
        let mut touches = Vec::new();
        let mut stack = vec![first[1]];
        seen[first[1]] = true;
        while let Some(u) = stack.pop() {
            for &(v, _) in &self.near[u] {
                if self.drawn_vertex[v] {
                    touches.push(v);
                } else if !std::mem::replace(&mut seen[v], true) {
                    stack.push(v);
                }
            }
        }
        touches.sort_unstable();
        touches.dedup();
        fragments.push(Fragment {
            touches,
            first,
            edge,
        });
    }

    /// Draws a way through the fragment between two vertices that it touches, and parts the face.
    fn draw_path_of(&mut self, fragment: &Fragment, face: usize) {
        let [from, inner] = fragment.first;
        let path = if self.drawn_vertex[inner] {
            vec![from, inner]
        } else {
            let other = fragment.touches.iter().copied().find(|&v| v != from);
            let other = other.expect("without a cut vertex a fragment touches two");
            let drawn = &self.drawn_vertex;
            let inside = |edge: usize, v: usize| {
                (!drawn[v] || v == other) && !self.drawn_edge[edge] && edge != fragment.edge
            };
            let mut path = vec![from];
            path.extend(
                self.way(inner, other, inside)
                    .expect("a fragment is connected"),
            );
            path
        };
        self.draw(&path);
        let old = std::mem::take(&mut self.faces[face]);
        let place = |v: usize| {
            old.iter()
                .position(|&w| w == v)
                .expect("it touches the face")
        };
        let (i, j) = (place(path[0]), place(path[path.len() - 1]));
        let inner = &path[1..path.len() - 1];
        // Along the face from the start of the path to its end, and back along the path; and the other way.
        let along = |from: usize, to: usize| {
            let length = (to + old.len() - from) % old.len() + 1;
            (0..length)
                .map(|k| old[(from + k) % old.len()])
                .collect::<Vec<_>>()
        };
        let mut one = along(i, j);
        one.extend(inner.iter().rev());
        let mut two = along(j, i);
        two.extend(inner);
        self.faces[face] = one;
        self.faces.push(two);
    }
}

/// The blocks of a simple graph, each as its edges: a walk in depth that notes how far back every part reaches.
pub(crate) fn blocks(vertices: usize, edges: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); vertices];
    for (edge, &[u, v]) in edges.iter().enumerate() {
        near[u].push((v, edge));
        near[v].push((u, edge));
    }
    let mut found = Vec::new();
    let mut depth = vec![usize::MAX; vertices];
    let mut low = vec![usize::MAX; vertices];
    let mut waiting: Vec<usize> = Vec::new();
    for root in 0..vertices {
        if depth[root] != usize::MAX {
            continue;
        }
        (depth[root], low[root]) = (0, 0);
        // A vertex, the edge it was reached by, and how many neighbours were looked at.
        let mut path: Vec<(usize, usize, usize)> = vec![(root, usize::MAX, 0)];
        while let Some(&mut (u, by, ref mut next)) = path.last_mut() {
            if let Some(&(v, edge)) = near[u].get(*next) {
                *next += 1;
                if depth[v] == usize::MAX {
                    waiting.push(edge);
                    depth[v] = path.len();
                    low[v] = depth[v];
                    path.push((v, edge, 0));
                } else if edge != by && depth[v] < depth[u] {
                    waiting.push(edge);
                    low[u] = low[u].min(depth[v]);
                }
                continue;
            }
            path.pop();
            if let Some(&(up, ..)) = path.last() {
                low[up] = low[up].min(low[u]);
                if low[u] >= depth[up] {
                    let start = waiting.iter().rposition(|&edge| edge == by);
                    found.push(waiting.split_off(start.expect("it was put there")));
                }
            }
        }
    }
    found
}
