"""Leaves a child behind that goes on playing in its place, in a session of its own; then ends."""
import os
import sys

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            print(1, flush=True)
            sys.stdin.readline()
    os._exit(0)
os._exit(0)
