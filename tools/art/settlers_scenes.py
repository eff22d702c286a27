"""The scenes of Imperial Settlers: reads their layers from `settlers_scenes.toml` and paints them, from the sky to the front."""

from __future__ import annotations

from collections.abc import Callable

from render.texture import Sheet
from render.theme import RGB
from tools.art import settlers_ground as ground
from tools.art.settlers_houses import HOUSES
from tools.art.settlers_land import SCENES, Land, Layer, Light, Shape, Stamp, birds, cloud, finish, mist, sky
from tools.art.settlers_ships import SHIPS
from tools.art.settlers_trees import TREES

SHAPES: dict[str, Shape] = TREES | HOUSES | SHIPS


def put(land: Land, layer: Layer) -> None:
    """Things on the ground: `n` of them by lot, or at the places `at` (x, size, drop); what stands lower is drawn later."""
    ground_at, lot = land.ground, land.lot
    if "at" in layer:
        places = [tuple(place) for place in layer["at"]]
    else:
        (left, right), (least, most), (high, low) = layer.get("x", [0, 1]), layer["size"], layer.get("drop", [0.0, 0.02])
        n = layer.get("n", 5)
        places = [(left + (right - left) * (k + lot.uniform(0.1, 0.9)) / n, lot.uniform(least, most), lot.uniform(high, low))
                  for k in range(n)]
    names = layer["what"] if isinstance(layer["what"], list) else [layer["what"]]
    placed = [(x * land.wide, ground_at(x * land.wide) + drop, size, names[k % len(names)])
              for k, (x, size, drop) in enumerate(places)]
    for x, y, size, name in sorted(placed, key=lambda one: one[1]):
        SHAPES[name](Stamp(land, x, y, size, layer["depth"]))


DRAW: dict[str, Callable[[Land, Layer], None]] = {
    "put": put, "cloud": cloud, "mist": mist, "birds": birds,
    **{draw.__name__: draw for draw in (ground.peaks, ground.volcano, ground.hills, ground.dunes, ground.field, ground.terraces,
                                        ground.water, ground.band, ground.cliffs, ground.rocks, ground.shadow)},
}


def paint(scene: str, light: str, seed: str, kind: RGB, size: tuple[int, int], *, mirrored: bool = False) -> Sheet:
    """A scene by its dotted name in a light, all that is left to chance by the seed; leaning to the colour of a kind."""
    land = Land(*size, Light.read(light), seed)
    sky(land)
    for layer in SCENES.get(f"scenes.{scene}"):
        DRAW[layer["draw"]](land, layer)
    return finish(land, kind, *size, mirrored=mirrored)
