"""Prints newlines without end, and never a move."""
import sys

while True:
    sys.stdout.write("\n" * 65536)
