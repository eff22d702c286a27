"""Parts of buildings: towers, chimneys, signboards, logs, fences, merlons."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from render.base.theme import RGB, mix
from render.era_medieval_age.pieces.style import icon
from tools.art.era_body import GOLD, INK, LINE, NIGHT, PAPER, STONE, TIMBER, Body

LIGHT: RGB = (255, 245, 220)
MERLON: RGB = mix(STONE, (255, 248, 232), 0.62)
JOINT: RGB = (70, 60, 52)


@dataclass(frozen=True)
class Tower:
    """Measures and colors of a tower, in pixels.

    `half` is half its width, `height` that of its walls, `spire` that of its roof. With `cross`, it
    has a cross on its top.
    """

    half: int
    height: int
    wall: RGB
    roof: RGB
    spire: int
    cross: bool


def tower(body: Body, at: tuple[float, float], one: Tower) -> None:
    """Draw the tower `one`; `at` is the center of its base."""
    x, y, r, h = *at, one.half, one.height
    fall = Image.new("L", body.size)
    ImageDraw.Draw(fall).polygon(
        [
            (x - r, y + r * 0.5),
            (x + r, y - r * 0.2),
            (x + r + h * 0.55, y + h * 0.3),
            (x + r * 0.4 + h * 0.5, y + r * 0.6 + h * 0.32),
        ],
        fill=255,
    )
    body.paint(NIGHT, fall.filter(ImageFilter.GaussianBlur(6)), 0.40)
    pen, foot = body.pen, y + r * 0.6
    pen.rectangle((x - r - 4, y - h - 4, x + r + 4, foot + 4), fill=LINE)
    pen.rectangle((x - r, y - h, x + r, foot), fill=one.wall)
    pen.rectangle((x, y - h, x + r, foot), fill=mix(one.wall, INK, 0.22))
    pen.rectangle(
        (x - r * 0.22, y - h * 0.45, x + r * 0.22, y - h * 0.45 + r * 0.7), fill=(60, 44, 36)
    )
    top, eave = y - h - one.spire, y - h + r * 0.25
    pen.polygon([(x - r - 14, eave + 5), (x, top - 10), (x + r + 14, eave + 5)], fill=LINE)
    pen.polygon([(x - r - 8, eave), (x, top), (x + r + 8, eave)], fill=one.roof)
    pen.polygon([(x, top), (x + r + 8, eave), (x + r * 0.15, eave)], fill=mix(one.roof, INK, 0.36))
    pen.polygon(
        [(x, top), (x - r - 8, eave), (x - r * 0.55, eave)], fill=mix(one.roof, LIGHT, 0.22)
    )
    if one.cross:
        for width, colour, arm in ((11, LINE, 13), (6, GOLD, 11)):
            pen.line((x, top - 34 + (11 - width) / 3, x, top + 4), fill=colour, width=width)
            pen.line((x - arm, top - 20, x + arm, top - 20), fill=colour, width=width)


def chimney(body: Body, x: float, y: float) -> None:
    """Draw a brick chimney at `x, y`."""
    pen = body.pen
    pen.rectangle((x - 13, y - 34, x + 13, y), fill=LINE)
    pen.rectangle((x - 9, y - 30, x + 9, y - 2), fill=(150, 92, 70))
    pen.rectangle((x, y - 30, x + 9, y - 2), fill=(112, 66, 52))
    pen.rectangle((x - 9, y - 30, x + 9, y - 24), fill=(60, 44, 40))


def disc(body: Body, at: tuple[float, float], name: str, size: int, face: RGB, fill: RGB) -> None:
    """Draw a round board with the icon `name`, like a shop sign.

    `size` is its diameter, `face` its color, `fill` the color of the icon.
    """
    pen, r, (x, y) = body.pen, size / 2, at
    pen.ellipse((x - r - 5, y - r + 1, x + r + 5, y + r + 11), fill=(*NIGHT, 110))
    pen.ellipse((x - r - 4, y - r - 4, x + r + 4, y + r + 4), fill=TIMBER)
    pen.ellipse((x - r, y - r, x + r, y + r), fill=face)
    sign = icon(name, int(size * 0.78), fill)
    body.sprite.alpha_composite(sign, (int(x - sign.width / 2), int(y - sign.height / 2)))


def red_cross(body: Body, x: float, y: float) -> None:
    """Draw the hospital's sign, a disc around `x, y`."""
    pen, r = body.pen, 46
    pen.ellipse((x - r - 6, y - r - 6, x + r + 6, y + r + 6), fill=LINE)
    pen.ellipse((x - r, y - r, x + r, y + r), fill=(248, 240, 222))
    for w, h in ((12, 31), (31, 12)):
        pen.rectangle((x - w, y - h, x + w, y + h), fill=(168, 50, 45))


def logs(body: Body, x: float, y: float) -> None:
    """Draw a pile of six trunks, seen from the end."""
    pen = body.pen
    for row in range(3):
        for k in range(3 - row):
            cx, cy = x - 44 + k * 44 + row * 22, y + 66 - row * 34
            pen.ellipse((cx - 24, cy - 24, cx + 24, cy + 24), fill=LINE)
            pen.ellipse((cx - 19, cy - 19, cx + 19, cy + 19), fill=(206, 164, 108))
            pen.ellipse((cx - 10, cy - 10, cx + 10, cy + 10), outline=(150, 106, 62), width=4)


def clock(body: Body, x: float, y: float) -> None:
    """Draw a clock face around `x, y`."""
    pen = body.pen
    pen.ellipse((x - 27, y - 27, x + 27, y + 27), fill=LINE)
    pen.ellipse((x - 22, y - 22, x + 22, y + 22), fill=(248, 236, 204))
    pen.line((x, y, x, y - 16), fill=LINE, width=5)
    pen.line((x, y, x + 11, y + 5), fill=LINE, width=5)


def merlons(body: Body, box: tuple[float, float, float, float], size: float, pitch: float) -> None:
    """Draw square teeth along the long sides of a rectangle (all sides of a square).

    `size` is the width of a tooth, `pitch` the distance of two teeth, in pixels.
    """
    left, top, right, bottom = box
    spots: list[tuple[float, float]] = []
    if right - left >= bottom - top:
        spots += [(x, y) for y in (top, bottom - size) for x in _steps(left, right - size, pitch)]
    if right - left <= bottom - top:
        spots += [(x, y) for x in (left, right - size) for y in _steps(top, bottom - size, pitch)]
    for x, y in spots:
        body.pen.rectangle((x, y, x + size, y + size), fill=MERLON, outline=JOINT, width=3)


def _steps(first: float, last: float, pitch: float) -> list[float]:
    n = max(2, round((last - first) / pitch))
    return [first + (last - first) * k / n for k in range(n + 1)]


def courses(body: Body, box: tuple[float, float, float, float], width: int, height: int) -> None:
    """Draw masonry joints on a wall face (left, top, right, bottom).

    Stones of this width and height are laid from below.
    """
    left, top, right, bottom = box
    pen, row = body.pen, 0
    y = bottom
    while y - height >= top - height / 2:
        for x in range(int(left) - (width // 2 if row % 2 else 0), int(right), width):
            pen.rectangle(
                (max(left, x), y - height, min(x + width, right), y),
                outline=(*mix(STONE, INK, 0.75), 120),
                width=3,
            )
        y, row = y - height, row + 1


def planks(body: Body, box: tuple[float, float, float, float]) -> None:
    """Draw the floor of a keep, dark in the shade of the parapet."""
    left, top, right, bottom = box
    pen = body.pen
    pen.rectangle(box, fill=(150, 118, 84), outline=LINE, width=5)
    for k in range(1, 6):
        x = left + (right - left) * k / 6
        pen.line((x, top + 2, x, bottom - 2), fill=(104, 78, 54), width=4)
    pen.rectangle((left + 2, top + 2, right - 2, top + 20), fill=(74, 66, 60))
    pen.rectangle((left + 2, top + 2, left + 16, bottom - 2), fill=(86, 78, 70))


def fence(body: Body, box: tuple[float, float, float, float]) -> None:
    """Draw rails and posts around a field (left, top, right, bottom)."""
    left, top, right, bottom = box
    pen, rail = body.pen, mix(TIMBER, PAPER, 0.1)
    for line in (
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, top, left, bottom),
        (right, top, right, bottom),
    ):
        pen.line(line, fill=rail, width=7)
    for k in range(int((right - left) // 52) + 1):
        for y in (top, bottom):
            pen.rectangle(
                (left + k * 52 - 6, y - 16, left + k * 52 + 6, y + 6),
                fill=(136, 98, 62),
                outline=LINE,
                width=3,
            )
