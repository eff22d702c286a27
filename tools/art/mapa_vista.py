"""Backgrounds of El Mapa's scenes: two skies with ridges, ground relief, lake, path.

The relief is gray, to be tinted with the land's color.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base.layout import load
from render.base.texture import Mask, Sheet, clouds, grow, noise, scaled, shade
from render.base.theme import RGB, mix

FOLDER = Path("render/el_mapa/assets/scenery")
PLAN = load(Path("render/el_mapa/layout.toml")).part("scene")
VISTA_SUPERSAMPLE = 2  # drawing scale
INK: RGB = (74, 58, 46)
SKIES: dict[str, tuple[RGB, RGB, RGB]] = {  # top, horizon, clouds
    "day": ((142, 188, 200), (246, 230, 192), (252, 247, 232)),
    "gold": ((222, 150, 82), (255, 236, 170), (255, 240, 206)),
}
RIDGES: dict[str, tuple[RGB, ...]] = {
    "day": ((176, 196, 182), (158, 184, 142), (140, 170, 110)),
    "gold": ((214, 176, 120), (196, 168, 96), (158, 158, 84)),
}
CLOUDS = (
    (430, 70, 150),
    (935, 60, 170),
    (40, 60, 130),
    (690, 130, 120),
    (150, 190, 200),
    (1180, 200, 220),
    (500, 262, 120),
    (838, 286, 140),
    (330, 318, 100),
    (1010, 342, 90),
)
WATER: RGB = (118, 176, 188)


def build() -> None:
    """Write all backgrounds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    w, sky, below = PLAN.int("width"), PLAN.int("sky"), PLAN.int("ground")
    for name in SKIES:
        _sky(name, w, sky, sky - PLAN.int("ridge")).save(FOLDER / f"{name}.jpg", quality=88)
    edge = _ground_mask(w, below)
    edge.save(FOLDER / "edge.png", optimize=True)
    _relief(w, below).save(FOLDER / "ground.jpg", quality=88)
    _lake(w, below).save(FOLDER / "lake.webp", quality=90, alpha_quality=100, method=6)
    _path(w, below).save(FOLDER / "path.webp", quality=90, alpha_quality=100, method=6)


def _sky(name: str, w: int, h: int, horizon: int) -> Sheet:
    """Draw the sky `name`: a gradient with rays of light, clouds and three ridges.

    `horizon` is the y from which the rays start; the ridges are near it.
    """
    above, low, cloud = SKIES[name]
    ramp = Image.linear_gradient("L").resize((w, h))
    sheet = Image.composite(Image.new("RGB", (w, h), low), Image.new("RGB", (w, h), above), ramp)
    rays = Image.new("L", (w, h))
    pen = ImageDraw.Draw(rays)
    for i in range(0, 360, 12):
        a, b = math.radians(i), math.radians(i + 5)
        pen.polygon(
            [
                (w / 2, horizon),
                (w / 2 + 2000 * math.cos(a), horizon + 2000 * math.sin(a)),
                (w / 2 + 2000 * math.cos(b), horizon + 2000 * math.sin(b)),
            ],
            fill=70 if name == "gold" else 34,
        )
    sheet.paste((255, 248, 214), (0, 0), rays.filter(ImageFilter.GaussianBlur(4)))
    sheet = shade(
        sheet, clouds(w // 4, h // 4, 5, 40).resize((w, h), Image.Resampling.BICUBIC), 0.12
    )
    for x, y, width in CLOUDS:
        _cloud(sheet, x, y, width, cloud, mix(above, INK, 0.2))
    for index, colour in enumerate(RIDGES[name]):
        _ridge(sheet, horizon - 34 + index * 26, index, colour)
    return sheet


def _cloud(sheet: Sheet, x: float, y: float, width: float, light: RGB, dim: RGB) -> None:
    """Draw a cumulus with a flat base, shaded below."""
    mask = Image.new("L", (sheet.width * VISTA_SUPERSAMPLE, sheet.height * VISTA_SUPERSAMPLE))
    pen = ImageDraw.Draw(mask)
    for dx, dy, r in (
        (-0.34, 0.02, 0.12),
        (-0.16, -0.05, 0.19),
        (0.08, -0.09, 0.21),
        (0.3, -0.01, 0.15),
        (0.44, 0.04, 0.08),
    ):
        pen.ellipse(
            tuple(
                VISTA_SUPERSAMPLE * v
                for v in (
                    x + (dx - r) * width,
                    y + (dy - r) * width,
                    x + (dx + r) * width,
                    y + (dy + r) * width,
                )
            ),
            fill=255,
        )
    pen.rectangle((0, (y + 0.08 * width) * VISTA_SUPERSAMPLE, mask.width, mask.height), fill=0)
    mask = mask.resize(sheet.size, Image.Resampling.BOX)
    sheet.paste(dim, (0, 0), scaled(grow(mask, 2), 0.4))
    sheet.paste(mix(light, dim, 0.28), (0, 0), mask)
    lit = ImageChops.darker(mask, ImageChops.offset(mask, -3, round(-0.05 * width)))
    sheet.paste(light, (0, 0), lit.filter(ImageFilter.GaussianBlur(3)))


def _ridge(sheet: Sheet, level: float, at: int, colour: RGB) -> None:
    """Draw a filled line of hills around the height `level`.

    `at` is its number, counted from the far one; it changes the shape.
    """
    w, h = sheet.size

    def rise(x: float) -> float:
        return (
            30 * math.sin(x / (170 - 24 * at) + at * 2.1)
            + 16 * math.sin(x / 71 + at * 1.3)
            + 5 * math.sin(x / 23 + at)
        )

    line = [
        (x * VISTA_SUPERSAMPLE, (level - rise(x)) * VISTA_SUPERSAMPLE) for x in range(-8, w + 16, 8)
    ]
    body = Image.new("L", (w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE))
    ImageDraw.Draw(body).polygon(
        [*line, (w * VISTA_SUPERSAMPLE + 32, h * VISTA_SUPERSAMPLE), (-32, h * VISTA_SUPERSAMPLE)],
        fill=255,
    )
    stroke = Image.new("L", (w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE))
    ImageDraw.Draw(stroke).line(line, fill=255, width=3 * VISTA_SUPERSAMPLE, joint="curve")
    filled = shade(Image.new("RGB", (w, h), colour), noise(w, h, 8 + at, 46), 0.12)
    sheet.paste(filled, (0, 0), body.resize((w, h), Image.Resampling.BOX))
    sheet.paste(
        mix(colour, INK, 0.42), (0, 0), scaled(stroke.resize((w, h), Image.Resampling.BOX), 0.9)
    )


def _top(x: float) -> float:
    """Return the y of the ground's upper edge at `x`, in pixels.

    It is measured from the top of the ground's picture.
    """
    return 20 - 12 * math.sin(x / 190 + 0.6) - 6 * math.sin(x / 83)


def _ground_mask(w: int, h: int) -> Mask:
    """Return the mask of the ground, with its uneven upper edge."""
    big = Image.new("L", (w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE))
    line = [(x * VISTA_SUPERSAMPLE, _top(x) * VISTA_SUPERSAMPLE) for x in range(-8, w + 16, 8)]
    ImageDraw.Draw(big).polygon(
        [*line, (w * VISTA_SUPERSAMPLE + 32, h * VISTA_SUPERSAMPLE), (-32, h * VISTA_SUPERSAMPLE)],
        fill=255,
    )
    return big.resize((w, h), Image.Resampling.BOX)


def _relief(w: int, h: int) -> Mask:
    """Return light and shade of the ground: mottling, inked swells, tufts.

    Mid gray leaves the color unchanged.
    """
    out = Image.blend(Image.new("L", (w, h), 132), clouds(w, h, 61, 120), 0.26)
    big = out.resize((w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(big)
    line = [(x * VISTA_SUPERSAMPLE, _top(x) * VISTA_SUPERSAMPLE) for x in range(-8, w + 16, 8)]
    pen.line(line, fill=66, width=4 * VISTA_SUPERSAMPLE, joint="curve")
    for level, deep, waves in ((0.30, 12, 260), (0.56, 16, 330), (0.82, 20, 410)):
        line = [
            (
                x * VISTA_SUPERSAMPLE,
                (h * level - deep * math.sin(x / waves + level * 9)) * VISTA_SUPERSAMPLE,
            )
            for x in range(-8, w + 16, 8)
        ]
        shadow = Image.new("L", big.size)
        ImageDraw.Draw(shadow).polygon(
            [*line, *((x, y + 46 * VISTA_SUPERSAMPLE) for x, y in reversed(line))], fill=255
        )
        big.paste(
            96,
            (0, 0),
            scaled(shadow.filter(ImageFilter.GaussianBlur(18 * VISTA_SUPERSAMPLE)), 0.24),
        )
    rng = random.Random(67)
    pen = ImageDraw.Draw(big)
    for y in sorted(rng.uniform(46, h - 8) for _ in range(150)):
        x, size = rng.uniform(8, w - 8), 0.5 + y / h * 0.9
        tuft = [
            (x + dx * size, y + dy * size)
            for dx, dy in ((-6, -8), (-2, 0), (0, -12), (2, 0), (6, -8))
        ]
        pen.line(
            [(a * VISTA_SUPERSAMPLE, b * VISTA_SUPERSAMPLE) for a, b in tuft],
            fill=84,
            width=round(2.2 * VISTA_SUPERSAMPLE * size),
            joint="curve",
        )
    return big.resize((w, h), Image.Resampling.BOX)


def _shore(w: int, h: int) -> Mask:
    """Return the mask of a lake across the ground."""
    big = Image.new("L", (w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE))
    upper_edge = [
        (x, 46 + 10 * math.sin(x / 120) + 5 * math.sin(x / 41)) for x in range(-8, w + 16, 8)
    ]
    lower_edge = [
        (x, 150 + 16 * math.sin(x / 150 + 2) + 8 * math.sin(x / 57)) for x in range(-8, w + 16, 8)
    ]
    ImageDraw.Draw(big).polygon(
        [
            (x * VISTA_SUPERSAMPLE, y * VISTA_SUPERSAMPLE)
            for x, y in (*upper_edge, *reversed(lower_edge))
        ],
        fill=255,
    )
    return big.resize((w, h), Image.Resampling.BOX)


def _lake(w: int, h: int) -> Image.Image:
    """Draw water with a crisp shore, engraved lines along it, and waves."""
    mask = _shore(w, h)
    out = Image.new("RGBA", (w, h))
    out.paste((58, 76, 86), (0, 0), grow(mask, 3))
    out.paste(
        (250, 240, 206), (0, 0), scaled(ImageChops.subtract(grow(mask, 8), grow(mask, 3)), 0.5)
    )
    water = shade(Image.new("RGB", (w, h), WATER), noise(w, h, 77, 90, 12), 0.2)
    out.paste(water, (0, 0), mask)
    inner = mask
    for strength in (0.4, 0.22):
        inner = inner.filter(ImageFilter.GaussianBlur(5)).point(
            [max(0, min(255, (v - 236) * 14)) for v in range(256)]
        )
        rim = ImageChops.subtract(inner, inner.filter(ImageFilter.MinFilter(3)))
        out.paste((60, 96, 110), (0, 0), scaled(rim, strength))
    pen, rng = ImageDraw.Draw(out), random.Random(79)
    for _ in range(46):
        x, y = rng.uniform(20, w - 20), rng.uniform(66, 132)
        r = 5 + (y - 60) / 14
        wave = [(x - 2 * r, y), (x - r, y - r * 0.5), (x, y), (x + r, y - r * 0.5), (x + 2 * r, y)]
        pen.line(wave, fill=(226, 242, 240), width=3, joint="curve")
    return out.crop((0, 0, w, 190))


def _path(w: int, h: int) -> Image.Image:
    """Draw a path that widens towards the viewer."""
    big = Image.new("RGBA", (w * VISTA_SUPERSAMPLE, h * VISTA_SUPERSAMPLE))
    middle = [(t / 40, w / 2 + 90 * math.sin(t / 40 * 5.2) * (1 - t / 60)) for t in range(41)]
    for more, colour in ((5, (150, 116, 80, 255)), (0, (230, 210, 166, 255))):
        left = [
            (
                (x - 8 - 64 * t * t - more) * VISTA_SUPERSAMPLE,
                (22 + (h - 22) * t) * VISTA_SUPERSAMPLE,
            )
            for t, x in middle
        ]
        right = [
            (
                (x + 8 + 64 * t * t + more) * VISTA_SUPERSAMPLE,
                (22 + (h - 22) * t) * VISTA_SUPERSAMPLE,
            )
            for t, x in middle
        ]
        ImageDraw.Draw(big).polygon([*left, *reversed(right)], fill=colour)
    return big.resize((w, h), Image.Resampling.BOX)
