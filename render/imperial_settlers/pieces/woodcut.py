"""Woodcut on a card: landscape, flat sign, color spine, crest of the faction."""

from __future__ import annotations

from PIL import Image, ImageDraw

from games.imperial_settlers.model.catalog import Card
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, Sprite
from render.base.theme import CREAM, dark
from render.imperial_settlers.pieces.sheets import band
from render.imperial_settlers.pieces.style import ASSETS, COLORS, CRESTS, FRAMES, LINES, icon

LAND = (880, 500)  # pixels of a stored landscape
SIGN = 296 / 240  # a stored sign with its glow, relative to its body
Room = tuple[float, int]  # occupied width and height
MIN_SIGN_PX = 4  # smaller signs are left out
PLAIN = (150, 138, 120)  # spine of a card without colors


@cached
def sign(card: str, size: int) -> Sprite:
    """Return a card's sign; its glow exceeds `size` by a ninth on every side."""
    side = round(size * SIGN)
    stored_pair = _stored(f"{card}-sign", side, 2 * side)
    width, height = stored_pair.width, stored_pair.height // 2
    out = stored_pair.crop((0, 0, width, height)).resize(
        (side, side), Image.Resampling.BILINEAR, reducing_gap=2
    )
    mask = stored_pair.crop((0, height, width, 2 * height)).getchannel("G")
    out.putalpha(mask.resize((side, side), Image.Resampling.BILINEAR, reducing_gap=2))
    return out


def _stored(name: str, w: int, h: int) -> Sheet:
    """Load a stored picture, decoded no larger than needed for `w` x `h` pixels."""
    with Image.open(ASSETS / "cards" / f"{name}.jpg") as stored:
        stored.draft("RGB", (w, h))
        stored.load()
        return stored


def landscape(card: str, w: int, h: int) -> Sheet:
    """Return a card's landscape, `w` x `h` pixels, cropped more above than below."""
    scale = max(w / LAND[0], h / LAND[1])
    full = _stored(card, round(LAND[0] * scale), round(LAND[1] * scale))
    scale = max(w / full.width, h / full.height)
    width, height = w / scale, h / scale
    left = max(0.0, (full.width - width) / 2)
    top = max(0.0, (full.height - height) * 0.62)
    return full.resize(
        (w, h),
        Image.Resampling.BILINEAR,
        box=(left, top, left + width, top + height),
        reducing_gap=2,
    )


@cached
def crest(deck: str, size: int) -> Sprite:
    """Return the crest of a faction in a disc of its color."""
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


def _draw_spine(canvas: Canvas, card: Card, box: Rect) -> None:
    """Draw a card's colors in `box` from top to bottom, each with its icon."""
    n = max(1, len(card.colors))
    for k in range(n):
        top = box.y + round(box.h * k / n)
        bottom = box.y + round(box.h * (k + 1) / n)
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
    """Draw landscape, sign and spine in a box; return the place right of the spine.

    `spine` is the width of the color spine, `seal` the size of a faction card's crest (0: none).
    `cost` is the (width, height) at the upper left that the cost takes.
    """
    art_box = Rect(box.x + spine, box.y, box.w - spine, box.h)
    canvas.sheet.paste(landscape(card.id, art_box.w, art_box.h), (art_box.x, art_box.y))
    side, (x, y) = _sign_place(art_box, cost)
    if side >= MIN_SIGN_PX:
        body = sign(card.id, side)
        at = round(x - body.width / 2), round(y - body.height / 2)
        visible = body.crop(
            (
                max(0, art_box.x - at[0]),
                max(0, box.y - at[1]),
                min(body.width, box.right - at[0]),
                min(body.height, box.bottom - at[1]),
            )
        )
        canvas.sheet.paste(visible, (max(at[0], art_box.x), max(at[1], box.y)), visible)
    if seal and not card.common and art_box.h - cost[1] >= seal + 6:
        canvas.paste_centred(
            crest(card.deck, seal), (art_box.x + seal / 2 + 6, art_box.bottom - seal / 2 - 5)
        )
    _draw_spine(canvas, card, Rect(box.x, box.y, spine, box.h))
    canvas.record_region("art", art_box, card.id)
    return art_box


def _sign_place(art_box: Rect, cost: Room) -> tuple[int, tuple[float, float]]:
    """Return size and center of the sign in `art_box`, as large as fits.

    `cost` is the (width, height) that the cost takes at the upper left; the sign stands beside or
    below it. A width of 0 means no cost.
    """
    max_size = min(art_box.h * 0.92, art_box.w * 0.78)
    if not cost[0]:
        return round(max_size), (art_box.x + art_box.w / 2, art_box.y + art_box.h * 0.5)
    size_beside = min(max_size, (art_box.w - cost[0]) * 0.98)
    size_below = min(max_size, (art_box.h - cost[1]) * 1.02)
    if size_beside >= size_below:
        return round(size_beside), (
            art_box.right - size_beside * 0.53,
            art_box.y + art_box.h * 0.52,
        )
    return round(size_below), (art_box.x + art_box.w * 0.54, art_box.bottom - size_below * 0.5 - 3)
