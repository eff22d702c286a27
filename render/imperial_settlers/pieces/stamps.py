"""Card as a strip in its faction's frame: small picture, color spine and name.

The name stands beside the picture, or above it if the strip is `tall`.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import NamedTuple

from games.imperial_settlers.model.catalog import CARDS
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import CORNERS, HEAVY_SERIF, INK, mix
from render.imperial_settlers.pieces import chips, sheets, symbols, title, woodcut
from render.imperial_settlers.pieces.style import KINDS

FRAME, RADIUS = 4, CORNERS["tile"]  # pixels; frame around the picture and its corner radius
LEAST_SPINE_PX = 20
SPINE = 0.17  # share of the color spine in the picture's width
SHARE = 0.27  # share of the picture in a strip's width, beside a name
MAX_PICTURE_PX = 92  # maximum width of the picture beside a name
SMALL_PICTURE_PX = 66  # the same in a list with prices
SLIM_PICTURE_PX = 50  # the same on a slim strip; a badge has room beside the spine
NAMED = 200  # pixels; narrower strips have no name
NAME_MARGIN_PX = 5  # pixels beside the name
EFFECT_CHIP_PX, LEAST_EFFECT_CHIP_PX = 36, 30  # signs of the effect beside or below a name
EFFECT_MARGIN_PX, EFFECT_GAP_PX = 8, 4
SINGLE = 37  # minimum pixels of a strip with a name on one line
SLIM_SINGLE = 33  # the same on a slim strip
SLIM_SCALE = 0.76  # least horizontal scale of a name beside an effect on a slim strip
FOOT_CHIP_PX = 20  # smallest signs of an effect beside a price
UNFIT_PX = 9999  # height of a strip on which the effect has no room


class StripForm(NamedTuple):
    """What a strip shows besides picture and name, and where.

    - `tall`: the picture is below the name
    - `effect`: the card's effect is right of the name if there is room for both
    - `tail`: so many pixels at the right end are left free
    - `copies`: number of equal cards, told by the name
    - `foot`: height of a line below the name that has the effect; the `tail` is free only beside it
    - `slim`: the picture is narrower and the letters are smaller
    """

    tall: bool = False
    effect: bool = False
    tail: int = 0
    copies: int = 1
    foot: int = 0
    slim: bool = False


PLAIN = StripForm()


def least(
    lang: str,
    card: str,
    w: int,
    picture: int = 0,
    *,
    tail: int = 0,
    copies: int = 1,
    slim: bool = False,
) -> int:
    """Return the minimum height of a card's strip with its name; 0 if too narrow for names.

    `picture` is the height of the picture below the name (0: the picture is beside the name), and
    `tail` the width that is left free right of the name. A `slim` strip has a narrower picture and
    smaller letters.
    """
    if w < NAMED:
        return 0
    text = title.of_card(card, lang, copies)
    if picture:
        return _name_height(text, w - 2 * FRAME - 2 * NAME_MARGIN_PX) + picture + 2 * FRAME
    room = w - 2 * FRAME - _picture_width(w, tail, slim=slim) - 2 * NAME_MARGIN_PX - tail
    return _name_height(text, room, slim=slim) + 2 * FRAME


@functools.lru_cache(maxsize=2048)
def least_with_effect(
    lang: str, card: str, w: int, picture: int = 0, *, copies: int = 1, slim: bool = False
) -> int:
    """Return the minimum height of a strip that shows name and effect beside its picture.

    It is `UNFIT_PX` if the effect has no room at all.
    """
    if w < NAMED:
        return UNFIT_PX
    text = title.of_card(card, lang, copies)
    room = w - 2 * FRAME - _picture_width(w, slim=slim)
    single = least(lang, card, w, picture, copies=copies, slim=slim)
    if _effect_beside(card, text, room, slim=slim):
        # the name lies on one line beside the effect
        return (SLIM_SINGLE if slim else SINGLE) + 2 * FRAME
    for lines in _effect_lines(card):
        if max(chips.row_width(one, LEAST_EFFECT_CHIP_PX) for one in lines) <= (
            room - EFFECT_MARGIN_PX
        ):
            return single + len(lines) * (LEAST_EFFECT_CHIP_PX + EFFECT_GAP_PX) + EFFECT_GAP_PX
    return UNFIT_PX


def is_hyphenated(lang: str, card: str, w: int, copies: int = 1, *, slim: bool = False) -> bool:
    """Return whether the name beside the picture of a strip is split within a word."""
    text = title.of_card(card, lang, copies)
    room = w - 2 * FRAME - _picture_width(w, slim=slim) - 2 * NAME_MARGIN_PX
    lines = title.sized_lines(text, room, _type_px(slim=slim))
    return any(line.endswith("-") for line in lines)


def _type_px(*, slim: bool) -> int:
    return title.SMALL_TYPE_PX if slim else title.MIN_TYPE_PX


def _name_height(text: str, room: float, *, slim: bool = False) -> int:
    """Return the height of a name whose lines are `room` pixels wide."""
    return title.height(text, room, SLIM_SINGLE if slim else SINGLE, _type_px(slim=slim))


def _parts(w: int, h: int, text: str, form: StripForm) -> tuple[Rect, Rect]:
    """Return the places of name and picture in a strip; a name without room has width 0."""
    inner, width = Rect(0, 0, w, h).inset(FRAME), _picture_width(w, form.tail, slim=form.slim)
    if form.tall:
        height = _name_height(text, inner.w - 2 * NAME_MARGIN_PX)
        return Rect(inner.x, inner.y, inner.w, height), Rect(
            inner.x, inner.y + height, inner.w, inner.h - height
        )
    return Rect(inner.x + width, inner.y, inner.w - width, inner.h), Rect(
        inner.x, inner.y, width, inner.h
    )


def _picture_width(w: int, tail: int = 0, *, slim: bool = False) -> int:
    """Return the width of the picture beside the name, including the color spine.

    It is smaller where `tail` pixels right of the name are left free, and on a `slim` strip.
    """
    most = SLIM_PICTURE_PX if slim else SMALL_PICTURE_PX if tail else MAX_PICTURE_PX
    return min(most, round(w * SHARE)) if w >= NAMED else w - 2 * FRAME


def spine(picture: Rect) -> int:
    """Return the width of a picture's color spine in pixels."""
    return max(LEAST_SPINE_PX, round(min(picture.w, picture.h * 1.5) * SPINE))


@cached
def draw(
    code: str,
    w: int,
    h: int,
    lang: str,
    form: StripForm = PLAIN,
) -> Sheet:
    """Return a strip of `w` x `h` pixels without shadow, cached."""
    card = CARDS[code]
    ground = sheets.ground(w, h, card.deck, FRAME, RADIUS)
    canvas = Canvas(ground.copy())
    text = title.of_card(card.code, lang, form.copies)
    plate, picture = _parts(w, h, text, form)
    if plate.w:
        canvas.sheet.paste(mix(KINDS[card.kind], sheets.PAPER, 0.72), plate.sides)
        if form.foot:
            line = Rect(plate.x, plate.bottom - form.foot, plate.w - form.tail, form.foot)
            _draw_effect_in(canvas, code, line)
            plate = replace(plate, h=plate.h - form.foot)
        else:
            plate = replace(plate, w=plate.w - form.tail)
        if form.effect and not form.tall and not form.foot:
            plate = _draw_effect(canvas, code, text, plate, slim=form.slim)
        title.lay(
            canvas,
            text,
            Rect(plate.x + NAME_MARGIN_PX, plate.y, plate.w - 2 * NAME_MARGIN_PX, plate.h),
            INK,
            size=_type_px(slim=form.slim),
            least=_type_px(slim=form.slim),
        )
    woodcut.draw(canvas, card, picture, spine(picture))
    body = ground.copy()
    sheets.lay_rounded(
        body, canvas.sheet.crop((FRAME, FRAME, w - FRAME, h - FRAME)), FRAME, FRAME, RADIUS - FRAME
    )
    return body


def _effect_row(code: str) -> symbols.Row:
    """Return all effects of a card in one row."""
    joined: list[symbols.Sign] = []
    for part in symbols.rows(code):
        joined += [*((symbols.RULE,) if joined else ()), *part]
    return tuple(joined)


def _effect_lines(code: str) -> tuple[tuple[symbols.Row, ...], ...]:
    """Return the ways to split a card's effect into lines, the one with fewest lines first."""
    row = _effect_row(code)
    return (row,), _folded(row)


def _effect_beside(code: str, text: str, room: float, *, slim: bool = False) -> int:
    """Return the size of the signs right of the name `text`; 0 if `room` is too small for both."""
    row = _effect_row(code)
    scale = SLIM_SCALE if slim else title.PLAIN_SCALE
    name = writing.width(text, HEAVY_SERIF, _type_px(slim=slim)) * scale
    beside = room - name - 2 * NAME_MARGIN_PX - 2 * EFFECT_MARGIN_PX
    size = chips.fit((row,), EFFECT_CHIP_PX, beside, LEAST_EFFECT_CHIP_PX)
    return size if chips.row_width(row, size) <= beside else 0


def _draw_effect(canvas: Canvas, code: str, text: str, plate: Rect, *, slim: bool = False) -> Rect:
    """Draw a card's effect right of its name or below it, if there is room for both.

    `plate` is the place of both; return what is left for the name `text`.
    """
    row = _effect_row(code)
    if size := _effect_beside(code, text, plate.w, slim=slim):
        width = round(chips.row_width(row, size))
        at = plate.right - EFFECT_MARGIN_PX - width / 2, plate.centre[1]
        chips.draw_row(canvas, row, at, size)
        return replace(plate, w=plate.w - width - 2 * EFFECT_MARGIN_PX)
    above = _name_height(text, plate.w - 2 * NAME_MARGIN_PX, slim=slim)
    room = plate.w - EFFECT_MARGIN_PX
    for lines in _effect_lines(code):
        pitch = min(EFFECT_CHIP_PX + EFFECT_GAP_PX, (plate.h - above - EFFECT_GAP_PX) // len(lines))
        size = chips.fit(lines, pitch - EFFECT_GAP_PX, room, LEAST_EFFECT_CHIP_PX)
        widest = max(chips.row_width(line, size) for line in lines)
        if pitch - EFFECT_GAP_PX < LEAST_EFFECT_CHIP_PX or widest > room:
            continue
        spare = plate.h - above - pitch * len(lines)
        y = plate.bottom - spare / 3 - pitch * (len(lines) - 0.5)
        for line in lines:
            chips.draw_row(canvas, line, (plate.centre[0], y), size)
            y += pitch
        return Rect(plate.x, plate.y + spare // 3, plate.w, above)
    return plate


def _draw_effect_in(canvas: Canvas, code: str, box: Rect) -> None:
    """Draw a card's effect in one line in the middle of `box`, unless it would be too small."""
    row, room = _effect_row(code), box.w - EFFECT_MARGIN_PX
    size = chips.fit((row,), min(EFFECT_CHIP_PX, box.h - EFFECT_GAP_PX), room, FOOT_CHIP_PX)
    if chips.row_width(row, size) <= room:
        chips.draw_row(canvas, row, box.centre, size)


def _folded(row: symbols.Row) -> tuple[symbols.Row, ...]:
    """Split a row of signs after the arrow, or at the rule, that is nearest to its middle."""
    cuts = [k for k, sign in enumerate(row) if sign in (symbols.ARROW, symbols.RULE)]
    if not cuts:
        return (row,)
    at = min(cuts, key=lambda k: abs(2 * k + 1 - len(row)))
    return row[: at + (row[at] == symbols.ARROW)], row[at + 1 :]


def lay(canvas: Canvas, frame: Rect, code: str, lang: str, form: StripForm = PLAIN) -> Rect:
    """Draw a strip with its shadow; return its picture without the color spine."""
    card = CARDS[code].like[0]
    sheet = draw(card, frame.w, frame.h, lang, form)
    sheets.lay_card(canvas, sheet, frame.x, frame.y, RADIUS)
    text = title.of_card(CARDS[card].code, lang, form.copies)
    _, picture = _parts(frame.w, frame.h, text, form)
    width = spine(picture)
    return Rect(frame.x + picture.x + width, frame.y + picture.y, picture.w - width, picture.h)
