"""Prints a sentence where an integer should stand."""
import sys

print("I would like to play edge seven", flush=True)
sys.stdin.read()
