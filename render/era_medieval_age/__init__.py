"""The pictures of Era: Medieval Age, by the kind a scene asks for."""

from __future__ import annotations

from collections.abc import Callable

from games.core.scene import Scene
from render.canvas import Canvas
from render.era_medieval_age import domain
from render.era_medieval_age.dice import draw_dice
from render.era_medieval_age.domain import draw_domain
from render.era_medieval_age.layouts import draw_layouts
from render.era_medieval_age.table import draw_table
from render.theme import Theme, load

PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "domain": draw_domain,
    "layouts": draw_layouts,
    "board": draw_table, "dice": draw_dice,
}


def warm_up() -> None:
    """Compose the board of the domains, meadow and paving once."""
    domain.warm_up(load())
