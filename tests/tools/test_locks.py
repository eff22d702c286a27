"""The locks hold what the requirements pin, with all dependencies and their hashes."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.audit import pins

ROOT = Path(__file__).parents[2]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def locked(file: Path) -> list[tuple[Requirement, int]]:
    """Return the packages of a lock, each with the number of its hashes."""
    text = file.read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [
        (Requirement(line.partition(" --hash")[0].strip()), len(HASH.findall(line)))
        for line in lines
    ]


def versions(file: Path) -> dict[str, set[str]]:
    """Return the versions of each package of a lock; some differ by system or Python."""
    found: dict[str, set[str]] = {}
    for one, _ in locked(file):
        found.setdefault(canonicalize_name(one.name), set()).add(str(one.specifier))
    return found


def test_what_a_target_of_make_installs_has_a_lock() -> None:
    assert {file.stem for file in LOCKS} == {
        "requirements",
        "requirements-dev",
        "requirements-dist",
        "requirements-docs",
    }


@pytest.mark.parametrize("lock", LOCKS, ids=lambda file: file.stem)
def test_a_lock_has_every_pin_and_only_packages_with_hashes(lock: Path) -> None:
    found = versions(lock)
    for pin in pins([lock.with_suffix(".txt")]):
        assert found.get(canonicalize_name(pin.name)) == {str(pin.specifier)}, "run `make lock`"
    assert [one.name for one, hashes in locked(lock) if not hashes] == []
    assert all(re.fullmatch(r"==[^=,*]+", version) for each in found.values() for version in each)


def test_all_locks_agree_because_they_share_an_environment() -> None:
    together: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, found in versions(lock).items():
            assert together.setdefault(name, found) == found, (lock.name, name)


def test_the_lock_has_all_that_the_installed_packages_need() -> None:
    found = versions(ROOT / "requirements.lock")
    for name in found:
        try:
            needs = metadata.distribution(name).requires or ()
        except metadata.PackageNotFoundError:
            continue  # of another system or Python
        for need in map(Requirement, needs):
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in found, (name, str(need))
