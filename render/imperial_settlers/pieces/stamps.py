"""A card as small as a stamp, without words: frame of its faction, spine of its colours, landscape and sign."""

from __future__ import annotations

from games.imperial_settlers.model.catalog import CARDS
from render.cache import kept
from render.canvas import Canvas
from render.imperial_settlers.pieces import sheets, woodcut
from render.layout import Rect
from render.texture import Sheet

FRAME, RADIUS = 6, 14                         # of the frame around the picture, and of its corners
SPINE = 0.17                                  # share of the width


def spine(w: int) -> int:
    """How wide the colours of a stamp are."""
    return max(14, round(w * SPINE))


@kept
def draw(code: str, w: int, h: int) -> Sheet:
    """A stamp of `w` x `h` pixels without its shadow, kept."""
    card = CARDS[code]
    ground = sheets.ground(w, h, card.deck, FRAME, RADIUS)
    canvas = Canvas(ground.copy())
    woodcut.draw(canvas, card, window(Rect(0, 0, w, h)), spine(w))
    body = ground.copy()
    sheets.lay_rounded(body, canvas.sheet.crop((FRAME, FRAME, w - FRAME, h - FRAME)), FRAME, FRAME, RADIUS - FRAME)
    return body


def window(frame: Rect) -> Rect:
    """The picture of a stamp inside its frame."""
    return Rect(frame.x + FRAME, frame.y + FRAME, frame.w - 2 * FRAME, frame.h - 2 * FRAME)


def lay(canvas: Canvas, frame: Rect, code: str) -> Rect:
    """Lay a stamp with its shadow; gives its picture right of the colours."""
    sheets.lay_card(canvas, draw(CARDS[code].like[0], frame.w, frame.h), frame.x, frame.y, RADIUS)
    inner, wide = window(frame), spine(frame.w)
    return Rect(inner.x + wide, inner.y, inner.w - wide, inner.h)
