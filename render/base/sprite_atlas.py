"""Sprites that ``tools/art`` has drawn beforehand, by name, in a strip of a game that is quickly decoded: the very same pixels as
their painter would make, for what nearly every first picture of a process shows."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from render.base.cache import kept
from render.base.texture import Sprite

NAME = "premade"  # of both files in a game's assets


@kept
def _strip(folder: Path) -> tuple[Sprite, dict[str, tuple[int, int, int]]]:
    """A game's strip, and for each name where it begins in it, its width and height."""
    strip = Image.open(folder / f"{NAME}.png")
    strip.load()
    return strip, json.loads((folder / f"{NAME}.json").read_text(encoding="utf-8"))


def find(folder: Path, name: str) -> Sprite | None:
    """A stored sprite of the game with these assets; None for one that is to be drawn."""
    strip, places = _strip(folder)
    if name not in places:
        return None
    x, w, h = places[name]
    return strip.crop((x, 0, x + w, h))
