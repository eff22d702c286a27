"""End screen: the winners' castles in the evening, laurels, a column of points per player."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.views.view import GameView
from render.base import i18n
from render.base.canvas import Canvas
from render.base.theme import Theme, parse
from render.el_mapa.layers.glory import GLORY, draw_glory
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.style import COLOURS, LAYOUT, LOOK, WIDTH, icon
from render.el_mapa.screens.board import draw_board
from render.parts import panels, score_table
from render.pictures import end_screen

END = score_table.table_layout(LAYOUT.part("end"))
CROWDED_END = END.part("crowd").with_defaults_from(END)
ROWS: dict[str, list[str]] = LOOK["rows"]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene, the points by source and the sums.

    Draws the board if the game has no final score yet.
    """
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return draw_board(scene, theme)
    plan = END if view.n < CROWDED_END.int("many") else CROWDED_END
    above = score_table.names_height(plan, view.n)
    place = end_screen.stage(
        GLORY, WIDTH, above + len(board.rows) * plan.int("row") + plan.int("total")
    )
    canvas = Canvas(panels.table(WIDTH, place.height))
    draw_head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, GLORY, place)
    table = score_table.ScoreTable(canvas, scene, theme, plan, place.table, above)
    for person in table.persons:
        table.name(person)
    for row in board.rows:
        sign, colour = ROWS[row.id]
        text = i18n.message(scene.game, scene.lang, row.label)
        table.row(icon(sign, 46, parse(colour)), text[:1].upper() + text[1:], row.values)
    laurel = icon("laurel-crown", 46, COLOURS["laurel"])
    table.total(board.total, icon("laurel-crown", 74, COLOURS["laurel"]), (laurel, laurel))
    return canvas
