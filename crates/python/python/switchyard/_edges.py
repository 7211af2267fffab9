"""Edges from whatever callers have: arrays, lists, and the graphs of other packages."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import NetworkError

Ints = NDArray[np.int64]

# What may be given as edges. The graphs of other packages are recognised by what they can do, so that none of these
# packages is needed.
Edges = Any


@dataclass
class Read:
    """Edges as an array, and what the caller calls vertices and edges."""

    pairs: NDArray[Any]
    # The vertices are the numbers 0 to count - 1; None if they are the numbers that occur.
    count: int | None = None
    # What the caller calls vertex i; None if vertices are called by their numbers.
    names: Sequence[Hashable] | None = None
    # The third part of an edge's name, where the caller has one.
    keys: list[Hashable] | None = None
    # Whether other vertices than these cannot be terminals.
    closed: bool = False


def read_edges(edges: Edges, vertices: int | Iterable[Hashable] | None = None, *, directed: bool = False) -> Read:
    """Reads edges, or arcs if ``directed``."""
    if vertices is None:
        graph = _read_graph(edges, directed)
        if graph is not None:
            return graph
    if isinstance(edges, Iterable) and not isinstance(edges, (np.ndarray, list, tuple, str, bytes)):
        edges = edges.to_numpy() if hasattr(edges, "to_numpy") else list(edges)
    if vertices is None:
        array = _integers(edges)
        if array is not None:
            return Read(array)
        return _named(_pairs(edges), [])
    if not isinstance(vertices, Iterable):
        count = operator.index(vertices)
        if count < 0:
            raise NetworkError(f"there cannot be {count} vertices")
        array = _integers(edges)
        if array is None:
            raise NetworkError("with a number of vertices, edges are pairs of integers")
        return Read(array, count=count, closed=True)
    return _named(_pairs(edges), list(vertices), closed=True)


def _integers(edges: Edges) -> NDArray[Any] | None:
    """The edges as an (m, 2) array of integers, if that is what they are."""
    if not isinstance(edges, (np.ndarray, list, tuple)):
        return None
    if isinstance(edges, (list, tuple)):
        if not edges:
            return np.empty((0, 2), dtype=np.int64)
        try:
            array = np.asarray(edges)
        except (ValueError, OverflowError):
            return None
    else:
        array = edges
        if array.size == 0 and array.ndim <= 2:
            return np.empty((0, 2), dtype=np.int64)
    if array.dtype.kind not in "iu":
        return None
    if array.ndim != 2 or array.shape[1] != 2:
        raise NetworkError(f"the edges have shape {array.shape}; it must be (m, 2)")
    if array.dtype not in (np.int64, np.int32, np.uint32, np.uint64):
        array = array.astype(np.int64)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array


def _pairs(edges: Edges) -> list[tuple[Hashable, Hashable]]:
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 2:
            raise NetworkError(f"the edges have shape {edges.shape}; it must be (m, 2)")
        return [(u, v) for u, v in edges.tolist()]
    if not isinstance(edges, Iterable) or isinstance(edges, (str, bytes)):
        raise TypeError(f"edges are an (m, 2) array, pairs or a graph, not {type(edges).__name__}")
    found = []
    for index, edge in enumerate(edges):
        try:
            u, v = edge
        except (TypeError, ValueError):
            raise NetworkError(f"edge {index} is {edge!r}; it must be a pair of vertices") from None
        found.append((u, v))
    return found


def _named(pairs: list[tuple[Hashable, Hashable]], vertices: list[Hashable], *, closed: bool = False) -> Read:
    """Pairs of any names; with ``closed``, of the given vertices alone."""
    index: dict[Hashable, int] = {}
    for name in vertices:
        index.setdefault(name, len(index))
    array = np.empty((len(pairs), 2), dtype=np.int64)
    for place, pair in enumerate(pairs):
        for end, name in enumerate(pair):
            try:
                known = index.get(name)
            except TypeError:
                raise NetworkError(f"edge {place} has the vertex {name!r}, which cannot be a name") from None
            if known is None:
                if closed:
                    raise NetworkError(f"edge {place} ends at {name!r}, which is not one of the vertices")
                known = index[name] = len(index)
            array[place, end] = known
    return Read(array, count=len(index), names=list(index), closed=closed)


def _read_graph(edges: Edges, directed: bool) -> Read | None:
    """Networks, and the graphs of other packages."""
    if hasattr(edges, "_core") and hasattr(edges, "ends"):
        return Read(edges.ends(), count=edges.n, names=edges.vertices, closed=True)
    package = type(edges).__module__.partition(".")[0]
    if hasattr(edges, "is_multigraph") and hasattr(edges, "nodes"):
        return _networkx(edges, directed)
    if package == "igraph" and hasattr(edges, "get_edgelist"):
        return _igraph(edges, directed)
    if hasattr(edges, "edge_list") and hasattr(edges, "node_indices"):
        return _rustworkx(edges, directed)
    if hasattr(edges, "tocoo") and hasattr(edges, "shape"):
        return _scipy(edges, directed)
    return None


def _networkx(graph: Any, directed: bool) -> Read:
    names = list(graph.nodes)
    index = {name: place for place, name in enumerate(names)}
    keys: list[Hashable] | None = None
    if graph.is_multigraph():
        listed = list(graph.edges(keys=True))
        keys = [key for _, _, key in listed]
    else:
        listed = list(graph.edges())
    ends = np.fromiter((index[end] for edge in listed for end in edge[:2]), dtype=np.int64, count=2 * len(listed))
    pairs = ends.reshape(-1, 2)
    if directed and not graph.is_directed():
        pairs = _both_ways(pairs)
        keys = None
    return Read(pairs, count=len(names), names=names, keys=keys, closed=True)


def _igraph(graph: Any, directed: bool) -> Read:
    count = int(graph.vcount())
    pairs = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    if directed and not graph.is_directed():
        pairs = _both_ways(pairs)
    names: list[Hashable] | None = None
    if "name" in graph.vs.attributes():
        called = list(graph.vs["name"])
        if len(set(called)) == count:
            names = called
    return Read(pairs, count=count, names=names, closed=True)


def _rustworkx(graph: Any, directed: bool) -> Read:
    names = [int(node) for node in graph.node_indices()]
    pairs = np.array(list(graph.edge_list()), dtype=np.int64).reshape(-1, 2)
    if directed and "Di" not in type(graph).__name__:
        pairs = _both_ways(pairs)
    if names == list(range(len(names))):
        return Read(pairs, count=len(names), closed=True)
    # Nodes that were removed leave gaps.
    known = np.array(names, dtype=np.int64)
    return Read(np.searchsorted(known, pairs), count=len(names), names=names, closed=True)


def _scipy(matrix: Any, directed: bool) -> Read:
    """An edge for every stored entry that is not zero; a symmetric matrix has every edge twice and counts it once."""
    rows, columns = matrix.shape
    if rows != columns:
        raise NetworkError(f"an adjacency matrix is square, not {rows} by {columns}")
    entries = matrix.tocoo()
    kept = np.asarray(entries.data) != 0
    row = np.asarray(entries.row, dtype=np.int64)[kept]
    column = np.asarray(entries.col, dtype=np.int64)[kept]
    if not directed:
        forth = np.sort(row * rows + column)
        back = np.sort(column * rows + row)
        if np.array_equal(forth, back):
            upper = row <= column
            row, column = row[upper], column[upper]
    return Read(np.stack([row, column], axis=1), count=rows, closed=True)


def _both_ways(pairs: Ints) -> Ints:
    """Every edge as two arcs; a loop as one."""
    back = pairs[pairs[:, 0] != pairs[:, 1]][:, ::-1]
    return np.concatenate([pairs, back])
