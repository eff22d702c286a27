"""Pictures of El Mapa, keyed by the `kind` of a scene."""

from __future__ import annotations

from collections.abc import Callable

from games.core.views.scene import Scene
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.el_mapa.screens import battle, board, cards, castle, final, near, single


def draw_map(scene: Scene, theme: Theme) -> Canvas:
    """Draw the map.

    If the viewer has chosen large pictures, draw only the part around the cells that are marked for
    a choice or that a chosen move concerns.
    """
    return (
        near.draw_near(scene, theme)
        if scene.large and (scene.marks or scene.ghost)
        else board.draw_board(scene, theme)
    )


PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": draw_map,
    "crop": near.draw_near,
    "castle": castle.draw_castle,
    "cards": cards.draw_cards,
    "battle": battle.draw_battle,
    "end": final.draw_end,
    "card": single.draw_single,
}


def warm_up() -> None:
    """Load the drawings and compose the table once."""
    board.warm_up()
    castle.warm_up()
