"""Like a good player, but its output stays in a buffer: nobody hears its moves."""
import sys
from collections import deque


def fail(why):
    print(f"player: {why}", file=sys.stderr)
    sys.exit(2)


mode, name = sys.argv[1:3]
with open(name) as file:
    numbers = [int(word) for word in file.read().split()]
n, m, left, right = numbers[:4]
ends = [(numbers[4 + 2 * i], numbers[5 + 2 * i]) for i in range(m)]
owner = [None] * m  # "c" for Constructor, "d" for Destructor
me = mode[0]
other = "d" if me == "c" else "c"


def route(usable, cost):
    """The free edges of a cheapest route between the terminals, or None if there is none."""
    neighbours = [[] for _ in range(n + 1)]
    for edge, (u, v) in enumerate(ends):
        if usable(edge):
            neighbours[u].append((v, edge))
            neighbours[v].append((u, edge))
    distance, came = {left: 0}, {}
    queue = deque([left])
    while queue:
        u = queue.popleft()
        for v, edge in neighbours[u]:
            far = distance[u] + cost(edge)
            if far < distance.get(v, far + 1):
                distance[v], came[v] = far, (u, edge)
                (queue.appendleft if cost(edge) == 0 else queue.append)(v)
    if right not in distance:
        return None
    path, at = [], right
    while at != left:
        at, edge = came[at]
        path.append(edge)
    return [edge for edge in path if owner[edge] is None]


def open_route():
    return route(lambda edge: owner[edge] != "d", lambda edge: 0 if owner[edge] == "c" else 1)


def over():
    path = open_route()
    return path is None or not path


def play(edge, who):
    if not 0 <= edge < m or owner[edge] is not None:
        fail(f"{edge + 1} is no free edge")
    owner[edge] = who


if over():
    # The terminals are apart: Destructor has won.
    if me == "c":
        print(0)
    sys.exit(0)
my_turn = mode[1] == "1"
while True:
    if my_turn:
        edge = open_route()[0]
        play(edge, me)
        print(edge + 1)
        if over():
            sys.exit(0)
    else:
        line = sys.stdin.readline()
        if not line.strip().isdigit():
            fail(f"{line!r} is no move")
        play(int(line) - 1, other)
        if over():
            print(0)
            sys.exit(0)
    my_turn = not my_turn
