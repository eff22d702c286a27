"""Measure branch coverage and print it per package: `make coverage`.

This runs the fast tests (those of `make quick`) in as many processes as there are cores. Arguments
are passed to pytest and select other tests instead. It returns 1 if a test fails or if a package is
below its floor in `pyproject.toml` (`[tool.sobremesa.coverage]`); with other tests, floors are not
checked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import quick

ROOT = Path(__file__).parents[1]
# keys of a file's summary in coverage.py's JSON, in the order of `Measured`
KEYS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


class Measured(NamedTuple):
    """Number of lines and branches of a package, and how many of them ran."""

    lines: int
    lines_run: int
    branches: int
    branches_run: int

    @property
    def percent(self) -> float:
        """Return the share of lines and branches that ran, in percent.

        It is counted as in `coverage report`.
        """
        total = self.lines + self.branches
        return 100 * (self.lines_run + self.branches_run) / total if total else 100.0


def package_of(file: str) -> str:
    """Return the package of a file: `app`, `games/core`, `games/tadmor`, `render/tadmor`."""
    parts = Path(file).parts
    return "/".join(parts[: 2 if parts[0] in ("games", "render") and len(parts) > 2 else 1])


def packages(files: Mapping[str, Any]) -> dict[str, Measured]:
    """Return the figures of each package from the `files` of a coverage report in JSON."""
    sums: dict[str, Counter[str]] = {}
    for file, found in files.items():
        figures = {key: found["summary"][key] for key in KEYS}
        sums.setdefault(package_of(file), Counter()).update(figures)
    return {
        package: Measured(*(counts[key] for key in KEYS))
        for package, counts in sorted(sums.items())
    }


def packages_below_floor(found: Mapping[str, Measured], floors: Mapping[str, float]) -> list[str]:
    """Return the packages below their floors, and those with a floor that were not measured."""
    return [
        package
        for package, floor in floors.items()
        if package not in found or found[package].percent < floor
    ]


def table(found: Mapping[str, Measured], floors: Mapping[str, float]) -> str:
    """Return the figures as a table, the total last."""
    total = Measured(*(sum(column) for column in zip(*found.values(), strict=True)))
    rows = [f"{'package':<32}{'lines':>8}{'branches':>10}{'covered':>9}{'floor':>7}"]
    for package, one in [*found.items(), ("total", total)]:
        floor = f"{floors[package]:.0f} %" if package in floors else ""
        rows.append(f"{package:<32}{one.lines:>8}{one.branches:>10}{one.percent:>7.1f} %{floor:>7}")
    return "\n".join(rows)


def floors_of(project: Path = ROOT / "pyproject.toml") -> dict[str, float]:
    """Return the floor of each package, in percent."""
    floors: dict[str, float] = tomllib.loads(project.read_text("utf-8"))["tool"]["sobremesa"][
        "coverage"
    ]
    return floors


def report(data: Path, floors: Mapping[str, float]) -> int:
    """Print the table of the coverage data in a file; return 1 if a floor is missed."""
    out = data.with_name("coverage.json")
    _coverage("json", "-q", f"--data-file={data}", "-o", str(out))
    found = packages(json.loads(out.read_text("utf-8"))["files"])
    print(table(found, floors))
    missed = packages_below_floor(found, floors)
    for package in missed:
        print(f"{package} is below its floor of {floors[package]:.0f} %.", file=sys.stderr)
    return 1 if missed else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tests under coverage.py, print the table and return the exit code."""
    chosen = list(sys.argv[1:] if argv is None else argv)
    tests = chosen or ["-n", str(os.cpu_count() or 1), "--dist", "worksteal", *quick.chosen("")]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        # Each process writes a file of its own beside `data`.
        run = _coverage("run", "-p", f"--data-file={data}", "-m", "pytest", *tests, check=False)
        _coverage("combine", "-q", f"--data-file={data}", folder)
        return report(data, {} if chosen else floors_of()) or run


def _coverage(*arguments: str, check: bool = True) -> int:
    command = [sys.executable, "-m", "coverage", *arguments]
    return subprocess.run(command, cwd=ROOT, check=check).returncode


if __name__ == "__main__":
    sys.exit(main())
