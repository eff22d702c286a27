"""Empty board of Tadmor (table, sheet, map) in one fast-decoding file.

    python -m tools.art tadmor-board

Run again after changes to the map (``tadmor``), the table (``sheets``) or their places in the
layout.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render.base import theme
from render.base.canvas import Canvas
from render.base.texture import Sheet, rounded
from render.base.theme import dark, mix
from render.parts import panels
from render.tadmor.pieces.style import ASSETS, COLOURS, WIDTH
from render.tadmor.screens.board import BOARD, MAP

PAINTED = Path(__file__).parent / "tadmor_map.jpg"
BOARD_QUALITY = 92


def board() -> Sheet:
    """Draw the empty board."""
    look = theme.load()
    canvas = Canvas(panels.table(WIDTH, BOARD.int("height")).copy())
    sheet = BOARD.rect("sheet")
    canvas.paste_padded(
        panels.shadowed_panel(
            sheet.w, sheet.h, COLOURS["sheet"], mix(look.table, look.ink, 0.4), 3, 7
        ),
        sheet.x,
        sheet.y,
    )
    canvas.pen.rounded_rectangle(
        (MAP.x - 4, MAP.y - 4, MAP.right + 3, MAP.bottom + 3), 12, fill=dark(look.table, 0.5)
    )
    with Image.open(PAINTED) as land:
        canvas.sheet.paste(land.convert("RGB"), (MAP.x, MAP.y), rounded(MAP.w, MAP.h, 10))
    return canvas.sheet


def build() -> None:
    """Write the empty board."""
    board().save(ASSETS / "board.jpg", quality=BOARD_QUALITY, optimize=True, subsampling=0)
