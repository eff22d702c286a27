"""The end: a column of points for each player by where they come from, the rows as numbers, what decided a tie."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.scene import Scene
from games.imperial_settlers.model.catalog import RESOURCES
from games.imperial_settlers.show.view import GameView
from render import chrome, scores, words
from render import text as writing
from render.canvas import Canvas
from render.imperial_settlers import heads
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.look import BOLD, CRESTS, FRAMES, icon
from render.imperial_settlers.screens import solitaire
from render.layout import Rect
from render.texture import Sprite
from render.theme import RGB, Theme, dark, pale, parse

END = scores.plan(TABLE.part("end"))
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
    margin, tall = chrome.LAYOUT.int("margin"), END.int("head") + END.int("bars")
    high = tall + (len(rows) + len(ties)) * END.int("row") + END.int("total")
    frame = Rect(margin, 92, WIDTH - 2 * margin, high + GAP)
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24))
    heads.head(canvas, scene, theme)
    table = scores.Table(canvas, scene, theme, END, frame, tall)
    total = board.total if board else tuple(empire.total for empire in view.empires)
    for person, column in zip(table.persons, table.columns, strict=True):
        table.name(person)
        _column(canvas, view, person.seat, column, [(key, values[person.seat]) for key, values in rows], max(1, *total))
    _legend(canvas, scene, Rect(frame.x, frame.y + END.int("head"), END.int("labels"), END.int("bars")))
    for key, values in rows:
        table.row(_sign(key), words.say(scene.lang, f"imptable.row.{key}"), values)
    laurel = icon("laurel-crown", 48, COLOURS["track"])
    table.total(total, icon("laurel-crown", 64, COLOURS["track"]), (laurel, laurel))
    for key, values in ties:
        table.row(_sign(key), words.say(scene.lang, f"imptable.row.{key}"), values)
    return canvas


def _ties(view: GameView) -> list[tuple[str, Values]]:
    """What decided between equal scores: goods in front of the players, then cards in hand."""
    depth = max((len(rank.trail) for rank in view.scoreboard.ranking), default=0) if view.scoreboard else 0
    goods = tuple(sum(empire.supply[good] for good in (*RESOURCES, "worker")) for empire in view.empires)
    hands = tuple(empire.hand for empire in view.empires)
    return [("goods", goods), ("hand", hands)][:depth]


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


def _sign(key: str) -> Sprite:
    return icon(SIGNS[key], 46, dark(COLOURS[key], 0.15))
