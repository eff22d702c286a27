"""CREDITS.md lists every icon of atlases and covers with its author, and nobody else."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ICONS = (ROOT / "CREDITS.md").read_text("utf-8").split("## Icons")[1].split("## ")[0]
ROWS = re.findall(r"^\| ([A-Z][\w -]+) \| ([\w ]+) \|$", ICONS, re.MULTILINE)


def words(text: str) -> str:
    """Return a name without case, hyphens and the `@author` that separates namesakes."""
    return text.split("@")[0].replace("-", " ").lower()


def test_every_icon_in_use_is_credited_to_its_author() -> None:
    atlases = sorted(ROOT.glob("render/**/assets/**/icons.json"))
    icons = [one for file in atlases for one in json.loads(file.read_text("utf-8"))["icons"]]
    used = {(words(one["name"]), words(one["author"])) for one in icons}
    assert len(atlases) > 1
    assert used == {(words(name), words(author)) for name, author in ROWS}
