"""Sprites drawn in advance by ``tools/art``, in one image strip per game.

They equal what the drawing functions would draw, and loading them is faster. The strip holds
sprites that nearly every picture needs, so the first picture of a process is drawn sooner.
"""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from render.base.cache import cached
from render.base.texture import Sprite

NAME = "premade"  # stem of both files in a game's assets


@cached
def _strip(folder: Path) -> tuple[Sprite, dict[str, tuple[int, int, int]]]:
    """Return a game's strip, and the left edge, width and height of each sprite by name."""
    strip = Image.open(folder / f"{NAME}.png")
    strip.load()
    return strip, json.loads((folder / f"{NAME}.json").read_text(encoding="utf-8"))


def find(folder: Path, name: str) -> Sprite | None:
    """Return a stored sprite of the game with these assets, or None if it must be drawn."""
    strip, places = _strip(folder)
    if name not in places:
        return None
    x, w, h = places[name]
    return strip.crop((x, 0, x + w, h))
