"""Starting layout of the AI players: one good plan in a random orientation."""

from __future__ import annotations

from functools import lru_cache

from games.core.prompts.grid import Cells
from games.core.text.messages import Path
from games.era_medieval_age.model.catalog import LAYOUTS, RULES
from games.era_medieval_age.model.land import GRID, TURNS, piece_id, placed
from games.era_medieval_age.rules.domain.layout import preset

OPENING_LAYOUT = "open"  # the preset in which two more walls close the largest ring
ORIENTATIONS = 8


@lru_cache(32)
def oriented_layout(orientation: int, n: int) -> tuple[str, ...]:
    """Return the layout for `n` players in an `orientation` (0 to 7), sorted.

    The keep stays in the center.
    """
    return tuple(sorted(_turned_piece(piece, orientation) for piece in preset(OPENING_LAYOUT, n)))


def _turned_piece(piece: str, orientation: int) -> str:
    """Return the starting piece after rotating and mirroring the board by `orientation`.

    The bits of `orientation`: 1 swaps rows and columns, then 2 mirrors the rows and 4 the columns.
    All starting pieces keep their shape when mirrored.
    """
    one = placed(piece)
    cells: Cells = 0
    for cell in GRID.cells(one.cells):
        row, col = reversed(cell) if orientation & 1 else cell
        cells |= GRID.cell_mask(
            RULES.rows - 1 - row if orientation & 2 else row,
            RULES.cols - 1 - col if orientation & 4 else col,
        )
    row, col = (
        min(cell[0] for cell in GRID.cells(cells)),
        min(cell[1] for cell in GRID.cells(cells)),
    )
    for degrees, turn in TURNS[one.kind].items():
        if GRID.place(turn, row, col) == cells:
            return piece_id(one.kind, row, col, degrees)
    raise LookupError(piece)


def next_layout_step(pieces: list[str], n: int, luck: int) -> Path:
    """Return the next step of the setup: a piece of the plan, then `ready`.

    `luck` picks among the orientations that fit the pieces placed so far. If none fits, return
    the first preset.
    """
    layouts = [oriented_layout(orientation, n) for orientation in range(ORIENTATIONS)]
    fitting = [one for one in layouts if set(pieces) <= set(one)]
    if not fitting:
        return (next(iter(LAYOUTS)),)
    missing = [piece for piece in fitting[luck % len(fitting)] if piece not in pieces]
    if not missing:
        return ("ready",)
    kind, at, degrees = missing[0].split("-")
    return ("place", kind, f"t{degrees}", at)
