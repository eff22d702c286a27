"""Writing on pictures: anchored on the baseline, measured by the font, fitted by shrinking and then by an ellipsis."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.base import fonts, text_shaping
from render.base.cache import kept
from render.base.texture import Mask
from render.base.theme import RGB

ELLIPSIS = "…"
MOST_DIGITS = 2  # of a number that is kept where a text is cut
CLOSEST = 0.8  # letters are pressed together no further
# Alegreya's lining digits are 0.61 em high: half of that below the middle is the baseline of a centred number.
DIGIT_DROP = 0.305
LETTER_DROP = 0.32


@dataclass(frozen=True)
class Style:
    """A face, a size in pixels and a colour; ``stroke`` draws an outline of that width around the letters."""

    face: str
    size: int
    fill: tuple[int, ...]
    stroke: int = 0
    stroke_fill: RGB = (0, 0, 0)


@functools.lru_cache(maxsize=8192)
def width(text: str, face: str, size: int) -> float:
    """The advance of a text in pixels, fallbacks included."""
    return sum(fonts.face(name, size).getlength(run) for name, run in fonts.runs(text, face))


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, style: Style, anchor: str = "l"
) -> float:
    """Write one line with its baseline at ``at``; ``anchor`` l, m or r says which end ``at`` is. The width is returned."""
    total = width(text, style.face, style.size)
    x = at[0] - {"l": 0.0, "m": total / 2, "r": total}[anchor]
    for name, run in fonts.runs(text, style.face):
        if style.stroke:
            draw.text(
                (x, at[1]),
                run,
                font=fonts.face(name, style.size),
                fill=style.fill,
                anchor="ls",
                stroke_width=style.stroke,
                stroke_fill=style.stroke_fill,
            )
        else:
            left, base = math.floor(x), math.floor(at[1])
            body = _letters(run, name, style.size, x - left, at[1] - base)
            if body is not None:
                draw.bitmap((left + body[1], base + body[2]), body[0], style.fill)
        x += _advance(run, name, style.size)
    return total


@functools.lru_cache(maxsize=8192)
def _advance(run: str, name: str, size: int) -> float:
    return fonts.face(name, size).getlength(run)


@kept
def _letters(run: str, name: str, size: int, dx: float, dy: float) -> tuple[Mask, int, int] | None:
    """A run as a mask, its baseline beginning at a fraction of a pixel, and where the mask lies from the pixel that this is in;
    None for spaces. The same words stand at the same fractions on every picture: they need not be rasterised anew."""
    air = size
    mask = Image.new("L", (math.ceil(_advance(run, name, size)) + 2 * air, 3 * air))
    ImageDraw.Draw(mask).text(
        (air + dx, 2 * air + dy), run, font=fonts.face(name, size), fill=255, anchor="ls"
    )
    box = mask.getbbox()
    return None if box is None else (mask.crop(box), box[0] - air, box[1] - 2 * air)


def fit(text: str, face: str, size: int, room: float, least: int) -> tuple[str, int]:
    """The text, in drawing order, and the size that fit ``room``: shrunk down to ``least``, then cut with an ellipsis, between
    words if that leaves half of it. A number at its end stays: it tells one computer player from the next."""
    whole = text_shaping.visual(text)
    while size > least and width(whole, face, size) > room:
        size -= 1
    if width(whole, face, size) <= room:
        return whole, size
    text, space, number = text.rpartition(" ")
    tail = (
        f"{ELLIPSIS} {number}"
        if space and number.isdecimal() and len(number) <= MOST_DIGITS
        else ELLIPSIS
    )
    text = text if tail != ELLIPSIS else f"{text}{space}{number}"
    whole = text
    while text and width(text_shaping.visual(text + tail), face, size) > room:
        text = text[:-1]
    words = text if whole[len(text) :].startswith(" ") else text.rpartition(" ")[0]
    text = words if 2 * len(words) >= len(text) else text
    return text_shaping.visual(text.rstrip(" -·.,") + tail), size


def fit_pressed(text: str, face: str, size: int, room: float, least: int) -> tuple[str, int]:
    """The same for what is written with that `room` (`Canvas.text`): its letters are pressed together before any is left out."""
    said, letters = fit(text, face, size, room, least)
    return (
        (said, letters)
        if said == text_shaping.visual(text)
        else fit(text, face, least, room / CLOSEST, least)
    )
