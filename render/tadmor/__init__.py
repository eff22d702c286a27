"""Pictures of Tadmor, keyed by the `kind` of a scene."""

from __future__ import annotations

from collections.abc import Callable

from games.core.views.scene import Scene
from games.tadmor.views.view import panel_picture
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.tadmor.screens import board, display, final, mat, missions, region, single


def draw_near(scene: Scene, theme: Theme) -> Canvas:
    """Draw the board; for users of large pictures, only the part that the question is about."""
    spots = tuple(mark.spot for mark in scene.marks) or scene.ghost
    kind = panel_picture(scene.view, spots) if scene.large and spots else "board"
    return (
        board.draw_board(scene, theme) if kind in ("board", "end") else PAINTERS[kind](scene, theme)
    )


PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": draw_near,
    "mat": mat.draw_mat,
    "region": region.draw_region,
    "display": display.draw_display,
    "missions": missions.draw_missions,
    "end": final.draw_end,
    "card": single.draw_single,
}


def warm_up() -> None:
    """Load the board and the map for close-ups into the cache."""
    board.warm_up()
