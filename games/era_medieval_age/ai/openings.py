"""Starting layout of computer players: one good plan in eight random orientations."""

from __future__ import annotations

from functools import lru_cache

from games.core.prompts.grid import Cells
from games.core.text.messages import Path
from games.era_medieval_age.model.catalog import LAYOUTS, RULES
from games.era_medieval_age.model.land import GRID, TURNS, name, placed
from games.era_medieval_age.rules.domain.layout import preset

PLAN = "open"  # the preset with the largest ring that two walls can close
TURNED = 8


@lru_cache(32)
def plan(which: int, n: int) -> tuple[str, ...]:
    """Return the layout for `n` players in one of eight orientations, sorted.

    The keep stays in the center.
    """
    return tuple(sorted(_image(piece, which) for piece in preset(PLAN, n)))


def _image(piece: str, which: int) -> str:
    """Return the piece rotated and mirrored with the board.

    All starting pieces are symmetric under mirroring.
    """
    one = placed(piece)
    found: Cells = 0
    for cell in GRID.cells(one.cells):
        row, col = cell[:: -1 if which & 1 else 1]
        found |= GRID.cell_mask(
            RULES.rows - 1 - row if which & 2 else row, RULES.cols - 1 - col if which & 4 else col
        )
    row, col = (
        min(cell[0] for cell in GRID.cells(found)),
        min(cell[1] for cell in GRID.cells(found)),
    )
    for degrees, turn in TURNS[one.kind].items():
        if GRID.place(turn, row, col) == found:
            return name(one.kind, row, col, degrees)
    raise LookupError(piece)


def arrange(pieces: list[str], n: int, luck: int) -> Path:
    """Return the next step of the setup: a piece of the plan, then `ready`.

    `luck` picks among the plans that fit the pieces placed so far. If none fits, return the
    first preset.
    """
    plans = [plan(which, n) for which in range(TURNED)]
    fitting = [one for one in plans if set(pieces) <= set(one)]
    if not fitting:
        return (next(iter(LAYOUTS)),)
    missing = [piece for piece in fitting[luck % len(fitting)] if piece not in pieces]
    if not missing:
        return ("ready",)
    kind, at, degrees = missing[0].split("-")
    return ("place", kind, f"t{degrees}", at)
