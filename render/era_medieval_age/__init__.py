"""The pictures of Era: Medieval Age, by the kind a scene asks for."""

from __future__ import annotations

from collections.abc import Callable

from games.core.scene import Scene
from render.canvas import Canvas
from render.era_medieval_age.dice import draw_dice
from render.theme import Theme

PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "dice": draw_dice,
}
