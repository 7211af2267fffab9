//! The search for a network of a kind that satisfies a predicate, such as an outcome.

use super::{Blueprint, Impossible, Rng};
use crate::ds::union_find::UnionFind;
use crate::graph::{EdgeId, Graph, Incidence, VertexId};
use crate::switching::Network;
use rand::RngExt;

/// How many pairs of terminals are tried on a graph.
pub const PAIRS: usize = 40;
/// How many graphs are tried.
const GRAPHS: usize = 100;
/// How many edges may go by while a better network than a dull one is looked for.
const PATIENCE: usize = 400_000;

/// A network of the kind that `make` makes which `accept` accepts: usually because it has some
/// outcome. Only undecided networks are offered, whose terminals are connected.
///
/// Where the kind leaves the terminals open, the usual pair is offered first and then pairs chosen at
/// random in one component, among vertices of degree two or more where there are such: a terminal
/// with a single edge makes a dull game. After [`PAIRS`] pairs a new graph is made. So the network is
/// one of the kind that is accepted, but not one chosen uniformly among these.
///
/// # Errors
/// When the kind is impossible, or none of the networks tried is accepted.
pub fn with_outcome(
    rng: &mut Rng,
    mut make: impl FnMut(&mut Rng) -> Result<Blueprint, Impossible>,
    mut accept: impl FnMut(&Network) -> bool,
) -> Result<Network, Impossible> {
    let mut tried = 0;
    for _ in 0..GRAPHS {
        let blueprint = make(rng)?;
        let movable = blueprint.movable;
        let mut network = blueprint.build();
        let candidates = Candidates::new(network.graph(), movable);
        let usual = [network.left(), network.right()];
        let pairs = if movable { PAIRS } else { 1 };
        for attempt in 0..pairs {
            let pair = if attempt == 0 && candidates.contain(usual) {
                Some(usual)
            } else if movable {
                candidates.draw(rng)
            } else {
                None
            };
            let Some([left, right]) = pair else {
                break;
            };
            network = Network::new(network.into_graph(), left, right)
                .expect("two different vertices of the graph");
            tried += 1;
            if accept(&network) {
                return Ok(network);
            }
        }
    }
    Impossible::by_chance(if tried == 0 {
        "no network tried has connected terminals".to_owned()
    } else {
        format!(
            "none of {tried} networks tried has the outcome asked for; it may not exist for this kind and size"
        )
    })
}

/// Like [`with_outcome`], but passes over networks in which a single edge separates the terminals, where others
/// are found in reasonable time: there the first move decides everything, and everybody sees it.
///
/// # Errors
/// Those of [`with_outcome`].
pub fn with_outcome_and_choice(
    rng: &mut Rng,
    make: impl FnMut(&mut Rng) -> Result<Blueprint, Impossible>,
    mut accept: impl FnMut(&Network) -> bool,
) -> Result<Network, Impossible> {
    let mut dull = None;
    let mut patience = PATIENCE;
    let better = with_outcome(rng, make, |network| {
        if dull.is_some() {
            patience = patience.saturating_sub(network.graph().edge_count());
        }
        if !accept(network) {
            return false;
        }
        if patience > 0 && is_separated_by_one_edge(network) {
            dull.get_or_insert_with(|| network.clone());
            return false;
        }
        true
    });
    better.or_else(|reason| dull.ok_or(reason))
}

/// Whether the terminals are connected, and some edge separates them.
///
/// One path between them is found, then another that may undo parts of the first: there is one if and only if
/// two paths share no edge.
fn is_separated_by_one_edge(network: &Network) -> bool {
    let graph = network.graph();
    let incidence = Incidence::new(graph);
    let Some(first) = path(network, &incidence, |_, _| true) else {
        return false;
    };
    // The vertex from which the first path enters an edge.
    let mut from = vec![None; graph.edge_count()];
    for (edge, entered) in first {
        from[edge.index()] = Some(entered);
    }
    path(network, &incidence, |edge, at| {
        from[edge.index()] != Some(at)
    })
    .is_none()
}

/// The edges of a path from the left terminal to the right one, each with the vertex from which it is entered;
/// `may` says whether an edge may be entered from a vertex.
fn path(
    network: &Network,
    incidence: &Incidence,
    may: impl Fn(EdgeId, VertexId) -> bool,
) -> Option<Vec<(EdgeId, VertexId)>> {
    let mut reached_by = vec![None; incidence.vertex_count()];
    let mut queue = vec![network.left()];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for &(edge, to) in incidence.at(at) {
            if to != network.left() && reached_by[to.index()].is_none() && may(edge, at) {
                reached_by[to.index()] = Some((edge, at));
                queue.push(to);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = network.right();
    while at != network.left() {
        let step = reached_by[at.index()]?;
        steps.push(step);
        at = step.1;
    }
    Some(steps)
}

/// The vertices that can be terminals, component by component.
struct Candidates {
    /// The vertices, those of a component together.
    vertices: Vec<u32>,
    /// For every vertex of the graph its component's part of the list; empty if it is not in it.
    part: Vec<[u32; 2]>,
}

impl Candidates {
    /// Prefers vertices of degree two or more if asked to; loops do not count.
    fn new(graph: &Graph, prefer: bool) -> Self {
        let mut degree = vec![0_u32; graph.vertex_count()];
        let mut sets = UnionFind::new(graph.vertex_count());
        for edge in graph.edges() {
            let [u, v] = graph.ends(edge).map(VertexId::index);
            sets.union(u, v);
            if u != v {
                degree[u] += 1;
                degree[v] += 1;
            }
        }
        let root: Vec<u32> = (0..degree.len()).map(|v| sets.find(v) as u32).collect();
        if prefer {
            let preferred = Self::of_degree(2, &degree, &root);
            if !preferred.vertices.is_empty() {
                return preferred;
            }
        }
        Self::of_degree(1, &degree, &root)
    }

    /// The vertices of at least this degree, in components that have two of them.
    fn of_degree(least: u32, degree: &[u32], root: &[u32]) -> Self {
        let mut vertices: Vec<u32> = (0..degree.len() as u32)
            .filter(|&v| degree[v as usize] >= least)
            .collect();
        vertices.sort_by_key(|&v| root[v as usize]);
        let mut part = vec![[0; 2]; degree.len()];
        let mut kept = Vec::with_capacity(vertices.len());
        for component in vertices.chunk_by(|&u, &v| root[u as usize] == root[v as usize]) {
            if component.len() < 2 {
                continue;
            }
            let start = kept.len() as u32;
            kept.extend_from_slice(component);
            for &v in component {
                part[v as usize] = [start, kept.len() as u32];
            }
        }
        Self {
            vertices: kept,
            part,
        }
    }

    /// Whether these two are in the list and in one component.
    fn contain(&self, [left, right]: [VertexId; 2]) -> bool {
        let part = self.part[left.index()];
        part != [0; 2] && part == self.part[right.index()]
    }

    /// Two different vertices of one component; `None` if there are none.
    fn draw(&self, rng: &mut Rng) -> Option<[VertexId; 2]> {
        if self.vertices.is_empty() {
            return None;
        }
        let at = rng.random_range(0..self.vertices.len() as u32);
        let [start, end] = self.part[self.vertices[at as usize] as usize];
        let other = rng.random_range(start..end - 1);
        let other = if other < at { other } else { other + 1 };
        let vertex = |at: u32| VertexId::new(self.vertices[at as usize] as usize);
        Some([vertex(at), vertex(other)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Rng, grid, series_parallel};
    use super::*;

    fn blueprint(vertices: usize, pairs: &[[usize; 2]]) -> Result<Blueprint, Impossible> {
        let ends = pairs.iter().map(|pair| pair.map(VertexId::new)).collect();
        Blueprint::of(vertices, ends)
    }

    /// The pairs that are offered, as labels.
    fn offered(make: impl Fn() -> Result<Blueprint, Impossible>) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        let none = with_outcome(
            &mut Rng::from_seed(1),
            |_| make(),
            |network| {
                pairs.push([network.left(), network.right()].map(VertexId::label));
                false
            },
        );
        assert!(none.is_err());
        pairs
    }

    #[test]
    fn terminals_are_connected_and_have_two_edges_where_they_can() {
        // A triangle with a tail, apart from a single edge, with an isolated vertex and a loop.
        let pairs = [[0, 1], [1, 2], [2, 0], [2, 3], [4, 5], [3, 3]];
        let mut found = offered(|| blueprint(7, &pairs));
        assert_eq!(found.len(), GRAPHS * PAIRS);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]]);
    }

    #[test]
    fn where_no_two_vertices_have_two_edges_one_will_do() {
        let found = offered(|| blueprint(4, &[[0, 1], [0, 2]]));
        assert_eq!(found.len(), GRAPHS * PAIRS);
        assert!(found.iter().all(|pair| !pair.contains(&4)));
        assert!(found.contains(&[2, 3]));
        let apart = with_outcome(&mut Rng::from_seed(1), |_| blueprint(2, &[]), |_| true);
        let reason = apart.unwrap_err().to_string();
        assert_eq!(reason, "no network tried has connected terminals");
    }

    /// The same by taking away every edge in turn.
    fn is_separated_by_one_edge_naive(network: &Network) -> bool {
        let graph = network.graph();
        let joined = |without: Option<EdgeId>| {
            let mut sets = UnionFind::new(graph.vertex_count());
            for edge in graph.edges().filter(|&edge| Some(edge) != without) {
                let [u, v] = graph.ends(edge).map(VertexId::index);
                sets.union(u, v);
            }
            sets.same(network.left().index(), network.right().index())
        };
        joined(None) && graph.edges().any(|edge| !joined(Some(edge)))
    }

    #[test]
    fn an_edge_that_separates_the_terminals_is_found() {
        let rng = &mut Rng::from_seed(5);
        let mut separated = 0;
        for _ in 0..400 {
            let vertices = rng.random_range(2..8);
            let pairs: Vec<[usize; 2]> = (0..rng.random_range(0..12))
                .map(|_| [0; 2].map(|_| rng.random_range(0..vertices)))
                .collect();
            let network = blueprint(vertices, &pairs).unwrap().build();
            let naive = is_separated_by_one_edge_naive(&network);
            assert_eq!(is_separated_by_one_edge(&network), naive, "{pairs:?}");
            separated += usize::from(naive);
        }
        assert!((50..350).contains(&separated), "{separated}");
    }

    #[test]
    fn dull_networks_are_taken_only_where_there_are_no_others() {
        // A triangle with a tail: its usual terminals are separated by the tail.
        let tail = || blueprint(4, &[[0, 1], [1, 2], [2, 0], [2, 3]]);
        let any = |_: &Network| true;
        let rng = &mut Rng::from_seed(1);
        let found = with_outcome_and_choice(rng, |_| tail(), any).unwrap();
        assert!(!is_separated_by_one_edge(&found));
        let path = || blueprint(3, &[[0, 1], [1, 2]]);
        let found = with_outcome_and_choice(rng, |_| path(), any).unwrap();
        assert!(is_separated_by_one_edge(&found), "there is no other");
        assert!(with_outcome_and_choice(rng, |_| tail(), |_| false).is_err());
    }

    #[test]
    fn the_usual_pair_comes_first_and_fixed_terminals_stay() {
        assert_eq!(offered(|| grid(2, 3))[0], [1, 6]);
        let fixed = offered(|| series_parallel(7, &mut Rng::from_seed(3)));
        assert_eq!(fixed, vec![[1, 2]; GRAPHS]);
        let path = || Ok(blueprint(3, &[[0, 1], [1, 2]])?.fixed());
        assert_eq!(offered(path).len(), GRAPHS, "whatever its degrees");
        let split = || Ok(blueprint(4, &[[0, 1], [2, 3]])?.fixed());
        assert_eq!(offered(split), [[0; 2]; 0], "decided");
    }
}
