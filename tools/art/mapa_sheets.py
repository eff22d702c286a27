"""What every map of El Mapa lies on: the table with an empty sheet of parchment, one picture for each width of maps.

Stored as JPEG; the middle, which the map covers, is one colour, so that it costs nearly nothing to decode.
"""

from __future__ import annotations

from PIL import Image

from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import dark, mix
from render.el_mapa.layers import people
from render.el_mapa.pieces.style import ASSETS, LAYOUT, WIDTH
from render.el_mapa.screens import board
from render.el_mapa.screens.near import NEAR
from render.parts import panels

MAX_PLAYERS = 6  # players
MADE = 1500  # pixels of the shared table's height
COVERED = 8  # pixels under the map's rim that are drawn all the same
SHEET_QUALITY = 92


def table(height: int) -> Image.Image:
    """The table as high as that, its header band as high as ever."""
    band = panels.LAYOUT.int("header.height") + 4
    sheet = Image.new("RGB", (WIDTH, height))
    wood = panels.table(WIDTH, MADE)
    sheet.paste(wood.crop((0, 0, WIDTH, band)))
    sheet.paste(
        wood.crop((0, band, WIDTH, MADE)).resize((WIDTH, height - band), Image.Resampling.LANCZOS),
        (0, band),
    )
    return sheet


def sheet_of(area: Rect) -> Image.Image:
    """Table and parchment for a map that covers `area`, as high as any picture needs."""
    look, sheet = theme.load(), board.parchment(area)
    foot = max(board.BOARD.int("foot") + people.height(MAX_PLAYERS) + 6, NEAR.int("key") + 24)
    canvas = Canvas(table(sheet.bottom + foot))
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
    """Store one for each width."""
    sizes = {int(rows) * size for rows, size in LAYOUT.get("board.tiles").items()} | {
        NEAR.int("cells") * NEAR.int("tile")
    }
    for size in sorted(sizes):
        sheet_of(board.area(size)).save(
            ASSETS / f"sheet_{size}.jpg", quality=SHEET_QUALITY, subsampling=0
        )
