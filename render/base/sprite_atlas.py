"""Sprites that `tools/art` has drawn in advance, in one image strip per game.

They equal what the drawing functions would draw, but load faster. The strip has the sprites that
nearly every picture needs, so that the first picture of a process is drawn sooner.
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
    """Return a game's strip, and (left edge, width, height) of each sprite by name."""
    strip = Image.open(folder / f"{NAME}.png")
    strip.load()
    return strip, json.loads((folder / f"{NAME}.json").read_text(encoding="utf-8"))


def find(folder: Path, name: str) -> Sprite | None:
    """Return a stored sprite from a game's assets; None if the caller must draw it."""
    strip, places = _strip(folder)
    if name not in places:
        return None
    x, w, h = places[name]
    return strip.crop((x, 0, x + w, h))
