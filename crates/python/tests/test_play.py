"""Players by name and in Python, the referee, tournaments, currents, Chase's steps."""

from __future__ import annotations

import builtins
import random
from typing import Any

import numpy as np
import pytest
import switchyard as sy


def random_network(rng: random.Random) -> sy.Network:
    n = rng.randint(3, 9)
    return sy.Network([(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(3, 16))], 0, 1)


def test_the_perfect_player_wins_what_can_be_won() -> None:
    rng = random.Random(11)
    for _ in range(150):
        net = random_network(rng)
        outcome = net.outcome()
        for first in ("short", "cut"):
            due = net.solve().winner(first)
            for rival in ("random", "greedy", "perfect"):
                players = ("perfect", rival) if due == "short" else (rival, "perfect")
                record = sy.referee(net, *players, first=first, seed=rng.randrange(99))
                assert record.winner == due, (outcome, record)
                assert record.reason == ("connected" if due == "short" else "disconnected")
                assert record.position().winner == due


def test_python_players_see_what_the_referee_sees() -> None:
    rng = random.Random(12)

    def solver(position: sy.Position) -> int:
        moves = position.solve().winning_moves.of(position.to_move)
        return int((moves if len(moves) else position.legal())[0])

    class Stateful:
        """Counts what it is shown; tries moves and takes them back."""

        name = "stateful"

        def __init__(self) -> None:
            self.seen = 0

        def observe(self, position: sy.Position, side: str, edge: int) -> None:
            self.seen += 1

        def choose(self, position: sy.Position) -> tuple[Any, ...]:
            assert self.seen == len(position.moves)
            for edge in position.legal():
                position.play(int(edge))
                winner = position.winner
                position.undo()
                if winner == position.to_move:
                    return tuple(position.network.edge(int(edge)))
            return tuple(position.network.edge(int(position.legal()[-1])))

    for _ in range(60):
        net = random_network(rng)
        for first in ("short", "cut"):
            due = net.solve().winner(first)
            players = (solver, Stateful) if due == "short" else (Stateful, solver)
            assert sy.referee(net, *players, first=first).winner == due
            names = ("perfect", Stateful) if due == "short" else (Stateful, "perfect")
            assert sy.referee(net, *names, first=first).winner == due


def test_forfeits() -> None:
    net = sy.bridgit(3)

    def broken(position: sy.Position) -> int:
        raise ZeroDivisionError("oh")

    def cheat(position: sy.Position) -> int:
        return position.moves[0][1] if position.moves else 0

    def meddler(position: sy.Position) -> int:
        return position.play(int(position.legal()[0]))

    with pytest.raises(ZeroDivisionError):
        sy.referee(net, broken, "random")
    record = sy.referee(net, broken, "random", on_error="forfeit")
    assert (record.winner, record.reason, record.detail) == ("cut", "crashed", "ZeroDivisionError: oh")
    record = sy.referee(net, "random", cheat)
    assert (record.winner, record.reason, len(record)) == ("short", "illegal-move", 1)
    assert "already played" in record.detail
    with pytest.raises(sy.PlayerError, match="changed the position"):
        sy.referee(net, meddler, "random")
    with pytest.raises(sy.PlayerError, match="is no player"):
        sy.referee(net, 7, "random")


def test_seeds_decide_everything() -> None:
    net = sy.bridgit(4)
    games = [sy.referee(net, "random", "random", seed=seed).moves for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    # A Python player makes no difference to what the built-in one does.
    first = sy.referee(net, "random", lambda position: position.legal()[0], seed=5)
    assert first.moves == sy.referee(net, "random", lambda position: position.legal()[0], seed=5).moves
    tables = [sy.tournament(["random", "greedy"], net, seed=3).rows for _ in range(2)]
    assert tables[0] == tables[1]


def test_a_python_player_in_a_tournament() -> None:
    def last_free(position: sy.Position) -> int:
        return int(position.legal()[-1])

    boards = {"bridgit": sy.bridgit(3), "triangle": sy.Network([(0, 1), (1, 2), (0, 2)], 0, 2)}
    table = sy.tournament(["perfect", last_free, "random"], boards, seed=4)
    # Three players, ordered pairs, both orders of moving, two boards.
    assert len(table.records) == 3 * 2 * 2 * 2
    frame = table.table()
    assert list(frame.columns[:4]) == ["network", "short", "cut", "first"]
    assert set(frame["short"]) == {"perfect", "last_free", "random"}
    standings = table.standings()
    assert list(standings["won"]) == sorted(standings["won"], reverse=True)
    assert standings["won"].sum() == len(table.records)
    assert (standings["played"] == 16).all()
    assert "last_free" in table._repr_html_()
    twice = sy.tournament([last_free, last_free], boards["triangle"])
    assert twice.players == ["last_free", "last_free (2)"]


def test_tables_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest, **more)

    table = sy.tournament(["perfect", "random"], sy.bridgit(3))
    monkeypatch.setattr(builtins, "__import__", without)
    assert isinstance(table.table(), list) and table.table()[0]["network"] == "1"


def test_handicaps_and_copies() -> None:
    net = sy.bridgit(3)
    position = net.position(short=["b2"], first="cut")
    assert position.outcome() == "short"
    other = position.copy()
    other.play("c3")
    assert len(position.moves) == 0 and position.to_move == "cut"
    assert sy.referee(position, "perfect", "perfect").winner == "short"
    assert position.moves == []


def test_explanations() -> None:
    net = sy.Network([(0, 1), (0, 1)], 0, 1)
    position = net.position(first="cut")
    why = position.explain(0)
    assert why is not None and why.winner == "short" and why.replies.tolist() == [1]
    assert sy.bridgit(3).position().explain(0) is None


def test_currents_obey_kirchhoff() -> None:
    rng = random.Random(13)
    for _ in range(50):
        net = random_network(rng)
        if net.position().winner:
            continue
        found = net.currents()
        ends = net.ends()
        balance = np.zeros(net.n)
        np.add.at(balance, ends[:, 0], found.flows)
        np.add.at(balance, ends[:, 1], -found.flows)
        left, right = net._place(net.left), net._place(net.right)
        assert balance[left] == pytest.approx(found.total) and balance[right] == pytest.approx(-found.total)
        balance[[left, right]] = 0
        assert np.allclose(balance, 0)
        volts = found.potentials[ends[:, 0]] - found.potentials[ends[:, 1]]
        known = ~np.isnan(volts)
        assert np.allclose(volts[known], found.flows[known])
        top = np.abs(found.flows).max()
        assert set(np.flatnonzero(np.abs(found.flows) > top - 1e-9)) >= set(found.best)
        assert found.proved and len(found.best)


def test_chase_agrees_with_the_solver() -> None:
    rng = random.Random(14)
    for _ in range(200):
        net = random_network(rng)
        steps = net.chase_trace()
        if net.position().winner == "cut":
            assert [step.number for step in steps] == [0]
            continue
        last = steps[-1]
        assert steps[0].number == 1 and last.number == 6
        assert last.facts["outcome"] == net.outcome()
        assert last.facts["unplayable"].tolist() == [net.m, net.m + 1]
        assert str(last) == last.sentence != ""
    preferred = sy.Network([(0, 1), (0, 1)], 0, 1).chase_trace(order=[1])
    assert preferred[0].facts["tree"].tolist() == [1]
