"""Two edge-disjoint spanning trees of an edge list by Sage (Roskind and Tarjan's algorithm).

Called by sage.rs: prints the processor seconds of the call alone, after checking what it returned.
"""

import sys
import time

import sage.all__sagemath_graphs  # noqa: F401  (sets Sage up)
from sage.graphs.graph import Graph
from sage.graphs.spanning_tree import edge_disjoint_spanning_trees

with open(sys.argv[1], encoding="ascii") as lines:
    pairs = [tuple(map(int, line.split())) for line in lines]
graph = Graph(pairs)
assert graph.size() == len(pairs), "Sage's algorithm takes simple graphs"

start = time.process_time()
trees = edge_disjoint_spanning_trees(graph, 2)
seconds = time.process_time() - start

for tree in trees:
    assert tree.is_tree() and tree.order() == graph.order()
    assert all(graph.has_edge(u, v) for u, v in tree.edge_iterator(labels=False))
first, second = trees
assert not any(second.has_edge(u, v) for u, v in first.edge_iterator(labels=False))
print(seconds)
