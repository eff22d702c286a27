"""What the painted map shows of each cell, and the drawings that stand on it."""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from PIL import Image, ImageChops

from games.el_mapa.views.view import TileView
from render.base.cache import kept
from render.base.texture import Sprite
from render.base.theme import RGB, Theme
from render.el_mapa.pieces.style import ASSETS, COLOURS


class DrawnTile(NamedTuple):
    """What the painted map shows of a cell. `thing` stands on the ground (empty under parchment), `roof` is the colour of its
    roofs, `fresh` marks what has changed."""

    up: bool
    level: int
    ground: str = ""
    thing: str = ""
    chests: int = 0
    roof: RGB = COLOURS["roof"]
    fresh: bool = False


Grid = tuple[tuple[DrawnTile | None, ...], ...]  # rows of cells; None where the map has none
Block = tuple[
    int, int, int, int
]  # rows and columns: top, left, bottom, right (both beyond the last)


def look_of(tile: TileView, theme: Theme, fresh: bool) -> DrawnTile:
    """A tile of the view as it is painted; of a face-down one no more than its level."""
    if not tile.up:
        return DrawnTile(False, tile.level, fresh=fresh)
    roof = theme.seats[tile.owner].colour if tile.owner is not None else COLOURS["roof"]
    return DrawnTile(
        True,
        tile.level,
        tile.land[0],
        thing_on(tile),
        tile.treasures,
        roof if tile.village else COLOURS["roof"],
        fresh,
    )


def thing_on(tile: TileView) -> str:
    """Which of the stored drawings stands on a tile."""
    first, odd = tile.land[0], _odd(tile.cell)
    if tile.home:
        return "home"
    match first:
        case "lake":
            return ("lake", "lake_islet", "lake_sail")[odd % 3]
        case "forest" if tile.treasures:
            return "clearing"
        case "forest" if tile.kind == "forest_pass":
            return "forest_pass"
        case "forest":
            return ("forest", "forest_other")[odd % 2]
        case "mountain":
            return f"mountain_{tile.land[1]}"
        case "orchard":
            return "orchard_field"
    return first


def _odd(cell: str) -> int:
    """A number that differs from cell to cell, the same in every process."""
    return (ord(cell[0]) - 97) * 3 + int(cell[1:]) * 7


@functools.lru_cache(maxsize=1)
def _facts() -> tuple[dict[str, int], int, tuple[int, ...]]:
    """The places of the stored drawings in their strips, the pad around a tile in hundredths, and the sizes that are stored."""
    facts = json.loads((ASSETS / "things.json").read_text(encoding="utf-8"))
    return (
        {name: at for at, name in enumerate(facts["things"])},
        facts["pad"],
        tuple(facts["tiles"]),
    )


@kept
def _strip(size: int) -> Sprite:
    """The drawings stored for tiles of a size."""
    strip = Image.open(ASSETS / f"things_{size}.png")
    strip.load()
    return strip


@kept
def thing(name: str, size: int, roof: RGB = COLOURS["roof"]) -> Sprite:
    """A drawing for tiles of `size` pixels, roofs in a colour; larger than the tile by `overhang(size)` on every side.

    The sizes of all maps are stored: decoding small drawings is faster than reducing large ones.
    """
    places, _, sizes = _facts()
    strip, side = _strip(size if size in sizes else max(sizes)), size + 2 * overhang(size)

    def cut(name: str) -> Sprite:
        left = places[name] * strip.height
        whole = strip.crop((left, 0, left + strip.height, strip.height))
        return (
            whole
            if strip.height == side
            else whole.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3)
        )

    out = cut(name)
    if f"{name}.roofs" in places:
        colour: RGB = (
            min(255, roof[0] * 255 // 186),
            min(255, roof[1] * 255 // 186),
            min(255, roof[2] * 255 // 186),
        )
        dyed = ImageChops.multiply(out.convert("RGB"), Image.new("RGB", out.size, colour))
        out.paste(dyed, (0, 0), cut(f"{name}.roofs").getchannel("A"))
    return out


def overhang(size: int) -> int:
    """How much a drawing is larger than its tile, on every side."""
    return round(_facts()[1] * size / 100)


def drawings() -> list[str]:
    """The names of all stored drawings, masks of roofs left out."""
    return [name for name in _facts()[0] if not name.endswith(".roofs")]
