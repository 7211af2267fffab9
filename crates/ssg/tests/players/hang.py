"""Never moves, never reads, and does not listen to polite signals."""
import signal
import time

for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
while True:
    time.sleep(1000)
