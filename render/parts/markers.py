"""Sprites shared by all games: seat pieces, lettered markers, halos, shadows, previews.

Each seat has a color and a shape, so that seats can be told apart without colors. A marker shows
the letter of an option; its tone says whether the option is legal, chosen or blocked.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.views.scene import CoatOfArms
from render.base import icons
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Halo, PaddedSprite
from render.base.texture import (
    Mask,
    Sprite,
    flat,
    grow,
    layer,
    noise,
    rounded,
    scaled,
    shade,
    smooth,
    stretched,
    tinted,
)
from render.base.theme import (
    BLACK,
    CREAM,
    PALE,
    RGB,
    WARM,
    SeatLook,
    Theme,
    bright,
    dark,
    mix,
    pale,
)

ASSETS = Path(__file__).parents[1] / "assets"
CHARGES = ASSETS / "arms"  # charges of coats of arms
STORED = 100  # size in pixels of pieces in the atlas
MIN_MARK_PX = 39  # minimum size of a seat's shape: 12 pixels on a phone
LINE = 4  # width of a halo's line: more than one pixel on a phone
MARKER_SUPERSAMPLE = 4  # supersampling factor


def outline_of(shape: str, c: float, r: float) -> list[tuple[float, float]]:
    """Return the outline of a seat's shape around `c, c`, for a radius of about `r`.

    The radii of the shapes differ a little, so that all look equally large.
    """

    def regular(n: int, start: float, radii: tuple[float, ...]) -> list[tuple[float, float]]:
        turns = [start + i * 2 * math.pi / n for i in range(n)]
        return [
            (
                c + r * radii[i % len(radii)] * math.cos(t),
                c + r * radii[i % len(radii)] * math.sin(t),
            )
            for i, t in enumerate(turns)
        ]

    match shape:
        case "disc":
            return regular(72, 0, (0.93,))
        case "square":
            return [
                (c - 0.87 * r, c - 0.87 * r),
                (c + 0.87 * r, c - 0.87 * r),
                (c + 0.87 * r, c + 0.87 * r),
                (c - 0.87 * r, c + 0.87 * r),
            ]
        case "triangle":
            return [(c, c - 1.06 * r), (c + 1.12 * r, c + 0.86 * r), (c - 1.12 * r, c + 0.86 * r)]
        case "diamond":
            return [(c, c - 1.13 * r), (c + 1.05 * r, c), (c, c + 1.13 * r), (c - 1.05 * r, c)]
        case "star":
            return regular(10, -math.pi / 2, (1.16, 0.66))
        case "hexagon":
            return regular(6, 0, (1.03,))
    raise ValueError(shape)


def radius_of(shape: str, across: float) -> float:
    """Return the radius at which the smaller of a shape's width and height is `across` pixels."""
    xs, ys = zip(*outline_of(shape, 0, 1), strict=True)
    return float(across / min(max(xs) - min(xs), max(ys) - min(ys)))


def rim_of(theme: Theme, seat: int) -> RGB:
    """Return the dark outline color of a seat's pieces."""
    look = theme.seats[seat]
    return (
        mix(theme.ink, (110, 90, 70), 0.25)
        if look.shape == "hexagon"
        else mix(look.colour, theme.ink, 0.66)
    )


def line_of(theme: Theme, seat: int) -> RGB:
    """Return the color of a line or sign on a seat's color: light on most, dark on a pale one."""
    look = theme.seats[seat]
    return dark(look.colour, 0.78) if look.dark_digit else pale(look.colour, 0.9)


def atlas_name(theme: Theme, seat: int) -> str:
    """Return the name of a seat's piece in the atlas."""
    look = theme.seats[seat]
    return f"{look.shape}-{look.colour[0]:02x}{look.colour[1]:02x}{look.colour[2]:02x}"


@cached
def _atlas() -> tuple[Sprite, dict[str, int]]:
    """Return the strip with all stored pieces, and, by name, the left edge of each piece.

    `tools/art` makes the strip.
    """
    strip = Image.open(ASSETS / "pieces.png")
    strip.load()
    return strip, json.loads((ASSETS / "pieces.json").read_text(encoding="utf-8"))


@cached
def _body(theme: Theme, seat: int, size: int) -> Sprite:
    """Return a seat's piece without a label, scaled down from the atlas.

    No picture shows a piece larger than the stored ones.
    """
    strip, places = _atlas()
    left, side = places[atlas_name(theme, seat)], size + 2 * max(6, size // 5)
    whole = strip.crop((left, 0, left + strip.height, strip.height))
    return whole.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3)


def draw_piece(theme: Theme, seat: int, size: int) -> Sprite:
    """Draw a seat's piece: shadow, outline, side, grained face, light upper edge."""
    look, pad = theme.seats[seat], max(6, size // 5)
    w = (size + 2 * pad) * MARKER_SUPERSAMPLE
    mask = Image.new("L", (w, w))
    ImageDraw.Draw(mask).polygon(
        outline_of(look.shape, w / 2, size * MARKER_SUPERSAMPLE * 0.47), fill=255
    )
    mask = smooth(mask, size * MARKER_SUPERSAMPLE * 0.045)
    body = mask
    for down in range(0, max(2, size // 13) * MARKER_SUPERSAMPLE + 1, MARKER_SUPERSAMPLE):
        body = ImageChops.lighter(body, ImageChops.offset(mask, 0, down))
    out = Image.new("RGBA", (w, w))
    fall = ImageChops.offset(body, MARKER_SUPERSAMPLE, 3 * MARKER_SUPERSAMPLE).filter(
        ImageFilter.GaussianBlur(size * MARKER_SUPERSAMPLE * 0.05)
    )
    layer(out, theme.shadow, scaled(fall, 0.5))
    layer(out, rim_of(theme, seat), grow(body, max(1, round(size / 26)) * MARKER_SUPERSAMPLE))
    layer(out, mix(look.colour, theme.ink, 0.42), body)
    face = flat(w, w, look.colour)
    ramp = Image.linear_gradient("L").resize((w, w))
    face = Image.composite(
        Image.blend(face, flat(w, w, theme.ink), 0.14),
        Image.blend(face, flat(w, w, theme.light), 0.16),
        ramp,
    )
    grained = shade(face, noise(w, w, seat + 11, w / 3, MARKER_SUPERSAMPLE * 1.6), 0.10).convert(
        "RGBA"
    )
    grained.putalpha(mask)
    out.alpha_composite(grained)
    edge = ImageChops.subtract(
        mask, ImageChops.offset(mask, 0, max(2, size // 22) * MARKER_SUPERSAMPLE)
    )
    layer(out, CREAM, scaled(edge, 0.62))
    return out.resize((w // MARKER_SUPERSAMPLE, w // MARKER_SUPERSAMPLE), Image.Resampling.BOX)


@cached
def piece(theme: Theme, seat: int, size: int, label: str = "", digit: int = 0) -> Sprite:
    """Return a seat's piece of `size` pixels, centered in the sprite, with a label ("": none).

    `digit` is the font size of the label in pixels (0: in proportion to the piece). A label that is
    too wide for the piece gets a smaller one.
    """
    sprite = _body(theme, seat, size)
    if not label:
        return sprite
    sprite, look = sprite.copy(), theme.seats[seat]
    digit = digit or max(14, round(size * 0.70))
    room = size * (0.74 if look.shape in ("triangle", "diamond", "star") else 0.82)
    # Two digits touch the rim rather than shrink below the smallest readable size.
    least = min(digit, theme.small) if len(label) == 2 else 14
    while digit > least and writing.width(label, BLACK, digit) > room:
        digit -= 1
    c = sprite.width / 2
    y = c + look.lower * size + digit * writing.DIGIT_DROP - 1
    fill, stroke = (theme.ink, 0) if look.dark_digit else ((255, 249, 236), max(1, size // 24))
    style = writing.Style(BLACK, digit, fill, stroke, rim_of(theme, seat))
    writing.write(ImageDraw.Draw(sprite), (c, y), label, style, "m")
    return sprite


def charge_size(look: SeatLook, size: int) -> int:
    """Return the size of a charge within a seat's shape."""
    return round(size * (0.6 if look.shape in ("triangle", "diamond", "star") else 0.72))


@cached
def piece_with_arms(theme: Theme, seat: int, size: int, arms: CoatOfArms) -> Sprite:
    """Return a seat's piece with a coat of arms: a colored charge with a contrasting rim."""
    sprite, look = _body(theme, seat, size).copy(), theme.seats[seat]
    across = charge_size(look, size)
    fill = theme.colours[f"arms_{arms.tincture}"]
    rim = dark(look.colour, 0.72) if bright(fill) else pale(look.colour, 0.8)
    charge = icons.icon(CHARGES, arms.charge, across, fill, rim, max(1, size // 22))
    at = (
        (sprite.width - charge.width) // 2,
        (sprite.height - charge.height) // 2 + round(look.lower * size * 0.9),
    )
    sprite.alpha_composite(charge, (at[0], max(0, at[1])))
    return sprite


def marker_rims(theme: Theme, tone: str) -> tuple[tuple[float, RGB], ...]:
    """Return where the colors of a lettered mark begin, in pixels from its edge, and the colors.

    They are gold for a legal place, olive if chosen, gray if blocked.
    """
    ring, face = {
        "legal": (theme.saffron, mix(theme.saffron, (255, 220, 120), 0.25)),
        "chosen": (theme.olive, mix(theme.olive, theme.light, 0.45)),
        "blocked": (theme.ink, mix(theme.paper, theme.ink, 0.38)),
    }[tone]
    return (0.0, theme.ink), (1.6, theme.cream), (4.6, mix(ring, theme.ink, 0.25)), (5.6, face)


@cached
def marker(theme: Theme, letter: str, size: int, tone: str = "legal") -> Sprite:
    """Return a lettered disc: gold for a legal place, olive if chosen, gray if blocked."""
    pad = 8
    w = (size + 2 * pad) * MARKER_SUPERSAMPLE
    c, r = w / 2, size * MARKER_SUPERSAMPLE / 2
    fall = Image.new("L", (w, w))
    ImageDraw.Draw(fall).ellipse(
        (c - r, c - r + 3 * MARKER_SUPERSAMPLE, c + r, c + r + 3 * MARKER_SUPERSAMPLE), fill=150
    )
    out = Image.new("RGBA", (w, w))
    layer(out, theme.shadow, fall.filter(ImageFilter.GaussianBlur(4 * MARKER_SUPERSAMPLE)))
    pen = ImageDraw.Draw(out)
    for step, colour in marker_rims(theme, tone):
        q = r - step * MARKER_SUPERSAMPLE
        pen.ellipse((c - q, c - q, c + q, c + q), fill=colour)
    if tone == "blocked":
        a = r * 0.62
        pen.line((c - a, c + a, c + a, c - a), fill=theme.madder, width=4 * MARKER_SUPERSAMPLE)
    out = out.resize((w // MARKER_SUPERSAMPLE, w // MARKER_SUPERSAMPLE), Image.Resampling.BOX)
    digit = round(size * _SHARE_OF_DISC[min(len(letter), 3)])
    style = writing.Style(BLACK, digit, theme.ink)
    writing.write(
        ImageDraw.Draw(out), (out.width / 2, out.height / 2 + digit * 0.30), letter, style, "m"
    )
    return out


# height of the letters by their number, as a share of the disc
_SHARE_OF_DISC = {1: 0.78, 2: 0.62, 3: 0.44}


@cached
def plate(theme: Theme, letter: str, size: int, tone: str = "legal") -> Sprite:
    """Return a lettered square, for boards where gold discs have another meaning.

    Dark for a legal place, olive if chosen, gray if blocked.
    """
    pad = 8
    w = (size + 2 * pad) * MARKER_SUPERSAMPLE
    face = {
        "legal": mix(theme.ink, theme.shadow, 0.5),
        "chosen": mix(theme.olive, theme.ink, 0.45),
        "blocked": mix(theme.paper, theme.ink, 0.55),
    }[tone]
    fall = Image.new("L", (w, w))
    body = rounded(
        size * MARKER_SUPERSAMPLE, size * MARKER_SUPERSAMPLE, round(size * MARKER_SUPERSAMPLE * 0.2)
    )
    fall.paste(body, (pad * MARKER_SUPERSAMPLE, (pad + 3) * MARKER_SUPERSAMPLE))
    out = Image.new("RGBA", (w, w))
    layer(
        out,
        theme.shadow,
        scaled(fall.filter(ImageFilter.GaussianBlur(4 * MARKER_SUPERSAMPLE)), 0.6),
    )
    pen = ImageDraw.Draw(out)
    for step, colour in ((0.0, theme.ink), (1.6, theme.cream), (5.2, face)):
        q = (pad + step) * MARKER_SUPERSAMPLE
        far = w - 1 - (pad + step) * MARKER_SUPERSAMPLE
        pen.rounded_rectangle(
            (q, q, far, far), round((size * 0.2 - step * 0.6) * MARKER_SUPERSAMPLE), fill=colour
        )
    if tone == "blocked":
        a = size * MARKER_SUPERSAMPLE * 0.34
        pen.line(
            (w / 2 - a, w / 2 + a, w / 2 + a, w / 2 - a),
            fill=theme.madder,
            width=4 * MARKER_SUPERSAMPLE,
        )
    out = out.resize((w // MARKER_SUPERSAMPLE, w // MARKER_SUPERSAMPLE), Image.Resampling.BOX)
    digit = round(size * (0.76 if len(letter) == 1 else 0.6))
    style = writing.Style(BLACK, digit, theme.cream)
    writing.write(
        ImageDraw.Draw(out), (out.width / 2, out.height / 2 + digit * 0.30), letter, style, "m"
    )
    return out


def halo(mask: Mask, blur: int = 9, width: int = 5, share: float = 0.9) -> Halo:
    """Return a band of light around a shape, with a dark line around the band, and a glow.

    `width` is the width of the band and `blur` that of the glow in pixels, `share` (0..1) the
    strength. Blurring is slow, so callers cache the result.
    """
    pad = blur * 3
    out = Image.new("L", (mask.width + 2 * pad, mask.height + 2 * pad))
    out.paste(mask, (pad, pad))
    band = grow(out, width)
    edge = ImageChops.subtract(grow(out, width + LINE), band)
    glow = scaled(band.filter(ImageFilter.GaussianBlur(blur)), 1.35 * share)
    return Halo(ImageChops.lighter(glow, band), edge, pad)


def halo_around(
    w: int, h: int, radius: int, blur: int = 9, width: int = 5, share: float = 0.9
) -> Halo:
    """Return the halo of a rounded rectangle of `w` x `h` pixels, stretched from its corners."""
    pad = 3 * blur

    def draw(w: int, h: int) -> Sprite:
        one = halo(rounded(w - 2 * pad, h - 2 * pad, radius), blur, width, share)
        return Image.merge("LA", (one.light, one.edge))

    light, edge = stretched(draw, w + 2 * pad, h + 2 * pad, 3 * pad + radius).split()
    return Halo(light, edge, pad)


def shadowed(
    sprite: Sprite, blur: int = 7, drop: tuple[int, int] = (0, 5), share: float = 0.55
) -> PaddedSprite:
    """Return a sprite with a shadow: `blur` and `drop` in pixels, strength `share` (0..1)."""
    pad = blur * 3
    return over_shadow(sprite, drop_shadow(sprite.getchannel("A"), blur, drop, share), pad)


def drop_shadow(mask: Mask, blur: int, drop: tuple[int, int], share: float) -> Mask:
    """Return the shadow of a body; the mask is larger by three times `blur` on every side.

    `drop` is how far the shadow is moved (x, y), and `share` (0..1) its strength.
    """
    pad = blur * 3
    alpha = Image.new("L", (mask.width + 2 * pad, mask.height + 2 * pad))
    alpha.paste(mask, (pad + drop[0], pad + drop[1]))
    return scaled(alpha.filter(ImageFilter.GaussianBlur(blur)), share)


def over_shadow(sprite: Sprite, shadow: Mask, pad: int) -> PaddedSprite:
    """Return a sprite on top of a shadow that is larger by `pad` pixels on every side."""
    out = tinted(shadow, WARM)
    out.alpha_composite(sprite, (pad, pad))
    return PaddedSprite(out, pad)


def dashed(theme: Theme, body: Sprite, size: int) -> Sprite:
    """Return the preview of a piece: two thirds opaque, in a dashed box of `size` pixels."""
    k, pad = MARKER_SUPERSAMPLE, max(6, size // 5)
    w = size + 2 * pad
    frame = Image.new("RGBA", (w * k, w * k))
    pen, half, centre = ImageDraw.Draw(frame), size * k * 0.5 + 2 * k, w * k / 2
    step = half * 2 / 7
    for width, colour in ((7 * k, theme.ink), (4 * k, mix(theme.saffron, (255, 230, 150), 0.45))):
        extra = (width - 4 * k) / 2
        for i in range(0, 7, 2):
            a = centre - half + i * step - extra
            b = centre - half + (i + 1) * step + extra
            for edge in (centre - half, centre + half):
                pen.line((a, edge, b, edge), fill=colour, width=round(width))
                pen.line((edge, a, edge, b), fill=colour, width=round(width))
    out = frame.resize((w, w), Image.Resampling.BOX)
    faint = body.copy()
    faint.putalpha(scaled(faint.getchannel("A"), 0.66))
    out.alpha_composite(faint, ((w - body.width) // 2, (w - body.height) // 2))
    return out


@cached
def tick(size: int, colour: RGB) -> Sprite:
    """Return a check mark in a disc, drawn because the fonts have no such character."""
    w = size * MARKER_SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    pen.ellipse((0, 0, w - 1, w - 1), fill=mix(colour, WARM, 0.55))
    pen.ellipse(
        (
            2 * MARKER_SUPERSAMPLE,
            2 * MARKER_SUPERSAMPLE,
            w - 1 - 2 * MARKER_SUPERSAMPLE,
            w - 1 - 2 * MARKER_SUPERSAMPLE,
        ),
        fill=colour,
    )
    pen.line(
        (w * 0.27, w * 0.52, w * 0.44, w * 0.70, w * 0.75, w * 0.32),
        fill=PALE,
        width=round(w * 0.13),
        joint="curve",
    )
    return out.resize((size, size), Image.Resampling.BOX)


def veil(sprite: Sprite, colour: RGB, share: float) -> Sprite:
    """Return a sprite mixed with a `share` (0..1) of a color; its outline stays the same."""
    return Image.alpha_composite(sprite, tinted(scaled(sprite.getchannel("A"), share), colour))
