"""Pictures of Era: Medieval Age, keyed by the `kind` of a scene."""

from __future__ import annotations

from collections.abc import Callable

from games.core.views.scene import Scene
from render.base.canvas import Canvas
from render.base.theme import Theme, load
from render.era_medieval_age.layers import trays
from render.era_medieval_age.screens import domain, table
from render.era_medieval_age.screens.close import draw_board, draw_domain_closeup
from render.era_medieval_age.screens.dice import draw_dice
from render.era_medieval_age.screens.layouts import draw_layouts

PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": draw_board,
    "dice": draw_dice,
    "domain": draw_domain_closeup,
    "layouts": draw_layouts,
    "end": table.draw_table,
}


def warm_up() -> None:
    """Fill the cache: tables, trays, the board of the domains, land, and dice in common sizes."""
    theme = load()
    domain.warm_up()
    table.warm_up(theme)
    trays.warm_up(theme)
