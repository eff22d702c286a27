"""Map of Tadmor: an antique relief map with engraved coasts, and a region index per pixel.

python -m tools.art tadmor
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.tadmor.model.catalog import REGIONS
from render.base import layout
from render.base.texture import Mask, Sheet, clouds, scaled, shade
from render.base.theme import RGB, mix, parse
from render.tadmor.pieces.style import ASSETS, LAYOUT
from tools.art import tadmor_board
from tools.art import tadmor_deco as deco

DATA = layout.load(Path(__file__).parent / "tadmor.toml")
SEAS = ("north_sea", "south_sea")
INK: RGB = (96, 66, 40)
X0, Y0, W0, H0 = LAYOUT.get("canvas.map")
Point = tuple[float, float]


class Warp:
    """Displacement of points by two fixed noise fields, for irregular borders.

    The displacement fades out near the edge of the map.
    """

    def __init__(self) -> None:
        self.fields = [clouds(W0, H0, seed, DATA.int("warp_cell"), 4) for seed in (61, 62)]

    def __call__(self, x: float, y: float) -> Point:
        """Return the displaced point."""
        at = min(W0 - 1, max(0, round(x - X0))), min(H0 - 1, max(0, round(y - Y0)))
        to_edge = min(x - X0, X0 + W0 - x, y - Y0, Y0 + H0 - y)
        strength = min(1.0, max(0.0, to_edge / DATA.float("fade")))
        pixels: list[Any] = [field.getpixel(at) for field in self.fields]  # integers
        dx, dy = ((value / 127.5 - 1) * DATA.float("warp") * strength for value in pixels)
        return x + dx, y + dy


def scale() -> float:
    """Return the pixels of the map per unit of the board."""
    return DATA.float("scale")


def design_scale() -> float:
    """Return the factor for widths and blurs, which were chosen at 1.25 pixels per unit."""
    return scale() / 1.25


def px(point: Point) -> Point:
    """Convert a point of the board (units) to the map (pixels)."""
    return (point[0] - X0) * scale(), (point[1] - Y0) * scale()


def subdivide(a: Point, b: Point) -> list[Point]:
    """Return points that divide the edge from `a` to `b` into pieces of equal length.

    The length is about `step` units of the board (`tadmor.toml`). `a` is among the points, `b` is
    not.
    """
    n = max(1, round(math.dist(a, b) / DATA.float("step")))
    return [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n)]


def region_index_map(warp: Warp) -> Mask:
    """Return the region number (its index in `REGIONS`) at each pixel of the map."""
    out = Image.new("L", (round(W0 * scale()), round(H0 * scale())), REGIONS.index("euphrates"))
    pen = ImageDraw.Draw(out)
    for region in ("euphrates", "ebla", "damascus", "desert", "palmyra", *SEAS):
        corners = [tuple(p) for p in LAYOUT.get(f"canvas.regions.{region}")]
        edge = [
            warp(*p)
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            for p in subdivide(a, b)
        ]
        pen.polygon([px(p) for p in edge], fill=REGIONS.index(region))
    return out


def borders(warp: Warp) -> Iterable[list[Point]]:
    """Yield the edges between two lands, and between the two seas, as strokes on the map."""
    owner: dict[tuple[Point, Point], list[str]] = {}
    for region in REGIONS:
        corners = [tuple(p) for p in LAYOUT.get(f"canvas.regions.{region}")]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            owner.setdefault((min(a, b), max(a, b)), []).append(region)
    for (a, b), regions in owner.items():
        if len(regions) == 2 and len({one in SEAS for one in regions}) == 1:
            yield [px(warp(*p)) for p in [*subdivide(a, b), b]]


def _ground(region_index: Mask, *, sea: bool, other: RGB) -> Sheet:
    """Return the colors of all seas or of all lands, blurred; the rest of the map has `other`."""
    colours = [
        parse(DATA.get(f"ground.{region}")) if (region in SEAS) == sea else other
        for region in REGIONS
    ]
    unused: list[RGB] = [(0, 0, 0)] * (256 - len(REGIONS))
    bands = [region_index.point([colour[band] for colour in colours + unused]) for band in range(3)]
    return Image.merge("RGB", bands).filter(ImageFilter.GaussianBlur(9 * design_scale()))


def paint(region_index: Mask) -> Sheet:
    """Paint colors, relief and coasts; `region_index` comes from `region_index_map`."""
    size, k = region_index.size, design_scale()
    water = region_index.point(
        [255 if i < len(REGIONS) and REGIONS[i] in SEAS else 0 for i in range(256)]
    )
    land = _ground(region_index, sea=False, other=parse(DATA.get("ground.damascus")))
    relief = clouds(*size, 71, 70 * k, 5, 0.5)
    dx, dy = round(2 * k), round(3 * k)
    slope = ImageChops.subtract(relief, ImageChops.offset(relief, dx, dy), 0.32, 128)
    slope.paste(128, (0, 0, size[0], dy))  # ImageChops.offset wraps around
    slope.paste(128, (0, 0, dx, size[1]))
    land = shade(shade(land, slope, 0.30), clouds(*size, 72, 160 * k, 3), 0.20)
    sea = _ground(region_index, sea=True, other=parse(DATA.get(f"ground.{REGIONS[0]}")))
    sea = shade(sea, clouds(*size, 73, 160 * k, 4), 0.22)
    out = Image.composite(sea, land, water.filter(ImageFilter.GaussianBlur(1.2 * k)))
    return coasts(out, water, k)


def coasts(sheet: Sheet, water: Mask, k: float) -> Sheet:
    """Paint an inked shore, a light beach and three engraved lines along it in the water."""
    soft = water.filter(ImageFilter.GaussianBlur(12 * k))

    def band(middle: float, width: float) -> Mask:
        return soft.point(
            [round(255 * math.exp(-((((v / 255) - middle) / width) ** 2))) for v in range(256)]
        )

    sheet.paste(
        (255, 240, 205),
        (0, 0),
        scaled(ImageChops.multiply(band(0.36, 0.1), ImageChops.invert(water)), 0.22),
    )
    sheet.paste((44, 58, 62), (0, 0), scaled(band(0.5, 0.06), 0.55))
    for middle, width, share in ((0.68, 0.035, 0.26), (0.82, 0.028, 0.2), (0.92, 0.016, 0.16)):
        sheet.paste(
            (36, 62, 74), (0, 0), scaled(ImageChops.multiply(band(middle, width), water), share)
        )
    return sheet


def stroke(sheet: Sheet, points: list[Point], width: float, colour: RGB, dash: float = 0) -> None:
    """Draw a soft line; with `dash`, it has dashes and gaps of this length.

    `width` and `dash` are in pixels.
    """
    mask = Image.new("L", sheet.size)
    pen = ImageDraw.Draw(mask)
    run = 0.0
    for a, b in pairwise(points):
        if not dash or run % (2 * dash) < dash:
            pen.line((*a, *b), fill=255, width=round(width))
            for x, y in (a, b):
                pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
        run += math.dist(a, b)
    sheet.paste(colour, (0, 0), mask.filter(ImageFilter.GaussianBlur(0.8)))


def smooth(points: list[Point], times: int = 4) -> list[Point]:
    """Cut corners `times` times; the ends stay."""
    for _ in range(times):
        more = [
            p
            for a, b in pairwise(points)
            for p in (
                (a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25),
                (a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75),
            )
        ]
        points = [points[0], *more, points[-1]]
    return points


def decorate(sheet: Sheet) -> None:
    """Paint the river, then all decorations on land and sea."""
    river = smooth([px((x, y)) for x, y in DATA.get("river")])
    for width, colour in DATA.get("strokes"):
        shift = 3.2 * scale() if width < 12 else 0  # narrow strokes run along the left bank
        stroke(sheet, [(x - shift, y) for x, y in river], width * scale(), parse(colour))
    for name in ("field", "dune", "mountain", "palm", "waves", "hamlet", "ruin", "rose", "ship"):
        from_north = sorted(DATA.get(f"deco.{name}"), key=lambda place: place[1])
        for x, y, *measures in from_north:
            if name == "mountain":
                width, height, seed = measures
                tile = deco.DecoTile(84 * scale())
                deco.mountain(tile, width + 20, height + 12, seed)
            else:
                [size] = measures
                tile = deco.DecoTile(size * scale())
                deco.DRAWN[name](tile)
            body = tile.done()
            at = px((x, y))
            sheet.paste(body, (round(at[0] - body.width / 2), round(at[1] - body.height / 2)), body)


def build() -> None:
    """Write the map in two sizes, the region index, and the empty board.

    The sizes are those of close-ups and of the board.
    """
    warp = Warp()
    region_index = region_index_map(warp)
    sheet = paint(region_index)
    for line in borders(warp):
        stroke(
            sheet, line, 3.4 * design_scale(), mix(INK, (150, 100, 60), 0.3), 15 * design_scale()
        )
    decorate(sheet)
    sheet.save(ASSETS / "map_large.jpg", quality=86, optimize=True, subsampling=0)
    _, _, w, h = LAYOUT.get("board.map")
    small = sheet.resize((w, h), Image.Resampling.LANCZOS)
    sharp = small.filter(ImageFilter.UnsharpMask(0.8, 40, 2))
    sharp.save(tadmor_board.PAINTED, quality=90, optimize=True, subsampling=0)
    region_index.resize((W0, H0), Image.Resampling.NEAREST).save(
        ASSETS / "regions.png", optimize=True
    )
    tadmor_board.build()
