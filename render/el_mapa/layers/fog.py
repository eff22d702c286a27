"""Parchment over face-down tiles, tinted by level, its torn edge casting a shadow."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import text as writing
from render.base.cache import cached
from render.base.texture import Mask, Sheet, Sprite, scaled, shade, tinted
from render.base.theme import HEAVY_SERIF, RGB, dark, pale
from render.el_mapa.layers.patch import (
    Patch,
    band,
    doubled_pixels,
    doubled_smoothly,
    sharpening_table,
)
from render.el_mapa.layers.tiles import DrawnTile
from render.el_mapa.pieces.style import COLOURS, FOG, ROMAN

SHADOW: RGB = (58, 38, 24)
TORN: RGB = (92, 66, 44)  # color of the torn edge
FAINT_PX = 60  # smaller tiles have a plain, faint numeral
PEN = 4  # pixels at each side of a dashed line
# Lookup table for `Image.point`: reduces noise to what is added to a soft edge.
_NOISE_TABLE = [128 + (v - 128) * 17 // 50 for v in range(256)]


def lay_fog(sheet: Sheet, patch: Patch) -> None:
    """Draw the shadow, the parchment over face-down tiles and their levels in numerals."""
    hidden = patch.areas("L", lambda tile: 0 if tile and tile.up else 255)
    k, edge = patch.scale, patch.noise("edge").point(_NOISE_TABLE)
    torn = ImageChops.add(hidden.filter(ImageFilter.GaussianBlur(2.5 * k)), edge, 1, -128)
    sheet.paste(
        SHADOW, (round(3 * k), round(5 * k)), _shadow(torn.point(sharpening_table(9)), 3.5 * k)
    )
    tint = patch.areas("RGB", _tint).filter(ImageFilter.BoxBlur(1.5 * k))
    tint = shade(tint, patch.noise("stain"), 0.16)
    tint.paste(TORN, (0, 0), band(torn, 0.5, 0.14, 0.42))
    sheet.paste(doubled_pixels(tint), (0, 0), doubled_smoothly(torn).point(sharpening_table(9)))
    _draw_numerals(sheet, patch)


def _tint(tile: DrawnTile | None) -> RGB:
    """Return the parchment color of a level; dark where the map has no tile."""
    return FOG.get(tile.level, FOG[1]) if tile else COLOURS["void"]


def _shadow(mask: Mask, blur: float) -> Mask:
    """Return the blurred shadow of `mask`, at twice the mask's size.

    `blur` is the radius in pixels of the mask. A shadow is soft, so it is computed at half the
    mask's size.
    """
    small = scaled(mask.reduce(2).filter(ImageFilter.GaussianBlur(blur / 2)), 0.6)
    return small.resize((4 * small.width, 4 * small.height), Image.Resampling.BILINEAR).crop(
        (0, 0, 2 * mask.width, 2 * mask.height)
    )


def _draw_numerals(sheet: Sheet, patch: Patch) -> None:
    """Draw the level of each face-down tile, and dashed lines between neighboring ones."""
    size = 2 * patch.half
    for row, col, tile in patch.tiles():
        if tile.up:
            continue
        x, y = patch.to_pixel(row, col)
        numeral = _numeral(tile.level, size)
        sheet.paste(numeral, (x, y), numeral)
        for down, right in ((0, 1), (1, 0)):
            if _faces_down(patch, row + down, col + right):
                line = _dashes(tile.level, size, horizontal=bool(down))
                sheet.paste(
                    line, (x + right * size - right * PEN, y + down * size - down * PEN), line
                )


def _faces_down(patch: Patch, row: int, col: int) -> bool:
    """Return whether the map has a face-down tile in a row and column."""
    inside = row < len(patch.grid) and col < len(patch.grid[0])
    other = patch.grid[row][col] if inside else None
    return other is not None and not other.up


@cached
def _dashes(level: int, size: int, *, horizontal: bool) -> Sprite:
    """Return a dashed line for the border between two face-down tiles.

    The sprite extends `PEN` pixels to both sides of the border.
    """
    k, ink = size / 100, dark(FOG[level], 0.75)
    mask = Image.new("L", (2 * PEN, size))
    pen, width = ImageDraw.Draw(mask), max(1, round(2 * k))
    for y in range(round(8 * k), round(size - 4 * k), round(14 * k)):
        pen.line((PEN, y, PEN, y + 6 * k), fill=95, width=width)
    return tinted(mask.transpose(Image.Transpose.TRANSPOSE) if horizontal else mask, ink)


@cached
def _numeral(level: int, size: int) -> Sprite:
    """Return an engraved roman numeral between two arcs."""
    out = Image.new("RGBA", (size, size))
    pen, k, c = ImageDraw.Draw(out), size / 100, size / 2
    if size < FAINT_PX:  # many of them look like a fence; the tint tells the level
        letters = max(34, round(52 * k))
        style = writing.Style(HEAVY_SERIF, letters, (*dark(FOG[level], 0.6), 80))
        writing.write(pen, (c, c + letters * 0.31), ROMAN[level], style, "m")
        return out
    ink, letters = dark(FOG[level], 0.75), max(34, round(44 * k))
    base = c + letters * 0.31
    light = (*pale(FOG[level], 0.7), 255)
    writing.write(
        pen,
        (c + 1.5 * k, base + 2 * k),
        ROMAN[level],
        writing.Style(HEAVY_SERIF, letters, light),
        "m",
    )
    letters_layer = Image.new("RGBA", (size, size))
    writing.write(
        ImageDraw.Draw(letters_layer),
        (c, base),
        ROMAN[level],
        writing.Style(HEAVY_SERIF, letters, (*ink, 150)),
        "m",
    )
    out.alpha_composite(letters_layer)
    r = 33 * k
    for start in (172, -8):
        pen.arc(
            (c - r, c - r, c + r, c + r),
            start,
            start + 40,
            fill=(*ink, 80),
            width=max(1, round(2.4 * k)),
        )
    return out
