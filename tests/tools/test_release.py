"""What a release writes and what it requires."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, datetime

import pytest

from tools.release import (
    CHANGES,
    ROOT,
    UNAUDITED,
    UNRELEASED,
    ReleaseNotReadyError,
    dated,
    numbered,
    unaudited,
)

CHANGELOG = "# Changelog\n\n## 0.2.0 (unreleased)\n- new\n\n## 0.1.0 (2026-11-30)\n- first\n"
PROJECT = 'name = "sobremesa"\nversion = "0.1.0"\ndependencies = ["version = 3"]\n'


def test_the_changelog_gets_its_date_and_nothing_else_changes() -> None:
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    assert dated(CHANGELOG, "0.2.0") == CHANGELOG.replace("0.2.0 (unreleased)", f"0.2.0 ({today})")


def test_a_version_for_which_nobody_could_be_asked_for_holes_says_so_and_no_other_does() -> None:
    made = dated(CHANGELOG, "0.2.0")
    said = unaudited(made, "0.2.0")
    assert said.replace(f"{UNAUDITED}\n", "") == made
    assert said.splitlines()[3] == UNAUDITED


@pytest.mark.parametrize("version", ["0.1.0", "0.3.0", "0.2"])
def test_a_version_of_which_nothing_is_said_or_that_was_released_is_refused(version: str) -> None:
    with pytest.raises(ReleaseNotReadyError, match=r"CHANGELOG\.md"):
        dated(CHANGELOG, version)


def test_what_is_not_released_does_not_pass_for_what_was() -> None:
    """After a release the version becomes the next one with `.dev0`, so that no two wheels share a name."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = re.search(r"^## (\S+) \((.*)\)$", (ROOT / CHANGES).read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert version == newest[1] + (UNRELEASED if newest[2] == "unreleased" else "")


def test_the_number_that_was_worked_for_is_written() -> None:
    assert numbered(PROJECT.replace("0.1.0", f"0.2.0{UNRELEASED}"), "0.2.0") == PROJECT.replace(
        "0.1.0", "0.2.0"
    )


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "0.10.0", "1.0.0"])
def test_the_number_is_written(version: str) -> None:
    assert numbered(PROJECT, version) == PROJECT.replace('"0.1.0"', f'"{version}"')


@pytest.mark.parametrize("version", ["0.0.9", "1", "v1.0.0", ""])
def test_a_number_that_is_none_or_behind_is_refused(version: str) -> None:
    with pytest.raises(ReleaseNotReadyError, match="VERSION"):
        numbered(PROJECT, version)
