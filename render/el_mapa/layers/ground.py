"""Ground of the map: watercolor with irregular borders, coasts, the grid, the drawings.

`land.py` paints a block of tiles (a `Patch`) with these functions, in this order: the ground,
the grid lines, the glow of changed tiles, the tiles' drawings. Soft parts are computed at half
the size and doubled, which is faster and looks the same.
"""

from __future__ import annotations

import functools

from PIL import Image, ImageDraw, ImageFilter

from render.base.cache import cached
from render.base.texture import Mask, Sheet, scaled, shade
from render.base.theme import EDGE, RGB
from render.el_mapa.layers.patch import (
    LAND,
    Patch,
    band_of,
    doubled_pixels,
    doubled_smoothly,
    sharpening_table,
)
from render.el_mapa.layers.tiles import DrawnTile, overhang, tile_drawing
from render.el_mapa.pieces.style import GROUND

WATER = "lake"
INKS: tuple[tuple[RGB, float, float, float], ...] = (  # along coasts: color, depth, width, strength
    ((255, 250, 225), 0.33, 0.10, 0.16),  # beach
    ((52, 72, 84), 0.5, 0.07, 0.62),  # coast line
    ((60, 92, 104), 0.72, 0.045, 0.22),  # engraved lines, fainter outward
    ((60, 92, 104), 0.90, 0.03, 0.16),
)


def paint_ground(patch: Patch) -> Sheet:
    """Paint the ground: soft borders between its kinds, a sharp coast, mottled colors."""
    cell_numbers = patch.warped_cells()
    water_mask = cell_numbers.point(
        patch.values_by_cell(lambda tile: 255 * (tile is not None and tile.ground == WATER))
    )
    # Give each cell's number the color of its ground.
    cell_numbers.putpalette([level for colour in patch.values_by_cell(_colour) for level in colour])
    soft = cell_numbers.convert("RGB").filter(ImageFilter.BoxBlur(3 * patch.scale))
    has_water = water_mask.getbbox()
    if has_water:
        blurred = water_mask.filter(ImageFilter.GaussianBlur(1.2 * patch.scale))
        soft.paste(GROUND[WATER], (0, 0), blurred.point(sharpening_table(6)))
    sheet = doubled_pixels(shade(soft, patch.noise("mottle"), LAND.float("mottle")))
    if has_water:
        _draw_coast(sheet, water_mask.filter(ImageFilter.GaussianBlur(3.5 * patch.scale)))
    return sheet


def _colour(tile: DrawnTile | None) -> RGB:
    """Return the ground color of a tile.

    Face-down tiles and places beyond the map have the color of a meadow.
    """
    return GROUND.get(tile.ground, GROUND["meadow"]) if tile else GROUND["meadow"]


def _draw_coast(sheet: Sheet, depth: Mask) -> None:
    """Draw all ink lines of the coast in one pass.

    `depth` is the blurred water mask at half the size: dark on land, bright far out. Each ink has a
    level, and its line runs where the depth equals this level.
    """
    box = depth.getbbox()
    if box:
        left, top = 2 * box[0], 2 * box[1]  # the sheet has the full size
        near_water = doubled_smoothly(depth.crop(box))
        strength, *colours = (near_water.point(table) for table in _ink_tables())
        sheet.paste(Image.merge("RGB", colours), (left, top), strength)


@functools.lru_cache(maxsize=1)
def _ink_tables() -> tuple[list[int], ...]:
    """Return four tables, indexed by depth: opacity, red, green and blue of the coast.

    The inks of the coast lines are laid over each other in the order of `INKS`.
    """
    strengths_and_colours = [
        (band_of(level, width, strength), colour) for colour, level, width, strength in INKS
    ]
    tables: tuple[list[int], ...] = ([], [], [], [])
    for depth in range(256):
        transparency, mixed = 1.0, [0.0, 0.0, 0.0]
        for strengths, colour in strengths_and_colours:
            share = strengths[depth] / 255
            transparency *= 1 - share
            mixed = [
                old * (1 - share) + new * share for old, new in zip(mixed, colour, strict=True)
            ]
        opacity = 1 - transparency
        # `mixed` is faint where the inks are; divide, since pasting applies the opacity again.
        values = (255 * opacity, *(level / max(1e-9, opacity) for level in mixed))
        for table, value in zip(tables, values, strict=True):
            table.append(round(value))
    return tables


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
def _changed_glow(size: int) -> Mask:
    """Return the mask of the glow along the inner edge of a changed tile."""
    ring = Image.new("L", (size, size))
    ImageDraw.Draw(ring).rectangle(
        (0, 0, size - 1, size - 1), outline=255, width=max(4, size * 9 // 100)
    )
    return scaled(ring.filter(ImageFilter.GaussianBlur(size * 0.06)), 1.3)


@functools.lru_cache(maxsize=16)
def _changed_line(size: int) -> Mask:
    """Return the mask of the dark line inside the glow of a changed tile.

    Unlike the glow, the line is visible on light ground too.
    """
    line, inset = Image.new("L", (size, size)), max(5, size * 10 // 100)
    ImageDraw.Draw(line).rectangle(
        (inset, inset, size - 1 - inset, size - 1 - inset), outline=255, width=max(2, size // 40)
    )
    return line


def lay_changed(sheet: Sheet, patch: Patch) -> None:
    """Draw a glow along the inner edge of each changed tile."""
    for row, col, tile in patch.tiles():
        if tile.changed:
            sheet.paste((244, 172, 48), patch.to_pixel(row, col), _changed_glow(2 * patch.half))
            sheet.paste(EDGE, patch.to_pixel(row, col), _changed_line(2 * patch.half))


def lay_drawings(sheet: Sheet, patch: Patch) -> None:
    """Draw the tiles' drawings in rows from the top, so that trees and peaks overhang upward."""
    size = 2 * patch.half
    pad = overhang(size)
    for row, col, tile in patch.tiles():
        if not tile.up:
            continue
        x, y = patch.to_pixel(row, col)
        drawing = tile_drawing(tile.drawing, size, tile.roof)
        sheet.paste(drawing, (x - pad, y - pad), drawing)
        if tile.chests:
            chest = tile_drawing("chest" if tile.chests == 1 else "chests", size)
            sheet.paste(chest, (x - pad, y - pad), chest)
