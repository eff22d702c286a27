"""Wooden pieces of Tadmor: camels and boats by seat, cubes, holes of action spaces."""

from __future__ import annotations

import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import sprite_atlas
from render.base import text as writing
from render.base.cache import cached
from render.base.texture import Mask, Sprite, flat, grow, layer, rounded, scaled, tinted
from render.base.theme import BLACK, RGB, SMALL_SHADOW, Theme, dark, mix, pale
from render.parts import markers
from render.tadmor.pieces.style import ASSETS, COLOURS, GOODS, silhouette

PIECE_SUPERSAMPLE = 4
OUTLINE_MARGIN = 0.2  # margin around a piece for outline and shadow, as a share of its size
Point = tuple[float, float]
HULL = [(2, 66), (14, 70), (50, 72), (86, 70), (99, 60), (88, 86), (74, 94), (24, 94), (10, 84)]
MAST = [(47, 4), (54, 4), (54, 72), (47, 72)]
JIB = [(54, 6), (66, 22), (82, 44), (86, 60), (70, 58), (54, 60), (54, 30)]
LATEEN = [(47, 14), (30, 34), (12, 52), (10, 60), (28, 58), (47, 60), (47, 34)]
BOX = Image.Resampling.BOX
SHIELDED = 50  # pixels; smaller pieces do not show the seat's shape
# low on a camel, so that the animal is seen; on the sails of a boat, so that its hull is
SHIELD_AT = {"camel": (0.44, 0.56), "boat": (0.5, 0.34)}


def _with_round_corners(points: list[Point]) -> list[Point]:
    """Return a polygon with its corners cut off twice, so that they look round."""
    for _ in range(2):
        points = [
            p
            for a, b in zip(points, points[1:] + points[:1], strict=True)
            for p in (
                (a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25),
                (a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75),
            )
        ]
    return points


def _body(kind: str, side: int, pad: int) -> Mask:
    """Return the mask of a piece, `side` pixels wide with `pad` pixels around it."""
    mask = Image.new("L", (side + 2 * pad, side + 2 * pad))
    if kind == "camel":
        mask.paste(silhouette("camel", side), (pad, pad))
        return grow(mask, side * 0.012)
    pen = ImageDraw.Draw(mask)
    for part in (
        _with_round_corners([*HULL]),
        MAST,
        _with_round_corners([*JIB]),
        _with_round_corners([*LATEEN]),
    ):
        pen.polygon([(pad + x * side / 100, pad + y * side / 100) for x, y in part], fill=255)
    return mask


def _extruded(mask: Mask, depth: int) -> Mask:
    out = mask
    for down in range(0, depth + 1, 2):
        out = ImageChops.lighter(out, ImageChops.offset(mask, 0, down))
    return out


def seat_shape_mask(
    theme: Theme, seat: int, centre: Point, r: float, size: tuple[int, int]
) -> Mask:
    """Return the mask of a seat's shape with radius `r` around `centre`, in pixels.

    `size` is the mask's (width, height).
    """
    k = 4
    mask = Image.new("L", (size[0] * k, size[1] * k))
    points = [
        (x + centre[0] * k, y + centre[1] * k)
        for x, y in markers.outline_of(theme.seats[seat].shape, 0, r * k)
    ]
    ImageDraw.Draw(mask).polygon(points, fill=255)
    return mask.resize(size, BOX)


def _draw_seat_shape(out: Sprite, theme: Theme, seat: int, at: Point, size: int) -> None:
    """Draw the seat's shape as a broad line on a piece, large enough for a phone.

    The wood shows inside the line.
    """
    look = theme.seats[seat]
    r = markers.radius_of(look.shape, max(markers.MIN_MARK_PX, size * 0.5))
    line = markers.line_of(theme, seat)
    outer = seat_shape_mask(theme, seat, at, r, out.size)
    inner = seat_shape_mask(theme, seat, at, r * 0.68, out.size)
    layer(out, mix(look.colour, line, 0.12), outer)
    layer(out, line, ImageChops.subtract(outer, inner))


@cached
def pawn(theme: Theme, seat: int, kind: str, size: int) -> Sprite:
    """Return a seat's camel or boat, from the sprite atlas if it is stored there."""
    return sprite_atlas.find(ASSETS, pawn_name(theme, seat, kind, size)) or carve(
        theme, seat, kind, size
    )


def pawn_name(theme: Theme, seat: int, kind: str, size: int) -> str:
    """Return the name of a piece in the sprite atlas."""
    return f"{kind}-{markers.atlas_name(theme, seat)}-{size}"


def carve(theme: Theme, seat: int, kind: str, size: int) -> Sprite:
    """Return a seat's camel or boat (`kind`), drawn anew, `size` pixels wide.

    The piece has an outline, a visible side, a light upper edge and a shadow, for which the sprite
    is a little larger than `size`. If it is large enough (`SHIELDED`), it shows the seat's shape.
    """
    colour = theme.seats[seat].colour
    side = size * PIECE_SUPERSAMPLE
    pad = round(size * OUTLINE_MARGIN) * PIECE_SUPERSAMPLE
    body = _body(kind, side, pad)
    depth = max(2, round(size * 0.075)) * PIECE_SUPERSAMPLE
    outline = _extruded(grow(body, max(1.3, size * 0.026) * PIECE_SUPERSAMPLE), depth)
    full = body.width // PIECE_SUPERSAMPLE
    out = Image.new("RGBA", (full, full))

    def small(mask: Mask) -> Mask:
        return mask.resize((full, full), BOX)

    shadow = ImageChops.offset(small(outline), 1, max(2, size // 20)).filter(
        ImageFilter.GaussianBlur(size * 0.05)
    )
    layer(out, SMALL_SHADOW, scaled(shadow, 0.6))
    layer(out, dark(colour, 0.74), small(outline))
    layer(out, dark(colour, 0.42), small(_extruded(body, depth)))
    ramp = Image.linear_gradient("L").resize((full, full))
    face = Image.composite(
        flat(full, full, dark(colour, 0.1)), flat(full, full, pale(colour, 0.2)), ramp
    )
    top = face.convert("RGBA")
    top.putalpha(small(body))
    out.alpha_composite(top)
    edge = small(
        ImageChops.subtract(
            body, ImageChops.offset(body, 0, round(size * 0.032 * PIECE_SUPERSAMPLE))
        )
    )
    layer(out, pale(colour, 0.6), scaled(edge, 0.65))
    if size >= SHIELDED:
        _draw_seat_shape(
            out,
            theme,
            seat,
            (
                pad / PIECE_SUPERSAMPLE + size * SHIELD_AT[kind][0],
                pad / PIECE_SUPERSAMPLE + size * SHIELD_AT[kind][1],
            ),
            size,
        )
    return out


@cached
def faint(theme: Theme, seat: int, kind: str, size: int, share: float = 0.26) -> Sprite:
    """Return a transparent piece, for a piece that is elsewhere or only planned.

    `share` is its opacity, 0 to 1.
    """
    out = pawn(theme, seat, kind, size).copy()
    out.putalpha(scaled(out.getchannel("A"), share))
    return out


@cached
def outlined(theme: Theme, seat: int, kind: str, size: int) -> Sprite:
    """Return the outline of a seat's camel or boat, for one that is elsewhere."""
    colour = theme.seats[seat].colour
    side = size * PIECE_SUPERSAMPLE
    pad = round(size * OUTLINE_MARGIN) * PIECE_SUPERSAMPLE
    body = _body(kind, side, pad)
    full = body.width // PIECE_SUPERSAMPLE
    line = grow(body, max(1.3, size * 0.026) * PIECE_SUPERSAMPLE)
    out = tinted(line.resize((full, full), BOX), dark(colour, 0.45))
    layer(out, pale(colour, 0.78), body.resize((full, full), BOX))
    return out


@cached
def cube(what: str, size: int) -> Sprite:
    """Return a resource cube, distinguished by texture as well as by color."""
    colour, scale = GOODS[what], PIECE_SUPERSAMPLE
    w, h = (size + 8) * scale, (round(size * 1.12) + 8) * scale
    half = size * scale / 2
    q, tall, mid, top = half * 0.56, half * 0.98, w / 2, 4 * scale
    a = (mid, top)
    b = (mid + half, top + q)
    d = (mid - half, top + q)
    m = (mid, top + 2 * q)
    left = (mid - half, top + q + tall)
    right = (mid + half, top + q + tall)
    foot = (mid, top + 2 * q + tall)
    outline = [a, b, right, foot, left, d]
    art = Image.new("RGBA", (w, h))
    pen = ImageDraw.Draw(art)
    pen.polygon([a, b, m, d], fill=pale(colour, 0.28))
    pen.polygon([d, m, foot, left], fill=colour)
    pen.polygon([m, b, right, foot], fill=dark(colour, 0.26))
    _draw_grain(pen, what, colour, (mid, top, half, q, tall))
    pen.line([d, m, b], fill=pale(colour, 0.55), width=scale)
    pen.line([m, foot], fill=pale(colour, 0.25), width=scale)
    pen.line([*outline, a], fill=dark(colour, 0.65), width=round(scale * 1.3), joint="curve")
    mask = Image.new("L", (w, h))
    ImageDraw.Draw(mask).polygon(outline, fill=255)
    small = mask.resize((w // scale, h // scale), BOX)
    out = tinted(
        scaled(ImageChops.offset(small, 0, 2).filter(ImageFilter.GaussianBlur(2.4)), 0.45),
        SMALL_SHADOW,
    )
    out.alpha_composite(art.resize(out.size, BOX))
    return out


def _draw_grain(
    pen: ImageDraw.ImageDraw, what: str, colour: RGB, at: tuple[float, float, float, float, float]
) -> None:
    mid, top, half, q, tall = at
    thin = PIECE_SUPERSAMPLE // 2 + 1
    if what == "wood":
        for k in (0.3, 0.55, 0.78):
            y = top + q + tall * k
            pen.line([(mid - half, y), (mid, y + q)], fill=dark(colour, 0.25), width=thin)
            pen.line([(mid, y + q), (mid + half, y)], fill=dark(colour, 0.45), width=thin)
    elif what == "marble":
        pen.line(
            [
                (mid - half * 0.8, top + q + tall * 0.3),
                (mid - half * 0.45, top + q * 1.5 + tall * 0.45),
                (mid - half * 0.2, top + q * 1.6 + tall * 0.85),
            ],
            fill=dark(colour, 0.25),
            width=thin,
        )
        pen.line(
            [(mid - half * 0.3, top + q * 0.9), (mid + half * 0.3, top + q * 1.3)],
            fill=dark(colour, 0.2),
            width=thin,
        )
    elif what == "stone":
        rng = random.Random(4)
        for _ in range(16):
            a, b = rng.random(), rng.random()
            x, y = mid - half + a * half, top + q + a * q + b * tall
            pen.ellipse(
                (
                    x - PIECE_SUPERSAMPLE,
                    y - PIECE_SUPERSAMPLE,
                    x + PIECE_SUPERSAMPLE * 0.6,
                    y + PIECE_SUPERSAMPLE * 0.6,
                ),
                fill=dark(colour, 0.25),
            )
    else:
        pen.polygon(
            [
                (mid - half * 0.45, top + q * 0.95),
                (mid, top + q * 0.45),
                (mid + half * 0.2, top + q * 0.68),
                (mid - half * 0.25, top + q * 1.18),
            ],
            fill=pale(colour, 0.7),
        )


# Width and height of a hole in board pixels, by the pieces that fit it.
SIZES = {"camel": (62.0, 62.0), "boat": (72.0, 56.0), "either": (74.0, 62.0)}


@cached
def hole(kind: str, times: float) -> Sprite:
    """Return the recess of a space for a `kind` of piece; `times` is the scale.

    The scale is relative to the board. The recess is round for camels, and square with a blue rim
    for boats. The recess for `either` is half round, half square.
    """
    if kind != "either":
        return _recess(*SIZES[kind], times, kind)
    out, water = (_recess(*SIZES[kind], times, half) for half in ("camel", "boat"))
    middle = out.width // 2
    out.paste(water.crop((middle, 0, water.width, water.height)), (middle, 0))
    return out


def _recess(wide: float, high: float, times: float, kind: str) -> Sprite:
    """Return the recess for a kind of piece, `wide` x `high` board pixels.

    `times` is the scale relative to the board.
    """
    w, h = round(wide * times), round(high * times)
    pad = round(8 * times)
    radius = h // 2 if kind == "camel" else round(12 * times)
    rim, base = (
        (COLOURS["water_rim"], COLOURS["water"])
        if kind == "boat"
        else (COLOURS["wood_rim"], COLOURS["sand"])
    )
    out = Image.new("RGBA", (w + 2 * pad, h + 2 * pad))

    def body(inset: float) -> Mask:
        mask = Image.new("L", out.size)
        i = round(inset * times)
        mask.paste(rounded(w - 2 * i, h - 2 * i, max(2, radius - i)), (pad + i, pad + i))
        return mask

    fall = ImageChops.offset(body(0), 0, round(2 * times)).filter(
        ImageFilter.GaussianBlur(2.6 * times)
    )
    layer(out, SMALL_SHADOW, scaled(fall, 0.5))
    layer(out, COLOURS["hole"], body(0))
    layer(out, rim, body(1.8))
    inner = body(5.4)
    layer(out, dark(base, 0.25), inner)
    layer(out, base, ImageChops.multiply(inner, ImageChops.offset(inner, 0, round(3 * times))))
    return out


@cached
def dashed_ring(kind: str, times: float, colour: RGB) -> Sprite:
    """Return dashes around the hole for a `kind` of piece.

    `times` is the scale relative to the board.
    """
    w, h = (round(v * times) for v in SIZES[kind])
    pad, width = round(12 * times), max(4, round(4 * times))
    radius = {"camel": w // 2, "boat": round(12 * times), "either": h // 2}[kind] + width
    outer, k = Image.new("L", (w + 2 * pad, h + 2 * pad)), 3
    ring = Image.new("L", (outer.width * k, outer.height * k))
    box = ((pad - width) * k, (pad - width) * k, (pad + w + width) * k, (pad + h + width) * k)
    ImageDraw.Draw(ring).rounded_rectangle(box, radius * k, outline=255, width=width * k)
    cut = Image.new("L", ring.size)
    pen, c = ImageDraw.Draw(cut), (ring.width / 2, ring.height / 2)
    for turn in range(0, 360, 30):
        pen.pieslice(
            (c[0] - ring.width, c[1] - ring.width, c[0] + ring.width, c[1] + ring.width),
            turn,
            turn + 19,
            fill=255,
        )
    dashes = ImageChops.multiply(ring, cut).resize(outer.size, BOX)
    out = tinted(grow(dashes, 1.6), dark(colour, 0.75))
    layer(out, colour, dashes)
    return out


@cached
def arrow(size: int, colour: RGB) -> Sprite:
    """Return a small triangle that points to the right."""
    mask = Image.new("L", (size * PIECE_SUPERSAMPLE, size * PIECE_SUPERSAMPLE))
    s = size * PIECE_SUPERSAMPLE
    ImageDraw.Draw(mask).polygon(
        [(s * 0.12, s * 0.08), (s * 0.92, s * 0.5), (s * 0.12, s * 0.92)], fill=255
    )
    return tinted(mask.resize((size, size), BOX), colour)


@cached
def back_arrow(size: int, colour: RGB) -> Sprite:
    """Return an arrow that turns back, on a pale disc: the sign of a returned mission."""
    k = PIECE_SUPERSAMPLE
    w = size * k
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    pen.ellipse((0, 0, w - 1, w - 1), fill=dark(colour, 0.4))
    pen.ellipse((2 * k, 2 * k, w - 1 - 2 * k, w - 1 - 2 * k), fill=pale(colour, 0.82))
    pen.arc((w * 0.36, w * 0.34, w * 0.8, w * 0.76), -90, 90, fill=dark(colour, 0.4), width=w // 9)
    for y in (w * 0.34 + w / 18, w * 0.76 - w / 18):
        pen.line((w * 0.36, y, w * 0.58, y), fill=dark(colour, 0.4), width=w // 9)
    tip = w * 0.34 + w / 18
    pen.polygon(
        [(w * 0.16, tip), (w * 0.42, tip - w * 0.2), (w * 0.42, tip + w * 0.2)],
        fill=dark(colour, 0.4),
    )
    return out.resize((size, size), BOX)


@cached
def cross(size: int, colour: RGB) -> Sprite:
    """Return a pale cross on a disc: the sign of a cost that cannot be paid yet."""
    w = size * PIECE_SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    pen.ellipse((0, 0, w - 1, w - 1), fill=dark(colour, 0.45))
    rim = 2 * PIECE_SUPERSAMPLE
    pen.ellipse((rim, rim, w - 1 - rim, w - 1 - rim), fill=colour)
    near, far = w * 0.32, w * 0.68
    for a, b in (((near, near), (far, far)), ((near, far), (far, near))):
        pen.line((*a, *b), fill=pale(colour, 0.9), width=round(w * 0.13))
    return out.resize((size, size), BOX)


TAG_DIGITS = 0.94  # height of a tag's letters as a share of its own: they are capitals and digits
TAG_AIR = 0.22  # space beside the letters, as a share of the tag's height


def tag_width(code: str, height: int) -> int:
    """Return the width of the tag with `code`, at least its `height`."""
    letters = writing.width(code, BLACK, round(height * TAG_DIGITS))
    return max(height, round(letters + 2 * TAG_AIR * height))


@cached
def tag(theme: Theme, code: str, height: int, tone: str = "legal") -> Sprite:
    """Return the code of an option on a plate as wide as the code.

    Two or three characters are larger on it than on a disc, and a number does not look like a coin.
    `tone` is that of a lettered mark.
    """
    w, k = tag_width(code, height), markers.MARKER_SUPERSAMPLE
    pad, radius = 6, height * 0.24
    out = Image.new("RGBA", ((w + 2 * pad) * k, (height + 2 * pad) * k))
    fall = Image.new("L", out.size)
    fall.paste(rounded(w * k, height * k, round(radius * k)), (pad * k, (pad + 3) * k))
    layer(out, SMALL_SHADOW, scaled(fall.filter(ImageFilter.GaussianBlur(3 * k)), 0.6))
    pen = ImageDraw.Draw(out)
    for step, colour in markers.marker_rims(theme, tone):
        near = (pad + step) * k
        pen.rounded_rectangle(
            (near, near, out.width - 1 - near, out.height - 1 - near),
            max(2, round((radius - step * 0.7) * k)),
            fill=colour,
        )
    if tone == "blocked":
        a = height * k * 0.36
        x, y = out.width / 2, out.height / 2
        pen.line((x - a, y + a, x + a, y - a), fill=theme.madder, width=4 * k)
    out = out.resize((w + 2 * pad, height + 2 * pad), BOX)
    size = round(height * TAG_DIGITS)
    at = out.width / 2, out.height / 2 + size * writing.DIGIT_DROP
    writing.write(ImageDraw.Draw(out), at, code, writing.Style(BLACK, size, theme.ink), "m")
    return out
