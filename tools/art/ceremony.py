"""Laurel wreath of a victory, and the rays behind it.

python -m tools.art ceremony
"""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base.layout import Layout, load
from render.base.texture import Mask, Sprite, grow, layer, noise, scaled, shade
from render.base.theme import RGB, dark, pale, parse, read

SHARED = Path("render/assets")
CEREMONY_SUPERSAMPLE = 4  # drawing scale
STEPS = 16  # points along a leaf's edge
LAYOUT: Layout = load(Path("tools/art/ceremony.toml"))
COLOURS: dict[str, RGB] = {
    name: parse(colour) for name, colour in read(Path("tools/art/ceremony.toml"))["colours"].items()
}
Point = tuple[float, float]


def _leaf(
    foot: Point, turn: float, long: float, width: float
) -> tuple[list[Point], list[Point], list[Point]]:
    """Return the left edge, rib and right edge of a leaf, each from foot to tip.

    The leaf grows from `foot` in the direction `turn` (radians); `long` and `width` are in pixels.
    """
    ahead = (math.cos(turn), math.sin(turn))
    aside = (-math.sin(turn), math.cos(turn))

    def edge(side: int) -> list[Point]:
        points = []
        for k in range(STEPS + 1):
            t = k / STEPS
            off = side * width / 2 * math.sin(math.pi * t**0.8) ** 0.9 + long * 0.07 * math.sin(
                math.pi * t
            )
            points.append(
                (
                    foot[0] + ahead[0] * long * t + aside[0] * off,
                    foot[1] + ahead[1] * long * t + aside[1] * off,
                )
            )
        return points

    return edge(1), edge(0), edge(-1)


def _grown(side: int, centre: float) -> list[tuple[Point, float, float]]:
    """Return the leaves of one branch from tip to foot: (foot, direction, length) each.

    `side` is 1 or -1: the side of the wreath on which the branch grows. `centre` is the x and y of
    the wreath's center. Lengths are in pixels, directions in radians.
    """
    first = LAYOUT.float("wreath.first")
    last = LAYOUT.float("wreath.last")
    splay = LAYOUT.float("wreath.splay")
    count = LAYOUT.int("wreath.leaves")
    radius = LAYOUT.int("wreath.radius") * CEREMONY_SUPERSAMPLE
    long = LAYOUT.int("wreath.long") * CEREMONY_SUPERSAMPLE

    def at(share: float, turn: float, size: float) -> tuple[Point, float, float]:
        a = math.radians(90 + side * (first + (last - first) * share))
        foot = centre + radius * math.cos(a), centre + radius * math.sin(a)
        return foot, a + side * math.pi / 2 + turn, long * size

    leaves = [at(1.03, 0.05 * side, 0.8)]
    for k in reversed(range(count)):
        share = k / (count - 1)
        leaves += [at(share, turn, 1 - 0.28 * share) for turn in (-splay * side, splay * side)]
    return leaves


def wreath() -> Sprite:
    """Draw two branches of golden laurel around an empty center, open at the top."""
    side = LAYOUT.int("wreath.size") * CEREMONY_SUPERSAMPLE
    out = Image.new("RGBA", (side, side))
    centre = side / 2
    radius = LAYOUT.int("wreath.radius") * CEREMONY_SUPERSAMPLE
    pen = ImageDraw.Draw(out)
    gold = COLOURS["gold"]
    first, last = LAYOUT.float("wreath.first"), LAYOUT.float("wreath.last")
    for turn in (1, -1):
        start, end = sorted((90 + turn * (first - 14), 90 + turn * last))
        for width, colour in (
            (11 * CEREMONY_SUPERSAMPLE, dark(gold, 0.8)),
            (6 * CEREMONY_SUPERSAMPLE, dark(gold, 0.35)),
        ):
            r = radius + width / 2
            pen.arc(
                (centre - r, centre - r, centre + r, centre + r),
                start,
                end,
                fill=colour,
                width=width,
            )
        for foot, direction, long in _grown(turn, centre):
            _draw_leaf(pen, foot, direction, long, gold)
    return out


def _draw_leaf(pen: ImageDraw.ImageDraw, foot: Point, turn: float, long: float, gold: RGB) -> None:
    """Draw a leaf in relief: the half facing the light is pale, the other dark."""
    left, rib, right = _leaf(foot, turn, long, LAYOUT.int("wreath.wide") * CEREMONY_SUPERSAMPLE)
    pen.line(
        [*left, *right[::-1], left[0]],
        fill=dark(gold, 0.8),
        width=5 * CEREMONY_SUPERSAMPLE,
        joint="curve",
    )
    for edge, side in ((left, 1), (right, -1)):
        across, down = -math.sin(turn) * side, math.cos(turn) * side
        # light from above, slightly from the left
        lit = max(-1.0, min(1.0, -(across + 1.5 * down) / 1.8))
        pen.polygon(
            [*edge, *rib[::-1]], fill=pale(gold, 0.55 * lit) if lit > 0 else dark(gold, -0.5 * lit)
        )
    pen.line(rib, fill=dark(gold, 0.45), width=CEREMONY_SUPERSAMPLE)


def rays(side: int) -> Mask:
    """Return a mask of rays that fade away from the center."""
    k, count = 2, LAYOUT.int("rays.count")
    mask, centre = Image.new("L", (side * k, side * k)), side * k / 2
    pen = ImageDraw.Draw(mask)
    for i in range(count):
        a = i * 2 * math.pi / count
        half = math.pi / count * (0.5 if i % 2 else 0.3)
        tips = [
            (centre + side * k * math.cos(t), centre + side * k * math.sin(t))
            for t in (a - half, a + half)
        ]
        pen.polygon([(centre, centre), *tips], fill=255)
    mask = mask.resize((side, side), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(3))
    far = (
        Image.radial_gradient("L")
        .resize((side, side))
        .point([255 - min(255, round(v * 1.42)) for v in range(256)])
    )
    return ImageChops.multiply(mask, far)


def build() -> None:
    """Write both images: the wreath and the rays."""
    large = wreath()
    size = large.width // CEREMONY_SUPERSAMPLE, large.height // CEREMONY_SUPERSAMPLE
    small = large.resize(size, Image.Resampling.BOX)
    alpha = small.getchannel("A")
    grained = shade(small.convert("RGB"), noise(*size, 3, 5), 0.12).convert("RGBA")
    grained.putalpha(alpha)
    out = Image.new("RGBA", size)
    drop_shadow = ImageChops.offset(grow(alpha, 2), 0, 6).filter(ImageFilter.GaussianBlur(6))
    layer(out, (20, 10, 5), scaled(drop_shadow, 0.55))
    out.alpha_composite(grained)
    out.save(SHARED / "wreath.webp", quality=92, method=6)
    rays(LAYOUT.int("rays.size")).save(SHARED / "rays.png", compress_level=9)
