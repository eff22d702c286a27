"""Painting helpers for final scenes: skies, clouds, the sun, ridges; all scene-sized."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render.base import layout
from render.base.texture import Mask, Sheet, noise
from render.base.theme import RGB, mix

W, H = layout.load(Path(__file__).parent / "ceremony.toml").get("scene.size")
DUSK_SUPERSAMPLE = 2  # drawing scale
Point = tuple[float, float]


def gradient(stops: list[tuple[float, RGB]]) -> Sheet:
    """Return a vertical gradient; stops are at fractions of the height."""
    column = Image.new("RGB", (1, H))
    for y in range(H):
        at = y / (H - 1)
        (a, color_a), (b, color_b) = next(
            pair for pair in pairwise(stops) if pair[0][0] <= at <= pair[1][0]
        )
        column.putpixel((0, y), mix(color_a, color_b, (at - a) / (b - a)))
    return column.resize((W, H))


def region(points: list[Point], soft: float = 0) -> Mask:
    """Return a polygon, in scene pixels, as an anti-aliased mask of the scene's size.

    `soft` is a blur radius.
    """
    mask = Image.new("L", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
    ImageDraw.Draw(mask).polygon(
        [(x * DUSK_SUPERSAMPLE, y * DUSK_SUPERSAMPLE) for x, y in points], fill=255
    )
    mask = mask.resize((W, H), Image.Resampling.BOX)
    return mask.filter(ImageFilter.GaussianBlur(soft)) if soft else mask


def ridge(base: float, height: float, seed: int, rough: float, step: int = 6) -> list[Point]:
    """Return the points of a wavy crest, from the left edge to the right.

    It rises and falls by up to `height` pixels around y = `base`. A larger `rough` gives more
    waves; `step` is the distance of two points in pixels.
    """
    rng = random.Random(seed)
    waves = [(rng.uniform(0.6, 1.5) * rough * 2**k, rng.random() * 6.3, 0.62**k) for k in range(5)]
    total = sum(share for _, _, share in waves)
    return [
        (
            x,
            base
            - height
            * sum(share * math.sin(x / W * turn * 6.3 + shift) for turn, shift, share in waves)
            / total,
        )
        for x in range(-step, W + 2 * step, step)
    ]


def drifts(
    seed: int, cells: tuple[tuple[float, float], tuple[float, float]], least: int, soft: float
) -> Mask:
    """Return a mask of long clouds, made of two noises that are blended.

    `cells` are the cell sizes of the two noises (x, y). Noise below `least` (0..255) is clear sky;
    `soft` is a blur radius.
    """
    parts = [noise(W, H, seed + i, *cell) for i, cell in enumerate(cells)]
    drift = ImageOps.autocontrast(Image.blend(parts[0], parts[1], 0.4))
    return drift.point([max(0, min(255, (v - least) * 5)) for v in range(256)]).filter(
        ImageFilter.GaussianBlur(soft)
    )


def disc(middle: Point, r: float) -> Mask:
    """Return the sun as a mask of the scene's size; `middle` and `r` are in pixels."""
    (x, y) = middle
    mask = Image.new("L", (W * DUSK_SUPERSAMPLE, H * DUSK_SUPERSAMPLE))
    ImageDraw.Draw(mask).ellipse(
        (
            (x - r) * DUSK_SUPERSAMPLE,
            (y - r) * DUSK_SUPERSAMPLE,
            (x + r) * DUSK_SUPERSAMPLE,
            (y + r) * DUSK_SUPERSAMPLE,
        ),
        fill=255,
    )
    return mask.resize((W, H), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(1))
