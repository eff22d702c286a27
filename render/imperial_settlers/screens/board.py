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
TOP = panels.LAYOUT.int("header.height") + 14
MARGIN = panels.LAYOUT.int("margin")
HALF = (WIDTH - 2 * MARGIN - GAP) // 2  # width of a panel beside another one


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw header, rounds and decks, the open row, the panels, the virtual player.

    Panels take the full width. With three or four players, the panels on which the names fit in
    half the width go two to a row; if that leaves half a row free, rounds and decks are drawn
    there. If the picture does not become too high, cards have their pictures below their names.
    """
    view: GameView = scene.view
    marked = frozenset(mark.spot for mark in scene.marks)
    base = TileContext(
        scene, theme, badge=0, named=False, ghosts=tiles.ghosts(scene.ghost), marked=marked
    )
    show, places = _with_largest_pictures(base)
    canvas = spread.table(places.height)
    header.draw_head(canvas, scene, theme)
    spots = centre.draw_centre(canvas, show, places.centre)
    if places.offer.h:
        spots |= centre.draw_offer(canvas, show, places.offer)
    for person in panels.seat_headers(scene, view.n):
        frame = places.panels[person.seat]
        layout = PANELS[narrow := frame.w == HALF]
        spots |= seatpanel.draw_panel(
            canvas, replace(show, badge=layout.int("badge")), person, frame, layout, narrow=narrow
        )
    if places.virtual.h:
        spots |= virtual.draw_virtual(canvas, show, places.virtual)
    strips.draw_letters(canvas, theme, scene.marks, spots, BOARD)
    return canvas


class _Places(NamedTuple):
    """Rectangles of the table's parts, panels by seat, and the height of the table."""

    centre: Rect
    offer: Rect
    panels: dict[int, Rect]
    virtual: Rect
    height: int


def _with_largest_pictures(base: TileContext) -> tuple[TileContext, _Places]:
    """Return the settings with the highest pictures that fit, and the places."""
    for picture_height in BOARD.get("pictures"):
        show = replace(base, below=picture_height)
        if (places := _places(show)).height <= BOARD.int("roomy"):
            return show, places
    return base, _places(base)


def _places(show: TileContext) -> _Places:
    view: GameView = show.scene.view
    inside = Rect(MARGIN, 0, WIDTH - 2 * MARGIN, 0)
    # empires whose panels, at half the width, have room for the names of their tiles
    narrow_empires = [
        empire
        for empire in view.empires
        if view.n > 2 and seatpanel.named(show, empire, PANELS[True], HALF)
    ]
    y = TOP
    strip = Rect(inside.x, y, inside.w, BOARD.int("centre"))
    # with an odd number of them, the strip goes into the free half of a row
    y += 0 if len(narrow_empires) % 2 else strip.h + GAP
    offer = centre.offer_frame(view, inside.moved(0, y))
    y += offer.h + GAP if offer.h else 0
    frames, free_place, y = _half_width_panels(show, narrow_empires, Rect(inside.x, y, HALF, 0))
    for empire in view.empires:
        if empire not in narrow_empires:
            frames[empire.seat] = Rect(
                inside.x,
                y,
                inside.w,
                seatpanel.height(show, empire, PANELS[False], inside.w, narrow=False),
            )
            y = frames[empire.seat].bottom + GAP
    virtual_box = Rect(inside.x, y, inside.w, virtual.height(view))
    return _Places(
        free_place or strip,
        offer,
        frames,
        virtual_box,
        y - GAP + (virtual_box.h + GAP if virtual_box.h else 0) + 22,
    )


def _half_width_panels(
    show: TileContext, narrow_empires: Sequence[EmpireView], first: Rect
) -> tuple[dict[int, Rect], Rect | None, int]:
    """Return the places of panels two by two, the free half of a row, and the lower end."""
    frames, free_place, y = dict[int, Rect](), None, first.y
    for i in range(0, len(narrow_empires), 2):
        pair = narrow_empires[i : i + 2]
        height = max(
            seatpanel.height(show, empire, PANELS[True], first.w, narrow=True) for empire in pair
        )
        left, right = (Rect(x, y, first.w, height) for x in (first.x, first.x + first.w + GAP))
        frames |= {empire.seat: frame for empire, frame in zip(pair, (left, right), strict=False)}
        free_place = right if len(pair) == 1 else None
        y += height + GAP
    return frames, free_place, y
