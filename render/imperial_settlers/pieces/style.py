"""Style of the game: tinted icons, the colors of `theme.toml`, places of `layout.toml`."""

from __future__ import annotations

import functools
from pathlib import Path

from render.base import icons, layout
from render.base.theme import RGB, parse, read

HERE = Path(__file__).parents[1]
ASSETS = HERE / "assets"
LAYOUT = layout.load(HERE / "layout.toml")
LOOK = read(HERE / "theme.toml")
WIDTH: int = LAYOUT.int("width")
Ground = tuple[RGB, str]  # color and the icon on it
GOODS: dict[str, Ground] = {
    name: (parse(colour), icon) for name, (colour, icon) in LOOK["goods"].items()
}
GLYPHS: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["glyphs"].items()}
COLORS: dict[str, Ground] = {
    name: (parse(colour), icon) for name, (colour, icon) in LOOK["colors"].items()
}
KINDS: dict[str, RGB] = {name: parse(colour) for name, (colour, _) in LOOK["kinds"].items()}
KIND_ICONS: dict[str, str] = {name: icon for name, (_, icon) in LOOK["kinds"].items()}
FRAMES: dict[str, RGB] = {name: parse(frame) for name, (frame, _, _) in LOOK["factions"].items()}
LINES: dict[str, RGB] = {name: parse(line) for name, (_, line, _) in LOOK["factions"].items()}
CRESTS: dict[str, str] = {name: crest for name, (_, _, crest) in LOOK["factions"].items()}
FEET: dict[str, Ground] = {
    name: (parse(colour), icon) for name, (colour, icon) in LOOK["feet"].items()
}

silhouette = functools.partial(icons.silhouette, ASSETS)
icon = functools.partial(icons.icon, ASSETS)
