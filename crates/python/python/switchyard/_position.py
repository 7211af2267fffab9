"""Games in play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._edges import Ints
from ._errors import MoveError, PlayerError
from ._network import Currents, Edge, NamedEdge, Network, Outcome, Side, Verdict, _side

# Chooses an edge for the side to move.
PlayerFunction = Callable[["Position"], Edge]
# A built-in player's name, a function, or an object with a method ``choose``.
Player = str | PlayerFunction | Any

OTHER: dict[Side, Side] = {"short": "cut", "cut": "short"}


@dataclass(frozen=True, eq=False)
class Explanation:
    """What a move of the losing side breaks, and the replies that keep the win: edges by index."""

    winner: Side
    broken: Ints
    """The tree (forest) that contains the move; empty, like ``whole``, if neither does."""
    whole: Ints
    """The other tree (forest)."""
    path: Ints
    """The path between the move's ends in the other tree."""
    side: list[Hashable]
    """The part of the broken tree with the move's first end, if CUT made the move."""
    replies: Ints
    """The edges of the path that answer the move; empty if no answer is needed."""


class Position:
    """A board with the moves made so far, and whose turn it is.

    >>> import switchyard as sy
    >>> net = sy.Network([(0, 1), (1, 2), (0, 2)], 0, 2)
    >>> position = net.position(first="cut")
    >>> position.play((0, 2))
    2
    >>> reply = position.reply("perfect")
    >>> last = position.play(1 - reply)
    >>> position.winner
    'cut'
    >>> position.undo() == last
    True
    >>> position.to_move, position.winner
    ('cut', None)
    """

    def __init__(
        self, network: Network, *, short: Iterable[Edge] = (), cut: Iterable[Edge] = (), first: Side = "short"
    ) -> None:
        self.network = network
        self.to_move: Side = _side(first)
        """The side to move, if the game is not over."""
        self.moves: list[tuple[Side, int]] = []
        """The moves made here, by side and index."""
        self._start = (network._indices(short), network._indices(cut))
        self._core = _core.Position(network._core, self._start)
        self._players: dict[tuple[str, Side, int], _core.Player] = {}

    @property
    def winner(self) -> Side | None:
        """The side that has won; None while nobody has."""
        return cast("Side | None", self._core.winner)

    @property
    def claims(self) -> NDArray[np.uint8]:
        """For every edge 0 if it is free, 1 if SHORT has claimed it, 2 if CUT has deleted it."""
        return self._core.claims()

    @property
    def short(self) -> Ints:
        """SHORT's edges."""
        return np.flatnonzero(self.claims == 1)

    @property
    def cut(self) -> Ints:
        """CUT's edges."""
        return np.flatnonzero(self.claims == 2)

    def legal(self) -> Ints:
        """The edges that may be played: none once the game is over."""
        return self._core.legal()

    def is_legal(self, edge: Edge) -> bool:
        """Whether the edge may be played now."""
        try:
            self._core.check(self.network._index(edge))
        except MoveError:
            return False
        return True

    def play(self, edge: Edge, side: Side | None = None) -> int:
        """Makes a move of the side to move, or of ``side``; returns the edge's index.

        :raises MoveError: if it is illegal; the position is then unchanged.
        """
        index = self.network._index(edge)
        mover = self.to_move if side is None else _side(side)
        self._core.play(mover, index)
        self.moves.append((mover, index))
        self.to_move = OTHER[mover]
        for player in self._players.values():
            player.observe(self._core, mover, index)
        return index

    def undo(self) -> int:
        """Takes the last move back and returns it.

        :raises MoveError: if there is none.
        """
        if not self.moves:
            raise MoveError("there is no move to take back")
        side, edge = self.moves.pop()
        made = {own: [e for mover, e in self.moves if mover == own] for own in ("short", "cut")}
        moves = (self._start[0] + made["short"], self._start[1] + made["cut"])
        self._core = _core.Position(self.network._core, moves)
        self.to_move = side
        self._players.clear()
        return edge

    def choose(self, player: Player = "perfect", *, seed: int = 0) -> int:
        """The move that a player would make for the side to move; it is not made."""
        if self.winner is not None:
            raise MoveError(f"the game is over: {self.winner} has won")
        if not isinstance(player, str):
            return self.network._index(_ask(player, self))
        if self.to_move not in OTHER:
            raise ValueError(f"{self.to_move!r} is not a side: write short or cut")
        asked = (player, self.to_move, seed)
        if asked not in self._players:
            self._players[asked] = _core.Player(player, self.to_move, self._core, seed)
        return self._players[asked].choose(self._core)

    def reply(self, player: Player = "perfect", *, seed: int = 0) -> int:
        """Lets a player move for the side to move, and returns the edge's index.

        ``player`` is a name (:func:`players` lists them; ``perfect@0.9`` errs in one of ten moves), a function from a
        position to an edge, or an object with a method ``choose``. Equal seeds give equal moves.
        """
        return self.play(self.choose(player, seed=seed))

    def solve(self) -> Verdict:
        """Who wins from here, with every winning move and a certificate."""
        return Verdict(self.network, self._core.solve())

    def outcome(self) -> Outcome:
        """Who wins from here."""
        return cast("Outcome", self._core.outcome())

    def explain(self, edge: Edge) -> Explanation | None:
        """Why a move of the losing side does not help; None if no side wins here even moving second."""
        parts = self._core.explain(self.network._index(edge))
        if parts is None:
            return None
        side = [self.network._vertex_name(place) for place in parts.pop("side").tolist()]
        return Explanation(side=side, **parts)

    def currents(self) -> Currents:
        """The currents of Shannon's robot.

        :raises CircuitError: if the terminals are joined or apart.
        """
        return Currents(network=self.network, **self._core.currents())

    def copy(self) -> Position:
        """Another position like this one, which can be played on by itself."""
        other = Position.__new__(Position)
        other.network = self.network
        other.to_move = self.to_move
        other.moves = list(self.moves)
        other._start = self._start
        other._core = self._core.copy()
        other._players = {}
        return other

    def named_moves(self) -> list[tuple[Side, NamedEdge]]:
        """The moves in the caller's names."""
        return [(side, self.network.edge(edge)) for side, edge in self.moves]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_replayed, (self.network, self._start, self.moves, self.to_move))

    def _repr_svg_(self) -> str | None:
        from . import _pictures

        return _pictures.of_position(self)._repr_svg_()

    def __repr__(self) -> str:
        state = f"{self.winner} has won" if self.winner else f"{self.to_move} to move"
        return f"<Position: {len(self.moves)} moves, {state}>"


def _replayed(
    network: Network, start: tuple[list[int], list[int]], moves: list[tuple[Side, int]], to_move: Side
) -> Position:
    position = Position(network, short=start[0], cut=start[1])
    for side, edge in moves:
        position.play(edge, side)
    position.to_move = to_move
    return position


def _ask(player: Any, position: Position) -> Edge:
    """The move of a function, or of an object with a method ``choose``."""
    choose = getattr(player, "choose", player)
    if not callable(choose):
        raise PlayerError(f"{player!r} is no player: give a name, a function, or an object with a method choose")
    before = len(position.moves)
    chosen = choose(position)
    if len(position.moves) != before:
        raise PlayerError(f"{player!r} changed the position: a player may try moves, but must take them back")
    return cast("Edge", chosen)


def players() -> list[str]:
    """The names of the built-in players, from the strongest to the weakest."""
    return _core.player_names()
