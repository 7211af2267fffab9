"""Takes the first free edge, never says that it has lost, and ends with the wrong exit code."""
import sys

with open(sys.argv[2]) as file:
    free = set(range(1, int(file.read().split()[1]) + 1))
mine = sys.argv[1].endswith("1")
while free:
    if mine:
        edge = min(free)
        print(edge, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:
            sys.exit(3)
        edge = int(line)
    free.discard(edge)
    mine = not mine
sys.exit(3)
