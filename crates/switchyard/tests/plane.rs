//! Drawings without crossings, held against every pair of edges; and graphs that have none.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use switchyard::bridgit::Board;
use switchyard::graph::plane;
use switchyard::{Graph, VertexId};

type Place = [f64; 2];

fn turn(a: Place, b: Place, c: Place) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether the vertex is on the line between two others, or as good as on it.
fn is_on(v: Place, [a, b]: [Place; 2]) -> bool {
    let along = (v[0] - a[0]) * (b[0] - a[0]) + (v[1] - a[1]) * (b[1] - a[1]);
    let length = (b[0] - a[0]).powi(2) + (b[1] - a[1]).powi(2);
    turn(a, b, v).abs() < 1e-12 && along > 0.0 && along < length
}

fn holds(graph: &Graph, places: &[Place]) {
    let ends = |edge| graph.ends(edge).map(VertexId::index);
    let lines: Vec<[usize; 2]> = graph.edges().map(ends).filter(|[u, v]| u != v).collect();
    for (u, p) in places.iter().enumerate() {
        assert!(p.iter().all(|x| x.abs() <= 1.0 + 1e-9), "{p:?}");
        for q in &places[..u] {
            let apart = (p[0] - q[0]).abs() + (p[1] - q[1]).abs();
            assert!(apart > 1e-9, "two vertices of {graph:?} are at {p:?}");
        }
    }
    for (i, &[a, b]) in lines.iter().enumerate() {
        for v in (0..places.len()).filter(|&v| v != a && v != b) {
            assert!(!is_on(places[v], [places[a], places[b]]), "{graph:?}");
        }
        for &[c, d] in &lines[..i] {
            if [a, b].iter().any(|end| [c, d].contains(end)) {
                continue;
            }
            let [p, q, r, s] = [a, b, c, d].map(|v| places[v]);
            let crosses =
                turn(p, q, r) * turn(p, q, s) < 0.0 && turn(r, s, p) * turn(r, s, q) < 0.0;
            assert!(!crosses, "{graph:?}: {a}-{b} and {c}-{d} in {places:?}");
        }
    }
}

/// Kuratowski on at most six vertices: K3,3, or K5 with at most one edge subdivided.
fn is_planar(graph: &Graph) -> bool {
    let n = graph.vertex_count();
    let mut near = [[false; 6]; 6];
    for edge in graph.edges() {
        let [u, v] = graph.ends(edge).map(VertexId::index);
        (near[u][v], near[v][u]) = (true, true);
    }
    let sets = |size: u32| (0..1_u32 << n).filter(move |set| set.count_ones() == size);
    let members = |set: u32| (0..n).filter(move |&v| set >> v & 1 == 1);
    let k33 = |set: u32| {
        let others: Vec<usize> = (0..n).filter(|&v| set >> v & 1 == 0).collect();
        others.len() == 3 && members(set).all(|u| others.iter().all(|&v| near[u][v]))
    };
    let k5 = |set: u32| {
        let five: Vec<usize> = members(set).collect();
        let missing: Vec<(usize, usize)> = five
            .iter()
            .flat_map(|&u| five.iter().map(move |&v| (u, v)))
            .filter(|&(u, v)| u < v && !near[u][v])
            .collect();
        match missing[..] {
            [] => true,
            [(u, v)] => (0..n).any(|w| set >> w & 1 == 0 && near[u][w] && near[w][v]),
            _ => false,
        }
    };
    !sets(3).any(k33) && !sets(5).any(k5)
}

fn numbered(n: usize, number: usize) -> Graph {
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let chosen = pairs.enumerate().filter(|(i, _)| number >> i & 1 == 1);
    let chosen: Vec<(usize, usize)> = chosen.map(|(_, pair)| pair).collect();
    Graph::from_pairs(n, &chosen)
}

/// With two vertices apart where an edge between them leaves the graph planar, and without.
fn draws(graph: &Graph) {
    let free = plane::places(graph, None);
    assert_eq!(free.is_some(), is_planar(graph), "{graph:?}");
    let Some(free) = free else { return };
    holds(graph, &free);
    let pair = [VertexId::new(0), VertexId::new(1)];
    let places = plane::places(graph, Some(pair)).unwrap();
    holds(graph, &places);
    let mut with: Vec<(usize, usize)> = vec![(0, 1)];
    with.extend(graph.edges().map(|e| {
        let [u, v] = graph.ends(e).map(VertexId::index);
        (u, v)
    }));
    if is_planar(&Graph::from_pairs(graph.vertex_count(), &with)) {
        assert_eq!(
            (places[0], places[1]),
            ([-1.0, 0.0], [1.0, 0.0]),
            "{graph:?}"
        );
    }
}

#[test]
fn every_graph_of_five_vertices_is_drawn_or_is_complete() {
    for n in 3..=5 {
        for number in 0..1 << (n * (n - 1) / 2) {
            draws(&numbered(n, number));
        }
    }
}

#[test]
fn graphs_of_six_vertices_are_drawn_if_they_are_planar() {
    // All have 15 pairs; a step that shares no factor with 2^15 visits them evenly.
    for number in (0..1 << 15).step_by(127) {
        draws(&numbered(6, number));
    }
}

#[test]
fn boards_are_drawn_between_their_terminals() {
    for size in [2, 4, 7] {
        let board = Board::new(size).unwrap();
        let network = board.network();
        let places = plane::places(network.graph(), Some([network.left(), network.right()]));
        holds(network.graph(), &places.unwrap());
    }
}

/// Trees, and triangulated discs with edges left out.
#[test]
fn larger_planar_graphs_are_drawn() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for round in 0..12 {
        let n = 20 + 5 * round;
        let mut pairs: Vec<(usize, usize)> = (1..n).map(|v| (rng.random_range(0..v), v)).collect();
        holds(
            &Graph::from_pairs(n, &pairs),
            &plane::places(&Graph::from_pairs(n, &pairs), None).unwrap(),
        );
        // Every vertex is put into a triangle of those before it.
        let mut triangles = vec![[0, 1, 2]];
        pairs = vec![(0, 1), (1, 2), (0, 2)];
        for v in 3..n {
            let [a, b, c] = triangles.swap_remove(rng.random_range(0..triangles.len()));
            triangles.extend([[a, b, v], [b, c, v], [a, c, v]]);
            pairs.extend([(a, v), (b, v), (c, v)]);
        }
        pairs.retain(|_| rng.random_bool(0.8));
        let graph = Graph::from_pairs(n, &pairs);
        holds(&graph, &plane::places(&graph, None).unwrap());
    }
}
