"""The commit-msg hook: accepted and refused messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import commit_message


@pytest.mark.parametrize(
    "message",
    [
        "Log a deleted channel only once",
        "Pass the seat to the parser\n\nThe parser needs it for hints.",
        "Merge branch 'x' into y, however long the names of the two branches may be in the end",
        "Add a test\n# a comment of git that is not part of the message",
    ],
)
def test_an_instruction_is_taken(message: str) -> None:
    assert commit_message.faults(message) == []


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ("", "empty"),
        ("# only a comment", "empty"),
        ("Of a channel that is gone the log has one line", "instruction"),
        ("Added a test", "instruction"),
        ("Fixes the log", "instruction"),
        ("Log a deleted channel only once.", "full stop"),
        ("Log " + "x" * 69, "73 characters"),
        ("Log it once\nbecause twice is noise", "blank line"),
    ],
)
def test_anything_else_is_refused(message: str, part: str) -> None:
    (fault,) = commit_message.faults(message)
    assert part in fault


def test_the_hook_exits_by_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Add a test\n", encoding="utf-8")
    assert commit_message.main([str(file)]) == 0
    file.write_text("The test\n", encoding="utf-8")
    assert commit_message.main([str(file)]) == 1
    assert "instruction" in capsys.readouterr().err
