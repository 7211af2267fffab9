"""The graph theory underneath, with its witnesses."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import numpy as np
import oracle
import pytest
import switchyard as sy


def inside(edges: oracle.Pairs, vertices: set[int]) -> int:
    return sum(u in vertices and v in vertices for u, v in edges)


def naive_sparse(edges: oracle.Pairs) -> bool:
    """(2,2)-sparsity by its definition."""
    vertices = sorted({end for edge in edges for end in edge})
    sets = (set(some) for size in range(1, len(vertices) + 1) for some in itertools.combinations(vertices, size))
    return all(inside(edges, some) <= 2 * len(some) - 2 for some in sets)


def graphs() -> list[oracle.Pairs]:
    rng = random.Random(21)
    return [*oracle.simple_graphs(5, 10), *(oracle.random_multigraph(rng, 5, 9) for _ in range(500))]


def test_sparsity_and_its_witness() -> None:
    seen = set()
    for edges in graphs():
        found = sy.Forests(edges)
        sparse = naive_sparse(edges)
        assert found.sparse == sparse == sy.is_sparse(edges)
        witness = found.excess_witness()
        seen.add(sparse)
        if sparse:
            assert witness is None and found.dependent_sets() == []
            continue
        assert witness is not None and witness in found.dependent_sets()
        for some in found.dependent_sets():
            assert inside(edges, set(some)) > 2 * len(some) - 2  # type: ignore[arg-type]
        kept = [edges[i] for i in sy.spanning_sparse_subgraph(edges)]
        assert naive_sparse(kept) and len(kept) == found.rank
    assert seen == {True, False}


def test_spanning_trees_and_their_witness() -> None:
    seen = set()
    for edges in graphs():
        if not edges:
            continue
        found = sy.Forests(edges)
        trees = sy.two_spanning_trees(edges)
        seen.add(trees is not None)
        assert found.tight == sy.is_tight(edges) == (found.sparse and len(edges) == 2 * found.n - 2)
        if trees is not None:
            assert all(len(tree) == found.n - 1 for tree in trees)
            assert found.deficiency_witness() is None
            continue
        parts = found.deficiency_witness()
        assert parts is not None
        number = {vertex: i for i, part in enumerate(parts) for vertex in part}
        assert len(number) == found.n
        between = sum(number[u] != number[v] for u, v in edges)
        assert between < 2 * (len(parts) - 1)
    assert seen == {True, False}


def test_clumps_are_the_largest_sets_with_two_spanning_trees() -> None:
    for edges in graphs()[::7]:
        vertices = sorted({end for edge in edges for end in edge})
        good: list[set[int]] = []
        for size in range(2, len(vertices) + 1):
            for some in map(set, itertools.combinations(vertices, size)):
                within = [edge for edge in edges if set(edge) <= some]
                if {end for edge in within for end in edge} == some and sy.two_spanning_trees(within):
                    good.append(some)
        largest = [some for some in good if not any(some < other for other in good)]
        assert sorted(map(sorted, largest)) == sorted(sorted(c) for c in sy.clumps(edges))  # type: ignore[type-var]


def test_names_and_isolated_vertices() -> None:
    graph = nx.complete_graph(4)
    graph = nx.relabel_nodes(graph, dict(enumerate("abcd")))
    assert sy.is_tight(graph) and sy.clumps(graph) == [["a", "b", "c", "d"]]
    graph.add_node("e")
    assert not sy.is_tight(graph)
    assert sy.Forests(graph).deficiency_witness() == [["a"], ["b"], ["c"], ["d"], ["e"]]
    assert sy.Forests(sy.Network(graph, "a", "b")).rank == 6
    assert not sy.is_tight([(0, 1), (0, 1)], vertices=3) and sy.is_tight([(0, 1), (0, 1)])
    assert sy.Forests([]).rank == 0 and sy.Forests([(4, 4)]).excess_witness() == [4]


def test_pyrigi_says_the_same() -> None:
    pyrigi = pytest.importorskip("pyrigi")
    rng = random.Random(22)
    seen = set()
    for _ in range(60):
        n = rng.randint(3, 9)
        graph = nx.gnm_random_graph(n, rng.randint(n, 2 * n), seed=rng.randrange(10**6))
        theirs = pyrigi.Graph(graph)
        sparse, tight = bool(theirs.is_kl_sparse(2, 2)), bool(theirs.is_kl_tight(2, 2))
        assert (sy.is_sparse(graph), sy.is_tight(graph)) == (sparse, tight)
        seen.add((sparse, tight))
    assert len(seen) == 3


def test_large_graphs() -> None:
    rng = np.random.default_rng(23)
    edges = rng.integers(0, 20_000, size=(100_000, 2))
    found = sy.Forests(edges)
    first, second = (edges[forest] for forest in (found.first, found.second))
    for forest in (first, second):
        graph = nx.Graph()
        graph.add_edges_from(forest.tolist())
        assert graph.number_of_edges() == len(forest) and nx.is_forest(graph)
    assert found.rank <= 2 * (found.n - 1)
