"""Sprites to celebrate a victory: laurels, rays, medal, standards, ribbons, gilded frame.

`render/pictures/end_screen.py` arranges them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from games.core.views.scene import CoatOfArms, Scene
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.layout import Layout, Rect, split
from render.base.texture import Mask, Sprite, grow, layer, rounded, scaled, shade, stretched
from render.base.theme import PALE, RGB, SHADOWS, WARM, Theme, dark, mix, pale
from render.parts import markers, panels

ASSETS = Path(__file__).parents[1] / "assets"
LAYOUT = panels.LAYOUT.part("arms")
AWARD_SUPERSAMPLE = 2  # supersampling factor
BLUR = 7  # blur of shadows, in pixels
RIM, LINE = 0.1, 0.05  # light rim and dark line around a sign, as shares of its size
BOX = Image.Resampling.BOX
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class RibbonShape:
    """Measures of a ribbon in pixels.

    - `fold`, `hang`, `notch`: the width of a folded end, how far it hangs down, the depth of its
      notch
    - `hem`, `thread`: the golden thread's distance from the edge, and its width
    """

    fold: int
    hang: int
    notch: int
    hem: int
    thread: int

    @classmethod
    def of(cls, layout: Layout) -> RibbonShape:
        """Return the shape from a layout part with these field names. Raises `KeyError`."""
        return cls(*(layout.int(name) for name in ("fold", "hang", "notch", "hem", "thread")))


@cached
def wreath(size: int) -> Sprite:
    """Return two branches of golden laurel, open above (made by ``tools/art``)."""
    with Image.open(ASSETS / "wreath.webp") as stored:
        return stored.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS, reducing_gap=3)


@cached
def rays(size: int, share: float) -> Mask:
    """Return the mask of the rays of light behind the laurels.

    `share` (0..1) is the strength of the light.
    """
    with Image.open(ASSETS / "rays.png") as stored:
        return scaled(stored.convert("L").resize((size, size), Image.Resampling.BICUBIC), share)


@cached
def medal(size: int, ground: RGB, gold: RGB) -> PaddedSprite:
    """Return a dark disc in a golden ring, `size` pixels wide, with its shadow."""
    big = Image.new("RGBA", (size * AWARD_SUPERSAMPLE, size * AWARD_SUPERSAMPLE))
    pen = ImageDraw.Draw(big)
    rings = (
        (0, dark(gold, 0.8)),
        (2, dark(gold, 0.25)),
        (4, pale(gold, 0.4)),
        (7, gold),
        (9, dark(gold, 0.7)),
        (11, ground),
    )
    for step, colour in rings:
        pen.ellipse(
            (
                step * AWARD_SUPERSAMPLE,
                step * AWARD_SUPERSAMPLE,
                (size - step) * AWARD_SUPERSAMPLE - 1,
                (size - step) * AWARD_SUPERSAMPLE - 1,
            ),
            fill=colour,
        )
    return markers.shadowed(big.resize((size, size), BOX), *SHADOWS["sign"])


@cached
def sign(theme: Theme, seat: int, size: int, arms: CoatOfArms | None = None) -> Sprite:
    """Return a player's piece, with their coat of arms, for a cloth in the color of the piece.

    A light rim, with a dark line around it, parts the two. The piece is `size` pixels wide, and the
    rim is around it.
    """
    piece = panels.sign(theme, panels.SeatHeader(seat, "", arms=arms), size)
    rim, line = max(3, round(size * RIM)), max(2, round(size * LINE))
    pad = rim + line
    solid = Image.new("L", (piece.width + 2 * pad, piece.height + 2 * pad))
    # The shadow of a piece is at most half opaque, and gets no rim.
    alpha = piece.getchannel("A").point([max(0, 2 * value - 255) for value in range(256)])
    solid.paste(alpha, (pad, pad))
    out = Image.new("RGBA", solid.size)
    layer(out, dark(theme.seats[seat].colour, 0.8), grow(solid, pad))
    layer(out, theme.cream, grow(solid, rim))
    body = Image.new("RGBA", solid.size)
    body.paste(piece, (pad, pad))
    body.putalpha(solid)
    out.alpha_composite(body)
    return out


@cached
def standard(
    theme: Theme, seat: int, w: int, h: int, size: int, arms: CoatOfArms | None = None
) -> PaddedSprite:
    """Return a hanging cloth in a seat's color on a golden rod, with the player's piece.

    The cloth is `w` x `h` pixels, and the piece `size` pixels wide.
    """
    cloth_colour = theme.seats[seat].colour
    gold = theme.saffron
    rod = 14 * AWARD_SUPERSAMPLE
    width = w * AWARD_SUPERSAMPLE

    def outline(inset: int) -> Points:
        side = (8 + inset) * AWARD_SUPERSAMPLE
        top = rod + inset * AWARD_SUPERSAMPLE // 2
        bottom = (h - inset * 3 // 2) * AWARD_SUPERSAMPLE
        return [
            (side, top),
            (width - side, top),
            (width - side, bottom),
            (width / 2, bottom - width // 3),
            (side, bottom),
        ]

    cut = Image.new("L", (width, h * AWARD_SUPERSAMPLE))
    ImageDraw.Draw(cut).polygon(outline(0), fill=255)
    out = shade(Image.new("RGB", (w, h), cloth_colour), _folds(w, h), 0.5).convert("RGBA")
    out.putalpha(cut.resize((w, h), BOX))
    art = Image.new("RGBA", (width, h * AWARD_SUPERSAMPLE))
    pen, hem = ImageDraw.Draw(art), outline(8)
    pen.line([*hem, hem[0]], fill=pale(gold, 0.25), width=3 * AWARD_SUPERSAMPLE, joint="curve")
    for inset, tone in ((0, dark(gold, 0.7)), (2 * AWARD_SUPERSAMPLE, gold)):
        pen.rounded_rectangle((0, inset, width - 1, rod - inset), rod // 2, fill=tone)
    pen.rounded_rectangle(
        (
            4 * AWARD_SUPERSAMPLE,
            4 * AWARD_SUPERSAMPLE,
            width - 4 * AWARD_SUPERSAMPLE,
            6 * AWARD_SUPERSAMPLE,
        ),
        AWARD_SUPERSAMPLE,
        fill=pale(gold, 0.5),
    )
    out.alpha_composite(art.resize((w, h), BOX))
    body = sign(theme, seat, size, arms)
    out.alpha_composite(body, ((w - body.width) // 2, round(h * 0.42 - body.height / 2)))
    return markers.shadowed(out, BLUR, (3, 6), 0.55)


def _folds(w: int, h: int) -> Mask:
    """Return soft vertical folds."""

    def light(v: int) -> int:
        at = v * 3 / 255
        return round(128 + 70 * (at % 1 - 0.5) * (1 if int(at) % 2 else -1))

    return (
        Image.linear_gradient("L").rotate(90).resize((w, h)).point([light(v) for v in range(256)])
    )


@cached
def frame(w: int, h: int, width: int, gold: RGB) -> PaddedSprite:
    """Return a gilded frame, `width` pixels thick, for a picture of `w` x `h` pixels.

    Half of the frame lies on the picture.
    """
    pad, edge, round_ = 3 * BLUR, width // 2, 10
    bars = (
        (0, dark(gold, 0.78)),
        (2, dark(gold, 0.3)),
        (4, pale(gold, 0.35)),
        (7, gold),
        (width - 5, dark(gold, 0.4)),
        (width - 2, dark(gold, 0.8)),
    )

    def draw(w: int, h: int) -> Sprite:
        out, inner = Image.new("RGBA", (w, h)), (w - 2 * pad, h - 2 * pad)
        layer(out, WARM, markers.drop_shadow(rounded(*inner, round_), BLUR, (0, 5), 0.6))
        for step, colour in bars:
            mask = Image.new("L", (w, h))
            mask.paste(
                rounded(inner[0] - 2 * step, inner[1] - 2 * step, max(3, round_ - step)),
                (pad + step, pad + step),
            )
            layer(out, colour, mask)
        alpha = out.getchannel("A")
        alpha.paste(
            0, (pad + width, pad + width), rounded(inner[0] - 2 * width, inner[1] - 2 * width, 3)
        )
        out.putalpha(alpha)
        return out

    whole = stretched(
        draw, w + 2 * edge + 2 * pad, h + 2 * edge + 2 * pad, 2 * pad + width + round_
    )
    return PaddedSprite(whole, pad + edge)


@cached
def ribbon(w: int, h: int, colours: tuple[RGB, ...], gold: RGB, cut: RibbonShape) -> PaddedSprite:
    """Return a ribbon with folded ends, one part per color, with golden threads.

    `w` is its whole width and `h` its height without the hanging ends; `cut` has the other
    measures.
    """
    width = w * AWARD_SUPERSAMPLE
    below = h * AWARD_SUPERSAMPLE
    fold = cut.fold * AWARD_SUPERSAMPLE
    out = Image.new("RGBA", (width, (h + cut.hang) * AWARD_SUPERSAMPLE))
    for colour in (colours[0], colours[-1]):
        _draw_ribbon_end(out, below, colour, gold, cut)
        # flip after each end, so that the second one is the right end
        out = out.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    for colour, part in zip(
        colours, split(Rect(fold, 0, width - 2 * fold, below), len(colours), 0), strict=True
    ):
        lit, shady = (
            Image.new("RGB", (part.w, part.h), tone)
            for tone in (pale(colour, 0.1), dark(colour, 0.2))
        )
        out.paste(
            Image.composite(shady, lit, Image.linear_gradient("L").resize(lit.size)),
            (part.x, part.y),
        )
    pen = ImageDraw.Draw(out)
    pen.rectangle(
        (fold, 0, width - fold - 1, below - 1),
        outline=dark(colours[0], 0.75),
        width=2 * AWARD_SUPERSAMPLE,
    )
    for y in (cut.hem, h - cut.hem - cut.thread):
        pen.rectangle(
            (
                fold + 2 * AWARD_SUPERSAMPLE,
                y * AWARD_SUPERSAMPLE,
                width - fold - 2 * AWARD_SUPERSAMPLE,
                (y + cut.thread) * AWARD_SUPERSAMPLE - 1,
            ),
            fill=mix(gold, PALE, 0.35),
        )
    return markers.shadowed(out.resize((w, h + cut.hang), BOX), BLUR, (0, 6), 0.5)


def _draw_ribbon_end(onto: Sprite, below: int, colour: RGB, gold: RGB, cut: RibbonShape) -> None:
    """Draw the left end of a ribbon: the hanging part and the fold's shadow."""
    pen, height = ImageDraw.Draw(onto), onto.height
    fold = cut.fold * AWARD_SUPERSAMPLE
    hang = cut.hang * AWARD_SUPERSAMPLE
    notch = cut.notch * AWARD_SUPERSAMPLE
    deep = fold + 30 * AWARD_SUPERSAMPLE
    back = dark(colour, 0.3)
    pen.polygon(
        [
            (0, hang),
            (deep, hang),
            (deep, height - 1),
            (0, height - 1),
            (notch, (hang + height) / 2),
        ],
        fill=back,
        outline=dark(colour, 0.75),
        width=2 * AWARD_SUPERSAMPLE,
    )
    for y in (
        hang + cut.hem * AWARD_SUPERSAMPLE,
        height - (cut.hem + cut.thread) * AWARD_SUPERSAMPLE,
    ):
        pen.rectangle(
            (notch * 0.7, y, fold, y + cut.thread * AWARD_SUPERSAMPLE - 1),
            fill=mix(gold, back, 0.35),
        )
    pen.polygon([(fold, below), (deep, below), (deep, height)], fill=dark(colour, 0.72))


def arms(scene: Scene, theme: Theme) -> Canvas:
    """Draw the coat of arms `scene.arms` on the piece of every seat."""
    layout, (coat,) = LAYOUT, scene.arms
    size, gap = layout.int("size"), layout.int("gap")
    width, height = len(theme.seats) * (size + gap) + gap, size + 2 * gap
    canvas = Canvas(panels.planks(width, height))
    for seat in range(len(theme.seats)):
        canvas.paste_centred(
            markers.piece_with_arms(theme, seat, size, coat),
            (gap + size / 2 + seat * (size + gap), height / 2),
        )
    return canvas
