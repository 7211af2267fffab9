"""The build backend: maturin's, with the program `ssg` in the wheel, and the workspace in the sdist.

maturin puts either an extension module or programs into a wheel. Here the program is built first and handed over as
a script of the wheel, so that it is the same program that `make` builds: it starts processes of itself, which an
entry point inside Python could not.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import maturin

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "target" / "wheel-data" / "scripts"

# Folders that building does not need.
LEFT_OUT = ("e2e/", "fuzz/", "tools/", ".ci/", ".github/")

get_requires_for_build_wheel = maturin.get_requires_for_build_wheel
get_requires_for_build_editable = maturin.get_requires_for_build_editable
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    (SCRIPTS).mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def _profile() -> str:
    """The Cargo profile; `make test-python` sets `dev`, which builds faster."""
    return os.environ.get("SWITCHYARD_PROFILE", "release")


def _build_program() -> None:
    """Builds `ssg` and puts it among the scripts of the wheel."""
    # The whole workspace is selected, as the Makefile does: its tests have compiled these crates with the same features.
    command = ["cargo", "build", "--locked", "--workspace", "--bin", "ssg", "--features", "ssg/cluster"]
    command += ["--profile", _profile(), "--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    programs = [m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "ssg"]
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    program = Path(programs[-1])
    target = SCRIPTS / program.name
    shutil.copy2(program, target)
    strip = shutil.which("strip")
    if strip:
        subprocess.run([strip, str(target)], check=False)


def _with_profile() -> None:
    profile = _profile()
    if profile != "release":
        os.environ["MATURIN_PEP517_ARGS"] = f"--profile {profile}"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _build_program()
    _with_profile()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    _build_program()
    _with_profile()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def _sources() -> list[str]:
    """The files of the repository, or of an unpacked sdist."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
        names = [name for name in listed.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
    if "Cargo.toml" not in names:
        walked = (path for path in ROOT.rglob("*") if path.is_symlink() or path.is_file())
        names = [path.relative_to(ROOT).as_posix() for path in walked]
        names = [name for name in names if not name.startswith(("target/", ".git/")) and name != "PKG-INFO"]
    kept = [name for name in names if not name.startswith(LEFT_OUT) and "node_modules/" not in name]
    return sorted(kept)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        info = prepare_metadata_for_build_wheel(folder, config_settings)
        metadata = (Path(folder) / info / "METADATA").read_bytes()
    base = info.removesuffix(".dist-info")
    name = f"{base}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        header = tarfile.TarInfo(f"{base}/PKG-INFO")
        header.size = len(metadata)
        archive.addfile(header, io.BytesIO(metadata))
        for source in _sources():
            archive.add(ROOT / source, f"{base}/{source}", recursive=False)
    return name
