"""Signs on the cards of Imperial Settlers: icons as solid objects with engraved shading."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import layout
from render.base.texture import Mask, Sprite, flat, grow, layer, noise, scaled, shade
from render.base.theme import RGB, dark, mix, pale, parse
from tools.art.icons import Icons

DATA = layout.load(Path(__file__).parent / "settlers.toml")
SIGN_SUPERSAMPLE = 2  # drawing scale
PITCH = 7  # distance of strokes, in pixels of the drawing


def relief(icons: Icons, card: str, background: RGB) -> Sprite:
    """Draw a card's sign with its glow and shadow, with the margin `room` on every side.

    `background` is the color of the card's kind; the sign has its own tint.
    """
    name, tint_name = DATA.get(f"cards.{card}")[:2]
    tint = parse(DATA.get(f"tints.{tint_name}"))
    size, room = DATA.int("sign"), DATA.int("room")
    side = (size + 2 * room) * SIGN_SUPERSAMPLE
    body = Image.new("L", (side, side))
    body.paste(
        icons.square(name, size * SIGN_SUPERSAMPLE),
        (room * SIGN_SUPERSAMPLE, room * SIGN_SUPERSAMPLE),
    )
    whole = _filled(body)
    out = Image.new("RGBA", (side, side), (*pale(background, 0.85), 0))
    # Glow, shadow, two outlines.
    layer(
        out,
        pale(background, 0.92),
        scaled(grow(whole, 14).filter(ImageFilter.GaussianBlur(20)), 0.72),
    )
    layer(
        out,
        (40, 24, 14),
        scaled(ImageChops.offset(whole, 6, 14).filter(ImageFilter.GaussianBlur(10)), 0.62),
    )
    layer(out, dark(background, 0.86), grow(whole, 6))
    layer(out, mix(dark(tint, 0.66), background, 0.2), whole)
    # The face, with a gradient from top to bottom.
    ramp = Image.linear_gradient("L").resize((side, side))
    face = Image.composite(
        flat(side, side, dark(tint, 0.12)), flat(side, side, pale(tint, 0.42)), ramp
    )
    face = shade(face, noise(side, side, 5, 22), 0.10).convert("RGBA")
    face.putalpha(body)
    out.alpha_composite(face)
    # Shade on the lower right, light on the upper left, where the blurred edges differ.
    soft = body.filter(ImageFilter.GaussianBlur(16))
    away = ImageChops.offset(soft, -12, -16)
    near = ImageChops.offset(soft, 12, 16)
    shaded = ImageChops.darker(
        body, ImageChops.subtract(near, away).point([min(255, v * 2) for v in range(256)])
    )
    lit = ImageChops.darker(
        body, ImageChops.subtract(away, near).point([min(255, v * 2) for v in range(256)])
    )
    layer(out, dark(tint, 0.6), scaled(shaded, 0.42))
    # Hatching in the shade.
    hatched = ImageChops.multiply(
        _strokes(side), shaded.point([255 * (v > 70) for v in range(256)])
    )
    layer(out, dark(tint, 0.85), scaled(hatched, 0.6))
    layer(out, pale(tint, 0.85), scaled(lit, 0.5))
    # Bright edge on the upper left.
    layer(
        out, (255, 255, 246), scaled(ImageChops.subtract(body, ImageChops.offset(body, 3, 4)), 0.85)
    )
    return out.resize((side // SIGN_SUPERSAMPLE, side // SIGN_SUPERSAMPLE), Image.Resampling.BOX)


def _filled(body: Mask) -> Mask:
    """Return an icon without its holes."""
    small = body.resize((body.width // 4, body.height // 4), Image.Resampling.BOX).point(
        [255 * (v > 100) for v in range(256)]
    )
    ImageDraw.Draw(small).line((0, 0, small.width, 0), fill=0)
    ImageDraw.floodfill(small, (0, 0), 128)
    holes = small.point([255 * (v == 0) for v in range(256)]).resize(
        body.size, Image.Resampling.BICUBIC
    )
    return ImageChops.lighter(body, grow(holes, 4))


def _strokes(side: int) -> Mask:
    """Return a mask of parallel diagonal strokes, descending to the left."""
    out = Image.new("L", (side, side))
    pen = ImageDraw.Draw(out)
    for x in range(0, 2 * side, PITCH):
        pen.line((x, 0, x - side, side), fill=255, width=3)
    return out
