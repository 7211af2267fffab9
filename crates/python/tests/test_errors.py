"""What is refused, and how it is said: indices count from 0 in every message."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import switchyard as sy

EDGES = [(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]


@pytest.mark.parametrize(
    ("edges", "error", "words"),
    [
        (np.zeros((3, 3), dtype=int), sy.NetworkError, "shape"),
        (np.arange(4), sy.NetworkError, "shape"),
        ([(0, 1), (2,)], sy.NetworkError, "edge 1"),
        ([(0, 1), 5], sy.NetworkError, "edge 1"),
        ([([], 1)], sy.NetworkError, "cannot be a name"),
        ("ab", TypeError, "not str"),
        (7, TypeError, "not int"),
        (np.array([[0, 2**64 - 1]], dtype=np.uint64), sy.NetworkError, "63 bits"),
    ],
)
def test_edges_that_are_none(edges: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sy.Network(edges, 0, 1)


def test_moves_that_are_none() -> None:
    net = sy.Network(EDGES, 0, 3)
    for edge, words in [
        (5, "numbered 0 to 4"),
        (-1, "there is no edge -1"),
        ((0, 3), "there is no edge"),
        ((0, 1, 1), "there is no edge"),
        ((0, 17), "no vertex 17"),
        ("c3", "is no edge"),
        (2.5, "is no edge"),
    ]:
        with pytest.raises(sy.MoveError, match=words):
            net.solve(short=[edge])  # type: ignore[list-item]
        with pytest.raises(sy.MoveError, match=words):
            net.position().play(edge)  # type: ignore[arg-type]
    with pytest.raises(sy.MoveError, match="edge 2 was already played by SHORT") as caught:
        net.solve(short=[2], cut=[2])
    assert caught.value.edge == 2
    position = net.position()
    position.play(0)
    with pytest.raises(sy.MoveError, match="edge 0 was already played"):
        position.play(0)
    assert position.to_move == "cut" and len(position.moves) == 1
    position.play(2)
    position.play(1)
    with pytest.raises(sy.MoveError, match="over"):
        position.play(3)
    with pytest.raises(sy.MoveError, match="over"):
        position.reply("perfect")


def test_names_that_nobody_has() -> None:
    net = sy.Network(EDGES, 0, 3)
    with pytest.raises(sy.PlayerError, match="gredy"):
        net.position().reply("gredy")
    with pytest.raises(sy.PlayerError, match="strength"):
        sy.referee(net, "perfect@2", "random")
    with pytest.raises(sy.PlayerError):
        sy.tournament(["perfect", "nobody"], net)
    with pytest.raises(ValueError, match="not a side"):
        net.position(first="black")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no picture"):
        net.draw("elephant")  # type: ignore[arg-type]
    with pytest.raises(sy.MoveError, match="no node 'x'"):
        sy.coins.Game([(0, 1)]).solve(["x"])
    with pytest.raises(sy.MoveError, match="no arc"):
        sy.coins.Game([(0, 1)]).push([0, 1], 1, 0)
    with pytest.raises(sy.MoveError, match="no coin"):
        sy.coins.Game([(0, 1)]).push([1], 0, 1)


def test_currents_of_a_finished_game() -> None:
    with pytest.raises(sy.CircuitError, match="apart"):
        sy.Network([(0, 1)], 0, 2).currents()
    with pytest.raises(sy.CircuitError, match="shorted"):
        sy.Network([(0, 1)], 0, 1).currents(short=[0])


def test_all_exceptions_have_one_parent() -> None:
    for name in sy.__all__:
        thing = getattr(sy, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, sy.Error)
