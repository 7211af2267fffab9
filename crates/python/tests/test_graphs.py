"""Graphs of other packages, there and back."""

from __future__ import annotations

import random

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import rustworkx as rx
import scipy.sparse as sp
import switchyard as sy


def test_networkx_speaks_its_own_names() -> None:
    graph = nx.petersen_graph()
    graph = nx.relabel_nodes(graph, {i: f"v{i}" for i in graph})
    net = sy.Network(graph, "v0", "v7")
    assert net.vertices == list(graph.nodes)
    assert [edge[:2] for edge in net.edges()] == list(graph.edges)
    moves = net.solve().winning_moves
    assert all(graph.has_edge(u, v) for u, v, _ in moves.named("short"))
    plain = sy.Network(list(nx.petersen_graph().edges), 0, 7)
    assert plain.solve().outcome == net.solve().outcome
    with pytest.raises(sy.NetworkError, match="'v99'"):
        sy.Network(graph, "v0", "v99")


def test_networkx_multigraphs_keep_their_keys() -> None:
    graph = nx.MultiGraph()
    graph.add_edge("a", "b", key="upper")
    graph.add_edge("a", "b", key="lower")
    graph.add_node("alone")
    net = sy.Network(graph, "a", "b")
    assert net.n == 3
    assert [edge.key for edge in net.edges()] == ["upper", "lower"]
    assert net.index("b", "a", "lower") == 1
    assert net.solve(cut=[("a", "b", "upper")]).winning_moves.named("short") == [("a", "b", "lower")]
    back = nx.MultiGraph()
    back.add_edges_from(net.edges())
    assert nx.utils.edges_equal(back.edges(keys=True), graph.edges(keys=True))


def test_igraph() -> None:
    graph = igraph.Graph.Famous("Petersen")
    net = sy.Network(graph, 0, 7)
    assert (net.n, net.m) == (10, 15)
    assert [edge[:2] for edge in net.edges()] == graph.get_edgelist()
    graph.vs["name"] = [f"v{i}" for i in range(10)]
    named = sy.Network(graph, "v0", "v7")
    assert named.left == "v0" and sy.Network(graph, 0, 7).left == "v0"
    assert named.solve().outcome == net.solve().outcome
    again = igraph.Graph(n=net.n, edges=net.ends().tolist())
    assert again.get_edgelist() == graph.get_edgelist()
    with pytest.raises(sy.NetworkError):
        sy.Network(graph, "v0", "w")


def test_rustworkx() -> None:
    graph = rx.PyGraph()
    graph.add_nodes_from(list("abcd"))
    graph.add_edges_from([(0, 1, None), (1, 3, None), (0, 3, None), (0, 3, None)])
    graph.remove_node(2)
    net = sy.Network(graph, 0, 3)
    assert net.vertices == [0, 1, 3]
    assert [edge[:2] for edge in net.edges()] == list(graph.edge_list())
    assert net.solve().outcome == "short"


def test_scipy() -> None:
    rng = random.Random(8)
    for _ in range(20):
        graph = nx.gnp_random_graph(12, 0.4, seed=rng.randrange(10**6))
        matrix = nx.to_scipy_sparse_array(graph)
        net = sy.Network(matrix, 0, 11)
        assert net.n == 12 and net.m == graph.number_of_edges()
        assert net.solve().outcome == sy.Network(graph, 0, 11).solve().outcome
        ends = net.ends()
        back = sp.coo_array((np.ones(net.m), (ends[:, 0], ends[:, 1])), shape=(12, 12))
        assert (abs((back + back.T) - matrix)).nnz == 0
    upper = sp.csr_matrix(np.triu(np.ones((3, 3)), 1))
    assert sy.Network(upper, 0, 2).m == 3
    with pytest.raises(sy.NetworkError, match="square"):
        sy.Network(sp.csr_matrix((2, 3)), 0, 1)


def test_pandas() -> None:
    frame = pd.DataFrame({"u": [0, 1, 0], "v": [1, 2, 2]})
    assert sy.Network(frame, 0, 2).m == 3
    words = pd.DataFrame({"u": ["a", "b"], "v": ["b", "c"]})
    assert sy.Network(words.itertuples(index=False), "a", "c").vertices == ["a", "b", "c"]


def test_digraphs_for_coins() -> None:
    arcs = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    truth = sy.coins.Game(arcs).labels()
    digraph = nx.DiGraph(arcs)
    assert sy.coins.Game(digraph).labels() == truth
    own = igraph.Graph.TupleList(arcs, directed=True)
    assert sy.coins.Game(own).labels() == truth
    matrix = nx.to_scipy_sparse_array(digraph, nodelist=list("abcd"))
    assert list(sy.coins.Game(matrix).labels().values()) == [truth[node] for node in "abcd"]
    # An undirected graph has every edge both ways.
    path = nx.path_graph(3)
    both = sy.coins.Game([(u, v) for e in path.edges for u, v in (e, e[::-1])])
    assert sy.coins.Game(path).labels() == both.labels()


def test_the_game_does_not_depend_on_the_package() -> None:
    rng = random.Random(9)
    for _ in range(100):
        n = rng.randint(3, 9)
        edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(2, 16))]
        truth = sy.Network(edges, 0, 1, vertices=n).solve()
        multi = nx.MultiGraph()
        multi.add_nodes_from(range(n))
        multi.add_edges_from(edges)
        own = igraph.Graph(n=n, edges=edges)
        rust = rx.PyGraph()
        rust.add_nodes_from([None] * n)
        rust.add_edges_from([(u, v, None) for u, v in edges])
        for graph in (multi, own, rust):
            net = sy.Network(graph, 0, 1)
            verdict = net.solve()
            assert verdict.outcome == truth.outcome
            for side in ("short", "cut"):
                own_moves = sorted((min(u, v), max(u, v)) for u, v, _ in verdict.winning_moves.named(side))
                moves = sorted((min(edges[i]), max(edges[i])) for i in truth.winning_moves.of(side).tolist())
                assert own_moves == moves
