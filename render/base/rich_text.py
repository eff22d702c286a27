"""Running text on pictures: wrapped to a width, with icons between the words; for card faces, mats and notes.

An icon stands in the words as `{name}`: "gain {wood} {wood}, then {card}". What is one thing to the eye ("2 {wood}") is joined
by a no-break space. In a catalogue the braces are doubled: `{{wood}}`; such texts are for pictures only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.text import Style
from render.base.texture import Sprite

Icon = Callable[[str, int], Sprite]  # an icon's name and its size in pixels
Word = tuple[str, ...]  # pieces that stay together: "2", " ", "{wood}", ","
_PIECES = re.compile(r"\{[a-z0-9_@-]+\}|[^{}]+")
LEADING = 1.22  # baseline to baseline
ICON = 1.05  # an icon's side
RISE = 0.34  # its middle above the baseline (all in em)


def no_icons(name: str, _size: int) -> Sprite:
    """The icons of a text without any; raises KeyError."""
    raise KeyError(name)


def wrap(words: str, style: Style, room: float) -> list[list[Word]]:
    """The text in lines of words, each at most `room` pixels wide but where a single word is wider; newlines stay."""
    space = writing.width(" ", style.face, style.size)
    lines: list[list[Word]] = []
    for paragraph in words.split("\n"):
        lines.append([])
        used = -space
        for token in paragraph.split(" "):
            word = tuple(_PIECES.findall(token))
            wide = _width(word, style)
            if lines[-1] and used + space + wide > room:
                lines.append([])
                used = -space
            if word:
                lines[-1].append(word)
                used += space + wide
    return lines


def fits(words: str, style: Style, box: Rect) -> bool:
    """True when the wrapped text stays inside the box in both directions."""
    lines = wrap(words, style, box.w)
    return height(lines, style) <= box.h and all(line_width(line, style) <= box.w for line in lines)


def height(lines: list[list[Word]], style: Style) -> float:
    """How high so many lines are, in pixels."""
    return len(lines) * style.size * LEADING


def line_width(line: list[Word], style: Style) -> float:
    """A line's width in pixels."""
    gaps = writing.width(" ", style.face, style.size) * (len(line) - 1)
    return gaps + sum(_width(word, style) for word in line)


def set_text(
    canvas: Canvas,
    box: Rect,
    words: str,
    style: Style,
    *,
    icon: Icon = no_icons,
    least: int = 0,
    anchor: str = "l",
    middle: bool = False,
) -> Rect:
    """Write `words` into a box, shrunk down to the size `least` (0: never) where they need it; what does not fit even so is cut
    with an ellipsis.

    `anchor` l or m sets the lines to the left or centred, `middle` the block at half height. Returns the rectangle that was used.
    """
    while 0 < least < style.size and not fits(words, style, box):
        style = replace(style, size=style.size - 1)
    lines = _cut(wrap(words, style, box.w), style, box)
    pitch = style.size * LEADING
    top = box.y + ((box.h - len(lines) * pitch) / 2 if middle else 0)
    for at, line in enumerate(lines):
        wide = line_width(line, style)
        left = box.x + ((box.w - wide) / 2 if anchor == "m" else 0)
        _line(canvas, (left, top + at * pitch + style.size * 0.9), line, style, icon)
    return Rect(box.x, round(top), box.w, round(len(lines) * pitch))


def _cut(lines: list[list[Word]], style: Style, box: Rect) -> list[list[Word]]:
    """As many lines as there is room for, the last one ending in an ellipsis when some are lost."""
    most = max(1, int(box.h / (style.size * LEADING)))
    if len(lines) <= most:
        return lines
    last: list[Word] = [*lines[most - 1], (writing.ELLIPSIS,)]
    while len(last) > 1 and line_width(last, style) > box.w:
        del last[-2]
    return [*lines[: most - 1], last]


def _line(
    canvas: Canvas, at: tuple[float, float], line: list[Word], style: Style, icon: Icon
) -> None:
    x, side = at[0], round(style.size * ICON)
    for word in line:
        for piece in word:
            if piece.startswith("{"):
                canvas.paste_centred(
                    icon(piece[1:-1], side), (x + side / 2, at[1] - style.size * RISE)
                )
                x += side
            else:
                x += canvas.text((x, at[1]), piece, style)
        x += writing.width(" ", style.face, style.size)


def _width(word: Word, style: Style) -> float:
    side = round(style.size * ICON)
    return sum(
        side if piece.startswith("{") else writing.width(piece, style.face, style.size)
        for piece in word
    )
