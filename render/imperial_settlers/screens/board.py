"""The whole table: rounds and decks, the open row, every player's Empire in small, in the solo game the virtual player."""

from __future__ import annotations

from games.core.scene import Scene
from games.imperial_settlers.show.view import GameView
from render import chrome
from render.canvas import Canvas
from render.imperial_settlers import heads
from render.imperial_settlers.layers import centre, seatpanel, spread, strips, tiles, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import Showing
from render.layout import Layout, Rect
from render.theme import Theme

BOARD = TABLE.part("board")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
PANELS = {narrow: BOARD.part("half" if narrow else "wide") for narrow in (False, True)}
TOP = chrome.LAYOUT.int("header.height") + 14


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Header, rounds and decks, the open row, panels (one or two over the whole width, else two by two), the virtual player."""
    view: GameView = scene.view
    margin, n = chrome.LAYOUT.int("margin"), view.n
    narrow = n > 2
    lay = PANELS[narrow]
    marked = frozenset(mark.spot for mark in scene.marks)
    show = Showing(scene, theme, lay.int("badge"), False, False, tiles.ghosts(scene.ghost), marked)
    inside = Rect(margin, 0, WIDTH - 2 * margin, 0)
    y = TOP
    strip = Rect(inside.x, y, inside.w, BOARD.int("centre"))
    y += 0 if n == 3 else strip.h + GAP
    offer = centre.offer_frame(view, Rect(inside.x, y, inside.w, 0))
    y += offer.h + GAP if offer.h else 0
    frames, bottom = _frames(show, lay, Rect(inside.x, y, inside.w, 0), narrow=narrow)
    own = virtual.height(view)
    canvas = spread.table(bottom + (own + GAP if own else 0) + 22)
    heads.head(canvas, scene, theme)
    spots = centre.draw_centre(canvas, show, frames[3] if n == 3 else strip)
    if offer.h:
        spots |= centre.draw_offer(canvas, show, offer)
    for person in chrome.people(scene, n):
        spots |= seatpanel.draw_panel(canvas, show, person, frames[person.seat], lay, narrow=narrow)
    if own:
        spots |= virtual.draw_virtual(canvas, show, Rect(inside.x, bottom + GAP, inside.w, own))
    strips.letters(canvas, theme, scene.marks, spots, BOARD)
    return canvas


def _frames(show: Showing, lay: Layout, inside: Rect, *, narrow: bool) -> tuple[list[Rect], int]:
    """Where the panels lie, of three players the middle of the table as well; and where they end."""
    view: GameView = show.scene.view
    across = 2 if narrow else 1
    wide = (inside.w - GAP * (across - 1)) // across
    tall = [seatpanel.height(show, empire, lay, wide, narrow=narrow) for empire in view.empires]
    found, y = [], inside.y
    for at in range(0, len(tall), across):
        high = max(tall[at:at + across])
        found += [Rect(inside.x + k * (wide + GAP), y, wide, high) for k in range(across)]
        y += high + GAP
    return found, y - GAP
