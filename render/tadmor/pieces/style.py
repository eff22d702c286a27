"""Style of the game: tinted icons, the colors of `theme.toml`, places of `layout.toml`."""

from __future__ import annotations

import functools
from pathlib import Path

from render.base import icons, layout, theme
from render.base.theme import RGB, parse, read

HERE = Path(__file__).parents[1]
ASSETS = HERE / "assets"
LAYOUT = layout.load(HERE / "layout.toml")
LOOK = read(HERE / "theme.toml")
WIDTH: int = LAYOUT.int("width")
COLOURS: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["colours"].items()}
GOODS: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["goods"].items()}
PILES: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["piles"].items()}
RARE: dict[str, str] = dict(LOOK["rare"])  # icon by rare good
PART_ICONS: dict[str, str] = dict(LOOK["parts"])
CATEGORIES: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["categories"].items()}
ERAS: list[RGB] = [parse(colour) for colour in LOOK["eras"]["colours"]]
ROMAN = ("I", "II", "III")
SERIF, HEAVY_SERIF, ITALIC = theme.SERIF, theme.HEAVY_SERIF, theme.ITALIC
PLAIN, BOLD, HEAVY, BLACK = theme.PLAIN, theme.BOLD, theme.HEAVY, theme.BLACK

silhouette = functools.partial(icons.silhouette, ASSETS)
icon = functools.partial(icons.icon, ASSETS)
