"""Prints one integer that never ends."""
import sys

while True:
    sys.stdout.write("7" * 65536)
