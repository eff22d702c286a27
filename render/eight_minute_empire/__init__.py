"""The pictures of Eight-Minute Empire, by the kind a scene asks for."""

from __future__ import annotations

from collections.abc import Callable

from games.core.scene import Scene
from render.canvas import Canvas
from render.eight_minute_empire.board import draw_board, draw_crop, draw_map_alone, draw_strip
from render.theme import Theme

KINDS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": draw_board, "map": draw_map_alone, "row": draw_strip, "crop": draw_crop,
}
