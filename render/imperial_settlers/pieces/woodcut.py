"""The picture on a card, a small woodcut: landscape, sign in relief, the spine of its colours, the crest of its faction."""

from __future__ import annotations

from PIL import Image, ImageDraw

from games.imperial_settlers.model.catalog import Card
from render.base.cache import kept
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, Sprite
from render.base.theme import CREAM, dark
from render.imperial_settlers.pieces.sheets import band
from render.imperial_settlers.pieces.style import ASSETS, COLORS, CRESTS, FRAMES, LINES, icon

LAND = (880, 500)  # the size of a stored landscape
SIGN = 296 / 240  # a stored sign is so much larger than its body, for its glow
Room = tuple[float, int]  # width and height that are taken
MIN_SIGN_PX = 4  # pixels of a sign; where the cost leaves less room there is none
PLAIN = (150, 138, 120)  # the spine of a card without colours


@kept
def sign(card: str, size: int) -> Sprite:
    """A card's sign in relief; `size` is that of its body, which its glow exceeds by a ninth on every side."""
    side = round(size * SIGN)
    both = _stored(f"{card}-sign", side, 2 * side)
    wide, high = both.width, both.height // 2
    out = both.crop((0, 0, wide, high)).resize(
        (side, side), Image.Resampling.BILINEAR, reducing_gap=2
    )
    mask = both.crop((0, high, wide, 2 * high)).getchannel("G")
    out.putalpha(mask.resize((side, side), Image.Resampling.BILINEAR, reducing_gap=2))
    return out


def _stored(name: str, w: int, h: int) -> Sheet:
    """A stored picture, decoded no larger than it has to be for `w` x `h` pixels."""
    with Image.open(ASSETS / "cards" / f"{name}.jpg") as stored:
        stored.draft("RGB", (w, h))
        stored.load()
        return stored


def landscape(card: str, w: int, h: int) -> Sheet:
    """A card's landscape, filling a box: its lower part where the box is flat."""
    scale = max(w / LAND[0], h / LAND[1])
    full = _stored(card, round(LAND[0] * scale), round(LAND[1] * scale))
    scale = max(w / full.width, h / full.height)
    wide, high = w / scale, h / scale
    left, top = max(0.0, (full.width - wide) / 2), max(0.0, (full.height - high) * 0.62)
    return full.resize(
        (w, h), Image.Resampling.BILINEAR, box=(left, top, left + wide, top + high), reducing_gap=2
    )


@kept
def crest(deck: str, size: int) -> Sprite:
    """The crest of a faction in a disc of its colour."""
    k = 3
    out = Image.new("RGBA", (size * k, size * k))
    pen = ImageDraw.Draw(out)
    pen.ellipse(
        (0, 0, size * k - 1, size * k - 1), fill=FRAMES[deck], outline=LINES[deck], width=2 * k
    )
    side = round(size * k * 0.7)
    out.alpha_composite(
        icon(CRESTS[deck], side, CREAM), ((size * k - side) // 2, (size * k - side) // 2)
    )
    return out.resize((size, size), Image.Resampling.BOX)


def _spine(canvas: Canvas, card: Card, box: Rect) -> None:
    """The colours from top to bottom, each with its icon."""
    n = max(1, len(card.colors))
    for k in range(n):
        top, bottom = box.y + round(box.h * k / n), box.y + round(box.h * (k + 1) / n)
        colour, name = COLORS[card.colors[k]] if card.colors else (PLAIN, "")
        canvas.sheet.paste(band(box.w, bottom - top, colour, -0.06, 0.16), (box.x, top))
        canvas.pen.line((box.x, top, box.right - 1, top), fill=dark(colour, 0.5), width=2)
        if name:
            side = min(round(box.w * 0.74), round((bottom - top) * 0.74))
            canvas.paste_centred(
                icon(name, side, CREAM, dark(colour, 0.5), 1),
                (box.x + box.w / 2, (top + bottom) / 2),
            )
    canvas.pen.line(
        (box.right, box.y, box.right, box.bottom - 1), fill=dark(FRAMES[card.deck], 0.5), width=3
    )


def draw(
    canvas: Canvas, card: Card, box: Rect, spine: int, seal: int = 0, cost: Room = (0.0, 0)
) -> Rect:
    """Landscape, sign and spine in a box; returns the part right of the spine.

    `spine` is the width of the colours, `seal` the size of the crest of a faction card (0: none), `cost` how much room something
    takes at the upper left.
    """
    rest = Rect(box.x + spine, box.y, box.w - spine, box.h)
    canvas.sheet.paste(landscape(card.id, rest.w, rest.h), (rest.x, rest.y))
    side, (x, y) = _place(rest, cost)
    if side >= MIN_SIGN_PX:
        body = sign(card.id, side)
        at = round(x - body.width / 2), round(y - body.height / 2)
        part = body.crop(
            (
                max(0, rest.x - at[0]),
                max(0, box.y - at[1]),
                min(body.width, box.right - at[0]),
                min(body.height, box.bottom - at[1]),
            )
        )
        canvas.sheet.paste(part, (max(at[0], rest.x), max(at[1], box.y)), part)
    if seal and not card.common and rest.h - cost[1] >= seal + 6:
        canvas.paste_centred(
            crest(card.deck, seal), (rest.x + seal / 2 + 6, rest.bottom - seal / 2 - 5)
        )
    _spine(canvas, card, Rect(box.x, box.y, spine, box.h))
    canvas.record_region("art", rest, card.id)
    return rest


def _place(rest: Rect, cost: Room) -> tuple[int, tuple[float, float]]:
    """The size and the middle of the sign: where it can be largest beside or below the cost."""
    whole = min(rest.h * 0.92, rest.w * 0.78)
    if not cost[0]:
        return round(whole), (rest.x + rest.w / 2, rest.y + rest.h * 0.5)
    beside = min(whole, (rest.w - cost[0]) * 0.98)
    below = min(whole, (rest.h - cost[1]) * 1.02)
    if beside >= below:
        return round(beside), (rest.right - beside * 0.53, rest.y + rest.h * 0.52)
    return round(below), (rest.x + rest.w * 0.54, rest.bottom - below * 0.5 - 3)
