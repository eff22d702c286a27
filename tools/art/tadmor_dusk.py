"""Background of Tadmor's final scene: evening sky, mountains, ruins, river and dunes.

python -m tools.art tadmor-dusk
"""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from render.base import layout
from render.base.texture import Mask, Sheet, clouds, flat, noise, scaled, shade
from render.base.theme import RGB, dark, mix, parse
from render.tadmor.pieces.style import ASSETS
from tools.art import tadmor_deco as deco
from tools.art.dusk import H, Point, W, disc, drifts, gradient, region, ridge
from tools.art.tadmor_land import smooth

DATA = layout.load(Path(__file__).parent / "tadmor.toml").part("dusk")
COLOURS: dict[str, RGB] = {name: parse(colour) for name, colour in DATA.get("colours").items()}

FOOT = 0.78  # height of a decoration's foot in its tile


def sky() -> Sheet:
    """Paint a blue sky with a golden horizon, the sun with rays, and clouds lit from below."""
    sheet = gradient([(at, parse(colour)) for at, colour in DATA.get("sky")])
    sun, radius = DATA.point("sun"), DATA.int("sun_radius")
    sheet.paste(COLOURS["glow"], (0, 0), _glow(sun, radius))
    sheet.paste(COLOURS["sun"], (0, 0), scaled(_rays(sun), 0.22))
    clouds_mask = _clouds()
    sheet.paste(COLOURS["cloud"], (0, 0), scaled(clouds_mask, 0.5))
    lower_edges = ImageChops.subtract(clouds_mask, ImageChops.offset(clouds_mask, 0, -4))
    sheet.paste(COLOURS["lit"], (0, 0), scaled(lower_edges, 0.8))
    sheet.paste(COLOURS["sun"], (0, 0), disc(sun, radius))
    return sheet


def _glow(sun: Point, radius: int) -> Mask:
    """Return the blurred glow around the sun."""
    (x, y), r = sun, radius
    glow = Image.new("L", (W, H))
    ImageDraw.Draw(glow).ellipse((x - 3.4 * r, y - 3.4 * r, x + 3.4 * r, y + 3.4 * r), fill=210)
    return glow.filter(ImageFilter.GaussianBlur(r * 1.3))


def _rays(sun: Point) -> Mask:
    """Return the sun's rays; they fade with the distance from it."""
    x, y = sun
    rays = Image.new("L", (W, H))
    pen, count = ImageDraw.Draw(rays), DATA.int("rays")
    for k in range(count):
        begin = k * 2 * math.pi / count
        end = begin + math.pi / count * 0.8  # a ray is a bit narrower than the gap after it
        far = [(x + 1400 * math.cos(angle), y + 1400 * math.sin(angle)) for angle in (begin, end)]
        pen.polygon([(x, y), *far], fill=255)
    fade = ImageOps.invert(Image.radial_gradient("L").resize((W, W)).crop((0, 0, W, H)))
    fade = ImageChops.offset(fade, round(x - W / 2), round(y - W / 2))
    return ImageChops.multiply(rays.filter(ImageFilter.GaussianBlur(5)), fade)


def _clouds() -> Mask:
    """Return long clouds that fade out toward the horizon."""
    drift = drifts(5, ((420, 30), (150, 12)), 150, 2)
    fade = (
        Image.linear_gradient("L")
        .rotate(180)
        .resize((W, H))
        .point([min(255, v * 2) for v in range(256)])
    )
    return ImageChops.multiply(drift, fade)


def chains(sheet: Sheet) -> None:
    """Paint two hazy mountain chains, each paler towards its foot."""
    for name, base, height, seed in DATA.get("chains"):
        crest = ridge(base, height, seed, 3.0, 3)
        mask = region([*crest, (W + 20, H), (-20, H)])
        body = shade(flat(W, H, COLOURS[name]), clouds(W, H, seed, 60), 0.12)
        haze = Image.new("L", (W, H))
        haze.paste(Image.linear_gradient("L").resize((W, 110)), (0, round(base - 50)))
        body.paste(COLOURS["haze"], (0, 0), scaled(haze, 0.8))
        sheet.paste(body, (0, 0), mask)
        edge = ImageChops.subtract(mask, ImageChops.offset(mask, 1, 2))
        sheet.paste(COLOURS["lit"], (0, 0), scaled(edge, 0.35))


def plain(sheet: Sheet) -> None:
    """Paint the sands in front of the mountains, and the river."""
    top = DATA.int("plain")
    ground = gradient(
        [
            (0, COLOURS["haze"]),
            (top / H, COLOURS["haze"]),
            (top / H + 0.35, COLOURS["sand"]),
            (1, COLOURS["sand"]),
        ]
    )
    sheet.paste(
        shade(ground, clouds(W, H, 31, 90), 0.12),
        (0, 0),
        region([*ridge(top, 3, 9, 2.0), (W + 20, H), (-20, H)], 0.8),
    )
    banks = [region([(x, y + dy) for x, y in DATA.get("river")], 1) for dy in (-7, 0)]
    sheet.paste(COLOURS["bank"], (0, 0), banks[0])
    water = gradient([(0, COLOURS["water"]), (1, COLOURS["deep"])])
    glints = noise(W, H, 44, 70, 3).point([max(0, min(255, (v - 168) * 6)) for v in range(256)])
    water.paste(COLOURS["glow"], (0, 0), scaled(glints, 0.7))
    sheet.paste(water, (0, 0), banks[1])


def dunes(sheet: Sheet) -> None:
    """Paint overlapping dunes with ripples, shaded faces and lit crests."""
    for seed, dune in enumerate(DATA.get("dunes"), 50):
        tone = parse(dune["tone"])
        crest = smooth([(x, y) for x, y in dune["crest"]])
        top = min(y for _, y in crest)
        mask = region([*crest, (W + 40, H + 20), (-40, H + 20)])
        # sand with ripples
        body = shade(flat(W, H, tone), clouds(W, H, seed, 150, 4), 0.16)
        body = shade(body, ripples(seed), 0.05)
        # faces in the shade, fading downward
        for face in dune["faces"]:
            outline = smooth([*map(tuple, face), tuple(face[0])])
            face_mask = ImageChops.multiply(region(outline, 1), mask)
            face_mask = ImageChops.multiply(face_mask, fade_below(top, 170))
            body.paste(mix(tone, COLOURS["shade"], 0.42), (0, 0), scaled(face_mask, 0.95))
        # darker foot
        foot = ImageOps.invert(fade_below(top + 30, 150))
        body.paste(dark(tone, 0.28), (0, 0), scaled(foot, 0.5))
        # soft shadow on the dune behind, then the dune
        shadow = mask.filter(ImageFilter.GaussianBlur(10))
        sheet.paste(COLOURS["shade"], (0, 0), scaled(shadow, 0.3))
        sheet.paste(body, (0, 0), mask)
        # lit crest: a wide faint line and a narrow bright one
        for depth, strength in ((8, 0.22), (3, 0.6)):
            rim = ImageChops.subtract(mask, ImageChops.offset(mask, 0, depth))
            rim = rim.filter(ImageFilter.GaussianBlur(0.8))
            sheet.paste(COLOURS["sun"], (0, 0), scaled(rim, strength))


def fade_below(top: float, length: int) -> Mask:
    """Return a mask that is full above `top` and fades to nothing `length` pixels below it."""
    mask = Image.new("L", (W, H))
    mask.paste(255, (0, 0, W, max(0, round(top))))
    mask.paste(ImageOps.invert(Image.linear_gradient("L").resize((W, length))), (0, round(top)))
    return mask


def ripples(seed: int) -> Mask:
    """Return sand ripples as grain for `shade`, scene-sized; 128 changes nothing."""
    bent = noise(W, H, seed, 110, 40).tobytes()
    return Image.frombytes(
        "L",
        (W, H),
        bytes(
            round(128 + 127 * math.sin(y * 0.8 + bent[y * W + x] * 0.16))
            for y in range(H)
            for x in range(W)
        ),
    )


def paint_decorations(sheet: Sheet, name: str, haze: float) -> None:
    """Paint all decorations of one kind; `haze` is the share of the evening haze over them."""
    for x, y, size in DATA.get(name):
        tile = deco.DecoTile(size)
        deco.DRAWN[name](tile)
        body = tile.done()
        hazy = Image.blend(body, Image.new("RGBA", body.size, (*COLOURS["haze"], 255)), haze)
        hazy.putalpha(body.getchannel("A"))
        sheet.paste(hazy, (round(x - body.width / 2), round(y - body.height * FOOT)), hazy)


def build() -> None:
    """Write the background."""
    sheet = sky()
    chains(sheet)
    plain(sheet)
    paint_decorations(sheet, "ruin", 0.22)
    paint_decorations(sheet, "hamlet", 0.2)
    dunes(sheet)
    paint_decorations(sheet, "palm", 0.06)
    sheet.save(ASSETS / "dusk.jpg", quality=90, subsampling=0, optimize=True)
