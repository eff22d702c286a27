"""End screen: the winners' castles in the evening, laurels, and the points of all players."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.views.view import GameView
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.el_mapa.layers.glory import GLORY, draw_glory
from render.el_mapa.layers.ranking import RANKING, draw_ranking
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.style import WIDTH
from render.el_mapa.screens.board import draw_board
from render.parts import panels
from render.pictures import end_screen


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene, and beside it the points by source and the sums.

    Draws the board if the game has no final score yet.
    """
    view: GameView = scene.view
    board = view.scoreboard
    if board is None:
        return draw_board(scene, theme)
    place = end_screen.EndStage(
        GLORY.rect("scene"),
        GLORY.rect("ribbon"),
        GLORY.point("laurels_at"),
        RANKING.rect("at"),
        GLORY.int("high"),
    )
    canvas = Canvas(panels.table(WIDTH, place.height).copy())
    draw_head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place)
    end_screen.draw_awards(canvas, scene, theme, GLORY, place)
    draw_ranking(canvas, scene, theme, board)
    return canvas
