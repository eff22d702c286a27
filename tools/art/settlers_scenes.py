"""Scenes of Imperial Settlers, painted layer by layer from `settlers_scenes.toml`."""

from __future__ import annotations

from collections.abc import Callable

from render.base.texture import Sheet
from render.base.theme import RGB
from tools.art import settlers_ground as ground
from tools.art.settlers_houses import HOUSES
from tools.art.settlers_land import (
    SCENES,
    Land,
    Layer,
    Light,
    Shape,
    Stamp,
    birds,
    cloud,
    finish,
    mist,
    sky,
)
from tools.art.settlers_ships import SHIPS
from tools.art.settlers_things import THINGS
from tools.art.settlers_trees import TREES

SHAPES: dict[str, Shape] = TREES | HOUSES | SHIPS | THINGS
# Half the width of an object's shadow, as a multiple of the object's height. 0 for objects across
# the whole image.
HALF_SHADOW_WIDTH = {
    "pine": 0.28,
    "cypress": 0.12,
    "palm": 0.16,
    "bamboo": 0.16,
    "reeds": 0.2,
    "menhir": 0.24,
    "tower": 0.3,
    "church": 0.6,
    "house": 0.72,
    "barn": 0.72,
    "longhouse": 1.05,
    "castle": 1.1,
    "temple": 0.92,
    "villa": 1.0,
    "arena": 1.06,
    "column": 0.18,
    "ruin": 0.9,
    "pyramid": 0.8,
    "obelisk": 0.18,
    "pylon": 1.0,
    "flatroof": 0.8,
    "tent": 0.85,
    "pagoda": 0.34,
    "minka": 0.7,
    "keep": 0.7,
    "torii": 0.5,
    "mill": 0.26,
    "mine": 1.2,
    "stall": 0.7,
    "boulder": 0.7,
    "hay": 0.6,
    "logs": 0.9,
    "stump": 0.6,
    "palisade": 0.9,
    "fence": 1.0,
    "bush": 0.66,
    "aqueduct": 0.0,
    "townwall": 0.0,
    "battlement": 0.0,
    "stonebridge": 0.0,
    "bridge": 0.0,
}


def put(land: Land, layer: Layer) -> None:
    """Paint objects on the ground, from the highest to the lowest place.

    In the layer's settings, `what` names the objects, and `at` lists their places: (x, size,
    distance below the ground line), x as a fraction of the width. Without `at`, `n` objects stand
    at random places.
    """
    ground_at, rng = land.ground, land.rng
    if "at" in layer:
        places = [
            (x + rng.uniform(-0.02, 0.02), size * rng.uniform(0.94, 1.08), drop)
            for x, size, drop in layer["at"]
        ]
    else:
        (left, right) = layer.get("x", [0, 1])
        (min_size, max_size) = layer["size"]
        (min_drop, max_drop) = layer.get("drop", [0.0, 0.02])
        n = layer.get("n", 5)
        places = [
            (
                left + (right - left) * (k + rng.uniform(0.1, 0.9)) / n,
                rng.uniform(min_size, max_size),
                rng.uniform(min_drop, max_drop),
            )
            for k in range(n)
        ]
    names = layer["what"] if isinstance(layer["what"], list) else [layer["what"]]
    placed = [
        (x * land.width, ground_at(x * land.width) + drop, size, names[k % len(names)])
        for k, (x, size, drop) in enumerate(places)
    ]
    for x, y, size, name in sorted(placed, key=lambda one: one[1]):
        if name not in SHIPS:
            cast_shadow(land, x, y, size * HALF_SHADOW_WIDTH.get(name, 0.4), layer["depth"])
        SHAPES[name](Stamp(land, x, y, size, layer["depth"]))


def cast_shadow(land: Land, x: float, y: float, half_width: float, depth: float) -> None:
    """Paint the shadow that an object casts at its foot `x, y`, to the right.

    `half_width` is half its width; a larger `depth` (0 far, 1 near) makes it darker.
    """
    left, top = (x - half_width * 0.8) * land.h, (y - half_width * 0.12) * land.h
    box = (left, top, left + half_width * 2.1 * land.h, top + half_width * 0.3 * land.h)
    land.pen.ellipse(box, fill=(*land.tone("door", 0.9), round(85 * depth)))


DRAW: dict[str, Callable[[Land, Layer], None]] = {
    "put": put,
    "cloud": cloud,
    "mist": mist,
    "birds": birds,
    **{
        draw.__name__: draw
        for draw in (
            ground.peaks,
            ground.volcano,
            ground.hills,
            ground.dunes,
            ground.field,
            ground.terraces,
            ground.water,
            ground.band,
            ground.cliffs,
            ground.rocks,
            ground.shadow,
        )
    },
}


def paint(
    scene: str,
    light: str,
    seed: str,
    tint: RGB,
    size: tuple[int, int],
    *,
    mirrored: bool = False,
    sun: float | None = None,
) -> Sheet:
    """Paint a scene by its dotted name in a light, tinted with the color `tint`.

    `seed` determines all randomness. `sun` is the position of the sun, as a fraction of the width
    (None: random).
    """
    land = Land(*size, Light.read(light), seed)
    if sun is not None:
        land.sun = land.width * sun, land.sun[1]
    sky(land)
    for layer in SCENES.get(f"scenes.{scene}"):
        DRAW[layer["draw"]](land, layer)
    return finish(land, tint, *size, mirrored=mirrored)
