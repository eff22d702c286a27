"""End screen: the winners' land with laurels, all points by source, the tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RESOURCES
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.theme import BLACK, BOLD, HEAVY, SERIF, Theme, dark, mix
from render.imperial_settlers.layers import glory
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, icon
from render.imperial_settlers.screens import board as table_of
from render.imperial_settlers.screens import solitaire
from render.parts import markers, panels, widgets
from render.pictures import end_screen

END = TABLE.part("end")
WIDTH = TABLE.int("width")
Values = tuple[int, ...]
TABLE_PAD_PX = 18
HEAD_SIGN_PX = 42  # signs of the columns
MIN_LABEL_PX = 30
FEW = 2  # players up to which names and numbers are larger
JAPANESE = "japanese"  # the only faction with points on cards
SIGN_SHARE = 0.42  # of a standard's height: the middle of its sign


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene and the table of points; the solo game has its own picture."""
    view: GameView = scene.view
    if view.solo is not None:
        return solitaire.draw_solo(scene, theme)
    if view.scoreboard is None:
        return table_of.draw_board(scene, theme)
    place = glory.stage()
    canvas = Canvas(panels.table(WIDTH, place.height))
    header.draw_head(canvas, scene, theme)
    glory.draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, glory.GLORY, place)
    _draw_crests(canvas, scene, theme)
    _draw_table(canvas, scene, theme, place.table)
    return canvas


def _draw_table(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw a line per player with points by source and their sum, the winner's line first.

    What the signs mean stands below.
    """
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "points")
    columns = [(row.id, row.values) for row in board.rows] + _tie_breaks(view)
    layout = END.part("few").with_defaults_from(END) if view.n <= FEW else END
    legend = END.int("legend") * -(-len(columns) // 2)
    head, total_width = END.int("head"), layout.int("total")
    line = min(END.int("line"), (frame.h - head - legend - 2 * TABLE_PAD_PX) // view.n)
    inner = Rect(frame.x + TABLE_PAD_PX, frame.y + 8, frame.w - 2 * TABLE_PAD_PX, head)
    left = inner.x + layout.int("names")
    xs = _middles([values for _, values in columns], left, inner.right - total_width, layout)
    people = panels.seat_headers(scene, view.n)
    # from the middle of a line of words
    apart = min(layout.int("apart"), round(line * END.float("apart_share")))
    for k, rank in enumerate(board.ranking):
        box = Rect(inner.x - 6, inner.bottom + k * line, inner.w + 12, line)
        if rank.place == 1:
            fill = mix(theme.paper, theme.halo, 0.5)
            winner_box = Rect(box.x, box.y + 3, box.w, box.h - 6)
            widgets.draw_plate(canvas, winner_box, "field", fill, dark(theme.saffron, 0.3), 2)
        elif k:
            panels.hairline(canvas, box.x, box.y, box.w)
        name_box = Rect(inner.x, box.y, inner.w - total_width - 8, line)
        place = layout.int("place")
        panels.draw_place(canvas, theme, rank.place, (inner.x + place / 2, box.centre[1]), place)
        room = left - inner.x - 8
        _draw_person(canvas, scene, theme, people[rank.seat], (name_box, apart, room), layout)
    for x, (key, values) in zip(xs, columns, strict=True):
        canvas.paste_centred(solitaire.row_sign(key, HEAD_SIGN_PX), (x, inner.centre[1]))
        for k, rank in enumerate(board.ranking):
            at = x, inner.bottom + (k + 0.5) * line + apart
            _draw_value(canvas, scene, theme, (key, values[rank.seat], rank.seat), at, layout)
    x = inner.right - total_width / 2
    style = writing.Style(SERIF, END.int("label"), theme.ink)
    at = x, inner.centre[1] + style.size * writing.LETTER_DROP
    canvas.text(at, i18n.say(scene.lang, "total"), style, "m", kind="sum", room=total_width)
    for k, rank in enumerate(board.ranking):
        style = writing.Style(BLACK, layout.int("sum"), theme.ink)
        at = x, inner.bottom + (k + 0.5) * line
        canvas.digits(at, str(board.total[rank.seat]), style, "m", kind="points")
    _draw_legend(
        canvas,
        scene,
        theme,
        [key for key, _ in columns],
        Rect(inner.x, frame.bottom - 8 - legend, inner.w, legend),
    )


def _middles(columns: Sequence[Values], left: float, right: float, layout: Layout) -> list[float]:
    """Return the x of the middle of each column of numbers, with equal gaps between them."""
    size = layout.int("number")
    widths = [
        max(HEAD_SIGN_PX, *(writing.width(str(value), HEAVY, size) for value in values))
        for values in columns
    ]
    gap = (right - left - sum(widths)) / len(widths)
    return [left + sum(widths[:i]) + widths[i] / 2 + gap * (i + 0.5) for i in range(len(widths))]


def _draw_value(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    entry: tuple[str, int, int],
    at: tuple[float, float],
    layout: Layout,
) -> None:
    """Draw the value of an `entry` (column, value, seat) around `at`.

    A dash says that a faction has no cards of this kind.
    """
    key, value, seat = entry
    has_none = key == "placed" and scene.view.empires[seat].faction != JAPANESE
    tone = theme.ink if value else panels.muted(theme)
    style = writing.Style(HEAVY, layout.int("number"), tone)
    text, kind = ("–", "none") if has_none else (str(value), "number")
    canvas.digits(at, text, style, "m", kind=kind)


def _draw_person(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    person: panels.SeatHeader,
    place: tuple[Rect, int, int],
    layout: Layout,
) -> None:
    """Draw piece, name and crest in the upper line, and below the faction's name.

    `place` is (the box, how many pixels the lines are above and below its middle, the room in
    pixels from the left of the box to the end of the faction's name).
    """
    box, apart, faction_room = place
    faction = scene.view.empires[person.seat].faction
    piece, crest = layout.int("piece"), layout.int("crest")
    left = box.x + layout.int("place") + 8
    upper, lower = box.centre[1] - apart, box.centre[1] + apart
    canvas.paste_centred(panels.sign(theme, person, piece), (left + piece / 2, upper))
    tone = dark(FRAMES[faction], 0.1)
    x = left + piece + 10
    room = box.right - crest - 14 - x
    name, size = panels.fit_name(person, layout.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    width = canvas.text(
        (x, upper + size * writing.LETTER_DROP), name, style, kind="name", room=room
    )
    at = x + min(width, room) + 14 + crest / 2, upper
    canvas.paste_centred(icon(CRESTS[faction], crest, tone), at)
    text = i18n.say_for_game(scene.game, scene.lang, f"imp.faction.{faction}")
    room = box.x + faction_room - left
    text, size = writing.fit_compressed(text, BOLD, layout.int("faction"), room, theme.small)
    at = left, lower + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(BOLD, size, tone), kind="faction", room=room)


def _draw_crests(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the winners' crests on the pieces of their standards, unless they have arms there."""
    size, high = glory.GLORY.int("standard_sign"), glory.GLORY.get("standard")[1]
    standards = [one for one in canvas.regions if one.kind == "standard"]
    people = panels.seat_headers(scene, scene.view.n)
    for standard in standards:
        seat = int(standard.about)
        look = theme.seats[seat]
        if people[seat].arms is not None:
            continue
        across = markers.charge_size(look, size)
        rise = glory.GLORY.int("standard_rise")
        x, y = standard.box.centre[0], standard.box.y - rise + high * SIGN_SHARE
        tone = markers.line_of(theme, seat)
        crest = icon(CRESTS[scene.view.empires[seat].faction], across, tone)
        canvas.paste_centred(crest, (x, y + look.lower * size * 0.9))


def _draw_legend(
    canvas: Canvas, scene: Scene, theme: Theme, keys: Sequence[str], frame: Rect
) -> None:
    """Draw the signs of the columns with their words, in two columns."""
    panels.hairline(canvas, frame.x, frame.y, frame.w)
    height = END.int("legend")
    for k, key in enumerate(keys):
        x = frame.x + frame.w / 2 * (k % 2)
        middle = frame.y + 4 + (k // 2 + 0.5) * height
        canvas.paste_centred(solitaire.row_sign(key, 34), (x + 20, middle))
        room = frame.w / 2 - 54
        text = i18n.say(scene.lang, f"imptable.row.{key}")
        text, size = writing.fit_compressed(text, SERIF, END.int("label"), room, MIN_LABEL_PX)
        style = writing.Style(SERIF, size, theme.ink)
        at = x + 46, middle + size * writing.LETTER_DROP
        canvas.text(at, text, style, kind="label", room=room)


def _tie_breaks(view: GameView) -> list[tuple[str, Values]]:
    """Return (name, values) of the tie-breaks that were needed: goods, then cards in hand."""
    depth = (
        max((len(rank.trail) for rank in view.scoreboard.ranking), default=0)
        if view.scoreboard
        else 0
    )
    goods = tuple(
        sum(empire.supply[good] for good in (*RESOURCES, "worker")) for empire in view.empires
    )
    hands = tuple(empire.hand for empire in view.empires)
    return [("goods", goods), ("hand", hands)][:depth]
