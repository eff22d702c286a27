"""Wrapped text blocks with inline icons, for cards, mats and notes.

An icon is written as `{name}`: "gain {wood} {wood}, then {card}". Parts that must stay on one line
("2 {wood}") are joined by a no-break space. In message catalogues the braces are doubled,
`{{wood}}`; such messages are only for pictures.
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

Icon = Callable[[str, int], Sprite]  # from name and size in pixels
Word = tuple[str, ...]  # pieces without a line break between them: "2", " ", "{wood}", ","
_PIECES = re.compile(r"\{[a-z0-9_@-]+\}|[^{}]+")
LEADING = 1.22  # line height (em)
ICON = 1.05  # icon size (em)
RISE = 0.34  # icon center above the baseline (em)


def no_icons(name: str, _size: int) -> Sprite:
    """Raise `KeyError`; used as `icon` function for texts that may not contain icons."""
    raise KeyError(name)


def wrap(words: str, style: Style, room: float) -> list[list[Word]]:
    """Return the text as lines of words, each at most `room` pixels wide; newlines are kept.

    A single word that is wider gets a line of its own.
    """
    space = writing.width(" ", style.face, style.size)
    lines: list[list[Word]] = []
    for paragraph in words.split("\n"):
        lines.append([])
        used = -space
        for token in paragraph.split(" "):
            word = tuple(_PIECES.findall(token))
            width = _width(word, style)
            if lines[-1] and used + space + width > room:
                lines.append([])
                used = -space
            if word:
                lines[-1].append(word)
                used += space + width
    return lines


def fits(words: str, style: Style, box: Rect) -> bool:
    """Return whether the wrapped text stays inside the box."""
    lines = wrap(words, style, box.w)
    return height(lines, style) <= box.h and all(line_width(line, style) <= box.w for line in lines)


def height(lines: list[list[Word]], style: Style) -> float:
    """Return the height of the lines in pixels."""
    return len(lines) * style.size * LEADING


def line_width(line: list[Word], style: Style) -> float:
    """Return a line's width in pixels."""
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
    """Write `words` into a box and return the rectangle that they take.

    `icon(name, size)` returns the sprite of an icon. If the text does not fit, its size is reduced,
    but not below `least` pixels (0: not reduced). Lines that still do not fit are replaced by an
    ellipsis. `anchor` l or m aligns the lines left or centered; `middle` centers the block
    vertically.
    """
    while 0 < least < style.size and not fits(words, style, box):
        style = replace(style, size=style.size - 1)
    lines = _cut(wrap(words, style, box.w), style, box)
    pitch = style.size * LEADING
    top = box.y + ((box.h - len(lines) * pitch) / 2 if middle else 0)
    for i, line in enumerate(lines):
        width = line_width(line, style)
        left = box.x + ((box.w - width) / 2 if anchor == "m" else 0)
        _draw_line(canvas, (left, top + i * pitch + style.size * 0.9), line, style, icon)
    return Rect(box.x, round(top), box.w, round(len(lines) * pitch))


def _cut(lines: list[list[Word]], style: Style, box: Rect) -> list[list[Word]]:
    """Return the lines that fit in the box, with an ellipsis if some are left out."""
    max_lines = max(1, int(box.h / (style.size * LEADING)))
    if len(lines) <= max_lines:
        return lines
    last: list[Word] = [*lines[max_lines - 1], (writing.ELLIPSIS,)]
    while len(last) > 1 and line_width(last, style) > box.w:
        del last[-2]
    return [*lines[: max_lines - 1], last]


def _draw_line(
    canvas: Canvas, at: tuple[float, float], line: list[Word], style: Style, icon: Icon
) -> None:
    """Draw the words and icons of one line; `at` is the left end of its baseline."""
    x, icon_size = at[0], round(style.size * ICON)
    for word in line:
        for piece in word:
            if piece.startswith("{"):
                canvas.paste_centred(
                    icon(piece[1:-1], icon_size), (x + icon_size / 2, at[1] - style.size * RISE)
                )
                x += icon_size
            else:
                x += canvas.text((x, at[1]), piece, style)
        x += writing.width(" ", style.face, style.size)


def _width(word: Word, style: Style) -> float:
    icon_size = round(style.size * ICON)
    return sum(
        icon_size if piece.startswith("{") else writing.width(piece, style.face, style.size)
        for piece in word
    )
