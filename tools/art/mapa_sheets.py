"""Background of El Mapa's maps: the table with an empty parchment, one per map size.

It is stored as JPEG. Its middle, which the map covers, is a single color and decodes fast.
"""

from __future__ import annotations

from PIL import Image

from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import dark, mix
from render.el_mapa.pieces.style import ASSETS, LAYOUT
from render.el_mapa.screens import board
from render.parts import panels

WIDTH: int = LAYOUT.int("width")
COVERED = 8  # pixels drawn under the map's rim
SHEET_QUALITY = 92


def sheet_of(area: Rect, height: int) -> Image.Image:
    """Return the table with the parchment of a map that covers `area`.

    `height` is the height of the picture in pixels.
    """
    look, sheet = theme.load(), board.parchment(area)
    canvas = Canvas(panels.table(WIDTH, height).copy())
    warm = mix(look.paper, (222, 200, 160), 0.5)
    canvas.paste_padded(
        panels.shadowed_panel(sheet.w, sheet.h, warm, dark(look.table, 0.6), 3, 7), sheet.x, sheet.y
    )
    canvas.pen.rectangle(
        (area.x - 5, area.y - 5, area.right + 4, area.bottom + 4),
        outline=dark(look.table, 0.3),
        width=3,
    )
    canvas.pen.rectangle(
        (area.x + COVERED, area.y + COVERED, area.right - COVERED, area.bottom - COVERED), fill=warm
    )
    return canvas.sheet


def build() -> None:
    """Write one background per size of a map."""
    for area, height in board.areas():
        path = ASSETS / board.sheet_path(area.w, height)
        sheet_of(area, height).save(path, quality=SHEET_QUALITY, subsampling=0)
