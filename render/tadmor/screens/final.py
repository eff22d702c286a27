"""The end: a column for each player, a row for each source of points, the winners in a glow."""

from __future__ import annotations

from games.core.scene import Scene
from games.tadmor.show.view import GameView
from render import chrome, scores, words
from render import text as writing
from render.canvas import Canvas
from render.layout import Rect
from render.tadmor.look import BLACK, LAYOUT, LOOK, WIDTH, icon
from render.tadmor.moments import head
from render.tadmor.pieces import faces, temple
from render.texture import Sprite
from render.theme import Theme, dark, pale, parse

END = scores.plan(LAYOUT.part("end"))
ROWS: dict[str, list[str]] = LOOK["rows"]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners; towers and temples of all; points by source; sums; what decided a tie."""
    view: GameView = scene.view
    board = view.scoreboard
    rows = [row for row in board.rows if any(row.values)] if board else []
    margin, tall = chrome.LAYOUT.int("margin"), END.int("head") + END.int("scene")
    tie = board is not None and any(rank.trail for rank in board.ranking)
    frame = Rect(margin, 92, WIDTH - 2 * margin, tall + (len(rows) + tie) * END.int("row") + END.int("total"))
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24))
    head(canvas, scene, theme)
    table = scores.Table(canvas, scene, theme, END, frame, tall)
    for person, column in zip(table.persons, table.columns, strict=True):
        table.name(person)
        _built(canvas, theme, view, person.seat, column)
    for row in rows:
        table.row(_sign(row.id), words.message(scene.game, scene.lang, row.label), row.values)
    laurel = faces.laurel(52)
    table.total(board.total if board else [mat.total for mat in view.mats], faces.laurel(74), (laurel, laurel))
    if tie:
        table.row(_sign("tie"), words.say(scene.lang, "tadmor.tie"), [len(mat.rare) for mat in view.mats])
    return canvas


def _built(canvas: Canvas, theme: Theme, view: GameView, seat: int, column: Rect) -> None:
    """The temple of a player, and how high their tower became."""
    mat = view.mats[seat]
    middle = column.y + END.int("head") + END.int("scene") / 2
    half = min(column.w / 4, 76)
    body = temple.temple(max(mat.temples, default=0), ghost=False, width=min(120, round(column.w * 0.5)))
    canvas.put(body, (column.centre[0] - half, middle))
    at = column.centre[0] + half, middle - 20
    canvas.put(icon("stone-tower", 84, dark(theme.seats[seat].colour, 0.2), pale(theme.paper, 0.3), 3), at)
    canvas.text((at[0], middle + 58), str(mat.tower), writing.Style(BLACK, 38, theme.ink), "m", kind="height")


def _sign(row: str) -> Sprite:
    sign, colour = ROWS[row]
    return icon(sign, 46, parse(colour))
