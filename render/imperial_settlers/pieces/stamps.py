"""Card as a strip in its faction's frame: small picture, color spine and name.

The name stands beside the picture, or above it if the strip is `tall`.
"""

from __future__ import annotations

from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.names import card_name
from render.base import i18n
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import CORNERS, INK, mix
from render.imperial_settlers.pieces import sheets, title, woodcut
from render.imperial_settlers.pieces.style import KINDS

GAME = "imperial_settlers"
FRAME, RADIUS = 4, CORNERS["tile"]  # pixels; frame around the picture and its corner radius
SPINE = 0.17  # share of the color spine in the picture's width
SHARE = 0.27  # share of the picture in a strip's width, beside a name
MAX_PICTURE_PX = 92  # maximum width of the picture beside a name
NAMED = 200  # pixels; narrower strips have no name
NAME_MARGIN_PX = 5  # pixels beside the name
SINGLE = 37  # minimum pixels of a strip with a name on one line


def least(lang: str, card: str, w: int, picture: int = 0) -> int:
    """Return the minimum height of a card's strip with its name; 0 if too narrow for names.

    `picture` is the height of the picture below the name (0: the picture is beside the name).
    """
    if w < NAMED:
        return 0
    text = i18n.message(GAME, lang, card_name(card))
    if picture:
        return _name_height(text, w) + picture + 2 * FRAME
    return (
        title.height(text, w - 2 * FRAME - _picture_width(w) - 2 * NAME_MARGIN_PX, SINGLE)
        + 2 * FRAME
    )


def is_hyphenated(lang: str, card: str, w: int) -> bool:
    """Return whether the name beside the picture of a strip is split within a word."""
    text = i18n.message(GAME, lang, card_name(card))
    lines = title.lines(text, w - 2 * FRAME - _picture_width(w) - 2 * NAME_MARGIN_PX)
    return any(line.endswith("-") for line in lines)


def _name_height(text: str, w: int) -> int:
    """Return the height of a name above a picture."""
    return title.height(text, w - 2 * FRAME - 2 * NAME_MARGIN_PX, SINGLE)


def _parts(w: int, h: int, text: str, *, tall: bool) -> tuple[Rect, Rect]:
    """Return the places of name and picture in a strip; a name without room has width 0."""
    inner, width = Rect(0, 0, w, h).inset(FRAME), _picture_width(w)
    if tall:
        height = _name_height(text, w)
        return Rect(inner.x, inner.y, inner.w, height), Rect(
            inner.x, inner.y + height, inner.w, inner.h - height
        )
    return Rect(inner.x + width, inner.y, inner.w - width, inner.h), Rect(
        inner.x, inner.y, width, inner.h
    )


def _picture_width(w: int) -> int:
    """Return the width of the picture beside the name, including the color spine."""
    return min(MAX_PICTURE_PX, round(w * SHARE)) if w >= NAMED else w - 2 * FRAME


def spine(picture: Rect) -> int:
    """Return the width of a picture's color spine in pixels."""
    return max(14, round(min(picture.w, picture.h * 1.5) * SPINE))


@cached
def draw(code: str, w: int, h: int, lang: str, *, tall: bool = False) -> Sheet:
    """Return a strip of `w` x `h` pixels without shadow, cached.

    `tall`: its picture is below its name.
    """
    card = CARDS[code]
    ground = sheets.ground(w, h, card.deck, FRAME, RADIUS)
    canvas = Canvas(ground.copy())
    text = i18n.message(GAME, lang, card_name(card.code))
    plate, picture = _parts(w, h, text, tall=tall)
    if plate.w:
        canvas.sheet.paste(mix(KINDS[card.kind], sheets.PAPER, 0.72), plate.sides)
        title.lay(
            canvas,
            text,
            Rect(plate.x + NAME_MARGIN_PX, plate.y, plate.w - 2 * NAME_MARGIN_PX, plate.h),
            INK,
        )
    woodcut.draw(canvas, card, picture, spine(picture))
    body = ground.copy()
    sheets.lay_rounded(
        body, canvas.sheet.crop((FRAME, FRAME, w - FRAME, h - FRAME)), FRAME, FRAME, RADIUS - FRAME
    )
    return body


def lay(canvas: Canvas, frame: Rect, code: str, lang: str, *, tall: bool = False) -> Rect:
    """Draw a strip with its shadow; return its picture without the color spine."""
    card = CARDS[code].like[0]
    sheets.lay_card(canvas, draw(card, frame.w, frame.h, lang, tall=tall), frame.x, frame.y, RADIUS)
    _, picture = _parts(
        frame.w, frame.h, i18n.message(GAME, lang, card_name(CARDS[card].code)), tall=tall
    )
    width = spine(picture)
    return Rect(frame.x + picture.x + width, frame.y + picture.y, picture.w - width, picture.h)
