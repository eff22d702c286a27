"""Content of each cell on the painted map, and the stored drawings for it.

`look_of` turns a tile of the view into a `DrawnTile`, which has all that the painters need.
"""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from PIL import Image, ImageChops

from games.el_mapa.views.view import TileView
from render.base.cache import cached
from render.base.texture import Sprite
from render.base.theme import RGB, Theme
from render.el_mapa.pieces.style import ASSETS, COLOURS


class DrawnTile(NamedTuple):
    """Content of a cell on the painted map.

    - `up`: whether the tile is face up; face-down tiles are covered by parchment
    - `level`: level of the tile, written on the parchment
    - `ground`: kind of ground, which decides the color; "" if face down
    - `drawing`: name of the drawing on the ground; "" if face down
    - `chests`: number of treasures on it
    - `roof`: color of the drawing's roofs
    - `changed`: whether the tile glows because it has changed
    """

    up: bool
    level: int
    ground: str = ""
    drawing: str = ""
    chests: int = 0
    roof: RGB = COLOURS["roof"]
    changed: bool = False


Grid = tuple[tuple[DrawnTile | None, ...], ...]  # rows of cells; None where the map has no tile
# First row and column, then the row and column after the last: top, left, bottom, right.
Block = tuple[int, int, int, int]


def look_of(tile: TileView, theme: Theme, changed: bool) -> DrawnTile:
    """Return the painted content of a tile; for a face-down tile only its level."""
    if not tile.up:
        return DrawnTile(False, tile.level, changed=changed)
    roof = theme.seats[tile.owner].colour if tile.owner is not None else COLOURS["roof"]
    return DrawnTile(
        True,
        tile.level,
        tile.land[0],
        drawing_name(tile),
        tile.treasures,
        roof if tile.village else COLOURS["roof"],
        changed,
    )


def drawing_name(tile: TileView) -> str:
    """Return the name of the stored drawing for a tile."""
    land, variant = tile.land[0], _variant(tile.cell)
    if tile.home:
        return "home"
    match land:
        case "lake":
            return ("lake", "lake_islet", "lake_sail")[variant % 3]
        case "forest" if tile.treasures:
            return "clearing"
        case "forest" if tile.kind == "forest_pass":
            return "forest_pass"
        case "forest":
            return ("forest", "forest_other")[variant % 2]
        case "mountain":
            return f"mountain_{tile.land[1]}"
        case "orchard":
            return "orchard_field"
    return land


def _variant(cell: str) -> int:
    """Return a number that selects the variant of a cell's drawing, always the same."""
    return (ord(cell[0]) - 97) * 3 + int(cell[1:]) * 7


@functools.lru_cache(maxsize=1)
def _drawing_index() -> tuple[dict[str, int], int, tuple[int, ...]]:
    """Return each drawing's position in the strips, the overhang, and the stored sizes.

    The overhang is in hundredths of a tile.
    """
    index = json.loads((ASSETS / "things.json").read_text(encoding="utf-8"))
    return (
        {name: i for i, name in enumerate(index["things"])},
        index["pad"],
        tuple(index["tiles"]),
    )


def stored_sizes() -> tuple[int, ...]:
    """Return the sizes of tiles, in pixels, for which drawings are stored."""
    return _drawing_index()[2]


@cached
def stored_strip(size: int) -> Sprite:
    """Return the strip of all drawings stored for tiles of `size` pixels."""
    strip = Image.open(ASSETS / f"things_{size}.png")
    strip.load()
    return strip


@cached
def tile_drawing(name: str, size: int, roof: RGB = COLOURS["roof"]) -> Sprite:
    """Return a drawing for tiles of `size` pixels, with roofs in a color.

    It is larger than the tile by `overhang(size)` on every side. Drawings are stored in the
    sizes of all maps, because decoding small ones is faster than scaling down large ones.
    """
    places, _, sizes = _drawing_index()
    strip = stored_strip(size if size in sizes else max(sizes))
    side = size + 2 * overhang(size)

    def cut(name: str) -> Sprite:
        left = places[name] * strip.height
        drawing = strip.crop((left, 0, left + strip.height, strip.height))
        return (
            drawing
            if strip.height == side
            else drawing.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3)
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
    """Return by how many pixels a drawing exceeds its tile on every side."""
    return round(_drawing_index()[1] * size / 100)


def drawings() -> list[str]:
    """Return the names of all stored drawings without the roof masks."""
    return [name for name in _drawing_index()[0] if not name.endswith(".roofs")]
