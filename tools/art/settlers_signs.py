"""Signs on the cards of Imperial Settlers: flat, with a dark outline and two tones.

A sign is an icon or, where its icon is unclear when large, a drawing. Drawings are the
buildings of the landscapes and `settlers_things`.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageOps

from render.base import layout
from render.base.flat_sign import closed, two_tones
from render.base.texture import Sprite, grow, layer, scaled
from render.base.theme import RGB, dark, mix, pale, parse
from tools.art.icons import Icons
from tools.art.settlers_land import Land, Light, Stamp
from tools.art.settlers_scenes import SHAPES

DATA = layout.load(Path(__file__).parent / "settlers.toml")
SIGN_SUPERSAMPLE = 2  # drawing scale
DRAWN = "draw/"  # prefix of the name of a drawing
OUTLINE, GAP = 0.02, 0.012  # outline and closed gaps, as fractions of a sign's side
CONTOUR = 0.007  # contours inside a drawing, as a fraction of its sheet's height


def sign(icons: Icons, card: str, background: RGB) -> Sprite:
    """Draw a card's sign with its glow and shadow.

    The sprite has a margin for them on every side. `background` is the color of the card's kind,
    used for the glow and the outline. An icon is painted in the card's tint (`settlers.toml`), a
    drawing in its own colors.
    """
    name, tint_name = DATA.get(f"cards.{card}")[:2]
    side = DATA.int("sign") * SIGN_SUPERSAMPLE
    room = DATA.int("room") * SIGN_SUPERSAMPLE
    if name.startswith(DRAWN):
        face = fitted(cut_out(name.removeprefix(DRAWN)), side)
    else:
        face = two_tones(icons.square(name, side), parse(DATA.get(f"tints.{tint_name}")))
    body = Image.new("RGBA", (side + 2 * room, side + 2 * room))
    body.paste(face, (room, room))
    whole = closed(body.getchannel("A"), side * GAP)
    out = Image.new("RGBA", body.size, (*pale(background, 0.85), 0))
    layer(
        out,
        pale(background, 0.92),
        scaled(grow(whole, 12).filter(ImageFilter.GaussianBlur(18)), 0.6),
    )
    layer(
        out,
        (40, 24, 14),
        scaled(ImageChops.offset(whole, 4, 12).filter(ImageFilter.GaussianBlur(8)), 0.45),
    )
    outline = dark(background, 0.86)
    layer(out, outline, grow(whole, side * OUTLINE))
    layer(out, mix(outline, background, 0.12), whole)
    out.alpha_composite(body)
    return out.resize(
        (body.width // SIGN_SUPERSAMPLE, body.height // SIGN_SUPERSAMPLE), Image.Resampling.BOX
    )


def cut_out(name: str, height: int = 420, light: str = "plain", contour: float = CONTOUR) -> Sprite:
    """Draw the object `name` in a light, cropped, on a transparent ground.

    `height` is the height of the sheet in pixels; an object of height 1 fills about two thirds of
    it. `contour` is the width of outlines, as a fraction of `height`.
    """
    sheets = []
    for ground in ((0, 0, 0), (255, 255, 255)):
        land = Land(height * 2, height, Light.read(light), name)
        land.pen.rectangle((0, 0, land.w, land.h), fill=ground)
        stamp = Stamp(land, 1.0, 0.86, 0.64, 1.0)
        stamp.contour = contour, 255
        SHAPES[name](stamp)
        sheets.append(land.sheet)
    # What differs between the two grounds is transparent.
    on_black, on_white = sheets
    alpha = ImageOps.invert(ImageChops.subtract(on_white, on_black).getchannel("G"))
    out = on_black.convert("RGBA")
    out.putalpha(alpha)
    return out.crop(alpha.point([255 * (v > 40) for v in range(256)]).getbbox())


def fitted(sprite: Sprite, side: int) -> Sprite:
    """Return a sprite scaled to fit a square of `side` pixels, centered in it."""
    scale = side / max(sprite.size)
    size = max(1, round(sprite.width * scale)), max(1, round(sprite.height * scale))
    out = Image.new("RGBA", (side, side))
    body = sprite.resize(size, Image.Resampling.LANCZOS)
    out.paste(body, ((side - size[0]) // 2, (side - size[1]) // 2))
    return out
