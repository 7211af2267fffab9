"""Round trips of graphs between ssg and the programs of the field: networkx, igraph, scipy, graphviz, nauty.

    python round_trips.py PATH/TO/ssg [--graphs N] [--seed S]

Every graph is written by one side and read by the other, in both directions; the edges must be the same,
with the same names. nauty's geng gives whole families: graph6 and sparse6 streams must be solved alike, and
`ssg dual` must refuse exactly what nauty's planarg calls not planar. Ends with the number of comparisons.
"""

import argparse
import collections
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import igraph
import networkx as nx
import scipy.io
import scipy.sparse

compared = collections.Counter()


def run(*command, input=None, check=True):
    done = subprocess.run([str(word) for word in command], input=input, capture_output=True)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed: {done.stderr.decode()}")
    return done


def nauty(name):
    """nauty's programs, which Debian calls nauty-NAME."""
    return shutil.which(name) or shutil.which(f"nauty-{name}") or sys.exit(f"{name} of nauty is missing")


def pairs(edges, directed=False):
    """The edges as a multiset of pairs of names."""
    key = tuple if directed else (lambda edge: tuple(sorted(edge)))
    return collections.Counter(key([str(u), str(v)]) for u, v in edges)


def same(what, found, wanted):
    compared[what] += 1
    if found != wanted:
        sys.exit(f"{what}: found {found}, wanted {wanted}")


class Ssg:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def read(self, path, *options):
        """What ssg reads from a file: its nodes and edges, by way of the node-link format."""
        text = run(self.program, "convert", path, "-", "--to", "node-link", *options).stdout
        return json.loads(text)

    def edges(self, path, *options):
        read = self.read(path, *options)
        return pairs((edge["source"], edge["target"]) for edge in read["edges"])

    def arcs(self, path):
        text = run(self.program, "coins", "convert", path, "-", "--to", "node-link").stdout
        return pairs(((e["source"], e["target"]) for e in json.loads(text)["edges"]), directed=True)

    def write(self, path, name, *options):
        out = self.folder / name
        run(self.program, "convert", path, out, *options)
        return out


def random_graph(rng, multigraph, names):
    n = rng.randint(2, 14)
    graph = nx.MultiGraph() if multigraph else nx.Graph()
    nodes = [f"v{i}x" if names else i for i in range(n)]
    graph.add_nodes_from(nodes)
    for _ in range(rng.randint(1, 3 * n)):
        u, v = rng.choice(nodes), rng.choice(nodes)
        if multigraph or u != v:
            graph.add_edge(u, v)
    return graph


def with_networkx(ssg, graph, folder):
    wanted = pairs(graph.edges())
    path = folder / "graph"
    simple = not graph.is_multigraph()
    named = isinstance(next(iter(graph)), str)
    nx.write_gml(graph, path.with_suffix(".gml"), stringizer=str)
    same("networkx GML to ssg", ssg.edges(path.with_suffix(".gml")), wanted)
    nx.write_graphml(graph, path.with_suffix(".graphml"))
    same("networkx GraphML to ssg", ssg.edges(path.with_suffix(".graphml")), wanted)
    if simple:
        link = nx.node_link_data(graph, edges="edges")
        path.with_suffix(".json").write_text(json.dumps(link))
        same("networkx node-link to ssg", ssg.edges(path.with_suffix(".json")), wanted)
    nx.write_pajek(graph, path.with_suffix(".net"))
    same("networkx Pajek to ssg", ssg.edges(path.with_suffix(".net")), wanted)
    nx.nx_pydot.write_dot(graph, path.with_suffix(".dot"))
    same("networkx DOT to ssg", ssg.edges(path.with_suffix(".dot")), wanted)
    if simple and all(graph.degree(v) for v in graph):
        nx.write_edgelist(graph, path.with_suffix(".edges"))
        same("networkx edge list to ssg", ssg.edges(path.with_suffix(".edges")), wanted)
    if not named:
        from_one = pairs((u + 1, v + 1) for u, v in graph.edges())
        nx.write_sparse6(graph, path.with_suffix(".s6"))
        same("networkx sparse6 to ssg", ssg.edges(path.with_suffix(".s6")), from_one)
        if simple:
            nx.write_graph6(graph, path.with_suffix(".g6"))
            same("networkx graph6 to ssg", ssg.edges(path.with_suffix(".g6")), from_one)
    source = path.with_suffix(".gml")
    back = nx.read_gml(ssg.write(source, "back.gml"))
    same("ssg GML to networkx", pairs(back.edges()), wanted)
    back = nx.read_graphml(ssg.write(source, "back.graphml"), force_multigraph=True)
    same("ssg GraphML to networkx", pairs(back.edges()), wanted)
    link = json.loads(ssg.write(source, "back.json").read_text())
    back = nx.node_link_graph(link, edges="edges")
    same("ssg node-link to networkx", pairs(back.edges()), wanted)
    back = nx.MultiGraph(nx.read_pajek(ssg.write(source, "back.paj")))
    same("ssg Pajek to networkx", pairs(back.edges()), wanted)
    back = nx.MultiGraph(nx.nx_pydot.read_dot(ssg.write(source, "back.dot")))
    back = pairs((u.strip('"'), v.strip('"')) for u, v in back.edges())
    same("ssg DOT to networkx", back, wanted)
    place = {str(v): i for i, v in enumerate(graph)}
    numbered = pairs((place[str(u)], place[str(v)]) for u, v in graph.edges())
    back = nx.read_sparse6(ssg.write(source, "back.s6"))
    same("ssg sparse6 to networkx", pairs(nx.MultiGraph(back).edges()), numbered)
    if simple:
        back = nx.read_graph6(ssg.write(source, "back.g6"))
        same("ssg graph6 to networkx", pairs(back.edges()), numbered)


def with_igraph(ssg, graph, folder):
    place = {v: i for i, v in enumerate(graph)}
    other = igraph.Graph(n=len(place), edges=[(place[u], place[v]) for u, v in graph.edges()])
    other.vs["name"] = [str(v) for v in graph]
    other.vs["label"] = [str(v) for v in graph]
    wanted = pairs(graph.edges())
    for name, write in [("GML", other.write_gml), ("Pajek", other.write_pajek)]:
        path = folder / f"igraph.{'gml' if name == 'GML' else 'net'}"
        write(str(path))
        same(f"igraph {name} to ssg", ssg.edges(path), wanted)
    source = folder / "igraph.gml"
    back = igraph.Graph.Read_GML(str(ssg.write(source, "again.gml")))
    found = pairs((back.vs[e.source]["label"], back.vs[e.target]["label"]) for e in back.es)
    same("ssg GML to igraph", found, wanted)
    back = igraph.Graph.Read_GraphML(str(ssg.write(source, "again.graphml")))
    found = pairs((back.vs[e.source]["id"], back.vs[e.target]["id"]) for e in back.es)
    same("ssg GraphML to igraph", found, wanted)
    back = igraph.Graph.Read_Pajek(str(ssg.write(source, "again.paj")))
    numbers = pairs((place[u], place[v]) for u, v in graph.edges())
    same("ssg Pajek to igraph", pairs((e.source, e.target) for e in back.es), numbers)
    with_metis(ssg, graph, folder, place)


def with_metis(ssg, graph, folder, place):
    """METIS files are made by hand here: a line of neighbours for every vertex."""
    if any(u == v for u, v in graph.edges()):
        return
    near = [[] for _ in place]
    for u, v in graph.edges():
        near[place[u]].append(place[v] + 1)
        near[place[v]].append(place[u] + 1)
    lines = [f"{len(near)} {graph.number_of_edges()}"] + [" ".join(map(str, row)) for row in near]
    path = folder / "graph.metis"
    path.write_text("\n".join(lines) + "\n")
    numbers = pairs((place[u] + 1, place[v] + 1) for u, v in graph.edges())
    same("METIS to ssg", ssg.edges(path), numbers)
    again = ssg.write(path, "again.graph").read_text().splitlines()[1:]
    rows = collections.Counter()
    for u, row in enumerate(again, 1):
        rows.update(tuple(sorted([str(u), v])) for v in row.split())
    same("ssg to METIS", rows, collections.Counter({pair: 2 * k for pair, k in numbers.items()}))


def with_scipy(ssg, graph, folder):
    place = {v: i for i, v in enumerate(graph)}
    if graph.is_multigraph():
        return
    matrix = nx.to_scipy_sparse_array(graph, weight=None)
    path = folder / "matrix.mtx"
    scipy.io.mmwrite(str(path), scipy.sparse.coo_matrix(matrix), symmetry="symmetric")
    numbers = pairs((place[u] + 1, place[v] + 1) for u, v in graph.edges())
    same("scipy Matrix Market to ssg", ssg.edges(path), numbers)
    back = scipy.sparse.triu(scipy.io.mmread(str(ssg.write(path, "again.mtx")))).tocoo()
    same("ssg Matrix Market to scipy", pairs(zip(back.row + 1, back.col + 1)), numbers)


def with_graphviz(ssg, graph, folder):
    wanted = pairs(graph.edges())
    source = folder / "graph.gml"
    drawn = run("dot", "-Tdot", ssg.write(source, "gv.dot")).stdout
    (folder / "drawn.dot").write_bytes(drawn)
    same("ssg to graphviz and back", ssg.edges(folder / "drawn.dot"), wanted)


def with_digraphs(ssg, rng, folder):
    n = rng.randint(1, 12)
    digraph = nx.DiGraph()
    digraph.add_nodes_from(f"n{i}" for i in range(n))
    for _ in range(rng.randint(0, 3 * n)):
        digraph.add_edge(f"n{rng.randrange(n)}", f"n{rng.randrange(n)}")
    wanted = pairs(digraph.edges(), directed=True)
    nx.write_gml(digraph, folder / "di.gml")
    nx.write_graphml(digraph, folder / "di.graphml")
    nx.nx_pydot.write_dot(digraph, folder / "di.dot")
    (folder / "di.json").write_text(json.dumps(nx.node_link_data(digraph, edges="edges")))
    for name in ["di.gml", "di.graphml", "di.dot", "di.json"]:
        if digraph.number_of_edges() > 0:
            same(f"networkx {name} to ssg coins", ssg.arcs(folder / name), wanted)


def with_nauty(ssg):
    six = run(nauty("geng"), "-q", "-c", 6).stdout
    sparse = run(nauty("copyg"), "-q", "-s", input=six).stdout
    answers = [run(ssg.program, "solve", "-", "--json", "--pairs", input=text).stdout.splitlines() for text in [six, sparse]]
    same("pairs of geng -c 6", len(answers[0]), 112 * 15)
    # The order of the edges differs between the formats, so the labels of the moves do; the outcomes do not.
    for here, there in zip(*map(lambda lines: map(json.loads, lines), answers), strict=True):
        for field in ["graph", "left", "right", "outcome"]:
            same("graph6 and sparse6 streams", here[field], there[field])
    directed = run(nauty("directg"), "-q", input=run(nauty("geng"), "-q", "-c", 4).stdout).stdout.splitlines()
    for line in directed:
        path = ssg.folder / "one.d6"
        path.write_bytes(line + b"\n")
        arcs = ssg.arcs(path)
        text = run(ssg.program, "coins", "convert", path, "-", "--to", "digraph6").stdout
        same("digraph6 of nauty through ssg", text.strip(), line)
        same("arcs of digraph6", sum(arcs.values()), bin_ones(line))
    for n in [5, 6, 7]:
        every = run(nauty("geng"), "-q", "-c", n).stdout.splitlines()
        planar = set(run(nauty("planarg"), "-q", input=b"\n".join(every) + b"\n").stdout.splitlines())
        for line in every:
            u, v = next(iter(nx.from_graph6_bytes(line).edges()))
            path = ssg.folder / "one.g6"
            path.write_bytes(line + b"\n")
            done = run(ssg.program, "dual", path, "--left", u + 1, "--right", v + 1, check=False)
            same("ssg dual against planarg", done.returncode, 0 if line in planar else 2)


def bin_ones(line):
    return sum(bin(byte - 63).count("1") for byte in line[2:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ssg = Ssg(args.program.resolve(), folder)
        with_nauty(ssg)
        for round in range(args.graphs):
            graph = random_graph(rng, multigraph=round % 2 == 1, names=round % 4 >= 2)
            with_networkx(ssg, graph, folder)
            with_igraph(ssg, graph, folder)
            with_scipy(ssg, graph, folder)
            with_graphviz(ssg, graph, folder)
            with_digraphs(ssg, rng, folder)
    for what, count in sorted(compared.items()):
        print(f"{count:6}  {what}")
    print(f"{sum(compared.values())} comparisons, all the same")


main()
