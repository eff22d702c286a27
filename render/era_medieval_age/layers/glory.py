"""Final scene: the winner's town in the evening, in perspective.

The towns of several winners stand side by side.
"""

from __future__ import annotations

from PIL import Image, ImageFilter

from games.core.views.scene import Scene
from games.era_medieval_age.views.view import GameView
from render.base import layout
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.perspective import Tilt
from render.base.texture import Mask, scaled, stored
from render.base.theme import Theme
from render.era_medieval_age.layers.ground import domain
from render.era_medieval_age.pieces.style import ASSETS, HERE
from render.parts.header import winners
from render.pictures import end_screen

GLORY = end_screen.end_layout(layout.load(HERE / "table.toml").part("ceremony"))
SEVERAL = GLORY.part("several").with_defaults_from(GLORY)
MIN_SEVERAL = 3  # winners from which their standards fill the sky
SHADE = (24, 26, 10)
SCENE_MARGIN = 21


@cached
def _outline_and_shadow(tilt: Tilt) -> tuple[Mask, Mask]:
    """Return the outline mask of a town in its box, and the mask of its shadow.

    The shadow mask extends `SCENE_MARGIN` pixels beyond the box.
    """
    mask = tilt.outline()
    shadow = Image.new("L", (tilt.box.w + 2 * SCENE_MARGIN, tilt.box.h + 2 * SCENE_MARGIN))
    shadow.paste(mask, (SCENE_MARGIN, SCENE_MARGIN))
    return mask, scaled(shadow.filter(ImageFilter.GaussianBlur(SCENE_MARGIN // 3)), 0.55)


def layout_for(n: int) -> Layout:
    """Return the layout of the scene with `n` winners."""
    return SEVERAL if n >= MIN_SEVERAL else GLORY


def tilts(n: int, height: int) -> list[Tilt]:
    """Return the perspectives of the towns of `n` winners in a scene `height` pixels high."""
    place = layout_for(n)
    foot = height - place.int("foot_air")
    top, share = place.int("town_top"), place.float("far_share")
    towns, perspectives = place.get("towns")[n - 1], []
    for left in towns["at"]:
        town_height = min(foot - top, round(towns["wide"] * towns["tall"]))
        perspectives.append(Tilt(Rect(left, foot - town_height, towns["wide"], town_height), share))
    return perspectives


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the land and on it the winners' towns in perspective, each recorded as `town`."""
    view: GameView = scene.view
    winning = winners(view.scoreboard)
    left = GLORY.int("crop")
    canvas.sheet.paste(
        stored(ASSETS / "dusk.jpg").crop((left, 0, left + frame.w, frame.h)), (frame.x, frame.y)
    )
    _draw_rays(canvas, theme, layout_for(len(winning)), frame)
    for seat, tilt in zip(winning, tilts(len(winning), frame.h), strict=True):
        cell = GLORY.int("cell" if len(winning) == 1 else "cell_many")
        town = domain(view.towns[seat].pieces, cell, theme.seats[seat].colour)
        box = tilt.box.moved(frame.x, frame.y)
        (outline, shadow) = _outline_and_shadow(tilt)
        canvas.sheet.paste(SHADE, (box.x - SCENE_MARGIN, box.y - SCENE_MARGIN + 4), shadow)
        canvas.sheet.paste(tilt.warp(town), (box.x, box.y), outline)
        canvas.record_region("town", box, str(seat))


def _draw_rays(canvas: Canvas, theme: Theme, place: Layout, frame: Rect) -> None:
    """Draw rays of light from the laurels, within the scene."""
    inside = Canvas(canvas.sheet.crop(frame.sides))
    end_screen.draw_rays(inside, theme, place, inside.box)
    canvas.sheet.paste(inside.sheet, (frame.x, frame.y))
