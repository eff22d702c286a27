"""Land of the domains of Era: Medieval Age, in every cell size used by the images.

    python -m tools.art era-land

Meadow, paving and the board under them are stored as JPEG, which decodes several times faster
than drawing them.
"""

from __future__ import annotations

import random

from PIL import Image, ImageDraw

from games.era_medieval_age.model.land import GRID
from render.base.texture import Sheet, clouds, flat, noise, shade
from render.era_medieval_age.pieces.style import ASSETS, LAND, LAYOUT, PAVES
from render.era_medieval_age.screens import domain

MEADOW = LAYOUT.part("meadow")
PAVING = LAYOUT.part("paving")
LAND_QUALITY = 92


def meadow(cell: int) -> Sheet:
    """Draw grass with tufts and flowers, faint grid lines and a peg hole at every crossing."""
    w, h = GRID.cols * cell, GRID.rows * cell
    seed = MEADOW.int("seed")
    sheet = shade(
        flat(w, h, LAND["meadow"]), clouds(w, h, seed, cell * 4, 5), MEADOW.float("clouds")
    )
    sheet = shade(sheet, noise(w, h, seed + 1, 2.2), MEADOW.float("grain"))
    for layer in (_plants(w, h, cell), _lines(w, h, cell)):
        sheet.paste(layer, (0, 0), layer)
    return sheet


def _plants(w: int, h: int, cell: int) -> Image.Image:
    over = Image.new("RGBA", (w * 2, h * 2))
    rng = random.Random(MEADOW.int("seed"))
    pen = ImageDraw.Draw(over)
    for _ in range(MEADOW.int("plants")):
        x = rng.uniform(10, 2 * w - 10)
        y = rng.uniform(10, 2 * h - 10)
        s = rng.uniform(0.6, 1.1) * cell / 38
        if rng.random() < MEADOW.float("tufts"):
            for k in (-1, 0, 1):
                pen.line(
                    (x + k * 4 * s, y, x + k * 7 * s, y - 9 * s),
                    fill=(*LAND["tuft"], 150),
                    width=max(1, round(2 * s)),
                )
        else:
            colour = LAND[rng.choice(("daisy", "gorse", "poppy"))]
            pen.ellipse((x - 3 * s, y - 3 * s, x + 3 * s, y + 3 * s), fill=(*colour, 215))
    return over.resize((w, h), Image.Resampling.BOX)


def _lines(w: int, h: int, cell: int) -> Image.Image:
    over = Image.new("RGBA", (w, h))
    pen = ImageDraw.Draw(over)
    width = 1 if cell < MEADOW.int("thin_below") else 2
    r = max(1.5, cell * MEADOW.float("peg"))
    for k in range(GRID.cols + 1):
        x = min(w - 1, k * cell)
        pen.line((x, 0, x, h), fill=(*LAND["line"], 70), width=width)
    for k in range(GRID.rows + 1):
        y = min(h - 1, k * cell)
        pen.line((0, y, w, y), fill=(*LAND["line"], 70), width=width)
    for i in range(GRID.cols + 1):
        for j in range(GRID.rows + 1):
            pen.ellipse(
                (i * cell - r, j * cell - r, i * cell + r, j * cell + r), fill=(*LAND["line"], 150)
            )
    return over


def paving(cell: int) -> Sheet:
    """Draw rows of rounded stones under the grid, whose cells are `cell` pixels wide."""
    w = GRID.cols * cell
    h = GRID.rows * cell
    rng = random.Random(PAVING.int("seed"))
    sheet = shade(
        flat(w, h, LAND["paving"]),
        clouds(w, h, PAVING.int("seed"), cell * 3),
        PAVING.float("clouds"),
    )
    pen, stone = ImageDraw.Draw(sheet, "RGBA"), cell * PAVING.float("stone")
    height = stone * PAVING.float("flat")
    for row in range(int(h / height) + 1):
        y, x = row * height, -stone * (row % 2) / 2
        while x < w:
            jog = rng.uniform(-0.08, 0.08) * stone
            box = (x + 1, y + 1 + jog, x + stone - 1, y + height - 1 + jog)
            pen.rounded_rectangle(
                box, int(stone * 0.26), fill=rng.choice(PAVES), outline=(*LAND["joint"], 150)
            )
            x += stone
    return sheet


def build() -> None:
    """Write meadow and paving in all cell sizes, and the empty board of the domains."""
    for cell in LAYOUT.get("land.cells"):
        for name, draw in (("meadow", meadow), ("paving", paving)):
            draw(cell).save(ASSETS / f"{name}_{cell}.jpg", quality=LAND_QUALITY, subsampling=0)
    domain.compose().save(ASSETS / "board.jpg", quality=LAND_QUALITY, subsampling=0)
