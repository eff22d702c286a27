"""Face of a card, for every picture that shows one.

    face.lay(canvas, Rect(24, 90, 372, 600), "com046", "es")  # large: icons and words
    face.lay(canvas, Rect(24, 90, 280, 390), "com046", "es", "medium")  # words if they fit
    face.lay(canvas, Rect(24, 90, 262, 214), "com046", "es", "tile")  # picture, name, effect

Any size works (`least_height` returns the minimum height). Callers draw workers, tokens and
letters over the face, at the places that `lay` returns. Faces are cached by card, size and
language.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.imperial_settlers.model.catalog import CARDS, Card
from games.imperial_settlers.model.names import KIND_NAMES, card_name
from games.imperial_settlers.rules.actions.cards import card_text
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Layout, Rect
from render.base.texture import Sheet
from render.base.theme import (
    BOLD,
    CORNERS,
    CREAM,
    HEAVY,
    HEAVY_SERIF,
    INK,
    PLAIN,
    RGB,
    dark,
    mix,
    pale,
)
from render.imperial_settlers.pieces import chips, sheets, symbols, title, woodcut
from render.imperial_settlers.pieces.style import FEET, FRAMES, KIND_ICONS, KINDS, LAYOUT, icon
from render.imperial_settlers.pieces.symbols import RULE, Row
from render.parts import widgets

GAME = "imperial_settlers"
Size = Literal["large", "medium", "tile", "crowd"]
SMALL_FACES = ("tile", "crowd")  # faces without ribbon, foot and words
LAUREL: RGB = (240, 196, 122)
RAZE_TONE: RGB = (255, 196, 120)
NAME_AIR = 4  # pixels beside the name
TILE_SHARE = 0.42  # height of a tile's picture, as a share of its width
MIN_FACE_TYPE_PX = 34  # minimum text size
PILL_PAD_PX = 12  # by which a cost's plate is higher than its chips
COIN_SHARE = 0.56  # of a coin on a good of a cost, as a share of the good's chip
MIN_CHIP_PX = 28  # chips smaller than this fold the row


@dataclass(frozen=True)
class Pay:
    """Whether the viewer can pay a card's cost.

    - `ok`: the viewer can pay now
    - `short`: number of missing goods, after gold has replaced others
    - `no_site`: the cost is a Location, and the viewer has none to give up
    - `by_gold`: goods of a payable cost that gold replaces, each as often as it does
    - `ticked`: a tick says that the viewer can pay
    """

    ok: bool
    short: int = 0
    no_site: bool = False
    by_gold: tuple[str, ...] = ()
    ticked: bool = True

    @property
    def is_unknown(self) -> bool:
        """Return whether the cost is shown without telling whether the viewer can pay it."""
        return not (self.ok or self.short or self.no_site)


UNKNOWN = Pay(ok=False)  # for choices on which the cost has no bearing


@dataclass(frozen=True)
class CardFacePlan:
    """Drawn face without its shadow, and the places of its parts.

    `picture` is without the color spine; `loot` is the razing band of small faces (width 0 if
    there is none).
    """

    sheet: Sheet
    picture: Rect
    foot: Rect
    loot: Rect
    regions: tuple[DrawnRegion, ...]


def radius(size: Size) -> int:
    """Return the corner radius of a face in pixels."""
    return CORNERS[_sizes(size).get("rounded")]


@dataclass(frozen=True)
class FacePlan:
    """Heights of a face's parts in pixels, its rows of signs, and its words.

    `frame` is the width of the frame and `chip` the size of the chips in `rows`.
    """

    frame: int
    title: int
    picture: int
    ribbon: int
    rows: tuple[Row, ...]
    chip: int
    words: str
    foot: int


@functools.lru_cache
def _sizes(size: Size) -> Layout:
    return LAYOUT.part(f"face.{size}")


def effect_text(code: str, lang: str) -> str:
    """Return the text of a card without the name of its kind, which the ribbon shows."""
    text = i18n.message(GAME, lang, card_text(code))
    kind = i18n.message(GAME, lang, KIND_NAMES[CARDS[code].kind]) + ": "
    text = text.removeprefix(kind)
    return text[:1].upper() + text[1:]


def _split_at_or(row: Row, room: int) -> tuple[Row, ...]:
    """Split a row before its last "or" if `room` pixels would make its signs too small."""
    at = max((k for k, sign in enumerate(row) if sign == symbols.OR), default=0)
    return (row[:at], row[at:]) if at and chips.row_width(row, MIN_CHIP_PX) > room else (row,)


@functools.lru_cache(maxsize=512)
def _rows(code: str, room: int, chip: int, least: int) -> tuple[tuple[Row, ...], int]:
    """Return the effect rows of a card, on few lines, and the size of their chips.

    If the rows do not fit `room` pixels in one line, each has its own line. The chip size is
    between `chip` and `least`.
    """
    separate_rows = tuple(part for row in symbols.rows(code) for part in _split_at_or(row, room))
    joined: list[symbols.Sign] = []
    for row in separate_rows:
        joined += [*((RULE,) if joined else ()), *row]
    if chips.row_width(tuple(joined), chip) <= room:
        return (tuple(joined),), chip
    return separate_rows, chips.fit(separate_rows, chip, room, least)


def _style() -> writing.Style:
    return writing.Style(PLAIN, MIN_FACE_TYPE_PX, INK)


@functools.lru_cache(maxsize=1024)
def _words_height(code: str, lang: str, room: int) -> int:
    lines = rich_text.wrap(effect_text(code, lang), _style(), room)
    return round(rich_text.height(lines, _style()))


@functools.lru_cache(maxsize=2048)
def least_height(
    code: str, w: int, lang: str, size: Size = "large", picture: int = 0, copies: int = 1
) -> int:
    """Return the minimum height of a face with all its words.

    `picture` is the height of its picture (0: the minimum). The name of a small face tells the
    number of equal cards, `copies`.
    """
    layout = _sizes(size)
    inner = w - 2 * layout.int("frame")
    rows, chip = _rows(code, inner - 2 * layout.int("air"), layout.int("chip"), 24)
    height = (
        2 * layout.int("frame")
        + _title_height(code, lang, inner, size, copies)
        + (picture or int(layout.get("picture")[0]))
        + layout.int("ribbon")
    )
    height += len(rows) * (chip + layout.int("air")) + layout.int("air")
    if size in SMALL_FACES:
        return height
    return height + layout.int("foot") + words_height(code, w, lang, size)


def words_height(code: str, w: int, lang: str, size: Size) -> int:
    """Return the height of the words in a face `w` pixels wide; small faces have none."""
    if size in SMALL_FACES:
        return 0
    return _words_height(code, lang, w - 2 * _sizes(size).int("frame") - 24) + 10


@functools.lru_cache(maxsize=1024)
def _title_height(code: str, lang: str, inner: int, size: Size, copies: int = 1) -> int:
    """Return the height of the name in a face that is `inner` pixels wide inside.

    On small faces a name has as many lines as needed; on other faces it has two, or one if short.
    """
    layout, text = _sizes(size), title.of_card(code, lang, copies)
    if size in SMALL_FACES:
        room = inner - 2 * NAME_AIR - layout.int("corner")
        return title.height(text, room, layout.int("title"))
    is_short = writing.width(
        text, HEAVY_SERIF, MIN_FACE_TYPE_PX
    ) <= inner - 2 * NAME_AIR - layout.int("corner")
    return layout.int("single" if is_short else "title")


def _plan(
    code: str, w: int, h: int, lang: str, size: Size, with_words: bool, copies: int
) -> FacePlan:
    layout = _sizes(size)
    inner = w - 2 * layout.int("frame")
    frame = layout.int("frame")
    air = layout.int("air")
    rows, chip = _rows(code, inner - 2 * air, layout.int("chip"), 24)
    title, ribbon = _title_height(code, lang, inner, size, copies), layout.int("ribbon")
    foot = (
        0
        if size in SMALL_FACES or not (CARDS[code].raze or CARDS[code].deal)
        else layout.int("foot")
    )
    height_left = h - 2 * frame - title - ribbon - foot - (len(rows) * (chip + air) + air)
    least, most = layout.get("picture")
    text = ""
    if (
        with_words
        and size not in SMALL_FACES
        and height_left - _words_height(code, lang, inner - 24) - 10 >= least
    ):
        text = effect_text(code, lang)
        height_left -= _words_height(code, lang, inner - 24) + 10
    if size in SMALL_FACES:
        height = height_left
    elif text:
        height = min(most, height_left)
    else:  # without text the picture may be higher, with more space around it
        height = min(most * 2, height_left - 2 * air)
    return FacePlan(frame, title, height, ribbon, rows, chip, text, foot)


def _draw_name(canvas: Canvas, card: Card, lang: str, box: Rect, size: int, corner: int) -> None:
    """Draw the name in `box`: one line as large as fits, or two lines, cut if needed.

    A long name may extend `corner` pixels to the right, where otherwise a letter stands.
    """
    text = i18n.message(GAME, lang, card_name(card.code))
    while size > MIN_FACE_TYPE_PX and writing.width(text, HEAVY_SERIF, size) > box.w:
        size -= 1
    anchor, x = "m", box.centre[0]
    # A long name extends into the corner that is reserved for a letter.
    if max(writing.width(part, HEAVY_SERIF, size) for part in halves(text)) > box.w:
        box, anchor, x = Rect(box.x, box.y, box.w + corner, box.h), "l", box.x + 2
    lines = [text] if writing.width(text, HEAVY_SERIF, size) <= box.w else halves(text)
    y = box.centre[1] + size * 0.3 - (len(lines) - 1) * size * 0.5
    for line in lines:
        fitted, _ = writing.fit(line, HEAVY_SERIF, size, box.w, MIN_FACE_TYPE_PX)
        canvas.text((x, y), fitted, writing.Style(HEAVY_SERIF, size, INK), anchor, kind="name")
        y += size


@functools.lru_cache(maxsize=512)
def halves(text: str) -> list[str]:
    """Split a name at a space or after a hyphen into two lines of about equal length."""
    places = [i + 1 for i, char in enumerate(text) if char in " -"]
    cuts = [(text[:at].rstrip(), text[at:]) for at in places] or [(text, "")]
    best = min(
        cuts,
        key=lambda cut: max(writing.width(part, HEAVY_SERIF, MIN_FACE_TYPE_PX) for part in cut),
    )
    return [part for part in best if part]


def _draw_ribbon(canvas: Canvas, card: Card, lang: str, box: Rect) -> None:
    """Draw the kind with its icon, and the card's points at the right."""
    colour = KINDS[card.kind]
    canvas.sheet.paste(sheets.band(box.w, box.h, colour, 0.22, 0.44), (box.x, box.y))
    for y, tone in (
        (box.y, dark(colour, 0.7)),
        (box.y + 2, pale(colour, 0.3)),
        (box.bottom - 2, dark(colour, 0.7)),
    ):
        canvas.pen.line((box.x, y, box.right - 1, y), fill=tone, width=2)
    side, middle = round(box.h * 0.7), box.y + box.h / 2
    style = writing.Style(BOLD, MIN_FACE_TYPE_PX, CREAM)
    text = i18n.message(GAME, lang, KIND_NAMES[card.kind])
    without_icon = writing.width(text, BOLD, MIN_FACE_TYPE_PX) + 2 * side + 62 > box.w
    x = box.x + 10 + (0 if without_icon else side + 5)
    if not without_icon:
        canvas.paste_centred(
            icon(KIND_ICONS[card.kind], side, CREAM), (box.x + side / 2 + 8, middle)
        )
    if writing.width(text, BOLD, MIN_FACE_TYPE_PX) + side + 50 > box.w:  # no room for words
        canvas.paste_centred(
            icon(KIND_ICONS[card.kind], side, CREAM), (box.x + side / 2 + 8, middle)
        )
        canvas.record_region("kind", Rect(box.x + 8, box.y, side, box.h), text)
    else:
        canvas.text(
            (x, middle + MIN_FACE_TYPE_PX * (writing.LETTER_DROP - 0.04)), text, style, kind="kind"
        )
    canvas.paste_centred(icon("laurel-crown", side, LAUREL), (box.right - side / 2 - 7, middle))
    canvas.text(
        (box.right - side - 10, middle + MIN_FACE_TYPE_PX * writing.DIGIT_DROP),
        str(card.points),
        style,
        "r",
        kind="worth",
    )


def _draw_foot(canvas: Canvas, card: Card, lang: str, box: Rect, chip: int) -> None:
    """Draw the yield of razing and of a Deal, side by side if a card has both."""
    bands = [
        (kind, row)
        for kind, row in (("raze", card.raze), ("deal", {card.deal: 1} if card.deal else {}))
        if row
    ]
    for k, (kind, brings) in enumerate(bands):
        part = Rect(box.x + box.w * k // len(bands), box.y, box.w // len(bands), box.h)
        colour, sign = FEET[kind]
        canvas.sheet.paste(sheets.band(part.w, part.h, colour, -0.05, 0.25), (part.x, part.y))
        canvas.pen.line((part.x, part.y, part.right - 1, part.y), fill=dark(colour, 0.6), width=3)
        middle, side = part.y + part.h / 2 + 1, round(part.h * 0.72)
        canvas.paste_centred(icon(sign, side, CREAM), (part.x + side / 2 + 9, middle))
        row = symbols.goods(brings)
        width = chips.row_width(row, chip)
        chips.draw_row(canvas, row, (part.right - 10 - width / 2, middle), chip, kind)
        text = i18n.say(lang, f"imp.{kind}")
        style = writing.Style(BOLD, MIN_FACE_TYPE_PX, (250, 240, 216))
        if (
            part.x + side + 18 + writing.width(text, style.face, MIN_FACE_TYPE_PX)
            < part.right - 18 - width
        ):
            canvas.text(
                (part.x + side + 18, middle + MIN_FACE_TYPE_PX * writing.LETTER_DROP - 2),
                text,
                style,
                kind="foot",
            )


def _loot_rows(card: Card, size: Size) -> list[tuple[str, Row]]:
    """Return pairs (sign, goods) of a small face's band: the razing yield.

    In a hand (size `crowd`) the good of a Deal follows.
    """
    found = [("raze", symbols.goods(card.raze))] if card.raze else []
    return (
        [*found, ("deal", symbols.goods({card.deal: 1}))]
        if card.deal and size == "crowd"
        else found
    )


def _draw_loot(canvas: Canvas, loot: list[tuple[str, Row]], box: Rect) -> None:
    """Draw the bands `loot` at the right of a small face's picture, a sign above its goods."""
    n = sum(len(row) + 1 for _, row in loot)
    top = float(box.y)
    chip = min(box.w - 4, (box.h - 4 * len(loot)) // max(1, n))
    for kind, row in loot:
        colour, sign = FEET[kind]
        height = box.h * (len(row) + 1) / n
        part = Rect(box.x, round(top), box.w, round(top + height) - round(top))
        canvas.sheet.paste(sheets.band(part.w, part.h, colour, -0.05, 0.25), (part.x, part.y))
        canvas.pen.line((part.x, part.y, part.right - 1, part.y), fill=dark(colour, 0.6), width=2)
        step = (height - 2) / (len(row) + 1)
        tone = RAZE_TONE if kind == "raze" else CREAM
        canvas.paste_centred(
            icon(sign, round(min(chip, step) * 0.92), tone), (part.centre[0], top + step / 2 + 1)
        )
        for i, good in enumerate(row):
            coin = chips.sprite(good, round(min(chip, step)))
            if coin is not None:
                canvas.paste_centred(coin, (part.centre[0], top + step * (i + 1.5) + 1))
        canvas.record_region("loot", part, kind)
        top += height
    canvas.pen.line((box.x, box.y, box.x, box.bottom - 1), fill=dark(FEET["raze"][0], 0.6), width=2)


@cached
def draw(
    code: str,
    w: int,
    h: int,
    lang: str,
    size: Size,
    pill: bool,
    with_words: bool = True,
    copies: int = 1,
) -> CardFacePlan:
    """Return the face of a card, `w` x `h` pixels, cached.

    `pill` leaves room for the cost; `with_words` includes the card's words where they fit. The name
    of a small face tells the number of equal cards, `copies`.
    """
    card = CARDS[code]
    layout = _sizes(size)
    plan = _plan(code, w, h, lang, size, with_words, copies)
    ground = sheets.ground(w, h, card.deck, plan.frame, radius(size))
    canvas = Canvas(ground.copy())
    inner = Rect(plan.frame, plan.frame, w - 2 * plan.frame, h - 2 * plan.frame)
    title_box = Rect(
        inner.x + NAME_AIR, inner.y, inner.w - 2 * NAME_AIR - layout.int("corner"), plan.title
    )
    picture_box = Rect(inner.x, inner.y + plan.title, inner.w, plan.picture)
    loot_rows = _loot_rows(card, size) if size in SMALL_FACES else []
    band_width = layout.int("band") if loot_rows else 0
    band = Rect(picture_box.right - band_width, picture_box.y, band_width, picture_box.h)
    picture = woodcut.draw(
        canvas,
        card,
        Rect(picture_box.x, picture_box.y, picture_box.w - band_width, picture_box.h),
        layout.int("spine"),
        layout.int("seal"),
        _cost_size(code, layout) if pill else (0.0, 0),
    )
    _draw_loot(canvas, loot_rows, band)
    canvas.pen.line(
        (inner.x, picture_box.y, inner.right - 1, picture_box.y),
        fill=dark(FRAMES[card.deck], 0.5),
        width=3,
    )
    if size in SMALL_FACES:
        title.lay(
            canvas,
            title.of_card(card.code, lang, copies),
            title_box,
            INK,
            size=layout.int("name"),
        )
    else:
        _draw_name(canvas, card, lang, title_box, layout.int("name"), layout.int("corner"))
    foot = _draw_below_picture(canvas, card, lang, plan, inner, layout)
    body, content = ground.copy(), canvas.sheet.crop(inner.sides)
    sheets.lay_rounded(body, content, inner.x, inner.y, radius(size) - plan.frame)
    return CardFacePlan(body, picture, foot, band, tuple(canvas.regions))


def _draw_below_picture(
    canvas: Canvas, card: Card, lang: str, plan: FacePlan, inner: Rect, layout: Layout
) -> Rect:
    """Draw ribbon, effect and foot of a card, and return the place of the foot.

    A face without a ribbon has a ground in the color of the card's kind instead.
    """
    y = inner.y + plan.title + plan.picture
    foot = Rect(inner.x, inner.bottom - plan.foot, inner.w, plan.foot)
    if plan.ribbon:
        _draw_ribbon(canvas, card, lang, Rect(inner.x, y, inner.w, plan.ribbon))
        _draw_foot(canvas, card, lang, foot, layout.int("foot_chip"))
    else:
        strip = Rect(inner.x, y, inner.w, inner.bottom - y)
        canvas.sheet.paste(mix(KINDS[card.kind], sheets.PAPER, 0.62), strip.sides)
        canvas.pen.line(
            (strip.x, strip.y, strip.right - 1, strip.y), fill=dark(KINDS[card.kind], 0.3), width=2
        )
    top = y + plan.ribbon
    box = Rect(inner.x, top, inner.w, foot.y - top)
    _draw_effect(canvas, plan, box, layout.int("air"), card.code)
    return foot


def _cost_size(code: str, layout: Layout) -> tuple[float, int]:
    """Return width and height that the cost of a card takes in the picture's corner."""
    pill = layout.int("pill")
    return pill_width(code, pill) + pill * 0.8 + 8, pill + 16


def _draw_effect(canvas: Canvas, plan: FacePlan, box: Rect, air: int, code: str) -> None:
    """Draw the card's effect in signs and, below them, in words, vertically centered."""
    rows = len(plan.rows) * (plan.chip + air)
    lines = rich_text.wrap(plan.words, _style(), box.w - 24) if plan.words else []
    y = box.y + max(air // 2, (box.h - rows - round(rich_text.height(lines, _style()))) / 2)
    for row in plan.rows:
        chips.draw_row(canvas, row, (box.centre[0], y + (plan.chip + air) / 2), plan.chip, code)
        y += plan.chip + air
    if plan.words:
        room = Rect(box.x + 12, round(y), box.w - 24, box.bottom - round(y))
        canvas.record_region(
            "words", rich_text.set_text(canvas, room, plan.words, _style(), anchor="m"), code
        )


def lay(
    canvas: Canvas,
    frame: Rect,
    code: str,
    lang: str,
    size: Size = "large",
    *,
    pay: Pay | None = None,
    cost: bool | None = None,
    with_words: bool = True,
    copies: int = 1,
) -> CardFacePlan:
    """Draw a card with its shadow in a frame.

    `cost`: show the cost (default: not on tiles); `pay`: the viewer's ability to pay the cost;
    `with_words`: include words where they fit; `copies`: number of equal cards that a small face
    stands for. The places in the returned face are relative to the
    frame: `face.picture.moved(frame.x, frame.y)`. Raises KeyError for an unknown card.
    """
    shows_cost = size != "tile" if cost is None else cost
    first = CARDS[code].like[0]
    face = draw(first, frame.w, frame.h, lang, size, shows_cost, with_words, copies)
    sheets.lay_card(canvas, face.sheet, frame.x, frame.y, radius(size))
    canvas.record_region("card", frame, code)
    canvas.copy_regions(face.regions, frame.x, frame.y)
    if shows_cost:
        picture = face.picture.moved(frame.x, frame.y)
        _lay_cost(canvas, picture, code, lang, _sizes(size).int("pill"), pay)
    return face


def _lay_cost(
    canvas: Canvas, picture: Rect, code: str, lang: str, most: int, pay: Pay | None
) -> None:
    """Draw the cost in the corner of a picture, with chips of at most `most` pixels.

    If the number of missing goods would make them too small, it stands below on its own.
    """
    spare = max(4, picture.h - most - PILL_PAD_PX)
    x, y, room = picture.x + 8, picture.y + min(8, spare // 2), picture.w - 12

    def fitted(one: Pay | None) -> int:
        chip = most
        while pill_width(code, chip, one) > room:
            chip -= 1
        return chip

    chip, alone = fitted(pay), replace(pay, short=0) if pay else None
    if (pay is None or pay.is_unknown) and not pill_row(code):
        _lay_words(canvas, (x, y), i18n.say(lang, "imp.free"), most, INK, "free")
    elif pay and pay.short and chip < MIN_CHIP_PX and picture.h >= 2 * (MIN_CHIP_PX + 14):
        chip = fitted(alone)
        box = lay_pill(canvas, x, y, code, chip, alone)
        _lay_words(canvas, (x, box.bottom + 2), f"−{pay.short}", MIN_CHIP_PX, chips.FOE, "short")
    else:
        lay_pill(canvas, x, y, code, chip, pay)


def _lay_words(
    canvas: Canvas, at: tuple[int, int], text: str, chip: int, tone: RGB, kind: str
) -> None:
    """Draw a word or a number on a plate as high as one with chips of `chip` pixels."""
    width = round(writing.width(text, HEAVY, MIN_FACE_TYPE_PX)) + 24
    box = Rect(*at, width, chip + PILL_PAD_PX)
    sheet = widgets.pill(box.w, box.h, INK)
    canvas.sheet.paste(sheet, (box.x, box.y), sheet)
    style = writing.Style(HEAVY, MIN_FACE_TYPE_PX, tone)
    canvas.digits(box.centre, text, style, "m", kind=kind)


@functools.lru_cache(maxsize=256)
def pill_row(code: str) -> Row:
    """Return the cost of a card as signs; a Location to give up comes last."""
    card = CARDS[code]
    return (*symbols.goods(card.goods), *((symbols.Sign("good", "location"),) if card.site else ()))


@functools.lru_cache(maxsize=1024)
def pill_width(code: str, chip: int, pay: Pay | None = None) -> float:
    """Return the width of the cost's plate in pixels.

    With `pay`, the plate has room for a tick or for the number of missing goods.
    """
    tail = 0.0
    if pay is not None and pay.ok:
        tail = chip * 0.8 if pay.ticked or not pill_row(code) else 0.0
    elif pay is not None and pay.short:
        tail = chip * 0.2 + writing.width(f"−{pay.short}", HEAVY, MIN_FACE_TYPE_PX)
    return chips.row_width(pill_row(code), chip) + 20 + tail


def lay_pill(
    canvas: Canvas,
    x: float,
    y: float,
    code: str,
    chip: int,
    pay: Pay | None,
    pad: int = PILL_PAD_PX,
) -> Rect:
    """Draw the cost on a plate whose upper left corner is `x`, `y`; return its place.

    If `pay` says that the cost can be paid, the plate has a tick and an olive rim, and a small coin
    on each good that gold replaces. Otherwise it shows the number of missing goods. The plate is
    `pad` pixels higher than its chips.
    """
    row = pill_row(code)
    width = round(pill_width(code, chip, pay))
    height = chip + pad
    box = Rect(round(x), round(y), width, height)
    rim = (86, 102, 44) if pay is not None and pay.ok else INK
    sheet = widgets.pill(width, height, rim)
    canvas.sheet.paste(sheet, (box.x, box.y), sheet)
    inner = chips.row_width(row, chip)
    middle = box.y + height / 2
    chips.draw_row(canvas, row, (box.x + 10 + inner / 2, middle), chip, "cost")
    if pay is not None and pay.ok:
        _lay_coins(canvas, row, pay.by_gold, (box.x + 10, middle), chip)
        if pay.ticked or not row:
            at = box.x + 10 + inner + chip * 0.46, middle
            canvas.paste_centred(sheets.check(round(chip * 0.76)), at)
    elif pay is not None and pay.short:
        style = writing.Style(HEAVY, MIN_FACE_TYPE_PX, chips.FOE)
        canvas.text(
            (box.x + 10 + inner + chip * 0.14, middle + MIN_FACE_TYPE_PX * writing.DIGIT_DROP),
            f"−{pay.short}",
            style,
            kind="short",
        )
    if pay is not None and pay.no_site and CARDS[code].site:
        at = box.x + 10 + inner - chip / 2, middle
        canvas.paste_centred(sheets.slash(round(chip * 0.9)), at)
    canvas.record_region("pill", box, code)
    return box


def _lay_coins(
    canvas: Canvas, row: Row, by_gold: Sequence[str], at: tuple[float, float], chip: int
) -> None:
    """Draw a small coin on each good of a cost that gold replaces, the last of a kind first.

    `at` is the middle of the left side of the row.
    """
    left, size = Counter(by_gold), round(chip * COIN_SHARE)
    for k, sign in reversed(list(enumerate(row))):
        if sign.kind == "good" and left[sign.name]:
            left[sign.name] -= 1
            x = at[0] + chips.row_width(row[: k + 1], chip) - size * 0.4
            y = at[1] + (chip - size) / 2 + size * 0.1
            canvas.paste_centred(chips.chip("gold", size), (x, y))
            box = Rect(round(x - size / 2), round(y - size / 2), size, size)
            canvas.record_region("coin", box, sign.name)
