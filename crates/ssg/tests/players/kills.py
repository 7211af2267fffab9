"""Kills its supervisor, leaves a child in a session of its own, and goes on."""
import os
import signal
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
os.kill(os.getppid(), signal.SIGKILL)
time.sleep(0.1)
for edge in range(1, 100):
    print(edge, flush=True)
    sys.stdin.readline()
time.sleep(1000)
