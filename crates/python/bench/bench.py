"""The package against the Rust library, and against what other packages offer; prints the tables of docs/python.md.

`make bench-python` builds the wheel and the Rust program, sets up what is compared, and runs this. Everything is measured in one run,
the two sides of a ratio in turns, in processor time, the best of several. Packages that are not installed are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import switchyard as sy

HERE = Path(__file__).resolve().parent


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds of all threads, so that a busy machine makes no difference."""
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def memory(m: int) -> float:
    """Bytes per edge that a network takes beside the array, in a process of its own: elsewhere freed memory would be reused."""
    said = subprocess.run([sys.executable, __file__, "--memory", str(m)], check=True, capture_output=True, text=True)
    return float(said.stdout)


def measured_memory(m: int) -> float:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    edges, n = random_edges(m)
    before = resident()
    net = sy.Network(edges, 0, 1, vertices=n)
    after = resident()
    assert net.m == m
    return (after - before) / m


def random_edges(m: int) -> tuple[Any, int]:
    n = int(m / 1.9)
    return np.random.default_rng(m).integers(0, n, size=(m, 2), dtype=np.int64), n


# The Rust library


def against_rust(program: str, sizes: list[int], rounds: int) -> None:
    """From the pairs in memory to outcome, winning moves and certificate."""
    print("| edges | Rust, s | Python, s | ratio | of it reading the array, s | memory of the network, bytes per edge |")
    print("|--:|--:|--:|--:|--:|--:|")
    for m in sizes:
        edges, n = random_edges(m)
        with tempfile.NamedTemporaryFile(suffix=".pairs") as file:
            edges.astype("<u4").tofile(file.name)
            rust, ours, reading = [], [], []
            outcomes = set()
            repeats = max(1, 5_000_000 // m)
            for _ in range(rounds):
                command = [program, file.name, str(n), str(repeats)]
                said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                seconds, outcome, moves = said.split()
                rust.append(float(seconds))
                outcomes.add((outcome, int(moves)))
                took = solving = 0.0
                for _ in range(repeats):
                    one, net = timed(lambda: sy.Network(edges, 0, 1, vertices=n))
                    two, verdict = timed(lambda net=net: net.solve())
                    took, solving = took + one / repeats, solving + two / repeats
                    won = verdict.winning_moves
                    outcomes.add((verdict.outcome, len(won.short) + len(won.cut)))
                    del net, verdict, won
                reading.append(took)
                ours.append(took + solving)
        assert len(outcomes) == 1, f"different answers: {outcomes}"
        ratio = min(ours) / min(rust)
        print(f"| {m:,} | {min(rust):.2f} | {min(ours):.2f} | {ratio:.3f} | {min(reading):.3f} | {memory(m):.1f} |", flush=True)


# Other packages


def two_trees(n: int, seed: int = 1) -> list[tuple[int, int]]:
    """Two random trees on the same vertices without a common edge."""
    rng = np.random.default_rng(seed)
    found: set[tuple[int, int]] = set()
    for _ in range(2):
        order = rng.permutation(n)
        for i in range(1, n):
            while True:
                u, v = int(order[i]), int(order[rng.integers(0, i)])
                edge = (min(u, v), max(u, v))
                if edge not in found:
                    found.add(edge)
                    break
    edges = sorted(found)
    rng.shuffle(edges)
    return [(int(u), int(v)) for u, v in edges]


def networkx_forests(edges: list[tuple[int, int]]) -> int:
    """Matroid partition with networkx's paths: for every edge a breadth-first search over exchanges. Returns the rank."""
    forests = [nx.Graph(), nx.Graph()]
    for forest in forests:
        forest.add_nodes_from({end for edge in edges for end in edge})
    place: dict[tuple[int, int], int] = {}
    for edge in edges:
        came: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {edge: None}
        queue = [edge]
        for this in queue:
            into = None
            for number, forest in enumerate(forests):
                if place.get(this) == number:
                    continue
                if not nx.has_path(forest, *this):
                    into = number
                    break
                path = nx.shortest_path(forest, *this)
                for pair in zip(path, path[1:], strict=False):
                    other = (min(pair), max(pair))
                    if other not in came:
                        came[other] = (this, number)
                        queue.append(other)
            if into is not None:
                # Everybody moves one place along the chain.
                at: tuple[int, int] | None = this
                while at is not None:
                    old = place.get(at)
                    if old is not None:
                        forests[old].remove_edge(*at)
                    forests[into].add_edge(*at)
                    place[at] = into
                    before = came[at]
                    at, into = (None, 0) if before is None else before
                break
    return len(place)


def ours_sparse(edges: list[tuple[int, int]]) -> tuple[float, sy.Forests]:
    array = np.array(edges)
    runs = [timed(lambda: sy.Forests(array)) for _ in range(5)]
    return min(seconds for seconds, _ in runs), runs[0][1]


def against_networkx(sizes: list[int]) -> list[str]:
    rows = []
    for n in sizes:
        edges = two_trees(n)
        theirs, rank = timed(lambda: networkx_forests(edges))
        ours, found = ours_sparse(edges)
        assert rank == found.rank == 2 * n - 2
        rows.append(row("matroid partition with networkx", "two disjoint spanning trees", n, len(edges), theirs, ours))
    return rows


def against_pyrigi(sizes: list[int]) -> list[str]:
    if importlib.util.find_spec("pyrigi") is None:
        return []
    import pyrigi

    rows = []
    for n in sizes:
        edges = two_trees(n)
        graph = pyrigi.Graph(edges)
        theirs, answer = timed(lambda: attempt(lambda: bool(graph.is_kl_tight(2, 2))))
        ours, found = ours_sparse(edges)
        assert found.tight and answer in (True, "RecursionError")
        rows.append(row("PyRigi `is_kl_tight(2, 2)`", "(2,2)-tightness", n, len(edges), theirs, ours, answer))
    return rows


def against_sage(python: str | None, sizes: list[int]) -> list[str]:
    if python is None or not os.path.exists(python):
        return []
    script = HERE.parents[1] / "switchyard" / "benches" / "roskind_tarjan.py"
    rows = []
    for n in sizes:
        edges = two_trees(n)
        with tempfile.NamedTemporaryFile("w", suffix=".pairs") as file:
            file.writelines(f"{u} {v}\n" for u, v in edges)
            file.flush()
            said = subprocess.run([python, str(script), file.name], check=True, capture_output=True, text=True)
        ours, found = ours_sparse(edges)
        assert found.spanning
        theirs = float(said.stdout)
        rows.append(row("passagemath's Roskind–Tarjan", "two disjoint spanning trees", n, len(edges), theirs, ours))
    return rows


def attempt(work: Callable[[], bool]) -> bool | str:
    try:
        return work()
    except RecursionError:
        return "RecursionError"


def row(who: str, what: str, n: int, m: int, theirs: float, ours: float, answer: bool | str = True) -> str:
    said = f"{theirs:.3f}" if answer is True else str(answer)
    ratio = f"{theirs / ours:,.0f}" if answer is True else "–"
    return f"| {who} | {what} | {n:,} | {m:,} | {said} | {ours:.5f} | {ratio} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rust", help="the program of examples/rust_side.rs")
    parser.add_argument("--sage", help="a Python with passagemath")
    parser.add_argument("--edges", default="1000000,10000000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, metavar="EDGES", help="only the bytes per edge of one network")
    parser.add_argument("--quick", action="store_true", help="small sizes of the other packages")
    args = parser.parse_args()
    if args.memory:
        print(measured_memory(args.memory))
        return
    if args.rust:
        against_rust(args.rust, [int(size) for size in args.edges.split(",")], args.rounds)
        print()
    few = slice(0, 2 if args.quick else None)
    print("| other | question | vertices | edges | other, s | switchyard, s | ratio |")
    print("|---|---|--:|--:|--:|--:|--:|")
    tables: list[Callable[[], list[str]]] = [
        lambda: against_networkx([100, 300, 1000][few]),
        lambda: against_pyrigi([100, 1000, 2500, 5000][few]),
        lambda: against_sage(args.sage, [100, 1000, 2000][few]),
    ]
    for table in tables:
        for line in table():
            print(line, flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
