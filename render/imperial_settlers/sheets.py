"""What a card is made of: frame and paper, bands, its picture in two parts, seals, shadows. All kept by size."""

from __future__ import annotations

import functools

from PIL import Image, ImageDraw

from render import markers
from render.imperial_settlers.look import FRAMES, LINES
from render.texture import Mask, Sheet, Sprite, paper, rounded, stretched
from render.theme import RGB, dark, pale

PAPER: RGB = (246, 238, 221)
INK: RGB = (43, 35, 32)
BLUR = 6


@functools.lru_cache(maxsize=32)
def ground(w: int, h: int, deck: str, frame: int, radius: int) -> Sheet:
    """The frame in the colour of a deck, `frame` wide with a light line in it, and the paper inside."""
    colour, line = FRAMES[deck], LINES[deck]
    sheet = Image.new("RGB", (w, h), dark(colour, 0.55))
    ramp = band(w, h, colour, -0.12, 0.18)
    sheet.paste(ramp, (0, 0), rounded(w, h, radius, 2))
    sheet.paste(line, (0, 0), rounded(w, h, radius, frame - 4))
    sheet.paste(colour, (0, 0), rounded(w, h, radius, frame - (2 if frame > 10 else 3)))
    sheet.paste(dark(colour, 0.5), (0, 0), rounded(w, h, radius, frame - 1))
    sheet.paste(paper(w, h, 11, PAPER), (0, 0), rounded(w, h, radius, frame))
    return sheet


@functools.lru_cache(maxsize=128)
def band(w: int, h: int, colour: RGB, light: float, deep: float) -> Sheet:
    """A colour that darkens downwards, from a share of dark (negative: of light) to another."""
    first = pale(colour, -light) if light < 0 else dark(colour, light)
    ramp = Image.linear_gradient("L").resize((w, h))
    return Image.composite(Image.new("RGB", (w, h), dark(colour, deep)), Image.new("RGB", (w, h), first), ramp)


@functools.lru_cache(maxsize=64)
def shadow(w: int, h: int, radius: int) -> Mask:
    """The shadow under a face, three times its blur larger on every side."""
    pad = 3 * BLUR

    def draw_mask(w: int, h: int) -> Mask:
        return markers.fallen(rounded(w - 2 * pad, h - 2 * pad, radius), BLUR, (0, 4), 0.55)

    return stretched(draw_mask, w + 2 * pad, h + 2 * pad, 2 * pad + radius + 6)


@functools.lru_cache(maxsize=64)
def pill(w: int, h: int, rim: RGB) -> Sprite:
    """The strip of paper under a cost."""
    out = Image.new("RGBA", (w, h))
    out.paste((*rim, 255), (0, 0), rounded(w, h, h // 2))
    out.paste((252, 246, 232, 255), (0, 0), rounded(w, h, h // 2, 3))
    return out


@functools.lru_cache(maxsize=8)
def check(size: int, colour: RGB = (92, 111, 46)) -> Sprite:
    """A bare check mark."""
    k = 4
    mask = Image.new("L", (size * k, size * k))
    points = [(x * size * k, y * size * k) for x, y in ((0.1, 0.54), (0.4, 0.84), (0.92, 0.18))]
    ImageDraw.Draw(mask).line(points, fill=255, width=round(size * k * 0.17), joint="curve")
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out.resize((size, size), Image.Resampling.BOX)


@functools.lru_cache(maxsize=8)
def cross(size: int, colour: RGB = (150, 40, 36)) -> Sprite:
    """A stroke through something that is missing."""
    k = 4
    mask = Image.new("L", (size * k, size * k))
    near, far = size * 0.4, size * (k - 0.4)
    ImageDraw.Draw(mask).line((near, far, far, near), fill=255, width=round(size * k * 0.13))
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out.resize((size, size), Image.Resampling.BOX)
