"""Whole table: mats of all players, rounds and decks, the open row, the virtual player.

A mat shows only some cards; the close-up of an Empire shows all.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.views.scene import Scene
from games.imperial_settlers.views.view import GameView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme
from render.imperial_settlers.layers import centre, seatpanel, strips, tiles, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import header
from render.parts import panels
from render.parts.header import draw_news

BOARD = TABLE.part("board")
WIDTH, GAP = TABLE.int("width"), BOARD.int("gap")
MARGIN = panels.LAYOUT.int("margin")
BADGE = BOARD.int("mat.badge")


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw header, mats, and at the right what is common to all."""
    view: GameView = scene.view
    marked = frozenset(mark.spot for mark in scene.marks)
    show = TileContext(
        scene, theme, badge=BADGE, named=False, ghosts=tiles.ghosts(scene.ghost), marked=marked
    )
    places = _places(view)
    canvas = Canvas(panels.table(WIDTH, BOARD.int("high")))
    header.draw_head(canvas, scene, theme)
    draw_news(canvas, scene, theme, BOARD.rect("news"))
    if view.offer:
        spots = centre.draw_offer(canvas, show, places.common)
    elif places.common.h > places.common.w:
        spots = centre.draw_column(canvas, show, places.common)
    else:
        spots = centre.draw_panel(canvas, show, places.common)
    for person in panels.seat_headers(scene, view.n):
        spots |= seatpanel.draw_mat(canvas, show, person, places.mats[person.seat])
    if places.virtual is not None:
        spots |= virtual.draw_virtual(canvas, show, places.virtual)
    strips.draw_letters(canvas, theme, scene.marks, spots, BOARD)
    return canvas


class _Places(NamedTuple):
    """Places on the table: the mats by seat, what all share, the virtual player."""

    mats: tuple[Rect, ...]
    common: Rect
    virtual: Rect | None = None


def _places(view: GameView) -> _Places:
    """Return the places on the table: two mats side by side, more in two lines.

    What all players share takes the fourth place with three players, else a column at the right.
    """
    top = BOARD.int("top")
    whole = Rect(MARGIN, top, WIDTH - 2 * MARGIN, BOARD.int("high") - BOARD.int("below") - top)
    if view.solo is not None:
        return _solo_places(view, whole)
    column = 0 if view.n == 3 else BOARD.int("offer" if view.offer else "strip") + GAP
    width, lines = (whole.w - column - GAP) // 2, 1 if view.n == 2 else 2
    height = (whole.h - (lines - 1) * GAP) // lines
    cells = [
        Rect(whole.x + k % 2 * (width + GAP), whole.y + k // 2 * (height + GAP), width, height)
        for k in range(2 * lines)
    ]
    beside = Rect(whole.right - column + GAP, whole.y, column - GAP, whole.h)
    return _Places(tuple(cells[: view.n]), beside if column else cells[-1])


def _solo_places(view: GameView, whole: Rect) -> _Places:
    """Return the places of the solo game: the mat, beside it the decks and the virtual player."""
    width = BOARD.int("solo")
    mat = Rect(whole.x, whole.y, whole.w - width - GAP, whole.h)
    height = BOARD.int("solo_offer" if view.offer else "solo_strip")
    common = Rect(mat.right + GAP, whole.y, width, height)
    rest = Rect(common.x, common.bottom + GAP, width, whole.bottom - common.bottom - GAP)
    return _Places((mat,), common, rest)
