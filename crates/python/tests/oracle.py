"""The games by exhaustive search: no theorem, nothing of the package, slow and easy to trust."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import lru_cache

Pairs = list[tuple[int, int]]


class Switching:
    """The switching game on one network: sets of edges are bit masks."""

    def __init__(self, edges: Pairs, left: int, *rights: int) -> None:
        """SHORT has to join ``left`` with all of the others: one terminal, or every vertex."""
        self.m = len(edges)
        self.all = (1 << self.m) - 1
        joins = [[self._joins(edges, mask, left, right) for right in rights] for mask in range(1 << self.m)]
        self.joined = [all(each) for each in joins]
        self.wins = lru_cache(maxsize=None)(self._wins)

    @staticmethod
    def _joins(edges: Pairs, mask: int, left: int, right: int) -> bool:
        reached = {left}
        while True:
            near = {
                end
                for i, (u, v) in enumerate(edges)
                if mask >> i & 1
                for end in (u, v)
                if u in reached or v in reached
            }
            if near <= reached:
                return right in reached
            reached |= near

    def winner(self, short: int, cut: int) -> str | None:
        if self.joined[short]:
            return "short"
        if not self.joined[self.all & ~cut]:
            return "cut"
        return None

    def _wins(self, short: int, cut: int, mover: str) -> str:
        """Who wins if ``mover`` is to move."""
        over = self.winner(short, cut)
        if over:
            return over
        other = "cut" if mover == "short" else "short"
        for bit in self._free(short, cut):
            after = (short | bit, cut) if mover == "short" else (short, cut | bit)
            if self.wins(*after, other) == mover:
                return mover
        return other

    def _free(self, short: int, cut: int) -> list[int]:
        return [1 << i for i in range(self.m) if not (short | cut) >> i & 1]

    def outcome(self, short: int = 0, cut: int = 0) -> str:
        first, second = self.wins(short, cut, "short"), self.wins(short, cut, "cut")
        return first if first == second else "first"

    def winning_moves(self, mover: str, short: int = 0, cut: int = 0) -> list[int]:
        if self.winner(short, cut):
            return []
        other = "cut" if mover == "short" else "short"
        found = []
        for bit in self._free(short, cut):
            after = (short | bit, cut) if mover == "short" else (short, cut | bit)
            if self.wins(*after, other) == mover:
                found.append(bit.bit_length() - 1)
        return found


def partition(edges: Pairs) -> list[str]:
    """The game of every edge: between its ends, on the other edges."""
    parts = []
    for i, (u, v) in enumerate(edges):
        if u == v:
            parts.append("P")
            continue
        outcome = Switching(edges[:i] + edges[i + 1 :], u, v).outcome()
        parts.append({"short": "P", "cut": "P*", "first": "R"}[outcome])
    return parts


def largest_forests(edges: Pairs) -> int:
    """The most edges in two disjoint forests, by trying every subset."""
    best = 0
    forests = [mask for mask in range(1 << len(edges)) if _is_forest(edges, mask)]
    forests.sort(key=lambda mask: -mask.bit_count())
    for first in forests:
        if 2 * first.bit_count() <= best:
            break
        for second in forests:
            if first.bit_count() + second.bit_count() <= best:
                break
            if not first & second:
                best = first.bit_count() + second.bit_count()
    return best


def _is_forest(edges: Pairs, mask: int) -> bool:
    component: dict[int, int] = {}
    for i, (u, v) in enumerate(edges):
        if not mask >> i & 1:
            continue
        a, b = component.setdefault(u, u), component.setdefault(v, v)
        if a == b:
            return False
        for vertex in component:
            if component[vertex] == a:
                component[vertex] = b
    return True


def labels(nodes: int, arcs: Pairs) -> list[int | frozenset[int]]:
    """The labels by the rule itself, one node after another."""
    followers = [{b for a, b in arcs if a == node} for node in range(nodes)]
    number: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for node in range(nodes):
            if node in number:
                continue
            taken = {number[f] for f in followers[node] if f in number}
            mex = next(k for k in itertools.count() if k not in taken)
            rest = [f for f in followers[node] if f not in number]
            if all(any(number.get(w) == mex for w in followers[f]) for f in rest):
                number[node] = mex
                changed = True
    return [
        number[node] if node in number else frozenset(number[f] for f in followers[node] if f in number)
        for node in range(nodes)
    ]


def coin_outcomes(nodes: int, arcs: Pairs, coins: int) -> dict[tuple[int, ...], str]:
    """Who wins every position of so many coins, by retrograde analysis."""
    followers = [sorted({b for a, b in arcs if a == node}) for node in range(nodes)]
    positions = list(itertools.combinations_with_replacement(range(nodes), coins))
    after = {
        position: {
            tuple(sorted(position[:i] + (to,) + position[i + 1 :]))
            for i, node in enumerate(position)
            for to in followers[node]
        }
        for position in positions
    }
    known: dict[tuple[int, ...], str] = {}
    changed = True
    while changed:
        changed = False
        for position in positions:
            if position in known:
                continue
            if any(known.get(next_) == "second" for next_ in after[position]):
                known[position] = "first"
                changed = True
            elif all(known.get(next_) == "first" for next_ in after[position]):
                known[position] = "second"
                changed = True
    return {position: known.get(position, "draw") for position in positions}


def simple_graphs(vertices: int, most_edges: int) -> Iterator[Pairs]:
    """Every simple graph on these vertices with at most so many edges."""
    pairs = list(itertools.combinations(range(vertices), 2))
    for size in range(min(most_edges, len(pairs)) + 1):
        yield from (list(edges) for edges in itertools.combinations(pairs, size))


def random_multigraph(rng: random.Random, vertices: int, most_edges: int) -> Pairs:
    """Loops and parallel edges included."""
    size = rng.randint(0, most_edges)
    return [(rng.randrange(vertices), rng.randrange(vertices)) for _ in range(size)]
