"""Texts for users keep to the words of docs/voice.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("ui/text", "app/text", "ops/terminal/text", "games/core/text", "render/text")


def forbidden(lang: str) -> list[str]:
    """Return the words that docs/voice.md rules out in a language."""
    rows = re.findall(r"^\| .* \|$", (ROOT / "docs" / "voice.md").read_text("utf-8"), re.MULTILINE)
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    column = {"en": 3, "es": 4}[lang]
    table = [row for row in cells if len(row) == 5 and not set(row[0]) <= {"-", " "}]
    return [word for row in table[1:] for word in row[column].split(", ") if word]


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Yield where a text stands, and the text."""
    games = sorted(path.parent.name for path in (ROOT / "games").glob("*/text"))
    for folder in (*FOLDERS, *(f"games/{game}/text" for game in games if game != "core")):
        catalogue = tomllib.loads((ROOT / folder / f"{lang}.toml").read_text("utf-8"))
        for key, text in leaves(catalogue, ""):
            yield f"{folder}: {key}", text
    for path in sorted((ROOT / "games").glob(f"*/help/{lang}.md")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line


def leaves(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield dotted keys and texts of a catalogue."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield prefix + key, value


@pytest.mark.parametrize("lang", ["en", "es"])
def test_one_word_is_used_for_one_thing(lang: str) -> None:
    words = forbidden(lang)
    assert len(words) > 5
    either_case = [form for word in words for form in (word, word[0].upper() + word[1:])]
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, either_case))})\b")
    found = [
        f"{where}: {match[0]}"
        for where, text in texts(lang)
        for match in pattern.finditer(re.sub(r"\{[^{}]*\}|\{#[^}]*\}|`[^`]*`", "", text))
    ]
    assert not found
