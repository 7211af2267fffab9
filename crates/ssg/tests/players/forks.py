"""Leaves a child behind, in a session of its own, that would play on after a while; then ends."""
import os
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(20)
        while True:
            print(1, flush=True)
            sys.stdin.readline()
    os._exit(0)
os._exit(0)
