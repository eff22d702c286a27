"""Chips of goods, colored squares, and rows of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from render.base import sprite_atlas
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Mask, Sprite, flat, layer, rounded, scaled, tinted
from render.base.theme import CREAM, DARK, HEAVY, INK, RGB, SMALL_SHADOW, dark, pale
from render.imperial_settlers.pieces.style import (
    ASSETS,
    COLORS,
    CRESTS,
    FRAMES,
    GLYPHS,
    GOODS,
    KIND_ICONS,
    KINDS,
    icon,
    silhouette,
)
from render.imperial_settlers.pieces.symbols import Row, Sign
from render.parts import widgets

CHIP_SUPERSAMPLE = 3
COIN = 180  # pixels of the chip that all sizes are scaled from
SIGN_INK: RGB = (82, 54, 38)
FOE: RGB = (150, 40, 36)
GAP = 0.13  # between the signs of a row, in chip widths
APART = 0.18  # more before a number that follows a good
NUMBER = 0.74  # size of a digit beside a chip, in chip widths
TAG: RGB = (255, 250, 238)  # paper of a count
SHADOW_MARGIN_PX = 3  # pixels around a chip for its shadow
# A point is a laurel without a disc: beside gold, two yellow discs look the same on a phone.
BARE = frozenset({"vp"})
BARE_GLYPH, BARE_EDGE_PX = 0.9, 13  # width of that glyph in chips; its dark edge in a large chip


def _disc(side: int, inset: float) -> Mask:
    out = Image.new("L", (side, side))
    ImageDraw.Draw(out).ellipse((inset, inset, side - 1 - inset, side - 1 - inset), fill=255)
    return out


@cached
def chip(good: str, size: int) -> Sprite:
    """Return a good as a round chip of `size` pixels plus its shadow.

    Raises KeyError for an unknown good.
    """
    return _with_shadow(_coin(good).resize((size, size), Image.Resampling.LANCZOS, reducing_gap=2))


@cached
def _coin(good: str) -> Sprite:
    """Return a large chip without its shadow."""
    return sprite_atlas.find(ASSETS, coin_name(good)) or draw_chip(good)


def coin_name(good: str) -> str:
    """Return the name of a good's large chip in the sprite atlas."""
    return f"coin-{good}"


def draw_chip(good: str) -> Sprite:
    """Draw the large chip of a good without its shadow.

    `tools/art` stores these chips in the sprite atlas; other chips are drawn on demand.
    """
    colour, name = GOODS[good]
    w = COIN
    body = Image.new("RGBA", (w, w))
    if good in BARE:
        glyph = _glyph(name, round(w * BARE_GLYPH))
        edge = glyph.filter(ImageFilter.MaxFilter(BARE_EDGE_PX)).filter(ImageFilter.GaussianBlur(2))
        layer(body, dark(colour, 0.68), edge)
        layer(body, pale(colour, 0.22), glyph)
        return body
    layer(body, dark(colour, 0.72), _disc(w, 0))
    ramp = Image.linear_gradient("L").resize((w, w))
    face = Image.composite(
        flat(w, w, dark(colour, 0.2)), flat(w, w, pale(colour, 0.24)), ramp
    ).convert("RGBA")
    face.putalpha(_disc(w, max(2.0, w * 0.045)))
    body.alpha_composite(face)
    ring = _disc(w, w * 0.095)
    ring.paste(0, mask=_disc(w, w * 0.125))
    layer(body, pale(colour, 0.55), scaled(ring, 0.7))
    glyph = _glyph(name, round(w * 0.62))
    layer(body, dark(colour, 0.75), scaled(_shifted(glyph, 0, round(w * 0.03)), 0.6))
    layer(body, GLYPHS.get(good, CREAM), glyph)
    return body


def _glyph(name: str, side: int) -> Mask:
    """Return an icon `side` pixels wide in the middle of a large chip."""
    out = Image.new("L", (COIN, COIN))
    out.paste(silhouette(name, side), ((COIN - side) // 2, (COIN - side) // 2))
    return out


def _shifted(mask: Mask, dx: int, dy: int) -> Mask:
    out = Image.new("L", mask.size)
    out.paste(mask, (dx, dy))
    return out


def _with_shadow(body: Sprite) -> Sprite:
    """Return a sprite over its soft shadow."""
    out = Image.new("RGBA", (body.width + 2 * SHADOW_MARGIN_PX, body.height + 2 * SHADOW_MARGIN_PX))
    shadow = Image.new("L", out.size)
    shadow.paste(body.getchannel("A"), (SHADOW_MARGIN_PX, SHADOW_MARGIN_PX + 2))
    out.alpha_composite(
        tinted(scaled(shadow.filter(ImageFilter.GaussianBlur(1.6)), 0.5), SMALL_SHADOW)
    )
    out.alpha_composite(body, (SHADOW_MARGIN_PX, SHADOW_MARGIN_PX))
    return out


@cached
def square(colour: RGB, name: str, size: int) -> Sprite:
    """Return a square with the icon `name`, for a card color, a kind or a faction."""
    out = widgets.plate(
        size, size, widgets.corner(size), colour, dark(colour, 0.6), max(2, size // 18)
    ).copy()
    side = round(size * 0.66)
    out.alpha_composite(icon(name, side, CREAM), ((size - side) // 2, (size - side) // 2))
    return _with_shadow(out)


@cached
def tag(colour: RGB, name: str, h: int, room: int) -> Sprite:
    """Return a label for a count, `h` pixels high: a colored end with the icon `name`, and paper.

    The paper, `room` pixels wide, is for the number. Unlike a square beside a number, a label
    cannot be taken for a good, and its number belongs to no other sign.
    """
    rim, radius = max(2, h // 16), h // 5
    out = widgets.plate(h + room, h, radius, colour, dark(colour, 0.6), rim).copy()
    paper = tinted(rounded(room + radius, h, radius, rim).crop((radius, 0, room + radius, h)), TAG)
    out.paste(paper, (h, 0), paper)
    side = round(h * 0.7)
    out.alpha_composite(icon(name, side, CREAM), ((h - side) // 2 + 1, (h - side) // 2))
    return _with_shadow(out)


def color_square(color: str, size: int) -> Sprite:
    """Return the square of a card color; its icon names the color for the color-blind."""
    return square(*COLORS[color], size)


@cached
def ink_icon(name: str, size: int, kind: str = "own") -> Sprite:
    """Return an icon in ink, `size` pixels wide.

    `kind` is `own`, `foe` (in a red ring), `lost` (in a red ring, crossed out) or `gone` (crossed
    out).
    """
    is_enemy, is_crossed = kind in ("foe", "lost"), kind in ("lost", "gone")
    w = size * CHIP_SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    line_width = max(CHIP_SUPERSAMPLE, round(w * 0.06))
    if is_enemy:
        pen.ellipse((0, 0, w - 1, w - 1), fill=(255, 246, 230), outline=FOE, width=line_width)
    side = round(w * (0.66 if is_enemy else 0.86))
    glyph_at = (w - side) // 2
    body = Image.new("L", (w, w))
    body.paste(silhouette(name, side), (glyph_at, glyph_at))
    layer(out, FOE if is_enemy else SIGN_INK, body)
    if is_crossed:
        margin = w * 0.16
        pen = ImageDraw.Draw(out)
        pen.line(
            (margin, margin, w - margin, w - margin), fill=(255, 246, 230), width=line_width * 3
        )
        pen.line((margin, margin, w - margin, w - margin), fill=FOE, width=round(line_width * 1.5))
    return out.resize((size, size), Image.Resampling.BOX)


@cached
def arrow(size: int, colour: RGB = SIGN_INK) -> Sprite:
    """Return an arrow to the right, `size` pixels long, between a price and its gain."""
    w, h = size * CHIP_SUPERSAMPLE, round(size * 0.86) * CHIP_SUPERSAMPLE
    out = Image.new("L", (w, h))
    points = [
        (0.02, 0.38),
        (0.52, 0.38),
        (0.52, 0.12),
        (0.98, 0.5),
        (0.52, 0.88),
        (0.52, 0.62),
        (0.02, 0.62),
    ]
    ImageDraw.Draw(out).polygon([(x * w, y * h) for x, y in points], fill=255)
    return tinted(out.resize((size, h // CHIP_SUPERSAMPLE), Image.Resampling.BOX), colour)


def sprite(sign: Sign, size: int) -> Sprite | None:
    """Return a sign as a sprite, or None for words and strokes, which are drawn directly."""
    match sign.kind:
        case "good":
            return chip(sign.name, size)
        case "color":
            return color_square(sign.name, round(size * 0.92))
        case "kind":
            return square(KINDS[sign.name], KIND_ICONS[sign.name], round(size * 0.92))
        case "crest":
            return square(FRAMES[sign.name], CRESTS[sign.name], round(size * 0.92))
        case "own" | "foe" | "lost" | "gone":
            return ink_icon(sign.name, size, sign.kind)
        case "arrow":
            return arrow(round(size * 0.62))
        case "built":
            return ink_icon("hammer-drop", round(size * 0.86))
    return None


def _sign_width(sign: Sign, size: int) -> float:
    match sign.kind:
        case "text":
            return writing.width(sign.name, HEAVY, figure(size))
        case "most":
            return size * 0.36 + writing.width(sign.name, HEAVY, figure(size))
        case "rule" | "or":
            return size * 0.2
        case "color" | "kind" | "crest":
            return size * 0.92
        case "arrow":
            return size * 0.62
        case "built":
            return size * 0.86
    return size


def figure(size: int) -> int:
    """Return the height of digits beside chips of `size` pixels.

    The minimum is what can be read on a phone.
    """
    return max(34, round(size * NUMBER))


def row_width(row: Row, size: int) -> float:
    """Return the width in pixels of a row with chips of `size` pixels."""
    gaps = sum(_gap(before, after, size) for before, after in pairwise(row))
    return sum(_sign_width(sign, size) for sign in row) + gaps


def _gap(before: Sign, after: Sign, size: int) -> float:
    """Return the gap between two signs; a number keeps away from the good before it."""
    is_number = after.kind == "text" and after.name[:1].isdigit()
    is_apart = is_number and before.kind in ("good", "color", "own")
    return size * (GAP + APART * is_apart)


def fit(rows: Sequence[Row], size: int, room: float, least: int) -> int:
    """Return the largest chip size from `size` down to `least` at which all rows fit `room`."""
    while size > least and any(row_width(row, size) > room for row in rows):
        size -= 1
    return size


def draw_row(
    canvas: Canvas, row: Row, centre: tuple[float, float], size: int, about: str = ""
) -> Rect:
    """Draw a row of signs around `centre`, `size` pixels high; return its rectangle.

    The rectangle is also recorded as a region about `about`.
    """
    width = row_width(row, size)
    x, y = centre[0] - width / 2, centre[1]
    box = Rect(round(x), round(y - size / 2), round(width), size)
    for k, sign in enumerate(row):
        step = _sign_width(sign, size)
        x += _gap(row[k - 1], sign, size) if k else 0
        picture = sprite(sign, size)
        if picture is not None:
            canvas.paste_centred(picture, (x + step / 2, y))
        elif sign.kind in ("text", "most"):
            left = x + (_at_most(canvas, x, y, size) if sign.kind == "most" else 0)
            writing.write(
                canvas.pen,
                (left, y + figure(size) * writing.DIGIT_DROP),
                sign.name,
                writing.Style(HEAVY, figure(size), INK),
            )
        elif sign.kind == "or":
            canvas.pen.line(
                (x + step * 0.95, y - size * 0.36, x + step * 0.05, y + size * 0.36),
                fill=SIGN_INK,
                width=max(2, size // 14),
            )
        else:
            canvas.pen.line(
                (x + step / 2, y - size * 0.42, x + step / 2, y + size * 0.42),
                fill=(*DARK, 120),
                width=3,
            )
        x += step
    canvas.record_region("row", box, about)
    return box


def _at_most(canvas: Canvas, x: float, y: float, size: int) -> float:
    """Draw the sign for "at most", which the fonts lack, at `x`, `y`; return its width."""
    width, tall, thick = size * 0.28, size * 0.15, max(2, size // 13)
    canvas.pen.line(
        [(x + width, y - 2 * tall), (x, y - tall * 0.7), (x + width, y + tall * 0.6)],
        fill=INK,
        width=thick,
    )
    canvas.pen.line((x, y + tall * 1.6, x + width, y + tall * 1.6), fill=INK, width=thick)
    return size * 0.36
