"""The land of a domain: meadow, the paving of what is walled, and the pieces on it."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.prompts.grid import Cells
from games.era_medieval_age.model.catalog import SCORCHED
from games.era_medieval_age.model.land import GRID, Land, land, placed
from render.base.cache import kept
from render.base.texture import Mask, Sheet
from render.base.theme import RGB
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.style import ASSETS, LAND, LAYOUT

CELLS: tuple[int, ...] = tuple(
    LAYOUT.get("land.cells")
)  # sizes of a cell in which the land is stored, largest first


@kept
def _stored(name: str, cell: int) -> Sheet:
    """A sheet of land as ``tools/art`` drew it; in a size that is not stored, reduced or enlarged from the largest."""
    if cell in CELLS:
        return Image.open(ASSETS / f"{name}_{cell}.jpg").convert("RGB")
    return _stored(name, CELLS[0]).resize(
        (GRID.cols * cell, GRID.rows * cell), Image.Resampling.LANCZOS, reducing_gap=3
    )


def meadow(cell: int) -> Sheet:
    """Grass with tufts and a few flowers, faint lines and a peg hole at every crossing; kept, so copy it before drawing on it."""
    return _stored("meadow", cell)


def paving(cell: int) -> Sheet:
    """Rows of rounded stones for a whole domain, `cell` pixels a cell; kept, so copy it before drawing on it."""
    return _stored("paving", cell)


def cells_mask(cell: int, cells: Cells, wider: int = 0) -> Mask:
    """Some cells as a mask of the whole domain, each drawn wider by so many pixels."""
    mask = Image.new("L", (GRID.cols * cell, GRID.rows * cell))
    pen = ImageDraw.Draw(mask)
    for r, c in GRID.cells(cells):
        pen.rectangle(
            (
                c * cell - wider,
                r * cell - wider,
                (c + 1) * cell + wider - 1,
                (r + 1) * cell + wider - 1,
            ),
            fill=255,
        )
    return mask


@kept
def ground(cell: int, paved: Cells) -> Sheet:
    """The empty domain: the walled cells are paved up to a third of a cell under their walls, with a thin gold edge."""
    sheet = meadow(cell).copy()
    if not paved:
        return sheet
    wide = cells_mask(cell, paved, cell // 3)
    sheet.paste(paving(cell), (0, 0), wide)
    pen = ImageDraw.Draw(sheet, "RGBA")
    for r, c in GRID.cells(paved):
        pen.rectangle(
            (c * cell, r * cell, (c + 1) * cell, (r + 1) * cell),
            outline=(*LAND["joint"], 90),
            width=1 + (cell > 50),
        )
    edge = ImageChops.multiply(
        wide, ImageChops.invert(wide.filter(ImageFilter.GaussianBlur(cell * 0.12)))
    )
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


def set_pieces(
    sheet: Sheet, at: tuple[int, int], cell: int, pieces: tuple[str, ...], colour: RGB
) -> None:
    """Put pieces on a domain whose upper left corner is at ``at``."""
    for piece in order(pieces):
        one = placed(piece)
        body, (dx, dy) = sprites.sprite(one.kind, one.turn, cell, colour)
        sheet.paste(body, (at[0] + one.col * cell - dx, at[1] + one.row * cell - dy), body)


@kept
def domain(pieces: tuple[str, ...], cell: int, colour: RGB) -> Sheet:
    """A whole domain at ``cell`` pixels a cell, its keeps in a seat's colour, for small pictures. Copy it to draw on it."""
    sheet = ground(cell, paved(land(pieces))).copy()
    set_pieces(sheet, (0, 0), cell, pieces, colour)
    return sheet
