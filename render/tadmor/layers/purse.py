"""What the deciding player has: card and goods beside a question, or a line of goods.

The line stands above the board.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.tadmor.model.catalog import RESOURCES
from games.tadmor.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import DARK, SERIF, Theme, dark
from render.parts import panels
from render.tadmor.layers import people
from render.tadmor.pieces import sprites
from render.tadmor.pieces.header import shown_seat
from render.tadmor.pieces.style import BOLD, COLOURS, HEAVY, LAYOUT

PURSE = LAYOUT.part("purse")


def draw_purse(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the card of the shown seat at the top of `frame`, and its goods below the card."""
    view: GameView = scene.view
    seat = shown_seat(scene)
    person = panels.seat_headers(scene, view.n)[seat]
    card = Rect(frame.x, frame.y, frame.w, PURSE.int("card"))
    people.draw_person(canvas, scene, theme, LAYOUT.part("board"), person, card)
    top = card.bottom + PURSE.int("gap")
    _draw_goods(canvas, scene, theme, Rect(frame.x, top, frame.w, frame.bottom - top), seat)


def needs_line(view: GameView) -> bool:
    """Return whether the viewer decides something in the course of a turn.

    Then the goods must be in sight, because nearly every decision spends or brings some.
    """
    return view.viewer in view.actors and view.phase not in ("setup", "end")


def draw_line(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw a strip in `frame`: the viewer's goods, and the region its marauders will attack.

    The number of goods and that of those which can be kept are red if there are too many.
    """
    view: GameView = scene.view
    seat = view.viewer
    if seat is None or view.hand is None:
        return
    canvas.pen.rectangle(
        (frame.x, frame.y, frame.right - 1, frame.bottom - 1), fill=(*DARK, PURSE.int("shade"))
    )
    canvas.record_region("purse", frame)
    face, size = theme.type["header"]
    style = writing.Style(face, size, theme.bright)
    x, middle = frame.x + PURSE.int("margin"), frame.centre[1]
    base = middle + size * writing.LETTER_DROP
    title = i18n.say(scene.lang, "tadmor.store")
    x += round(canvas.text((x, base), title, style, kind="purse")) + PURSE.int("gap")
    goods, storage = _held(view, seat), view.mats[seat].storage
    held = sum(goods.values())
    tone = COLOURS["overfull"] if is_over(view, seat) else theme.bright
    x += round(canvas.digits((x, middle), f"{held}/{storage}", writing.Style(HEAVY, size, tone)))
    x += PURSE.int("apart")
    cube = PURSE.int("small_cube")
    for what in RESOURCES:
        canvas.paste_centred(sprites.cube(what, cube), (x + cube / 2, middle))
        x += cube + PURSE.int("gap")
        x += round(canvas.digits((x, middle), str(goods[what]), style)) + PURSE.int("apart")
    if view.hand.marauders:
        region = i18n.say_for_game("tadmor", scene.lang, f"tad.region.{view.hand.marauders}")
        text = i18n.say(scene.lang, "tadmor.attack", region=region)
        right = frame.right - PURSE.int("margin")
        canvas.text((right, base), text, style, "r", kind="purse", room=right - x)


def is_over(view: GameView, seat: int) -> bool:
    """Return whether a seat has more goods than it may keep; nothing is lost after the last turn."""
    return view.turn < view.turns and sum(_held(view, seat).values()) > view.mats[seat].storage


def _held(view: GameView, seat: int) -> dict[str, int]:
    """Return a seat's goods by kind, traded ones included."""
    mat = view.mats[seat]
    return {what: mat.store[what] + mat.traded[what] for what in RESOURCES}


def _draw_goods(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw each kind of goods with its number, traded ones included, in two columns.

    A line below says how many will be lost if there are too many.
    """
    mat = scene.view.mats[seat]
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "goods")
    size = PURSE.int("name")
    title = i18n.say(scene.lang, "tadmor.store")
    goods = _held(scene.view, seat)
    held = sum(goods.values())
    count = i18n.say(scene.lang, "tadmor.of", n=held, m=mat.storage)
    style = writing.Style(
        BOLD, size, theme.madder if is_over(scene.view, seat) else dark(theme.table, 0.05)
    )
    head = PURSE.int("head")
    base = frame.y + 4 + head / 2 + size * writing.LETTER_DROP
    x = frame.x + 18
    end = x + canvas.text(
        (x, base),
        title,
        writing.Style(SERIF, size, dark(theme.table, 0.25)),
        kind="heading",
    )
    room = frame.right - 16 - end - 8
    canvas.text((frame.right - 16, base), count, style, "r", kind="count", room=room)
    foot = 0
    if is_over(scene.view, seat):
        text = i18n.say(scene.lang, "tadmor.over", n=held - mat.storage)
        warning = writing.Style(BOLD, PURSE.int("warning"), theme.madder)
        box = Rect(frame.x + 18, frame.bottom - PURSE.int("foot"), frame.w - 34, PURSE.int("foot"))
        rich_text.set_text(canvas, box, text, warning, least=PURSE.int("warning"), middle=True)
        foot = box.h
    rest = Rect(frame.x + 14, frame.y + head, frame.w - 28, frame.h - head - foot - 8)
    columns = PURSE.int("columns")
    w, h = rest.w // columns, rest.h // -(-len(RESOURCES) // columns)
    cube = min(PURSE.int("cube"), round(w * 0.4))
    number = min(PURSE.int("number"), cube)
    for k, what in enumerate(RESOURCES):
        cell = Rect(rest.x + k % columns * w, rest.y + k // columns * h, w, h)
        at = cell.x + max(cube / 2, (cell.w - 2.2 * cube) / 2 + cube / 2), cell.centre[1]
        canvas.paste_centred(sprites.cube(what, cube), at)
        n = goods[what]
        tone = theme.ink if n else panels.muted(theme)
        style = writing.Style(HEAVY, number, tone)
        canvas.digits((at[0] + cube / 2 + 12, at[1]), str(n), style)
        canvas.record_region("good", cell, what)
