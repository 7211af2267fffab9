"""Plays honestly, but neither admits a loss nor ends when the game is over."""
import os
import subprocess
import sys
import time

game = os.path.join(os.path.dirname(sys.argv[0]), "honest.py")
child = subprocess.Popen([sys.executable, game] + sys.argv[1:], stdout=subprocess.PIPE)
for line in child.stdout:
    if line.strip() != b"0":
        os.write(1, line)
while True:
    time.sleep(1000)
