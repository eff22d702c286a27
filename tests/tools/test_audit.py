"""Which packages are checked for vulnerabilities, by which source, and the findings."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools import audit
from tools.audit import (
    Findings,
    pins,
    project_page_findings,
    shipped_requirements,
    with_dependencies,
)

ROOT = Path(__file__).parents[2]


def test_what_goes_out_is_what_the_bot_and_its_extras_need_and_no_tool() -> None:
    assert {file.name for file in shipped_requirements()} == {
        "requirements.txt",
        "requirements-postgres.txt",
        "requirements-sentry.txt",
    }
    out = with_dependencies(pins(shipped_requirements()))
    assert {
        "discord-py",
        "asyncpg",
        "sentry-sdk",
        "aiohttp",
        "multidict",
    } <= out.keys()  # the last is pinned by nobody
    assert "pytest" not in out


def test_files_name_others_and_an_extra_brings_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("# why\n-r two.txt\naiohttp==3.0 # of another\n", "utf-8")
    (tmp_path / "two.txt").write_text("hypothesis==6.0\n", "utf-8")
    assert [str(one) for one in pins([tmp_path / "one.txt"])] == ["hypothesis==6.0", "aiohttp==3.0"]
    assert "coverage" not in with_dependencies([Requirement("pytest")])
    assert {"pytest", "pluggy"} <= with_dependencies([Requirement("pytest")]).keys()


def test_a_page_answers_for_the_newest_version_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [
        {"id": "PYSEC-1", "fixed_in": ["2.1"]},
        {"id": "PYSEC-2", "fixed_in": [], "withdrawn": "2026-01-05"},
    ]
    (tmp_path / "oars.json").write_text(
        json.dumps({"info": {"version": "2.0"}, "vulnerabilities": known}), "utf-8"
    )
    (tmp_path / "sails.json").write_text("no page", "utf-8")
    monkeypatch.setattr(audit, "PAGE", f"file://{tmp_path}/{{}}.json")
    assert project_page_findings("oars", "2.0") == [{"id": "PYSEC-1", "mended": ["2.1"]}]
    assert project_page_findings("oars", "1.9") is None
    assert project_page_findings("sails", "2.0") is None
    assert project_page_findings("rudder", "2.0") is None


def test_pages_are_asked_of_what_pip_audit_was_told_nothing_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holes: audit.Holes = [{"id": "PYSEC-1", "mended": []}]
    pages = {"sails": holes, "oars": None}
    monkeypatch.setattr(audit, "audited", lambda _: {"keel": []})
    monkeypatch.setattr(audit, "project_page_findings", lambda name, _: pages[name])
    found = audit.audit_all({"keel": "1", "sails": "2", "oars": "3"})
    assert found == Findings({"keel": [], "sails": holes}, {"oars"})


@pytest.mark.parametrize(
    ("holes", "unasked", "strict", "lax"),
    [
        ({}, set(), 0, 0),
        ({}, {"pytest"}, 0, 0),  # a tool of ours
        ({}, {"aiohttp"}, 2, 0),
        ({"pytest": [{"id": "PYSEC-1", "mended": ["9"]}]}, {"aiohttp"}, 1, 1),
    ],
)
def test_a_hole_stops_always_and_silence_where_people_would_get_it(
    holes: dict[str, audit.Holes],
    unasked: set[str],
    strict: int,
    lax: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(audit, "audit_all", lambda _: Findings(holes, unasked))
    monkeypatch.setattr(
        audit,
        "with_dependencies",
        lambda pinned: {"aiohttp": "3"} | ({"pytest": "9"} if len(list(pinned)) > 20 else {}),
    )
    assert (audit.main([]), audit.main(["--unaudited"])) == (strict, lax)
    said = capsys.readouterr().out
    assert all(name in said for name in (*holes, *unasked))


@pytest.mark.parametrize("unasked", ["", "UNAUDITED=1"])
def test_make_lets_silence_pass_only_where_it_is_told_to(unasked: str) -> None:
    words = [
        "make",
        "-n",
        "-o",
        ".venv/.stamp-dist",
        "-o",
        ".venv/.stamp-dev",
        "audit",
        *([unasked] if unasked else []),
    ]
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("MAKEFLAGS", "MFLAGS", "UNAUDITED")
    }
    said = subprocess.run(
        words, cwd=ROOT, env=bare, capture_output=True, text=True, check=True
    ).stdout
    assert ("--unaudited" in said) is bool(unasked)
