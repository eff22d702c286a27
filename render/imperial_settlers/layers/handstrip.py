"""Viewer's hand below an Empire: name and price of each card, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.imperial_settlers.model.catalog import CARDS
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded
from render.base.theme import CREAM, HEAVY, INK, TEXT, Theme, dark, mix
from render.imperial_settlers.layers import rows
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.spread import Item
from render.imperial_settlers.pieces import face, sheets, title
from render.imperial_settlers.pieces.stamps import FRAME, RADIUS
from render.imperial_settlers.pieces.style import KINDS, icon
from render.parts import widgets

HAND = TABLE.part("empire.hand")
CHIP, GAP, PAD, SINGLE = (HAND.int(name) for name in ("chip", "gap", "pad", "single"))
LABEL = TABLE.int("empire.label")
SIGN = LABEL - 8
NAME_MARGIN_PX = 7  # beside a name
MORE_PX = 40  # height of the number of cards for which there is no room


@dataclass(frozen=True)
class HandStrip:
    """Lines of cards, `wide` pixels wide, with the height of each line.

    `more` is the number of cards for which there is no room.
    """

    lines: tuple[tuple[Item, ...], ...]
    wide: int
    heights: tuple[int, ...]
    more: int = 0

    @property
    def height(self) -> int:
        """Return the height of the whole strip in pixels."""
        return 2 * PAD + sum(self.heights) + GAP * (len(self.heights) - 1)


def arranged(piles: Sequence[Item], lang: str, w: int) -> list[HandStrip]:
    """Return strips of a hand, `w` pixels wide, the best first; a card is as high as needed.

    Names without hyphens and of the usual width are best, then a low strip. `piles` are the cards,
    equal ones in one item; there is at least one.
    """

    def rank(strip: HandStrip) -> tuple[int, int]:
        odd = [
            item
            for item in piles
            if not title.is_plain(_name(item, lang), _name_room(item, strip.wide))
        ]
        return len(odd), strip.height

    return sorted((_in_columns(piles, lang, w, n) for n in HAND.get("columns")), key=rank)


def _in_columns(piles: Sequence[Item], lang: str, w: int, columns: int) -> HandStrip:
    lines = tuple(tuple(piles[at : at + columns]) for at in range(0, len(piles), columns))
    wide = (w - LABEL - 2 * PAD - (columns - 1) * GAP) // columns
    heights = tuple(
        max(SINGLE, *(_least_height(item, lang, wide) for item in line)) for line in lines
    )
    return HandStrip(lines, wide, heights)


def shortened(strip: HandStrip) -> HandStrip:
    """Return the strip without its last line, and with room in the last for how many cards lack."""
    *lines, (*kept, left_out), dropped = strip.lines
    more = strip.more + sum(len(item.codes) for item in (left_out, *dropped))
    return HandStrip((*lines, tuple(kept)), strip.wide, strip.heights[:-1], more)


def draw(canvas: Canvas, theme: Theme, strip: HandStrip, frame: Rect, lang: str) -> None:
    """Draw the strip at the top of `frame`, with a label like those of the rows."""
    box = Rect(frame.x, frame.y, frame.w, strip.height)
    _draw_ground(canvas, theme, box, lang)
    y = box.y + PAD
    for line, height in zip(strip.lines, strip.heights, strict=True):
        for k, item in enumerate(line):
            x = box.x + LABEL + PAD + k * (strip.wide + GAP)
            _draw_card(canvas, item, Rect(x, y, strip.wide, height), lang)
        y += height + GAP
    if strip.more:
        x = box.x + LABEL + PAD + len(strip.lines[-1]) * (strip.wide + GAP)
        middle = y - GAP - strip.heights[-1] / 2
        style = writing.Style(HEAVY, MORE_PX, theme.ink)
        width = round(writing.width(f"+{strip.more}", HEAVY, MORE_PX)) + 32
        pill = Rect(x, round(middle - MORE_PX / 2) - 3, width, MORE_PX + 6)
        paper = widgets.pill(pill.w, pill.h, INK)
        canvas.sheet.paste(paper, (pill.x, pill.y), paper)
        canvas.digits((x + width / 2, middle), f"+{strip.more}", style, "m", kind="more")


def _draw_ground(canvas: Canvas, theme: Theme, box: Rect, lang: str) -> None:
    """Draw paper with a dark label at the left: the sign of a hand, and the word if it fits."""
    word = i18n.say_for_game(face.GAME, lang, "imp.held")
    body = Image.new("RGB", (box.w, box.h), mix(theme.paper, theme.table, 0.25))
    pen = ImageDraw.Draw(body)
    pen.rectangle((0, 0, LABEL, box.h), fill=dark(theme.table, 0.1))
    middle = LABEL / 2
    sign = icon("card-random", SIGN, CREAM)
    is_named = writing.width(word, HEAVY, TEXT) + SIGN + 22 <= box.h
    x = round(middle - SIGN / 2)
    body.paste(sign, (x, box.h - SIGN - 8 if is_named else (box.h - SIGN) // 2), sign)
    if is_named:
        rows.draw_vertical_text(body, word, (middle, (box.h - SIGN - 8) / 2), TEXT)
    rim = Image.new("RGB", body.size, dark(theme.table, 0.6))
    rim.paste(body, mask=rounded(box.w, box.h, rows.RADIUS, 3))
    canvas.sheet.paste(rim, (box.x, box.y), rounded(box.w, box.h, rows.RADIUS))
    canvas.record_region("panel", box, "hand")


def _name(item: Item, lang: str) -> str:
    """Return the name of a card, with the number of its copies if there are several."""
    return title.of_card(item.code, lang, len(item.codes))


def _name_room(item: Item, width: int) -> int:
    """Return the width of a name beside the price, on a card `width` pixels wide."""
    price = face.pill_width(item.code, CHIP, item.pay)
    return int(width - 2 * FRAME - price - 2 * NAME_MARGIN_PX)


def _least_height(item: Item, lang: str, width: int) -> int:
    return title.height(_name(item, lang), _name_room(item, width), SINGLE)


@cached
def _ground(w: int, h: int, deck: str, kind: str) -> Sheet:
    """Return a card without name and price: its deck's frame around the color of its kind."""
    body = sheets.ground(w, h, deck, FRAME, RADIUS).copy()
    inner = Image.new("RGB", (w - 2 * FRAME, h - 2 * FRAME), mix(KINDS[kind], sheets.PAPER, 0.72))
    sheets.lay_rounded(body, inner, FRAME, FRAME, RADIUS - FRAME)
    return body


def _draw_card(canvas: Canvas, item: Item, frame: Rect, lang: str) -> None:
    """Draw a card: name at the left, at the right its price with a tick or what is missing."""
    card = CARDS[item.code]
    sheets.lay_card(
        canvas, _ground(frame.w, frame.h, card.deck, card.kind), frame.x, frame.y, RADIUS
    )
    for code in item.codes:
        canvas.record_region("held", frame, code)
        canvas.record_spot(code, frame)
    room = _name_room(item, frame.w)
    name = Rect(frame.x + FRAME + NAME_MARGIN_PX, frame.y, room, frame.h)
    title.lay(canvas, _name(item, lang), name, INK, "l")
    price = face.pill_width(item.code, CHIP, item.pay)
    left = frame.right - FRAME - 2 - price
    face.lay_pill(canvas, left, frame.centre[1] - (CHIP + 12) / 2, item.code, CHIP, item.pay)
