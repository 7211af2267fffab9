"""Crashes when the opponent answers."""
import sys

if sys.argv[1].endswith("1"):
    print(1, flush=True)
sys.stdin.readline()
print([][0])
