"""Land of a domain: meadow, paving inside walls, and the pieces on it."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.prompts.grid import Cells
from games.era_medieval_age.model.catalog import SCORCHED
from games.era_medieval_age.model.land import GRID, Land, land, placed
from render.base.cache import cached
from render.base.texture import Mask, Sheet
from render.base.theme import RGB
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.style import ASSETS, LAND, LAYOUT

# Cell sizes (pixels) in which the land is stored, largest first.
CELLS: tuple[int, ...] = tuple(LAYOUT.get("land.cells"))


@cached
def _stored(name: str, cell: int) -> Sheet:
    """Return the sheet of land `name`, as drawn by `tools/art`, with `cell` pixels a cell.

    It is resized if no such size is stored.
    """
    if cell in CELLS:
        return Image.open(ASSETS / f"{name}_{cell}.jpg").convert("RGB")
    return _stored(name, CELLS[0]).resize(
        (GRID.cols * cell, GRID.rows * cell), Image.Resampling.LANCZOS, reducing_gap=3
    )


def meadow(cell: int) -> Sheet:
    """Return grass with faint grid lines and a peg hole at every crossing.

    The sheet has `cell` pixels per cell. It is cached: copy it before drawing on it.
    """
    return _stored("meadow", cell)


def paving(cell: int) -> Sheet:
    """Return a whole domain of rows of rounded stones, `cell` pixels per cell.

    The sheet is cached: copy it before drawing on it.
    """
    return _stored("paving", cell)


def cells_mask(cell: int, cells: Cells, wider: int = 0) -> Mask:
    """Return a mask of some cells of the domain, each extended by `wider` pixels."""
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


@cached
def ground(cell: int, paved: Cells) -> Sheet:
    """Return the empty land of a domain, with the cells `paved` paved.

    `cell` is the size of a cell in pixels. The paving reaches a third of a cell under the walls and
    has a thin gold edge.
    """
    sheet = meadow(cell).copy()
    if not paved:
        return sheet
    paved_mask = cells_mask(cell, paved, cell // 3)
    sheet.paste(paving(cell), (0, 0), paved_mask)
    pen = ImageDraw.Draw(sheet, "RGBA")
    for r, c in GRID.cells(paved):
        pen.rectangle(
            (c * cell, r * cell, (c + 1) * cell, (r + 1) * cell),
            outline=(*LAND["joint"], 90),
            width=1 + (cell > 50),
        )
    edge = ImageChops.multiply(
        paved_mask, ImageChops.invert(paved_mask.filter(ImageFilter.GaussianBlur(cell * 0.12)))
    )
    sheet.paste(LAND["gold"], (0, 0), edge)
    return sheet


def paved(domain_land: Land) -> Cells:
    """Return the walled cells without scorched earth, which is not paved."""
    return domain_land.inside & ~domain_land.scorched


def in_drawing_order(pieces: tuple[str, ...]) -> list[str]:
    """Return pieces in drawing order: scorched earth, then the others from north to south.

    Their southernmost rows decide, so that a tower covers the pieces north of it.
    """

    def key(piece: str) -> tuple[bool, int, int]:
        building = placed(piece)
        return (
            building.kind != SCORCHED,
            max(r for r, _ in GRID.cells(building.cells)),
            building.col,
        )

    return sorted(pieces, key=key)


def set_pieces(
    sheet: Sheet, at: tuple[int, int], cell: int, pieces: tuple[str, ...], colour: RGB
) -> None:
    """Draw pieces on the domain whose upper left corner is at `at` on the sheet.

    `cell` is the size of a cell in pixels, and `colour` the seat's color on keeps.
    """
    for piece in in_drawing_order(pieces):
        building = placed(piece)
        body, (dx, dy) = sprites.sprite(building.kind, building.turn, cell, colour)
        sheet.paste(
            body, (at[0] + building.col * cell - dx, at[1] + building.row * cell - dy), body
        )


@cached
def domain(pieces: tuple[str, ...], cell: int, colour: RGB) -> Sheet:
    """Return a whole domain with its pieces, `cell` pixels per cell.

    `colour` is the seat's color on keeps. The sheet is cached: copy it before drawing on it.
    """
    sheet = ground(cell, paved(land(pieces))).copy()
    set_pieces(sheet, (0, 0), cell, pieces, colour)
    return sheet
