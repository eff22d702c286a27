"""End screen: the winners' land with laurels, all points by source, the tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RESOURCES
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import BLACK, BOLD, HEAVY, RGB, SERIF, TEXT, Theme, dark, mix, parse
from render.imperial_settlers.layers import glory
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, icon
from render.imperial_settlers.screens import board as table_of
from render.imperial_settlers.screens import solitaire
from render.parts import panels, widgets
from render.parts.header import winners
from render.pictures import end_screen

END = TABLE.part("end")
WIDTH = TABLE.int("width")
SIGNS: dict[str, str] = {name: sign for name, (sign, _) in END.get("rows").items()}
COLOURS: dict[str, RGB] = {name: parse(colour) for name, (_, colour) in END.get("rows").items()}
Values = tuple[int, ...]
TABLE_PAD_PX = 18


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
    _draw_table(canvas, scene, theme, place.table)
    return canvas


def _draw_table(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw a line per player with points by source and their sum, and what the signs mean."""
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "points")
    columns = [(row.id, row.values) for row in board.rows] + _tie_breaks(view)
    legend = END.int("legend") * -(-len(columns) // 2)
    head, total_width = END.int("head"), END.int("total")
    line = min(END.int("line"), (frame.h - head - legend - 2 * TABLE_PAD_PX) // view.n)
    inner = Rect(frame.x + TABLE_PAD_PX, frame.y + 8, frame.w - 2 * TABLE_PAD_PX, head)
    left = inner.x + END.int("names")
    step = (inner.right - total_width - left) / len(columns)
    people = panels.seat_headers(scene, view.n)
    first = winners(board)
    for seat in range(view.n):
        box = Rect(inner.x - 6, inner.bottom + seat * line, inner.w + 12, line)
        if seat in first:
            fill = mix(theme.paper, theme.halo, 0.5)
            winner_box = Rect(box.x, box.y + 3, box.w, box.h - 6)
            widgets.draw_plate(canvas, winner_box, "field", fill, dark(theme.saffron, 0.3), 2)
        elif seat:
            panels.hairline(canvas, box.x, box.y, box.w)
        name_box = Rect(inner.x, box.y, left - inner.x - 8, line)
        _draw_person(canvas, scene, theme, people[seat], name_box)
    for k, (key, values) in enumerate(columns):
        x = left + (k + 0.5) * step
        canvas.paste_centred(_sign(key), (x, inner.centre[1]))
        for seat, value in enumerate(values):
            tone = theme.ink if value else panels.muted(theme)
            style = writing.Style(HEAVY, END.int("number"), tone)
            canvas.digits((x, inner.bottom + (seat + 0.5) * line), str(value), style, "m")
    x = inner.right - total_width / 2
    canvas.paste_centred(icon("laurel-crown", 56, COLOURS["track"]), (x, inner.centre[1]))
    for seat, value in enumerate(board.total):
        style = writing.Style(BLACK, END.int("sum"), theme.ink)
        at = x, inner.bottom + (seat + 0.5) * line
        canvas.digits(at, str(value), style, "m", kind="points")
    _draw_legend(
        canvas,
        scene,
        theme,
        [key for key, _ in columns],
        Rect(inner.x, frame.bottom - 8 - legend, inner.w, legend),
    )


def _draw_person(
    canvas: Canvas, scene: Scene, theme: Theme, person: panels.SeatHeader, box: Rect
) -> None:
    """Draw piece and name, and below it crest and name of the faction."""
    faction = scene.view.empires[person.seat].faction
    piece, crest = END.int("piece"), END.int("crest")
    x = box.x + piece + 10
    room = box.right - x
    upper, lower = box.y + box.h * 0.32, box.y + box.h * 0.74
    canvas.paste_centred(panels.sign(theme, person, piece), (box.x + piece / 2, upper))
    name, size = panels.fit_name(person, END.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((x, upper + size * writing.LETTER_DROP), name, style, kind="name", room=room)
    tone = dark(FRAMES[faction], 0.1)
    canvas.paste_centred(icon(CRESTS[faction], crest, tone), (box.x + piece / 2, lower))
    text = i18n.say_for_game(scene.game, scene.lang, f"imp.faction.{faction}")
    text, size = writing.fit_compressed(text, BOLD, TEXT, room, theme.small)
    at = x, lower + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(BOLD, size, tone), kind="faction", room=room)


def _draw_legend(
    canvas: Canvas, scene: Scene, theme: Theme, keys: Sequence[str], frame: Rect
) -> None:
    """Draw the signs of the columns with their words, in two columns."""
    panels.hairline(canvas, frame.x, frame.y, frame.w)
    height = END.int("legend")
    for k, key in enumerate(keys):
        x = frame.x + frame.w / 2 * (k % 2)
        middle = frame.y + 4 + (k // 2 + 0.5) * height
        canvas.paste_centred(icon(SIGNS[key], 34, dark(COLOURS[key], 0.15)), (x + 20, middle))
        room = frame.w / 2 - 54
        text = i18n.say(scene.lang, f"imptable.row.{key}")
        text, size = writing.fit_compressed(text, SERIF, END.int("label"), room, END.int("label"))
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


def _sign(key: str) -> Sprite:
    return icon(SIGNS[key], 46, dark(COLOURS[key], 0.15))
