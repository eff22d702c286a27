"""Scenes on the King's missions of Tadmor, one landscape per card.

The scenes are data (`tadmor_missions.toml`), painted with `settlers_land`. Figures and goods come
from the game's icons, whose authors are credited.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageOps

from games.tadmor.rules.missions.missions import MISSIONS
from render.base import layout
from render.base.texture import Mask, Sheet, grow, scaled
from render.tadmor.pieces.cards import PHASES
from render.tadmor.pieces.style import ASSETS, silhouette
from tools.art.settlers_land import Land, Layer, Light, finish, sky
from tools.art.settlers_scenes import DRAW, cast_shadow

DATA = layout.load(Path(__file__).parent / "tadmor_missions.toml")


def icons(land: Land, layer: Layer) -> None:
    """Paint icons as solid objects on the ground, lit from the left.

    In the layer's settings, `at` lists (x, size, distance below the ground line): x as a fraction
    of the image's width, the others of its height. `turned` mirrors the icons.
    """
    ground_at, tone, depth = land.ground, layer["tone"], layer["depth"]
    # from here on, all lengths are fractions of the height
    places = [
        (x * land.width, ground_at(x * land.width) + below, size) for x, size, below in layer["at"]
    ]
    for x, y, size in sorted(places, key=lambda one: one[1]):
        side = round(size * land.h)
        body = silhouette(layer["what"], side)
        _, top, _, foot = body.getbbox() or (0, 0, side, side)
        if layer.get("turned", False):
            body = ImageOps.mirror(body)
        cast_shadow(land, x, y, size * (foot - top) / side * 0.36 * DATA.float("wide"), depth)
        whole = Image.new("L", (land.w, land.h))
        whole.paste(body, (round(x * land.h - side / 2), round(y * land.h) - foot))
        _stand(land, whole, tone, depth)


def _stand(land: Land, whole: Mask, tone: str, depth: float) -> None:
    """Paint an object from its mask: outline, darker right side, light left edge."""
    land.sheet.paste(land.tone(tone, depth, 0.74), (0, 0), grow(whole, 1.6))
    land.sheet.paste(land.tone(tone, depth, 0.12), (0, 0), whole)
    right = ImageChops.subtract(whole, ImageChops.offset(whole, -7, -3))
    left = ImageChops.subtract(whole, ImageChops.offset(whole, 3, 3))
    land.sheet.paste(land.tone(tone, depth, 0.44), (0, 0), scaled(right, 0.85))
    land.sheet.paste(land.tone(tone, depth, -0.5), (0, 0), scaled(left, 0.9))


def scene(card: str) -> Sheet:
    """Paint a mission's scene, with the card's id as the random seed.

    The scene is tinted with the color of the phase in which the mission may be given back (its
    window).
    """
    data, (w, h) = DATA.get(f"missions.{card}"), DATA.get("size")
    land = Land(w, h, Light.read(data["light"]), f"tadmor {card}")
    sky(land)
    for layer in data["layers"]:
        draw = icons if layer["draw"] == "icons" else DRAW[layer["draw"]]
        draw(land, layer)
    return finish(land, PHASES[MISSIONS[card].window], w, h, mirrored=False)


def build() -> None:
    """Write a scene for every mission."""
    folder = ASSETS / "missions"
    folder.mkdir(parents=True, exist_ok=True)
    for card in MISSIONS:
        scene(card).save(folder / f"{card}.jpg", quality=DATA.int("quality"), optimize=True)
