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
supervisor = os.getppid()
os.kill(supervisor, signal.SIGKILL)
# On a busy machine it takes a while until the signal arrives.
while os.getppid() == supervisor:
    time.sleep(0.01)
for edge in range(1, 100):
    print(edge, flush=True)
    sys.stdin.readline()
time.sleep(1000)
