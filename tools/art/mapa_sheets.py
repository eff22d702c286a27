"""Background of El Mapa's maps: the table with an empty parchment, one per map width.

Stored as JPEG; the middle, which the map covers, is a single color, so it costs almost nothing
to decode.
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

MAX_PLAYERS = 6
TABLE_PAINTED_HEIGHT = 1500  # height at which the table is painted before it is stretched
COVERED = 8  # pixels drawn under the map's rim
SHEET_QUALITY = 92


def table(height: int) -> Image.Image:
    """Return the table stretched to this height; its header band is not stretched."""
    band = panels.LAYOUT.int("header.height") + 4
    sheet = Image.new("RGB", (WIDTH, height))
    wood = panels.table(WIDTH, TABLE_PAINTED_HEIGHT)
    sheet.paste(wood.crop((0, 0, WIDTH, band)))
    sheet.paste(
        wood.crop((0, band, WIDTH, TABLE_PAINTED_HEIGHT)).resize(
            (WIDTH, height - band), Image.Resampling.LANCZOS
        ),
        (0, band),
    )
    return sheet


def sheet_of(area: Rect) -> Image.Image:
    """Return table and parchment for a map that covers `area`, in the maximum height needed."""
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
    """Write one background per map width."""
    sizes = {int(rows) * size for rows, size in LAYOUT.get("board.tiles").items()} | {
        NEAR.int("cells") * NEAR.int("tile")
    }
    for size in sorted(sizes):
        sheet_of(board.area(size)).save(
            ASSETS / f"sheet_{size}.jpg", quality=SHEET_QUALITY, subsampling=0
        )
