"""Style of the game: tinted icons of the atlas, colors of goods and actions, the layout."""

from __future__ import annotations

import functools
from pathlib import Path

from render.base import icons, layout
from render.base.texture import Sprite
from render.base.theme import RGB, parse, read

HERE = Path(__file__).parents[1]
ASSETS = HERE / "assets"
LAYOUT = layout.load(HERE / "layout.toml")
LOOK = read(HERE / "theme.toml")
GOODS: dict[str, tuple[str, RGB]] = {
    good: (icon, parse(colour)) for good, (icon, colour) in LOOK["goods"].items()
}
ACTIONS: dict[str, tuple[str, RGB]] = {
    op: (icon, parse(colour)) for op, (icon, colour) in LOOK["actions"].items()
}
MAP: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["map"].items()}


icon = functools.partial(icons.icon, ASSETS)


def trimmed(good: str, size: int) -> Sprite:
    """Return a good's icon without transparent columns at its sides."""
    sprite = icon(GOODS[good][0], size, GOODS[good][1])
    left, _, right, _ = sprite.getbbox() or (0, 0, size, size)
    return sprite.crop((left, 0, right, size))
