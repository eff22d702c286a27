"""End screen: the winners' caravan and tower in the evening, laurels, points per player."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.tadmor.views.view import GameView
from render.base import i18n
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sprite
from render.base.theme import Theme, parse
from render.parts import panels, score_table
from render.pictures import end_screen
from render.tadmor.layers.glory import GLORY, draw_glory
from render.tadmor.pieces.header import draw_head
from render.tadmor.pieces.style import LAYOUT, LOOK, WIDTH, icon
from render.tadmor.screens.board import draw_board

END = score_table.table_layout(LAYOUT.part("end"))
SIGN_PX = 46  # of the signs before the rows
ROWS: dict[str, list[str]] = LOOK["rows"]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene, points by source, sums, and the tie-break."""
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return draw_board(scene, theme)
    rows = [row for row in board.rows if any(row.values)]
    tie = any(rank.trail for rank in board.ranking)
    layout, frame, above = _table(view.n, len(rows) + tie)
    canvas = Canvas(panels.table(WIDTH, GLORY.rect("scene").bottom + 12).copy())
    draw_head(canvas, scene, theme)
    place = _stage(frame, canvas.box.h)
    draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, GLORY, place)
    table = score_table.ScoreTable(canvas, scene, theme, layout, place.table, above)
    for person in table.persons:
        table.name(person)
    for row in rows:
        table.row(_sign(row.id), i18n.message(scene.game, scene.lang, row.label), row.values)
    table.total(board.total)
    if tie:
        table.row(
            _sign("tie"), i18n.say(scene.lang, "tadmor.tie"), [len(mat.rare) for mat in view.mats]
        )
    return canvas


def _table(n: int, rows: int) -> tuple[Layout, Rect, int]:
    """Return layout and rectangle of the score table, and the height in pixels of its names.

    `n` is the number of players and `rows` that of the rows of points.
    """
    whole, above = END.rect("table"), score_table.names_height(END, n)
    room = whole.h - above - END.int("total")
    height = min(END.int("row"), room // max(1, rows))
    used = above + rows * height + END.int("total")
    layout = Layout({"row": height}).with_defaults_from(END)
    return layout, Rect(whole.x, whole.y + (whole.h - used) // 2, whole.w, used), above


def _stage(table: Rect, height: int) -> end_screen.EndStage:
    """Return the places on the picture: the scene at the left, the table at its right."""
    scene = GLORY.rect("scene")
    ribbon = GLORY.rect("ribbon").moved(scene.x, scene.bottom)
    dx, dy = GLORY.point("laurels_at")
    return end_screen.EndStage(scene, ribbon, (scene.x + dx, scene.bottom + dy), table, height)


def _sign(row: str) -> Sprite:
    sign, colour = ROWS[row]
    return icon(sign, SIGN_PX, parse(colour))
