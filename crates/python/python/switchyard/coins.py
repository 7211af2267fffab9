"""Coins on a digraph: the Butler University game, with cycles or without.

A move pushes one coin along one arc; coins may share a node. A player who cannot move has lost, and a game that never
ends is a draw. Everything follows from the generalized Sprague-Grundy labels.

>>> from switchyard import coins
>>> game = coins.Game([("a", "b"), ("b", "a"), ("b", "c")])
>>> game.labels()
{'a': 0, 'b': 1, 'c': 0}
>>> game.solve(["b"]).outcome
'first'
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, cast

import numpy as np

from . import _core
from ._edges import Edges, Ints, read_edges
from ._errors import LabelsError, MoveError, reading

__all__ = ["Game", "Label", "Move", "Solution"]

# A number, or the K of ∞(K).
Label = int | frozenset[int]
Outcome = Literal["first", "second", "draw"]


class Move(NamedTuple):
    """A move with what it does for the player who makes it, and why."""

    source: Hashable
    target: Hashable
    rating: Literal["wins", "draws", "loses"]
    value: Label
    """The value of the position that it leaves."""
    reason: str


@dataclass(frozen=True)
class Solution:
    """Who wins a position, its value, and the move to make."""

    outcome: Outcome
    """``"first"``: the player to move wins; ``"second"``: the other one; ``"draw"``: play never ends."""
    value: Label
    move: Move | None
    """None if there is no move."""


class Game:
    """A digraph with its labels.

    ``arcs`` is an (m, 2) array of integers, a list of pairs of any names, a digraph of networkx, igraph or rustworkx,
    or a matrix of scipy. An undirected graph has every edge both ways.
    """

    def __init__(self, arcs: Edges, *, nodes: int | Iterable[Hashable] | None = None) -> None:
        read = read_edges(arcs, nodes, directed=True)
        self._core, numbers = _core.Coins.from_array(read.pairs, read.count)
        self._names: Sequence[Hashable] | None = read.names
        if numbers is not None:
            self._names = cast("Sequence[Hashable]", numbers)
        self._first = 0

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Game:
        """Reads a file of arcs: one per line, ``FROM TO``, or the compact format of ``ssg coins``.

        :raises InputError: every faulty line.
        """
        game = cls.__new__(cls)
        name = os.fspath(path)
        with reading(name):
            game._core, names = _core.read_arcs(name)
        game._names = cast("Sequence[Hashable] | None", names)
        game._first = 1
        return game

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a file of arcs, whole or not at all; every name must be a word."""
        text = _core.write_arcs(self._core, [str(name) for name in self.nodes])
        _core.Description.save(os.fspath(path), text)

    @property
    def n(self) -> int:
        """How many nodes there are."""
        return self._core.n

    @property
    def m(self) -> int:
        """How many arcs there are."""
        return self._core.m

    @property
    def nodes(self) -> list[Hashable]:
        """The nodes, in the order of their numbers."""
        return [self._name(place) for place in range(self.n)]

    def arcs(self) -> Iterator[tuple[Hashable, Hashable]]:
        """All arcs, by their first nodes."""
        pairs = self._core.arcs().reshape(-1, 2).tolist()
        return ((self._name(source), self._name(target)) for source, target in pairs)

    def labels(self) -> dict[Hashable, Label]:
        """The label of every node: a number, or the K of ∞(K) as a frozenset."""
        words, sets = self._core.labels()
        frozen = [frozenset(members) for members in sets]
        values = [word if word >= 0 else frozen[-1 - word] for word in words.tolist()]
        return dict(zip(self.nodes, values, strict=True))

    def label_array(self) -> Ints:
        """The labels as an array in the order of ``nodes``; -1 for ∞(K), whatever K is."""
        words, _ = self._core.labels()
        return np.maximum(words, -1)

    def counters(self) -> Ints:
        """The counter of every node, which makes a winning strategy end; -1 for ∞."""
        return self._core.counters()

    def check(self) -> bool:
        """True if the labels are right: an independent checker looks at every node.

        :raises LabelsError: at the first node whose label breaks its rule.
        """
        try:
            self._core.check()
        except LabelsError as error:
            if isinstance(error.node, int):
                name = self._name(error.node)
                raise LabelsError(f"node {name!r}: {error}", name) from None
            raise
        return True

    def solve(self, coins: Iterable[Hashable]) -> Solution:
        """Who wins with coins on these nodes, with the move to make.

        >>> import switchyard as sy
        >>> game = sy.coins.Game([(0, 1), (1, 0), (1, 2)])
        >>> game.solve([0, 1]).outcome
        'first'
        """
        places = self._places_of(coins)
        best = self._core.best(places)
        move = None if best is None else self._move(best)
        return Solution(cast("Outcome", self._core.outcome(places)), self._core.value(places), move)

    def value(self, coins: Iterable[Hashable]) -> Label:
        """The value of coins on these nodes: the sum of their labels."""
        return self._core.value(self._places_of(coins))

    def moves(self, coins: Iterable[Hashable]) -> list[Move]:
        """Every move with what it does and why."""
        return [self._move(rated) for rated in self._core.moves(self._places_of(coins))]

    def push(self, coins: Iterable[Hashable], source: Hashable, target: Hashable) -> list[Hashable]:
        """The coins after a push.

        :raises MoveError: if there is no coin on the first node, or no arc to the second.
        """
        places = self._core.push(self._places_of(coins), self._place(source), self._place(target))
        return [self._name(place) for place in places]

    def _move(self, rated: tuple[int, int, str, Label, str]) -> Move:
        source, target, rating, value, reason = rated
        known = cast("Literal['wins', 'draws', 'loses']", rating)
        return Move(self._name(source), self._name(target), known, value, reason)

    def _name(self, place: int) -> Hashable:
        if self._names is None:
            return self._first + place
        name = self._names[place]
        return int(name) if isinstance(name, np.integer) else name

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {name: place for place, name in enumerate(self.nodes)}

    def _place(self, node: Hashable) -> int:
        place = self._places.get(node)
        if place is None:
            raise MoveError(f"there is no node {node!r}")
        return place

    def _places_of(self, coins: Iterable[Hashable]) -> list[int]:
        if isinstance(coins, str) and coins in self._places:
            coins = [coins]
        return [self._place(node) for node in coins]

    def _repr_svg_(self) -> str | None:
        from . import _pictures

        return _pictures.of_coins(self)._repr_svg_()

    def __repr__(self) -> str:
        return f"<Game: {self.n} nodes, {self.m} arcs>"
