"""Stops its supervisor, and goes on as if nobody were watching."""
import os
import signal
import sys
import time

supervisor = os.getppid()
os.kill(supervisor, signal.SIGSTOP)
# On a busy machine it takes a while until the signal arrives.
while True:
    with open(f"/proc/{supervisor}/stat") as stat:
        if stat.read().rpartition(")")[2].split()[0] == "T":
            break
    time.sleep(0.01)
for edge in range(1, 100):
    print(edge, flush=True)
    sys.stdin.readline()
time.sleep(1000)
