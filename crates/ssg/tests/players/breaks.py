"""Breaks a limit, or tries to, and then plays honestly: breaks.py WHAT MODE FILE."""

import os
import signal
import socket
import subprocess
import sys
import time

what = sys.argv[1]


def report(text):
    """What it found out: the tests read it from stderr when the game is lost."""
    print(text, file=sys.stderr, flush=True)


def attempt(action):
    try:
        action()
        return True
    except OSError as error:
        report(f"{what}: {error}")
        return False


def must(allowed, action):
    """Leaves the game if the attempt does not come out as the sandbox promises."""
    if attempt(action) != allowed:
        report(f"{what}: {'refused' if allowed else 'allowed'}")
        sys.exit(7)


def burn(seconds):
    while time.process_time() < seconds:
        pass


if what == "memory":
    kept = bytearray(os.urandom(1 << 20)) * 200
    time.sleep(0.3)
    del kept
elif what == "memory-of-children":
    # Each is below the limit; together they are not.
    hold = "kept = bytearray(b'x' * (45 << 20)); import time; time.sleep(0.5)"
    children = [subprocess.Popen([sys.executable, "-c", hold]) for _ in range(3)]
    for child in children:
        child.wait()
elif what == "processes":
    children = [subprocess.Popen(["sleep", "0.3"]) for _ in range(6)]
    for child in children:
        child.wait()
elif what == "file":
    # Python ignores the signal and gets an error; the default is to die of it.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open("large", "wb") as file:
        file.write(bytes(300_000))
elif what == "file-error":
    with open("large", "wb") as file:
        file.write(bytes(300_000))
elif what == "burn":
    burn(1.5)
elif what == "burn-in-children":
    code = "import time\nwhile time.process_time() < 0.8: pass"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code])
elif what == "sleep":
    time.sleep(1.5)
elif what == "network":
    must(False, lambda: socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), 2))
elif what == "outside":
    for folder in [os.environ["OUTSIDE"], "/tmp", "/var/tmp", os.path.dirname(os.path.abspath(__file__))]:
        must(False, lambda: open(os.path.join(folder, "left-behind"), "w").close())
    must(False, lambda: os.remove(os.path.join(os.environ["OUTSIDE"], "precious")))
elif what == "inside":
    must(True, lambda: open("mine", "w").close())
    must(True, lambda: open(os.path.join(os.environ["TMPDIR"], "also-mine"), "w").close())
    if sorted(os.listdir(".")) != ["also-mine", "mine"]:
        report(f"inside: {os.listdir('.')}")
        sys.exit(7)
elif what == "kill":
    # Everything that it can see, the referee among it if the sandbox leaks.
    attempt(lambda: os.kill(int(os.environ["VICTIM"]), 0))
    must(False, lambda: os.kill(int(os.environ["VICTIM"]), signal.SIGKILL))
elif what == "segfault":
    os.kill(os.getpid(), signal.SIGSEGV)

honest = os.path.join(os.path.dirname(os.path.abspath(__file__)), "honest.py")
os.execv(sys.executable, [sys.executable, honest, *sys.argv[2:]])
