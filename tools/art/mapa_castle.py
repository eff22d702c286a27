"""Stepped wall behind a castle's ten spaces in El Mapa."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base.layout import load
from render.base.texture import Mask, Sheet, clouds, scaled, shade
from render.base.theme import RGB, mix

FILE = Path("render/el_mapa/assets/wall.webp")
PLAN = load(Path("render/el_mapa/layout.toml")).part("castle")
STONE: RGB = (186, 172, 150)
INK: RGB = (74, 58, 46)


def build() -> None:
    """Write the wall with its shadow, on a transparent background."""
    w, h = PLAN.get("scene")
    wall = _outline(w, h)
    rim = wall.filter(ImageFilter.MaxFilter(7))
    out = Image.new("RGBA", (w, h), (46, 34, 24, 0))
    shadow = Image.new("L", (w, h))
    shadow.paste(scaled(rim.filter(ImageFilter.GaussianBlur(10)), 0.35), (0, 6))
    out.putalpha(ImageChops.lighter(shadow, rim))
    out.paste((*INK, 255), (0, 0), rim)
    out.paste(_masonry(w, h), (0, 0), wall)
    _, top, _, _ = out.getbbox() or (0, 0, w, h)
    out.crop((0, top, w, h)).save(FILE, quality=84, alpha_quality=90, method=6)


def _rows() -> list[tuple[int, int, int, int]]:
    """Return the steps of the wall as (left, top, right, bottom), lowest first."""
    w, h = PLAN.get("scene")
    tile_w = PLAN.int("space.w")
    tile_h = PLAN.int("space.h")
    gap = PLAN.int("space.gap")
    pitch = PLAN.int("space.pitch")
    found = []
    for row in range(4):
        n = 4 - row
        width = n * tile_w + (n - 1) * gap if n > 1 else PLAN.int("space.wide")
        width += 2 * PLAN.int("space.rim")
        top = PLAN.int("space.first") - row * pitch - 22
        bottom = h if row == 0 else top + tile_h + 46
        found.append(((w - width) // 2, top, (w + width) // 2, bottom))
    return found


def _outline(w: int, h: int) -> Mask:
    """Return a mask of the stepped wall with its merlons."""
    mask = Image.new("L", (w, h))
    pen = ImageDraw.Draw(mask)
    for left, top, right, bottom in _rows():
        pen.rectangle((left, top, right, bottom), fill=255)
        n = max(3, round((right - left) / 64) | 1)
        step = (right - left) / n
        for i in range(0, n, 2):
            pen.rectangle((left + i * step, top - 26, left + (i + 1) * step - 1, top), fill=255)
    return mask


def _masonry(w: int, h: int) -> Sheet:
    """Draw bricks with random brightness."""
    rng = random.Random(73)
    sheet = Image.new("RGB", (w, h), mix(STONE, INK, 0.25))
    pen = ImageDraw.Draw(sheet)
    y = 0
    while y < h:
        x = -rng.randint(0, 60)
        while x < w:
            width = rng.randint(56, 104)
            tone = mix(STONE, (255, 248, 230) if rng.random() < 0.5 else INK, rng.uniform(0, 0.16))
            pen.rectangle((x, y, x + width - 3, y + 31), fill=tone)
            pen.line((x, y, x + width - 3, y), fill=mix(tone, (255, 250, 236), 0.4), width=2)
            pen.line((x, y + 31, x + width - 3, y + 31), fill=mix(tone, INK, 0.3), width=2)
            x += width
        y += 34
    return shade(
        sheet, clouds(w // 2, h // 2, 77, 60).resize((w, h), Image.Resampling.BICUBIC), 0.22
    )
