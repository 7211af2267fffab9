#!/usr/bin/env python3
"""Times two builds of the program on the same inputs, in turn, so that both see the same machine.

    tools/against.py OLD NEW [--rounds 5] [--edges 1000000]

OLD and NEW are programs. NEW also generates the inputs. The least processor time of each counts; a game's is
divided by its moves, because another version of a player may play another game.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

THREADS = {"RAYON_NUM_THREADS": "1"}


def cpu_seconds(command):
    """Runs a command to its end and returns its processor time and what it printed."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, env={**os.environ, **THREADS})
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"{' '.join(command)} failed")
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, out.read()


def whole(_):
    """The time of a solution is that of the whole run."""
    return 1


def moves(printed):
    """The time of a game is divided by its moves."""
    return len(json.loads(printed)["moves"])


def inputs(edges):
    """Name, how it is generated, the question asked, and by what its time is divided."""
    half = edges // 2
    board = int(half**0.5)
    networks = {
        "uniform": f"random --nodes {int(edges / 1.8)} --edges {edges}",
        "4-regular": f"regular --nodes {half} --degree 4",
        "two trees": f"planted --nodes {half}",
        "Bridg-It": f"bridgit {board}",
        "geometric": f"geometric --nodes {edges // 4} --degree 8",
        "grid": f"grid {board} {board}",
    }
    for name, kind in networks.items():
        yield f"solve: {name}", f"gen {kind} --seed 1", "solve --json", whole
    digraphs = {
        "uniform": f"uniform --nodes {half} --arcs {edges} --seed 1",
        "ring": f"ring {half}",
    }
    for name, kind in digraphs.items():
        yield f"label: {name}", f"coins gen {kind}", "coins label", whole
    # A tenth of the edges: every move is answered.
    games = {
        "Bridg-It": f"bridgit {int((edges / 20) ** 0.5)}",
        "two trees": f"planted --nodes {edges // 20}",
    }
    game = "referee --short perfect --cut random --first short --seed 1 --json"
    for name, kind in games.items():
        yield f"play, per move: {name}", f"gen {kind} --seed 1", game, moves


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edges", type=int, default=1_000_000)
    args = parser.parse_args()
    programs = [args.old, args.new]
    print("| | old, s | new, s | new / old |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        for name, made, asked, divisor in inputs(args.edges):
            with open(path, "wb") as file:
                subprocess.run([args.new, *made.split()], stdout=file, stderr=subprocess.DEVNULL, check=True)
            least = [float("inf")] * 2
            for _ in range(args.rounds):
                for which, program in enumerate(programs):
                    seconds, printed = cpu_seconds([program, *asked.split(), path])
                    least[which] = min(least[which], seconds / divisor(printed))
            old, new = least
            print(f"| {name} | {old:.3g} | {new:.3g} | {new / old:.2f} |", flush=True)


if __name__ == "__main__":
    main()
