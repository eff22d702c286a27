"""Parts around an Empire's Locations: goods, Deals, Foundations, hand and decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PIL import ImageDraw

from games.core.views.scene import Mark
from games.imperial_settlers.model.catalog import CARDS, SUPPLY
from games.imperial_settlers.views.view import DealView, EmpireView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo, PaddedSprite
from render.base.layout import Layout, Rect
from render.base.texture import Sprite, layer, paper, rounded, tinted
from render.base.theme import BLACK, CORNERS, HEAVY, RGB, SERIF, SHADOWS, Theme, dark, mix, pale
from render.imperial_settlers.pieces.badges import DEAL, dashes
from render.imperial_settlers.pieces.chips import chip
from render.imperial_settlers.pieces.style import FRAMES, LINES, icon
from render.parts import markers, panels, widgets

BRICK: RGB = (143, 134, 118)
TWO_ROWS_FROM_PX = 64  # height from which the sums of Deals have two rows
LEAST_NUMBER_PX = 34
SIGN_SHARE = 0.56  # of a sum's width; the rest is its number
ORDER = ("wood", "stone", "food", "worker", "gold", "raze", "defense")


@cached
def glow(w: int, h: int, radius: int = CORNERS["panel"]) -> Halo:
    """Return the halo around a changed area of `w` x `h` pixels with a corner radius."""
    return markers.halo_around(w, h, radius, share=1.0)


def draw_halo(
    canvas: Canvas, theme: Theme, frame: Rect, spot: str, radius: int = CORNERS["panel"]
) -> None:
    """Draw the halo around a frame, recorded as a region about `spot`.

    Call this function before the content of the frame is drawn.
    """
    canvas.glow(glow(frame.w, frame.h, radius), frame.x, frame.y, theme.halo)
    canvas.record_region("halo", frame, spot)


def draw_letters(
    canvas: Canvas, theme: Theme, marks: Sequence[Mark], spots: dict[str, Rect], layout: Layout
) -> None:
    """Draw the marks' letters near the upper left corners of their places.

    `layout` has their size and offset.
    """
    size, (x, y) = layout.int("marker"), layout.get("marker_at")
    for mark in marks:
        if mark.spot in spots:
            at = spots[mark.spot].x + x, spots[mark.spot].y + y
            canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), at)
            canvas.record_region(
                "marker",
                Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size),
                mark.spot,
            )


def previewed_goods(ghost: Sequence[str], seat: int) -> dict[str, int]:
    """Return the new numbers of a seat's goods that the previewed decision changes.

    They are read from an item of `ghost` such as `supply0=wood.1-gold.0`.
    """
    prefix = f"supply{seat}="
    changes = next((name.removeprefix(prefix) for name in ghost if name.startswith(prefix)), "")
    return {
        good: int(n) for good, n in (change.split(".") for change in changes.split("-") if change)
    }


def draw_supply(
    canvas: Canvas,
    theme: Theme,
    goods: dict[str, int],
    frame: Rect,
    size: int,
    number: int,
    new: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Draw each of `goods` with its number, evenly spaced in `frame`; zeros are faint.

    `size` is that of the chips and `number` that of the digits, in pixels. Numbers in `new` replace
    those of `goods` and are highlighted: fewer in red, more in olive.
    """
    step = frame.w / len(SUPPLY)
    for k, good in enumerate(ORDER):
        width = size + 4 + writing.width(str(new.get(good, goods.get(good, 0))), HEAVY, number)
        x = frame.x + k * step + max(0.0, (step - width) / 2)
        draw_good(canvas, theme, good, goods, (x, frame.centre[1]), size, number, new)


def draw_good(
    canvas: Canvas,
    theme: Theme,
    good: str,
    goods: Mapping[str, int],
    at: tuple[float, float],
    size: int,
    number: int,
    new: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Draw a good with its number, from the point `at` on the middle line to the right.

    The other parameters are as in `draw_supply`.
    """
    before = goods.get(good, 0)
    amount = new.get(good, before)
    text, (x, middle) = str(amount), at
    width = size + 4 + writing.width(text, HEAVY, number)
    if amount < before:
        tone = theme.madder
    elif amount > before:
        tone = dark(theme.olive, 0.2)
    else:
        tone = theme.ink if amount else panels.muted(theme)
    if amount != before:
        highlight = Rect(round(x) - 8, round(middle - size / 2) - 4, round(width) + 16, size + 8)
        widgets.draw_plate(canvas, highlight, "field", pale(theme.paper, 0.5), tone, 4)
        canvas.record_region("changed", highlight, good)
    body = chip(good, size) if amount else _faint(good, size)
    canvas.paste_centred(body, (x + size / 2, middle))
    canvas.text(
        (x + size + 4, middle + number * writing.DIGIT_DROP),
        text,
        writing.Style(HEAVY, number, tone),
        kind="number",
    )
    canvas.record_region("good", Rect(round(x), round(middle - size / 2), round(width), size), good)


@cached
def _faint(good: str, size: int) -> Sprite:
    return faint(chip(good, size))


def faint(body: Sprite) -> Sprite:
    """Return a faint copy of a sprite, for a number of zero."""
    out = body.copy()
    out.putalpha(out.getchannel("A").point([v * 45 // 100 for v in range(256)]))
    return out


@cached
def deal(frame: str, good: str, side: int, route: bool) -> PaddedSprite:
    """Return the card of a Deal, `side` pixels wide and high, with its good.

    `frame` is the faction whose color the card has ("": a common color, see `frame_of`). With
    `route`, a small sign marks a Trade Route.
    """
    colour = FRAMES.get(frame, DEAL)
    radius = widgets.corner(side)
    out = widgets.plate(side, side, radius, colour, dark(colour, 0.6)).copy()
    for inset, tone in (
        (round(side * 0.08), LINES.get(frame, pale(colour, 0.5))),
        (round(side * 0.08) + 2, pale(mix(colour, DEAL, 0.4), 0.72)),
    ):
        layer(out, tone, rounded(side, side, radius, inset))
    coin = chip(good, round(side * 0.66))
    at = (side - coin.width) // 2
    out.paste(coin, (at, at), coin)
    if route:
        sign = round(side * 0.4)
        out.alpha_composite(
            icon("trail", sign, dark(DEAL, 0.4), pale(DEAL, 0.9), 2),
            (side - sign - 2, side - sign - 2),
        )
    return markers.shadowed(out, *SHADOWS["tile"])


def frame_of(one: DealView) -> str:
    """Return the faction whose frame a Deal's card has.

    It is "" for a Trade Route and for a taken Attack card, which are no cards of a faction.
    """
    return CARDS[one.card].deck if one.card in CARDS else ""


@cached
def back(side: int) -> PaddedSprite:
    """Return a Foundation: the gray brick back of a card."""
    w, h = round(side * 0.9), side
    out = paper(w, h, 7, BRICK, 0.22, 0.1).convert("RGBA")
    pen = ImageDraw.Draw(out)
    height = h / 4
    for row in range(4):
        y, half = row * height, (w / 4 if row % 2 else 0)
        for x in (half - w / 2, half, half + w / 2):
            box = (x + 2, y + 2, x + w / 2 - 2, y + height - 2)
            pen.rounded_rectangle(
                box, 3, fill=mix(BRICK, (255, 255, 255), 0.2), outline=dark(BRICK, 0.45), width=2
            )
    rim = tinted(rounded(w, h, CORNERS["cell"]), dark(BRICK, 0.65))
    rim.paste(out, (0, 0), rounded(w, h, CORNERS["cell"], 3))
    return markers.shadowed(rim, *SHADOWS["tile"])


def pitch_of(n: int, side: float, room: float, gap: float) -> float:
    """Return the distance between the left ends of `n` items, `side` pixels wide.

    They are `gap` pixels apart, or overlap if `room` is too small.
    """
    return side + gap if n < 2 else min(side + gap, (room - side) / (n - 1))


def would_overlap(n: int, side: int, room: int) -> bool:
    """Return whether `n` Deals, `side` pixels wide, would overlap in a row of `room` pixels."""
    return pitch_of(n, side, room, side * 0.1) < side


def lay_deals(
    canvas: Canvas,
    theme: Theme,
    empire: EmpireView,
    frame: Rect,
    side: int,
    ghost: str = "",
) -> dict[str, Rect]:
    """Draw an Empire's Deals; return the place of each spot.

    `side` is the maximum size of a Deal. Many Deals are drawn smaller in one row, or in two rows if
    they are larger that way. `ghost` is a card that the previewed decision makes a Deal.
    """
    n = len(empire.deals) + bool(ghost)
    one_row_side = round(frame.w / max(1.0, 1.1 * n - 0.1))
    two_row_side = (frame.h - 20) // 2
    two_rows = would_overlap(n, side, frame.w) and one_row_side < two_row_side
    per_row = -(-n // 2) if two_rows else n
    side = (
        min(two_row_side, round(frame.w / (1.06 * per_row - 0.06)))
        if two_rows
        else min(side, one_row_side)
    )
    pitch = pitch_of(per_row, side, frame.w, side * 0.1)
    top = round(frame.centre[1] - (side + 3 if two_rows else side / 2))
    places = [
        Rect(round(frame.x + i % per_row * pitch), top + i // per_row * (side + 6), side, side)
        for i in range(n)
    ]
    found: dict[str, Rect] = {}
    for i, deal_view in enumerate(empire.deals):
        _lay_deal(canvas, deal_view, places[i])
        found[f"deal{empire.seat}_d{i}"] = places[i]
    if ghost:
        _lay_ghost(canvas, theme, ghost, places[-1])
    return found


def lay_deal_sums(canvas: Canvas, theme: Theme, empire: EmpireView, frame: Rect) -> None:
    """Draw one Deal of each good with the number of such Deals, in one row or two."""
    counts = Counter(deal_view.good for deal_view in empire.deals)
    shown = {deal_view.good: deal_view for deal_view in reversed(empire.deals)}
    rows = 2 if frame.h >= TWO_ROWS_FROM_PX else 1
    per_row = max(1, -(-len(counts) // rows))
    pitch = frame.w / per_row
    side = min(frame.h // rows - 8, round(pitch * SIGN_SHARE))
    style = writing.Style(HEAVY, max(LEAST_NUMBER_PX, side), theme.ink)
    for i, (good, n) in enumerate(counts.items()):
        x = round(frame.x + i % per_row * pitch)
        y = frame.y + round((i // per_row + 0.5) * frame.h / rows - side / 2)
        _lay_deal(canvas, shown[good], Rect(x, y, side, side))
        canvas.digits((x + side + 3, y + side / 2), str(n), style, kind="deals")


def _lay_deal(canvas: Canvas, deal_view: DealView, box: Rect) -> None:
    canvas.paste_padded(
        deal(frame_of(deal_view), deal_view.good, box.w, bool(deal_view.target)), box.x, box.y
    )
    canvas.record_region("deal", box, deal_view.good)


def _lay_ghost(canvas: Canvas, theme: Theme, card: str, box: Rect) -> None:
    pad = deal(CARDS[card].deck, CARDS[card].deal, box.w, route=False).pad
    canvas.paste_padded(_ghostly(CARDS[card].deck, CARDS[card].deal, box.w, pad), box.x, box.y)
    canvas.paste_centred(dashes(box.w, box.h, box.w // 7, theme.saffron), box.centre)
    canvas.record_region("ghost", box, card)


@cached
def _ghostly(frame: str, good: str, side: int, pad: int) -> PaddedSprite:
    body = deal(frame, good, side, route=False).image.copy()
    body.putalpha(body.getchannel("A").point([v * 66 // 100 for v in range(256)]))
    return PaddedSprite(body, pad)


def lay_backs(canvas: Canvas, cards: Sequence[str], frame: Rect, side: int) -> dict[str, Rect]:
    """Draw the Foundations `cards` as card backs, the newest on top.

    `cards` has "" for a card that the viewer does not know. Returns the places of the others, by
    card.
    """
    places: dict[str, Rect] = {}
    width = round(side * 0.9)
    pitch = pitch_of(len(cards), width, frame.w, 10)
    for i, card in enumerate(cards):
        box = Rect(round(frame.x + i * pitch), round(frame.centre[1] - side / 2), width, side)
        canvas.paste_padded(back(side), box.x, box.y)
        canvas.record_region("foundation", box, card)
        if card:
            places[card] = box
    return places


def draw_sign_and_number(
    canvas: Canvas,
    theme: Theme,
    sign: str,
    text: str,
    at: tuple[float, float],
    size: int,
    tone: RGB,
    number: int = 0,
) -> float:
    """Draw a sign and a number that begin at the point `at`; return the x of their end.

    `number` is the size of the number (0: about that of the sign).
    """
    body = icon(sign, size, tone)
    canvas.paste_centred(body, (at[0] + size / 2, at[1]))
    digit = number or max(theme.small, round(size * 0.92))
    x = at[0] + size + 4
    x += canvas.text(
        (x, at[1] + digit * writing.DIGIT_DROP),
        text,
        writing.Style(HEAVY, digit, tone),
        kind="number",
    )
    canvas.record_region(
        "tell", Rect(round(at[0]), round(at[1] - size / 2), round(x - at[0]), size), sign
    )
    return x


def draw_points(
    canvas: Canvas, text: str, right: float, middle: float, size: int, tone: RGB, laurel: RGB
) -> float:
    """Draw points with a laurel, ending at the x `right`; return the x of the left end."""
    crown = round(size * 0.9)
    canvas.paste_centred(icon("laurel-crown", crown, laurel), (right - crown / 2, middle))
    x = right - crown - 6
    width = canvas.text(
        (x, middle + size * writing.DIGIT_DROP),
        text,
        writing.Style(BLACK, size, tone),
        "r",
        kind="points",
    )
    return x - width


def heading(canvas: Canvas, text: str, x: float, middle: float, size: int, tone: RGB) -> float:
    """Draw a word in the serif face that begins at `x`; return the x of its right end.

    `middle` is the y of its middle line.
    """
    return x + canvas.text(
        (x, middle + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, tone),
        kind="heading",
    )
