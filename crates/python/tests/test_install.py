"""The types, and the wheel in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest
import switchyard as sy

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def run(*command: str | Path, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=check, env={**os.environ, **more}
    )


def test_mypy_strict_on_a_user_s_script_and_on_the_package() -> None:
    for files in ([HERE / "user_script.py"], [HERE.parent / "python" / "switchyard"]):
        checked = run(sys.executable, "-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml", *files, check=False)
        assert checked.returncode == 0, checked.stdout


def test_mypy_finds_a_mistake(tmp_path: Path) -> None:
    script = tmp_path / "wrong.py"
    script.write_text("import switchyard as sy\nsy.bridgit('three').solve().outcom\n")
    checked = run(sys.executable, "-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml", script, check=False)
    assert checked.returncode == 1
    assert "arg-type" in checked.stdout and "attr-defined" in checked.stdout


def test_the_user_s_script_runs() -> None:
    said = run(sys.executable, HERE / "user_script.py").stdout.split("\n")
    assert said[0] == "99"
    assert said[1].startswith("short [] True ")


def test_the_stubs_are_those_of_the_extension() -> None:
    import ast

    from switchyard import _core

    stub = Path(sy.__file__).with_name("_core.pyi")
    tree = ast.parse(stub.read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert public == set(classes) | functions
    for name, node in classes.items():
        stubbed = {item.name for item in node.body if isinstance(item, ast.FunctionDef)} - {"__init__"}
        assert stubbed == {member for member in vars(getattr(_core, name)) if not member.startswith("_")}, name


def test_the_wheel_alone(tmp_path: Path) -> None:
    wheels = sorted((ROOT / "target" / "wheels").glob("switchyard_games-*.whl"), key=os.path.getmtime)
    if not wheels:
        pytest.skip("no wheel in target/wheels: make test-python builds it")
    assert "cp310-abi3" in wheels[-1].name
    folder = tmp_path / "empty"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheels[-1])
    said = run(python, "-c", "import switchyard as sy; print(sy.bridgit(3).solve().outcome, sy.__version__)")
    assert said.stdout.split() == ["first", sy.__version__]
    board = tmp_path / "board.net"
    sy.bridgit(3).write(board)
    program = folder / "bin" / "ssg"
    answer = run(program, "solve", "--json", board)
    assert '"outcome":"first"' in answer.stdout.replace(" ", "")
    assert run(program, "nonsense", check=False).returncode == 2
    # The program starts processes of itself for players that are programs.
    player = tmp_path / "player.sh"
    player.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
    player.chmod(0o755)
    game = run(program, "referee", "--short", player, "--cut", "random", "--json", board)
    assert '"winner":"short"' in game.stdout.replace(" ", "")
    files = run(python, "-m", "pip", "show", "--files", "switchyard-games").stdout
    assert "switchyard/py.typed" in files and "switchyard/_core.pyi" in files


def test_the_sdist_has_all_that_building_needs(tmp_path: Path) -> None:
    said = run(
        sys.executable,
        "-c",
        f"import backend; print(backend.build_sdist({str(tmp_path)!r}))",
        PYTHONPATH=str(HERE.parent / "build"),
        PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    )
    name = said.stdout.split()[-1]
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path, filter="data")
    tree = tmp_path / name.removesuffix(".tar.gz")
    assert "Name: switchyard-games" in (tree / "PKG-INFO").read_text()
    # Every member of the workspace is there, and the lock file fits.
    run("cargo", "metadata", "--locked", "--offline", "--format-version", "1", "--manifest-path", tree / "Cargo.toml")
    assert (tree / "crates" / "ssg" / "page" / "index.html").is_file()
    # The documents that the program contains.
    assert (tree / "crates" / "documents" / "sources" / "docs" / "results" / "trust.md").is_file()
    assert not (tree / "target").exists() and not (tree / "e2e").exists()
