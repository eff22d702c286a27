"""Picture of one upgrade or mission, whose id is the scene's `view`."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.tadmor.rules.missions.missions import MISSIONS
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme
from render.parts import panels
from render.tadmor.pieces.style import LAYOUT
from render.tadmor.screens import display, missions

SINGLE = LAYOUT.part("single")


def draw_single(scene: Scene, theme: Theme) -> Canvas:
    """Draw the card or tile on the bare table."""
    card, air = str(scene.view), SINGLE.int("air")
    if card in MISSIONS:
        width, height = SINGLE.get("mission")
        canvas, frame = _table(width, height, air)
        missions.draw_card(canvas, scene, theme, frame, card, done=False)
        return canvas
    width, side, size = (SINGLE.int(name) for name in ("tile", "side", "size"))
    canvas, frame = _table(width, display.height(scene, card, width, side, size), air)
    display.draw_tile(canvas, scene, theme, frame, card, side, size)
    return canvas


def _table(width: int, height: int, air: int) -> tuple[Canvas, Rect]:
    """Return a canvas of a table without header, and the area inside its margins.

    `air` is the width of the margins in pixels.
    """
    full = (width + 2 * air, height + 2 * air)
    band = panels.LAYOUT.int("header.height") + 4
    sheet = panels.table(full[0], full[1] + band).crop((0, band, full[0], full[1] + band))
    return Canvas(sheet), Rect(air, air, width, height)
