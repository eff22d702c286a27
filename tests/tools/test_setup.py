"""Setup on machines where something is missing: a clear message, nothing half done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import browser

ROOT = Path(__file__).parents[2]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a folder like a fresh clone, as far as setup needs it."""
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/setup.sh", "tools/package.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text("", "utf-8")
    return tmp_path


def run(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def fake(folder: Path, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def test_no_python_at_all(machine: Path) -> None:
    done = run(machine, "make", "setup", PYTHON="no-such-python")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert not (machine / ".venv").exists()


def test_a_python_that_is_too_old_or_does_not_start(machine: Path) -> None:
    old = fake(machine, "old", "exit 1")
    done = run(machine, "make", "setup", PYTHON=old)
    assert "needs Python 3.11 or newer" in done.stderr


def test_a_debian_without_venv(machine: Path) -> None:
    bare = fake(
        machine, "bare", f'case "$2" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"'
    )
    done = run(machine, "make", "setup", PYTHON=bare)
    assert done.returncode != 0
    assert f"python3.{sys.version_info.minor}-venv" in done.stderr


@pytest.mark.slow
def test_setup_makes_an_environment_once_and_mends_a_broken_one(machine: Path) -> None:
    def setup() -> str:
        done = run(machine, "make", "setup", PYTHON=sys.executable)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Creating .venv" in setup()
    assert "Creating" not in setup()
    python = machine / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")  # as after an upgrade of the system's Python
    assert "Creating .venv" in setup()


def installed_by(machine: Path, *, uv: str = "") -> list[str]:
    """Run setup with programs that only note their arguments; return the commands that install.

    `uv`: the script of a `uv`; "" if there is none.
    """
    log, python = machine / "log", machine / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    fake(python.parent, "python", f'echo "python $*" >> {log}')
    programs = machine / "bin"
    programs.mkdir()
    (programs / "sh").symlink_to(shutil.which("sh") or "sh")
    if uv:
        fake(programs, "uv", f'echo "uv $*" >> {log}; {uv}')
    done = run(
        machine, "sh", "tools/setup.sh", "requirements.txt", ".venv/stamp", PATH=str(programs)
    )
    assert done.returncode == 0, done.stderr
    assert (machine / ".venv" / "stamp").exists()
    return [line for line in log.read_text("utf-8").splitlines() if " install " in line]


def test_setup_installs_the_lock_and_checks_its_hashes(machine: Path) -> None:
    (machine / "requirements.lock").write_text("", "utf-8")
    (command,) = installed_by(machine)
    assert command.startswith("python -m pip install")
    assert command.endswith("--require-hashes -r requirements.lock")


def test_setup_without_a_lock_installs_the_pins(machine: Path) -> None:
    (command,) = installed_by(machine)
    assert command.endswith("-r requirements.txt")


def test_setup_uses_uv_where_it_is_installed(machine: Path) -> None:
    (machine / "requirements.lock").write_text("", "utf-8")
    (command,) = installed_by(machine, uv="exit 0")
    assert command.startswith("uv pip install")
    assert command.endswith(".venv/bin/python --require-hashes -r requirements.lock")


def test_setup_uses_pip_where_uv_fails(machine: Path) -> None:
    commands = installed_by(machine, uv="exit 1")
    assert [command.split()[0] for command in commands] == ["uv", "python"]


@pytest.mark.parametrize(
    ("module", "what"), [("tests.browser", "Chromium"), ("tests.postgres", "PostgreSQL server")]
)
def test_without_a_program_a_loud_line_and_no_failure(
    machine: Path, module: str, what: str
) -> None:
    python = machine / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    fake(python.parent, "python", "exit 1")
    tools = machine / "bin"
    tools.mkdir()
    for name in ("sh", "id"):
        (tools / name).symlink_to(shutil.which(name) or name)
    done = run(
        machine,
        "sh",
        "tools/package.sh",
        module,
        what,
        "tests",
        "PLACE",
        "package",
        PATH=str(tools),
    )
    assert done.returncode == 0
    assert f"No {what}" in done.stderr
    assert "SKIPPED" in done.stderr


def test_the_browser_named_by_the_environment_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser.find.cache_clear()
    monkeypatch.setenv("CHROMIUM", fake(tmp_path, "mine", "exit 0"))
    assert browser.find() == str(tmp_path / "mine")
    browser.find.cache_clear()
    monkeypatch.setenv("CHROMIUM", fake(tmp_path, "broken", "exit 1"))
    assert browser.find() != str(tmp_path / "broken")
    browser.find.cache_clear()
