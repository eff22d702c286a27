"""Map for close-ups, and the hatching of the region under attack or of the safe one."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.tadmor.model.catalog import REGIONS
from render.base.cache import cached
from render.base.texture import Mask, Sheet, scaled
from render.base.theme import RGB
from render.tadmor.pieces.style import ASSETS, LAYOUT

# colors of a hatch and of its edge: of the region under attack, and of the safe one
HATCHES: dict[bool, tuple[RGB, RGB]] = {
    True: ((168, 50, 45), (150, 38, 34)),
    False: ((196, 164, 104), (138, 107, 58)),
}
ON_BOARD: tuple[int, int] = tuple(LAYOUT.get("board.map")[2:])  # pixels of the map on the board
AROUND = 12  # margin in map units around a region, so that its rim is complete


@cached
def large() -> Sheet:
    """Return the map for close-ups; it is cached, so do not draw on it."""
    return Image.open(ASSETS / "map_large.jpg").convert("RGB")


@cached
def places() -> Mask:
    """Return an image whose value at each map unit is the number of the region there."""
    stored = Image.open(ASSETS / "regions.png")
    stored.load()
    return stored


@cached
def outline(region: str) -> Mask:
    """Return the mask of a region, one pixel per map unit.

    Raises ValueError for an unknown region.
    """
    number = REGIONS.index(region)
    return places().point([255 if i == number else 0 for i in range(256)])


@cached
def _hatch(w: int, h: int) -> Mask:
    out = Image.new("L", (w, h), 104)
    pen = ImageDraw.Draw(out)
    for x in range(-h, w, 20):
        pen.line((x, h, x + h, 0), fill=225, width=6)
    return out


def _eroded(mask: Mask) -> Mask:
    """Return a mask eroded by 3 pixels, but not along the edge of the picture.

    `MinFilter(7)` gives the same result but takes 60 ms longer.
    """
    outside = ImageChops.invert(mask)
    for dx, dy in ((1, 0), (0, 1), (2, 0), (0, 2)):
        grown = outside
        for offset in ((dx, dy), (-dx, -dy)):
            moved = Image.new("L", mask.size)
            moved.paste(outside, offset)
            grown = ImageChops.lighter(grown, moved)
        outside = grown
    return ImageChops.invert(outside)


def hatch(sheet: Sheet, at: tuple[int, int], mask: Mask, *, under_attack: bool) -> None:
    """Hatch the inner edge of a region on `sheet`.

    `mask` is the region; `at` is the place of the mask's upper left corner on the sheet. The hatch
    is red for the region under attack, and has the color of sand for the safe region.
    """
    lines, rim = HATCHES[under_attack]
    soft = (
        mask.reduce(4)
        .filter(ImageFilter.GaussianBlur(3.8))
        .resize(mask.size, Image.Resampling.BILINEAR)
    )
    inner = ImageChops.subtract(
        mask, soft.point([max(0, min(255, int((v - 128) * 2.2))) for v in range(256)])
    )
    sheet.paste(lines, at, ImageChops.multiply(inner, _hatch(*mask.size)))
    edge = ImageChops.subtract(mask, _eroded(mask)).filter(ImageFilter.GaussianBlur(0.8))
    sheet.paste(rim, at, scaled(edge, 0.9))


def hatch_on_board(sheet: Sheet, at: tuple[int, int], region: str, *, under_attack: bool) -> None:
    """Hatch a region on the board; `at` is the corner of the map on `sheet`."""
    mask = outline(region)
    x_scale, y_scale = ON_BOARD[0] / mask.width, ON_BOARD[1] / mask.height
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    box = (
        max(0, left - AROUND),
        max(0, top - AROUND),
        min(mask.width, right + AROUND),
        min(mask.height, bottom + AROUND),
    )
    x_start = round(box[0] * x_scale)
    y_start = round(box[1] * y_scale)
    x_end = round(box[2] * x_scale)
    y_end = round(box[3] * y_scale)
    part = mask.resize((x_end - x_start, y_end - y_start), Image.Resampling.BICUBIC, box=box)
    hatch(
        sheet,
        (at[0] + x_start, at[1] + y_start),
        part.point([0 if v < 128 else 255 for v in range(256)]),
        under_attack=under_attack,
    )


@cached
def window(left: int, top: int, w: int, h: int, scale: float) -> Sheet:
    """Return a part of the map, `w` x `h` pixels.

    The part begins at `left`, `top` in map units and has `scale` pixels per unit.
    """
    stored = large()
    k = stored.width / LAYOUT.get("canvas.map")[2]
    part = (left * k, top * k, (left + w / scale) * k, (top + h / scale) * k)
    return stored.resize((w, h), Image.Resampling.LANCZOS, box=part, reducing_gap=2.0)


@cached
def part_of(region: str, left: int, top: int, w: int, h: int, scale: float) -> Mask:
    """Return a region as a mask of a part of the map, with parameters as in `window`."""
    part = (left, top, left + w / scale, top + h / scale)
    rough = outline(region).resize((w, h), Image.Resampling.BICUBIC, box=part)
    return rough.filter(ImageFilter.GaussianBlur(scale * 0.9)).point(
        [max(0, min(255, (v - 118) * 12)) for v in range(256)]
    )
