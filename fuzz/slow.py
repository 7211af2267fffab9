#!/usr/bin/env python3
"""Texts made to be slow to read, each in three sizes: `make slow`.

Prints the seconds that the program takes for each; fails when one is not refused or answered (exit 0
or 2), takes longer than a minute, or grows like a square.
"""

import os
import subprocess
import sys
import tempfile
import time

SIZES = (100_000, 200_000, 400_000)


def graphml(inside):
    return f"<graphml><graph>{inside}</graph></graphml>"


def joined(parts, between=" "):
    return between.join(parts)


TEXTS = {
    "attributes.graphml": lambda n: graphml("<node " + joined(f'a{i}=""' for i in range(n)) + ' id="1"/>'),
    "nested.graphml": lambda n: graphml(joined((f'<node id="{i}">' for i in range(n)), "") + "</node>" * n),
    "open.graphml": lambda n: '<graphml><graph>' + '<data key="terminal">x' * n,
    "roles.graphml": lambda n: graphml('<node id="1">' + '<data key="terminal">L</data>' * n + "</node>"),
    "keys.graphml": lambda n: graphml(joined((f'<key id="k{i}" attr.name="terminal"/>' for i in range(n)), "")),
    "nested.dot": lambda n: "graph{" + "{" * n + "}" * n + "}",
    "html.dot": lambda n: "graph{a [label=" + "<" * n,
    "many-html.dot": lambda n: "graph{" + "a [label=<" * n,
    "joined.dot": lambda n: 'graph{"a"' + '+"b"' * n + "}",
    "comments.dot": lambda n: "graph{" + " /**/" * n + "a--b}",
    "lines.dot": lambda n: "graph{" + "\n   #x" * n + "\na--b}",
    "blanks.dot": lambda n: "graph{" + " " * n + "/*" * n,
    "slashes.dot": lambda n: "graph{" + "/" * n,
    "open-comments.dot": lambda n: "graph{" + " /* " * n,
    "quotes.dot": lambda n: "graph{" + '"\\"' * n,
    "brackets.dot": lambda n: "graph{" + "]" * n + "}",
    "faults.dot": lambda n: "graph{" + "a=;" * n + "}",
    "ports.dot": lambda n: "graph{a" + ":b" * n + "}",
    "signs.dot": lambda n: "graph{" + "=" * n + "}",
    "chain.dot": lambda n: "graph{" + joined(map(str, range(n)), "--") + "}",
    "deep-names.dot": lambda n: "graph{" + "{" * 90 + joined(map(str, range(n))) + "}" * 90 + "}",
    "products.dot": lambda n: "graph{" + "{a b c}--{d e f} " * (n // 4) + "}",
    "again.dot": lambda n: "strict graph{" + f"{{{joined(map(str, range(n // 1000)))}}}--{{a b c}} " * 1000 + "}",
    "points.dot": lambda n: "graph{" + "1." * n + "}",
    "dashes.dot": lambda n: "graph{" + "-" * n + "}",
    "faults.ssg": lambda n: f"4\n{n}\n1\n2\n" + "x\n" * n,
    "long.ssg": lambda n: "4\n1\n1\n2\n" + "1" * n + " 2\n",
    "names.edges": lambda n: joined((f"a{i} b{i}\n" for i in range(n)), ""),
    "faults.edges": lambda n: "a\n" * n,
    "directives.edges": lambda n: "# vertices 5\n" * n,
    "faults.mtx": lambda n: f"%%MatrixMarket matrix coordinate pattern symmetric\n{n} {n} {n}\n" + "x y\n" * n,
    "comments.mtx": lambda n: "%%MatrixMarket matrix coordinate pattern symmetric\n" + "%\n" * n + "3 3 1\n2 1\n",
    "problems.dimacs": lambda n: f"p edge 5 {n}\n" + "p edge 5 5\n" * n,
    "terminals.dimacs": lambda n: "c terminals 1 2\n" * n + "p edge 3 1\ne 1 2\n",
    "tildes.g6": lambda n: "~" * n,
}


def seconds(program, path):
    start = time.monotonic()
    run = subprocess.run([program, "solve", path], capture_output=True, timeout=60)
    if run.returncode not in (0, 2) or b"panicked" in run.stderr:
        sys.exit(f"{path}: exit {run.returncode}: {run.stderr[-300:].decode(errors='replace')}")
    return time.monotonic() - start


def main(program):
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TEXTS.items():
            path = os.path.join(folder, name)
            taken = []
            for size in SIZES:
                with open(path, "w") as file:
                    file.write(text(size))
                taken.append(seconds(program, path))
            print(f"{name:20}", *(f"{t:6.2f} s" for t in taken), flush=True)
            worst = max(worst, taken[-1])
            # Four times the text: a square takes sixteen times as long, give or take a busy machine.
            if taken[-1] > 1 and taken[-1] > 10 * taken[0]:
                sys.exit(f"{name} grows too fast")
    print(f"{len(TEXTS)} texts of {SIZES[-1]} parts, at most {worst:.2f} s each")


main(sys.argv[1])
