"""Textures and mask tools, with seeded noise so that all machines draw the same."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from render.base.cache import cached
from render.base.theme import RGB, mix

RIM = 64  # width in pixels of a paper's darkened edge
Mask = Image.Image  # mode L
Sheet = Image.Image  # mode RGB
Sprite = Image.Image  # mode RGBA


@cached
def stored(path: Path) -> Sheet:
    """Return an image made by ``tools/art``. Copy it before drawing on it."""
    with Image.open(path) as picture:
        return picture.convert("RGB")


def noise(w: int, h: int, seed: int, cell_x: float, cell_y: float | None = None) -> Mask:
    """Return value noise with cells of `cell_x` x `cell_y` pixels.

    Pillow's `Image.effect_noise` is not used, because it can't be seeded.
    """
    cell_y = cell_y or cell_x
    columns = max(2, math.ceil(w / cell_x) + 1)
    rows = max(2, math.ceil(h / cell_y) + 1)
    lattice = Image.frombytes("L", (columns, rows), random.Random(seed).randbytes(columns * rows))
    return lattice.resize(
        (w, h),
        Image.Resampling.BICUBIC,
        box=(0, 0, min(columns, w / cell_x), min(rows, h / cell_y)),
    )


def clouds(w: int, h: int, seed: int, cell: float, octaves: int = 4, gain: float = 0.55) -> Mask:
    """Return fractal noise, stretched to the full range of grays.

    Each octave has half the cell size of the octave before, and `gain` times its weight.
    """
    out = noise(w, h, seed, cell)
    weight = total = 1.0
    for i in range(1, octaves):
        weight *= gain
        total += weight
        out = Image.blend(out, noise(w, h, seed * 7 + i, max(1.5, cell / 2**i)), weight / total)
    return ImageOps.autocontrast(out, cutoff=1)


def shade(sheet: Sheet, grain: Mask, amount: float) -> Sheet:
    """Return `sheet`, made lighter and darker by the noise `grain`; gray 128 changes nothing.

    `amount` is the strength, 0 to 1.
    """
    soft = _with_contrast(grain, amount)
    return Image.merge("RGB", [ImageChops.overlay(band, soft) for band in sheet.split()])


def _with_contrast(grain: Mask, amount: float) -> Mask:
    """Return the noise with its contrast scaled by `amount`."""
    return grain.point([int(128 + (v - 128) * amount) for v in range(256)])


def flat(w: int, h: int, colour: RGB) -> Sheet:
    """Return an image of one color."""
    return Image.new("RGB", (w, h), colour)


def scaled(mask: Mask, share: float) -> Mask:
    """Return a mask at `share` of its strength; above 1 it is stronger, up to white."""
    return mask.point(_scale_table(share))


@functools.lru_cache(maxsize=64)
def _scale_table(share: float) -> list[int]:
    """Return the lookup table that scales grays by a share."""
    return [min(255, int(v * share)) for v in range(256)]


def _curve(mask: Mask, radius: float, level: int, gain: float) -> Mask:
    lut = [max(0, min(255, int((v - level) * gain + 128))) for v in range(256)]
    return mask.filter(ImageFilter.GaussianBlur(radius)).point(lut)


def smooth(mask: Mask, radius: float, gain: float = 6) -> Mask:
    """Round all corners by about `radius` pixels, anti-aliased; a larger `gain` is crisper."""
    return _curve(mask, radius, 128, gain)


def grow(mask: Mask, radius: float, gain: float = 8) -> Mask:
    """Dilate a mask by about `radius` pixels, with round corners.

    A larger `gain` is crisper. Pillow's ``MaxFilter`` is not used, because it is slow and dilates
    by a square.
    """
    return _curve(mask, radius, 40, gain)


def shrink(mask: Mask, radius: float, gain: float = 8) -> Mask:
    """Erode a mask by about `radius` pixels, with round corners; a larger `gain` is crisper."""
    return _curve(mask, radius, 215, gain)


def tinted(mask: Mask, colour: RGB) -> Sprite:
    """Return one color with a mask as its alpha."""
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out


def layer(onto: Sprite, colour: RGB, mask: Mask) -> None:
    """Draw a color over the sprite `onto`, in place, through a mask of the same size."""
    onto.alpha_composite(tinted(mask, colour))


def stretched(make: Callable[[int, int], Image.Image], w: int, h: int, corner: int) -> Image.Image:
    """Return what `make` would draw at `w` x `h`, made by stretching a smaller image of it.

    The edges must be uniform beyond `corner` pixels from each corner. Stretching is faster than
    blurring the whole length of an edge.
    """
    small = make(min(w, 2 * corner + 1), min(h, 2 * corner + 1))
    if small.width < w:
        widened = Image.new(small.mode, (w, small.height))
        widened.paste(
            small.crop((corner, 0, corner + 1, small.height)).resize(
                (w, small.height), Image.Resampling.NEAREST
            )
        )
        widened.paste(small.crop((0, 0, corner, small.height)))
        widened.paste(small.crop((corner + 1, 0, small.width, small.height)), (w - corner, 0))
        small = widened
    if small.height < h:
        heightened = Image.new(small.mode, (w, h))
        heightened.paste(
            small.crop((0, corner, w, corner + 1)).resize((w, h), Image.Resampling.NEAREST)
        )
        heightened.paste(small.crop((0, 0, w, corner)))
        heightened.paste(small.crop((0, corner + 1, w, small.height)), (0, h - corner))
        small = heightened
    return small


@cached
def rounded(w: int, h: int, radius: int, inset: int = 0) -> Mask:
    """Return an anti-aliased rounded rectangle, ``inset`` pixels inside its box."""

    def draw(w: int, h: int) -> Mask:
        k = 4
        mask = Image.new("L", (w * k, h * k))
        box = (inset * k, inset * k, (w - inset) * k - 1, (h - inset) * k - 1)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius=max(0, radius - inset) * k, fill=255)
        return mask.resize((w, h), Image.Resampling.BOX)

    return stretched(draw, w, h, radius + inset + 2)


@cached
def _worn(w: int, h: int) -> Mask:
    """Return a mask of the worn edge of a sheet of paper."""
    inner = Image.new("L", (w, h), 255)
    ImageDraw.Draw(inner).rounded_rectangle((10, 10, w - 11, h - 11), radius=14, fill=0)
    return scaled(inner.filter(ImageFilter.GaussianBlur(10)), 0.30)


def paper(w: int, h: int, seed: int, base: RGB, blot: float = 0.16, grain: float = 0.10) -> Sheet:
    """Return a sheet of paper with a darkened edge.

    `base` is its color; `blot` and `grain` are the strengths of the two noises. Most pictures have
    several papers that are not cached, so the function is made fast: it draws the soft blots at a
    quarter of the size, and applies both noises by one lookup table.
    """
    return darken_edge(plain_paper(w, h, seed, base, blot, grain), base)


def plain_paper(
    w: int, h: int, seed: int, base: RGB, blot: float = 0.16, grain: float = 0.10
) -> Sheet:
    """Return a sheet of paper without a worn edge; arguments as in `paper`."""
    blots = clouds(-(-w // 4), -(-h // 4), seed, 45).resize((w, h), Image.Resampling.BICUBIC)
    grey = ImageChops.add(
        _with_contrast(blots, blot), _with_contrast(noise(w, h, seed + 9, 1.6), grain), 1, -128
    )
    return tone(grey, base)


def darken_edge(sheet: Sheet, base: RGB) -> Sheet:
    """Darken the edge of a sheet of paper in place and return the sheet.

    `base` is the color of the paper.
    """
    (w, h), colour = sheet.size, mix(base, (110, 70, 30), 0.55)
    mask = stretched(_worn, w, h, RIM)
    boxes = (
        [(0, 0, w, h)]
        if min(w, h) <= 2 * RIM
        else [
            (0, 0, w, RIM),
            (0, h - RIM, w, h),
            (0, RIM, RIM, h - RIM),
            (w - RIM, RIM, w, h - RIM),
        ]
    )
    for box in boxes:
        sheet.paste(colour, box, mask.crop(box))
    return sheet


def tone(grain: Mask, base: RGB) -> Sheet:
    """Return the color `base` modulated by the noise `grain`.

    This is faster than `shade` on an image of one color.
    """
    out = grain.copy()
    out.putpalette(
        [level for tones in zip(*map(_overlay_table, base), strict=True) for level in tones]
    )
    return out.convert("RGB")


@functools.lru_cache(maxsize=64)
def _overlay_table(level: int) -> list[int]:
    """Return the lookup table from gray to result, for one color channel at `level`.

    The gray is combined with the level in overlay mode.
    """
    return list(
        ImageChops.overlay(
            Image.new("L", (256, 1), level), Image.frombytes("L", (256, 1), bytes(range(256)))
        ).tobytes()
    )


def wood(w: int, h: int, seed: int, base: RGB, planks: int) -> Sheet:
    """Return horizontal planks with long grain, seams and a vignette.

    `base` is the color and `planks` the number of planks.
    """
    grain = Image.blend(noise(w, h, seed, 340, 7), noise(w, h, seed + 1, 120, 2.2), 0.5)
    sheet = shade(flat(w, h, base), ImageOps.autocontrast(grain, cutoff=1), 0.33)
    sheet = shade(sheet, noise(w, h, seed + 2, 500, 160), 0.35)
    draw, rng = ImageDraw.Draw(sheet, "RGBA"), random.Random(seed)
    for i in range(planks):
        y, tone = round(i * h / planks), rng.randint(-10, 10)
        tint = (255, 235, 200, 12 + tone) if tone > 0 else (20, 8, 0, 18 - tone)
        draw.rectangle((0, y, w, y + h / planks), fill=tint)
        draw.line((0, y, w, y), fill=(25, 12, 6, 170), width=3)
        draw.line((0, y + 3, w, y + 3), fill=(255, 220, 170, 28), width=2)
    glow = Image.new("L", (w // 8, h // 8))
    ImageDraw.Draw(glow).rounded_rectangle(
        (w // 40, h // 40, w // 8 - w // 40, h // 8 - h // 40), radius=30, fill=255
    )
    glow = glow.filter(ImageFilter.GaussianBlur(22)).resize((w, h), Image.Resampling.BICUBIC)
    return Image.composite(sheet, Image.blend(sheet, flat(w, h, (25, 14, 8)), 0.42), glow)
