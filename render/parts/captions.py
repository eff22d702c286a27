"""Sentences on pictures; a player's mark is drawn as a piece ("▲ Ana goes first")."""

from __future__ import annotations

import re
from typing import Literal

from games.core.text.i18n import SEAT_MARKS
from render.base import text as writing
from render.base import text_shaping
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.text import Style
from render.base.theme import Theme
from render.parts import markers

PIECE = 0.96  # size and advance of a piece (em)
MIN_PIECE_PX = 41  # the shape in it is 12 pixels wide on a phone
RISE = 0.31  # center of a piece above the baseline (em)
CLAUSE_ENDS = ".,:;("  # signs that are removed before an ellipsis
_PARTS = re.compile(f"([{SEAT_MARKS}])")


def write(
    canvas: Canvas,
    theme: Theme,
    words: str,
    at: Point,
    style: Style,
    room: float,
    least: int,
    *,
    anchor: Literal["l", "m"] = "m",
    kind: str = "text",
) -> None:
    """Write a line at most `room` pixels wide; `at` is a point of its baseline.

    `anchor` says which point: the left end (l) or the middle (m). If the line is too wide, it is
    written smaller, down to the font size `least`. If that is not enough, it is cut and ends with
    an ellipsis. The cut is between two words, unless that would leave out more than half of the
    characters for which there is room. The canvas records where the words are, as regions of this
    `kind`.
    """
    size = style.size
    while size > least and width(words, style.face, size) > room:
        size -= 1
    kept = words
    while kept and width(kept + _ellipsis_if_cut(kept, words), style.face, size) > room:
        kept = kept[:-1].rstrip()
    whole = kept if words[len(kept) :].startswith((" ", *CLAUSE_ENDS)) else kept.rpartition(" ")[0]
    if kept != words and 2 * len(whole) >= len(kept):
        kept = whole.rstrip(f" {SEAT_MARKS}{CLAUSE_ENDS}")
    full_width = width(kept + _ellipsis_if_cut(kept, words), style.face, size)
    x = at[0] - {"l": 0.0, "m": full_width / 2}[anchor]
    for part in _PARTS.split(kept + _ellipsis_if_cut(kept, words)):
        if part and part in SEAT_MARKS:
            piece_size, seat = _piece_size(size), SEAT_MARKS.index(part)
            canvas.paste_centred(
                markers.piece(theme, seat, piece_size), (x + piece_size / 2, at[1] - size * RISE)
            )
            canvas.record_region(
                "piece",
                Rect(round(x), round(at[1] - size * RISE - piece_size / 2), piece_size, piece_size),
                str(seat),
            )
            x += piece_size
        elif part:
            x += canvas.text(
                (x, at[1]),
                text_shaping.in_drawing_order(part, sentence=True),
                Style(style.face, size, style.fill),
                kind=kind,
            )


def _piece_size(size: int) -> int:
    """Return the size of a piece among letters of `size` pixels, visible on a phone as well."""
    return max(MIN_PIECE_PX, round(size * PIECE))


def _ellipsis_if_cut(shown: str, words: str) -> str:
    return "" if shown == words else writing.ELLIPSIS


def width(words: str, face: str, size: int) -> float:
    """Return the width of a line in pixels, with pieces for the players' marks."""
    parts = [part for part in _PARTS.split(words) if part]
    return sum(
        _piece_size(size)
        if part in SEAT_MARKS
        else writing.width(text_shaping.in_drawing_order(part, sentence=True), face, size)
        for part in parts
    )
