"""Style of the game: tinted icons, colors of resources and dice, the layout."""

from __future__ import annotations

import functools
from pathlib import Path

from render.base import icons, layout
from render.base.theme import RGB, parse, read

HERE = Path(__file__).parents[1]
ASSETS = HERE / "assets"
LAYOUT = layout.load(HERE / "layout.toml")
LOOK = read(HERE / "theme.toml")
# Icon and color of each track, in their order.
TRACKS: dict[str, tuple[str, RGB]] = {
    what: (name, parse(colour)) for what, (name, colour) in LOOK["tracks"].items()
}
LAND: dict[str, RGB] = {
    name: parse(colour) for name, colour in LOOK["land"].items() if isinstance(colour, str)
}
PAVES: list[RGB] = [parse(colour) for colour in LOOK["land"]["paves"]]

silhouette = functools.partial(icons.silhouette, ASSETS)
icon = functools.partial(icons.icon, ASSETS)
