"""The land of a domain: meadow, the paving of what is walled, and the pieces on it."""

from __future__ import annotations

import functools
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.grid import Cells
from games.era_medieval_age.catalog import SCORCHED
from games.era_medieval_age.land import GRID, Land, land, placed
from render.era_medieval_age import sprites
from render.era_medieval_age.look import LAND, LAYOUT, PAVES
from render.texture import Mask, Sheet, clouds, flat, noise, shade
from render.theme import RGB

MEADOW = LAYOUT.part("meadow")
PAVING = LAYOUT.part("paving")


@functools.lru_cache(maxsize=8)
def meadow(cell: int) -> Sheet:
    """Grass with tufts and a few flowers, faint lines and a peg hole at every crossing."""
    w, h = GRID.cols * cell, GRID.rows * cell
    seed = MEADOW.int("seed")
    sheet = shade(flat(w, h, LAND["meadow"]), clouds(w, h, seed, cell * 4, 5), MEADOW.float("clouds"))
    sheet = shade(sheet, noise(w, h, seed + 1, 2.2), MEADOW.float("grain"))
    for layer in (_plants(w, h, cell), _lines(w, h, cell)):
        sheet.paste(layer, (0, 0), layer)
    return sheet


def _plants(w: int, h: int, cell: int) -> Image.Image:
    over, lot = Image.new("RGBA", (w * 2, h * 2)), random.Random(MEADOW.int("seed"))
    pen = ImageDraw.Draw(over)
    for _ in range(MEADOW.int("plants")):
        x, y, s = lot.uniform(10, 2 * w - 10), lot.uniform(10, 2 * h - 10), lot.uniform(0.6, 1.1) * cell / 38
        if lot.random() < MEADOW.float("tufts"):
            for k in (-1, 0, 1):
                pen.line((x + k * 4 * s, y, x + k * 7 * s, y - 9 * s), fill=(*LAND["tuft"], 150), width=max(1, round(2 * s)))
        else:
            colour = LAND[lot.choice(("daisy", "gorse", "poppy"))]
            pen.ellipse((x - 3 * s, y - 3 * s, x + 3 * s, y + 3 * s), fill=(*colour, 215))
    return over.resize((w, h), Image.Resampling.BOX)


def _lines(w: int, h: int, cell: int) -> Image.Image:
    over = Image.new("RGBA", (w, h))
    pen, wide, r = ImageDraw.Draw(over), 1 if cell < MEADOW.int("thin_below") else 2, max(1.5, cell * MEADOW.float("peg"))
    for k in range(GRID.cols + 1):
        x = min(w - 1, k * cell)
        pen.line((x, 0, x, h), fill=(*LAND["line"], 70), width=wide)
    for k in range(GRID.rows + 1):
        y = min(h - 1, k * cell)
        pen.line((0, y, w, y), fill=(*LAND["line"], 70), width=wide)
    for i in range(GRID.cols + 1):
        for j in range(GRID.rows + 1):
            pen.ellipse((i * cell - r, j * cell - r, i * cell + r, j * cell + r), fill=(*LAND["line"], 150))
    return over


@functools.lru_cache(maxsize=8)
def paving(cell: int) -> Sheet:
    """Rows of rounded stones."""
    w, h, lot = GRID.cols * cell, GRID.rows * cell, random.Random(PAVING.int("seed"))
    sheet = shade(flat(w, h, LAND["paving"]), clouds(w, h, PAVING.int("seed"), cell * 3), PAVING.float("clouds"))
    pen, stone = ImageDraw.Draw(sheet, "RGBA"), cell * PAVING.float("stone")
    high = stone * PAVING.float("flat")
    for row in range(int(h / high) + 1):
        y, x = row * high, -stone * (row % 2) / 2
        while x < w:
            jog = lot.uniform(-0.08, 0.08) * stone
            box = (x + 1, y + 1 + jog, x + stone - 1, y + high - 1 + jog)
            pen.rounded_rectangle(box, int(stone * 0.26), fill=lot.choice(PAVES), outline=(*LAND["joint"], 150))
            x += stone
    return sheet


def cells_mask(cell: int, cells: Cells, wider: int = 0) -> Mask:
    """Some cells as a mask of the whole domain, each drawn wider by so many pixels."""
    mask = Image.new("L", (GRID.cols * cell, GRID.rows * cell))
    pen = ImageDraw.Draw(mask)
    for r, c in GRID.cells(cells):
        pen.rectangle((c * cell - wider, r * cell - wider, (c + 1) * cell + wider - 1, (r + 1) * cell + wider - 1), fill=255)
    return mask


@functools.lru_cache(maxsize=16)
def ground(cell: int, paved: Cells) -> Sheet:
    """The empty domain: the walled cells are paved up to a third of a cell under their walls, with a thin gold edge."""
    sheet = meadow(cell).copy()
    if not paved:
        return sheet
    wide = cells_mask(cell, paved, cell // 3)
    sheet.paste(paving(cell), (0, 0), wide)
    pen = ImageDraw.Draw(sheet, "RGBA")
    for r, c in GRID.cells(paved):
        pen.rectangle((c * cell, r * cell, (c + 1) * cell, (r + 1) * cell), outline=(*LAND["joint"], 90), width=1 + (cell > 50))
    edge = ImageChops.multiply(wide, ImageChops.invert(wide.filter(ImageFilter.GaussianBlur(cell * 0.12))))
    sheet.paste(LAND["gold"], (0, 0), edge)
    return sheet


def paved(here: Land) -> Cells:
    """The walled cells that count: scorched earth loses its paving."""
    return here.inside & ~here.scorched


def order(pieces: tuple[str, ...]) -> list[str]:
    """Pieces in painter's order: scorched earth, then by their southernmost row, so that towers cover what is north of them."""
    def key(piece: str) -> tuple[bool, int, int]:
        one = placed(piece)
        return one.kind != SCORCHED, max(r for r, _ in GRID.cells(one.cells)), one.col
    return sorted(pieces, key=key)


def set_pieces(sheet: Sheet, at: tuple[int, int], cell: int, pieces: tuple[str, ...], colour: RGB) -> None:
    """Put pieces on a domain whose upper left corner is at ``at``."""
    for piece in order(pieces):
        one = placed(piece)
        body, (dx, dy) = sprites.sprite(one.kind, one.turn, cell, colour)
        sheet.paste(body, (at[0] + one.col * cell - dx, at[1] + one.row * cell - dy), body)


@functools.lru_cache(maxsize=16)
def domain(pieces: tuple[str, ...], cell: int, colour: RGB) -> Sheet:
    """A whole domain at ``cell`` pixels a cell, its keeps in a seat's colour, for small pictures. Copy it to draw on it."""
    sheet = ground(cell, paved(land(pieces))).copy()
    set_pieces(sheet, (0, 0), cell, pieces, colour)
    return sheet
