"""Static maps of Eight-Minute Empire: sea, coasts, land, patterns, borders.

    python -m tools.art map a

Writes the map's tiles to ``map_a/`` (2304 x 1774 in all, without lettering and frame) and the
outlines of its regions to ``map_a.json``.
"""

from __future__ import annotations

import json
import math
import random
import tomllib
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base.texture import clouds, flat, noise, scaled, shade, shrink
from render.base.theme import mix
from render.eight_minute_empire.layers.chart import PAINTED as SIZE
from render.eight_minute_empire.layers.chart import TILE
from tools.art.patterns import STAMPS
from tools.art.topology import Arc, Point, along, chaikin, outlines_and_arcs

OUT = Path("render/eight_minute_empire/assets")
PX_PER_UNIT = 2.304  # pixels per map unit
INK, CREAM, BROWN = (48, 38, 32), (250, 240, 214), (96, 66, 40)
SEA, SHALLOW, DEEP = (112, 163, 168), (178, 206, 196), (26, 62, 70)


def _scaled(points: list[Point]) -> list[Point]:
    return [(x * PX_PER_UNIT, y * PX_PER_UNIT) for x, y in points]


def _polygon_mask(points: list[Point]) -> Image.Image:
    big = Image.new("L", (SIZE[0] * 2, SIZE[1] * 2))
    ImageDraw.Draw(big).polygon([(x * 2, y * 2) for x, y in _scaled(points)], fill=255)
    return big.resize(SIZE, Image.Resampling.BOX)


class MapPainter:
    """Painter of one side of the board, layer by layer."""

    def __init__(self, data: dict[str, Any], look: dict[str, Any], seed: int) -> None:
        self.data, self.look, self.seed = data, look, seed
        polygons = {r["code"].lower(): r["polygon"] for r in data["regions"]}
        self.shapes, self.arcs = outlines_and_arcs(polygons)
        self.masks = {name: _polygon_mask(shape) for name, shape in self.shapes.items()}
        self.land = Image.new("L", SIZE)
        for mask in self.masks.values():
            self.land = ImageChops.lighter(self.land, mask)
        # close the hairline between anti-aliased neighbors
        self.land = self.land.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.MinFilter(5))

    def paint(self) -> Image.Image:
        """Paint the map and return an image of `SIZE` pixels."""
        sheet = self._sea()
        self._routes(sheet)
        sheet = self._ground(sheet)
        self._stamps(sheet)
        self._lines(sheet)
        self._compass(sheet)
        return sheet

    def _sea(self) -> Image.Image:
        w, h = SIZE
        sheet = shade(flat(w, h, SEA), clouds(w, h, self.seed, 420, 5), 0.34)
        sheet = shade(sheet, noise(w, h, self.seed + 1, 26, 3), 0.06)
        sheet = shade(sheet, noise(w, h, self.seed + 2, 2.4), 0.07)
        near = scaled(self.land.filter(ImageFilter.GaussianBlur(64)), 0.62)
        sheet = Image.composite(flat(w, h, SHALLOW), sheet, near)
        rim = Image.new("L", (w // 8, h // 8))
        ImageDraw.Draw(rim).rounded_rectangle(
            (14, 14, w // 8 - 15, h // 8 - 15), radius=20, fill=255
        )
        rim = rim.filter(ImageFilter.GaussianBlur(14)).resize(SIZE, Image.Resampling.BICUBIC)
        sheet = Image.composite(sheet, Image.blend(sheet, flat(w, h, (34, 66, 74)), 0.35), rim)
        lines = Image.new("RGBA", SIZE)
        pen = ImageDraw.Draw(lines)
        for i, (x, y) in enumerate(self.look["rhumb"]):
            for ray in range(32):
                turn = ray * math.pi / 16
                end = (
                    x * PX_PER_UNIT + 4000 * math.cos(turn),
                    y * PX_PER_UNIT + 4000 * math.sin(turn),
                )
                pen.line(
                    (x * PX_PER_UNIT, y * PX_PER_UNIT, *end),
                    fill=(30, 66, 74, 58 if ray % 4 == 0 else 34 + i),
                    width=2,
                )
        sheet.paste(lines, (0, 0), lines)
        for radius, level, alpha in (
            (10, 100, 150),
            (16, 62, 124),
            (24, 44, 98),
            (34, 34, 72),
            (46, 28, 50),
        ):
            blurred = self.land.filter(ImageFilter.GaussianBlur(radius))
            steep = 255 / max(3.0, 130 / radius)
            band = blurred.point(
                [int(max(0, 255 - abs(v - level) * steep) * alpha / 255) for v in range(256)]
            )
            sheet.paste(DEEP, (0, 0), band)
        return sheet

    def _routes(self, sheet: Image.Image) -> None:
        pen = ImageDraw.Draw(sheet)
        for route in self.data["sea_routes"]:
            path = chaikin([(x, y) for x, y in route["path"]])
            for x, y in along(path, 11.5):
                for radius, colour in ((10, CREAM), (6.4, INK)):
                    pen.ellipse(
                        (
                            x * PX_PER_UNIT - radius,
                            y * PX_PER_UNIT - radius,
                            x * PX_PER_UNIT + radius,
                            y * PX_PER_UNIT + radius,
                        ),
                        fill=colour,
                    )

    def _ground(self, sheet: Image.Image) -> Image.Image:
        w, h = SIZE
        fall = scaled(ImageChops.offset(self.land, 3, 8).filter(ImageFilter.GaussianBlur(14)), 0.60)
        sheet.paste((20, 24, 20), (0, 0), fall)
        ground, rng = flat(w, h, SEA), random.Random(self.seed)
        for name, mask in self.masks.items():
            tint, step = self.look["tints"][name[0]], rng.uniform(-6, 6)
            colour = tuple(round(c + step * 1.6) for c in tint)
            ground.paste(colour, (0, 0), mask.filter(ImageFilter.MaxFilter(5)))
        ground = shade(ground, clouds(w, h, self.seed + 4, 300), 0.30)
        ground = shade(ground, noise(w, h, self.seed + 5, 2.0), 0.10)
        inner = self.land.filter(ImageFilter.GaussianBlur(22))
        edge = scaled(
            inner.point([max(0, min(255, int((252 - v) * 2.1))) for v in range(256)]), 0.42
        )
        ground = Image.composite(flat(w, h, (112, 76, 40)), ground, edge)
        light = ImageChops.subtract(self.land, ImageChops.offset(self.land, 5, 6))
        ground.paste(
            (255, 246, 220), (0, 0), scaled(light.filter(ImageFilter.GaussianBlur(2)), 0.55)
        )
        return Image.composite(ground, sheet, self.land)

    def _stamps(self, sheet: Image.Image) -> None:
        over = Image.new("RGBA", SIZE)
        pen, rng = ImageDraw.Draw(over), random.Random(self.seed + 9)
        for name, mask in self.masks.items():
            room: Any = shrink(mask, 20 * PX_PER_UNIT / 2).load()  # its pixels are integers
            left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
            places: list[Point] = []
            for _ in range((right - left) * (bottom - top) // 520):
                x, y = rng.uniform(left, right), rng.uniform(top, bottom)
                ok = room[int(x), int(y)] > 128 and room[int(x), int(max(0, y - 24))] > 128
                if (
                    ok
                    and all(abs(x - a) > 58 or abs(y - b) > 46 for a, b in places)
                    and rng.random() < 0.9
                ):
                    places.append((x, y))
            stamp = STAMPS[self.look["patterns"][name[0]]]
            for x, y in sorted(places, key=lambda p: p[1]):
                stamp(pen, x, y, rng)
        over.putalpha(scaled(over.getchannel("A"), 0.62))
        sheet.paste(over, (0, 0), over)

    def _lines(self, sheet: Image.Image) -> None:
        k = 2
        soft = Image.new("L", (SIZE[0] * k, SIZE[1] * k))
        dashes, coast = soft.copy(), soft.copy()
        pens = [ImageDraw.Draw(m) for m in (soft, dashes, coast)]
        for arc in self.arcs:
            points = [(x * k, y * k) for x, y in _scaled(arc.points)]
            if len(arc.regions) == 1:
                pens[2].line(points, fill=255, width=6 * k, joint="curve")
                for end in (points[0], points[-1]):
                    pens[2].ellipse(
                        (end[0] - 3 * k, end[1] - 3 * k, end[0] + 3 * k, end[1] + 3 * k), fill=255
                    )
            else:
                pens[0].line(points, fill=255, width=11 * k, joint="curve")
                self._dash(pens[1], arc, k)
        for mask, colour, share in (
            (soft, CREAM, 90 / 255),
            (dashes, BROWN, 1.0),
            (coast, INK, 1.0),
        ):
            sheet.paste(colour, (0, 0), scaled(mask.resize(SIZE, Image.Resampling.BOX), share))

    @staticmethod
    def _dash(pen: ImageDraw.ImageDraw, arc: Arc, k: int) -> None:
        """Draw a dashed line: 10 steps on, 5 off, of 1.1 units each."""
        points = along(arc.points, 1.1)
        for i in range(0, len(points) - 1, 15):
            part = [(x * PX_PER_UNIT * k, y * PX_PER_UNIT * k) for x, y in points[i : i + 11]]
            if len(part) > 1:
                pen.line(part, fill=255, width=5 * k, joint="curve")

    def _compass(self, sheet: Image.Image) -> None:
        k, radius = 3, 60 * PX_PER_UNIT
        side = round(radius * 2.2)
        rose = Image.new("RGBA", (side * k, side * k))
        pen, c, r = ImageDraw.Draw(rose), side * k / 2, radius * k
        dark, pale = (30, 52, 58, 235), (240, 232, 208, 255)
        red, maroon = (168, 50, 45, 255), (120, 34, 32, 255)
        for share, width in ((0.66, 5), (0.60, 2)):
            pen.ellipse(
                (c - r * share, c - r * share, c + r * share, c + r * share),
                outline=dark,
                width=width * k,
            )
        for points, long, breadth in ((8, 0.52, 0.10), (4, 1.0, 0.13)):
            for i in range(points):
                turn = i * 2 * math.pi / points - math.pi / 2 + (math.pi / 8 if points == 8 else 0)
                tip = (c + r * long * math.cos(turn), c + r * long * math.sin(turn))
                north = points == 4 and i == 0
                for hand, colour in ((1, red if north else pale), (-1, maroon if north else dark)):
                    flank = turn + hand * math.pi / 4
                    side_point = (
                        c + r * breadth * math.cos(flank),
                        c + r * breadth * math.sin(flank),
                    )
                    pen.polygon([(c, c), side_point, tip], fill=colour, outline=dark)
        rose = rose.resize((side, side), Image.Resampling.BOX)
        x, y = self.look["compass"]
        sheet.paste(
            rose, (round(x * PX_PER_UNIT - side / 2), round(y * PX_PER_UNIT - side / 2)), rose
        )


def thin(shape: list[Point]) -> list[Point]:
    """Return an outline with points about one unit apart, rounded to a tenth."""
    points = along([*shape, shape[0]], 1.0)
    return [(round(x, 1), round(y, 1)) for x, y in points[:-1]]


def cut(sheet: Image.Image, folder: Path) -> None:
    """Write a painted map as tiles, named by column and row."""
    folder.mkdir(exist_ok=True)
    w, h = TILE
    for column in range(math.ceil(sheet.width / w)):
        for row in range(math.ceil(sheet.height / h)):
            box = (
                column * w,
                row * h,
                min(sheet.width, (column + 1) * w),
                min(sheet.height, (row + 1) * h),
            )
            sheet.crop(box).save(folder / f"{column}{row}.jpg", quality=90)


def build(data_file: Path, side: str) -> None:
    """Paint a side of the board; write its tiles and its regions' outlines.

    `side` is "a" or "b"; `data_file` has both maps as JSON.
    """
    data = json.loads(data_file.read_text(encoding="utf-8"))
    game_map = next(m for m in data["maps"] if m["id"].endswith(side))
    look = tomllib.loads((Path(__file__).parent / "sides.toml").read_text(encoding="utf-8"))[side]
    painter = MapPainter(game_map, look, 41 if side == "a" else 77)
    OUT.mkdir(parents=True, exist_ok=True)
    cut(painter.paint(), OUT / f"map_{side}")
    outlines = {name: thin(shape) for name, shape in painter.shapes.items()}
    tints = {name: mix(tuple(look["tints"][name[0]]), (255, 255, 255), 0.0) for name in outlines}
    text = json.dumps({"shapes": outlines, "tints": tints}, separators=(",", ":"))
    (OUT / f"map_{side}.json").write_text(text + "\n", encoding="utf-8")
