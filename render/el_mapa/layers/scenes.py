"""Landscapes: a sky over far ridges, ground in its color, and props (`scenes.toml`)."""

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
Things = Sequence[
    tuple[str, int, int, int]
]  # name, foot (pixels from the left, below the horizon), size


def open_land(kind: str, high: int, horizon: int, sky: str = "day") -> Sheet:
    """Return sky and bare ground, as wide as all pictures."""
    sheet = Image.new("RGB", (WIDE, high))
    top = PLAN.int("sky") - PLAN.int("ridge") - horizon
    sheet.paste(stored(f"{sky}.jpg").convert("RGB").crop((0, top, WIDE, PLAN.int("sky"))), (0, 0))
    below = high - horizon + PLAN.int("ridge") // 2
    at = 0, high - below
    relief = (
        stored("ground.jpg").convert("L").resize((WIDE, below))
        if below > PLAN.int("ground")
        else stored("ground.jpg")
    )
    edge = (
        stored("edge.png").convert("L").crop((0, 0, WIDE, below))
        if below <= PLAN.int("ground")
        else _taller(below)
    )
    sheet.paste(
        tone(relief.convert("L").crop((0, 0, WIDE, below)), _ground(SCENES[kind]["ground"])),
        at,
        edge,
    )
    return sheet


def lay_over(sheet: Sheet, name: str, horizon: int) -> None:
    """Draw a flat thing on the ground: a lake, a path."""
    over = stored(f"{name}.webp").convert("RGBA")
    sheet.paste(over, (0, horizon - PLAN.int("ridge") // 2), over)


def _ground(name: str) -> RGB:
    return mix(GROUND[name], (120, 132, 70), 0.12)


@cached
def _taller(below: int) -> Image.Image:
    """Return the edge mask for ground that is higher than the stored one."""
    mask = Image.new("L", (WIDE, below), 255)
    mask.paste(stored("edge.png").convert("L"))
    return mask


def furnish(sheet: Sheet, things: Things, horizon: int, roof: RGB | None = None) -> None:
    """Draw props on the ground, far ones first; `roof` is the color of roofs."""
    for name, x, down, size in sorted(things, key=lambda one: one[2]):
        dyed = (roof or COLOURS["roof"]) if name in ("house", "castle") else None
        stand(sheet, prop(name, size, dyed), x, horizon + down)


def things_of(kinds: Sequence[str]) -> Things:
    """Return the props of a kind of land, and the `also` props of a second kind."""
    found = SCENES[kinds[0]]["things"] + [
        one for kind in kinds[1:] for one in SCENES[kind].get("also", ())
    ]
    return [(str(name), int(x), int(y), int(size)) for name, x, y, size in found]


def _lowered(things: Things, horizon: int, under: Rect) -> Things:
    """Return the props with those behind the panel `under` moved nearer and below its edge."""
    found, near = [], PLAN.int("nearer")
    for name, x, down, size in things:
        hidden = under.x < x < under.right and horizon + down - size < under.bottom
        found.append(
            (name, x, down + near, min(size, horizon + down + near - under.bottom))
            if hidden
            else (name, x, down, size)
        )
    return found


@cached
def landscape(
    kinds: tuple[str, ...],
    high: int,
    horizon: int,
    roof: RGB | None = None,
    sky: str = "day",
    under: Rect | None = None,
) -> Sheet:
    """Return the land of one kind or two without figures; props stand below the panel `under`."""
    sheet = open_land(kinds[0], high, horizon, sky)
    for kind in kinds:
        for name in SCENES[kind].get("over", ()):
            lay_over(sheet, name, horizon)
    things = things_of(kinds)
    furnish(sheet, things if under is None else _lowered(things, horizon, under), horizon, roof)
    return sheet


@cached
def evening(name: str, high: int, horizon: int) -> Sheet:
    """Return a scene with an evening sky, `high` pixels high and as wide as all pictures.

    `horizon` is in pixels from the top.
    """
    sheet = open_land(SCENES[name]["ground"], high, horizon, "gold")
    for flat in SCENES[name].get("over", ()):
        lay_over(sheet, flat, horizon)
    furnish(sheet, things_of((name,)), horizon)
    return sheet


@cached
def wonder(name: str, w: int, high: int, horizon: int, size: int) -> Sheet:
    """Return a wonder among trees in the evening, in a narrower scene."""
    sheet, left = evening("wonder", high, horizon).copy(), (WIDE - w) // 2
    stand(sheet, prop(name, size), WIDE / 2, horizon + PLAN.int("wonder"))
    return sheet.crop((left, 0, left + w, high))
