"""End screen: the winners' land with laurels, all points by source, the tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.state.score import Rank
from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RESOURCES
from games.imperial_settlers.rules.effects.steps import JAPANESE
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import BLACK, BOLD, HEAVY, RGB, SERIF, TEXT, Theme, dark, mix, parse
from render.imperial_settlers.layers import glory
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header, woodcut
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, icon
from render.imperial_settlers.screens import board as table_of
from render.imperial_settlers.screens import solitaire
from render.parts import markers, panels, widgets
from render.pictures import end_screen

END = TABLE.part("end")
WIDTH = TABLE.int("width")
SIGNS: dict[str, str] = {name: sign for name, (sign, _) in END.get("rows").items()}
COLOURS: dict[str, RGB] = {name: parse(colour) for name, (_, colour) in END.get("rows").items()}
Values = tuple[int, ...]
TABLE_PAD_PX = 18
HEAD_SIGN_PX = 46  # signs of the columns
SUM = "Σ"  # heads the column of the totals in all languages
GATE = "jap_gate"
NONE = "–"  # points from cards that a faction lacks
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
    legend = END.int("legend") * -(-len(columns) // 2)
    head, total_width = END.int("head"), END.int("total")
    line = min(END.int("line"), (frame.h - head - legend - 2 * TABLE_PAD_PX) // view.n)
    inner = Rect(frame.x + TABLE_PAD_PX, frame.y + 8, frame.w - 2 * TABLE_PAD_PX, head)
    left = inner.x + END.int("names")
    step = (inner.right - total_width - left) / len(columns)
    people = panels.seat_headers(scene, view.n)
    apart = min(END.int("apart"), round(line * 0.23))  # from the middle of a line of words
    for k, rank in enumerate(board.ranking):
        box = Rect(inner.x - 6, inner.bottom + k * line, inner.w + 12, line)
        if rank.place == 1:
            fill = mix(theme.paper, theme.halo, 0.5)
            winner_box = Rect(box.x, box.y + 3, box.w, box.h - 6)
            widgets.draw_plate(canvas, winner_box, "field", fill, dark(theme.saffron, 0.3), 2)
        elif k:
            panels.hairline(canvas, box.x, box.y, box.w)
        name_box = Rect(inner.x, box.y, inner.w - total_width - 8, line)
        _draw_place(canvas, theme, rank, (inner.x + END.int("place") / 2, box.centre[1]))
        room = left - inner.x - 8
        _draw_person(canvas, scene, theme, people[rank.seat], name_box, apart, room)
    for column, (key, values) in enumerate(columns):
        x = left + (column + 0.5) * step
        canvas.paste_centred(_sign(key, HEAD_SIGN_PX), (x, inner.centre[1]))
        for k, rank in enumerate(board.ranking):
            value = values[rank.seat]
            has_none = key == "placed" and view.empires[rank.seat].faction != JAPANESE
            tone = theme.ink if value else panels.muted(theme)
            style = writing.Style(HEAVY, END.int("number"), tone)
            at = x, inner.bottom + (k + 0.5) * line + apart
            canvas.digits(at, NONE if has_none else str(value), style, "m")
    x = inner.right - total_width / 2
    style = writing.Style(HEAVY, END.int("sum"), theme.ink)
    canvas.digits((x, inner.centre[1]), SUM, style, "m", kind="sum")
    for k, rank in enumerate(board.ranking):
        style = writing.Style(BLACK, END.int("sum"), theme.ink)
        at = x, inner.bottom + (k + 0.5) * line
        canvas.digits(at, str(board.total[rank.seat]), style, "m", kind="points")
    _draw_legend(
        canvas,
        scene,
        theme,
        [key for key, _ in columns],
        Rect(inner.x, frame.bottom - 8 - legend, inner.w, legend),
    )


def _draw_place(canvas: Canvas, theme: Theme, rank: Rank, at: tuple[float, float]) -> None:
    """Draw the place of a player in a disc around `at`, dark for the first place."""
    size, is_first = END.int("place"), rank.place == 1
    fill = theme.ink if is_first else mix(theme.paper, theme.table, 0.2)
    disc = panels.sheet(size, size, size // 2, fill, dark(theme.table, 0.4), 2, 2)
    canvas.paste_padded(disc, at[0] - size / 2, at[1] - size / 2)
    tone = theme.bright if is_first else theme.ink
    style = writing.Style(BLACK, END.int("label"), tone)
    canvas.digits(at, str(rank.place), style, "m", kind="place")


def _draw_person(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    person: panels.SeatHeader,
    box: Rect,
    apart: int,
    faction_room: int,
) -> None:
    """Draw piece, name and crest in the upper line of `box`, and below the faction's name.

    The lines are `apart` pixels above and below the middle. The faction's name ends at
    `faction_room` pixels from the left of the box.
    """
    faction = scene.view.empires[person.seat].faction
    piece, crest = END.int("piece"), END.int("crest")
    left = box.x + END.int("place") + 8
    upper, lower = box.centre[1] - apart, box.centre[1] + apart
    canvas.paste_centred(panels.sign(theme, person, piece), (left + piece / 2, upper))
    tone = dark(FRAMES[faction], 0.1)
    x = left + piece + 10
    room = box.right - crest - 12 - x
    name, size = panels.fit_name(person, END.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    at = x, upper + size * writing.LETTER_DROP
    end = x + min(room, canvas.text(at, name, style, kind="name", room=room)) + 12
    canvas.paste_centred(icon(CRESTS[faction], crest, tone), (end + crest / 2, upper))
    text = i18n.say_for_game(scene.game, scene.lang, f"imp.faction.{faction}")
    room = box.x + faction_room - left
    text, size = writing.fit_compressed(text, BOLD, TEXT, room, theme.small)
    at = left, lower + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(BOLD, size, tone), kind="faction", room=room)


def _draw_crests(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the winners' crests on the shapes of their standards, unless they have arms there."""
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
        crest = icon(CRESTS[scene.view.empires[seat].faction], across, look.colour)
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
        canvas.paste_centred(_sign(key, 34), (x + 20, middle))
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


def _sign(key: str, size: int) -> Sprite:
    """Return the sign of a source of points, that of the card Gate for what lies on cards."""
    if key == "placed":
        return woodcut.sign(GATE, size)
    return icon(SIGNS[key], size, dark(COLOURS[key], 0.15))
