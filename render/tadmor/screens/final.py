"""The end: the winners' caravan and tower in the evening, laurels, and a column of points for each player."""

from __future__ import annotations

from games.core.scene import Scene
from games.tadmor.show.view import GameView
from render import ceremony, chrome, scores, words
from render.canvas import Canvas
from render.tadmor.layers.glory import GLORY, draw_glory
from render.tadmor.look import LAYOUT, LOOK, WIDTH, icon
from render.tadmor.moments import head
from render.tadmor.pieces import faces
from render.tadmor.screens.board import draw_board
from render.texture import Sprite
from render.theme import Theme, parse

END = scores.plan(LAYOUT.part("end"))
ROWS: dict[str, list[str]] = LOOK["rows"]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """The ceremony; points by source; sums; what decided a tie."""
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return draw_board(scene, theme)
    rows, tie = [row for row in board.rows if any(row.values)], any(rank.trail for rank in board.ranking)
    above = scores.head(END, view.n)
    place = ceremony.stage(GLORY, WIDTH, above + (len(rows) + tie) * END.int("row") + END.int("total"))
    canvas = Canvas(chrome.table(WIDTH, place.height))
    head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place.scene)
    ceremony.crown(canvas, scene, theme, GLORY, place)
    table = scores.Table(canvas, scene, theme, END, place.grid, above)
    for person in table.persons:
        table.name(person)
    for row in rows:
        table.row(_sign(row.id), words.message(scene.game, scene.lang, row.label), row.values)
    laurel = faces.laurel(52)
    table.total(board.total, faces.laurel(74), (laurel, laurel))
    if tie:
        table.row(_sign("tie"), words.say(scene.lang, "tadmor.tie"), [len(mat.rare) for mat in view.mats])
    return canvas


def _sign(row: str) -> Sprite:
    sign, colour = ROWS[row]
    return icon(sign, 46, parse(colour))
