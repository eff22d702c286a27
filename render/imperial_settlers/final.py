"""The end: a column of points for each player by where they come from, the rows as numbers, what decided a tie."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.scene import Scene
from games.imperial_settlers.catalog import RESOURCES
from games.imperial_settlers.view import GameView
from render import chrome, markers, words
from render import text as writing
from render.canvas import Canvas
from render.imperial_settlers import heads, solitaire
from render.imperial_settlers.look import BLACK, BOLD, CRESTS, FRAMES, HEAVY, SERIF, icon
from render.imperial_settlers.plan import TABLE
from render.layout import Rect, split
from render.texture import rounded, scaled
from render.theme import RGB, Theme, dark, mix, pale, parse

END = TABLE.part("end")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
SIGNS: dict[str, str] = {name: sign for name, (sign, _) in END.get("rows").items()}
COLOURS: dict[str, RGB] = {name: parse(colour) for name, (_, colour) in END.get("rows").items()}
Values = tuple[int, ...]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners, then the columns and the table; the solo game has a picture of its own."""
    view: GameView = scene.view
    if view.solo is not None:
        return solitaire.draw_solo(scene, theme)
    board = view.scoreboard
    rows = [(row.id, row.values) for row in board.rows] if board else []
    ties = _ties(view)
    margin, pitch = chrome.LAYOUT.int("margin"), END.int("row")
    tall = END.int("head") + END.int("bars")
    high = tall + len(rows) * pitch + END.int("total") + len(ties) * pitch
    frame = Rect(margin, 92, WIDTH - 2 * margin, high + GAP)
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24).copy())
    heads.head(canvas, scene, theme)
    canvas.lay(chrome.shadowed_panel(frame.w, frame.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11), frame.x, frame.y)
    canvas.note("panel", frame)
    left = frame.x + END.int("labels")
    columns = [Rect(one.x, frame.y, one.w, frame.h) for one in split(Rect(left, 0, frame.right - left - GAP, 0), view.n, GAP)]
    first = [rank.seat for rank in board.ranking if rank.place == 1] if board else []
    for seat in first:
        canvas.stain(scaled(rounded(columns[seat].w, frame.h - GAP, 14), 0.5), columns[seat].x, frame.y + GAP // 2, theme.halo)
    total = tuple(board.total) if board else tuple(empire.total for empire in view.empires)
    for person, column in zip(chrome.people(scene.names, view.n, scene.lang), columns, strict=True):
        _name(canvas, theme, person, column)
        _column(canvas, view, person.seat, column, [(key, values[person.seat]) for key, values in rows], max(1, *total))
    _legend(canvas, scene, Rect(frame.x, frame.y + END.int("head"), END.int("labels"), END.int("bars")))
    y = frame.y + tall
    for key, values in rows:
        _row(canvas, scene, theme, columns, key, values, Rect(frame.x, y, frame.w, pitch))
        y += pitch
    _totals(canvas, theme, columns, Rect(frame.x, y, frame.w, END.int("total")), total, first)
    y += END.int("total")
    for key, values in ties:
        _row(canvas, scene, theme, columns, key, values, Rect(frame.x, y, frame.w, pitch))
        y += pitch
    return canvas


def _ties(view: GameView) -> list[tuple[str, Values]]:
    """What decided between equal scores: goods in front of the players, then cards in hand."""
    depth = max((len(rank.trail) for rank in view.scoreboard.ranking), default=0) if view.scoreboard else 0
    goods = tuple(sum(empire.supply[good] for good in (*RESOURCES, "worker")) for empire in view.empires)
    hands = tuple(empire.hand for empire in view.empires)
    return [("goods", goods), ("hand", hands)][:depth]


def _name(canvas: Canvas, theme: Theme, person: chrome.Person, column: Rect) -> None:
    piece, high = END.int("piece"), END.int("head")
    name, size = chrome.fit_name(person, theme.type["name"][1], column.w - piece - 26, theme.small)
    width = writing.width(name, SERIF, size)
    x = column.x + (column.w - width - piece - 8) / 2
    canvas.put(markers.piece(theme, person.seat, piece), (x + piece / 2, column.y + high * 0.55))
    at = x + piece + 8, column.y + high * 0.55 + size * writing.LETTER_DROP
    canvas.text(at, name, writing.Style(SERIF, size, theme.ink), kind="name")


def _column(canvas: Canvas, view: GameView, seat: int, column: Rect, parts: Sequence[tuple[str, int]], most: int) -> None:
    """The points as a column: its parts above each other in the order of the table, the crest of the faction on top."""
    crest, wide = END.int("crest"), min(END.int("bar"), column.w - 40)
    bottom = column.y + END.int("head") + END.int("bars") - 16
    scale = (END.int("bars") - 16 - crest - 16) / most
    faction = view.empires[seat].faction
    y = float(bottom)
    for key, n in parts:
        if n <= 0:
            continue
        colour = FRAMES[faction] if key == "faction" else COLOURS[key]
        box = (column.centre[0] - wide / 2, y - n * scale, column.centre[0] + wide / 2, y)
        canvas.pen.rectangle(box, fill=colour, outline=dark(colour, 0.55), width=3)
        canvas.pen.line((box[0] + 5, box[1] + 4, box[2] - 5, box[1] + 4), fill=pale(colour, 0.45), width=2)
        if n * scale >= 40:
            canvas.put(icon(SIGNS[key], 34, pale(colour, 0.8)), (column.centre[0], (box[1] + box[3]) / 2))
        y = box[1]
    canvas.put(icon(CRESTS[faction], crest, dark(FRAMES[faction], 0.1)), (column.centre[0], y - crest / 2 - 8))
    canvas.note("bar", Rect(round(column.centre[0] - wide / 2), round(y), wide, round(bottom - y)), str(seat))


def _legend(canvas: Canvas, scene: Scene, frame: Rect) -> None:
    """What a crest means: the factions of this table, each with its name."""
    view: GameView = scene.view
    step = min(66.0, frame.h / max(1, view.n))
    y = frame.bottom - 16 - step * view.n
    for empire in view.empires:
        tone = dark(FRAMES[empire.faction], 0.1)
        middle = y + step / 2
        canvas.put(icon(CRESTS[empire.faction], 48, tone), (frame.x + 44, middle))
        said = words.of_game(scene.game, scene.lang, f"imp.faction.{empire.faction}")
        canvas.text((frame.x + 80, middle + 36 * writing.LETTER_DROP), said, writing.Style(BOLD, 36, tone), kind="label")
        y += step


def _row(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], key: str, values: Values, frame: Rect) -> None:
    middle = frame.centre[1]
    chrome.hairline(canvas, frame.x + 18, frame.y, frame.w - 36)
    canvas.put(icon(SIGNS[key], 46, dark(COLOURS[key], 0.15)), (frame.x + 44, middle))
    label, size = writing.fit(words.say(scene.lang, f"imptable.row.{key}"), SERIF, 36, END.int("labels") - 84, theme.small)
    canvas.text((frame.x + 78, middle + size * writing.LETTER_DROP), label, writing.Style(SERIF, size, theme.ink), kind="label")
    for value, column in zip(values, columns, strict=True):
        tone = theme.ink if value else chrome.muted(theme)
        at = column.centre[0], middle + 42 * writing.DIGIT_DROP
        canvas.text(at, str(value), writing.Style(HEAVY, 42, tone), "m", kind="number")


def _totals(canvas: Canvas, theme: Theme, columns: Sequence[Rect], frame: Rect, total: Values, first: Sequence[int]) -> None:
    """The sums, between laurels for who has won."""
    canvas.pen.line((frame.x + 18, frame.y + 2, frame.right - 18, frame.y + 2), fill=theme.ink, width=3)
    middle, big = frame.centre[1] + 2, END.int("sum")
    canvas.put(icon("laurel-crown", 64, COLOURS["track"]), (frame.x + 60, middle))
    for seat, (points, column) in enumerate(zip(total, columns, strict=True)):
        at = column.centre[0], middle + big * writing.DIGIT_DROP
        wide = canvas.text(at, str(points), writing.Style(BLACK, big, theme.ink), "m", kind="points")
        if seat in first and column.w > wide + 124:
            for side in (-1, 1):
                canvas.put(icon("laurel-crown", 48, COLOURS["track"]), (column.centre[0] + side * (wide / 2 + 34), middle))
