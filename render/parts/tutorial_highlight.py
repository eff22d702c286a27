"""Highlight of a tutorial step: a ring around the markers to use, the others darkened."""

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


def draw_highlight(canvas: Canvas, theme: Theme, spots: Collection[str]) -> None:
    """Draw a ring around the markers of `spots`, and darken all other markers.

    Does nothing if the picture shows none of `spots`. The ring is visible without colors, too.
    """
    all_markers = [marker for marker in canvas.regions if marker.kind == "marker"]
    targets = [marker for marker in all_markers if marker.about in spots]
    if not targets:
        return
    for marker in all_markers:
        if marker.about not in spots:
            veil = _veil(_width_of(marker))
            canvas.tint(veil, *_corner_of(marker.box, veil.width), theme.shadow)
    for marker in targets:
        inner_width = _width_of(marker) + 2 * AIM.int("air")
        canvas.paste_centred(ring(theme, inner_width), marker.box.centre)
        reach = round(inner_width / 2 + sum(AIM.get("lines")))
        x, y = map(round, marker.box.centre)
        canvas.record_region("aim", Rect(x - reach, y - reach, 2 * reach, 2 * reach), marker.about)


def _width_of(marker: DrawnRegion) -> int:
    """Return the width of a marker in pixels."""
    return max(AIM.int("least"), marker.box.w, marker.box.h)


def _corner_of(box: Rect, side: int) -> tuple[int, int]:
    return round(box.centre[0] - side / 2), round(box.centre[1] - side / 2)


@cached
def _veil(side: int) -> Mask:
    """Return the disc that darkens a marker, `side` pixels wide."""
    mask = Image.new("L", (side * RING_SUPERSAMPLE, side * RING_SUPERSAMPLE))
    ImageDraw.Draw(mask).ellipse(
        (0, 0, side * RING_SUPERSAMPLE - 1, side * RING_SUPERSAMPLE - 1), fill=255
    )
    return scaled(mask.resize((side, side), Image.Resampling.BOX), AIM.float("veil"))


@cached
def ring(theme: Theme, inner: int) -> Sprite:
    """Return a light ring between dark lines in a golden glow, `inner` pixels wide inside.

    On every background, the light, the dark or the golden part can be seen.
    """
    lines, glow = AIM.get("lines"), AIM.int("glow")
    full_width = round(inner + 2 * (sum(lines) + 2 * glow)) * RING_SUPERSAMPLE

    def disc(radius: float) -> Mask:
        mask = Image.new("L", (full_width, full_width))
        r = radius * RING_SUPERSAMPLE
        ImageDraw.Draw(mask).ellipse(
            (full_width / 2 - r, full_width / 2 - r, full_width / 2 + r, full_width / 2 + r),
            fill=255,
        )
        return mask

    out = Image.new("RGBA", (full_width, full_width))
    radius = inner / 2 + sum(lines)
    layer(
        out,
        theme.halo,
        scaled(
            disc(radius + glow / 2).filter(ImageFilter.GaussianBlur(glow * RING_SUPERSAMPLE / 2)),
            0.9,
        ),
    )
    for width, colour in zip(lines, (EDGE, theme.bright, EDGE), strict=True):
        layer(out, colour, disc(radius))
        radius -= width
    out.putalpha(
        Image.composite(Image.new("L", (full_width, full_width)), out.getchannel("A"), disc(radius))
    )
    return out.resize(
        (full_width // RING_SUPERSAMPLE, full_width // RING_SUPERSAMPLE), Image.Resampling.BOX
    )
