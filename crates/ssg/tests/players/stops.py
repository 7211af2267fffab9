"""Stops its supervisor, and goes on as if nobody were watching."""
import os
import signal
import sys
import time

os.kill(os.getppid(), signal.SIGSTOP)
time.sleep(0.1)
for edge in range(1, 100):
    print(edge, flush=True)
    sys.stdin.readline()
time.sleep(1000)
