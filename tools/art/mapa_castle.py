"""Paints the scene behind a castle's ten spaces in El Mapa: sky, hills, stepped masonry."""

from __future__ import annotations

import math
import random
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from render.layout import load
from render.texture import Mask, Sheet, clouds, noise, scaled, shade
from render.theme import RGB, mix
from tools.art import mapa_things as things
from tools.art.mapa_pen import PAD, Pen

FILE = Path("render/el_mapa/assets/castle.jpg")
PLAN = load(Path("render/el_mapa/layout.toml")).part("castle")
SKY: tuple[RGB, RGB] = ((169, 196, 194), (242, 226, 187))
STONE: RGB = (186, 172, 150)
INK: RGB = (74, 58, 46)
HILLS: tuple[RGB, ...] = ((176, 192, 140), (150, 172, 112), (126, 152, 88))


def build() -> None:
    """Write the scene."""
    w, h = PLAN.get("scene")
    sheet = _sky(w, h)
    _hills(sheet)
    _trees(sheet)
    wall = _outline(w, h)
    rim = wall.filter(ImageFilter.MaxFilter(7))
    sheet.paste((46, 34, 24), (0, 6), scaled(rim.filter(ImageFilter.GaussianBlur(10)), 0.35))
    sheet.paste(INK, (0, 0), rim)
    sheet.paste(_masonry(w, h), (0, 0), wall)
    sheet.save(FILE, quality=90)


def _sky(w: int, h: int) -> Sheet:
    """Dusk to the horizon, faint rays, clouds."""
    ramp = Image.linear_gradient("L").resize((w, h))
    sheet = Image.composite(Image.new("RGB", (w, h), SKY[1]), Image.new("RGB", (w, h), SKY[0]), ramp)
    rays = Image.new("L", (w, h))
    pen = ImageDraw.Draw(rays)
    for i in range(0, 360, 15):
        a, b = math.radians(i), math.radians(i + 6)
        pen.polygon([(w / 2, h * 0.2), (w / 2 + 2000 * math.cos(a), h * 0.2 + 2000 * math.sin(a)),
                     (w / 2 + 2000 * math.cos(b), h * 0.2 + 2000 * math.sin(b))], fill=30)
    sheet.paste((255, 246, 214), (0, 0), rays.filter(ImageFilter.GaussianBlur(6)))
    for x, y, wide in ((150, 250, 210), (330, 90, 150), (1160, 240, 220), (980, 110, 140), (60, 60, 120), (1250, 60, 120)):
        _cloud(sheet, x, y, wide)
    return shade(sheet, clouds(w // 4, h // 4, 5, 40).resize((w, h), Image.Resampling.BICUBIC), 0.10)


def _cloud(sheet: Sheet, x: float, y: float, wide: float) -> None:
    mask = Image.new("L", sheet.size)
    pen = ImageDraw.Draw(mask)
    for dx, dy, r in ((-0.3, 0, 0.16), (-0.1, -0.08, 0.22), (0.14, -0.06, 0.2), (0.32, 0.01, 0.14)):
        pen.ellipse((x + (dx - r) * wide, y + (dy - r) * wide, x + (dx + r) * wide, y + (dy + r) * wide), fill=255)
    pen.rectangle((0, y + 0.08 * wide, sheet.width, sheet.height), fill=0)
    mask = mask.filter(ImageFilter.GaussianBlur(3))
    sheet.paste((150, 170, 168), (2, 5), scaled(mask, 0.35))
    sheet.paste((252, 246, 228), (0, 0), scaled(mask, 0.9))


def _hills(sheet: Sheet) -> None:
    """Three bands, the nearest darkest."""
    w, h = sheet.size
    for at, (colour, level) in enumerate(zip(HILLS, (0.50, 0.60, 0.72), strict=True)):
        def rise(x: float, at: int = at) -> float:
            return 34 * math.sin(x / (150 + 40 * at) + at * 2) + 16 * math.sin(x / 61 + at)

        line = [(x, h * level + rise(x)) for x in range(0, w + 8, 8)]
        pen = ImageDraw.Draw(sheet)
        pen.polygon([*line, (w, h), (0, h)], fill=colour)
        pen.line(line, fill=mix(colour, INK, 0.45), width=3)
    shaded = shade(sheet, noise(w, h, 8, 46), 0.08)
    sheet.paste(shaded)


def _trees(sheet: Sheet) -> None:
    lot = random.Random(71)
    w, h = sheet.size
    for y in sorted(lot.uniform(h * 0.60, h * 0.86) for _ in range(26)):
        x = lot.choice((lot.uniform(10, 200), lot.uniform(w - 210, w - 20)))
        pen = Pen(150)
        things.tree(pen, 50, 50, lot.uniform(11, 16), lot.choice(((111, 148, 80), (93, 136, 72), (127, 160, 78))))
        tree = pen.done()
        off = round((50 + PAD) * 1.5)
        sheet.paste(tree, (round(x) - off, round(y) - off), tree)


def _rows() -> list[tuple[int, int, int, int]]:
    """The steps of the wall: left, top, right, bottom; the lowest first."""
    w, h = PLAN.get("scene")
    tile_w, tile_h, gap, pitch = PLAN.int("space.w"), PLAN.int("space.h"), PLAN.int("space.gap"), PLAN.int("space.pitch")
    found = []
    for row in range(4):
        n = 4 - row
        wide = n * tile_w + (n - 1) * gap + 2 * PLAN.int("space.rim")
        top = PLAN.int("space.first") - row * pitch - 22
        bottom = h if row == 0 else top + tile_h + 60
        found.append(((w - wide) // 2, top, (w + wide) // 2, bottom))
    return found


def _outline(w: int, h: int) -> Mask:
    """The stepped wall with its merlons."""
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
    """Bricks in random light."""
    lot = random.Random(73)
    sheet = Image.new("RGB", (w, h), mix(STONE, INK, 0.25))
    pen = ImageDraw.Draw(sheet)
    y = 0
    while y < h:
        x = -lot.randint(0, 60)
        while x < w:
            wide = lot.randint(56, 104)
            tone = mix(STONE, (255, 248, 230) if lot.random() < 0.5 else INK, lot.uniform(0, 0.16))
            pen.rectangle((x, y, x + wide - 3, y + 31), fill=tone)
            pen.line((x, y, x + wide - 3, y), fill=mix(tone, (255, 250, 236), 0.4), width=2)
            pen.line((x, y + 31, x + wide - 3, y + 31), fill=mix(tone, INK, 0.3), width=2)
            x += wide
        y += 34
    return shade(sheet, clouds(w // 2, h // 2, 77, 60).resize((w, h), Image.Resampling.BICUBIC), 0.22)
