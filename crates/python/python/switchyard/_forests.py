"""The graph theory underneath the game: two forests, and what they say about a graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._edges import Edges, Ints, read_edges
from ._network import PARTS, Network


class Forests:
    """Two disjoint forests of largest total size in a graph, with the vertex sets that explain the size.

    A vertex set X holds at most 2(\\|X\\| - 1) edges of two forests. The *dependent sets* hold exactly that many, and
    at least one edge more; every edge that is left out lies in one of them. The *clumps* are the largest sets that two
    disjoint trees span.

    >>> import switchyard as sy
    >>> found = sy.Forests([(0, 1), (0, 1), (0, 1), (1, 2)])
    >>> found.rank, len(found.left_out)
    (3, 1)
    >>> found.dependent_sets()
    [[0, 1]]
    """

    def __init__(self, edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> None:
        if isinstance(edges, Network):
            self._set(edges._core, edges.vertices)
            return
        read = read_edges(edges, vertices)
        graph, numbers = _core.Graph.from_array(read.pairs, read.count)
        names: Sequence[Hashable] | None = read.names
        if numbers is not None:
            names = cast("Sequence[Hashable]", numbers)
        self._set(graph, names)

    @classmethod
    def _of(cls, graph: _core.Graph | _core.Network, names: Sequence[Hashable] | None) -> Forests:
        forests = cls.__new__(cls)
        forests._set(graph, names)
        return forests

    def _set(self, graph: _core.Graph | _core.Network, names: Sequence[Hashable] | None) -> None:
        self._graph = graph
        self._names = names
        self.n: int = graph.n
        """How many vertices there are."""
        self.m: int = graph.m
        """How many edges there are."""
        self.first, self.second, self._dependent, self._clumps = graph.pack()

    first: Ints
    """The edges of one forest, by index."""
    second: Ints
    """The edges of the other."""

    @property
    def rank(self) -> int:
        """The total size: the rank of the union of the graphic matroid with itself."""
        return len(self.first) + len(self.second)

    @cached_property
    def left_out(self) -> Ints:
        """The edges in neither forest."""
        kept = np.zeros(self.m, dtype=bool)
        kept[self.first] = True
        kept[self.second] = True
        return np.flatnonzero(~kept)

    @property
    def spanning(self) -> bool:
        """Whether both forests are spanning trees."""
        return self.n > 0 and self.rank == 2 * (self.n - 1)

    @property
    def sparse(self) -> bool:
        """Whether the edges are two forests, that is, the arboricity is at most 2: the graph is (2,2)-sparse."""
        return self.rank == self.m

    @property
    def tight(self) -> bool:
        """Whether the graph is (2,2)-tight: sparse, with 2n - 2 edges."""
        return self.sparse and self.spanning

    def clumps(self) -> list[list[Hashable]]:
        """The clumps of more than one vertex (2-tree-connected components)."""
        return [self._called(places) for places in _sets(self._clumps) if len(places) > 1]

    def dependent_sets(self) -> list[list[Hashable]]:
        """The vertex sets that hold more edges than two forests can."""
        loops = {int(self._dependent[self._end(edge)]) for edge in self._loops()}
        sets = _sets(self._dependent)
        return [self._called(places) for i, places in enumerate(sets) if len(places) > 1 or i in loops]

    def clump_of(self) -> Ints:
        """For every vertex the number of its clump, single vertices included."""
        return self._clumps

    def excess_witness(self) -> list[Hashable] | None:
        """A vertex set X with more than 2(\\|X\\| - 1) edges inside: proof that the arboricity is above 2.

        None if the graph is sparse.
        """
        if self.sparse:
            return None
        places = np.flatnonzero(self._dependent == self._dependent[self._end(int(self.left_out[0]))])
        return self._called(places.tolist())

    def deficiency_witness(self) -> list[list[Hashable]] | None:
        """A partition into k sets with fewer than 2(k - 1) edges between them: proof that no two disjoint spanning
        trees exist (Nash-Williams, Tutte). None if they do.
        """
        if self.spanning or self.n == 0:
            return None
        return [self._called(places) for places in _sets(self._dependent)]

    def partition(self) -> NDArray[np.str_]:
        """The principal partition: ``"P"``, ``"P*"`` or ``"R"`` for every edge."""
        return PARTS[self._graph.partition()]

    def _ends(self) -> Ints:
        return self._graph.ends().reshape(-1, 2)

    def _end(self, edge: int) -> int:
        return int(self._ends()[edge, 0])

    def _loops(self) -> list[int]:
        ends = self._ends()
        return [int(edge) for edge in np.flatnonzero(ends[:, 0] == ends[:, 1])]

    def _called(self, places: list[int]) -> list[Hashable]:
        if self._names is None:
            return list(places)
        called = [self._names[place] for place in places]
        return [int(name) if isinstance(name, np.integer) else name for name in called]

    def __repr__(self) -> str:
        sizes = f"{len(self.first)} and {len(self.second)} edges"
        return f"<Forests: {sizes} of {self.m}, {self.n} vertices>"


def _sets(classes: Ints) -> list[list[int]]:
    """The vertices of every class, in the order of the classes."""
    if len(classes) == 0:
        return []
    order = np.argsort(classes, kind="stable")
    cuts = np.flatnonzero(np.diff(classes[order])) + 1
    return [part.tolist() for part in np.split(order, cuts)]


def two_forests(edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> tuple[Ints, Ints]:
    """Two disjoint forests of largest total size: the indices of their edges, in increasing order.

    >>> import switchyard as sy
    >>> first, second = sy.two_forests([(0, 1), (1, 2), (2, 0), (0, 1)])
    >>> len(first) + len(second)
    4
    """
    found = Forests(edges, vertices=vertices)
    return found.first, found.second


def two_spanning_trees(edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> tuple[Ints, Ints] | None:
    """Two disjoint spanning trees, or None if there are none (:meth:`Forests.deficiency_witness` says why)."""
    found = Forests(edges, vertices=vertices)
    return (found.first, found.second) if found.spanning else None


def clumps(edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> list[list[Hashable]]:
    """The largest vertex sets that two disjoint trees span, of more than one vertex.

    >>> import switchyard as sy
    >>> sy.clumps([("a", "b"), ("a", "b"), ("b", "c")])
    [['a', 'b']]
    """
    return Forests(edges, vertices=vertices).clumps()


def union_rank(edges: Edges) -> int:
    """The largest number of edges in two disjoint forests."""
    return Forests(edges).rank


def is_sparse(edges: Edges) -> bool:
    """Whether the graph is (2,2)-sparse: no n' vertices have more than 2n' - 2 edges; its arboricity is at most 2.

    The same as PyRigi's ``is_kl_sparse(2, 2)``.

    >>> import networkx, switchyard as sy
    >>> sy.is_sparse(networkx.complete_graph(4)), sy.is_sparse(networkx.complete_graph(5))
    (True, False)
    """
    return Forests(edges).sparse


def is_tight(edges: Edges, *, vertices: int | Iterable[Hashable] | None = None) -> bool:
    """Whether the graph is (2,2)-tight: sparse, with 2n - 2 edges. The same as PyRigi's ``is_kl_tight(2, 2)``."""
    return Forests(edges, vertices=vertices).tight


def spanning_sparse_subgraph(edges: Edges) -> Ints:
    """A largest (2,2)-sparse set of edges, by index: PyRigi's ``spanning_kl_sparse_subgraph(2, 2)``."""
    found = Forests(edges)
    return np.sort(np.concatenate([found.first, found.second]))


def principal_partition(edges: Edges) -> NDArray[np.str_]:
    """The principal partition of a graph: ``"P"``, ``"P*"`` or ``"R"`` for every edge.

    An edge is in P if SHORT wins the game between its ends on the other edges even moving second, in P* if CUT does,
    and in R if the side that moves first wins.
    """
    read = read_edges(edges)
    graph, _ = _core.Graph.from_array(read.pairs, read.count)
    return PARTS[graph.partition()]
