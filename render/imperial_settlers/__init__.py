"""Pictures of Imperial Settlers, keyed by the `kind` of a scene."""

from __future__ import annotations

from collections.abc import Callable

from games.core.views.scene import Scene
from games.imperial_settlers.views.view import panel_picture
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.imperial_settlers.screens import board, card, empire, final, hand, offer


def draw_near(scene: Scene, theme: Theme) -> Canvas:
    """Draw the table; for users of large pictures, only the part that the question is about."""
    spots = tuple(mark.spot for mark in scene.marks) or scene.ghost
    kind = panel_picture(scene.view, spots) if scene.large and spots else "board"
    return (
        PAINTERS[kind](scene, theme)
        if kind in PAINTERS and kind != "board"
        else board.draw_board(scene, theme)
    )


PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": draw_near,
    "end": final.draw_end,
    "hand": hand.draw_hand,
    "offer": offer.draw_offer,
    "card": card.draw_card,
    **{f"empire{seat}": empire.painter(seat) for seat in range(4)},
}


def warm_up() -> None:
    """Fill the cache with parts that most pictures of the table need."""
    empire.warm_up()
