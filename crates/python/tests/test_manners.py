"""GIL, Ctrl-C, memory, pictures, documentation."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import signal
import threading
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import switchyard as sy

ROOT = Path(__file__).resolve().parents[3]


def large() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 400_000, size=(1_000_000, 2))


def test_ctrl_c_ends_long_work() -> None:
    # A process that a shell starts in the background ignores the signal, and Python leaves it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    net = sy.Network(large(), 0, 1)
    net.solve()
    begun = time.monotonic()
    net.solve()
    whole = time.monotonic() - begun
    timer = threading.Timer(whole / 10, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(50):
            net.solve()
    assert time.monotonic() - begun < whole / 2 + 0.5
    timer.join()
    # Nothing is broken afterwards.
    assert net.outcome() in ("short", "cut", "first")


def test_other_threads_run_meanwhile() -> None:
    net = sy.Network(large(), 0, 1)
    ticks = 0
    done = threading.Event()

    def work() -> None:
        net.solve()
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.002)
    thread.join()
    assert ticks > 20, "the interpreter was blocked while the solver worked"


def test_the_edges_are_copied_once() -> None:
    edges = large().astype(np.int64)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc")
    before = resident()
    net = sy.Network(edges, 0, 1)
    used = resident() - before
    # Eight bytes per edge in the library, and some per vertex while reading.
    assert used < 2 * 8 * net.m


def modules() -> list[str]:
    names = [module.name for module in pkgutil.iter_modules(sy.__path__) if module.name not in ("_core", "openspiel")]
    return ["switchyard", *(f"switchyard.{name}" for name in sorted(names))]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_enough_examples_are_run() -> None:
    found = [doctest.DocTestFinder().find(importlib.import_module(name)) for name in modules()]
    assert sum(len(test.examples) for tests in found for test in tests) > 50


@pytest.mark.parametrize("document", ["crates/python/README.md", "docs/python.md"])
def test_documents(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(
        str(ROOT / document), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    )
    assert failed == 0 and tried > 3


def test_every_public_thing_is_documented() -> None:
    for name in sy.__all__:
        thing = getattr(sy, name)
        if isinstance(thing, type) or callable(thing):
            assert (thing.__doc__ or "").strip() or name in ("Edge", "Player", "Outcome", "Side"), name


PICTURES = ["board", "proof", "partition", "currents", "clumps"]


@pytest.mark.parametrize("what", PICTURES)
def test_pictures_are_svg(what: str, tmp_path: Path) -> None:
    for net in (sy.bridgit(4), sy.Network([("<a>", "b"), ("b", "c"), ("<a>", "c"), ("b", "b"), ("c", "b")], "<a>", "c")):
        picture = net.draw(what)  # type: ignore[arg-type]
        tree = ElementTree.fromstring(picture.svg)
        lines = [e for e in tree.iter() if e.tag.endswith(("path", "circle")) and e.get("fill") == "none"]
        assert len(lines) == net.m
        path = tmp_path / "picture.svg"
        picture.save(str(path))
        assert path.read_text(encoding="utf-8") == picture.svg


def test_pictures_of_the_rest() -> None:
    net = sy.bridgit(3)
    position = net.position()
    position.play("b2")
    position.play("c3")
    svg = position._repr_svg_()
    assert svg is not None and "#1a66c2" in svg and "stroke-dasharray" in svg
    for thing in (net, net.solve(), net.solve().certificate, net.currents(), position.solve()):
        assert ElementTree.fromstring(str(thing._repr_svg_())).tag.endswith("svg")  # type: ignore[attr-defined]
    for winner in (net.solve(short=["a1", "a3", "a5"]), net.solve(cut=["a1", "c1", "e1"])):
        ElementTree.fromstring(str(winner._repr_svg_()))
    game = sy.coins.Game([("a", "b"), ("b", "a"), ("b", "b")])
    assert "∞" in str(game._repr_svg_())
    big = sy.Network(np.stack([np.arange(5000), np.arange(1, 5001)], axis=1), 0, 5000)
    assert "too many to draw" in str(big._repr_svg_())


def test_a_game_can_be_stepped_through() -> None:
    record = sy.referee(sy.bridgit(3), "perfect", "random", seed=3)

    class Frame(HTMLParser):
        page = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag == "iframe":
                self.page = dict(attrs)["srcdoc"] or ""

    frame = Frame()
    frame.feed(record._repr_html_())
    assert frame.page.count("<button") == 4 and "connected" in frame.page
    assert frame.page.count('fill="none"') >= record.network.m
    assert "http://" not in frame.page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in frame.page
