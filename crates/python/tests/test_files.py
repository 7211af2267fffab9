"""Files of every format, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import switchyard as sy
from switchyard import _core

EDGES = [(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)]
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("extension", [ext for _, all_ in _core.format_names() for ext in all_])
def test_there_and_back(tmp_path: Path, extension: str) -> None:
    net = sy.Network(EDGES, 0, 3)
    path = tmp_path / f"board.{extension}"
    net.write(path)
    if extension in ("g6", "graph6", "s6", "sparse6", "d6", "digraph6", "metis", "graph"):
        # Neither terminals nor the order of the edges.
        again = sy.Network.read(path, left=1, right=4)
        assert sorted(map(sorted, again.ends().tolist())) == sorted(map(sorted, EDGES))
        return
    again = sy.Network.read(path)
    assert list(map(sorted, again.ends().tolist())) == list(map(sorted, EDGES))
    assert again.solve().winning_moves.short.tolist() == net.solve().winning_moves.short.tolist()
    assert again.text(next(name for name, all_ in _core.format_names() if extension in all_)) == path.read_text()


def test_names_survive_where_the_format_has_them(tmp_path: Path) -> None:
    net = sy.Network([("north", "east"), ("east", "south"), ("south", "north")], "north", "south")
    for extension in ("dot", "graphml", "edges"):
        path = tmp_path / f"names.{extension}"
        net.write(path)
        assert sy.Network.read(path) == net


def test_the_program_s_boards_are_read() -> None:
    boards = sorted((ROOT / "boards").glob("*.net"))
    assert boards
    for path in boards:
        net = sy.Network.read(path)
        verdict = net.solve()
        assert verdict.outcome in ("short", "cut", "first")
        assert verdict.certificate.check()


def test_every_fault_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.net"
    path.write_text("3\n3\n1\n3\n1 2\n2 x\n9 3\n")
    with pytest.raises(sy.InputError) as caught:
        sy.Network.read(path)
    assert [fault.line for fault in caught.value.faults] == [6, 7]
    assert caught.value.line == 6
    assert "x" in caught.value.reason
    assert f"{path}: line 7" in str(caught.value) and caught.value.path == str(path)
    with pytest.raises(ValueError):
        sy.Network.read(path)
    with pytest.raises(FileNotFoundError):
        sy.Network.read(tmp_path / "missing.net")
    with pytest.raises(sy.InputError, match="not a format"):
        sy.Network.read(path, format="pdf")


def test_files_without_terminals(tmp_path: Path) -> None:
    path = tmp_path / "plain.edges"
    path.write_text("a b\nb c\n")
    with pytest.raises(sy.InputError, match="terminal L"):
        sy.Network.read(path)
    assert sy.Network.read(path, left="a", right="c").left == "a"
    with pytest.raises(sy.InputError, match="'z'"):
        sy.Network.read(path, left="a", right="z")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "twice.g6"
    path.write_text("kept")
    with pytest.raises(sy.NetworkError):
        sy.Network([(0, 1), (0, 1)], 0, 1).write(path)
    assert path.read_text() == "kept"
    with pytest.raises(OSError):
        sy.Network(EDGES, 0, 3).write(tmp_path / "no" / "folder.net")


def test_certificates_are_those_of_the_program(tmp_path: Path) -> None:
    net = sy.Network(EDGES, 0, 3)
    certificate = net.solve(short=[2]).certificate
    text = certificate.json()
    again = sy.Certificate.parse(net, text)
    assert again.check() and again.json() == text and again.outcome == "short"
    # The second tree without its first edge, and with an edge of the first.
    trees = certificate.parts["short"]["trees"]
    first, second = (sorted(int(edge) + 1 for edge in tree) for tree in trees)
    wrong = text.replace(str(second).replace(" ", ""), str(second[1:]).replace(" ", ""))
    assert wrong != text
    with pytest.raises(sy.CertificateError, match="tree 2"):
        sy.Certificate.parse(net, wrong).check()
    wrong = text.replace(str(second).replace(" ", ""), str([first[0], *second[1:]]).replace(" ", ""))
    with pytest.raises(sy.CertificateError, match=f"edge {first[0] - 1} is used twice"):
        sy.Certificate.parse(net, wrong).check()
    with pytest.raises(sy.InputError):
        sy.Certificate.parse(net, "{")


def test_coin_files(tmp_path: Path) -> None:
    path = tmp_path / "game.arcs"
    path.write_text("# a game\nM N\nN M\nN Z\nalone\n")
    game = sy.coins.Game.read(path)
    assert game.labels() == {"M": 0, "N": 1, "Z": 0, "alone": 0}
    other = tmp_path / "copy.arcs"
    game.write(other)
    again = sy.coins.Game.read(other)
    assert again.labels() == game.labels() and sorted(again.arcs()) == sorted(game.arcs())
    path.write_text("a b\na b c\n")
    with pytest.raises(sy.InputError) as caught:
        sy.coins.Game.read(path)
    assert caught.value.line == 2 and str(caught.value).startswith(f"{path}: line 2")
    with pytest.raises(sy.NetworkError, match="blanks"):
        sy.coins.Game([("two words", "b")]).write(other)


def test_parse_takes_text_and_bytes() -> None:
    text = sy.Network(EDGES, 0, 3).text()
    assert sy.Network.parse(text) == sy.Network.parse(text.encode())
    assert np.array_equal(sy.Network.parse("0 1\n1 2\n", left=0, right=2).ends(), [[0, 1], [1, 2]])
