"""Signs on the painted map: banners, shields, pennons, owners, red lines, step costs.

Lengths inside a sign are in hundredths of a tile.
"""

from __future__ import annotations

import cmath
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import PaddedSprite
from render.base.texture import Sprite
from render.base.theme import BLACK, CREAM, HEAVY, RGB, SHADOWS, Theme, dark, mix, pale
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.style import COLOURS, GOODS, LAYOUT, icon
from render.parts import markers

SUPER = 4
LINEN: RGB = (255, 248, 232)
POLE = 80  # length of a banner's pole on the map
TOKEN_RIM_PX = 4  # width of the dark outline of an army's shape on small tiles
TOKEN_NUMBER = 0.74  # greatest width of the number there, as a share of the shape
SHARED_OUT_PX = (4, 7, 6, 10)  # from the tile to the left, top, right and bottom: numbers stay free
SHARED_SHAPE = 0.44  # of the part with a seat's shape, as a share of the sign's width
SHARED_TINT = 0.12  # of a seat's color on the paper below its number
SHARED_DIGITS = 1.54  # size of the numbers, as a share of a line's height
SHARED_RIM_PX = 2
SHARED_GAP_PX = 2  # between the lines of two sides
STEP_TINT = 120  # opacity of the tint of a tile within reach, of 255
FIGHT_RIM_PX = 5  # width of the red rim of a large tile where a fight is pending
STEP_OUT_PX = 17  # from a tile with troops upward or downward, away from their numbers
WHITE = 200  # least channel of a color that counts as white
RING_PX = 6  # width of the ring outside a tile that changed
INK: RGB = (43, 30, 22)
EMBLEM_GAP = 7  # between the seat's shape and the number on a banner
NOTCH = 4  # depth of the cut in a banner's cloth
TROOPS_PLAN = LAYOUT.part("troops")
DANGER: tuple[RGB, RGB] = ((40, 30, 24), (255, 214, 64))  # stripes around castles in danger
Point = tuple[float, float]


class _SignDrawing:
    """Supersampled drawing of a sign; one unit is a hundredth of a tile.

    `scale` is the number of pixels per unit in the finished sign.
    """

    def __init__(self, w: float, h: float, size: int) -> None:
        self.supersampled_scale, self.scale = size / 100 * SUPER, size / 100
        self.sheet = Image.new(
            "RGBA", (round(w * self.scale) * SUPER, round(h * self.scale) * SUPER)
        )
        self.pen = ImageDraw.Draw(self.sheet)

    def at(self, points: Sequence[Point]) -> list[Point]:
        """Return points given in units as pixels of the supersampled drawing."""
        return [(x * self.supersampled_scale, y * self.supersampled_scale) for x, y in points]

    def shape(
        self, points: Sequence[Point], fill: RGB, rim: RGB | None = None, width: float = 2.6
    ) -> None:
        """Draw a filled polygon with a rim; points and the rim's `width` are in units."""
        pixels = self.at(points)
        self.pen.polygon(pixels, fill=fill)
        if rim:
            self.pen.line(
                [*pixels, pixels[0]],
                fill=rim,
                width=max(SUPER, round(width * self.supersampled_scale)),
                joint="curve",
            )

    def line(self, points: Sequence[Point], fill: RGB, width: float) -> None:
        """Draw a line through points; points and `width` are in units."""
        self.pen.line(
            self.at(points), fill=fill, width=max(1, round(width * self.supersampled_scale))
        )

    def finished(self) -> Sprite:
        """Return the drawing at its real size."""
        return self.sheet.resize(
            (self.sheet.width // SUPER, self.sheet.height // SUPER), Image.Resampling.LANCZOS
        )


def _number(sprite: Sprite, at: Point, text: str, size: int, fill: RGB) -> None:
    style = writing.Style(HEAVY, size, fill)
    writing.write(
        ImageDraw.Draw(sprite), (at[0], at[1] + size * writing.DIGIT_DROP), text, style, "m"
    )


@cached
def banner(theme: Theme, seat: int, n: int, size: int, pole: int = POLE) -> PaddedSprite:
    """Return an army's sign: a swallow-tailed banner with the seat's shape and a count.

    `n` is the number of troops, `size` the size of a tile in pixels and `pole` the pole's length in
    hundredths of a tile.
    """
    digits = len(str(n))
    fill = theme.ink if theme.seats[seat].dark_digit else LINEN
    at = emblem_outline(theme, seat, size)[1] + EMBLEM_GAP + 8.5 * digits, 27
    return _numbered(_banner(theme, seat, size, digits, pole), at, n, size, fill)


def emblem_outline(theme: Theme, seat: int, size: int) -> tuple[list[Point], float]:
    """Return the outline of a seat's shape on its banner, and the x of its right end.

    Both are in hundredths of a tile; `size` is the size of a tile in pixels.
    """
    shape = theme.seats[seat].shape
    r = markers.radius_of(shape, max(24, markers.MIN_MARK_PX * 100 / size))
    xs, ys = zip(*markers.outline_of(shape, 0, r), strict=True)
    left, middle = 11 - min(xs), 27 - (min(ys) + max(ys)) / 2
    return [(x + left, y + middle) for x, y in zip(xs, ys, strict=True)], left + max(xs)


@cached
def _banner(theme: Theme, seat: int, size: int, digits: int, pole: int) -> PaddedSprite:
    """Return a banner for tiles of `size` pixels without its number.

    It has room for `digits` digits; `pole` is the length of its pole in hundredths of a tile.
    """
    emblem, end = emblem_outline(theme, seat, size)
    right_end = max(73, round(end) + NOTCH + 2 + EMBLEM_GAP + 17 * digits)
    look = theme.seats[seat]
    drawing = _SignDrawing(right_end + 5, pole + 4, size)
    colour = look.colour
    for width, tone in ((7, (48, 34, 26)), (3.4, (176, 130, 82))):
        drawing.line([(8, 4), (8, pole)], tone, width)
    x, y = drawing.at([(8, 5)])[0]
    r = 4.6 * drawing.supersampled_scale
    drawing.pen.ellipse(
        (x - r, y - r, x + r, y + r),
        fill=(232, 186, 84),
        outline=(48, 34, 26),
        width=round(1.4 * drawing.supersampled_scale),
    )
    body: list[Point] = [(9, 6), (right_end, 6), (right_end - NOTCH, 27), (right_end, 48), (9, 48)]
    drawing.shape(body, colour)
    drawing.shape([(9, 6), (right_end, 6), (right_end - 2, 11), (9, 11)], pale(colour, 0.34))
    drawing.shape([(9, 42), (right_end - 2.3, 42), (right_end, 48), (9, 48)], dark(colour, 0.24))
    drawing.line([*body, body[0]], dark(colour, 0.68), 2.6)
    drawing.shape(emblem, dark(colour, 0.62) if look.dark_digit else pale(colour, 0.72))
    drawing.line([*emblem, emblem[0]], dark(colour, 0.68), 1.8)
    return markers.shadowed(drawing.finished(), max(2, size * 3 // 100), (2, 3), 0.5)


@cached
def ensign(theme: Theme, seat: int, n: int, w: int, h: int, pole: int = 0) -> PaddedSprite:
    """Return the sign of an army on the map: a cloth with the seat's shape and the count.

    The cloth is `w` x `h` pixels; its pole reaches `pole` pixels below it.
    """
    colour, k, thick = theme.seats[seat].colour, SUPER, 5
    high = h + pole
    big = Image.new("RGBA", (w * k, high * k))
    pen = ImageDraw.Draw(big)
    for inset, tone in ((0, (48, 34, 26)), (1.5, (176, 130, 82))):
        pen.rounded_rectangle(
            (inset * k, inset * k, (thick - inset) * k, (high - inset) * k), 3 * k, fill=tone
        )
    body = [
        ((thick - 2) * k, k),
        ((w - 1) * k, k),
        ((w - 5) * k, h / 2 * k),
        ((w - 1) * k, (h - 1) * k),
        ((thick - 2) * k, (h - 1) * k),
    ]
    pen.polygon(body, fill=colour)
    pen.line([*body, body[0]], fill=dark(colour, 0.68), width=round(2.5 * k), joint="curve")
    look, middle = theme.seats[seat], (thick - 2 + (w - thick) / 2, h / 2)
    outline = [
        ((x + middle[0]) * k, (y + middle[1]) * k) for x, y in _centred(look.shape, (h - 4) / 2)
    ]
    pen.polygon(outline, fill=pale(colour, 0.72))
    pen.line([*outline, outline[0]], fill=dark(colour, 0.55), width=2 * k, joint="curve")
    out = big.resize((w, high), Image.Resampling.LANCZOS)
    style = writing.Style(BLACK, TROOPS_PLAN.int("digits"), theme.ink, 2, pale(colour, 0.72))
    number = _narrow_number(str(n), style, w - thick)
    drop = look.lower * h / 2
    at = round(middle[0] - number.width / 2), round(middle[1] + drop - number.height / 2)
    out.paste(number, (at[0], at[1]), number)
    return markers.shadowed(out, 3, (2, 3), 0.5)


@cached
def token(theme: Theme, seat: int, n: int, size: int) -> PaddedSprite:
    """Return the sign of an army on a small tile: the seat's shape with a count on it.

    `n` is the number of troops, `size` the longer side of the shape in pixels.
    """
    look, k = theme.seats[seat], SUPER
    big = Image.new("RGBA", (size * k, size * k))
    pen, middle = ImageDraw.Draw(big), size / 2
    xs, ys = zip(*_centred(look.shape, 1), strict=True)
    r = (size - TOKEN_RIM_PX) / max(max(xs) - min(xs), max(ys) - min(ys))
    outline = [((x + middle) * k, (y + middle) * k) for x, y in _centred(look.shape, r)]
    pen.polygon(outline, fill=look.colour)
    for width, tone in ((TOKEN_RIM_PX, dark(look.colour, 0.72)), (2, pale(look.colour, 0.6))):
        pen.line([*outline, outline[0], outline[1]], fill=tone, width=width * k, joint="curve")
    out = big.resize((size, size), Image.Resampling.LANCZOS)
    ink, rim = (
        (theme.ink, pale(look.colour, 0.72))
        if look.dark_digit
        else (LINEN, dark(look.colour, 0.72))
    )
    style = writing.Style(BLACK, TROOPS_PLAN.int("digits"), ink, 3, rim)
    number = _narrow_number(str(n), style, round(size * TOKEN_NUMBER))
    drop = round(look.lower * size / 3)
    out.alpha_composite(
        number, ((size - number.width) // 2, max(0, (size - number.height) // 2 + drop))
    )
    return markers.shadowed(out, 3, (2, 3), 0.5)


@cached
def shared(theme: Theme, troops: tuple[tuple[int, int], ...], w: int, h: int) -> PaddedSprite:
    """Return the sign of a fight on a small tile: a line for each side, with a red rim.

    `troops` has (seat, number of troops) from the top; seat -1 is a garrison. Each line has the
    seat's shape on its color at the left, and the number on paper beside it, so that the numbers of
    two sides cannot be read as one. The sign is `w` x `h` pixels.
    """
    k, rim, gap = SUPER, SHARED_RIM_PX, SHARED_GAP_PX
    big = Image.new("RGBA", (w * k, h * k), INK)
    pen, inner = ImageDraw.Draw(big), (h - 2 * rim - gap * (len(troops) - 1)) / len(troops)
    left, right = rim + round((w - 2 * rim) * SHARED_SHAPE), w - rim
    tops = [rim + at * (inner + gap) for at in range(len(troops))]
    for top, (seat, _) in zip(tops, troops, strict=True):
        colour = COLOURS["iron"] if seat < 0 else theme.seats[seat].colour
        line = rim * k, round(top * k), right * k - 1, round((top + inner) * k) - 1
        pen.rectangle(line, fill=mix(LINEN, colour, SHARED_TINT))
        pen.rectangle((*line[:2], left * k, line[3]), fill=colour)
        middle = (rim + left) / 2, top + inner / 2
        r = min(left - rim, inner) / 2 - 2
        shape = _centred(theme.seats[seat].shape, r) if seat >= 0 else _shield_outline(r)
        outline = [((x + middle[0]) * k, (y + middle[1]) * k) for x, y in shape]
        pen.polygon(outline, fill=pale(colour, 0.75))
        pen.line([*outline, outline[0]], fill=dark(colour, 0.7), width=2 * k)
    pen.rectangle((0, 0, w * k - 1, h * k - 1), outline=COLOURS["fight"], width=rim * k)
    out = big.resize((w, h), Image.Resampling.LANCZOS)
    digits = min(TROOPS_PLAN.int("digits"), round(inner * SHARED_DIGITS))
    style = writing.Style(BLACK, digits, theme.ink)
    for top, (_, n) in zip(tops, troops, strict=True):
        number = _narrow_number(str(n), style, right - left - 2)
        number = number.crop(number.getbbox())
        at = (left + right - number.width) // 2 + 1, round(top + (inner - number.height) / 2)
        out.alpha_composite(number, at)
    return markers.shadowed(out, 3, (2, 3), 0.5)


def _shield_outline(r: float) -> list[Point]:
    """Return the outline of a shield around the point 0, 0, `2 * r` high."""
    body = [(-0.85, -0.9), (0, -1), (0.85, -0.9), (0.8, 0.1), (0.55, 0.6), (0, 1), (-0.55, 0.6)]
    return [(x * r, y * r) for x, y in (*body, (-0.8, 0.1))]


@cached
def castle(size: int, colour: RGB, rim: RGB | None = None) -> Sprite:
    """Return the sign of a castle, `size` pixels wide and high: two towers beside a gate."""
    drawing = _SignDrawing(100, 100, size)
    body: list[Point] = [
        *((8, 94), (8, 14), (18, 14), (18, 26), (28, 26), (28, 14), (38, 14), (38, 44)),
        *((46, 44), (46, 36), (54, 36), (54, 44), (62, 44), (62, 14), (72, 14), (72, 26)),
        *((82, 26), (82, 14), (92, 14), (92, 94), (60, 94), (60, 70), (50, 62), (40, 70), (40, 94)),
    ]
    drawing.shape(body, colour)
    if rim:
        drawing.line([*body, body[0], body[1]], rim, 300 / size)
    return drawing.finished()


@cached
def castle_plate(side: int, colour: RGB) -> Sprite:
    """Return the sign of a castle on a plate of its owner's color, `side` pixels wide."""
    out = Image.new("RGBA", (side, side))
    pen = ImageDraw.Draw(out)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), 4, fill=dark(colour, 0.7), outline=LINEN)
    inner = castle(side - 4, LINEN)
    out.alpha_composite(inner, (2, 2))
    return out


@cached
def step_tile(size: int, *, tinted: bool) -> Sprite:
    """Return the frame of a small tile within reach, `size` pixels wide, perhaps `tinted`."""
    face = COLOURS["step"]
    out = Image.new("RGBA", (size, size), (*face, STEP_TINT if tinted else 0))
    pen = ImageDraw.Draw(out)
    pen.rectangle((1, 1, size - 2, size - 2), outline=dark(face, 0.7), width=4)
    pen.rectangle((2, 2, size - 3, size - 3), outline=pale(face, 0.3), width=2)
    return out


@cached
def step_cost(text: str, room: int, *, plated: bool) -> Sprite:
    """Return the cost of a step, `text`, on a small tile; at most `room` pixels wide.

    Unlike a disc, it cannot be taken for the sign of an army. It is `plated` where it sticks out.
    """
    stroke = 0 if plated else 3
    style = writing.Style(BLACK, TROOPS_PLAN.int("steps"), INK, stroke, LINEN)
    number = _narrow_number(text, style, room)
    number = number.crop(number.getbbox())
    if not plated:
        return number
    face = COLOURS["step"]
    out = Image.new("RGBA", (number.width + 6, number.height + 6))
    box = 0, 0, out.width - 1, out.height - 1
    ImageDraw.Draw(out).rounded_rectangle(box, 5, pale(face, 0.7), dark(face, 0.7), 2)
    out.alpha_composite(number, (3, 3))
    return out


@cached
def last_move(size: int, colour: RGB) -> PaddedSprite:
    """Return the ring around a tile: a small one that changed, or the start of a way.

    It lies around the tile of `size` pixels, in the color `colour` between two dark lines.
    """
    air = RING_PX
    out = Image.new("RGBA", (size + 2 * air, size + 2 * air))
    pen = ImageDraw.Draw(out)
    for inset, width, tone in ((0, air + 2, INK), (2, air - 2, colour)):
        box = (inset, inset, out.width - 1 - inset, out.height - 1 - inset)
        pen.rounded_rectangle(box, 7, outline=tone, width=width)
    return PaddedSprite(out, air)


def _narrow_number(text: str, style: writing.Style, room: int) -> Sprite:
    """Return a number on a transparent sheet, condensed if it is wider than `room` pixels."""
    width = round(writing.width(text, style.face, style.size)) + 2 * style.stroke
    sheet = Image.new("RGBA", (width, style.size))
    at = width / 2, style.size / 2 + style.size * writing.DIGIT_DROP
    writing.write(ImageDraw.Draw(sheet), at, text, style, "m")
    if width <= room:
        return sheet
    return sheet.resize((room, style.size), Image.Resampling.LANCZOS)


def _centred(shape: str, r: float) -> list[Point]:
    """Return the outline of a seat's shape with radius `r`, its vertical middle at y 0."""
    outline = markers.outline_of(shape, 0, r)
    ys = [y for _, y in outline]
    down = (min(ys) + max(ys)) / 2
    return [(x, y - down) for x, y in outline]


@cached
def stamp(theme: Theme, seat: int, size: int) -> Sprite:
    """Return the owner's mark on a small tile: the outline of the seat's shape.

    The outline is `size` pixels high; the drawing of the tile shows through.
    """
    colour, k = theme.seats[seat].colour, SUPER
    shape = theme.seats[seat].shape
    r = markers.radius_of(shape, size - 8)
    big = Image.new("RGBA", ((size + 8) * k, (size + 8) * k))
    pen, c = ImageDraw.Draw(big), (size + 8) / 2
    outline = [((x + c) * k, (y + c) * k) for x, y in _centred(shape, r)]
    pen.polygon(outline, fill=(*colour, 120))
    # White needs a dark line against pale land, other colors a light one.
    rims: Sequence[tuple[int, RGB]] = ((8, dark(colour, 0.68)), (6, LINEN), (4, colour))
    if min(colour) > WHITE:
        rims = ((9, dark(colour, 0.78)), (4, colour))
    for width, tone in rims:
        pen.line([*outline, outline[0], outline[1]], fill=tone, width=width * k, joint="curve")
    return big.resize((size + 8, size + 8), Image.Resampling.LANCZOS)


@cached
def shield(n: int, size: int, digits: int = 0, quiet: bool = False) -> PaddedSprite:
    """Return the sign of a garrison: an iron shield with `n`, the number of troops.

    `size` is the size of a tile, and `digits` that of the digits (0: the default), in pixels. With
    `quiet`, it is paler.
    """
    ink = mix(COLOURS["iron_rim"], COLOURS["iron"], 0.3) if quiet else (250, 240, 222)
    return _numbered(_shield(size, quiet), (22, 23), n, size, ink, digits)


@cached
def _shield(size: int, quiet: bool) -> PaddedSprite:
    """Return a shield for tiles of `size` pixels, without its number."""
    drawing = _SignDrawing(44, 50, size)
    body: list[Point] = [(3, 4), (22, 2), (41, 4), (41, 24), (35, 37), (22, 47), (9, 37), (3, 24)]
    tones = [COLOURS["iron_dark"], COLOURS["iron"], COLOURS["iron_rim"]]
    if quiet:
        tones = [pale(tone, share) for tone, share in zip(tones, (0.52, 0.62, 0.3), strict=True)]
    drawing.shape(body, tones[0])
    drawing.shape([(3, 4), (22, 2), (22, 47), (9, 37), (3, 24)], tones[1])
    drawing.line([*body, body[0]], tones[2], 3)
    drawing.line([(6, 7), (22, 5.2), (38, 7)], pale(tones[1], 0.4), 1.6)
    shadow = 0.2 if quiet else 0.5
    return markers.shadowed(drawing.finished(), max(2, size * 3 // 100), (1, 2), shadow)


def _numbered(
    bare: PaddedSprite, at: Point, n: int, size: int, fill: RGB, digits: int = 0
) -> PaddedSprite:
    """Return the sign `bare` with the number `n` centered at `at`, in hundredths of a tile.

    `size` is the size of a tile, and `digits` that of the digits (0: the default), in pixels.
    """
    out, k = bare.image.copy(), size / 100
    _number(
        out, (bare.pad + at[0] * k, bare.pad + at[1] * k), str(n), digits or round(36 * k), fill
    )
    return PaddedSprite(out, bare.pad)


@cached
def pennon(level: int, size: int) -> PaddedSprite:
    """Return the sign of a tower of knowledge: the level of its cards in strokes on violet."""
    drawing, violet = _SignDrawing(38, 40, size), COLOURS["pennon"]
    body: list[Point] = [(3, 3), (35, 3), (35, 31), (19, 37), (3, 31)]
    drawing.shape(body, violet, dark(violet, 0.6), 2.4)
    drawing.line([(6, 6), (32, 6)], pale(violet, 0.4), 1.6)
    for i in range(level):
        x = 19 + (i - (level - 1) / 2) * 8.4
        drawing.line([(x, 10), (x, 27)], (252, 240, 216), 3.8)
        for y in (10.6, 26.4):
            drawing.line([(x - 3.8, y), (x + 3.8, y)], (252, 240, 216), 2.4)
    return markers.shadowed(drawing.finished(), max(2, size * 2 // 100), (0, 2), 0.5)


@cached
def mine(good: str, size: int) -> Sprite:
    """Return a mine's good as a cube a third of a tile wide.

    `size` is the size of a tile in pixels.
    """
    return cube(round(34 * size / 100), GOODS[good])


@cached
def wall(size: int, *, upright: bool) -> PaddedSprite:
    """Return a red line along a border; its slanted ticks are visible without color.

    `size` is the size of a tile in pixels.
    """
    drawing = _SignDrawing(24, 114, size)
    top, bottom, c = 12, 102, 12
    for width, colour in ((14.0, COLOURS["wall_rim"]), (10.0, COLOURS["wall"])):
        drawing.line([(c, top), (c, bottom)], colour, width)
        r = width / 2 * drawing.supersampled_scale
        for x, y in drawing.at([(c, top), (c, bottom)]):
            drawing.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)
    for i in range(1, 6):
        y = top + (bottom - top) * i / 6
        drawing.line([(c - 4.6, y + 4), (c + 4.6, y - 4)], COLOURS["wall_tick"], 2.6)
    out = drawing.finished()
    if not upright:
        out = out.transpose(Image.Transpose.ROTATE_90)
    return markers.shadowed(out, max(2, size * 3 // 100), (0, 3), 0.5)


@cached
def disc(text: str, kind: str, size: int) -> PaddedSprite:
    """Return the cost of a step, `text`, in a disc; the kind `fight` has a cogged rim."""
    drawing, c = _SignDrawing(44, 44, size), 22.0
    fight = kind == "fight"
    face = COLOURS["fight" if fight else "step"]
    if fight:
        drawing.shape(
            [(c + q.real, c + q.imag) for q in _cog(20.5, 17.2, 14)],
            (250, 236, 210),
            (74, 24, 20),
            1.6,
        )
    x, y = drawing.at([(c, c)])[0]
    rims = () if fight else ((20, (255, 250, 232)), (18.4, (58, 40, 26)))
    for radius, colour in (*rims, (17, face)):
        r = radius * drawing.supersampled_scale
        drawing.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)
    if fight:
        for a, b in (((12, 12), (32, 32)), ((32, 12), (12, 32))):
            drawing.line([a, b], (132, 36, 32), 3.2)
    out = drawing.finished()
    digits = round((38 if len(text) == 1 else 30) * drawing.scale)
    _number(
        out, (c * drawing.scale, c * drawing.scale), text, digits, LINEN if fight else (43, 32, 24)
    )
    return markers.shadowed(out, max(2, size * 3 // 100), (0, 3), 0.5)


def _cog(outer: float, inner: float, teeth: int) -> list[complex]:
    turn = 2j * cmath.pi / (2 * teeth)
    return [(outer if i % 2 == 0 else inner) * cmath.exp(turn * i) for i in range(2 * teeth)]


@cached
def danger_rim(size: int) -> Sprite:
    """Return a rim of dark and yellow stripes inside a tile: a rival could attack here."""
    k, width = SUPER, max(4, size // 12)
    stripes = Image.new("RGBA", (size * k, size * k), DANGER[1])
    pen, pitch = ImageDraw.Draw(stripes), 2 * width * k
    for at in range(-size * k, size * k, pitch):
        right = at + size * k
        corners = [(at, size * k), (right, 0), (right + width * k, 0), (at + width * k, size * k)]
        pen.polygon(corners, fill=DANGER[0])
    inner = (width * k, width * k, (size - width) * k - 1, (size - width) * k - 1)
    pen.rectangle(inner, fill=(0, 0, 0, 0))
    return stripes.resize((size, size), Image.Resampling.LANCZOS)


@cached
def fight_rim(size: int) -> Sprite:
    """Return the rim of a large tile where a fight is pending: red between two light lines."""
    out = Image.new("RGBA", (size, size))
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, size - 1, size - 1), outline=LINEN, width=FIGHT_RIM_PX + 2)
    pen.rectangle((1, 1, size - 2, size - 2), outline=COLOURS["fight"], width=FIGHT_RIM_PX)
    return out


@cached
def swords(side: int) -> PaddedSprite:
    """Return the sign of a pending fight: crossed blades on red."""
    out = Image.new("RGBA", (side * SUPER, side * SUPER))
    pen, red = ImageDraw.Draw(out), COLOURS["fight"]
    for inset, colour in ((0, CREAM), (2, dark(red, 0.5)), (4, red)):
        q = inset * SUPER
        pen.ellipse((q, q, side * SUPER - 1 - q, side * SUPER - 1 - q), fill=colour)
    out = out.resize((side, side), Image.Resampling.LANCZOS)
    glyph = round(side * 0.62)
    out.alpha_composite(
        icon("crossed-swords", glyph, mix(LINEN, red, 0.05)),
        ((side - glyph) // 2, (side - glyph) // 2),
    )
    return markers.shadowed(out, *SHADOWS["chip"])
