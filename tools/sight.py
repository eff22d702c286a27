"""Color distances for normal and color-blind vision.

Color blindness is simulated after Machado, Oliveira and Fernandes (2009), severity 1.0, on
linear RGB. Distances are CIEDE2000 (Sharma, Wu and Dalal 2005). Contrast is that of WCAG 2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

RGB = tuple[int, int, int]
Lab = tuple[float, float, float]
Rows = tuple[tuple[float, float, float], ...]
SIGHTS: dict[str, Rows] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE = (0.95047, 1.0, 1.08883)
XYZ: Rows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def linear(colour: RGB) -> tuple[float, ...]:
    """Return the linear RGB values, 0..1, of an sRGB color."""
    return tuple(
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (c / 255 for c in colour)
    )


def to_lab(colour: RGB, sight: str) -> Lab:
    """Return a color, as a kind of vision in `SIGHTS` sees it, in CIELAB (D65)."""
    light = linear(colour)
    seen_light = [min(1.0, max(0.0, _dot(row, light))) for row in SIGHTS[sight]]
    x, y, z = (_bent(_dot(row, seen_light) / white) for row, white in zip(XYZ, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _dot(row: Sequence[float], values: Sequence[float]) -> float:
    return sum(factor * value for factor, value in zip(row, values, strict=True))


def _bent(t: float) -> float:
    """Return the compressive function f of the conversion from XYZ to CIELAB."""
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def ciede2000(first: Lab, second: Lab) -> float:
    """Return the CIEDE2000 distance of two colors; 0 if they are equal.

    The steps and names follow Sharma, Wu and Dalal: L' lightness, C' chroma, h' hue in degrees.
    """
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))  # 1 + G
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1 = math.degrees(math.atan2(b1, a1 * stretch)) % 360
    h2 = math.degrees(math.atan2(b2, a2 * stretch)) % 360
    is_grey = c1 * c2 == 0  # a gray has no hue
    turn, hue = _hue_difference_and_mean(h1, h2) if not is_grey else (0.0, h1 + h2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    rotation = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    both = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(rotation) * by_chroma * by_hue
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + both)


def _hue_difference_and_mean(h1: float, h2: float) -> tuple[float, float]:
    """Return the difference (-180 to 180) and the mean of two hues, in degrees.

    Both are taken along the shorter way round the color circle.
    """
    difference, mean = h2 - h1, (h1 + h2) / 2
    if difference > 180:
        difference -= 360
    elif difference < -180:
        difference += 360
    if abs(h1 - h2) > 180:
        mean += 180 if h1 + h2 < 360 else -180
    return difference, mean


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def color_distance(first: RGB, second: RGB, sight: str = "normal") -> float:
    """Return the CIEDE2000 distance of two colors for a kind of vision in `SIGHTS`."""
    return ciede2000(to_lab(first, sight), to_lab(second, sight))


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast of two sRGB colors by WCAG 2, 1..21."""
    low, high = sorted(_dot(XYZ[1], linear(colour)) for colour in (first, second))  # luminances
    return (high + 0.05) / (low + 0.05)
