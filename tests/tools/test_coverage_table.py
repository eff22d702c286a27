"""The table of branch coverage: sums per package, floors, a real run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools import coverage_table
from tools.coverage_table import (
    Measured,
    floors_of,
    package_of,
    packages,
    packages_below_floor,
    table,
)


def summary(lines: int, ran: int, branches: int, branches_ran: int) -> dict[str, Any]:
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": ran,
            "num_branches": branches,
            "covered_branches": branches_ran,
        }
    }


FILES = {
    "app/app.py": summary(10, 9, 2, 1),
    "app/match/moves.py": summary(30, 27, 8, 5),
    "games/tadmor/rules/turn/free.py": summary(5, 0, 0, 0),
    "games/hosted.py": summary(1, 1, 0, 0),
}


def test_files_are_summed_by_package() -> None:
    found = packages(FILES)
    assert found["app"] == Measured(40, 36, 10, 6)
    assert found["app"].percent == pytest.approx(100 * 42 / 50)
    assert list(found) == ["app", "games", "games/tadmor"]
    assert package_of("render/base/cache.py") == "render/base"


def test_a_package_below_its_floor_or_not_measured_is_named() -> None:
    found = packages(FILES)
    assert packages_below_floor(found, {"app": 84.0, "games/tadmor": 0.0}) == []
    assert packages_below_floor(found, {"app": 84.1, "games/tadmor": 1.0, "db": 1.0}) == [
        "app",
        "games/tadmor",
        "db",
    ]


def test_the_table_ends_with_the_total_and_shows_floors() -> None:
    lines = table(packages(FILES), {"app": 80.0}).splitlines()
    assert lines[1].split() == ["app", "40", "10", "84.0", "%", "80", "%"]
    assert lines[-1].split() == ["total", "46", "10", "76.8", "%"]


def test_every_floor_is_of_a_package() -> None:
    floors = floors_of()
    assert floors
    for package, floor in floors.items():
        assert (coverage_table.ROOT / package).is_dir(), package
        assert 0 < floor < 100


def test_a_run_measures_and_prints(capfd: pytest.CaptureFixture[str]) -> None:
    test = Path("tests/core/test_rng.py")
    assert coverage_table.main([str(test), "-p", "no:cacheprovider", "-p", "no:xdist"]) == 0
    row = next(line for line in capfd.readouterr().out.splitlines() if "games/core" in line)
    assert 0 < float(row.split()[3]) < 100
