"""Text on pictures: writing at a baseline, measuring, and fitting by size and ellipsis."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.base import fonts, text_shaping
from render.base.cache import cached
from render.base.texture import Mask
from render.base.theme import RGB

ELLIPSIS = "…"
MAX_KEPT_DIGITS = 2  # a trailing number with at most so many digits is kept when a text is cut
MIN_HORIZONTAL_SCALE = 0.7  # minimum horizontal scale of compressed text
# Distance (em) from the vertical center of a line to its baseline. Alegreya's lining digits are
# 0.61 em high, so the baseline of a centered number is half of that below the center.
DIGIT_DROP = 0.305
LETTER_DROP = 0.32


@dataclass(frozen=True)
class Style:
    """Face, size in pixels and color; ``stroke`` is the width of an outline."""

    face: str
    size: int
    fill: tuple[int, ...]
    stroke: int = 0
    stroke_fill: RGB = (0, 0, 0)


@functools.lru_cache(maxsize=8192)
def width(text: str, face: str, size: int) -> float:
    """Return a text's width in pixels, with characters from fallback faces."""
    return sum(fonts.face(name, size).getlength(run) for name, run in fonts.runs(text, face))


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, style: Style, anchor: str = "l"
) -> float:
    """Write one line with its baseline at `at`, and return its width in pixels.

    `anchor` says which point of the line is at `at`: l (left), m (middle) or r (right).
    """
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
            glyphs = _letters(run, name, style.size, x - left, at[1] - base)
            if glyphs is not None:
                draw.bitmap((left + glyphs[1], base + glyphs[2]), glyphs[0], style.fill)
        x += _advance(run, name, style.size)
    return total


@functools.lru_cache(maxsize=8192)
def _advance(run: str, name: str, size: int) -> float:
    return fonts.face(name, size).getlength(run)


@cached
def _letters(run: str, name: str, size: int, dx: float, dy: float) -> tuple[Mask, int, int] | None:
    """Return the mask of a run and the mask's offset (x, y); None for spaces.

    The offset is from the pixel in which the baseline begins. `name` is the face. `dx, dy` are the
    fractions of a pixel at which the baseline begins. A text has the same fractions on every
    picture, so the mask can be cached.
    """
    pad = size
    mask = Image.new("L", (math.ceil(_advance(run, name, size)) + 2 * pad, 3 * pad))
    ImageDraw.Draw(mask).text(
        (pad + dx, 2 * pad + dy), run, font=fonts.face(name, size), fill=255, anchor="ls"
    )
    box = mask.getbbox()
    return None if box is None else (mask.crop(box), box[0] - pad, box[1] - 2 * pad)


def fit(text: str, face: str, size: int, room: float, least: int) -> tuple[str, int]:
    """Return the text, in drawing order, and the size at which it fits `room` pixels.

    The size is reduced, at most to `least`. A text that is still too wide is cut with an ellipsis,
    between two words if at least half of the characters stay. A number at its end is kept, because
    it distinguishes AI players ("Bot 1", "Bot 2").
    """
    full = text_shaping.in_drawing_order(text)
    while size > least and width(full, face, size) > room:
        size -= 1
    if width(full, face, size) <= room:
        return full, size
    text, space, number = text.rpartition(" ")
    tail = (
        f"{ELLIPSIS} {number}"
        if space and number.isdecimal() and len(number) <= MAX_KEPT_DIGITS
        else ELLIPSIS
    )
    text = text if tail != ELLIPSIS else f"{text}{space}{number}"
    full = text
    while text and width(text_shaping.in_drawing_order(text + tail), face, size) > room:
        text = text[:-1]
    words = text if full[len(text) :].startswith(" ") else text.rpartition(" ")[0]
    text = words if 2 * len(words) >= len(text) else text
    return text_shaping.in_drawing_order(text.rstrip(" -·.,") + tail), size


def fit_compressed(text: str, face: str, size: int, room: float, least: int) -> tuple[str, int]:
    """Return text and size like `fit`, allowing for compressed letters.

    Use it for a text that `Canvas.text` writes with the same `room`: that method compresses the
    letters horizontally, so more of them fit.
    """
    fitted, fitted_size = fit(text, face, size, room, least)
    return (
        (fitted, fitted_size)
        if fitted == text_shaping.in_drawing_order(text)
        else fit(text, face, least, room / MIN_HORIZONTAL_SCALE, least)
    )
