"""Things that are counted, the same in all games: round tokens with an icon, wooden cubes, and rows of them with numbers."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render import text as writing
from render.canvas import Canvas
from render.layout import Rect
from render.text import Style
from render.texture import Mask, Sprite, layer
from render.theme import RGB, mix

K = 4                                         # drawn so many times larger
EDGE: RGB = (43, 35, 32)
CREAM: RGB = (250, 240, 216)
Item = tuple[Sprite, str]                     # a token and its number; "" for the token alone


@functools.lru_cache(maxsize=128)
def disc(size: int, colour: RGB) -> Sprite:
    """A round token without its icon: dark edge, light ring, the colour, a gleam."""
    w = size * K
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for inset, tone in ((0.0, EDGE), (0.03, CREAM), (0.085, mix(colour, EDGE, 0.35)), (0.105, colour)):
        q = inset * w
        pen.ellipse((q, q, w - 1 - q, w - 1 - q), fill=tone)
    q = 0.15 * w
    pen.arc((q, q, w - q, w - q), 195, 290, fill=mix(colour, CREAM, 0.5), width=max(1, w // 40))
    return out.resize((size, size), Image.Resampling.BOX)


def token(mask: Mask, size: int, colour: RGB, ink: RGB = CREAM) -> Sprite:
    """A round token with an icon on it: `icons.silhouette(folder, name, n)` in `ink`."""
    out = disc(size, colour).copy()
    drawn = round(size * 0.58)
    small = mask.resize((drawn, drawn), Image.Resampling.LANCZOS)
    full = Image.new("L", out.size)
    full.paste(small, ((size - drawn) // 2, (size - drawn) // 2))
    layer(out, ink, full)
    return out


@functools.lru_cache(maxsize=64)
def cube(size: int, colour: RGB) -> Sprite:
    """A cube seen from above one edge: its top lighter, its right side darker than the colour."""
    w = size * K
    a, h = w * 0.06, w * 0.22
    top = [(w / 2, a), (w - a, a + h), (w / 2, a + 2 * h), (a, a + h)]
    left = [(a, a + h), (w / 2, a + 2 * h), (w / 2, w - a), (a, w - a - h)]
    right = [(w - a, a + h), (w / 2, a + 2 * h), (w / 2, w - a), (w - a, w - a - h)]
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for face, tone in ((top, mix(colour, CREAM, 0.35)), (left, colour), (right, mix(colour, EDGE, 0.4))):
        pen.polygon(face, fill=tone)
        pen.line([*face, face[0]], fill=EDGE, width=K, joint="curve")
    return out.resize((size, size), Image.Resampling.BOX)


def tally(canvas: Canvas, x: float, middle: float, items: Sequence[Item], style: Style, gap: int, kind: str = "tally") -> float:
    """A row of tokens, each with its number behind it, from `x` on around the height `middle`; returns where the row ends."""
    for sprite, number in items:
        canvas.put(sprite, (x + sprite.width / 2, middle))
        canvas.note(kind, Rect(round(x), round(middle - sprite.height / 2), sprite.width, sprite.height), number)
        x += sprite.width
        if number:
            x += style.size * 0.14
            x += canvas.text((x, middle + style.size * writing.DIGIT_DROP), number, style)
        x += gap
    return x - gap if items else x


def tally_width(items: Sequence[Item], style: Style, gap: int) -> float:
    """How wide `tally` draws these."""
    wide = sum(sprite.width + (style.size * 0.14 + writing.width(n, style.face, style.size) if n else 0) for sprite, n in items)
    return wide + gap * max(0, len(items) - 1)
