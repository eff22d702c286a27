"""Run mutation tests: break the code in one small way at a time and expect a failing test.

`tests/mutants.toml` lists the mutants: name, file, text before and after, tests to run. Each is
applied to a copy of the tree. `python -m tools.mutants` tries all; `python -m tools.mutants
undo lock` those whose name contains one of the words. Returns 1 if a mutant survives or no
longer fits its file.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "mutants.toml"
LEFT_OUT = shutil.ignore_patterns(
    ".venv", ".git", "var", "gallery", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"
)
TEST_TIMEOUT_S = 1800  # a mutant that makes the tests hang counts as caught
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)(?: - (.*))?", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """Small change of the code; `old` occurs exactly once in `file`."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def load() -> list[Mutant]:
    """Return the list of mutants.

    Raises `ValueError` for a duplicate name.
    """
    found = [
        Mutant(one["name"], one["file"], one["old"], one["new"], tuple(one["tests"].split()))
        for one in tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    ]
    if len({one.name for one in found}) != len(found):
        raise ValueError("a name stands twice")
    return found


def fits(one: Mutant) -> bool:
    """Return whether the text to be changed occurs exactly once in its file."""
    return (ROOT / one.file).read_text("utf-8").count(one.old) == 1


def run(one: Mutant, tree: Path) -> tuple[str, str]:
    """Apply a mutant to the copy `tree`, run its tests, and undo the change.

    Returns the first failing test and its message, or two empty strings if all tests pass.
    """
    path = tree / one.file
    before = path.read_text("utf-8")
    path.write_text(before.replace(one.old, one.new), "utf-8")
    # Python would reuse the bytecode of the old source if size and mtime (in seconds) are the
    # same
    Path(cache_from_source(path)).unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-r",
        "fE",
        *one.tests,
    ]
    try:
        result = subprocess.run(
            command, cwd=tree, capture_output=True, text=True, check=False, timeout=TEST_TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        return one.tests[0], f"did not end within {TEST_TIMEOUT_S // 60} minutes"
    finally:
        path.write_text(before, "utf-8")
    if result.returncode == 0:
        return "", ""
    found = _FAILED.search(result.stdout)
    return (
        (found[1], (found[2] or "")[:100])
        if found
        else ("?", (result.stdout + result.stderr)[-200:])
    )


def trials(chosen: Iterable[Mutant]) -> int:
    """Try the mutants; return how many survived or no longer fit."""
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        for one in chosen:
            if not fits(one):
                print(f"STALE     {one.name}: the text is not there once", flush=True)
                bad += 1
                continue
            test, message = run(one, tree)
            bad += not test
            print(f"{'caught' if test else 'SURVIVED':<9} {one.name}: {test} {message}", flush=True)
    return bad


def main(argv: list[str] | None = None) -> int:
    """Try the chosen mutants; return 1 if one survives or no longer fits its file."""
    parser = argparse.ArgumentParser(
        prog="mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", help="only those whose name contains one of these words"
    )
    words = parser.parse_args(argv).names
    chosen = [one for one in load() if not words or any(word in one.name for word in words)]
    bad = trials(chosen)
    print(f"{len(chosen) - bad} of {len(chosen)} caught")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
