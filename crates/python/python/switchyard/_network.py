"""Networks and their solutions."""

from __future__ import annotations

import operator
import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._edges import Edges, Ints, Read, read_edges
from ._errors import InputError, MoveError, NetworkError, reading

if TYPE_CHECKING:
    from ._forests import Forests
    from ._pictures import Picture
    from ._position import Position

Side = Literal["short", "cut"]
Outcome = Literal["short", "cut", "first"]

# An edge: its index, or its ends and its key among parallel edges, or the name of a move on a Bridg-It board.
Edge = int | tuple[Hashable, ...] | str


class NamedEdge(NamedTuple):
    """An edge in the caller's names: its ends, and which one it is among parallel edges."""

    u: Hashable
    v: Hashable
    key: Hashable


class Network:
    """A graph with two terminals: a board of the Shannon switching game.

    ``edges`` is an (m, 2) array of integers, a list of pairs of any names, a graph of networkx, igraph or rustworkx,
    or an adjacency matrix of scipy. Edges are numbered from 0 in the order in which they are given. The vertices are
    those that occur, and the terminals; graphs bring their own, and ``vertices`` (a number, or names) adds others.

    >>> import switchyard as sy
    >>> net = sy.Network([("a", "b"), ("b", "c"), ("a", "c"), ("a", "c")], "a", "c")
    >>> net.n, net.m
    (3, 4)
    >>> net.solve().outcome
    'short'
    >>> net.edge(3)
    NamedEdge(u='a', v='c', key=1)
    """

    def __init__(
        self,
        edges: Edges,
        left: Hashable,
        right: Hashable,
        *,
        vertices: int | Iterable[Hashable] | None = None,
    ) -> None:
        self._make(read_edges(edges, vertices), left, right)

    @classmethod
    def _read(cls, read: Read, left: Hashable, right: Hashable) -> Network:
        network = cls.__new__(cls)
        network._make(read, left, right)
        return network

    def _make(self, read: Read, left: Hashable, right: Hashable) -> None:
        if left == right:
            raise NetworkError(f"the terminals are both {left!r}; they must differ")
        if read.names is None and read.count is None and not (_is_int(left) and _is_int(right)):
            # Numbers for the edges and other names for a terminal, which is then a vertex without edges.
            read = _with_names(read)
        if read.names is None:
            ends = (_number(left, read), _number(right, read))
            core, names = _core.Network.from_array(read.pairs, *ends, read.count)
        else:
            index = {name: place for place, name in enumerate(read.names)}
            called = list(read.names)
            numbers = []
            for terminal in (left, right):
                place = _find_terminal(terminal, index, read)
                if place == len(called):
                    called.append(terminal)
                    index[terminal] = place
                numbers.append(place)
            read.names = called
            core, names = _core.Network.from_array(read.pairs, numbers[0], numbers[1], len(called))
        self._core = core
        self._names: Sequence[Hashable] | None = read.names
        if names is not None:
            self._names = cast("Sequence[Hashable]", names)
        self._keys = read.keys
        self._board: _core.Board | None = None
        self._first = 0

    @classmethod
    def _of(cls, core: _core.Network, names: Sequence[Hashable] | None = None, first: int = 0) -> Network:
        """A network that exists in the core; vertex i is called names[i], or first + i."""
        network = cls.__new__(cls)
        network._core = core
        network._names = names
        network._keys = None
        network._board = None
        network._first = first
        return network

    @classmethod
    def join_all(cls, edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> Network:
        """The join-all game: SHORT has to join every vertex, CUT to separate any two.

        >>> import switchyard as sy
        >>> net = sy.Network.join_all([("a", "b"), ("b", "c"), ("c", "a"), ("a", "b")])
        >>> net.solve().outcome
        'short'
        """
        read = read_edges(edges, vertices)
        ends: tuple[Hashable, Hashable] | None = None
        if read.names is not None:
            ends = (read.names[0], read.names[-1]) if len(read.names) > 1 else None
        elif read.count is not None:
            ends = (0, 1) if read.count > 1 else None
        elif len(read.pairs):
            low, high = int(read.pairs.min()), int(read.pairs.max())
            ends = (low, high) if low < high else None
        if ends is None:
            raise NetworkError("there is nothing to join with fewer than two vertices")
        # An iterator is used up by now, so the network is made of what was read from it.
        network = cls._read(read, *ends)
        network._core = network._core.joining_all()
        return network

    @property
    def target(self) -> Literal["terminals", "all"]:
        """What SHORT has to join."""
        return "all" if self._core.joins_all else "terminals"

    # Files

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        left: Hashable = None,
        right: Hashable = None,
        format: str | None = None,
    ) -> Network:
        """Reads a file: the network format, an edge list, DIMACS, graph6, DOT, GraphML or Matrix Market.

        Vertices are called as in the file (numbers from 1 in the network format); edges are numbered from 0, here as
        everywhere in this package. ``left`` and ``right`` are for files without terminals, and override the file's.

        :raises InputError: every fault of the file, each with its line.
        """
        name = os.fspath(path)
        with reading(name):
            return cls._described(_core.Description.read(name, format), left, right)

    @classmethod
    def parse(
        cls, text: str | bytes, *, left: Hashable = None, right: Hashable = None, format: str | None = None
    ) -> Network:
        """Reads text, as :meth:`read` does a file.

        >>> import switchyard as sy
        >>> sy.Network.parse("2\\n1\\n1\\n2\\n1 2\\n").edge(0)
        NamedEdge(u=1, v=2, key=0)
        """
        data = text.encode() if isinstance(text, str) else bytes(text)
        return cls._described(_core.Description.parse(data, format), left, right)

    @classmethod
    def _described(cls, description: _core.Description, left: Hashable, right: Hashable) -> Network:
        first, words = description.names
        terminals = []
        for role, given, own in zip("LR", (left, right), description.terminals, strict=True):
            place = own
            if given is not None:
                place = _place_in_file(given, first, words, description.n)
                if place is None:
                    raise InputError(f"the file has no vertex {given!r}", [(1, f"there is no vertex {given!r}")])
            if place is None:
                reason = f"the file does not name the terminal {role}: left and right do"
                raise InputError(f"line 1: {reason}", [(1, reason)])
            terminals.append(place)
        if terminals[0] == terminals[1]:
            raise NetworkError("the terminals are one vertex; they must differ")
        core = description.network(terminals[0], terminals[1])
        return cls._of(core, cast("Sequence[Hashable] | None", words), first)

    def write(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Writes a file, whole or not at all; without a format, the extension tells it.

        The network format has numbers from 1 in place of names, and graph6 neither terminals, nor parallel edges, nor
        the order of the edges.
        """
        name = os.fspath(path)
        _core.Description.save(name, self.text(format or _format_of(name)))

    def text(self, format: str = "network") -> str:
        """The network as text in a format.

        >>> import switchyard as sy
        >>> sy.Network([(0, 1)], 0, 1).text().split()
        ['2', '1', '1', '2', '1', '2']
        """
        first, words = self._written_names()
        return _core.Description.write(self._core, format, first, words)

    def _written_names(self) -> tuple[int, list[str] | None]:
        if self._names is None:
            return self._first, None
        for first in (0, 1):
            if all(_is_int(name) and int(cast("int", name)) == first + i for i, name in enumerate(self._names)):
                return first, None
        words = [str(name) for name in self._names]
        return (0, words) if len(set(words)) == len(words) else (1, None)

    # Vertices and edges

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return self._core.n

    @property
    def m(self) -> int:
        """How many edges there are."""
        return self._core.m

    @property
    def left(self) -> Hashable:
        """The left terminal."""
        return self._vertex_name(self._core.left)

    @property
    def right(self) -> Hashable:
        """The right terminal."""
        return self._vertex_name(self._core.right)

    @property
    def vertices(self) -> list[Hashable]:
        """The vertices, in the order of their numbers."""
        return [self._vertex_name(place) for place in range(self.n)]

    def ends(self) -> Ints:
        """The ends of all edges as numbers from 0: an (m, 2) array; ``vertices[i]`` is the name of vertex i."""
        return self._core.ends().reshape(-1, 2)

    def edge(self, edge: Edge) -> NamedEdge:
        """An edge in the caller's names."""
        index = self._index(edge)
        u, v = self._core.ends_of(index)
        return NamedEdge(self._vertex_name(u), self._vertex_name(v), self._key(index))

    def edges(self) -> Iterator[NamedEdge]:
        """All edges in the caller's names."""
        return (self.edge(index) for index in range(self.m))

    def index(self, u: Hashable, v: Hashable, key: Hashable = None) -> int:
        """The number of the edge between two vertices; ``key`` tells parallel edges apart (default: the first).

        >>> import switchyard as sy
        >>> sy.Network([("a", "b"), ("b", "a")], "a", "b").index("a", "b", 1)
        1
        """
        pair = (self._place(u), self._place(v))
        found = self._by_ends.get((min(pair), max(pair)), ())
        for edge in found:
            if key is None or self._key(edge) == key:
                return edge
        named = (u, v) if key is None else (u, v, key)
        raise MoveError(f"there is no edge {named!r}")

    def _vertex_name(self, place: int) -> Hashable:
        if self._names is None:
            return self._first + place
        name = self._names[place]
        return int(name) if isinstance(name, np.integer) else name

    def _place(self, name: Hashable) -> int:
        place: int | None
        if self._names is None:
            place = int(cast("int", name)) - self._first if _is_int(name) else None
            if place is not None and not 0 <= place < self.n:
                place = None
        else:
            place = self._places.get(name)
        if place is None:
            raise MoveError(f"there is no vertex {name!r}")
        return place

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {self._vertex_name(place): place for place in range(self.n)}

    @cached_property
    def _by_ends(self) -> dict[tuple[int, int], list[int]]:
        """The edges between two vertices, the smaller one first."""
        found: dict[tuple[int, int], list[int]] = {}
        for edge, (u, v) in enumerate(self.ends().tolist()):
            found.setdefault((min(u, v), max(u, v)), []).append(edge)
        return found

    def _key(self, index: int) -> Hashable:
        if self._keys is not None:
            return self._keys[index]
        u, v = self._core.ends_of(index)
        return self._by_ends[(min(u, v), max(u, v))].index(index)

    def _index(self, edge: Edge) -> int:
        """The number of an edge, however it is given."""
        if _is_int(edge):
            index = int(cast("int", edge))
            if not 0 <= index < self.m:
                range_ = f"edges are numbered 0 to {self.m - 1}" if self.m else "there are none"
                raise MoveError(f"there is no edge {index}: {range_}", index)
            return index
        if isinstance(edge, str) and self._board is not None:
            return self._board.parse_move(edge)
        if isinstance(edge, tuple) and len(edge) in (2, 3):
            return self.index(*edge)
        raise MoveError(f"{edge!r} is no edge: give its number, or its ends (and key) as a tuple")

    def _indices(self, edges: Iterable[Edge]) -> list[int]:
        return [self._index(edge) for edge in edges]

    # Answers

    def solve(self, short: Iterable[Edge] = (), cut: Iterable[Edge] = ()) -> Verdict:
        """Who wins, with every winning move and a certificate; ``short`` and ``cut`` are edges already played.

        >>> import switchyard as sy
        >>> verdict = sy.Network([(0, 1), (1, 2), (0, 2)], 0, 2).solve()
        >>> verdict.outcome, verdict.winning_moves.cut
        ('first', array([2]))
        """
        return Verdict(self, self._core.solve((self._indices(short), self._indices(cut))))

    def outcome(self, short: Iterable[Edge] = (), cut: Iterable[Edge] = ()) -> Outcome:
        """Who wins, without the moves and the proof: faster than :meth:`solve`."""
        return cast("Outcome", self._core.outcome((self._indices(short), self._indices(cut))))

    def partition(self) -> NDArray[np.str_]:
        """The principal partition of the graph: ``"P"``, ``"P*"`` or ``"R"`` for every edge.

        >>> import switchyard as sy
        >>> net = sy.Network([(0, 1), (0, 1), (0, 1), (1, 2)], 0, 2)
        >>> [str(part) for part in net.partition()]
        ['P', 'P', 'P', 'P*']
        """
        return PARTS[self._core.partition()]

    def forests(self) -> Forests:
        """Two disjoint forests of largest total size: see :class:`Forests`."""
        from ._forests import Forests

        return Forests._of(self._core, self.vertices)

    def position(self, short: Iterable[Edge] = (), cut: Iterable[Edge] = (), *, first: Side = "short") -> Position:
        """A game on this board, ``first`` to move."""
        from ._position import Position

        return Position(self, short=short, cut=cut, first=first)

    def currents(self, short: Iterable[Edge] = (), cut: Iterable[Edge] = ()) -> Currents:
        """The currents of Shannon's robot: see :class:`Currents`."""
        return self.position(short, cut).currents()

    def chase_trace(self, order: Iterable[Edge] = ()) -> list[Step]:
        """The steps of Chase's algorithm of 1972; ``order`` names the edges to prefer where it says "any".

        >>> import switchyard as sy
        >>> steps = sy.Network([(0, 1), (0, 1)], 0, 1).chase_trace()
        >>> steps[-1].number, steps[-1].facts["outcome"]
        (6, 'short')
        """
        found = self._core.chase(self._indices(order))
        return [Step(number, sentence, facts) for number, sentence, facts in found]

    # Pictures

    @property
    def coordinates(self) -> NDArray[np.float64] | None:
        """Where the vertices are, if the board has a drawing of its own: an (n, 2) array."""
        return None if self._board is None else self._board.places().reshape(-1, 2)

    def move_name(self, edge: Edge) -> str:
        """What a move is called: ``c3`` on a Bridg-It board, the edge's number otherwise."""
        index = self._index(edge)
        return str(index) if self._board is None else self._board.move_name(index)

    def draw(self, what: Literal["board", "proof", "partition", "currents", "clumps"] = "board") -> Picture:
        """A picture of the board, or of what is known about it."""
        from . import _pictures

        return _pictures.of_network(self, what)

    def _repr_svg_(self) -> str | None:
        return self.draw()._repr_svg_()

    def __repr__(self) -> str:
        goal = "join all" if self._core.joins_all else f"{self.left!r} to {self.right!r}"
        return f"<Network: {self.n} vertices, {self.m} edges, {goal}>"

    def __eq__(self, other: object) -> bool:
        """Equal networks have the same vertices, terminals and edges, in the same order."""
        if not isinstance(other, Network):
            return NotImplemented
        return (
            (self.left, self.right, self.vertices) == (other.left, other.right, other.vertices)
            and self.target == other.target
            and np.array_equal(self.ends(), other.ends())
            and [self._key(i) for i in range(self.m)] == [other._key(i) for i in range(other.m)]
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        if self._board is not None:
            return (bridgit, (self._board.size,))
        ends = (self._core.left, self._core.right)
        state = (self.ends(), *ends, self.n, self._names, self._keys, self._first, self._core.joins_all)
        return (_rebuilt, state)


def _rebuilt(
    ends: Ints,
    left: int,
    right: int,
    count: int,
    names: Sequence[Hashable] | None,
    keys: list[Hashable] | None,
    first: int,
    joins_all: bool,
) -> Network:
    """A network from its pickled parts."""
    core, _ = _core.Network.from_array(ends, left, right, count)
    if joins_all:
        core = core.joining_all()
    network = Network._of(core, names, first)
    network._keys = keys
    return network


PARTS = np.array(["P", "P*", "R"])


class WinningMoves:
    """Every winning move of each side, if it were to move."""

    def __init__(self, network: Network, core: _core.Verdict) -> None:
        self._network = network
        self._verdict = core

    @cached_property
    def short(self) -> Ints:
        """SHORT's: indices of edges in increasing order."""
        return self._verdict.short()

    @cached_property
    def cut(self) -> Ints:
        """CUT's: indices of edges in increasing order."""
        return self._verdict.cut()

    def of(self, side: Side) -> Ints:
        """The moves of a side."""
        return self.short if _side(side) == "short" else self.cut

    def named(self, side: Side) -> list[NamedEdge]:
        """The moves of a side in the caller's names."""
        return [self._network.edge(edge) for edge in self.of(side).tolist()]

    def __repr__(self) -> str:
        return f"WinningMoves(short={self.short!r}, cut={self.cut!r})"


class Verdict:
    """The solution of a position."""

    def __init__(self, network: Network, core: _core.Verdict) -> None:
        self.network = network
        self._core = core
        self.outcome: Outcome = cast("Outcome", core.outcome)
        """Who wins under perfect play: ``"short"``, ``"cut"``, or ``"first"`` for the side that moves first."""
        self.winning_moves = WinningMoves(network, core)
        """Every winning move of each side; none once the game is over."""

    @cached_property
    def certificate(self) -> Certificate:
        """The proof."""
        return Certificate(self.network, self._core.certificate())

    def winner(self, first: Side) -> Side:
        """The winner when ``first`` has the move."""
        return _side(first) if self.outcome == "first" else self.outcome

    def _repr_svg_(self) -> str | None:
        return self.certificate._repr_svg_()

    def __repr__(self) -> str:
        short, cut = len(self.winning_moves.short), len(self.winning_moves.cut)
        return f"<Verdict: {self.outcome}; winning moves: {short} for short, {cut} for cut>"


class Certificate:
    """The proof of a verdict: plain data, which :meth:`check` verifies without the solver.

    ``parts`` has, for a side that wins, its two trees on one vertex set (SHORT) or its two forests between classes of
    vertices (CUT), and under ``"move"`` the first move that the proof follows, where the side must move first. A
    finished game has SHORT's ``"path"``, or the vertices ``"apart"`` on the left terminal's side.
    """

    def __init__(self, network: Network, core: _core.Certificate) -> None:
        self.network = network
        self._core = core
        self.outcome: Outcome = cast("Outcome", core.outcome)

    @classmethod
    def parse(cls, network: Network, json: str | bytes) -> Certificate:
        """Reads what :meth:`json` and ``ssg solve --certificate`` write."""
        data = json.encode() if isinstance(json, str) else bytes(json)
        return cls(network, _core.Certificate.parse(network._core, data))

    def json(self) -> str:
        """The certificate as ``ssg check`` reads it: vertices and edges are numbered from 1 there."""
        return self._core.json()

    def check(self) -> bool:
        """True if it proves its outcome.

        :raises CertificateError: with the reason, if it does not.
        """
        self._core.check()
        return True

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What it says, with vertices and edges as numbers from 0."""
        return self._core.parts()

    def _repr_svg_(self) -> str | None:
        from . import _pictures

        return _pictures.of_certificate(self)._repr_svg_()

    def __repr__(self) -> str:
        return f"<Certificate: {self.outcome}>"


@dataclass(frozen=True, eq=False)
class Currents:
    """A position as a circuit: free edges have one ohm, SHORT's none, CUT's are gone, and one volt is applied."""

    network: Network
    potentials: NDArray[np.float64]
    """The potential of every vertex, NaN where no current can reach."""
    flows: NDArray[np.float64]
    """The current of every edge from its first end to its second; 0 for edges already played."""
    bound: float
    """No flow is off by more than this."""
    total: float
    """The current between the terminals."""
    best: Ints
    """The edges that carry the most current, exactly."""
    proved: bool
    """Whether ``best`` is proved."""

    def _repr_svg_(self) -> str | None:
        from . import _pictures

        return _pictures.of_currents(self)._repr_svg_()


@dataclass(frozen=True, eq=False)
class Step:
    """A step of Chase's algorithm: its number in the paper, and what it did."""

    number: int
    sentence: str
    """As ``ssg trace`` prints it: edges are numbered from 1 there."""
    facts: dict[str, Any]
    """The same as data, with edges numbered from 0; the two unplayable edges are m and m + 1."""

    def __str__(self) -> str:
        return self.sentence


def bridgit(size: int) -> Network:
    """The Bridg-It board of this size M: P above is the left terminal, Q below the right one.

    Moves may be named by their coordinates, such as ``"c3"``.

    >>> import switchyard as sy
    >>> board = sy.bridgit(5)
    >>> board.m, board.solve().outcome
    (41, 'first')
    >>> board.solve(short=["e5"]).outcome
    'short'
    """
    board = _core.Board(operator.index(size))
    network = Network._of(board.network())
    network._board = board
    return network


def _is_int(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _side(side: str) -> Side:
    if side not in ("short", "cut"):
        raise ValueError(f"{side!r} is not a side: write short or cut")
    return cast("Side", side)


def _number(terminal: Hashable, read: Read) -> int:
    """A terminal of a graph whose vertices are numbers."""
    if not _is_int(terminal):
        raise NetworkError(f"there is no vertex {terminal!r}: vertices are numbers here")
    number = int(cast("int", terminal))
    if read.count is not None and not 0 <= number < read.count:
        raise NetworkError(f"terminal {number} is not one of the {read.count} vertices 0, 1, …")
    if not -(2**63) <= number < 2**63:
        raise NetworkError(f"terminal {number} does not fit 64 bits")
    return number


def _find_terminal(terminal: Hashable, index: dict[Hashable, int], read: Read) -> int:
    """The place of a terminal among names; one place beyond if it is a vertex without edges."""
    place = index.get(terminal)
    if place is not None:
        return place
    # igraph calls vertices by number as well as by name.
    if _is_int(terminal) and read.closed and all(isinstance(name, str) for name in index):
        number = int(cast("int", terminal))
        if 0 <= number < len(index):
            return number
    if read.closed:
        raise NetworkError(f"terminal {terminal!r} is not a vertex")
    return len(index)


def _with_names(read: Read) -> Read:
    """The same edges, with the numbers that occur as names."""
    names, pairs = np.unique(read.pairs, return_inverse=True)
    called: list[Hashable] = names.tolist()
    return Read(pairs.reshape(-1, 2).astype(np.int64), count=len(called), names=called)


def _place_in_file(name: Hashable, first: int, words: list[str] | None, count: int) -> int | None:
    if words is not None:
        return words.index(str(name)) if str(name) in words else None
    try:
        place = int(cast("Any", name)) - first
    except (TypeError, ValueError):
        return None
    return place if 0 <= place < count else None


def _format_of(path: str) -> str:
    """The format whose files have this extension; the network format if none has."""
    extension = os.path.splitext(path)[1].lstrip(".").lower()
    for name, extensions in _core.format_names():
        if extension in extensions:
            return name
    return "network"
