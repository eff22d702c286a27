"""Faces of upgrade tiles and rare goods: a subject on the color of the category.

An upgrade has a strip with a number below the subject.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from games.tadmor.model import effects as ops
from games.tadmor.model.catalog import RARE as COLOUR_OF
from games.tadmor.model.effects import UPGRADES
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import PaddedSprite
from render.base.texture import Sprite, clouds, flat, layer, rounded, shade, tinted
from render.base.theme import CORNERS, CREAM, EARTH, RGB, dark, mix, pale
from render.parts import panels, widgets
from render.parts.markers import shadowed
from render.tadmor.pieces import sprites
from render.tadmor.pieces.style import BLACK, CATEGORIES, COLOURS, GOODS, LOOK, PILES, RARE, icon

GLEAM: RGB = (255, 214, 140)
METRICS: dict[str, str] = LOOK["metrics"]
SIGN_OF = {
    "mission": "scroll-unfurled",
    "rare_good": "amphora",
    "temple": "greek-temple",
    "market": "scales",
    "tower_single": "stone-tower",
    "tower_double": "stone-tower",
    "traitor": "cloak-dagger",
    "tax_collector": "receive-money",
    "war_supplies": "crossed-swords",
    "first_player": "chess-pawn",
}


@dataclass(frozen=True)
class TileFace:
    """Face of an upgrade tile: names of icons or cubes, and a number.

    `above` is drawn above the strip; the number `figure`, then `tail`, are drawn on the strip.
    """

    above: tuple[str, ...]
    figure: str = ""
    tail: tuple[str, ...] = ()


WIDE_TILE = 1.25  # from this ratio of width and height on, the number stands beside the icon
COLUMN_LEAST = 30  # height of the number there, at least
MINUS = "−"
LAUREL = ("laurel-crown",)
MOVERS = ("camel", "sailboat")


def _private_action_face(op: ops.PrivateAction) -> TileFace:
    icons = tuple(dict.fromkeys(SIGN_OF[choice.action] for choice in op.choices))
    return TileFace(icons[:4], "", MOVERS)


def _trade_points_face(op: ops.TradePoints) -> TileFace:
    return TileFace(
        (*LAUREL, "arrow", op.rates[0].get[0], op.rates[-1].get[-1]),
        " ".join(f"{MINUS}{rate.pp}" for rate in op.rates),
    )


FACES: dict[type, Callable[[Any], TileFace]] = {
    ops.Trade: lambda op: TileFace(
        (op.rates[0].give[0], "arrow", *op.rates[0].get), f"1 : {op.rates[0].n}"
    ),
    ops.TradePoints: _trade_points_face,
    ops.GatherBonus: lambda op: TileFace(
        ("sailboat" if op.piece == "boat" else "camel",), f"+{op.n}", (op.resource,)
    ),
    ops.FreeMultiple: lambda op: TileFace(("stone-tower",), f"{op.of}·{2 * op.of}"),
    ops.Waive: lambda op: TileFace(("stone-tower",), MINUS, op.resources),
    ops.Prestige: lambda op: TileFace(("stone-tower",), f"+{op.pp}", LAUREL),
    ops.OnMission: lambda op: TileFace(("scroll-unfurled",), f"+{op.pp}", LAUREL),
    ops.Reduction: lambda op: TileFace((SIGN_OF[op.action],), f"{MINUS}{op.n}"),
    ops.OnRareGood: lambda op: TileFace(("amphora",), f"+{op.pp_board}", LAUREL),
    ops.Credit: lambda op: TileFace((*LAUREL, "arrow", "amphora"), f"{MINUS}{op.pp}"),
    ops.ChooseRare: lambda _op: TileFace(("amphora",), "", ("hand@sbed",)),
    ops.Immunity: lambda op: TileFace(
        ("checked-shield",), "", ("dervish-swords",) if op.revealer_only else MOVERS
    ),
    ops.OnReveal: lambda op: TileFace(("dervish-swords",), f"+{op.pp}", tuple(op.gain) or LAUREL),
    ops.PrivateAction: _private_action_face,
    ops.StorageLimit: lambda op: TileFace(("warehouse",), f"≤{op.n}"),
    ops.GiftsMultiplier: lambda op: TileFace(("peace-dove",), f"×{op.factor}"),
    ops.TaxImmunity: lambda _op: TileFace(("receive-money",), "", ("checked-shield",)),
    ops.FinalBonus: lambda op: TileFace((METRICS[op.metric],), str(op.pp), LAUREL),
}


def face(tile: str) -> TileFace:
    """Return the face of a tile, from its first effect."""
    op = UPGRADES[tile].effects[0]
    return FACES[type(op)](op)


def _icon_or_cube(name: str, size: int, colour: RGB) -> Sprite:
    if name in GOODS:
        return sprites.cube(name, round(size * 0.8))
    return (
        sprites.arrow(round(size * 0.42), colour) if name == "arrow" else icon(name, size, colour)
    )


def _tail_icon(name: str, size: int) -> Sprite:
    """Return an icon or cube for the dark strip of a tile."""
    return _icon_or_cube(name, size, GLEAM if name in LAUREL else CREAM)


def _centred(onto: Sprite, body: Sprite, at: tuple[float, float]) -> None:
    onto.alpha_composite(
        body, (max(0, round(at[0] - body.width / 2)), max(0, round(at[1] - body.height / 2)))
    )


@cached
def _ground(colour: RGB, side: int) -> Sprite:
    """Return the body of a tile, `side` pixels wide: dark edge, paper, a darker strip below.

    `colour` is that of the tile's category.
    """
    edge = max(3, side // 30)
    radius = widgets.corner(side)
    out = tinted(rounded(side, side, radius), dark(colour, 0.55))
    fill = shade(
        flat(side, side, pale(colour, 0.58)), clouds(side, side, 9, side / 2.5), 0.22
    ).convert("RGBA")
    inner = rounded(side, side, radius, edge)
    fill.putalpha(inner)
    out.alpha_composite(fill)
    strip = Image.new("L", (side, side))
    top = strip_top(side)
    strip.paste(inner.crop((0, top, side, side)), (0, top))
    layer(out, dark(colour, 0.14), strip)
    ImageDraw.Draw(out).line(
        (edge, top, side - edge, top), fill=(*pale(colour, 0.5), 160), width=max(1, side // 70)
    )
    return out


def strip_top(side: int) -> int:
    """Return the distance in pixels from the top of a tile to its strip.

    The strip is high enough for its letters.
    """
    return min(round(side * 0.66), side - 43)


@cached
def tile(name: str, side: int) -> PaddedSprite:
    """Return an upgrade tile, `side` pixels wide and high, with its shadow around it."""
    colour, tile_face = CATEGORIES[UPGRADES[name].category], face(name)
    out = _ground(colour, side).copy()
    tone, top = dark(colour, 0.62), strip_top(side)
    _above(out, tile_face.above, tone, side, top)
    size = max(34, round(side * 0.26))
    middle, small = (top + side - max(3, side // 30)) / 2, round(size * 0.94)
    bodies = [
        _tail_icon(icon_name, size if icon_name in GOODS else small) for icon_name in tile_face.tail
    ]
    style = writing.Style(BLACK, size, CREAM)
    width = writing.width(tile_face.figure, BLACK, size) if tile_face.figure else 0
    gap = round(size * 0.14)
    total = width + sum(body.width for body in bodies) + gap * max(0, len(bodies) + bool(width) - 1)
    x = (side - total) / 2
    if width:
        writing.write(
            ImageDraw.Draw(out), (x, middle + size * writing.DIGIT_DROP), tile_face.figure, style
        )
        x += width + gap
    for body in bodies:
        _centred(out, body, (x + body.width / 2, middle))
        x += body.width + gap
    return shadowed(out, max(4, side // 24), (0, 4), 0.5)


def _above(out: Sprite, things: tuple[str, ...], tone: RGB, side: int, top: int) -> None:
    """Draw the icons `things` above the strip of a tile.

    They are one large icon, an exchange in a row, or up to four small icons. `top` is the distance
    in pixels from the top of the tile to its strip.
    """
    middle, room = (top + side // 30) / 2, top - side // 12
    if len(things) == 1:
        _centred(out, _icon_or_cube(things[0], round(room * 0.92), tone), (side / 2, middle))
    elif "arrow" in things:
        big = round(side * 0.4)
        _centred(
            out,
            _icon_or_cube(
                things[0], big if things[0] != "laurel-crown" else round(big * 0.9), tone
            ),
            (side * 0.25, middle),
        )
        _centred(out, _icon_or_cube("arrow", round(side * 0.4), tone), (side * 0.51, middle))
        received = things[2:]
        if len(received) == 1:
            _centred(out, _icon_or_cube(received[0], big, tone), (side * 0.76, middle))
        else:
            for k, name in enumerate(received[:2]):
                _centred(
                    out,
                    _icon_or_cube(name, round(side * 0.29), tone),
                    (side * (0.72 + 0.1 * k), middle + (k - 0.5) * side * 0.22),
                )
    else:
        small = round(room * 0.5)
        for k, name in enumerate(things):
            x = side * (0.3 if k % 2 == 0 else 0.7)
            y = middle if len(things) < 3 else middle + (k // 2 - 0.5) * small * 1.02
            x = side / 2 if k == len(things) - 1 and len(things) % 2 else x
            _centred(out, _icon_or_cube(name, small, tone), (x, y))


@cached
def small_tile(name: str, w: int, h: int, number: int) -> PaddedSprite:
    """Return an upgrade tile for the board, `w` x `h` pixels: its icons and its number.

    The digits are `number` pixels high, or less if what they count needs room beside them. A wide
    tile has its number at the right of its icon, another one below it. Icons for which there is no
    room at all are left out; the close-up of the display shows them.
    """
    colour, tile_face = CATEGORIES[UPGRADES[name].category], face(name)
    if w > WIDE_TILE * h:
        return _wide_tile(colour, tile_face, (w, h), number)
    radius, strip = CORNERS["field"], number - 4
    out = widgets.plate(w, h, radius, pale(colour, 0.62), dark(colour, 0.55), 3).copy()
    foot = widgets.plate(w, h, radius, dark(colour, 0.14), dark(colour, 0.55), 3)
    out.paste(foot.crop((0, h - strip, w, h)), (0, h - strip))
    room = h - strip
    middle = h - strip / 2 - 1
    side, tail = round(strip * 0.86), list(tile_face.tail)
    figure = tile_face.figure
    if writing.width(figure, BLACK, number) > w - 8:
        figure = figure.replace(" ", "")
    least = (number * 4) // 5
    while number > least and _width(figure, number) + _tails_width(tail, side) > w - 10:
        number, side = number - 1, side - 1
    style, width = writing.Style(BLACK, number, CREAM), _width(figure, number)
    while tail and width + _tails_width(tail, side) > w - 8:
        tail.pop()
    _above_strip(out, tile_face.above, dark(colour, 0.62), (w, room))
    bodies = [_tail_icon(icon_name, side) for icon_name in tail]
    x = (w - width - sum(body.width + 2 for body in bodies)) / 2
    if width:
        at = (x, middle + number * writing.DIGIT_DROP)
        writing.write(ImageDraw.Draw(out), at, figure, style)
        x += width + 2
    for body in bodies:
        _centred(out, body, (x + body.width / 2, middle))
        x += body.width + 2
    return shadowed(out, 4, (0, 3), 0.5)


def _width(figure: str, size: int) -> float:
    return writing.width(figure, BLACK, size) if figure else 0


def _tails_width(tail: list[str], side: int) -> int:
    return sum(_tail_icon(name, side).width + 2 for name in tail)


def _wide_tile(
    colour: RGB, tile_face: TileFace, size: tuple[int, int], number: int
) -> PaddedSprite:
    """Return a tile of (width, height) `size`: its icon, and at the right a dark column.

    The column has the number, `number` pixels high, and below it what the number counts.
    """
    w, h = size
    figure, tail, radius = tile_face.figure.replace(" ", ""), tile_face.tail, CORNERS["field"]
    if tail:
        number = min(number, round(h * 0.58))
    while number > COLUMN_LEAST and _width(figure, number) > w * 0.62:
        number -= 1
    small = round(h * (0.36 if figure else 0.42))
    bodies = [_tail_icon(name, small) for name in tail]
    in_row = (
        sum(body.width for body in bodies)
        if figure
        else max((body.width for body in bodies), default=0)
    )
    column = round(max(_width(figure, number), in_row, h * 0.5)) + 12
    out = widgets.plate(w, h, radius, pale(colour, 0.62), dark(colour, 0.55), 3).copy()
    foot = widgets.plate(w, h, radius, dark(colour, 0.14), dark(colour, 0.55), 3)
    out.paste(foot.crop((w - column, 0, w, h)), (w - column, 0))
    _above_strip(out, tile_face.above, dark(colour, 0.62), (w - column, h))
    middle, y = w - column / 2 - 1, h / 2
    if figure:
        y = h * 0.34 if tail else h / 2
        at = (middle, y + number * writing.DIGIT_DROP)
        style = writing.Style(BLACK, number, CREAM)
        writing.write(ImageDraw.Draw(out), at, figure, style, "m")
        x = middle - in_row / 2
        for body in bodies:
            _centred(out, body, (x + body.width / 2, h * 0.76))
            x += body.width
    else:
        for k, body in enumerate(bodies):
            _centred(out, body, (middle, h * (k + 0.5 + 0.12 * (0.5 - k)) / len(bodies)))
    return shadowed(out, 4, (0, 3), 0.5)


def _above_strip(out: Sprite, things: tuple[str, ...], tone: RGB, size: tuple[int, int]) -> None:
    """Draw the icons `things` of a small tile in a row, as large as the room above permits."""
    w, room = size
    is_exchange = "arrow" in things
    if is_exchange and room > w * 0.8:  # from above to below
        side = round(min(w * 0.74, room * 0.6))
        for name, x, y in ((things[0], 0.33, 0.3), (things[2], 0.67, 0.7)):
            across = side if name in GOODS else round(side * 0.84)
            _centred(out, _icon_or_cube(name, across, tone), (w * x, room * y))
        return
    shown = (things[0], "arrow", things[2]) if is_exchange else things[:2]
    side = min(room - 8, (w - 8) // len(shown))
    bodies = [
        _icon_or_cube(name, side, dark(COLOURS["gold"], 0.35) if name in LAUREL else tone)
        for name in shown
    ]
    x = (w - sum(body.width for body in bodies)) / 2
    for body in bodies:
        _centred(out, body, (x + body.width / 2, room / 2 + 2))
        x += body.width


@cached
def slot(w: int, h: int, base: RGB) -> Sprite:
    """Return the recess of a missing tile in a sheet of color `base`."""
    radius = widgets.corner(min(w, h))
    out = widgets.plate(w, h, radius, mix(base, EARTH, 0.35), mix(base, EARTH, 0.55), 3).copy()
    inner = rounded(w, h, radius, 3).copy()
    inner.paste(0, (0, 0, w, 8))
    layer(out, mix(base, EARTH, 0.27), inner)
    sign = icon("upgrade", round(min(w, h) * 0.5), mix(base, EARTH, 0.42))
    _centred(out, sign, (w / 2, h / 2))
    return out


@cached
def rare(good: str, w: int, h: int) -> PaddedSprite:
    """Return a tile of a rare good, `w` x `h` pixels, with its shadow around it."""
    colour = PILES[COLOUR_OF[good]]
    body = panels.sheet(w, h, max(6, h // 9), pale(colour, 0.25), dark(colour, 0.6), 3, 4)
    out = body.image.copy()
    size = round(min(w, h) * 0.76)
    _centred(out, icon(RARE[good], size, dark(colour, 0.74)), (out.width / 2, out.height / 2))
    return PaddedSprite(out, body.pad)


def laurel(size: int) -> Sprite:
    """Return the icon of prestige points."""
    return icon("laurel-crown", size, COLOURS["gold"])
