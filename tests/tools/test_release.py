"""What a release writes, and what it asks for before."""

from __future__ import annotations

import os
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools.release import UNAUDITED, NotReady, dated, numbered, unaudited

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## 0.2.0 (unreleased)\n- new\n\n## 0.1.0 (2026-11-30)\n- first\n"
PROJECT = 'name = "sobremesa"\nversion = "0.1.0"\ndependencies = ["version = 3"]\n'


def test_known_holes_are_looked_for_in_the_extras_too():
    words = ["make", "-n", "-o", ".venv/.stamp-dist", "audit"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    asked = set(re.findall(r"-r (\S+)", next(line for line in said.splitlines() if "pip_audit" in line)))
    assert asked == {file.name for file in ROOT.glob("requirements*.txt")}
    extras = re.findall(r'^\w+ = \["(requirements-\w+\.txt)"\]', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert len(extras) > 1
    assert {"requirements.txt", "requirements-dist.txt", *extras} <= asked


def test_the_changelog_gets_its_date_and_nothing_else_changes():
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    assert dated(CHANGELOG, "0.2.0") == CHANGELOG.replace("0.2.0 (unreleased)", f"0.2.0 ({today})")


def test_a_version_for_which_nobody_could_be_asked_for_holes_says_so_and_no_other_does():
    made = dated(CHANGELOG, "0.2.0")
    said = unaudited(made, "0.2.0")
    assert said.replace(f"{UNAUDITED}\n", "") == made
    assert said.splitlines()[3] == UNAUDITED


@pytest.mark.parametrize("unasked", ["", "UNAUDITED=1"])
def test_only_there_packages_of_which_nothing_is_known_are_let_pass(unasked: str):
    words = ["make", "-n", "-o", ".venv/.stamp-dist", "-o", ".venv/.stamp-dev", "audit", *([unasked] if unasked else [])]
    bare = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "UNAUDITED")}
    said = subprocess.run(words, cwd=ROOT, env=bare, capture_output=True, text=True, check=True).stdout
    assert ("--strict" in said) is not bool(unasked)


@pytest.mark.parametrize("version", ["0.1.0", "0.3.0", "0.2"])
def test_a_version_of_which_nothing_is_said_or_that_was_released_is_refused(version: str):
    with pytest.raises(NotReady, match=r"CHANGELOG\.md"):
        dated(CHANGELOG, version)


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "0.10.0", "1.0.0"])
def test_the_number_is_written(version: str):
    assert numbered(PROJECT, version) == PROJECT.replace('"0.1.0"', f'"{version}"')


@pytest.mark.parametrize("version", ["0.0.9", "1", "v1.0.0", ""])
def test_a_number_that_is_none_or_behind_is_refused(version: str):
    with pytest.raises(NotReady, match="VERSION"):
        numbered(PROJECT, version)
