"""Landscapes: sky over far ridges, ground in the color of its kind, and props (`scenes.toml`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from render.base.cache import cached
from render.base.layout import Rect
from render.base.texture import Sheet, tone
from render.base.theme import RGB, mix, read
from render.el_mapa.pieces.props import prop, stand, stored
from render.el_mapa.pieces.style import COLOURS, GROUND, HERE, LAYOUT

PLAN = LAYOUT.part("scene")
WIDE = PLAN.int("width")
SCENES: dict[str, dict[str, Any]] = read(HERE / "scenes.toml")
# Props: name, foot (pixels from the left edge and below the horizon), size.
Props = Sequence[tuple[str, int, int, int]]


def open_land(kind: str, height: int, horizon: int, sky: str = "day") -> Sheet:
    """Return sky and bare ground of a kind of land, as wide as all pictures.

    `horizon` is its y in pixels from the top.
    """
    sheet = Image.new("RGB", (WIDE, height))
    top = PLAN.int("sky") - PLAN.int("ridge") - horizon
    sheet.paste(stored(f"{sky}.jpg").convert("RGB").crop((0, top, WIDE, PLAN.int("sky"))), (0, 0))
    below = height - horizon + PLAN.int("ridge") // 2
    at = 0, height - below
    relief = (
        stored("ground.jpg").convert("L").resize((WIDE, below))
        if below > PLAN.int("ground")
        else stored("ground.jpg")
    )
    edge = (
        stored("edge.png").convert("L").crop((0, 0, WIDE, below))
        if below <= PLAN.int("ground")
        else _extended_edge(below)
    )
    sheet.paste(
        tone(relief.convert("L").crop((0, 0, WIDE, below)), _ground(SCENES[kind]["ground"])),
        at,
        edge,
    )
    return sheet


def lay_over(sheet: Sheet, name: str, horizon: int) -> None:
    """Draw the stored image of a lake or path flat on the ground."""
    over = stored(f"{name}.webp").convert("RGBA")
    sheet.paste(over, (0, horizon - PLAN.int("ridge") // 2), over)


def _ground(name: str) -> RGB:
    return mix(GROUND[name], (120, 132, 70), 0.12)


@cached
def _extended_edge(below: int) -> Image.Image:
    """Return the mask of the ground's upper edge, extended to `below` pixels in height."""
    mask = Image.new("L", (WIDE, below), 255)
    mask.paste(stored("edge.png").convert("L"))
    return mask


def draw_props(sheet: Sheet, props: Props, horizon: int, roof: RGB | None = None) -> None:
    """Draw props on the ground, far ones first.

    `horizon` is its y in pixels from the top; `roof` is the color of roofs.
    """
    for name, x, down, size in sorted(props, key=lambda thing: thing[2]):
        roof_colour = (roof or COLOURS["roof"]) if name in ("house", "castle") else None
        stand(sheet, prop(name, size, roof_colour), x, horizon + down)


def props_of(kinds: Sequence[str]) -> Props:
    """Return the props of a landscape as (name, x, pixels below the horizon, size).

    They are all props of the first kind of land, and the `also` props of the other kinds.
    """
    found = SCENES[kinds[0]]["things"] + [
        thing for kind in kinds[1:] for thing in SCENES[kind].get("also", ())
    ]
    return [(str(name), int(x), int(y), int(size)) for name, x, y, size in found]


def _moved_below(props: Props, horizon: int, under: Rect) -> Props:
    """Return the props; props behind the panel `under` are moved nearer, below its lower edge."""
    moved, shift = [], PLAN.int("nearer")
    for name, x, down, size in props:
        hidden = under.x < x < under.right and horizon + down - size < under.bottom
        moved.append(
            (name, x, down + shift, min(size, horizon + down + shift - under.bottom))
            if hidden
            else (name, x, down, size)
        )
    return moved


@cached
def landscape(
    kinds: tuple[str, ...],
    height: int,
    horizon: int,
    roof: RGB | None = None,
    sky: str = "day",
    under: Rect | None = None,
) -> Sheet:
    """Return the landscape of one or more kinds of land, without figures.

    Ground and sky are those of the first kind. Props that the panel `under` would hide are moved
    below it.
    """
    sheet = open_land(kinds[0], height, horizon, sky)
    for kind in kinds:
        for name in SCENES[kind].get("over", ()):
            lay_over(sheet, name, horizon)
    props = props_of(kinds)
    draw_props(
        sheet, props if under is None else _moved_below(props, horizon, under), horizon, roof
    )
    return sheet


@cached
def evening(name: str, height: int, horizon: int) -> Sheet:
    """Return a scene with an evening sky, `height` pixels high and as wide as all pictures.

    `horizon` is in pixels from the top.
    """
    sheet = open_land(SCENES[name]["ground"], height, horizon, "gold")
    for flat in SCENES[name].get("over", ()):
        lay_over(sheet, flat, horizon)
    draw_props(sheet, props_of((name,)), horizon)
    return sheet


@cached
def wonder(name: str, w: int, height: int, horizon: int, size: int) -> Sheet:
    """Return a scene, `w` pixels wide, with a wonder among trees in the evening.

    `size` is the width of a tile at the wonder's scale.
    """
    sheet, left = evening("wonder", height, horizon).copy(), (WIDE - w) // 2
    stand(sheet, prop(name, size), WIDE / 2, horizon + PLAN.int("wonder"))
    return sheet.crop((left, 0, left + w, height))
