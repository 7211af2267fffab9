"""Games between players, and tournaments."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from . import _core
from ._errors import MoveError, PlayerError
from ._network import Edge, Network, Side, _side
from ._position import OTHER, Player, Position, _ask

Reason = Literal["connected", "disconnected", "illegal-move", "timeout", "crashed"]


@dataclass(frozen=True, eq=False)
class Record:
    """A finished game."""

    network: Network
    short: str
    """SHORT's name."""
    cut: str
    """CUT's name."""
    first: Side
    """Who moved first."""
    winner: Side
    reason: Reason
    """``connected``, ``disconnected``, or how the loser forfeited."""
    moves: list[int]
    """The edges in turn, by index."""
    detail: str = ""
    """What a forfeit was, in words."""

    def __len__(self) -> int:
        return len(self.moves)

    def position(self, after: int | None = None) -> Position:
        """The position after so many moves; after all of them by default."""
        position = self.network.position(first=self.first)
        for edge in self.moves[:after]:
            position.play(edge)
        return position

    def _repr_html_(self) -> str:
        from . import _pictures

        return _pictures.of_record(self)

    def __repr__(self) -> str:
        players = f"short={self.short}, cut={self.cut}"
        return f"<Record: {players}; {self.winner} wins ({self.reason}) after {len(self.moves)} moves>"


def referee(
    network: Network | Position,
    short: Player = "perfect",
    cut: Player = "perfect",
    *,
    first: Side = "short",
    seed: int = 0,
    on_error: Literal["raise", "forfeit"] = "raise",
) -> Record:
    """Plays a game to its end.

    A player is a built-in name, a function from a :class:`Position` to an edge, an object with a method
    ``choose(position)``, or a class of such objects, of which one is made for the game. An illegal move loses. An
    exception of a player is raised here, or loses the game with ``on_error="forfeit"``.

    >>> import switchyard as sy
    >>> def first_free(position):
    ...     return position.legal()[0]
    >>> net = sy.Network([(0, 1), (0, 1)], 0, 1)
    >>> sy.referee(net, "perfect", first_free, first="cut").winner
    'short'
    """
    position = _start(network, _side(first))
    names = (player_name(short), player_name(cut))
    seeds = (_seed(seed, "short"), _seed(seed, "cut"))
    if isinstance(short, str) and isinstance(cut, str):
        winner, reason, detail, moves = _core.play_game(position._core, position.to_move, (short, cut), seeds)
        return Record(
            position.network, *names, position.to_move, cast("Side", winner), cast("Reason", reason), moves.tolist(), detail
        )
    return _play(position, {"short": short, "cut": cut}, dict(zip(OTHER, seeds, strict=True)), names, on_error)


def _start(network: Network | Position, first: Side) -> Position:
    if isinstance(network, Position):
        if network.moves:
            raise ValueError("a game starts from a position without moves: give the edges as short= and cut=")
        return network.copy()
    return network.position(first=first)


def _play(
    position: Position,
    players: dict[Side, Player],
    seeds: dict[Side, int],
    names: tuple[str, str],
    on_error: str,
) -> Record:
    first = position.to_move
    seated: dict[Side, Any] = {}
    for side, player in players.items():
        if isinstance(player, str):
            _core.check_player(player)
        seated[side] = player() if isinstance(player, type) else player

    def record(winner: Side, reason: Reason, detail: str = "") -> Record:
        moves = [edge for _, edge in position.moves]
        return Record(position.network, *names, first, winner, reason, moves, detail)

    while position.winner is None:
        mover = position.to_move
        player = seated[mover]
        try:
            if isinstance(player, str):
                chosen: Edge = position.choose(player, seed=seeds[mover])
            else:
                chosen = _ask(player, position)
        except Exception as error:
            if on_error == "raise":
                raise
            return record(OTHER[mover], "crashed", f"{type(error).__name__}: {error}")
        try:
            edge = position.play(chosen)
        except MoveError as error:
            return record(OTHER[mover], "illegal-move", str(error))
        for seat in seated.values():
            observe = getattr(seat, "observe", None)
            if observe is not None:
                observe(position, mover, edge)
    return record(position.winner, "connected" if position.winner == "short" else "disconnected")


def player_name(player: Player) -> str:
    """What a table calls a player."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__)


def _seed(*parts: object) -> int:
    """A seed that depends on all parts, and on nothing else."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


@dataclass(frozen=True, eq=False)
class Tournament:
    """The games of a round robin."""

    players: list[str]
    networks: list[str]
    records: list[Record]
    rows: list[dict[str, Any]] = field(repr=False)
    """One row per game: network, short, cut, first, winner (by name and by side), reason, moves."""

    def table(self) -> Any:
        """The games: a pandas DataFrame if pandas is installed, otherwise a list of dictionaries."""
        return _table(self.rows)

    def standings(self) -> Any:
        """Won and played games of every player, the best first: a DataFrame, or a list of dictionaries."""
        return _table(self._standings())

    def _standings(self) -> list[dict[str, Any]]:
        won = {name: 0 for name in self.players}
        played = {name: 0 for name in self.players}
        for row in self.rows:
            played[row["short"]] += 1
            played[row["cut"]] += 1
            won[row["won_by"]] += 1
        rows = [{"player": name, "won": won[name], "played": played[name]} for name in self.players]
        return sorted(rows, key=lambda row: -row["won"])

    def _repr_html_(self) -> str:
        from . import _pictures

        return _pictures.html_table(self._standings())


def _table(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


def tournament(
    players: Sequence[Player] | Mapping[str, Player],
    networks: Network | Iterable[Network] | Mapping[str, Network],
    *,
    seed: int = 0,
    on_error: Literal["raise", "forfeit"] = "forfeit",
) -> Tournament:
    """Everybody against everybody, on both sides and in both orders, on every network.

    >>> import switchyard as sy
    >>> table = sy.tournament(["perfect", "random"], sy.bridgit(4), seed=1)
    >>> len(table.records), {record.reason for record in table.records} <= {"connected", "disconnected"}
    (4, True)
    """
    named = dict(players) if isinstance(players, Mapping) else _distinct(players)
    if len(named) < 2:
        raise PlayerError("a tournament has at least two players")
    for player in named.values():
        if isinstance(player, str):
            _core.check_player(player)
    boards: dict[str, Network]
    if isinstance(networks, Network):
        boards = {"1": networks}
    elif isinstance(networks, Mapping):
        boards = dict(networks)
    else:
        boards = {str(number): network for number, network in enumerate(networks, 1)}
    records: list[Record] = []
    rows: list[dict[str, Any]] = []
    for board, network in boards.items():
        for short, cut in ((a, b) for a in named for b in named if a != b):
            for first in OTHER:
                lot = _seed(seed, board, short, cut, first)
                record = referee(network, named[short], named[cut], first=first, seed=lot, on_error=on_error)
                records.append(record)
                rows.append(
                    {
                        "network": board,
                        "short": short,
                        "cut": cut,
                        "first": first,
                        "winner": record.winner,
                        "won_by": short if record.winner == "short" else cut,
                        "reason": record.reason,
                        "moves": len(record.moves),
                    }
                )
    return Tournament(list(named), list(boards), records, rows)


def _distinct(players: Sequence[Player]) -> dict[str, Player]:
    """The players by name; a second one of a name gets a number."""
    named: dict[str, Player] = {}
    for player in players:
        name = called = player_name(player)
        number = 2
        while name in named:
            name = f"{called} ({number})"
            number += 1
        named[name] = player
    return named
