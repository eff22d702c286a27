"""Empty board of Tadmor (table, sheet, map, score track) in one fast-decoding file.

    python -m tools.art tadmor-board

Run again after changes to the map (``tadmor``), the table (``sheets``) or their places in the
layout.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render.base import text as writing
from render.base import theme
from render.base.canvas import Canvas
from render.base.texture import Sheet, rounded
from render.base.theme import dark, mix
from render.parts import panels
from render.tadmor.pieces.style import ASSETS, COLOURS, HEAVY, WIDTH
from render.tadmor.screens.board import BOARD, MAP, cell

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
    track = BOARD.part("track")
    for n in range(2 * track.int("per_row")):
        x, y = cell(n)
        plain = mix(look.paper, look.table, 0.10 if n // 10 % 2 == 0 else 0.2)
        fill = mix(look.paper, look.saffron, 0.3) if n % 5 == 0 else plain
        w, h = track.int("wide") / 2, track.int("high") / 2
        canvas.pen.rounded_rectangle(
            (x - w, y - h, x + w, y + h), 5, fill=fill, outline=mix(look.paper, look.table, 0.55)
        )
    for n in range(0, 2 * track.int("per_row"), 10):
        x, y = cell(n)
        canvas.text(
            (x - track.int("wide") / 2 + 2, y + look.small * writing.DIGIT_DROP),
            str(n),
            writing.Style(HEAVY, look.small, dark(look.table, 0.1)),
        )
    return canvas.sheet


def build() -> None:
    """Write the empty board."""
    board().save(ASSETS / "board.jpg", quality=BOARD_QUALITY, optimize=True, subsampling=0)
