"""Highlight of a tutorial step: a ring around the marker to use, a veil over the others."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw, ImageFilter

from render.base.cache import cached
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.base.texture import Mask, Sprite, layer, scaled
from render.base.theme import EDGE, Theme
from render.parts import panels

AIM = panels.LAYOUT.part("aim")
RING_SUPERSAMPLE = 4


def lay(canvas: Canvas, theme: Theme, spots: Collection[str]) -> None:
    """Highlight the markers of these spots, also visible in grayscale.

    Does nothing if the picture shows none of them.
    """
    letters = [one for one in canvas.noted if one.kind == "marker"]
    there = [one for one in letters if one.about in spots]
    if not there:
        return
    for one in letters:
        if one.about not in spots:
            veil = _disc(_side(one))
            canvas.tint(veil, *_corner(one.box, veil.width), theme.shadow)
    for one in there:
        inner = _side(one) + 2 * AIM.int("air")
        canvas.paste_centred(ring(theme, inner), one.box.centre)
        reach = round(inner / 2 + sum(AIM.get("lines")))
        x, y = map(round, one.box.centre)
        canvas.record_region("aim", Rect(x - reach, y - reach, 2 * reach, 2 * reach), one.about)


def _side(one: DrawnRegion) -> int:
    """Return the width of a marker in pixels."""
    return max(AIM.int("least"), one.box.w, one.box.h)


def _corner(box: Rect, side: int) -> tuple[int, int]:
    return round(box.centre[0] - side / 2), round(box.centre[1] - side / 2)


@cached
def _disc(side: int) -> Mask:
    """Return a veil of a marker's size."""
    mask = Image.new("L", (side * RING_SUPERSAMPLE, side * RING_SUPERSAMPLE))
    ImageDraw.Draw(mask).ellipse(
        (0, 0, side * RING_SUPERSAMPLE - 1, side * RING_SUPERSAMPLE - 1), fill=255
    )
    return scaled(mask.resize((side, side), Image.Resampling.BOX), AIM.float("veil"))


@cached
def ring(theme: Theme, inner: int) -> Sprite:
    """Return a light ring between dark lines in a golden glow, `inner` pixels wide inside.

    One of these stands out on every background.
    """
    lines, glow = AIM.get("lines"), AIM.int("glow")
    w = round(inner + 2 * (sum(lines) + 2 * glow)) * RING_SUPERSAMPLE

    def disc(radius: float) -> Mask:
        mask, r = Image.new("L", (w, w)), radius * RING_SUPERSAMPLE
        ImageDraw.Draw(mask).ellipse((w / 2 - r, w / 2 - r, w / 2 + r, w / 2 + r), fill=255)
        return mask

    out, radius = Image.new("RGBA", (w, w)), inner / 2 + sum(lines)
    layer(
        out,
        theme.halo,
        scaled(
            disc(radius + glow / 2).filter(ImageFilter.GaussianBlur(glow * RING_SUPERSAMPLE / 2)),
            0.9,
        ),
    )
    for wide, colour in zip(lines, (EDGE, theme.bright, EDGE), strict=True):
        layer(out, colour, disc(radius))
        radius -= wide
    out.putalpha(Image.composite(Image.new("L", (w, w)), out.getchannel("A"), disc(radius)))
    return out.resize((w // RING_SUPERSAMPLE, w // RING_SUPERSAMPLE), Image.Resampling.BOX)
