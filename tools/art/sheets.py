"""Base images of Eight-Minute Empire that decode fast: table, lettered maps, pieces.

    python -m tools.art sheets

Run this again after changes to the table, the maps, their slots, or the seats' pieces.
"""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image, ImageDraw

from render.base import theme
from render.base.texture import wood
from render.eight_minute_empire.layers import chart
from render.parts import markers, panels

SHARED, GAME = Path("render/assets"), Path("render/eight_minute_empire/assets")
SIZE = (1200, 1500)
TABLE_QUALITY = 92


def table() -> Image.Image:
    """Draw the wooden table with its header band at the top."""
    look, lay = theme.load(), panels.LAYOUT
    sheet = wood(*SIZE, lay.int("table.seed"), look.table, lay.int("table.planks"))
    band = lay.int("header.height")
    sheet.paste(wood(SIZE[0], band, lay.int("header.seed"), look.band, 1), (0, 0))
    pen = ImageDraw.Draw(sheet, "RGBA")
    pen.line((0, band - 1, SIZE[0], band - 1), fill=look.saffron, width=3)
    pen.line((0, band + 2, SIZE[0], band + 2), fill=(0, 0, 0, 90), width=3)
    return sheet


def pieces() -> tuple[Image.Image, dict[str, int]]:
    """Draw all pieces without labels in one strip.

    Returns the strip and the x of each piece by ``markers.atlas_name``.
    """
    bodies = {}
    for palette in ("default", "contrast"):
        look = theme.load(palette)
        for seat in range(len(look.seats)):
            bodies[markers.atlas_name(look, seat)] = markers.draw_piece(look, seat, markers.STORED)
    strip = Image.new(
        "RGBA", (sum(b.width for b in bodies.values()), max(b.height for b in bodies.values()))
    )
    listed = {name: i * strip.height for i, name in enumerate(bodies)}
    for name, body in bodies.items():
        strip.paste(body, (listed[name], 0))
    return strip, listed


def build() -> None:
    """Write all base images."""
    table().save(SHARED / "table.jpg", quality=TABLE_QUALITY, subsampling=0)
    strip, listed = pieces()
    strip.save(SHARED / "pieces.png", compress_level=9)
    (SHARED / "pieces.json").write_text(
        json.dumps(listed, separators=(",", ":")) + "\n", encoding="utf-8"
    )
    for side in ("a", "b"):
        chart.compose(side, chart.BOARD, chart.WHOLE).save(
            GAME / f"board_{side}.jpg", quality=TABLE_QUALITY, subsampling=0
        )
