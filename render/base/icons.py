"""Icons from a game's atlas (one image with all icons) at any size, tinted."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image, ImageFilter

from render.base.cache import cached
from render.base.texture import Mask, Sprite, layer, tinted
from render.base.theme import RGB

ICON_SUPERSAMPLE = 3


@cached
def _atlas(folder: Path) -> tuple[Mask, dict[str, int], int]:
    """Return a folder's atlas: an image strip, the index of each icon, the icon size.

    The strip holds all icons as square alpha masks, side by side.
    """
    listed = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    strip = Image.open(folder / "icons.png")
    strip.load()
    return strip, {entry["name"]: i for i, entry in enumerate(listed["icons"])}, listed["size"]


@cached
def silhouette(folder: Path, name: str, size: int) -> Mask:
    """Return the alpha mask of an icon, `size` pixels wide and high.

    Raises `KeyError` for an unknown name.
    """
    strip, places, full = _atlas(folder)
    left = places[name] * full
    return strip.crop((left, 0, left + full, full)).resize(
        (size, size), Image.Resampling.LANCZOS, reducing_gap=3
    )


@cached
def icon(
    folder: Path, name: str, size: int, fill: RGB, rim: RGB | None = None, rim_width: int = 3
) -> Sprite:
    """Return an icon in the color `fill`, `size` pixels wide and high.

    If a color `rim` is given, the icon has a rim of `rim_width` pixels, within that size.
    """
    if rim is None:
        return tinted(silhouette(folder, name, size), fill)
    full = size * ICON_SUPERSAMPLE
    mask = Image.new("L", (full, full))
    mask.paste(
        silhouette(folder, name, full - 2 * rim_width * ICON_SUPERSAMPLE),
        (rim_width * ICON_SUPERSAMPLE, rim_width * ICON_SUPERSAMPLE),
    )
    edge = mask.filter(ImageFilter.GaussianBlur(rim_width * ICON_SUPERSAMPLE * 0.55)).point(
        [min(255, max(0, v - 14) * 9) for v in range(256)]
    )
    out = tinted(edge, rim)
    layer(out, fill, mask)
    return out.resize((size, size), Image.Resampling.BOX)
