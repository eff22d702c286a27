"""Ground of the map: watercolor with irregular borders, coasts, the grid, the drawings."""

from __future__ import annotations

import functools

from PIL import Image, ImageDraw, ImageFilter

from render.base.cache import cached
from render.base.texture import Mask, Sheet, scaled, shade
from render.base.theme import EDGE, RGB
from render.el_mapa.layers.patch import LAND, Patch, band_of, enlarged, repeated, sharpening_table
from render.el_mapa.layers.tiles import DrawnTile, overhang, thing
from render.el_mapa.pieces.style import GROUND

WATER = "lake"
INKS: tuple[tuple[RGB, float, float, float], ...] = (  # along coasts: color, depth, width, strength
    ((255, 250, 225), 0.33, 0.10, 0.16),  # beach
    ((52, 72, 84), 0.5, 0.07, 0.62),  # coast line
    ((60, 92, 104), 0.72, 0.045, 0.22),  # engraved lines, fainter outward
    ((60, 92, 104), 0.90, 0.03, 0.16),
)


def paint_ground(patch: Patch) -> Sheet:
    """Paint the ground: soft borders between kinds, a crisp engraved coast, mottling."""
    kinds = patch.warp()
    water_mask = kinds.point(
        patch.values_by_cell(lambda tile: 255 * (tile is not None and tile.ground == WATER))
    )
    kinds.putpalette([level for colour in patch.values_by_cell(_colour) for level in colour])
    soft = kinds.convert("RGB").filter(ImageFilter.BoxBlur(3 * patch.scale))
    has_water = water_mask.getbbox()
    if has_water:
        soft.paste(
            GROUND[WATER],
            (0, 0),
            water_mask.filter(ImageFilter.GaussianBlur(1.2 * patch.scale)).point(
                sharpening_table(6)
            ),
        )
    sheet = repeated(shade(soft, patch.noise("mottle"), LAND.float("mottle")))
    if has_water:
        _coast(sheet, water_mask.filter(ImageFilter.GaussianBlur(3.5 * patch.scale)))
    return sheet


def _colour(tile: DrawnTile | None) -> RGB:
    """Return a tile's ground color; that of a meadow if it is face down or beyond the map."""
    return GROUND.get(tile.ground, GROUND["meadow"]) if tile else GROUND["meadow"]


def _coast(sheet: Sheet, depth: Mask) -> None:
    """Draw all ink lines of the coast in one pass, where the depth has their levels."""
    box = depth.getbbox()
    if box:
        near = enlarged(depth.crop(box))
        strength, *colours = (near.point(table) for table in _ink_tables())
        sheet.paste(Image.merge("RGB", colours), (2 * box[0], 2 * box[1]), strength)


@functools.lru_cache(maxsize=1)
def _ink_tables() -> tuple[list[int], ...]:
    """Return lookup tables by depth: the strength of all inks together, and their mixed color."""
    tables = [(band_of(level, width, strength), colour) for colour, level, width, strength in INKS]
    out: tuple[list[int], ...] = ([], [], [], [])
    for depth in range(256):
        transparency, mixed = 1.0, [0.0, 0.0, 0.0]
        for strengths, colour in tables:
            share = strengths[depth] / 255
            transparency, mixed = (
                transparency * (1 - share),
                [old * (1 - share) + new * share for old, new in zip(mixed, colour, strict=True)],
            )
        for band, value in zip(
            out,
            (255 * (1 - transparency), *(part / max(1e-9, 1 - transparency) for part in mixed)),
            strict=True,
        ):
            band.append(round(value))
    return out


def lay_lines(sheet: Sheet, patch: Patch) -> None:
    """Draw the grid lines between the cells of the patch."""
    pen, width = ImageDraw.Draw(sheet, "RGBA"), max(1, round(patch.half / 25))
    top, left, bottom, right = patch.cells
    for col in range(left, right + 1):
        x = patch.to_pixel(0, col)[0]
        pen.line((x, 0, x, sheet.height), fill=(70, 50, 34, 70), width=width)
    for row in range(top, bottom + 1):
        y = patch.to_pixel(row, 0)[1]
        pen.line((0, y, sheet.width, y), fill=(70, 50, 34, 70), width=width)


@cached
def _ring(size: int) -> Mask:
    """Return the mask of the glow along the inner edge of a changed tile."""
    ring = Image.new("L", (size, size))
    ImageDraw.Draw(ring).rectangle(
        (0, 0, size - 1, size - 1), outline=255, width=max(4, size * 9 // 100)
    )
    return scaled(ring.filter(ImageFilter.GaussianBlur(size * 0.06)), 1.3)


@functools.lru_cache(maxsize=16)
def _line(size: int) -> Mask:
    """Return the dark line inside the glow of a changed tile, visible on light ground too."""
    line, inset = Image.new("L", (size, size)), max(5, size * 10 // 100)
    ImageDraw.Draw(line).rectangle(
        (inset, inset, size - 1 - inset, size - 1 - inset), outline=255, width=max(2, size // 40)
    )
    return line


def lay_fresh(sheet: Sheet, patch: Patch) -> None:
    """Draw a glow along the inner edge of each changed tile."""
    for row, col, tile in patch.tiles():
        if tile.fresh:
            sheet.paste((244, 172, 48), patch.to_pixel(row, col), _ring(2 * patch.half))
            sheet.paste(EDGE, patch.to_pixel(row, col), _line(2 * patch.half))


def lay_things(sheet: Sheet, patch: Patch) -> None:
    """Draw the tiles' drawings in rows from the top, so that trees and peaks overhang upward."""
    size = 2 * patch.half
    pad = overhang(size)
    for row, col, tile in patch.tiles():
        if not tile.up:
            continue
        x, y = patch.to_pixel(row, col)
        drawn = thing(tile.thing, size, tile.roof)
        sheet.paste(drawn, (x - pad, y - pad), drawn)
        if tile.chests:
            chest = thing("chest" if tile.chests == 1 else "chests", size)
            sheet.paste(chest, (x - pad, y - pad), chest)
