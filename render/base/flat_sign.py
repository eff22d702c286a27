"""Large signs made from icons: flat, in two tones, with dark lines where the icon has gaps."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageOps

from render.base.texture import Mask, Sprite, grow, layer, shrink
from render.base.theme import RGB, dark, pale

SHADE_SHIFT = 0.05  # how far the lit tone is moved to the upper left, as a share of the width
GAP = 0.036  # gaps that the shade ignores, as a share of the width
FILLED_AT = 4  # holes are searched at this fraction of the size
SHADED, LIT = 0.3, 0.18  # how much darker and paler the two tones are


def two_tones(mask: Mask, tint: RGB) -> Sprite:
    """Return an icon in two tones: lit, with shade along its lower right side.

    Gaps in the icon show no shade of their own.
    """
    out = Image.new("RGBA", mask.size, (*tint, 0))
    layer(out, dark(tint, SHADED), mask)
    whole = closed(mask, mask.width * GAP)
    shift = round(mask.width * SHADE_SHIFT)
    room = ImageOps.expand(whole, shift)  # `offset` wraps around
    lit = ImageChops.offset(room, -shift, -round(shift * 1.2)).crop(
        (shift, shift, shift + mask.width, shift + mask.height)
    )
    layer(out, pale(tint, LIT), ImageChops.darker(lit, mask))
    return out


def closed(mask: Mask, gap: float) -> Mask:
    """Return a mask without holes and without gaps narrower than about `2 * gap` pixels."""
    pad = round(gap) + 8
    room = ImageOps.expand(mask, pad)
    whole = shrink(grow(room, gap), gap).crop((pad, pad, pad + mask.width, pad + mask.height))
    return _filled(ImageChops.lighter(mask, whole))


def _filled(body: Mask) -> Mask:
    """Return a shape without its holes."""
    size = max(1, body.width // FILLED_AT), max(1, body.height // FILLED_AT)
    small = body.resize(size, Image.Resampling.BOX).point([255 * (v > 100) for v in range(256)])
    small = ImageOps.expand(small, 1)
    ImageDraw.floodfill(small, (0, 0), 128)
    holes = small.crop((1, 1, small.width - 1, small.height - 1))
    holes = holes.point([255 * (v == 0) for v in range(256)])
    return ImageChops.lighter(body, grow(holes.resize(body.size, Image.Resampling.BICUBIC), 4))
