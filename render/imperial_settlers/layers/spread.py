"""Cards in rows: the largest size that fits the picture, and the marks on each card.

A picture builds `Item`s (cards or piles of equal cards), lets `rows` arrange them as
`SpreadRow`s of a size that fits, and draws these with `lay`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any, Literal

from PIL import ImageOps

from games.core.views.scene import Mark
from games.imperial_settlers.model.catalog import CARDS
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import rounded, scaled, tinted
from render.base.theme import BOLD, CORNERS, CREAM, HEAVY, INK, RGB, Theme, dark
from render.imperial_settlers.layers import strips
from render.imperial_settlers.pieces import chips, face, stamps
from render.imperial_settlers.pieces.face import Pay
from render.imperial_settlers.pieces.style import FRAMES, LAYOUT, WIDTH
from render.parts import markers, panels, widgets

SPREAD = LAYOUT.part("spread")
GAP = SPREAD.int("gap")
HEADING = SPREAD.int("heading")
NO_LIMIT_PX = 9999
RIBBON_PX = 56  # from the picture of a card to the number of copies below its ribbon
WIDE_SLIP_PX = 300  # from this width a slip has its price beside the name
LIST_GAP_PX = 6
PRICE_CHIP_PX, PRICE_MARGIN_PX = 32, 6
DETAILED_PX = 77  # from this height a slip with a price has its name above effect and price
NAME_LINE_PX = 33  # height of that name
FOOT_PAD_PX = 8  # by which the plate of that price is higher than its chips
SLIP: Literal["slip"] = "slip"  # a card as picture and name
RowSize = face.Size | Literal["slip"]


@dataclass(frozen=True)
class Group:
    """Group of cards in a spread: its name, the words of its heading, and its color.

    Without words (""), the group has no heading.
    """

    name: str
    words: str
    tone: RGB


@dataclass(frozen=True)
class Item:
    """One card, or several identical ones in a pile.

    `pay` is the viewer's ability to pay the cost; `raze` and `deal` tell whether the viewer can
    raze the card, or make it a Deal, now.
    """

    codes: tuple[str, ...]
    group: Group
    pay: Pay | None = None
    raze: bool = False
    deal: bool = False

    @property
    def code(self) -> str:
        """Return the card on top of the pile."""
        return self.codes[0]


@dataclass(frozen=True)
class SpreadRow:
    """Cards side by side, all of one size in pixels.

    `headed`: there is room above the cards for the headings of groups.
    """

    items: tuple[Item, ...]
    size: RowSize
    wide: int
    high: int
    headed: bool

    @property
    def height(self) -> int:
        """Return the height in pixels, with headings and the gap below."""
        return self.high + self.gap + (HEADING if self.headed else 0)

    @property
    def gap(self) -> int:
        """Return the height in pixels of the gap below."""
        return _gap(self.size, self.wide)


def table(height: int) -> Canvas:
    """Return a table to draw on, `height` pixels high.

    If it is higher than the stored image, mirrored planks are added below, so that the header is
    not stretched.
    """
    stored_height = SPREAD.int("planks")
    if height <= stored_height:
        return Canvas(panels.table(WIDTH, height))
    sheet = panels.table(WIDTH, stored_height).crop((0, 0, WIDTH, height))
    y = stored_height
    # Mirror only as much as is missing, and nothing from the header.
    missing = height - stored_height
    mirrored_from = max(SPREAD.int("top"), stored_height - missing)
    planks = ImageOps.flip(sheet.crop((0, mirrored_from, WIDTH, stored_height)))
    while y < height:
        sheet.paste(planks, (0, y))
        y, planks = y + planks.height, ImageOps.flip(planks)
    return Canvas(sheet)


def piles(items: Iterable[Item], *, by_cost: bool = False) -> list[Item]:
    """Combine identical cards of a group into piles, in the order of their first cards.

    With `by_cost`, cards that differ only in what their Deal or razing brings are identical, for
    pictures that do not show it.
    """
    pile_by_card: dict[Hashable, Item] = {}
    for item in items:
        card = CARDS[item.code]
        same = (card.id, tuple(sorted(card.goods.items())), card.site)
        key = (same if by_cost else card.like[0], item.group.name)
        pile = pile_by_card.get(key)
        pile_by_card[key] = (
            item
            if pile is None
            else Item((*pile.codes, *item.codes), item.group, item.pay, item.raze, item.deal)
        )
    return list(pile_by_card.values())


def slip_rows(items: Sequence[Item], lang: str, wide: int) -> list[SpreadRow]:
    """Return rows of cards without effects, as low as possible, `wide` pixels wide."""
    return _rows(items, lang, 0, wide, LAYOUT.get("spread.steps")[-1]) if items else []


def rows(items: Sequence[Item], lang: str, room: Rect, *, large: bool = False) -> list[SpreadRow]:
    """Return rows with the largest cards that fit `room`, or the smallest if none fit.

    With `large`, for users of large pictures, many cards have words and any total height.
    """
    bare = [replace(item, group=replace(item.group, words="")) for item in items]
    n, found = len(items), list[SpreadRow]()
    if large and n > SPREAD.int("large.cards"):
        return _rows(items, lang, NO_LIMIT_PX, room.w, LAYOUT.get("spread.large"))
    for step in LAYOUT.get("spread.steps"):
        if n > step["cards"]:
            continue
        found = _rows(items, lang, room.h, room.w, step)
        if height(found) <= room.h + GAP:
            break
        found = _rows(bare, lang, room.h, room.w, step)
        if height(found) <= room.h + GAP:
            break
    return found


def _rows(
    items: Sequence[Item], lang: str, room: int, wide: int, step: Mapping[str, Any]
) -> list[SpreadRow]:
    size = step["size"]
    min_height, max_height = step["high"]
    card_rows = _lines(items, step["columns"])
    columns = step["columns"] if size == SLIP else max(map(len, card_rows))
    width = min(SPREAD.int("wide"), (wide - (columns - 1) * GAP) // columns)
    has_heading = [_needs_heading(card_rows[:k], line) for k, line in enumerate(card_rows)]
    floors = [
        max(min_height, *(_least_height(item, width, lang, size, min_height) for item in line))
        for line in card_rows
    ]
    wanted_heights = [
        max(floor, *(_wanted_height(item.code, width, lang, size, max_height) for item in line))
        for floor, line in zip(floors, card_rows, strict=True)
    ]
    heights = _reduced_to_fit(
        wanted_heights,
        room
        - sum(HEADING * headed for headed in has_heading)
        - _gap(size, width) * (len(card_rows) - 1),
        floors,
    )
    return [
        SpreadRow(line, size, width, height, headed)
        for line, height, headed in zip(card_rows, heights, has_heading, strict=True)
    ]


def _needs_heading(before: Sequence[Sequence[Item]], line: Sequence[Item]) -> bool:
    """Return whether a row needs headings: it begins a group, or stands below several.

    `before` are the rows above. A card that wraps to the left would otherwise seem to belong to the
    group above it.
    """
    above = {item.group.name for row in before for item in row}
    is_below_several = bool(before) and len({item.group.name for item in before[-1]}) > 1
    return any(
        item.group.words and (is_below_several or item.group.name not in above) for item in line
    )


def _lines(items: Sequence[Item], columns: int) -> list[tuple[Item, ...]]:
    """Split the items into rows of at most `columns`, as few and as even as possible."""
    n = -(-len(items) // columns)
    ends = [k * (len(items) // n) + min(k, len(items) % n) for k in range(n + 1)]
    return [tuple(items[start:end]) for start, end in pairwise(ends)]


def _reduced_to_fit(wanted: Sequence[int], room: int, floors: Sequence[int]) -> list[int]:
    """Return the heights `wanted` of rows, the largest reduced until all fit `room`.

    No height becomes smaller than its floor in `floors`.
    """
    heights, step = list(wanted), 6
    while sum(heights) > room:
        spare = [height - floor for height, floor in zip(heights, floors, strict=True)]
        at = spare.index(max(spare))
        if not spare[at]:
            break
        heights[at] -= min(step, spare[at])
    return heights


def _least_height(item: Item, width: int, lang: str, size: RowSize, least: int = 0) -> int:
    """Return the minimum height of a card `width` pixels wide, without effect in words.

    `least` is that of its row.
    """
    code = item.code
    if size == SLIP and least >= DETAILED_PX:
        return least
    if size == SLIP:
        side = SPREAD.int("small_marker") + 2
        letters = side * len(item.codes) if width >= WIDE_SLIP_PX else 0
        tail, copies = _price_width(item, width), len(item.codes)
        return stamps.least(lang, code, width - letters, tail=tail, copies=copies)
    return face.least_height(code, width, lang, size) - face.words_height(code, width, lang, size)


def _wanted_height(code: str, width: int, lang: str, size: RowSize, most: int) -> int:
    """Return the height with room for a card's words and picture, up to `most`."""
    if size == SLIP:
        return most
    if size in face.SMALL_FACES:
        return most
    return min(most, face.least_height(code, width, lang, size, picture=round(width * 0.44)))


def height(found: Sequence[SpreadRow]) -> int:
    """Return the height of rows in pixels, with a gap of `GAP` below them."""
    return sum(row.height for row in found) + (GAP - found[-1].gap if found else 0)


def _gap(size: RowSize, wide: int) -> int:
    """Return the gap below a row; the lines of a list, which has wide slips, are close."""
    return LIST_GAP_PX if size == SLIP and wide >= WIDE_SLIP_PX else GAP


def lay(
    canvas: Canvas,
    theme: Theme,
    found: Sequence[SpreadRow],
    field: Rect,
    lang: str,
    marks: Mapping[str, Mark],
    glowing: frozenset[str],
) -> int:
    """Draw the rows `found` in the middle of `field`; return the y of the lower end.

    `marks` are by card; the cards in `glowing` have a halo.
    """
    y = field.y + max(0, (field.h - height(found) + GAP) // 2)
    # Shorter rows begin where the widest one does.
    widest = max((len(row.items) * (row.wide + GAP) - GAP for row in found), default=0)
    left = field.x + max(0, (field.w - widest) // 2)
    for row in found:
        frames = [
            Rect(
                left + k * (row.wide + GAP), y + (HEADING if row.headed else 0), row.wide, row.high
            )
            for k in range(len(row.items))
        ]
        for _, part in groupby(
            zip(row.items, frames, strict=True), lambda pair: pair[0].group.name
        ):
            pairs = list(part)
            group = pairs[0][0].group
            if row.headed and group.words:
                box = Rect(pairs[0][1].x, y, pairs[-1][1].right - pairs[0][1].x, HEADING)
                _draw_head(canvas, group, box)
        for item, frame in zip(row.items, frames, strict=True):
            _draw_card(canvas, theme, item, frame, row.size, lang, marks, glowing)
        y += row.height
    return y


def _draw_head(canvas: Canvas, group: Group, box: Rect) -> None:
    """Draw a line with the group's name over a group's cards in this row."""
    base = box.y + box.h - 10
    canvas.pen.rounded_rectangle((box.x + 4, base - 4, box.right - 5, base + 2), 3, fill=group.tone)
    style = writing.Style(BOLD, face.MIN_FACE_TYPE_PX, CREAM)
    text, size = writing.fit(group.words, BOLD, style.size, box.w - 28, style.size)
    width = round(writing.width(text, BOLD, size)) + 28
    canvas.pen.rounded_rectangle(
        (box.x + 4, box.y, box.x + 4 + width, base + 2),
        CORNERS["tile"],
        fill=dark(group.tone, 0.12),
    )
    canvas.text((box.x + 18, base - 8), text, style, kind="heading")


def _draw_card(
    canvas: Canvas,
    theme: Theme,
    item: Item,
    frame: Rect,
    size: RowSize,
    lang: str,
    marks: Mapping[str, Mark],
    glowing: frozenset[str],
) -> None:
    """Draw a card or pile with its halo, ticks, count, letters and veil.

    A card is veiled if all its marks are blocked.
    """
    radius, below = face.radius(size) if size != SLIP else stamps.RADIUS, frame.y
    letters = [marks[code] for code in item.codes if code in marks]
    side = SPREAD.int("small_marker")
    is_wide = frame.w >= WIDE_SLIP_PX
    cells = max(1, len(letters)) if is_wide and marks else int(bool(letters))
    whole = frame if size != SLIP else replace(frame, w=frame.w - cells * (side + 2))
    if glowing.intersection(item.codes):
        strips.draw_halo(canvas, theme, frame, item.code, radius)
    if len(item.codes) > 1:
        card_below = whole.moved(7, -7) if size != SLIP else whole.moved(4, -4)
        canvas.sheet.paste(
            dark(FRAMES[CARDS[item.code].deck], 0.6),
            (card_below.x, card_below.y),
            rounded(whole.w, whole.h, radius),
        )
        canvas.sheet.paste(
            FRAMES[CARDS[item.code].deck],
            (card_below.x, card_below.y),
            rounded(whole.w, whole.h, radius, 2),
        )
    if size == SLIP:
        _draw_slip(canvas, theme, item, whole, lang)
    else:
        pay = item.pay
        if pay is not None and size in face.SMALL_FACES and item.group.words:
            pay = replace(pay, ticked=False)  # the heading says that it can be paid
        card_face = face.lay(canvas, frame, item.code, lang, size, pay=pay, cost=True)
        below += card_face.picture.bottom
        _draw_ticks(canvas, theme, item, card_face, frame, size)
    if letters and all(mark.tone == "blocked" for mark in letters):
        veil = tinted(scaled(rounded(frame.w, frame.h, radius), 0.45), theme.paper)
        canvas.sheet.paste(veil, (frame.x, frame.y), veil)
    if len(item.codes) > 1 and size != SLIP:
        _draw_count(canvas, len(item.codes), _count_place(frame, size, below))
    side = SPREAD.int("marker" if size not in (SLIP, *face.SMALL_FACES) else "small_marker")
    for k, mark in enumerate(letters):
        at = _letter_place(frame, size, side, k, len(letters))
        canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), at)
        canvas.record_region(
            "marker", Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side), mark.spot
        )


def _count_place(frame: Rect, size: RowSize, below: int) -> tuple[int, int]:
    """Return the upper left corner of the number of copies of a card.

    It covers neither name nor heading and, if possible, neither picture nor color. `below` is the y
    of the lower end of the picture.
    """
    badge = SPREAD.int("badge")
    if size in face.SMALL_FACES:
        return frame.x - 8, below - badge + 4
    return frame.x - 8, below + RIBBON_PX


def _letter_place(frame: Rect, size: RowSize, side: int, k: int, n: int) -> tuple[float, float]:
    """Return the middle of the letter `k` of `n` letters on a card, `side` pixels wide."""
    if size == SLIP and (frame.w >= WIDE_SLIP_PX or not k):  # beside the name
        beside = n - 1 - k if frame.w >= WIDE_SLIP_PX else 0
        return frame.right - side / 2 - beside * (side + 2), frame.centre[1]
    if size == SLIP:  # those of further copies lie on the picture
        return frame.x + side * (k - 0.5) + 2, frame.centre[1]
    if size in face.SMALL_FACES:  # outside, as the name is as wide as the card
        return frame.right - 12, frame.y + 2 + side * 0.92 * k
    return frame.right - side * 0.26, frame.y + side * (0.2 + 0.92 * k)


def _draw_slip(canvas: Canvas, theme: Theme, item: Item, frame: Rect, lang: str) -> None:
    """Draw a card as picture and name, with a tick if it can be paid.

    If it cannot be paid, the number of missing goods is shown instead. A wide one has its price and,
    if it is high, its effect below its name: in a list all have effects or none.
    """
    price = _price_width(item, frame.w)
    if price and frame.h >= DETAILED_PX:
        _draw_detailed_slip(canvas, item, frame, lang)
        return
    form = stamps.StripForm(tail=price, copies=len(item.codes))
    picture = stamps.lay(canvas, frame, item.code, lang, form)
    canvas.record_region("card", frame, item.code)
    if item.pay is None:
        return
    if price:
        left, chip = frame.right - stamps.FRAME - price + PRICE_MARGIN_PX // 2, PRICE_CHIP_PX
        top = frame.centre[1] - (chip + face.PILL_PAD_PX) / 2
        face.lay_pill(canvas, left, top, item.code, chip, item.pay)
        return
    x, y = picture.centre
    if item.pay.is_unknown:
        return
    if item.pay.ok:
        canvas.paste_centred(markers.tick(38, theme.olive), (x, y))
        return
    text = f"−{item.pay.short}" if item.pay.short else "×"
    width = round(writing.width(text, HEAVY, face.MIN_FACE_TYPE_PX)) + 20
    box = Rect(round(x - width / 2), round(y) - 20, width, 40)
    paper = widgets.pill(width, box.h, INK)
    canvas.sheet.paste(paper, (box.x, box.y), paper)
    style = writing.Style(HEAVY, face.MIN_FACE_TYPE_PX, chips.FOE)
    canvas.digits(box.centre, text, style, "m", kind="short")


def _draw_detailed_slip(canvas: Canvas, item: Item, frame: Rect, lang: str) -> None:
    """Draw a card as picture and name, and below the name its effect and its price."""
    foot = frame.h - 2 * stamps.FRAME - NAME_LINE_PX
    chip = min(PRICE_CHIP_PX, foot - FOOT_PAD_PX)
    width = round(face.pill_width(item.code, chip, item.pay))
    tail = width + PRICE_MARGIN_PX
    form = stamps.StripForm(tail=tail, copies=len(item.codes), foot=foot)
    stamps.lay(canvas, frame, item.code, lang, form)
    canvas.record_region("card", frame, item.code)
    top = frame.bottom - stamps.FRAME - foot / 2 - (chip + FOOT_PAD_PX) / 2 - 1
    left = frame.right - stamps.FRAME - tail + PRICE_MARGIN_PX // 2
    face.lay_pill(canvas, left, top, item.code, chip, item.pay, FOOT_PAD_PX)


def _price_width(item: Item, width: int) -> int:
    """Return the width that the price takes on a slip of `width` pixels; 0 on narrow ones."""
    if item.pay is None or width < WIDE_SLIP_PX:
        return 0
    return round(face.pill_width(item.code, PRICE_CHIP_PX, item.pay)) + PRICE_MARGIN_PX


def _draw_ticks(
    canvas: Canvas,
    theme: Theme,
    item: Item,
    card_face: face.CardFacePlan,
    frame: Rect,
    size: face.Size,
) -> None:
    """Draw a tick below the card's razing and Deal if they are possible now.

    A tick does not cover the goods.
    """
    if size in face.SMALL_FACES:
        return
    card, foot = CARDS[item.code], card_face.foot.moved(frame.x, frame.y)
    possible = [
        flag
        for flag, exists in ((item.raze, bool(card.raze)), (item.deal, bool(card.deal)))
        if exists
    ]
    for k, flag in enumerate(possible):
        if flag:
            at = foot.x + foot.w * k // len(possible) + 9 + foot.h * 0.36, foot.bottom - 11
            canvas.paste_centred(markers.tick(28, theme.olive), at)
            canvas.record_region(
                "tick", Rect(round(at[0] - 14), round(at[1] - 14), 28, 28), item.code
            )


def _draw_count(canvas: Canvas, n: int, at: tuple[int, int]) -> None:
    """Draw the number of cards of a pile; `at` is its upper left corner."""
    height = SPREAD.int("badge")
    text = f"×{n}"
    width = round(writing.width(text, HEAVY, face.MIN_FACE_TYPE_PX)) + 18
    box = Rect(*at, width, height)
    paper = widgets.pill(width, height, INK)
    canvas.sheet.paste(paper, (box.x, box.y), paper)
    canvas.text(
        (box.centre[0], box.centre[1] + face.MIN_FACE_TYPE_PX * writing.DIGIT_DROP),
        text,
        writing.Style(HEAVY, face.MIN_FACE_TYPE_PX, INK),
        "m",
        kind="twins",
    )
