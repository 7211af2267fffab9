"""The calls that outside programs make, to the letter."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import switchyard as sy

EDGES = [(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]


def test_solve() -> None:
    net = sy.Network(np.array(EDGES), 0, 3)
    v = net.solve(short=[], cut=[])
    assert v.outcome == "first"
    assert isinstance(v.winning_moves.short, np.ndarray)
    assert v.winning_moves.short.dtype.kind == "i"
    assert v.winning_moves.short.tolist() == [0, 1, 2, 3, 4]
    assert v.winning_moves.cut.tolist() == [0, 1, 2, 3, 4]
    assert v.certificate.check() is True
    assert net.solve(short=[0, 1]).outcome == "short"
    assert net.solve(short=[0, 1]).winning_moves.short.tolist() == []
    assert net.solve(cut=np.array([0, 3])).outcome == "cut"


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64, ">i8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_integer_array(dtype: str, order: str) -> None:
    array = np.asarray(np.array(EDGES, dtype=dtype), order=order)  # type: ignore[call-overload]
    net = sy.Network(array, 0, 3)
    assert net.ends().tolist() == [list(edge) for edge in EDGES]
    assert net.solve().outcome == "first"
    assert sy.Network(np.repeat(array, 2, axis=0)[::2], 0, 3) == net


def test_vertices_as_in_the_input() -> None:
    for shift, scale in [(0, 1), (1, 1), (-7, 1), (0, 10**15), (5, 3)]:
        edges = [(u * scale + shift, v * scale + shift) for u, v in EDGES]
        for given in (edges, np.array(edges), tuple(edges), iter(edges), [list(edge) for edge in edges]):
            net = sy.Network(given, shift, 3 * scale + shift)
            assert (net.n, net.m) == (4, 5)
            assert (net.left, net.right) == (shift, 3 * scale + shift)
            assert net.vertices == [shift, scale + shift, 2 * scale + shift, 3 * scale + shift]
            assert [edge[:2] for edge in net.edges()] == edges
            assert net.solve().outcome == "first"
    words = sy.Network([("x", (1, 2)), ((1, 2), 7), ("x", 7)], "x", 7)
    assert words.edge(1) == ((1, 2), 7, 0)
    assert words.index(7, (1, 2)) == 1


def test_terminals_without_edges() -> None:
    assert sy.Network([(0, 1)], 0, 2).solve().outcome == "cut"
    assert sy.Network([], 0, 1).solve().outcome == "cut"
    assert sy.Network(np.empty((0, 2), dtype=int), "a", "b").position().winner == "cut"
    assert sy.Network([(0, 1)], 0, "nowhere").solve().outcome == "cut"
    with pytest.raises(sy.NetworkError, match="both"):
        sy.Network(EDGES, 1, 1)
    assert sy.Network(EDGES, 0, 3, vertices=9).n == 9
    with pytest.raises(sy.NetworkError, match="vertex 3"):
        sy.Network(EDGES, 0, 2, vertices=3)


def test_edges_by_index_and_by_name() -> None:
    net = sy.Network([("a", "b"), ("b", "a"), ("a", "c")], "a", "b")
    assert [edge.key for edge in net.edges()] == [0, 1, 0]
    for edge in range(net.m):
        assert net.index(*net.edge(edge)) == edge
    assert net.solve(cut=[("a", "b")]).outcome == net.solve(cut=[0]).outcome == "first"
    assert net.solve(cut=[("b", "a", 0), ("a", "b", 1)]).outcome == "cut"
    assert net.solve().winning_moves.named("short")[1] == ("b", "a", 1)


def test_partition_and_two_forests() -> None:
    parts = sy.Network(EDGES, 0, 3).partition()
    assert isinstance(parts, np.ndarray) and parts.tolist() == ["P*"] * 5
    first, second = sy.two_forests(np.array([(0, 1), (0, 1), (0, 1), (1, 2)]))
    assert first.dtype.kind == second.dtype.kind == "i"
    assert len(first) + len(second) == 3


def test_positions() -> None:
    net = sy.Network(EDGES, 0, 3)
    pos = net.position()
    assert pos.to_move == "short" and pos.winner is None
    pos.play(2)
    assert pos.to_move == "cut"
    answer = pos.reply("perfect")
    assert answer in (0, 1, 3, 4)
    while pos.winner is None:
        pos.reply("perfect")
    assert pos.winner == "short"
    assert pos.legal().tolist() == []
    made = len(pos.moves)
    last = pos.undo()
    assert pos.winner is None and len(pos.moves) == made - 1 and last in pos.legal()
    pos.play(last)
    assert pos.winner == "short"
    while pos.moves:
        pos.undo()
    assert pos.to_move == "short" and pos.claims.tolist() == [0] * 5
    with pytest.raises(sy.MoveError, match="no move"):
        pos.undo()


def test_bridgit() -> None:
    board = sy.bridgit(8)
    assert (board.n, board.m) == (58, 113)
    assert board.solve().outcome == "first"
    assert board.coordinates is not None and board.coordinates.shape == (58, 2)
    assert board.move_name(board._index("c3")) == "c3"
    for size in (0, 1, 10**9):
        with pytest.raises(sy.NetworkError, match="size M"):
            sy.bridgit(size)


def test_coins() -> None:
    game = sy.coins.Game([("M", "N"), ("N", "M"), ("N", "Z"), ("E", "E"), ("E", "N")])
    assert game.labels() == {"M": 0, "N": 1, "Z": 0, "E": frozenset({1})}
    assert game.solve(["N"]).outcome == "first"
    assert game.solve(["M"]).outcome == "second"
    assert game.solve(["E"]).outcome == "draw"
    assert game.solve(["E", "N"]).outcome == "first"
    array = sy.coins.Game(np.array([(0, 1), (1, 2)]))
    assert array.labels() == {0: 0, 1: 1, 2: 0}
    assert array.label_array().tolist() == [0, 1, 0]


def test_join_all() -> None:
    net = sy.Network.join_all(iter([("a", "b"), ("b", "c"), ("c", "a")]))
    assert net.target == "all" and net.solve().outcome == "first"
    assert sy.Network(EDGES, 0, 3).target == "terminals"
    again = pickle.loads(pickle.dumps(net))
    assert again == net and again != sy.Network([("a", "b"), ("b", "c"), ("c", "a")], "a", "c")
    assert "join all" in repr(net) and net._repr_svg_()
    for edges in ([], [(3, 3)], [("a", "a")]):
        with pytest.raises(sy.NetworkError, match="fewer than two"):
            sy.Network.join_all(edges)
    with pytest.raises(sy.CertificateError, match="another target"):
        sy.Certificate.parse(sy.Network([("a", "b"), ("b", "c"), ("c", "a")], "a", "c"), net.solve().certificate.json())


def test_pickles() -> None:
    net = sy.Network([("a", "b"), ("b", "c"), ("a", "c")], "a", "c")
    position = net.position(cut=[2], first="cut")
    position.play(0)
    again = pickle.loads(pickle.dumps(position))
    assert again.network == net and again.moves == position.moves and again.to_move == "short"
    assert again.claims.tolist() == [2, 0, 2]
    board = pickle.loads(pickle.dumps(sy.bridgit(3)))
    assert board.move_name(0) == "a1"
