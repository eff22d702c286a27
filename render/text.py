"""Writing on pictures: anchored on the baseline, measured by the font, fitted by shrinking and then by an ellipsis."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from PIL import ImageDraw

from render import fonts, script
from render.theme import RGB

ELLIPSIS = "…"
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


def write(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, style: Style, anchor: str = "l") -> float:
    """Write one line with its baseline at ``at``; ``anchor`` l, m or r says which end ``at`` is. The width is returned."""
    total = width(text, style.face, style.size)
    x = at[0] - {"l": 0.0, "m": total / 2, "r": total}[anchor]
    for name, run in fonts.runs(text, style.face):
        font = fonts.face(name, style.size)
        draw.text((x, at[1]), run, font=font, fill=style.fill, anchor="ls", stroke_width=style.stroke,
                  stroke_fill=style.stroke_fill)
        x += font.getlength(run)
    return total


def fit(text: str, face: str, size: int, room: float, least: int) -> tuple[str, int]:
    """The text, in drawing order, and the size that fit ``room``: shrunk down to ``least``, then cut with an ellipsis."""
    whole = script.visual(text)
    while size > least and width(whole, face, size) > room:
        size -= 1
    if width(whole, face, size) <= room:
        return whole, size
    while text and width(script.visual(text + ELLIPSIS), face, size) > room:
        text = text[:-1]
    return script.visual(text.rstrip(" -·.,") + ELLIPSIS), size
