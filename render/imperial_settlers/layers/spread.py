"""Cards in rows: the largest size that fits the picture, and the marks on each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from PIL import ImageOps

from games.core.views.scene import Mark
from games.imperial_settlers.model.catalog import CARDS
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import rounded, scaled, tinted
from render.base.theme import BOLD, CORNERS, CREAM, HEAVY, INK, RGB, Theme, dark
from render.imperial_settlers.layers import strips
from render.imperial_settlers.pieces import face
from render.imperial_settlers.pieces.face import Pay
from render.imperial_settlers.pieces.style import FRAMES, LAYOUT, WIDTH
from render.parts import markers, panels, widgets

SPREAD = LAYOUT.part("spread")
GAP = SPREAD.int("gap")
HEADING = SPREAD.int("heading")


@dataclass(frozen=True)
class Group:
    """Group of cards: its name, words (empty: no heading) and color."""

    name: str
    words: str
    tone: RGB


@dataclass(frozen=True)
class Item:
    """One card, or several identical ones in a pile.

    `pay` is the viewer's ability to pay; `raze` and `deal` tell if that is possible now.
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

    `headed`: a group begins in the row, with its heading above.
    """

    items: tuple[Item, ...]
    size: face.Size
    wide: int
    high: int
    headed: bool

    @property
    def height(self) -> int:
        """Return the height in pixels, with headings and the gap below."""
        return self.high + GAP + (HEADING if self.headed else 0)


def table(height: int) -> Canvas:
    """Return a table to draw on.

    One higher than the stored one continues with mirrored planks, so that the header stays as
    it is.
    """
    whole = SPREAD.int("planks")
    if height <= whole:
        return Canvas(panels.table(WIDTH, height))
    sheet, y = panels.table(WIDTH, whole).crop((0, 0, WIDTH, height)), whole
    planks = ImageOps.flip(
        sheet.crop((0, max(SPREAD.int("top"), 2 * whole - height), WIDTH, whole))
    )
    while y < height:
        sheet.paste(planks, (0, y))
        y, planks = y + planks.height, ImageOps.flip(planks)
    return Canvas(sheet)


def piles(items: Iterable[Item]) -> list[Item]:
    """Combine identical cards of a group into piles, in the order of the first."""
    found: dict[tuple[str, str], Item] = {}
    for one in items:
        key = (CARDS[one.code].like[0], one.group.name)
        before = found.get(key)
        found[key] = (
            one
            if before is None
            else Item((*before.codes, *one.codes), one.group, one.pay, one.raze, one.deal)
        )
    return list(found.values())


def tiles(items: Sequence[Item], lang: str) -> list[SpreadRow]:
    """Return rows of cards with the smallest faces, of any total height."""
    return _rows(items, lang, 9999, LAYOUT.get("spread.steps")[-1]) if items else []


def rows(items: Sequence[Item], lang: str, room: int, *, large: bool = False) -> list[SpreadRow]:
    """Return rows of cards that fit `room` pixels of height if possible.

    `large` pictures may take twice as much.
    """
    n = -(-len(items) // 2) if large and len(items) > 3 else len(items)
    return _rows(
        items,
        lang,
        room * (1 + large),
        next(step for step in LAYOUT.get("spread.steps") if n <= step["cards"]),
    )


def _rows(items: Sequence[Item], lang: str, room: int, step: Mapping[str, Any]) -> list[SpreadRow]:
    columns, size, margin = step["columns"], step["size"], panels.LAYOUT.int("margin")
    wide = min(SPREAD.int("wide"), (WIDTH - 2 * margin - (columns - 1) * GAP) // columns)
    least, most = step["high"]
    lines = _lines(items, columns)
    heads = [
        any(
            one.group.words
            and one.group.name not in {other.group.name for before in lines[:k] for other in before}
            for one in line
        )
        for k, line in enumerate(lines)
    ]
    wanted = [
        max(least, *(_wanted(one.code, wide, lang, size, most) for one in line)) for line in lines
    ]
    highs = _shared(
        wanted, room - sum(HEADING * headed for headed in heads) - GAP * len(lines), least
    )
    return [
        SpreadRow(line, size, wide, high, headed)
        for line, high, headed in zip(lines, highs, heads, strict=True)
    ]


def _lines(items: Sequence[Item], columns: int) -> list[tuple[Item, ...]]:
    """Split the cards into as few rows as possible; upper rows may be one card longer."""
    n = -(-len(items) // columns)
    ends = [k * (len(items) // n) + min(k, len(items) % n) for k in range(n + 1)]
    return [tuple(items[start:end]) for start, end in pairwise(ends)]


def _shared(wanted: Sequence[int], room: int, least: int) -> list[int]:
    """Return heights for rows: as wanted, or the highest ones reduced until all fit.

    No row becomes lower than `least`.
    """
    highs, cut = list(wanted), 6
    while sum(highs) > room and max(highs) > least:
        at = highs.index(max(highs))
        highs[at] = max(least, highs[at] - cut)
    return highs


def _wanted(code: str, wide: int, lang: str, size: face.Size, most: int) -> int:
    """Return the height at which a face has all its words and a visible picture."""
    bare = face.least_height(
        code, wide, lang, size, picture=round(wide * 0.44) if size not in face.SMALL_FACES else 104
    )
    return max(face.least_height(code, wide, lang, size), min(most, bare))


def height(found: Sequence[SpreadRow]) -> int:
    """Return the height of rows in pixels."""
    return sum(row.height for row in found)


def lay(
    canvas: Canvas,
    theme: Theme,
    found: Sequence[SpreadRow],
    top: int,
    lang: str,
    marks: Mapping[str, Mark],
    glowing: frozenset[str],
) -> int:
    """Draw rows from `top`, each centered; return the lower end."""
    y, named = top, set[str]()
    for row in found:
        used = len(row.items) * (row.wide + GAP) - GAP
        left = (WIDTH - used) // 2
        frames = [
            Rect(
                left + k * (row.wide + GAP), y + (HEADING if row.headed else 0), row.wide, row.high
            )
            for k in range(len(row.items))
        ]
        for name, part in groupby(
            zip(row.items, frames, strict=True), lambda pair: pair[0].group.name
        ):
            pairs = list(part)
            if row.headed and pairs[0][0].group.words:
                box = Rect(pairs[0][1].x, y, pairs[-1][1].right - pairs[0][1].x, HEADING)
                _head(canvas, pairs[0][0].group, box, named=name not in named)
            named.add(name)
        for one, frame in zip(row.items, frames, strict=True):
            _card(canvas, theme, one, frame, row.size, lang, marks, glowing)
        y += row.height
    return y


def _head(canvas: Canvas, group: Group, box: Rect, *, named: bool) -> None:
    """Draw a line over a group's cards in this row, with its name where the group begins."""
    base = box.y + box.h - 10
    canvas.pen.rounded_rectangle((box.x + 4, base - 4, box.right - 5, base + 2), 3, fill=group.tone)
    if not named:
        return
    style = writing.Style(BOLD, face.MIN_FACE_TYPE_PX, CREAM)
    said, size = writing.fit(group.words, BOLD, style.size, box.w - 28, style.size)
    wide = round(writing.width(said, BOLD, size)) + 28
    canvas.pen.rounded_rectangle(
        (box.x + 4, box.y, box.x + 4 + wide, base + 2), CORNERS["tile"], fill=dark(group.tone, 0.12)
    )
    canvas.text((box.x + 18, base - 8), said, style, kind="heading")


def _card(
    canvas: Canvas,
    theme: Theme,
    one: Item,
    frame: Rect,
    size: face.Size,
    lang: str,
    marks: Mapping[str, Mark],
    glowing: frozenset[str],
) -> None:
    """Draw a card with the pile under it, halo, ticks, count, letters and a veil."""
    radius = face.radius(size)
    if glowing.intersection(one.codes):
        strips.halo(canvas, theme, frame, one.code, radius)
    if len(one.codes) > 1:
        under = frame.moved(7, -7)
        canvas.sheet.paste(
            dark(FRAMES[CARDS[one.code].deck], 0.6),
            (under.x, under.y),
            rounded(frame.w, frame.h, radius),
        )
        canvas.sheet.paste(
            FRAMES[CARDS[one.code].deck], (under.x, under.y), rounded(frame.w, frame.h, radius, 2)
        )
    drawn = face.lay(canvas, frame, one.code, lang, size, pay=one.pay, cost=True)
    _ticks(canvas, theme, one, drawn, frame, size)
    letters = [marks[code] for code in one.codes if code in marks]
    if letters and all(mark.tone == "blocked" for mark in letters):
        veil = tinted(scaled(rounded(frame.w, frame.h, radius), 0.45), theme.paper)
        canvas.sheet.paste(veil, (frame.x, frame.y), veil)
    if len(one.codes) > 1:
        _count(canvas, len(one.codes), frame)
    side = SPREAD.int("marker")
    for k, mark in enumerate(letters):
        at = frame.right - side * 0.26, frame.y + side * (0.2 + 0.92 * k)
        canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), at)
        canvas.record_region(
            "marker", Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side), mark.spot
        )


def _ticks(
    canvas: Canvas, theme: Theme, one: Item, drawn: face.CardFacePlan, frame: Rect, size: face.Size
) -> None:
    """Draw a tick below each effect of the foot that is available now; goods stay visible."""
    if size in face.SMALL_FACES:
        return
    card, foot = CARDS[one.code], drawn.foot.moved(frame.x, frame.y)
    parts = [
        flag for flag, there in ((one.raze, bool(card.raze)), (one.deal, bool(card.deal))) if there
    ]
    for k, flag in enumerate(parts):
        if flag:
            at = foot.x + foot.w * k // len(parts) + 9 + foot.h * 0.36, foot.bottom - 2
            canvas.paste_centred(markers.tick(28, theme.olive), at)
            canvas.record_region(
                "tick", Rect(round(at[0] - 14), round(at[1] - 14), 28, 28), one.code
            )


def _count(canvas: Canvas, n: int, frame: Rect) -> None:
    """Draw the number of cards of a pile at its upper left corner."""
    high = SPREAD.int("badge")
    said = f"×{n}"
    wide = round(writing.width(said, HEAVY, face.MIN_FACE_TYPE_PX)) + 24
    box = Rect(frame.x - 10, frame.y - 20, wide, high)
    paper = widgets.pill(wide, high, INK)
    canvas.sheet.paste(paper, (box.x, box.y), paper)
    canvas.text(
        (box.centre[0], box.centre[1] + face.MIN_FACE_TYPE_PX * writing.DIGIT_DROP),
        said,
        writing.Style(HEAVY, face.MIN_FACE_TYPE_PX, INK),
        "m",
        kind="twins",
    )
