"""Face of a card, for every picture that shows one.

    face.lay(canvas, Rect(24, 90, 372, 600), "com046", "es")              # large: icons and words
    face.lay(canvas, Rect(24, 90, 280, 390), "com046", "es", "medium")    # words only where they fit
    face.lay(canvas, Rect(24, 90, 262, 214), "com046", "es", "tile")      # picture, name, effect

Any size works (`least_height` returns the minimum height). Callers draw workers, tokens and
letters over the face, at the places that `lay` returns. Faces are cached by card, size and
language.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from games.imperial_settlers.model.catalog import CARDS, Card
from games.imperial_settlers.model.names import KIND_NAMES, card_name
from games.imperial_settlers.rules.actions.cards import says
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
MIN_CHIP_PX = 28  # chips smaller than this fold the row


@dataclass(frozen=True)
class Pay:
    """Ability of a viewer to pay a cost.

    `ok`: now; `short`: missing goods, gold counted; `no_site`: no Location to give up.
    """

    ok: bool
    short: int = 0
    no_site: bool = False


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
    noted: tuple[DrawnRegion, ...]


def radius(size: Size) -> int:
    """Return the corner radius of a face in pixels."""
    return CORNERS[_sizes(size).get("rounded")]


@dataclass(frozen=True)
class FacePlan:
    """Heights of a face's parts in pixels, its sign rows with their chip size, and its words."""

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


def spoken(code: str, lang: str) -> str:
    """Return the text of a card without the name of its kind, which the ribbon shows."""
    said = i18n.message(GAME, lang, says(code))
    kind = i18n.message(GAME, lang, KIND_NAMES[CARDS[code].kind]) + ": "
    said = said.removeprefix(kind)
    return said[:1].upper() + said[1:]


def _folded(row: Row, room: int) -> tuple[Row, ...]:
    """Split a row that would become too small before its last "or"."""
    at = max((k for k, sign in enumerate(row) if sign == symbols.OR), default=0)
    return (row[:at], row[at:]) if at and chips.row_width(row, MIN_CHIP_PX) > room else (row,)


@functools.lru_cache(maxsize=512)
def _rows(code: str, room: int, chip: int, least: int) -> tuple[tuple[Row, ...], int]:
    """Return the effect rows of a card on as few lines as possible, and their chip size."""
    found = tuple(part for row in symbols.rows(code) for part in _folded(row, room))
    joined: list[symbols.Sign] = []
    for row in found:
        joined += [*((RULE,) if joined else ()), *row]
    if chips.row_width(tuple(joined), chip) <= room:
        return (tuple(joined),), chip
    return found, chips.fit(found, chip, room, least)


def _style() -> writing.Style:
    return writing.Style(PLAIN, MIN_FACE_TYPE_PX, INK)


@functools.lru_cache(maxsize=1024)
def _words_height(code: str, lang: str, room: int) -> int:
    lines = rich_text.wrap(spoken(code, lang), _style(), room)
    return round(rich_text.height(lines, _style()))


@functools.lru_cache(maxsize=2048)
def least_height(code: str, w: int, lang: str, size: Size = "large", picture: int = 0) -> int:
    """Return the minimum height of a face with all its words.

    `picture` is the height of its picture (0: the minimum).
    """
    lay = _sizes(size)
    inner = w - 2 * lay.int("frame")
    rows, chip = _rows(code, inner - 2 * lay.int("air"), lay.int("chip"), 24)
    high = (
        2 * lay.int("frame")
        + _title(code, lang, inner, size)
        + (picture or int(lay.get("picture")[0]))
        + lay.int("ribbon")
    )
    high += len(rows) * (chip + lay.int("air")) + lay.int("air")
    if size in SMALL_FACES:
        return high
    return (
        high
        + lay.int("foot")
        + (_words_height(code, lang, inner - 24) + 10 if size not in SMALL_FACES else 0)
    )


@functools.lru_cache(maxsize=1024)
def _title(code: str, lang: str, inner: int, size: Size) -> int:
    """Return the height of the name.

    One or more lines on small faces; on others two, or one for a short name.
    """
    lay, said = _sizes(size), i18n.message(GAME, lang, card_name(code))
    if size in SMALL_FACES:
        return title.height(said, inner - 2 * NAME_AIR, lay.int("title"))
    alone = writing.width(said, HEAVY_SERIF, MIN_FACE_TYPE_PX) <= inner - 2 * NAME_AIR - lay.int(
        "corner"
    )
    return lay.int("single" if alone else "title")


def _plan(code: str, w: int, h: int, lang: str, size: Size, told: bool) -> FacePlan:
    lay = _sizes(size)
    inner, frame, air = w - 2 * lay.int("frame"), lay.int("frame"), lay.int("air")
    rows, chip = _rows(code, inner - 2 * air, lay.int("chip"), 24)
    title, ribbon = _title(code, lang, inner, size), lay.int("ribbon")
    foot = (
        0 if size in SMALL_FACES or not (CARDS[code].raze or CARDS[code].deal) else lay.int("foot")
    )
    rest = h - 2 * frame - title - ribbon - foot - (len(rows) * (chip + air) + air)
    least, most = lay.get("picture")
    said = ""
    if (
        told
        and size not in SMALL_FACES
        and rest - _words_height(code, lang, inner - 24) - 10 >= least
    ):
        said = spoken(code, lang)
        rest -= _words_height(code, lang, inner - 24) + 10
    high = (
        rest
        if size in SMALL_FACES
        else min(most if said else most * 2, rest - (0 if said else 2 * air))
    )
    return FacePlan(frame, title, high, ribbon, rows, chip, said, foot)


def _name(canvas: Canvas, card: Card, lang: str, box: Rect, size: int, corner: int) -> None:
    """Draw the name in one line as large as fits, or in two close lines, cut if needed."""
    said = i18n.message(GAME, lang, card_name(card.code))
    while size > MIN_FACE_TYPE_PX and writing.width(said, HEAVY_SERIF, size) > box.w:
        size -= 1
    anchor, x = "m", box.centre[0]
    if (
        max(writing.width(part, HEAVY_SERIF, size) for part in halves(said)) > box.w
    ):  # long: extend below the letter's corner
        box, anchor, x = Rect(box.x, box.y, box.w + corner, box.h), "l", box.x + 2
    lines = [said] if writing.width(said, HEAVY_SERIF, size) <= box.w else halves(said)
    y = box.centre[1] + size * 0.3 - (len(lines) - 1) * size * 0.5
    for line in lines:
        whole, _ = writing.fit(line, HEAVY_SERIF, size, box.w, MIN_FACE_TYPE_PX)
        canvas.text((x, y), whole, writing.Style(HEAVY_SERIF, size, INK), anchor, kind="name")
        y += size


@functools.lru_cache(maxsize=512)
def halves(said: str) -> list[str]:
    """Split a name at a space or after a hyphen into two lines of about equal length."""
    places = [at + 1 for at, char in enumerate(said) if char in " -"]
    cuts = [(said[:at].rstrip(), said[at:]) for at in places] or [(said, "")]
    best = min(
        cuts,
        key=lambda cut: max(writing.width(part, HEAVY_SERIF, MIN_FACE_TYPE_PX) for part in cut),
    )
    return [part for part in best if part]


def _ribbon(canvas: Canvas, card: Card, lang: str, box: Rect) -> None:
    """Draw the kind with its icon, and the card's points at the right."""
    colour = KINDS[card.kind]
    canvas.sheet.paste(sheets.band(box.w, box.h, colour, 0.16, 0.38), (box.x, box.y))
    for y, tone in (
        (box.y, dark(colour, 0.7)),
        (box.y + 2, pale(colour, 0.3)),
        (box.bottom - 2, dark(colour, 0.7)),
    ):
        canvas.pen.line((box.x, y, box.right - 1, y), fill=tone, width=2)
    side, middle = round(box.h * 0.7), box.y + box.h / 2
    style, said = (
        writing.Style(BOLD, MIN_FACE_TYPE_PX, CREAM),
        i18n.message(GAME, lang, KIND_NAMES[card.kind]),
    )
    tight = writing.width(said, BOLD, MIN_FACE_TYPE_PX) + 2 * side + 62 > box.w
    x = box.x + 10 + (0 if tight else side + 5)
    if not tight:
        canvas.paste_centred(
            icon(KIND_ICONS[card.kind], side, CREAM), (box.x + side / 2 + 8, middle)
        )
    canvas.text(
        (x, middle + MIN_FACE_TYPE_PX * (writing.LETTER_DROP - 0.04)), said, style, kind="kind"
    )
    canvas.paste_centred(icon("laurel-crown", side, LAUREL), (box.right - side / 2 - 7, middle))
    canvas.text(
        (box.right - side - 10, middle + MIN_FACE_TYPE_PX * writing.DIGIT_DROP),
        str(card.points),
        style,
        "r",
        kind="worth",
    )


def _foot(canvas: Canvas, card: Card, lang: str, box: Rect, chip: int) -> None:
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
        wide = chips.row_width(row, chip)
        chips.draw_row(canvas, row, (part.right - 10 - wide / 2, middle), chip, kind)
        said = i18n.say(lang, f"imp.{kind}")
        style = writing.Style(BOLD, MIN_FACE_TYPE_PX, (250, 240, 216))
        if (
            part.x + side + 18 + writing.width(said, style.face, MIN_FACE_TYPE_PX)
            < part.right - 18 - wide
        ):
            canvas.text(
                (part.x + side + 18, middle + MIN_FACE_TYPE_PX * writing.LETTER_DROP - 2),
                said,
                style,
                kind="foot",
            )


def _loot(card: Card, size: Size) -> list[tuple[str, Row]]:
    """Return the band of a small face: the razing yield, and in a hand also the Deal's good."""
    found = [("raze", symbols.goods(card.raze))] if card.raze else []
    return (
        [*found, ("deal", symbols.goods({card.deal: 1}))]
        if card.deal and size == "crowd"
        else found
    )


def _band(canvas: Canvas, loot: list[tuple[str, Row]], box: Rect) -> None:
    """Draw bands at the right of a small face's picture: a sign, and the goods below it."""
    n = sum(len(row) + 1 for _, row in loot)
    top, chip = float(box.y), min(box.w - 4, (box.h - 4 * len(loot)) // max(1, n))
    for kind, row in loot:
        colour, sign = FEET[kind]
        high = box.h * (len(row) + 1) / n
        part = Rect(box.x, round(top), box.w, round(top + high) - round(top))
        canvas.sheet.paste(sheets.band(part.w, part.h, colour, -0.05, 0.25), (part.x, part.y))
        canvas.pen.line((part.x, part.y, part.right - 1, part.y), fill=dark(colour, 0.6), width=2)
        step = (high - 2) / (len(row) + 1)
        tone = RAZE_TONE if kind == "raze" else CREAM
        canvas.paste_centred(
            icon(sign, round(min(chip, step) * 0.92), tone), (part.centre[0], top + step / 2 + 1)
        )
        for at, good in enumerate(row):
            coin = chips.sprite(good, round(min(chip, step)))
            if coin is not None:
                canvas.paste_centred(coin, (part.centre[0], top + step * (at + 1.5) + 1))
        canvas.record_region("loot", part, kind)
        top += high
    canvas.pen.line((box.x, box.y, box.x, box.bottom - 1), fill=dark(FEET["raze"][0], 0.6), width=2)


@cached
def draw(
    code: str, w: int, h: int, lang: str, size: Size, pill: bool, told: bool = True
) -> CardFacePlan:
    """Return the face of a card, `w` x `h` pixels, cached.

    `pill` leaves room for the cost; `told` includes the card's words where they fit.
    """
    card, lay, plan = CARDS[code], _sizes(size), _plan(code, w, h, lang, size, told)
    ground = sheets.ground(w, h, card.deck, plan.frame, radius(size))
    canvas = Canvas(ground.copy())
    inner, air = (
        Rect(plan.frame, plan.frame, w - 2 * plan.frame, h - 2 * plan.frame),
        lay.int("air"),
    )
    head = Rect(inner.x + NAME_AIR, inner.y, inner.w - 2 * NAME_AIR - lay.int("corner"), plan.title)
    box = Rect(inner.x, inner.y + plan.title, inner.w, plan.picture)
    cost = (
        (pill_width(code, lay.int("pill")) + lay.int("pill") * 0.8 + 8, lay.int("pill") + 16)
        if pill
        else (0.0, 0)
    )
    loot = _loot(card, size) if size in SMALL_FACES else []
    side = lay.int("band") if loot else 0
    band = Rect(box.right - side, box.y, side, box.h)
    picture = woodcut.draw(
        canvas,
        card,
        Rect(box.x, box.y, box.w - side, box.h),
        lay.int("spine"),
        lay.int("seal"),
        cost,
    )
    _band(canvas, loot, band)
    canvas.pen.line(
        (inner.x, box.y, inner.right - 1, box.y), fill=dark(FRAMES[card.deck], 0.5), width=3
    )
    if size in SMALL_FACES:
        title.lay(
            canvas, i18n.message(GAME, lang, card_name(card.code)), head, INK, size=lay.int("name")
        )
    else:
        _name(canvas, card, lang, head, lay.int("name"), lay.int("corner"))
    y = box.bottom
    foot = Rect(inner.x, inner.bottom - plan.foot, inner.w, plan.foot)
    if plan.ribbon:
        _ribbon(canvas, card, lang, Rect(inner.x, y, inner.w, plan.ribbon))
        _foot(canvas, card, lang, foot, lay.int("foot_chip"))
    else:
        strip = Rect(inner.x, y, inner.w, inner.bottom - y)
        canvas.sheet.paste(mix(KINDS[card.kind], sheets.PAPER, 0.62), strip.sides)
        canvas.pen.line(
            (strip.x, strip.y, strip.right - 1, strip.y), fill=dark(KINDS[card.kind], 0.3), width=2
        )
    _effect(
        canvas, plan, Rect(inner.x, y + plan.ribbon, inner.w, foot.y - y - plan.ribbon), air, code
    )
    body, inside = ground.copy(), canvas.sheet.crop(inner.sides)
    sheets.lay_rounded(body, inside, inner.x, inner.y, radius(size) - plan.frame)
    return CardFacePlan(body, picture, foot, band, tuple(canvas.noted))


def _effect(canvas: Canvas, plan: FacePlan, box: Rect, air: int, code: str) -> None:
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
    told: bool = True,
) -> CardFacePlan:
    """Draw a card with its shadow in a frame.

    `cost`: show its cost (default: not on tiles); `pay`: the viewer's ability to pay it;
    `told`: include words where they fit. The parts of the returned face are in the frame's own
    pixels: `face.picture.moved(frame.x, frame.y)`. Raises KeyError for an unknown card.
    """
    shows = size != "tile" if cost is None else cost
    face = draw(CARDS[code].like[0], frame.w, frame.h, lang, size, shows, told)
    sheets.lay_card(canvas, face.sheet, frame.x, frame.y, radius(size))
    canvas.record_region("card", frame, code)
    for one in face.noted:
        canvas.record_region(one.kind, one.box.moved(frame.x, frame.y), one.about)
    if shows and (pay is not None or pill_row(code)):
        picture = face.picture.moved(frame.x, frame.y)
        chip = _sizes(size).int("pill")
        while pill_width(code, chip, pay) > picture.w - 12:
            chip -= 1
        lay_pill(canvas, picture.x + 8, picture.y + 8, code, chip, pay)
    return face


@functools.lru_cache(maxsize=256)
def pill_row(code: str) -> Row:
    """Return the cost of a card as signs; a Location to give up comes last."""
    card = CARDS[code]
    return (*symbols.goods(card.goods), *((symbols.Sign("good", "location"),) if card.site else ()))


@functools.lru_cache(maxsize=1024)
def pill_width(code: str, chip: int, pay: Pay | None = None) -> float:
    """Return the width of the cost's paper in pixels, with the tick or missing goods of `pay`."""
    tail = 0.0
    if pay is not None:
        tail = (
            chip * 0.8
            if pay.ok
            else chip * 0.2 + writing.width(f"−{pay.short}", HEAVY, MIN_FACE_TYPE_PX)
            if pay.short
            else 0.0
        )
    return chips.row_width(pill_row(code), chip) + 20 + tail


def lay_pill(canvas: Canvas, x: float, y: float, code: str, chip: int, pay: Pay | None) -> Rect:
    """Draw the cost on a strip of paper from `x, y`; return its rectangle.

    Ticked and olive if it can be paid, else with the number of missing goods.
    """
    row, wide, high = pill_row(code), round(pill_width(code, chip, pay)), chip + 12
    box = Rect(round(x), round(y), wide, high)
    rim = (86, 102, 44) if pay is not None and pay.ok else INK
    sheet = widgets.pill(wide, high, rim)
    canvas.sheet.paste(sheet, (box.x, box.y), sheet)
    inner = chips.row_width(row, chip)
    middle = box.y + high / 2
    chips.draw_row(canvas, row, (box.x + 10 + inner / 2, middle), chip, "cost")
    if pay is not None and pay.ok:
        canvas.paste_centred(
            sheets.check(round(chip * 0.76)), (box.x + 10 + inner + chip * 0.46, middle)
        )
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
        canvas.paste_centred(sheets.cross(round(chip * 0.9)), at)
    canvas.record_region("pill", box, code)
    return box
