"""Sprites of dice as carved wood, and of the pegs of tracks.

The tops of the dice are stored; rotation, thickness and shadow are added.
"""

from __future__ import annotations

import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.era_medieval_age.model.catalog import DICE, class_of
from render.base import layout, sprite_atlas
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Halo
from render.base.texture import Sprite, layer, scaled
from render.base.theme import BLACK, INK, RGB, WARM, Theme, mix, parse
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.style import ASSETS, HERE
from render.parts import markers
from render.parts.markers import MARKER_SUPERSAMPLE, marker_rims

LAYOUT = layout.load(HERE / "dice.toml")
COLOURS: dict[str, RGB] = {kind: parse(colour) for kind, colour in LAYOUT.get("colours").items()}
TOP, RADIUS = LAYOUT.int("top.side"), LAYOUT.float("top.radius")
# Names of all tops: the faces, die by die, then the question mark of each color.
TOP_NAMES: tuple[str, ...] = (*(face.id for die in DICE.values() for face in die.faces), *DICE)
# Face shown for a die of each color where nothing has been rolled.
DEFAULT_FACE = {
    "peasant": "peasant_food3",
    "burgher": "burgher_culture1",
    "noble": "noble_sword1",
    "clergy": "clergy_quill",
}
SUPERSAMPLE = 2


@cached
def _load_top(name: str, side: int) -> Sprite:
    """Return the top of a die, `side` pixels wide: a face, or the question mark of a color.

    Each is a file of its own, so that a picture reads only the faces it shows.
    """
    with Image.open(ASSETS / "dice" / f"{name}.webp") as top:
        return top.convert("RGBA").resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3)


@cached
def sprite(theme: Theme, kind: str, face: str, size: int, angle: int = 0) -> Sprite:
    """Return a die `size` pixels wide, rotated counter-clockwise by `angle` degrees.

    The center of the die is the center of the sprite. If `face` is empty, the die shows a question
    mark in the color of `kind`.
    """
    stored = sprite_atlas.find(ASSETS, atlas_name(kind, face, size)) if not angle else None
    return stored or carve(theme, kind, face, size, angle)


def atlas_name(kind: str, face: str, size: int) -> str:
    """Return the name of an unrotated die in the sprite atlas."""
    return f"die-{face or kind}-{size}"


def carve(theme: Theme, kind: str, face: str, size: int, angle: int = 0) -> Sprite:
    """Draw a die in the form that `sprite` returns."""
    side, pad = size * SUPERSAMPLE, size // 4 * SUPERSAMPLE
    full_side = side + 2 * pad
    top = Image.new("RGBA", (full_side, full_side))
    top.paste(_load_top(face or kind, side), (pad, pad))
    if angle:
        top = top.rotate(angle, Image.Resampling.BICUBIC)
    alpha = top.getchannel("A")
    out = Image.new("RGBA", (full_side, full_side))
    colour = COLOURS[kind]
    shadow = ImageChops.offset(
        alpha, round(size * 0.06) * SUPERSAMPLE, round(size * 0.13) * SUPERSAMPLE
    )
    layer(
        out,
        theme.shadow,
        scaled(shadow.filter(ImageFilter.GaussianBlur(size * 0.07 * SUPERSAMPLE)), 0.62),
    )
    thickness = max(2, round(size * 0.085)) * SUPERSAMPLE
    layer(out, mix(colour, theme.ink, 0.62), _extended_down(alpha, thickness))
    layer(
        out,
        mix(colour, theme.ink, 0.40),
        _extended_down(alpha, thickness - 2 * SUPERSAMPLE).filter(ImageFilter.MinFilter(3)),
    )
    out.alpha_composite(top)
    return out.resize((full_side // SUPERSAMPLE, full_side // SUPERSAMPLE), Image.Resampling.BOX)


def _extended_down(mask: Image.Image, depth: int) -> Image.Image:
    """Return a mask extended downward by `depth` pixels."""
    out, extended = mask, 0
    while extended < depth:
        step = min(max(1, extended), depth - extended)  # double the extension in each step
        out = ImageChops.lighter(out, ImageChops.offset(out, 0, step))
        extended += step
    return out


def of_die(theme: Theme, die: str, face: str, size: int, angle: int = 0) -> Sprite:
    """Return the die with an id such as `p1`, in its color, with `face` up.

    An empty `face` is a question mark.
    """
    return sprite(theme, class_of(die).id, face, size, angle)


def die_pose(die: str) -> tuple[int, tuple[int, int]]:
    """Return rotation (degrees) and offset (x, y in pixels) of a rolling die.

    Both depend only on the die's id, so a die looks the same in every picture.
    """
    rng = random.Random(die)
    max_angle = LAYOUT.int("lie.turn")
    max_offset = LAYOUT.int("lie.stray")
    angle = rng.randint(-max_angle, max_angle) or max_angle  # never straight
    return angle, (
        rng.randint(-max_offset, max_offset),
        rng.randint(-max_offset, max_offset),
    )


@cached
def badge(theme: Theme, size: int) -> Sprite:
    """Return a cream disc with a small monastery, for a die that a monastery has set.

    The disc is `size` pixels wide, with a transparent margin of 6 pixels around it.
    """
    k, pad = 4, 6  # supersampling factor; margin in pixels
    w = (size + 2 * pad) * k
    out = Image.new("RGBA", (w, w))
    pen, c, r = ImageDraw.Draw(out), w / 2, size * k / 2
    for q, fill in ((r, theme.ink), (r - 2 * k, theme.cream)):
        pen.ellipse((c - q, c - q, c + q, c + q), fill=fill)
    out = out.resize((w // k, w // k), Image.Resampling.BOX)
    inner = round(size * 0.70)
    body = sprites.thumbnail("monastery", 0, (inner, inner))
    out.alpha_composite(body, ((out.width - body.width) // 2, (out.height - body.height) // 2))
    return out


@cached
def id_tag(theme: Theme, text: str, size: int, tone: str) -> Sprite:
    """Return the tag with the id of a die, `size` pixels wide.

    Its `tone` is that of a mark (gold for a legal choice), or `plain` if the die is no option.
    """
    k, pad = MARKER_SUPERSAMPLE, 4  # margin in pixels
    w = (size + 2 * pad) * k
    high = round(size * LAYOUT.float("well.tag_high")) * k
    top = (w - high) // 2
    out = Image.new("RGBA", (w, w))
    box = (pad * k, top, w - pad * k, top + high)
    pen = ImageDraw.Draw(out)
    rims = ((0.0, theme.ink), (1.6, theme.cream)) if tone == "plain" else marker_rims(theme, tone)
    for rim, colour in rims:
        inset = rim * k
        left, upper, right, lower = box
        part = (left + inset, upper + inset, right - inset, lower - inset)
        pen.rounded_rectangle(part, high // 3 - inset / 2, fill=colour)
    out = out.resize((w // k, w // k), Image.Resampling.BOX)
    digit = round(size * LAYOUT.float("well.tag_digit"))
    style = writing.Style(BLACK, digit, theme.ink)
    at = (out.width / 2, out.height / 2 + digit * writing.DIGIT_DROP)
    writing.write(ImageDraw.Draw(out), at, text, style, "m")
    return out


@cached
def halo(theme: Theme, size: int, angle: int) -> Halo:
    """Return the glow of a die of `size` pixels, rotated by `angle` degrees."""
    alpha = (
        sprite(theme, "noble", "", size, angle)
        .getchannel("A")
        .point([255 if v > 200 else 0 for v in range(256)])
    )
    return markers.halo(alpha, 8, 5, 1.0)


@cached
def peg(colour: RGB, size: int, state: str = "full") -> Sprite:
    """Return a peg of a track.

    `state` is `full`, `new` (with a bright ring), `hole` (an empty place), `missing` (a hole that
    should be full), `lost` (a peg that will be paid) or `waste` (a peg that did not fit).
    The center of the peg is the center of the sprite.
    """
    k, pad = 4, 6
    w = (size + 2 * pad) * k
    c, r, ink = w / 2, size * k / 2, INK
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)

    def disc(q: float, fill: RGB, down: float = 0) -> None:
        pen.ellipse((c - q, c - q + down, c + q, c + q + down), fill=fill)

    if state == "hole":
        disc(r * 0.62, mix(colour, (150, 122, 88), 0.88))
        disc(r * 0.54, (166, 138, 102), r * 0.08)
    elif state == "waste":
        a = r * 0.62
        for slope in (-1, 1):
            ends = (c - a, c - slope * a, c + a, c + slope * a)
            pen.line(ends, fill=parse("#a8322d"), width=round(r * 0.5))
    elif state == "missing":
        disc(r * 0.9, parse("#a8322d"))
        disc(r * 0.9 - 3 * k, (246, 232, 212))
    elif state == "lost":
        disc(r * 0.86, parse("#a8322d"))
        disc(r * 0.54, (246, 232, 212))
    else:
        fall = Image.new("L", (w, w))
        ImageDraw.Draw(fall).ellipse((c - r, c - r + 4 * k, c + r, c + r + 4 * k), fill=130)
        layer(out, WARM, fall.filter(ImageFilter.GaussianBlur(2 * k)))
        disc(r, mix(colour, ink, 0.62), 2 * k)
        disc(r, mix(colour, ink, 0.55))
        if state == "new":
            disc(r - 1.5 * k, (255, 214, 90))
        disc(r - (3.5 if state == "new" else 1.5) * k, colour)
        q = r * 0.62
        pen.ellipse(
            (c - q * 0.95, c - q * 1.05, c + q * 0.55, c + q * 0.25),
            fill=mix(colour, (255, 250, 235), 0.30),
        )
        pen.ellipse(
            (c - q * 0.70, c - q * 0.85, c - q * 0.05, c - q * 0.30),
            fill=mix(colour, (255, 250, 235), 0.55),
        )
    return out.resize((w // k, w // k), Image.Resampling.BOX)
