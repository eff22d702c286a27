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
GROUND: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["ground"].items()}
FOG: dict[int, RGB] = {int(level): parse(colour) for level, colour in LOOK["fog"].items()}
LEVELS: dict[int, RGB] = {int(level): parse(colour) for level, colour in LOOK["levels"].items()}
GOODS: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["goods"].items()}
COLOURS: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["colours"].items()}
TROOPS: dict[str, str] = dict(LOOK["troops"])
HOUSES: dict[str, str] = {name: str(sign) for name, (sign, *_) in LOOK["houses"].items()}
TECHS: dict[str, str] = {name: str(sign) for name, (sign, *_) in LOOK["techs"].items()}
ROMAN = ("", "I", "II", "III", "IV")

icon = functools.partial(icons.icon, ASSETS)
