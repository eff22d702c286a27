"""Tower in the land, seen from afar: masonry to its height, battlements, seat's flag."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw

from render.base.cache import cached
from render.base.canvas import PaddedSprite
from render.base.texture import Sprite
from render.base.theme import RGB, Theme, dark, pale, parse
from render.parts import markers
from render.tadmor.pieces import sprites
from render.tadmor.pieces.style import COLOURS

STONE: RGB = COLOURS["sandstone"]
DARK: RGB = (66, 44, 32)
LEDGE: RGB = parse("#efdcae")
TOWER_SUPERSAMPLE = 2
FLAG = (70, 54)  # pixels of the cloth (width, height)
POLE = 26  # pixels of bare pole below the cloth
RING = 0.66  # inner radius of the seat's ring on the flag, as a share of the outer one
TAPER = 0.8  # width at the top as a share of that at the foot


@cached
def turret(theme: Theme, seat: int, levels: int, level_height: int, width: int) -> PaddedSprite:
    """Return a tower of `levels` levels, each `level_height` pixels high.

    It is `width` pixels wide at its foot. The lower edge of the sprite, without its `pad`, is the
    foot of the tower.
    """
    pad, tall = max(FLAG[0], width // 8), levels * level_height
    above = FLAG[1] + POLE + width // 8
    out = Image.new(
        "RGBA",
        ((width + 2 * pad) * TOWER_SUPERSAMPLE, (tall + above + 2 * pad) * TOWER_SUPERSAMPLE),
    )
    foot, middle = (pad + above + tall) * TOWER_SUPERSAMPLE, out.width / 2
    for n in range(levels):
        half = width * TOWER_SUPERSAMPLE / 2 * (1 - (1 - TAPER) * n / max(1, levels - 1))
        _draw_level(
            out,
            (
                round(middle - half),
                foot - (n + 1) * level_height * TOWER_SUPERSAMPLE,
                round(2 * half),
                level_height * TOWER_SUPERSAMPLE,
            ),
            n,
        )
        if n % 2 and n < levels - 1:
            _draw_openings(
                out,
                middle,
                half,
                foot - (n + 0.22) * level_height * TOWER_SUPERSAMPLE,
                (half * 0.13, level_height * TOWER_SUPERSAMPLE * 0.56),
                (-0.44, 0.44),
            )
    if levels:
        _draw_openings(
            out,
            middle,
            width * TOWER_SUPERSAMPLE / 2,
            foot,
            (width * TOWER_SUPERSAMPLE * 0.13, level_height * TOWER_SUPERSAMPLE * 0.8),
            (0.0,),
        )
    merlon, top = width * TOWER_SUPERSAMPLE // 9, foot - tall * TOWER_SUPERSAMPLE
    _draw_crown(
        out,
        middle,
        width * TOWER_SUPERSAMPLE / 2 * (TAPER if levels > 1 else 1),
        top,
        merlon,
        bare=not levels,
    )
    _draw_flag(out, theme, seat, middle, top - (merlon if levels else 0))
    return PaddedSprite(
        out.resize(
            (out.width // TOWER_SUPERSAMPLE, out.height // TOWER_SUPERSAMPLE), Image.Resampling.BOX
        ),
        pad,
    )


def _draw_level(out: Sprite, box: tuple[int, int, int, int], n: int) -> None:
    """Draw level number `n` in `box`: a course of stones, lit from the left, a ledge on top."""
    (x, y, w, h), rng = box, random.Random(n)
    body = Image.new("RGB", (w, h), dark(STONE, 0.3))
    pen, at = ImageDraw.Draw(body), -rng.randrange(h)
    while at < w:
        width = round(h * rng.uniform(1.1, 1.9))
        tone = dark(pale(STONE, rng.random() * 0.22), rng.random() * 0.12)
        pen.rounded_rectangle((at + 1, 2, at + width - 2, h - 2), h // 7, fill=tone)
        pen.line((at + 5, 3, at + width - 6, 3), fill=pale(tone, 0.35), width=2)
        at += width
    ramp = Image.linear_gradient("L").rotate(90).resize((w, h))
    body.paste(dark(STONE, 0.66), (0, 0), ramp.point([max(0, v - 96) for v in range(256)]))
    body.paste(pale(STONE, 0.7), (0, 0), ramp.point([max(0, 90 - v) for v in range(256)]))
    pen, line = ImageDraw.Draw(out), dark(STONE, 0.62)
    pen.rectangle(
        (x - 2 * TOWER_SUPERSAMPLE, y, x + w + 2 * TOWER_SUPERSAMPLE - 1, y + h), fill=line
    )
    out.paste(body, (x, y))
    thin = max(TOWER_SUPERSAMPLE, h // 9)
    pen.rectangle(
        (x - 3 * TOWER_SUPERSAMPLE, y - thin, x + w + 3 * TOWER_SUPERSAMPLE, y + thin),
        fill=LEDGE,
        outline=line,
        width=max(1, thin // 2),
    )


def _draw_openings(
    out: Sprite,
    middle: float,
    half: float,
    foot: float,
    size: tuple[float, float],
    shares: tuple[float, ...],
) -> None:
    """Draw dark openings with round tops: windows, or the door.

    Their lower ends are at the y `foot`; `size` is (half width, height). Each of `shares` gives one
    opening: its distance from `middle` as a share of `half`.
    """
    pen, (w, h) = ImageDraw.Draw(out), size
    for share in shares:
        c = middle + share * half
        pen.pieslice((c - w, foot - h, c + w, foot - h + 2 * w), 180, 360, fill=DARK)
        pen.rectangle((c - w, foot - max(TOWER_SUPERSAMPLE, h - w), c + w, foot), fill=DARK)


def _draw_crown(
    out: Sprite, middle: float, half: float, y: int, merlon: int, *, bare: bool
) -> None:
    """Draw battlements at the height `y`, or a few stones on a tower without levels.

    `bare` means that the tower has no levels. `merlon` is the side of a battlement in pixels.
    """
    pen, line = ImageDraw.Draw(out), dark(STONE, 0.6)
    if bare:
        for x, r in ((-0.5, 0.16), (0.1, 0.22), (0.55, 0.13)):
            c = middle + x * half
            pen.ellipse(
                (c - half * r, y - half * r * 1.2, c + half * r, y + half * r * 0.3),
                fill=STONE,
                outline=line,
                width=TOWER_SUPERSAMPLE,
            )
        return
    for k in range(5):
        left = middle - half + (2 * half - merlon) * k / 4
        pen.rectangle(
            (
                left - TOWER_SUPERSAMPLE,
                y - merlon - TOWER_SUPERSAMPLE,
                left + merlon + TOWER_SUPERSAMPLE,
                y,
            ),
            fill=LEDGE,
            outline=line,
            width=TOWER_SUPERSAMPLE,
        )


def _draw_flag(out: Sprite, theme: Theme, seat: int, x: float, foot: int) -> None:
    """Draw the flag on its pole, with the seat's sign."""
    pen, colour, (w, h) = ImageDraw.Draw(out), theme.seats[seat].colour, FLAG
    top = foot - (h + POLE) * TOWER_SUPERSAMPLE
    pen.line(
        (x, foot, x, top - 4 * TOWER_SUPERSAMPLE), fill=(60, 40, 26), width=4 * TOWER_SUPERSAMPLE
    )
    wave = [
        (0, 0),
        (w * 0.5, 5),
        (w, 2),
        (w * 0.82, h * 0.5),
        (w, h - 3),
        (w * 0.5, h + 3),
        (0, h - 2),
    ]
    cloth = [(x + (a + 2) * TOWER_SUPERSAMPLE, top + b * TOWER_SUPERSAMPLE) for a, b in wave]
    pen.polygon(cloth, fill=colour)
    pen.line(
        [*cloth, cloth[0]], fill=dark(colour, 0.65), width=2 * TOWER_SUPERSAMPLE, joint="curve"
    )
    r = markers.radius_of(theme.seats[seat].shape, markers.MIN_MARK_PX)
    tone = markers.line_of(theme, seat)
    # A ring in the seat's shape, as on camels and boats: a full one would have another color.
    for share, fill in ((1.0, tone), (RING, colour)):
        mark = sprites.seat_shape_mask(
            theme,
            seat,
            (r * 1.3 * TOWER_SUPERSAMPLE, r * 1.3 * TOWER_SUPERSAMPLE),
            r * share * TOWER_SUPERSAMPLE,
            (round(r * 2.6) * TOWER_SUPERSAMPLE, round(r * 2.6) * TOWER_SUPERSAMPLE),
        )
        out.paste(
            fill,
            (
                round(x + (w * 0.43 - r * 1.3) * TOWER_SUPERSAMPLE),
                round(top + (h * 0.5 - r * 1.3) * TOWER_SUPERSAMPLE),
            ),
            mark,
        )
