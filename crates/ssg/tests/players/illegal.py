"""Plays the opponent's edge again, or one that does not exist if it has the first move."""
import sys

if sys.argv[1].endswith("1"):
    print(10**9, flush=True)
print(sys.stdin.readline().strip(), flush=True)
sys.stdin.read()
