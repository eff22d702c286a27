"""The whole table: rounds and decks, the open row, every player's Empire in small, in the solo game the virtual player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.core.scene import Scene
from games.imperial_settlers.show.view import EmpireView, GameView
from render import chrome
from render.canvas import Canvas
from render.imperial_settlers import heads
from render.imperial_settlers.layers import centre, seatpanel, spread, strips, tiles, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import Showing
from render.layout import Rect
from render.theme import Theme

BOARD = TABLE.part("board")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
PANELS = {narrow: BOARD.part("half" if narrow else "wide") for narrow in (False, True)}
TOP = chrome.LAYOUT.int("header.height") + 14


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Header, rounds and decks, the open row, panels, the virtual player.

    Panels lie over the whole width, at tables of three and four two by two as long as all names fit on them so. A place that is
    left over beside one shows the rounds and decks.
    """
    view: GameView = scene.view
    margin = chrome.LAYOUT.int("margin")
    marked = frozenset(mark.spot for mark in scene.marks)
    show = Showing(scene, theme, 0, False, False, tiles.ghosts(scene.ghost), marked)
    inside = Rect(margin, 0, WIDTH - 2 * margin, 0)
    half = Rect(inside.x, 0, (inside.w - GAP) // 2, 0)
    slim = [one for one in view.empires if view.n > 2 and seatpanel.named(show, one, PANELS[True], half.w)]
    y = TOP
    strip = Rect(inside.x, y, inside.w, BOARD.int("centre"))
    y += 0 if len(slim) % 2 else strip.h + GAP
    offer = centre.offer_frame(view, Rect(inside.x, y, inside.w, 0))
    y += offer.h + GAP if offer.h else 0
    frames, spare, y = _halves(show, slim, half.moved(0, y))
    for one in view.empires:
        if one not in slim:
            frames[one.seat] = Rect(inside.x, y, inside.w, seatpanel.height(show, one, PANELS[False], inside.w, narrow=False))
            y = frames[one.seat].bottom + GAP
    own = virtual.height(view)
    canvas = spread.table(y - GAP + (own + GAP if own else 0) + 22)
    heads.head(canvas, scene, theme)
    spots = centre.draw_centre(canvas, show, spare or strip)
    if offer.h:
        spots |= centre.draw_offer(canvas, show, offer)
    for person in chrome.people(scene, view.n):
        frame = frames[person.seat]
        lay = PANELS[narrow := frame.w == half.w]
        spots |= seatpanel.draw_panel(canvas, replace(show, badge=lay.int("badge")), person, frame, lay, narrow=narrow)
    if own:
        spots |= virtual.draw_virtual(canvas, show, Rect(inside.x, y, inside.w, own))
    strips.letters(canvas, theme, scene.marks, spots, BOARD)
    return canvas


def _halves(show: Showing, slim: Sequence[EmpireView], first: Rect) -> tuple[dict[int, Rect], Rect | None, int]:
    """Where panels lie two by two by seat, the first of them given; the place that is left over; where what follows begins."""
    found, spare, y = dict[int, Rect](), None, first.y
    for at in range(0, len(slim), 2):
        pair = slim[at:at + 2]
        high = max(seatpanel.height(show, one, PANELS[True], first.w, narrow=True) for one in pair)
        left, right = (Rect(x, y, first.w, high) for x in (first.x, first.x + first.w + GAP))
        found |= {one.seat: frame for one, frame in zip(pair, (left, right), strict=False)}
        spare = right if len(pair) == 1 else None
        y += high + GAP
    return found, spare, y
