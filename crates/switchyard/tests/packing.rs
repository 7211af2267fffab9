//! The two largest forests and their vertex sets against every subset of edges and vertices.

use switchyard::graph::Graph;
use switchyard::switching::{Packing, pack};
use switchyard_oracle::graphs::connected_graphs;
use switchyard_oracle::sampler::Sampler;

/// Whether these edges have no circuit, by relabelling components.
fn is_forest(graph: &Graph, edges: impl IntoIterator<Item = usize>) -> bool {
    let mut component: Vec<usize> = (0..graph.vertex_count()).collect();
    let all: Vec<_> = graph.edges().collect();
    edges.into_iter().all(|edge| {
        let [u, v] = graph.ends(all[edge]).map(|end| component[end.index()]);
        for name in &mut component {
            if *name == u {
                *name = v;
            }
        }
        u != v
    })
}

/// The rank of the union by Edmonds' formula: the least |E − F| + 2 r(F) over all partitions of the
/// vertices, F the edges inside the parts.
fn rank_by_partitions(graph: &Graph) -> usize {
    fn search(graph: &Graph, class: &mut Vec<usize>, used: usize) -> usize {
        if class.len() == graph.vertex_count() {
            let crosses = |edge| {
                let [u, v] = graph.ends(edge).map(|end| class[end.index()]);
                u != v
            };
            let between = graph.edges().filter(|&edge| crosses(edge)).count();
            return between + 2 * (class.len() - used);
        }
        let each = (0..=used).map(|next| {
            class.push(next);
            let least = search(graph, class, used.max(next + 1));
            class.pop();
            least
        });
        each.min().unwrap_or(0)
    }
    search(graph, &mut Vec::new(), 0)
}

/// The edges inside a set of vertices.
fn inside(graph: &Graph, set: &[bool]) -> usize {
    let within = |edge: &_| graph.ends(*edge).iter().all(|end| set[end.index()]);
    graph.edges().filter(within).count()
}

fn check(graph: &Graph) {
    let packing = pack(graph);
    let n = graph.vertex_count();
    let mut used = vec![false; graph.edge_count()];
    for forest in &packing.forests {
        assert!(forest.is_sorted(), "{graph:?}");
        assert!(is_forest(graph, forest.iter().map(|edge| edge.index())));
        for edge in forest {
            assert!(!std::mem::replace(&mut used[edge.index()], true));
        }
    }
    assert_eq!(packing.rank(), rank_by_partitions(graph), "{graph:?}");
    // Every edge left out is inside a dependent class that holds too many edges.
    for edge in graph.edges().filter(|edge| !used[edge.index()]) {
        let [u, v] = graph.ends(edge).map(|end| packing.dependent[end.index()]);
        assert_eq!(u, v, "{graph:?}");
        let set: Vec<bool> = packing.dependent.iter().map(|&class| class == u).collect();
        let size = set.iter().filter(|&&is_in| is_in).count();
        assert!(inside(graph, &set) > 2 * (size - 1), "{graph:?}");
    }
    let classes = 1 + packing.dependent.iter().max().map_or(0, |&c| c as usize);
    let crosses = |edge: &_| {
        let [u, v] = graph.ends(*edge).map(|end| packing.dependent[end.index()]);
        u != v
    };
    let between = graph.edges().filter(crosses).count();
    assert_eq!(packing.rank() < 2 * (n - 1), between < 2 * (classes - 1));
    check_clumps(graph, &packing);
}

/// Two vertices are in one clump exactly if a set with both has two disjoint spanning trees of its own.
fn check_clumps(graph: &Graph, packing: &Packing) {
    let n = graph.vertex_count();
    let mut together = vec![vec![false; n]; n];
    for bits in 0..1_u32 << n {
        let members: Vec<usize> = (0..n).filter(|v| bits >> v & 1 == 1).collect();
        if members.is_empty() {
            continue;
        }
        let place = |v: usize| members.iter().position(|&member| member == v);
        let ends = graph.edges().filter_map(|edge| {
            let [u, v] = graph.ends(edge).map(|end| place(end.index()));
            Some((u?, v?))
        });
        let part = Graph::from_pairs(members.len(), &ends.collect::<Vec<_>>());
        if rank_by_partitions(&part) == 2 * (members.len() - 1) {
            for &u in &members {
                for &v in &members {
                    together[u][v] = true;
                }
            }
        }
    }
    for (u, row) in together.iter().enumerate() {
        for (v, &expected) in row.iter().enumerate() {
            let found = packing.clumps[u] == packing.clumps[v];
            assert_eq!(found, expected, "{u} {v} in {graph:?}");
        }
    }
}

#[test]
fn small_graphs() {
    (2..=5)
        .flat_map(connected_graphs)
        .for_each(|graph| check(&graph));
}

#[test]
fn random_multigraphs() {
    let mut sampler = Sampler::new(31);
    for _ in 0..1500 {
        check(&sampler.graph(6, 12));
    }
}

#[test]
fn sets_are_listed_by_first_vertex() {
    let sets = Packing::sets(&[0, 1, 0, 2, 1]);
    let sets: Vec<Vec<usize>> = sets
        .iter()
        .map(|set| set.iter().map(|v| v.index()).collect())
        .collect();
    assert_eq!(sets, [vec![0, 2], vec![1, 4]]);
}
