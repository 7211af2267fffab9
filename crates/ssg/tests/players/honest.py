"""An honest player: takes the first free edge, and knows when the game is over."""
import sys

mode, name = sys.argv[1:3]
numbers = [int(word) for word in open(name).read().split()]
n, m, left, right = numbers[:4]
ends = [tuple(numbers[4 + 2 * i : 6 + 2 * i]) for i in range(m)]
owner = [None] * m


def joined(kept):
    """Whether the edges whose owner is in `kept` join the terminals."""
    neighbours = {}
    for (u, v), who in zip(ends, owner):
        if who in kept:
            neighbours.setdefault(u, []).append(v)
            neighbours.setdefault(v, []).append(u)
    seen, stack = {left}, [left]
    while stack:
        for v in neighbours.get(stack.pop(), []):
            if v not in seen:
                seen.add(v)
                stack.append(v)
    return right in seen


def over():
    return joined(("c",)) or not joined(("c", None))


me = mode[0]
other = "d" if me == "c" else "c"
my_turn = mode[1] == "1"
while True:
    if my_turn:
        edge = owner.index(None)
        owner[edge] = me
        print(edge + 1, flush=True)
        if over():
            sys.exit(0)
    else:
        line = sys.stdin.readline()
        if not line:
            sys.exit(2)
        owner[int(line) - 1] = other
        if over():
            print(0, flush=True)
            sys.exit(0)
    my_turn = not my_turn
