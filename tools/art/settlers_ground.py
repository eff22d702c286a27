"""Ground layers of landscapes: mountains, hills, dunes, fields, water, roads.

Painters for `settlers_land`, ordered from the horizon to the front.
"""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from render.base.theme import dark, mix, pale
from tools.art.settlers_land import Land, Layer, Point


def peaks(land: Land, layer: Layer) -> None:
    """Draw mountains with a lit and a shaded side, optionally with snow."""
    y = layer["y"]
    height = layer["high"]
    depth = layer["depth"]
    tone = layer.get("tone", "rock")
    n, rng = layer.get("n", 5), land.rng
    foot = land.mask([(-0.1, y), (land.width + 0.1, y), (land.width + 0.1, 1.1), (-0.1, 1.1)])
    land.ramp(foot, y, y + 0.1, (land.tone(tone, depth, -0.3), land.tone(tone, depth)))
    tops = [
        (land.width * (k + rng.uniform(0.2, 0.8)) / n, height * rng.uniform(0.6, 1.0))
        for k in range(n)
    ]
    for x, rise in sorted(tops, key=lambda top: top[1]):
        half = rise * rng.uniform(0.85, 1.25)
        peak(land, (x, y), rise, half, depth, tone, layer.get("snow", 0.0))
    land.ground = lambda _: y


def peak(
    land: Land, foot: Point, rise: float, half: float, depth: float, tone: str, snow: float
) -> None:
    """Draw one mountain.

    `rise` is its height, `half` its width to the left of the peak; the right side is wider. `depth`
    is 1 near and 0 far, `snow` the white fraction of the height.
    """
    rng, (x, y) = land.rng, foot
    left = [
        (
            x - half * k / 4,
            y - rise * (1 - k / 4) + rng.uniform(-0.025, 0.025) * rise * (0 < k < 4) * 2,
        )
        for k in range(5)
    ]
    right = [
        (
            x + half * 1.1 * k / 4,
            y - rise * (1 - k / 4) + rng.uniform(-0.06, 0.06) * rise * (0 < k < 4),
        )
        for k in range(5)
    ]
    ridge = [
        (x + rng.uniform(-0.04, 0.12) * rise * (k > 0) + 0.05 * half * k, y - rise * (1 - k / 4))
        for k in range(5)
    ]
    land.poly([*left, *reversed(ridge)], land.tone(tone, depth, -0.12))
    land.poly([*right, *reversed(ridge)], land.tone(tone, depth, 0.3))
    for k in range(1, 4):  # strokes on the shaded side
        a = right[k]
        land.stroke(
            [a, (a[0] - half * 0.16, a[1] + rise * 0.1)], 0.003, land.tone(tone, depth, 0.45), 120
        )
    if snow:
        _snow(land, (x, y), rise, half, depth, snow)


def _snow(land: Land, foot: Point, rise: float, half: float, depth: float, snow: float) -> None:
    """Draw the white top of a mountain with a jagged lower edge."""
    (x, y), low = foot, 1 - snow

    def side(share: float, way: int) -> Point:
        return x + way * half * (1.1 if way > 0 else 1) * share, y - rise * (1 - share)

    edge = 1 - low
    teeth_left = [
        (x - half * edge * (1 - k / 4), y - rise * (1 - edge * (1.0 if k % 2 else 0.72)))
        for k in range(5)
    ]
    teeth_right = [
        (x + half * 1.1 * edge * k / 4, y - rise * (1 - edge * (1.05 if k % 2 else 0.7)))
        for k in range(5)
    ]
    land.poly([side(0, -1), side(edge * 0.96, -1), *teeth_left[1:]], land.tone("snow", depth, -0.1))
    land.poly([side(0, 1), *teeth_right[:-1], side(edge * 0.96, 1)], land.tone("snow", depth, 0.2))


def volcano(land: Land, layer: Layer) -> None:
    """Draw one high mountain with curved sides and a white top."""
    x = layer["x"] * land.width
    y = layer["y"]
    rise = layer["high"]
    half = layer.get("half", 0.8)
    depth = layer["depth"]

    def side(way: int, snow: float = 1.0) -> list[Point]:
        return [
            (x + way * (0.05 + (half - 0.05) * (k / 12) ** 1.7), y - rise * (1 - k / 12))
            for k in range(round(12 * snow) + 1)
        ]

    land.poly([*side(-1), *reversed(side(1))], land.tone("rock", depth, -0.05))
    shade_edge = [
        (x + 0.02 + 0.22 * half * (k / 12) ** 1.4, y - rise * (1 - k / 12)) for k in range(13)
    ]
    land.poly([*shade_edge, *reversed(side(1))], land.tone("rock", depth, 0.22))
    cap = side(-1, 0.36)
    teeth = [
        (x - 0.05 + (cap[-1][0] - x) * (1 - k / 3.5), y - rise * (0.64 - 0.12 * (k % 2)))
        for k in range(1, 8)
    ]
    land.poly([*cap, *teeth, *reversed(side(1, 0.36))], land.tone("snow", depth, -0.1))
    right = side(1, 0.36)
    land.poly(
        [(x + 0.02, y - rise), *right, (x + 0.10, y - rise * 0.62), (x + 0.05, y - rise * 0.74)],
        land.tone("snow", depth, 0.18),
    )
    land.ground = lambda _: y


def hills(land: Land, layer: Layer) -> None:
    """Draw a line of hills that fills everything below it."""
    y, depth, tone = layer["y"], layer["depth"], layer.get("tone", "grass")
    rise = layer.get("rise", 0.05)
    waves = layer.get("waves", 1.4)
    shift = land.rng.random() * 6

    def crest(x: float) -> float:
        t = x / land.width * waves * math.pi + shift
        return float(y + rise * (math.sin(t) + 0.35 * math.sin(2.3 * t + 1)))

    land.ground = crest
    line = [(x, crest(x)) for x in land.xs()]
    body = land.mask([*line, (land.width + 0.1, 1.1), (0, 1.1)])
    land.ramp(
        body, y - rise, y + 0.34, (land.tone(tone, depth, -0.18), land.tone(tone, depth, 0.28))
    )
    land.stroke(line, 0.0045, land.tone(tone, depth, -0.5), 170)
    _hatch(land, layer)


def _hatch(land: Land, layer: Layer) -> None:
    """Draw short strokes along the slope, denser on the side away from the light."""
    depth, tone, rng = layer["depth"], layer.get("tone", "grass"), land.rng
    ink, ground = land.tone(tone, depth, 0.42), land.ground
    for _ in range(layer.get("strokes", 90)):
        x, down = rng.uniform(0, land.width), rng.random() ** 1.5 * 0.2
        slope = (ground(x + 0.02) - ground(x - 0.02)) / 0.04
        if rng.random() > 0.45 + slope * 2:
            continue
        long = rng.uniform(0.02, 0.06)
        points = [(x + long * k / 4, ground(x + long * k / 4) + down) for k in range(5)]
        land.stroke(points, 0.0026, ink, 105)


def dunes(land: Land, layer: Layer) -> None:
    """Draw dunes: a long lit slope, a short shaded one."""
    y, depth, rng = layer["y"], layer["depth"], land.rng
    n = layer.get("n", 2)
    rise = layer.get("rise", 0.1)
    tone = layer.get("tone", "sand")
    edges = sorted(rng.uniform(0.1, 0.95) * land.width for _ in range(n))

    def crest(x: float) -> float:
        best = 0.0
        for k, top in enumerate(edges):
            height = rise * (0.7 + 0.3 * math.sin(k * 2.1 + edges[0] * 9))
            far = top - x
            best = max(
                best,
                height * math.exp(-((far / 0.55) ** 2))
                if far > 0
                else height * math.exp(-((far / 0.24) ** 2)),
            )
        return float(y - best + 0.012 * math.sin(x * 3 + edges[0]))

    land.ground = crest
    line = [(x, crest(x)) for x in land.xs()]
    land.ramp(
        land.mask([*line, (land.width + 0.1, 1.1), (0, 1.1)]),
        y - rise,
        y + 0.3,
        (land.tone(tone, depth, -0.2), land.tone(tone, depth, 0.2)),
    )
    for top in edges:
        upper = [(top + 0.05 * k, crest(top + 0.05 * k)) for k in range(14)]
        lower = [
            (x, y + 0.13 * math.sin(math.pi * (k / 13) ** 0.7)) for k, (x, y) in enumerate(upper)
        ]
        land.poly([*upper, *reversed(lower)], land.tone(tone, depth, 0.3))
        brow = [top - 0.3 + 0.05 * k for k in range(7)]
        land.stroke([(x, crest(x)) for x in brow], 0.004, land.tone(tone, depth, -0.5), 150)
    for _ in range(26):  # wind ripples
        x = rng.uniform(0, land.width)
        down = rng.random() * 0.26 + 0.03
        long = rng.uniform(0.06, 0.2)
        points = [(x + long * k / 6, crest(x) + down + 0.006 * math.sin(k * 1.3)) for k in range(7)]
        land.stroke(points, 0.0026, land.tone(tone, depth, 0.36), 90)


def field(land: Land, layer: Layer) -> None:
    """Draw level ground with furrows that run to the horizon."""
    y, depth, n = layer["y"], layer["depth"], layer.get("n", 15)
    first, second = layer.get("tones", ["wheat", "soil"])
    x0 = layer.get("x", 0.5) * land.width
    land.ground = lambda _: y
    land.poly(
        [(-0.1, y), (land.width + 0.1, y), (land.width + 0.1, 1.1), (-0.1, 1.1)],
        land.tone(first, depth),
    )
    spread = land.width * 3.4
    for k in range(n):
        a, b = x0 + spread * (k / n - 0.5), x0 + spread * ((k + 0.5) / n - 0.5)
        top_a, top_b = x0 + (a - x0) * 0.12, x0 + (b - x0) * 0.12
        land.poly([(top_a, y), (top_b, y), (b, 1.08), (a, 1.08)], land.tone(second, depth, 0.12))
        land.stroke([(top_a, y), (a, 1.08)], 0.004, land.tone(first, depth, -0.4), 130)
    for _ in range(layer.get("ears", 0)):
        share = land.rng.random() ** 0.7
        x, low = land.rng.uniform(0, land.width), y + (1.02 - y) * share
        height = 0.012 + 0.03 * share
        land.stroke(
            [(x, low), (x + height * 0.25, low - height)],
            0.003,
            land.tone(first, depth, -0.45),
            170,
        )
    shade = land.mask(
        [(-0.1, y), (land.width + 0.1, y), (land.width + 0.1, y + 0.05), (-0.1, y + 0.05)]
    )
    land.glow(shade, 0.02, land.light.haze, 0.5 * (1 - depth * 0.6))


def terraces(land: Land, layer: Layer) -> None:
    """Draw flooded paddies in steps, each with its bank."""
    y, depth, n, rng = layer["y"], layer["depth"], layer.get("n", 6), land.rng
    height, shift = (1.05 - y) / n, rng.random() * 6

    def edge(k: int, x: float) -> float:
        share = (k / n) ** 1.35
        return float(
            y
            + (1.05 - y) * share
            + (0.018 + 0.03 * share) * math.sin(x * (2.6 - share) + shift + k * 1.7)
        )

    land.ground = lambda x: edge(0, x)
    for k in range(n):
        line = [(x, edge(k, x)) for x in land.xs(0.03)]
        near = depth + (1 - depth) * k / n
        land.poly([*line, (land.width + 0.1, 1.1), (-0.1, 1.1)], land.tone("leaf", near, 0.15))
        bank = 0.018 + height * 0.12 * (1 + k / n)
        water = [(x, low + bank) for x, low in line]
        below = [(x, edge(k + 1, x) - 0.004) for x in land.xs(0.03)]
        land.poly([*water, *reversed(below)], mix(land.light.sky[2], land.tone("water", near), 0.4))
        land.stroke(line, 0.005, land.tone("leaf", near, -0.45), 220)
        for _ in range(16):
            x = rng.uniform(0, land.width)
            low = edge(k, x) + bank + (edge(k + 1, x) - edge(k, x) - bank) * rng.uniform(0.2, 0.9)
            land.stroke(
                [(x, low), (x + 0.004, low - 0.018 - 0.016 * k / n)],
                0.004,
                land.tone("bamboo", near, 0.1),
            )


def water(land: Land, layer: Layer) -> None:
    """Draw sea, lake or a broad river from `y` down to `to`, with the sun's reflection."""
    y = layer["y"]
    to = layer.get("to", 1.1)
    depth = layer["depth"]
    rng = land.rng
    body = land.mask([(-0.1, y), (land.width + 0.1, y), (land.width + 0.1, to), (-0.1, to)])
    first = mix(land.tone("water", depth), land.light.sky[2], 0.42)
    land.ramp(body, y, to, (first, land.tone("deep", min(1.0, depth + 0.25))))
    land.ground = lambda _: y
    for _ in range(layer.get("glints", 70)):
        share = rng.random() ** 1.3
        low = y + 0.008 + (min(to, 1.02) - y - 0.01) * share
        near = rng.random() < 0.55 and not layer.get("dull", False)
        x = rng.gauss(land.sun[0], 0.05 + 0.14 * share) if near else rng.uniform(-0.1, land.width)
        long = (0.02 + 0.09 * share) * rng.uniform(0.5, 1.3)
        colour = land.light.sun if near else mix(first, land.light.sky[2], 0.5)
        land.stroke(
            [(x, low), (x + long, low)], 0.003 + 0.004 * share, colour, 190 if near else 110
        )


def band(land: Land, layer: Layer) -> None:
    """Draw a river or a road that winds from the horizon to the front."""
    y, depth, tone = layer["y"], layer["depth"], layer.get("tone", "water")
    x0 = layer.get("x", 0.6) * land.width
    x1 = layer.get("to", 0.3) * land.width
    bend = layer.get("bend", 0.22)
    width = layer.get("wide", 0.34)
    left, right = [], []
    for k in range(33):
        share = k / 32
        low = y + (1.06 - y) * share**1.25
        x = x0 + (x1 - x0) * share**1.4 + bend * math.sin(share * math.pi * 1.7) * (0.25 + share)
        half = 0.006 + width * share**1.7 / 2
        left.append((x - half, low))
        right.append((x + half, low))
    fill = land.tone(tone, depth + 0.15, -0.06)
    if tone == "water":
        fill = mix(fill, land.light.sky[2], 0.45)
    land.poly([*left, *reversed(right)], fill)
    land.stroke(left, 0.005, dark(fill, 0.35), 180)
    land.stroke(right, 0.005, pale(fill, 0.5), 160)
    for _ in range(26):
        k = land.rng.randint(6, 31)
        a, b, share = left[k], right[k], land.rng.uniform(0.12, 0.8)
        x = a[0] + (b[0] - a[0]) * share
        long = (b[0] - a[0]) * land.rng.uniform(0.06, 0.22)
        land.stroke(
            [(x, a[1]), (x + long, a[1])],
            0.0035,
            pale(fill, 0.55) if tone == "water" else dark(fill, 0.22),
            130,
        )


def cliffs(land: Land, layer: Layer) -> None:
    """Draw table mountains: level tops, steep layered sides."""
    y = layer["y"]
    height = layer["high"]
    depth = layer["depth"]
    rng = land.rng
    tone = layer.get("tone", "rock")
    foot = land.mask([(-0.1, y), (land.width + 0.1, y), (land.width + 0.1, 1.1), (-0.1, 1.1)])
    land.ramp(foot, y, y + 0.1, (land.tone(tone, depth, -0.2), land.tone(tone, depth, 0.1)))
    for x0, width, share in layer.get("at", [[0.0, 0.5, 1.0], [0.62, 0.5, 0.75]]):
        left, right, rise = x0 * land.width, (x0 + width) * land.width, height * share
        steps = [
            (left - 0.05, y),
            (left + 0.015, y - rise * 0.45),
            (left + 0.035, y - rise * 0.5),
            (left + 0.06, y - rise),
        ]
        far = [
            (right - 0.08, y - rise),
            (right - 0.05, y - rise * 0.56),
            (right - 0.01, y - rise * 0.5),
            (right + 0.06, y),
        ]
        land.poly([*steps, *far], land.tone(tone, depth, -0.1))
        edge = left + (right - left) * 0.62
        land.poly([(edge, y - rise), *far, (edge + 0.05, y)], land.tone(tone, depth, 0.26))
        x = left + 0.03
        while x < right - 0.03:
            top = y - rise * rng.choice((1.0, 0.52, 0.98))
            land.stroke(
                [(x, top), (x + rng.uniform(-0.01, 0.01), top + rise * rng.uniform(0.2, 0.45))],
                0.003,
                land.tone(tone, depth, 0.4),
                130,
            )
            x += rng.uniform(0.012, 0.04)
        land.stroke([steps[-1], far[0]], 0.005, land.tone(tone, depth, -0.5), 200)
    land.ground = lambda _: y


def rocks(land: Land, layer: Layer) -> None:
    """Draw a quarry wall in the foreground: rows of blocks that reach in from one edge."""
    side = layer.get("side", "right")
    depth = layer["depth"]
    tone = layer.get("tone", "stone")
    rng, y = land.rng, layer["y"]
    for row in range(6):
        reach = 0.16 + 0.09 * row + rng.uniform(-0.03, 0.04)
        low = y + (1.04 - y) * row / 6
        height = (1.04 - y) / 6
        x = -0.02
        while x < reach:
            width = rng.uniform(0.08, 0.16)
            a, b = (
                (x, min(x + width, reach))
                if side == "left"
                else (land.width - min(x + width, reach), land.width - x)
            )
            land.poly(
                [(a, low), (b, low), (b, low + height), (a, low + height)],
                land.tone(tone, depth, rng.uniform(-0.14, 0.12)),
            )
            foot, end = low + height * 0.72, low + height
            land.poly([(a, foot), (b, foot), (b, end), (a, end)], land.tone(tone, depth, 0.3))
            land.stroke([(a, low), (b, low)], 0.004, land.tone(tone, depth, -0.5), 200)
            x += width


def shadow(land: Land, layer: Layer) -> None:
    """Draw a dark foreground that frames the view, like a nearby hill."""
    y, tone = layer["y"], layer.get("tone", "grass")
    line = [
        (x, y + 0.05 * math.sin(x * 2.2 + layer.get("shift", 0.0)) + 0.01 * math.sin(x * 9))
        for x in land.xs()
    ]
    body = Image.new("L", (land.w, land.h))
    ImageDraw.Draw(body).polygon(land.px([*line, (land.width + 0.1, 1.1), (-0.1, 1.1)]), fill=255)
    land.sheet.paste(land.tone(tone, 1.0, 0.5), (0, 0), body)
    for _ in range(120):
        x = land.rng.uniform(0, land.width)
        low = (
            y + 0.05 * math.sin(x * 2.2 + layer.get("shift", 0.0)) + 0.01 * math.sin(x * 9) + 0.006
        )
        land.stroke(
            [(x, low), (x + land.rng.uniform(-0.012, 0.012), low - land.rng.uniform(0.015, 0.04))],
            0.003,
            land.tone(tone, 1.0, 0.5),
        )
    land.ground = lambda x: y + 0.05 * math.sin(x * 2.2 + layer.get("shift", 0.0))
