"""Whole table: rounds and decks, the open row, all Empires in small, the virtual player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core.views.scene import Scene
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme
from render.imperial_settlers.layers import centre, seatpanel, spread, strips, tiles, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import header
from render.parts import panels

BOARD = TABLE.part("board")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
PANELS = {narrow: BOARD.part("half" if narrow else "wide") for narrow in (False, True)}
TOP, MARGIN = panels.LAYOUT.int("header.height") + 14, panels.LAYOUT.int("margin")
HALF = (WIDTH - 2 * MARGIN - GAP) // 2  # width of a panel beside another one


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw header, rounds and decks, the open row, the panels, the virtual player.

    Panels take the full width; with three and four players two share a row if all names fit. A
    place left over shows the rounds and decks. If there is room, cards have their pictures
    below their names.
    """
    view: GameView = scene.view
    marked = frozenset(mark.spot for mark in scene.marks)
    plain = TileContext(scene, theme, 0, False, False, tiles.ghosts(scene.ghost), marked)
    show, places = _sized(plain)
    canvas = spread.table(places.high)
    header.head(canvas, scene, theme)
    spots = centre.draw_centre(canvas, show, places.centre)
    if places.offer.h:
        spots |= centre.draw_offer(canvas, show, places.offer)
    for person in panels.people(scene, view.n):
        frame = places.panels[person.seat]
        lay = PANELS[narrow := frame.w == HALF]
        spots |= seatpanel.draw_panel(
            canvas, replace(show, badge=lay.int("badge")), person, frame, lay, narrow=narrow
        )
    if places.own.h:
        spots |= virtual.draw_virtual(canvas, show, places.own)
    strips.letters(canvas, theme, scene.marks, spots, BOARD)
    return canvas


class _Places(NamedTuple):
    """Rectangles of the table's parts, panels by seat, and the height of the table."""

    centre: Rect
    offer: Rect
    panels: dict[int, Rect]
    own: Rect
    high: int


def _sized(plain: TileContext) -> tuple[TileContext, _Places]:
    """Return the settings with the highest pictures that fit, and the places."""
    for high in BOARD.get("pictures"):
        show = replace(plain, below=high)
        if (places := _places(show)).high <= BOARD.int("roomy"):
            return show, places
    return plain, _places(plain)


def _places(show: TileContext) -> _Places:
    view: GameView = show.scene.view
    inside = Rect(MARGIN, 0, WIDTH - 2 * MARGIN, 0)
    slim = [
        one for one in view.empires if view.n > 2 and seatpanel.named(show, one, PANELS[True], HALF)
    ]
    y = TOP
    strip = Rect(inside.x, y, inside.w, BOARD.int("centre"))
    y += 0 if len(slim) % 2 else strip.h + GAP
    offer = centre.offer_frame(view, inside.moved(0, y))
    y += offer.h + GAP if offer.h else 0
    frames, spare, y = _halves(show, slim, Rect(inside.x, y, HALF, 0))
    for one in view.empires:
        if one not in slim:
            frames[one.seat] = Rect(
                inside.x,
                y,
                inside.w,
                seatpanel.height(show, one, PANELS[False], inside.w, narrow=False),
            )
            y = frames[one.seat].bottom + GAP
    own = Rect(inside.x, y, inside.w, virtual.height(view))
    return _Places(spare or strip, offer, frames, own, y - GAP + (own.h + GAP if own.h else 0) + 22)


def _halves(
    show: TileContext, slim: Sequence[EmpireView], first: Rect
) -> tuple[dict[int, Rect], Rect | None, int]:
    """Return places of panels two by two, the place left over, and the lower end."""
    found, spare, y = dict[int, Rect](), None, first.y
    for at in range(0, len(slim), 2):
        pair = slim[at : at + 2]
        high = max(seatpanel.height(show, one, PANELS[True], first.w, narrow=True) for one in pair)
        left, right = (Rect(x, y, first.w, high) for x in (first.x, first.x + first.w + GAP))
        found |= {one.seat: frame for one, frame in zip(pair, (left, right), strict=False)}
        spare = right if len(pair) == 1 else None
        y += high + GAP
    return found, spare, y
