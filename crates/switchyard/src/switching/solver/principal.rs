//! The principal partition with its proof, and the reason for the part of a single edge.

use super::clumps::Clumps;
use super::degeneracy::DegeneracyOrder;
use super::matroid_union::{TwoForests, two_forests};
use crate::graph::csr::Csr;
use crate::graph::{EdgeId, Graph, VertexId};
use crate::switching::Partition;
use crate::switching::principal::{EdgeClass, EdgeReason, PartitionProof, Swap};
use std::collections::HashMap;
use std::ops::Range;

/// The principal partition with a proof.
///
/// Computes two largest forests and their clumps as in
/// [`partition`](super::partition::partition()). The edges of P are found by a search from the
/// edges outside the forests, in near-linear time; those of P* by a search towards edges that the other forest
/// has room for, in O(n log n).
pub fn prove_partition(graph: &Graph) -> PartitionProof {
    let ids: Vec<EdgeId> = graph.edges().filter(|&edge| !graph.is_loop(edge)).collect();
    let ends = |&edge: &EdgeId| graph.ends(edge).map(|end| end.index() as u32);
    let edges: Vec<[u32; 2]> = ids.iter().map(ends).collect();
    let order = DegeneracyOrder::new(graph.vertex_count(), edges, ids);
    let TwoForests { up, class } = two_forests(graph.vertex_count(), order.core, &order.edges);
    let clumps = Clumps::new(&up, order.core);
    let mut forests = [Vec::new(), Vec::new()];
    for slots in &up {
        for (slot, forest) in slots.iter().zip(&mut forests) {
            if !slot.is_free() {
                forest.push(order.ids[slot.edge as usize]);
            }
        }
    }
    for forest in &mut forests {
        forest.sort_unstable();
    }
    let number = |v: VertexId| order.number[v.index()];
    let dependent = sets(graph, |v| class[number(v) as usize]);
    let clumps = sets(graph, |v| clumps.name(number(v)));
    let two = TwoRooted::new(graph, &forests);
    let from = two.reached();
    let to = two.leaving();
    let partition = sort_out(graph, &two, &from, &to);
    PartitionProof {
        partition,
        forests,
        dependent,
        clumps,
        from,
        to,
    }
}

/// The sets of more than one vertex with a common name, in the order of their first vertices.
fn sets(graph: &Graph, name: impl Fn(VertexId) -> u32) -> Vec<Vec<VertexId>> {
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut sets: Vec<Vec<VertexId>> = Vec::new();
    for v in graph.vertices() {
        let place = *places.entry(name(v)).or_insert(sets.len());
        if place == sets.len() {
            sets.push(Vec::new());
        }
        sets[place].push(v);
    }
    sets.retain(|set| set.len() > 1);
    sets
}

fn sort_out(
    graph: &Graph,
    two: &TwoRooted<'_>,
    from: &[(EdgeId, EdgeId)],
    to: &[(EdgeId, Option<EdgeId>)],
) -> Partition {
    let mut class = vec![EdgeClass::R; graph.edge_count()];
    for edge in graph
        .edges()
        .filter(|edge| two.held[edge.index()].is_none())
    {
        class[edge.index()] = EdgeClass::P;
    }
    for (edge, _) in from {
        class[edge.index()] = EdgeClass::P;
    }
    for (edge, _) in to {
        class[edge.index()] = EdgeClass::PStar;
    }
    let mut partition = Partition::default();
    for edge in graph.edges() {
        match class[edge.index()] {
            EdgeClass::P => partition.p.push(edge),
            EdgeClass::PStar => partition.p_star.push(edge),
            EdgeClass::R => partition.r.push(edge),
        }
    }
    partition
}

const NO_VERTEX: usize = usize::MAX;

/// A forest with a root for every tree.
struct Rooted {
    parent: Vec<usize>,
    /// The edge to the parent.
    up: Vec<Option<EdgeId>>,
    depth: Vec<usize>,
    root: Vec<usize>,
    /// The vertices, parents before children; the descendants of a vertex follow it, up to `end`.
    order: Vec<usize>,
    place: Vec<usize>,
    end: Vec<usize>,
}

impl Rooted {
    fn new(graph: &Graph, edges: &[EdgeId]) -> Self {
        let n = graph.vertex_count();
        let mut near: Vec<Vec<(usize, EdgeId)>> = vec![Vec::new(); n];
        for &edge in edges {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            near[u].push((v, edge));
            near[v].push((u, edge));
        }
        let mut forest = Self {
            parent: vec![NO_VERTEX; n],
            up: vec![None; n],
            depth: vec![0; n],
            root: vec![NO_VERTEX; n],
            order: Vec::with_capacity(n),
            place: vec![0; n],
            end: vec![0; n],
        };
        let mut stack = Vec::new();
        for root in 0..n {
            if forest.root[root] != NO_VERTEX {
                continue;
            }
            stack.push(root);
            forest.root[root] = root;
            while let Some(v) = stack.pop() {
                forest.place[v] = forest.order.len();
                forest.order.push(v);
                for &(w, edge) in &near[v] {
                    if Some(edge) != forest.up[v] {
                        forest.parent[w] = v;
                        forest.up[w] = Some(edge);
                        forest.depth[w] = forest.depth[v] + 1;
                        forest.root[w] = root;
                        stack.push(w);
                    }
                }
            }
        }
        for at in (0..n).rev() {
            let v = forest.order[at];
            forest.end[v] = forest.end[v].max(at + 1);
            if let Some(&up) = forest.parent.get(v).filter(|&&up| up != NO_VERTEX) {
                forest.end[up] = forest.end[up].max(forest.end[v]);
            }
        }
        forest
    }

    /// The places of the vertices below an edge of the forest.
    fn below(&self, edge: EdgeId, ends: [usize; 2]) -> Range<usize> {
        let top = ends.into_iter().find(|&end| self.up[end] == Some(edge));
        let top = top.expect("the forest has the edge");
        self.place[top]..self.end[top]
    }

    fn joins(&self, [u, v]: [usize; 2]) -> bool {
        self.root[u] == self.root[v]
    }

    /// The edges on the path between two vertices of one tree.
    fn path(&self, [mut u, mut v]: [usize; 2]) -> Vec<EdgeId> {
        let mut path = Vec::new();
        while u != v {
            if self.depth[u] < self.depth[v] {
                std::mem::swap(&mut u, &mut v);
            }
            path.extend(self.up[u]);
            u = self.parent[u];
        }
        path
    }
}

/// Both forests, rooted.
struct TwoRooted<'a> {
    graph: &'a Graph,
    forests: [Rooted; 2],
    /// The forest of every edge.
    held: Vec<Option<usize>>,
}

impl<'a> TwoRooted<'a> {
    fn new(graph: &'a Graph, edges: &[Vec<EdgeId>; 2]) -> Self {
        let mut held = vec![None; graph.edge_count()];
        for (number, forest) in edges.iter().enumerate() {
            for edge in forest {
                held[edge.index()] = Some(number);
            }
        }
        Self {
            graph,
            forests: [0, 1].map(|number| Rooted::new(graph, &edges[number])),
            held,
        }
    }

    fn ends(&self, edge: EdgeId) -> [usize; 2] {
        self.graph.ends(edge).map(VertexId::index)
    }

    /// The edges that the search reaches from those outside the forests, nearest first.
    fn reached(&self) -> Vec<(EdgeId, EdgeId)> {
        let outside = |edge: &EdgeId| self.held[edge.index()].is_none();
        let mut queue: Vec<EdgeId> = self.graph.edges().filter(outside).collect();
        queue.retain(|&edge| !self.graph.is_loop(edge));
        let mut from = Vec::new();
        // Edges that were reached are contracted: `top` leads from a vertex to the topmost one that
        // it was merged with.
        let n = self.graph.vertex_count();
        let mut top: [Vec<usize>; 2] = [(0..n).collect(), (0..n).collect()];
        let mut next = 0;
        while let Some(&edge) = queue.get(next) {
            next += 1;
            for number in (0..2).filter(|&number| self.held[edge.index()] != Some(number)) {
                let (forest, top) = (&self.forests[number], &mut top[number]);
                let [mut u, mut v] = self.ends(edge).map(|end| find(top, end));
                while u != v {
                    if forest.depth[u] < forest.depth[v] {
                        std::mem::swap(&mut u, &mut v);
                    }
                    let reached = forest.up[u].expect("the forests are the largest");
                    from.push((reached, edge));
                    queue.push(reached);
                    top[u] = forest.parent[u];
                    u = find(top, u);
                }
            }
        }
        from
    }

    /// The edges of which a parallel copy would fit, those with the fewest exchanges first.
    fn leaving(&self) -> Vec<(EdgeId, Option<EdgeId>)> {
        let mut to: Vec<(EdgeId, Option<EdgeId>)> = Vec::new();
        let mut joined = [Vec::new(), Vec::new()];
        for edge in self.graph.edges() {
            let Some(other) = self.held[edge.index()].map(|number| 1 - number) else {
                continue;
            };
            let ends = self.ends(edge);
            if self.forests[other].joins(ends) {
                joined[other].push((edge, ends));
            } else {
                to.push((edge, None));
            }
        }
        let mut waiting = [0, 1].map(|number| Waiting::new(&self.forests[number], &joined[number]));
        drop(joined);
        let mut is_listed = vec![false; self.graph.edge_count()];
        let mut next = 0;
        while let Some(&(edge, _)) = to.get(next) {
            next += 1;
            let number = self.held[edge.index()].expect("edges of the forests are listed");
            let below = self.forests[number].below(edge, self.ends(edge));
            let across = waiting[number].take_across(below);
            for found in across {
                if !std::mem::replace(&mut is_listed[found.index()], true) {
                    to.push((found, Some(edge)));
                }
            }
        }
        to
    }
}

/// Edges between vertices of one rooted forest, to be found by an edge of the forest on the path between their ends.
///
/// Such an edge has one end below the other edge, among the descendants of a vertex, whose places in the order of the forest
/// follow one another. So both ends of every edge are entered by place, each with the place of the other end, and over the
/// entries stands a segment tree of the least and the greatest of these. O(log n) per edge found.
struct Waiting {
    /// Where the entries of each place begin; one more than there are places.
    starts: Vec<u32>,
    edges: Vec<EdgeId>,
    /// The place of the other end, least and greatest, for every node of the segment tree: children of `i` are `2i` and
    /// `2i + 1`, and leaves come last. An entry that was taken has neither.
    least: Vec<u32>,
    greatest: Vec<u32>,
}

impl Waiting {
    fn new(forest: &Rooted, edges: &[(EdgeId, [usize; 2])]) -> Self {
        let entries = edges.iter().flat_map(|&(edge, ends)| {
            let [u, v] = ends.map(|end| forest.place[end] as u32);
            [(u, (v, edge)), (v, (u, edge))]
        });
        let Csr { starts, items } = Csr::new(forest.order.len(), entries);
        let leaves = items.len().next_power_of_two();
        let mut least = vec![u32::MAX; 2 * leaves];
        let mut greatest = vec![0; 2 * leaves];
        for (leaf, &(other, _)) in (leaves..).zip(&items) {
            (least[leaf], greatest[leaf]) = (other, other);
        }
        let mut waiting = Self {
            starts,
            edges: items.into_iter().map(|(_, edge)| edge).collect(),
            least,
            greatest,
        };
        for node in (1..leaves).rev() {
            waiting.summarise(node);
        }
        waiting
    }

    fn summarise(&mut self, node: usize) {
        self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]);
        self.greatest[node] = self.greatest[2 * node].max(self.greatest[2 * node + 1]);
    }

    /// Takes out the edges with one end at these places. Each is found at most twice, once from either end.
    fn take_across(&mut self, places: Range<usize>) -> Vec<EdgeId> {
        let entries = self.starts[places.start] as usize..self.starts[places.end] as usize;
        let mut found = Vec::new();
        self.take(1, 0..self.least.len() / 2, &entries, &places, &mut found);
        found
    }

    /// The same among the entries below a node, which are these.
    fn take(
        &mut self,
        node: usize,
        below: Range<usize>,
        entries: &Range<usize>,
        places: &Range<usize>,
        found: &mut Vec<EdgeId>,
    ) {
        let is_apart = below.end <= entries.start || entries.end <= below.start;
        let crosses = (self.least[node] as usize) < places.start
            || self.greatest[node] as usize >= places.end;
        if is_apart || !crosses || self.least[node] == u32::MAX {
            return;
        }
        if below.len() == 1 {
            found.push(self.edges[below.start]);
            (self.least[node], self.greatest[node]) = (u32::MAX, 0);
            return;
        }
        let middle = below.start.midpoint(below.end);
        self.take(2 * node, below.start..middle, entries, places, found);
        self.take(2 * node + 1, middle..below.end, entries, places, found);
        self.summarise(node);
    }
}

/// The topmost vertex that this one was merged with; path halving.
fn find(top: &mut [usize], mut v: usize) -> usize {
    while top[v] != v {
        top[v] = top[top[v]];
        v = top[v];
    }
    v
}

/// Why the edge is in its part of the principal partition.
///
/// # Panics
/// If the graph has no such edge, or the proof is not of this graph.
pub fn edge_reason(graph: &Graph, proof: &PartitionProof, edge: EdgeId) -> EdgeReason {
    let two = TwoRooted::new(graph, &proof.forests);
    let steps = chain(&two, proof, edge);
    let mut trees = exchanged(graph, proof, &steps);
    let class = proof.class_of(edge);
    let after = trees.each_ref().map(|tree| Rooted::new(graph, tree));
    let [mut circuit, mut cutset] = [Vec::new(), Vec::new()];
    // The circuit is in the tree without the edge, the cutset in the tree with it.
    let (without, with) = match (class, two.held[edge.index()]) {
        (EdgeClass::R, Some(number)) => (1 - number, number),
        _ => (0, 0),
    };
    if class != EdgeClass::PStar {
        circuit = after[without].path(two.ends(edge));
        circuit.push(edge);
        circuit.sort_unstable();
    }
    if class != EdgeClass::P {
        cutset = crossing(graph, &after[with], edge);
    }
    keep_around(graph, proof, edge, class, &mut trees);
    EdgeReason {
        class,
        steps,
        trees,
        circuit,
        cutset,
    }
}

/// The forests after exchanges.
fn exchanged(graph: &Graph, proof: &PartitionProof, steps: &[Swap]) -> [Vec<EdgeId>; 2] {
    [0, 1].map(|number| {
        let mut is_kept = vec![false; graph.edge_count()];
        for edge in &proof.forests[number] {
            is_kept[edge.index()] = true;
        }
        for step in steps.iter().filter(|step| step.tree == number) {
            if let Some(out) = step.out {
                is_kept[out.index()] = false;
            }
            is_kept[step.into.index()] = true;
        }
        graph.edges().filter(|edge| is_kept[edge.index()]).collect()
    })
}

/// The exchanges of an edge, the last of the chain first, so that no exchange changes the path that
/// a later one uses.
fn chain(two: &TwoRooted<'_>, proof: &PartitionProof, edge: EdgeId) -> Vec<Swap> {
    let held = |edge: EdgeId| two.held[edge.index()];
    let mut steps = Vec::new();
    match proof.class_of(edge) {
        EdgeClass::R => {}
        EdgeClass::P => {
            let from: HashMap<EdgeId, EdgeId> = proof.from.iter().copied().collect();
            let mut out = edge;
            while let (Some(tree), Some(&into)) = (held(out), from.get(&out)) {
                let out_of = Some(out);
                steps.push(Swap {
                    tree,
                    into,
                    out: out_of,
                });
                out = into;
            }
        }
        EdgeClass::PStar => {
            let to: HashMap<EdgeId, Option<EdgeId>> = proof.to.iter().copied().collect();
            let mut into = edge;
            while let Some(tree) = held(into).map(|tree| 1 - tree) {
                let out = to.get(&into).copied().flatten();
                steps.push(Swap { tree, into, out });
                match out {
                    Some(next) => into = next,
                    None => break,
                }
            }
            steps.reverse();
        }
    }
    steps
}

/// The edges between the two parts into which the tree falls without this edge.
fn crossing(graph: &Graph, tree: &Rooted, edge: EdgeId) -> Vec<EdgeId> {
    let below = tree.below(edge, graph.ends(edge).map(VertexId::index));
    let is_below = |end: VertexId| below.contains(&tree.place[end.index()]);
    let crosses = |&other: &EdgeId| {
        let [u, v] = graph.ends(other);
        is_below(u) != is_below(v)
    };
    graph.edges().filter(crosses).collect()
}

/// Keeps only the part of the trees that the reason is about.
fn keep_around(
    graph: &Graph,
    proof: &PartitionProof,
    edge: EdgeId,
    class: EdgeClass,
    trees: &mut [Vec<EdgeId>; 2],
) {
    let sets = match class {
        EdgeClass::P | EdgeClass::PStar => &proof.dependent,
        EdgeClass::R => &proof.clumps,
    };
    let mut set_of = vec![usize::MAX; graph.vertex_count()];
    for (number, set) in sets.iter().enumerate() {
        for v in set {
            set_of[v.index()] = number;
        }
    }
    let inside = |edge: EdgeId| {
        let [u, v] = graph.ends(edge).map(|end| set_of[end.index()]);
        Some(u).filter(|&u| u == v && u != usize::MAX)
    };
    let around = inside(edge);
    for tree in trees {
        tree.retain(|&kept| match class {
            EdgeClass::PStar => inside(kept).is_none(),
            EdgeClass::P | EdgeClass::R => around.is_some() && inside(kept) == around,
        });
        tree.sort_unstable();
    }
}

impl PartitionProof {
    /// The part that an edge is in.
    pub fn class_of(&self, edge: EdgeId) -> EdgeClass {
        let Partition { p, p_star, .. } = &self.partition;
        if p.binary_search(&edge).is_ok() {
            EdgeClass::P
        } else if p_star.binary_search(&edge).is_ok() {
            EdgeClass::PStar
        } else {
            EdgeClass::R
        }
    }
}
