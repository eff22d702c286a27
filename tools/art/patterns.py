"""Map patterns to tell continents apart without color: pines, hills, palms, dunes, reeds."""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import ImageDraw

Pen = ImageDraw.ImageDraw
Stamp = Callable[[Pen, float, float, random.Random], None]


def pines(pen: Pen, x: float, y: float, rng: random.Random) -> None:
    """Draw a pine with three tiers of branches, or occasionally a rounded hill."""
    ink = (62, 82, 44, 255)
    if rng.random() < 0.3:
        pen.arc((x - 17, y - 11, x + 17, y + 17), 200, 340, fill=ink, width=3)
        return
    size = rng.uniform(0.85, 1.2)
    pen.line((x, y, x, y - 10 * size), fill=ink, width=3)
    for k, half in enumerate((11, 9, 6)):
        foot = y - (6 + 9 * k) * size
        pen.polygon(
            [(x - half * size, foot), (x + half * size, foot), (x, foot - 14 * size)], fill=ink
        )


def hills(pen: Pen, x: float, y: float, rng: random.Random) -> None:
    """Draw a hachured hill, or ears of corn."""
    ink = (112, 82, 36, 255)
    if rng.random() < 0.42:
        for k in (-1, 0, 1):
            pen.line(
                (x + k * 10 - 5, y - 10, x + k * 10, y, x + k * 10 + 5, y - 10), fill=ink, width=2
            )
        return
    size = rng.uniform(0.85, 1.2)
    w, h = 26 * size, 19 * size
    pen.line(
        (x - w, y, x - w * 0.4, y - h * 0.75, x, y - h, x + w * 0.45, y - h * 0.5, x + w, y),
        fill=ink,
        width=3,
        joint="curve",
    )
    for k in range(4):
        at = x + w * (0.06 + 0.2 * k)
        top = y - h * (0.86 - 0.2 * k)
        pen.line((at, top, at + 6 * size, top + h * 0.45), fill=ink, width=2)


def palms(pen: Pen, x: float, y: float, rng: random.Random) -> None:
    """Draw a palm with a bent trunk and five fronds."""
    ink = (44, 86, 66, 255)
    size = rng.uniform(0.85, 1.15)
    top = (x + 4 * size, y - 24 * size)
    pen.line((x, y, x + 1, y - 12 * size, *top), fill=ink, width=3)
    for dx, dy in ((-17, -2), (-13, 8), (17, -2), (13, 8), (2, -11)):
        mid = (top[0] + dx * 0.5 * size, top[1] + (dy - 8) * 0.55 * size)
        pen.line(
            (*top, *mid, top[0] + dx * size, top[1] + dy * size), fill=ink, width=4, joint="curve"
        )


def dunes(pen: Pen, x: float, y: float, rng: random.Random) -> None:
    """Draw two crests of sand, and dots."""
    ink = (132, 72, 36, 255)
    pen.arc((x - 24, y - 9, x + 2, y + 15), 195, 345, fill=ink, width=3)
    pen.arc((x - 2, y - 11, x + 24, y + 13), 195, 330, fill=ink, width=3)
    if rng.random() < 0.5:
        for k in range(4):
            at = x - 16 + k * 11
            pen.ellipse((at - 2, y + 9, at + 2, y + 13), fill=ink)


def reeds(pen: Pen, x: float, y: float, rng: random.Random) -> None:
    """Draw three bulrushes over a wavy line."""
    ink = (92, 72, 96, 255)
    tall = rng.uniform(14, 19)
    for k in (-1, 0, 1):
        head = y - tall - (4 if k == 0 else 0)
        pen.line((x + k * 7, y, x + k * 9, head), fill=ink, width=3)
        pen.ellipse((x + k * 9 - 3, head - 9, x + k * 9 + 3, head), fill=ink)
    pen.line((x - 14, y + 3, x - 5, y + 1, x + 5, y + 4, x + 14, y + 2), fill=ink, width=2)


STAMPS: dict[str, Stamp] = {
    "pines": pines,
    "hills": hills,
    "palms": palms,
    "dunes": dunes,
    "reeds": reeds,
}
