"""A card in a line: a small picture with the spine of its colours, and its name; in the frame of its faction."""

from __future__ import annotations

from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.names import card_name
from render import words
from render.cache import kept
from render.canvas import Canvas
from render.imperial_settlers.look import KINDS
from render.imperial_settlers.pieces import sheets, title, woodcut
from render.layout import Rect
from render.texture import Sheet
from render.theme import INK, mix

GAME = "imperial_settlers"
FRAME, RADIUS = 4, 11                         # of the frame around the picture, and of its corners
SPINE = 0.17                                  # share of the picture's width
SHARE = 0.27                                  # of the width that the picture takes, where there is a name
NAMED = 200                                   # narrower ones have no room for a name
AIR = 5                                       # beside the name
SINGLE = 40                                   # a strip with a name on one line is no lower


def least(lang: str, card: str, w: int, _: int = 0) -> int:
    """How high a strip is that is so wide: as high as its name needs, where it has one."""
    if w < NAMED:
        return 0
    said = words.message(GAME, lang, card_name(card))
    return title.height(said, w - 2 * FRAME - _picture(w) - 2 * AIR, SINGLE) + 2 * FRAME


def _picture(w: int) -> int:
    """How wide the picture is, its colours included."""
    return round(w * SHARE) if w >= NAMED else w - 2 * FRAME


def spine(w: int) -> int:
    """How many pixels of a picture `w` pixels wide its colours take."""
    return max(14, round(w * SPINE))


@kept
def draw(code: str, w: int, h: int, lang: str) -> Sheet:
    """A strip of `w` x `h` pixels without its shadow, kept."""
    card = CARDS[code]
    ground = sheets.ground(w, h, card.deck, FRAME, RADIUS)
    canvas = Canvas(ground.copy())
    inner, wide = window(Rect(0, 0, w, h)), _picture(w)
    if wide < inner.w:
        plate = Rect(inner.x + wide, inner.y, inner.w - wide, inner.h)
        canvas.sheet.paste(mix(KINDS[card.kind], sheets.PAPER, 0.72), plate.sides)
        said = words.message(GAME, lang, card_name(card.code))
        title.lay(canvas, said, Rect(plate.x + AIR, plate.y, plate.w - 2 * AIR, plate.h), INK)
    woodcut.draw(canvas, card, Rect(inner.x, inner.y, wide, inner.h), spine(wide))
    body = ground.copy()
    sheets.lay_rounded(body, canvas.sheet.crop((FRAME, FRAME, w - FRAME, h - FRAME)), FRAME, FRAME, RADIUS - FRAME)
    return body


def window(frame: Rect) -> Rect:
    """What is inside the frame of a strip, in the pixels of the picture."""
    return frame.within(FRAME)


def lay(canvas: Canvas, frame: Rect, code: str, lang: str) -> Rect:
    """Lay a strip with its shadow; gives its picture right of the colours."""
    sheets.lay_card(canvas, draw(CARDS[code].like[0], frame.w, frame.h, lang), frame.x, frame.y, RADIUS)
    inner, wide = window(frame), _picture(frame.w)
    return Rect(inner.x + spine(wide), inner.y, wide - spine(wide), inner.h)
