"""The pictures of Tadmor, by the kind a scene asks for."""

from __future__ import annotations

from collections.abc import Callable

from games.core.scene import Scene
from render.canvas import Canvas
from render.tadmor import board, display, final, mat, missions, region
from render.theme import Theme, load

PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": board.draw_board, "mat": mat.draw_mat, "region": region.draw_region, "display": display.draw_display,
    "missions": missions.draw_missions, "end": final.draw_end,
}


def warm_up() -> None:
    """Load the map and compose the table once."""
    board.warm_up(load())
