"""Sprites of the game: armies with towers, goods tokens, coins, cubes, action icons."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import sprite_atlas
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Halo
from render.base.texture import Mask, Sprite, layer, scaled, smooth, tinted
from render.base.theme import BLACK, CREAM, INK, RGB, WARM, Theme, mix, pale
from render.eight_minute_empire.pieces.style import ACTIONS, ASSETS, GOODS, LAYOUT, icon
from render.parts import markers

PIECE_SUPERSAMPLE = 4
DIGIT = (255, 249, 236)  # light numbers on pieces
GOLD = {
    "rim": (92, 62, 18),
    "ring": (224, 176, 74),
    "line": (150, 104, 34),
    "face": (236, 194, 96),
    "ink": (60, 38, 8),
    "light": (255, 240, 190),
}


def rise(size: int, low: bool = False) -> int:
    """Return the pixels from the center of a piece of `size` to the top of its tower.

    With `low`, the tower stands lower, for a crowded region.
    """
    return round(
        LAYOUT.int("map.tower_low" if low else "map.tower_rise") * size / LAYOUT.int("map.piece")
    )


@cached
def army(
    theme: Theme, seat: int, count: int, cities: int, size: int, *, low: bool = False
) -> Sprite:
    """Return a seat's armies in a region, with a tower behind them for each city.

    `count` is the number of armies. The center of the sprite is the center of the piece. With
    `low`, the towers stand lower.
    """
    body = _counter(theme, seat, size, str(count)) if count else markers.piece(theme, seat, size)
    if not cities:
        return body
    height = rise(size, low)
    side = max(body.height, 2 * height + 4)
    out = Image.new("RGBA", (max(body.width, side), side))
    tower = _tower(theme, seat, cities, size)
    centre_x = out.width // 2
    top = side // 2 - height
    pitch = tower.width - 1
    left = centre_x - (pitch * (cities - 1) + tower.width) // 2
    shadow = tinted(
        scaled(tower.getchannel("A").filter(ImageFilter.GaussianBlur(3)), 0.5), theme.shadow
    )
    for i in range(cities):
        out.alpha_composite(shadow, (left + i * pitch + 2, top + 4))
        out.alpha_composite(tower, (left + i * pitch, top))
    out.alpha_composite(body, (centre_x - body.width // 2, side // 2 - body.height // 2))
    return out


def _counter(theme: Theme, seat: int, size: int, label: str) -> Sprite:
    """Return a seat's piece with a number that is readable on an inline picture.

    Two digits are compressed. A number may overlap the rim, so it has an outline.
    """
    out, look = markers.piece(theme, seat, size).copy(), theme.seats[seat]
    digit = max(LAYOUT.int("map.digit"), round(size * 0.72))
    room, pad = size * 0.84, digit
    width = writing.width(label, BLACK, digit)
    # A dark number on a color of middle brightness is hard to read on a phone.
    is_dark = look.dark_digit and sum(look.colour) > LAYOUT.int("map.pale")
    fill, rim = (
        (theme.ink, pale(look.colour, 0.25)) if is_dark else (DIGIT, markers.rim_of(theme, seat))
    )
    drawn = Image.new("RGBA", (round(width) + 2 * pad, 2 * pad))
    writing.write(
        ImageDraw.Draw(drawn),
        (drawn.width / 2, digit * (1 + writing.DIGIT_DROP)),
        label,
        writing.Style(BLACK, digit, fill, max(1, size // (20 if is_dark else 16)), rim),
        "m",
    )
    if width > room:
        drawn = drawn.resize(
            (round(drawn.width * room / width), drawn.height), Image.Resampling.LANCZOS
        )
    at = out.width / 2, out.height / 2 + look.lower * size - 1
    left, top = round(at[0] - drawn.width / 2), round(at[1] - drawn.height / 2)
    box = (max(0, -left), max(0, -top))
    out.alpha_composite(drawn, (max(0, left), max(0, top)), box)
    return out


def city(theme: Theme, seat: int, size: int) -> Sprite:
    """Return a tower in a seat's color with a light rim, in a square of `size` pixels."""
    colour = theme.seats[seat].colour
    return icon("white-tower", size, mix(colour, theme.ink, 0.12), theme.cream)


def _tower(theme: Theme, seat: int, cities: int, size: int) -> Sprite:
    """Return one of the `cities` towers behind a piece, narrower if there are many."""
    height = round(LAYOUT.int("map.tower") * size / LAYOUT.int("map.piece"))
    tower = city(theme, seat, height)
    left, _, right, _ = tower.getbbox() or (0, 0, height, height)
    tower = tower.crop((left, 0, right, height))
    width = min(tower.width, round(size * 1.06 / cities) + 1)
    return (
        tower if width == tower.width else tower.resize((width, height), Image.Resampling.LANCZOS)
    )


@cached
def army_halo(theme: Theme, seat: int, cities: int, size: int, *, low: bool = False) -> Halo:
    """Return the glow of an army and its towers, as `army` draws them."""
    alpha = army(theme, seat, 1, cities, size, low=low).getchannel("A")
    return markers.halo(alpha.point([255 if v > 150 else 0 for v in range(256)]), 8, 6, 1.0)


@cached
def ghost(theme: Theme, seat: int, kind: str, size: int) -> Sprite:
    """Return the dashed preview of an action: an army, a city or swords, by `kind`.

    The kind is "place", "city" or "destroy". The kind "spot" shows a city and swords, because both
    are still possible.
    """
    inner = round(size * 0.8)
    if kind == "city":
        body = city(theme, seat, inner)
    elif kind == "destroy":
        body = icon(ACTIONS["destroy"][0], inner, ACTIONS["destroy"][1], theme.cream)
    elif kind == "spot":
        body = Image.new("RGBA", (inner, inner))
        small = round(inner * 0.66)
        tower = city(theme, seat, small)
        swords = icon(ACTIONS["destroy"][0], small, ACTIONS["destroy"][1], theme.cream)
        body.alpha_composite(tower, (0, 0))
        body.alpha_composite(swords, (inner - small, inner - small))
    else:
        body = markers.piece(theme, seat, size)
    return markers.dashed(theme, body, size)


@cached
def token(good: str, size: int) -> Sprite:
    """Return a goods token: a notched ticket, a shape that no seat has."""
    w, (name, colour) = (size + 16) * PIECE_SUPERSAMPLE, GOODS[good]
    c, r = w / 2, size * PIECE_SUPERSAMPLE / 2 * 0.98

    def ticket(inset: int) -> Mask:
        mask = Image.new("L", (w, w))
        pen = ImageDraw.Draw(mask)
        notch = size * PIECE_SUPERSAMPLE / 2 * 0.34 + inset
        pen.rectangle((c - r + inset, c - r + inset, c + r - inset, c + r - inset), fill=255)
        for x in (c - r, c + r):
            for y in (c - r, c + r):
                pen.ellipse((x - notch, y - notch, x + notch, y + notch), fill=0)
        return smooth(mask, 3)

    out = Image.new("RGBA", (w, w))
    layer(
        out,
        WARM,
        scaled(
            ImageChops.offset(ticket(0), 0, 3 * PIECE_SUPERSAMPLE).filter(
                ImageFilter.GaussianBlur(8)
            ),
            0.6,
        ),
    )
    for shade, inset in ((INK, 0), ((250, 240, 216), 4), (colour, 9)):
        layer(out, shade, ticket(inset))
    out = out.resize((size + 16, size + 16), Image.Resampling.BOX)
    drawing = icon(name, round(size * 0.62), CREAM)
    out.alpha_composite(
        drawing, ((out.width - drawing.width) // 2, (out.height - drawing.height) // 2)
    )
    return out


@cached
def coin(label: str, size: int, grey: bool = False) -> Sprite:
    """Return a gold coin with a double rim; with `grey`, one that can't be paid.

    `label` is the number on the coin.
    """
    return sprite_atlas.find(ASSETS, coin_name(label, size, grey)) or draw_coin(label, size, grey)


def coin_name(label: str, size: int, grey: bool) -> str:
    """Return the name of a coin in the sprite atlas."""
    return f"coin-{label}-{size}-{'grey' if grey else 'gold'}"


def draw_coin(label: str, size: int, grey: bool) -> Sprite:
    """Draw a coin."""
    w = (size + 12) * PIECE_SUPERSAMPLE
    c, r = w / 2, size * PIECE_SUPERSAMPLE / 2
    fall = Image.new("L", (w, w))
    ImageDraw.Draw(fall).ellipse((c - r, c - r + 12, c + r, c + r + 12), fill=140)
    out = Image.new("RGBA", (w, w))
    layer(out, WARM, fall.filter(ImageFilter.GaussianBlur(10)))
    pen = ImageDraw.Draw(out)

    def tone(name: str) -> RGB:
        return mix(GOLD[name], (150, 144, 136), 0.82) if grey and name != "ink" else GOLD[name]

    for inset, name in ((0, "rim"), (2, "ring"), (5, "line"), (6, "face")):
        q = r - inset * PIECE_SUPERSAMPLE * max(1, size / 58)
        pen.ellipse((c - q, c - q, c + q, c + q), fill=tone(name))
    q = r - 2.6 * PIECE_SUPERSAMPLE
    pen.arc((c - q, c - q, c + q, c + q), 190, 300, fill=tone("light"), width=PIECE_SUPERSAMPLE + 2)
    out = out.resize((w // PIECE_SUPERSAMPLE, w // PIECE_SUPERSAMPLE), Image.Resampling.BOX)
    if label:
        digit = round(size * 0.72)
        writing.write(
            ImageDraw.Draw(out),
            (out.width / 2, out.height / 2 + digit * writing.DIGIT_DROP),
            label,
            writing.Style("alegreya-sans-900", digit, GOLD["ink"]),
            "m",
        )
    return out


@cached
def price(label: str, size: int, digit: int, grey: bool = False) -> Sprite:
    """Return a coin of `size` pixels with a number whose font size is `digit`.

    With `grey`, the active player cannot pay the price.
    """
    out = coin("", size, grey).copy()
    at = out.width / 2, out.height / 2 + digit * writing.DIGIT_DROP
    style = writing.Style(BLACK, digit, GOLD["ink"])
    writing.write(ImageDraw.Draw(out), at, label, style, "m")
    return out


@cached
def embossed_coin(size: int) -> Sprite:
    """Return a large coin with laurels embossed."""
    out, side = coin("", size).copy(), round(size * 0.52)
    at = (out.width - side) // 2
    for drop, tone in ((2, GOLD["light"]), (0, mix(GOLD["face"], GOLD["line"], 0.75))):
        out.alpha_composite(icon("laurels", side, tone), (at, at + drop))
    return out


@cached
def cube(size: int) -> Sprite:
    """Return a wooden cube, which stands for an army in reserve."""
    w = size * PIECE_SUPERSAMPLE
    a, h = w * 0.08, w * 0.27
    top = [(w / 2, a), (w - a, a + h * 0.9), (w / 2, a + h * 1.8), (a, a + h * 0.9)]
    left = [(a, a + h * 0.9), (w / 2, a + h * 1.8), (w / 2, w - a), (a, w - a - h * 0.9)]
    right = [(w - a, a + h * 0.9), (w / 2, a + h * 1.8), (w / 2, w - a), (w - a, w - a - h * 0.9)]
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for face, colour in ((top, (196, 160, 110)), (left, (150, 112, 70)), (right, (112, 80, 50))):
        pen.polygon(face, fill=colour)
        pen.line([*face, face[0]], fill=INK, width=2 * PIECE_SUPERSAMPLE, joint="curve")
    return out.resize((size, size), Image.Resampling.BOX)


def action(op: str, sea: bool, size: int) -> Sprite:
    """Return the icon of an action: a cube, a boot, a boat, a tower, crossed swords."""
    if op == "place":
        return cube(size)
    name, colour = ACTIONS["sail" if sea else op]
    return icon(name, size, colour)


@cached
def star(theme: Theme, size: int) -> Sprite:
    """Return a bright star on a dark disc, for a card that is new in the row."""
    w, out = size * PIECE_SUPERSAMPLE, Image.new("RGBA", (size * PIECE_SUPERSAMPLE,) * 2)
    pen, radii = ImageDraw.Draw(out), (0.40 * w, 0.14 * w)
    pen.ellipse((0, 0, w - 1, w - 1), fill=theme.cream)
    edge = 2 * PIECE_SUPERSAMPLE
    pen.ellipse((edge, edge, w - 1 - edge, w - 1 - edge), fill=theme.ink)
    points = [
        (
            w / 2 + radii[i % 2] * math.sin(math.pi * i / 4),
            w / 2 - radii[i % 2] * math.cos(math.pi * i / 4),
        )
        for i in range(8)
    ]
    pen.polygon(points, fill=theme.bright)
    return out.resize((size, size), Image.Resampling.BOX)


@cached
def coin_halo(size: int) -> Halo:
    """Return the glow of a coin of `size`."""
    return markers.halo(
        coin("", size).getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
    )


@cached
def dot(size: int, colour: RGB) -> Sprite:
    """Return a plain disc as a background for a number."""
    out = Image.new("RGBA", (size * PIECE_SUPERSAMPLE, size * PIECE_SUPERSAMPLE))
    ImageDraw.Draw(out).ellipse(
        (0, 0, size * PIECE_SUPERSAMPLE - 1, size * PIECE_SUPERSAMPLE - 1), fill=colour
    )
    return out.resize((size, size), Image.Resampling.BOX)
