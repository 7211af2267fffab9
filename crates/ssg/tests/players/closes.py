"""Closes all its streams and lives on."""
import os
import time

os.closerange(0, 3)
while True:
    time.sleep(1000)
