"""The game's own look: icons tinted from the atlas, colours of goods and actions, and the layout file."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from PIL import Image, ImageFilter

from render import layout
from render.texture import Mask, Sprite, layer, tinted
from render.theme import RGB, parse, read

HERE = Path(__file__).parent
ASSETS = HERE / "assets"
LAYOUT = layout.load(HERE / "layout.toml")
LOOK = read(HERE / "theme.toml")
GOODS: dict[str, tuple[str, RGB]] = {good: (icon, parse(colour)) for good, (icon, colour) in LOOK["goods"].items()}
ACTIONS: dict[str, tuple[str, RGB]] = {op: (icon, parse(colour)) for op, (icon, colour) in LOOK["actions"].items()}
MAP: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["map"].items()}
SCALE = 3


@functools.lru_cache(maxsize=1)
def _atlas() -> tuple[Mask, dict[str, int], int]:
    """The strip of masks, the place of each icon, and the size of one."""
    listed = json.loads((ASSETS / "icons.json").read_text(encoding="utf-8"))
    strip = Image.open(ASSETS / "icons.png")
    strip.load()
    return strip, {entry["name"]: i for i, entry in enumerate(listed["icons"])}, listed["size"]


@functools.lru_cache(maxsize=128)
def silhouette(name: str, size: int) -> Mask:
    """An icon's alpha mask at a size; KeyError for an icon that the atlas lacks."""
    strip, places, full = _atlas()
    left = places[name] * full
    return strip.crop((left, 0, left + full, full)).resize((size, size), Image.Resampling.LANCZOS, reducing_gap=3)


def trimmed(good: str, size: int) -> Sprite:
    """A good's icon without the air at its sides."""
    sprite = icon(GOODS[good][0], size, GOODS[good][1])
    left, _, right, _ = sprite.getbbox() or (0, 0, size, size)
    return sprite.crop((left, 0, right, size))


@functools.lru_cache(maxsize=256)
def icon(name: str, size: int, fill: RGB, rim: RGB | None = None, wide: int = 3) -> Sprite:
    """A tinted icon, on request as a sticker with a rim."""
    if rim is None:
        return tinted(silhouette(name, size), fill)
    full = size * SCALE
    mask = Image.new("L", (full, full))
    mask.paste(silhouette(name, full - 2 * wide * SCALE), (wide * SCALE, wide * SCALE))
    edge = mask.filter(ImageFilter.GaussianBlur(wide * SCALE * 0.55)).point([min(255, max(0, v - 14) * 9) for v in range(256)])
    out = tinted(edge, rim)
    layer(out, fill, mask)
    return out.resize((size, size), Image.Resampling.BOX)
