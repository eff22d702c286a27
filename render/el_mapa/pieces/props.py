"""Props of scenes: trees, peaks, houses, wonders, troops; at any size, dyed in a color.

Sizes are given in units: a tile of the map is 100 units wide.
"""

from __future__ import annotations

import functools
import json
from typing import NamedTuple

from PIL import Image, ImageChops, ImageOps

from render.base.cache import cached
from render.base.layout import Rect
from render.base.texture import Mask, Sheet, Sprite
from render.base.theme import RGB
from render.el_mapa.pieces.style import ASSETS, TROOPS

FOLDER = ASSETS / "scenery"
LIGHT = 140  # red and green from which a color is light
LIFT = 1.2  # brightness of light cloth; else yellow looks olive and white gray
GREY = 186  # gray of roofs and cloth as stored by `tools/art`


class Prop(NamedTuple):
    """Sprite and the point in it that touches the ground."""

    image: Sprite
    foot: tuple[int, int]

    def box(self, x: float, y: float) -> Rect:
        """Return the rectangle of the sprite when its foot is at the point `x`, `y`."""
        return Rect(round(x - self.foot[0]), round(y - self.foot[1]), *self.image.size)


@functools.lru_cache(maxsize=1)
def index() -> dict[str, list[int]]:
    """Return [x, y, width] for each stored image by name, in the image's pixels.

    The point (x, y) touches the ground; `width` is that of a tile (100 units).
    """
    found: dict[str, list[int]] = json.loads((FOLDER / "things.json").read_text(encoding="utf-8"))
    return found


def stored(name: str) -> Image.Image:
    """Load a stored image by file name, uncached, in the mode of the file."""
    with Image.open(FOLDER / name) as found:
        found.load()
        return found


@cached
def prop(name: str, size: int, colour: RGB | None = None, turned: bool = False) -> Prop:
    """Return a prop, drawn at the scale where a tile is `size` pixels wide.

    `colour` dyes its roofs or cloth, `turned` mirrors it to face left.
    """
    foot_x, foot_y, stored_tile_px = index()[name]
    body, share = stored(f"{name}.webp"), size / stored_tile_px
    if colour:
        gain = LIFT if name in TROOPS and min(colour[:2]) > LIGHT else 1.0
        shades = [min(255, round(v * gain * c / GREY)) for c in colour for v in range(256)]
        dyed = body.convert("RGB").point(shades)
        body.paste(dyed, (0, 0), _mask(name))
    width = max(1, round(body.width * share))
    height = max(1, round(body.height * share))
    body = (
        body.convert("RGBa")
        .resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2)
        .convert("RGBA")
    )
    foot = round(foot_x * share), round(foot_y * share)
    return Prop(ImageOps.mirror(body), (width - foot[0], foot[1])) if turned else Prop(body, foot)


def _mask(name: str) -> Mask:
    return ImageChops.darker(stored(f"{name}.dyed.png"), stored(f"{name}.webp").getchannel("A"))


def stand(sheet: Sheet, one: Prop, x: float, y: float) -> Rect:
    """Draw a prop with its foot at `x`, `y`; return its rectangle."""
    box = one.box(x, y)
    sheet.paste(one.image, (box.x, box.y), one.image)
    return box
