"""Plays edge 1 again and again, whoever has it."""
import sys

if sys.argv[1].endswith("1"):
    print(1, flush=True)
for _ in sys.stdin:
    print(1, flush=True)
