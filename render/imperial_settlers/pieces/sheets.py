"""Material of cards: frame and paper, bands, shadows, check marks; cached by size."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.texture import (
    Mask,
    Sheet,
    Sprite,
    darken_edge,
    paper,
    plain_paper,
    rounded,
    stretched,
)
from render.base.theme import RGB, WARM, dark, pale
from render.imperial_settlers.pieces.style import FRAMES, LINES
from render.parts import markers

PAPER: RGB = (246, 238, 221)
BLUR = 6
WIDEST, TALLEST = 376, 640  # pixels of the largest face that shares a sheet of paper
SUPERSAMPLING = 4  # marks are drawn so many times larger, then reduced
MAX_MASKED_PX = 30_000  # pixels of a sheet up to which one mask is faster than four corners


@cached
def ground(w: int, h: int, deck: str, frame: int, radius: int) -> Sheet:
    """Return the frame in a deck's color, `frame` pixels wide, with the paper inside."""
    sheet = stretched(
        lambda frame_width, _: _frame(frame_width, h, deck, frame, radius), w, h, radius + 2
    )
    paper_inside = leaf(w, h).crop((frame, frame, w - frame, h - frame))
    lay_rounded(sheet, paper_inside, frame, frame, radius - frame)
    return sheet


def _frame(w: int, h: int, deck: str, frame: int, radius: int) -> Sheet:
    """Return the frame without its content.

    Every row is uniform, so that a narrow frame can be stretched.
    """
    colour, line = FRAMES[deck], LINES[deck]
    sheet = Image.new("RGB", (w, h), dark(colour, 0.55))
    ramp = band(w, h, colour, -0.12, 0.18)
    sheet.paste(ramp, (0, 0), rounded(w, h, radius, 2))
    sheet.paste(line, (0, 0), rounded(w, h, radius, frame - 4))
    sheet.paste(colour, (0, 0), rounded(w, h, radius, frame - (2 if frame > 10 else 3)))
    sheet.paste(dark(colour, 0.5), (0, 0), rounded(w, h, radius, frame - 1))
    return sheet


@cached
def leaf(w: int, h: int) -> Sheet:
    """Return the paper of a card, `w` x `h` pixels.

    It is cut from the paper of the largest card, unless it is larger than that.
    """
    if w > WIDEST or h > TALLEST:
        return paper(w, h, 11, PAPER)
    return darken_edge(_grain().crop((0, 0, w, h)), PAPER)


@cached
def _grain() -> Sheet:
    return plain_paper(WIDEST, TALLEST, 11, PAPER)


@cached
def _corners(radius: int) -> tuple[Mask, ...]:
    """Return the masks of the area outside each round corner.

    Order: upper left, upper right, lower left, lower right.
    """
    outside = ImageChops.invert(rounded(2 * radius, 2 * radius, radius))
    return tuple(
        outside.crop((x, y, x + radius, y + radius)) for y in (0, radius) for x in (0, radius)
    )


@cached
def _rounded_mask(w: int, h: int, radius: int) -> Mask:
    """Return the mask of a sheet with round corners."""
    mask = Image.new("L", (w, h), 255)
    places = ((0, 0), (w - radius, 0), (0, h - radius), (w - radius, h - radius))
    for at, part in zip(places, _corners(radius), strict=True):
        mask.paste(ImageChops.invert(part), at)
    return mask


def lay_rounded(onto: Sheet, body: Sheet, x: int, y: int, radius: int) -> None:
    """Paste a sheet with round corners.

    A large sheet is pasted whole, and then the background of its corners is restored. That gives
    the same result as a mask in a tenth of the time.
    """
    if body.width * body.height <= MAX_MASKED_PX:
        onto.paste(body, (x, y), _rounded_mask(*body.size, radius))
        return
    right, bottom = x + body.width - radius, y + body.height - radius
    places = [(x, y), (right, y), (x, bottom), (right, bottom)]
    backgrounds = [onto.crop((*at, at[0] + radius, at[1] + radius)) for at in places]
    onto.paste(body, (x, y))
    for at, part, mask in zip(places, backgrounds, _corners(radius), strict=True):
        onto.paste(part, at, mask)


@cached
def band(w: int, h: int, colour: RGB, top: float, bottom: float) -> Sheet:
    """Return a sheet of `w` x `h` pixels with a vertical gradient of a color.

    The color is darkened by the share `top` at the upper edge, by `bottom` at the lower edge. A
    negative `top` makes it lighter.
    """
    top_colour = pale(colour, -top) if top < 0 else dark(colour, top)
    ramp = Image.linear_gradient("L").resize((w, h))
    return Image.composite(
        Image.new("RGB", (w, h), dark(colour, bottom)), Image.new("RGB", (w, h), top_colour), ramp
    )


def lay_card(canvas: Canvas, body: Sheet, x: int, y: int, radius: int) -> None:
    """Draw a card with its shadow; for a large card only the shadow's visible rim."""
    if body.width * body.height <= MAX_MASKED_PX:
        canvas.tint(_shadow(*body.size, radius), x - 3 * BLUR, y - 3 * BLUR, WARM)
    else:
        for part, at in _shadow_parts(*body.size, radius):
            canvas.tint(part, x + at[0], y + at[1], WARM)
    lay_rounded(canvas.sheet, body, x, y, radius)


@cached
def _shadow_parts(w: int, h: int, radius: int) -> tuple[tuple[Mask, tuple[int, int]], ...]:
    """Return the shadow around a card in four parts, each with its place."""
    pad, shadow = 3 * BLUR, _shadow(w, h, radius)
    boxes = (
        (-pad, -pad, w + pad, radius),
        (-pad, h - radius, w + pad, h + pad),
        (-pad, radius, 0, h - radius),
        (w, radius, w + pad, h - radius),
    )
    return tuple(
        (shadow.crop((x + pad, y + pad, right + pad, bottom + pad)), (x, y))
        for x, y, right, bottom in boxes
    )


@cached
def _shadow(w: int, h: int, radius: int) -> Mask:
    """Return the shadow of a face, larger by three times its blur on every side."""
    pad = 3 * BLUR

    def draw_mask(w: int, h: int) -> Mask:
        return markers.drop_shadow(rounded(w - 2 * pad, h - 2 * pad, radius), BLUR, (0, 4), 0.55)

    return stretched(draw_mask, w + 2 * pad, h + 2 * pad, 2 * pad + radius + 6)


@cached
def check(size: int, colour: RGB = (92, 111, 46)) -> Sprite:
    """Return a bare check mark."""
    k = SUPERSAMPLING
    mask = Image.new("L", (size * k, size * k))
    points = [(x * size * k, y * size * k) for x, y in ((0.1, 0.54), (0.4, 0.84), (0.92, 0.18))]
    ImageDraw.Draw(mask).line(points, fill=255, width=round(size * k * 0.17), joint="curve")
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out.resize((size, size), Image.Resampling.BOX)


@cached
def slash(size: int, colour: RGB = (150, 40, 36)) -> Sprite:
    """Return a diagonal stroke for something that is missing."""
    k = SUPERSAMPLING
    mask = Image.new("L", (size * k, size * k))
    near, far = size * 0.4, size * (k - 0.4)
    ImageDraw.Draw(mask).line((near, far, far, near), fill=255, width=round(size * k * 0.13))
    out = Image.new("RGBA", mask.size, (*colour, 0))
    out.putalpha(mask)
    return out.resize((size, size), Image.Resampling.BOX)
