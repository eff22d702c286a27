"""Empty map: painting, outlines, and the places of codes, names, tokens and pieces.

All data is loaded from `assets` (made by `tools/art`) and cached. Coordinates are map units.
"""

from __future__ import annotations

import functools
import json
import math
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.base import text as writing
from render.base.cache import cached
from render.base.layout import Point
from render.base.texture import Mask, scaled, shrink
from render.base.theme import RGB, mix
from render.eight_minute_empire.pieces.style import ASSETS, LAYOUT, MAP, icon

BOARD: float = LAYOUT.float("map.scale")
WIDTH, HEIGHT = LAYOUT.get("map.canvas")
WHOLE = (0, 0, WIDTH, HEIGHT)
PAINTED = (2304, 1774)  # pixels of the painted map
PAINTED_SCALE: float = PAINTED[0] / WIDTH  # pixels of the painted map per map unit
TILE = (384, 368)  # pixels of one tile; multiples of the JPEG block, so that no seam shows
PIECE_GROWTH = 0.8  # exponent of the scale for the size of pieces and codes
FILTER_MARGIN_PX = 6  # pixels around a part that the resize filter reads


def zoom(scale: float) -> float:
    """Return the factor by which pieces and codes are enlarged at a scale of the map.

    They grow less than the land, so that more land is seen beside them.
    """
    return float((scale / BOARD) ** PIECE_GROWTH)


@dataclass(frozen=True)
class Slots:
    """Places in a region for a given number of items (`marks.SlotItem`).

    `size` is the size of a piece in pixels at the board's scale; `at` holds the centers of the
    places in map units. With `low`, the towers stand lower behind their pieces.
    """

    size: int
    at: tuple[Point, ...]
    low: bool = False


@dataclass(frozen=True)
class Region:
    """Drawing data of a region, in map units.

    `label`, `token` and `castle` are the places of the region's code, goods token and castle. The
    keys of `slots` are "items.towers": "3.1" is for three items, one of them with towers.
    """

    outline: tuple[Point, ...]
    tint: RGB
    label: Point
    token: Point | None
    castle: Point | None
    slots: dict[str, Slots]

    def slots_for(self, things: int, towers: int) -> Slots:
        """Return the slots for `things` items, the first `towers` of them with a tower.

        Raises KeyError for more than seven items.
        """
        return self.slots[f"{things}.{min(towers, things, 3 if things > 5 else 5)}"]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the box around the outline and the center of the code, in map units.

        The box is left, top, right, bottom.
        """
        xs, ys = zip(*self.outline, self.label, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def _point(pair: list[float] | None) -> Point | None:
    return (pair[0], pair[1]) if pair else None


@functools.lru_cache
def regions(side: str) -> dict[str, Region]:
    """Return, by lower-case code, the regions of a side of the map."""
    drawn = json.loads((ASSETS / f"map_{side}.json").read_text(encoding="utf-8"))
    entries: dict[str, Any] = json.loads(
        (ASSETS / f"slots_{side}.json").read_text(encoding="utf-8")
    )
    out = {}
    for name, entry in entries.items():
        slots = {
            key: Slots(s["size"], tuple((x, y) for x, y in s["at"]), s.get("low", False))
            for key, s in entry["slots"].items()
        }
        tint = drawn["tints"][name]
        out[name] = Region(
            tuple((x, y) for x, y in drawn["shapes"][name]),
            (tint[0], tint[1], tint[2]),
            (entry["label"][0], entry["label"][1]),
            _point(entry.get("token")),
            _point(entry.get("castle")),
            slots,
        )
    return out


@cached
def tile(side: str, column: int, row: int) -> Image.Image:
    """Load a tile of the painted map.

    The map is stored in tiles because the whole takes 12 MiB and a close look needs at most
    half of it.
    """
    with Image.open(ASSETS / f"map_{side}" / f"{column}{row}.jpg") as stored:
        stored.load()
        return stored


def painting(side: str, box: tuple[float, float, float, float]) -> tuple[Image.Image, Point]:
    """Return the tiles under `box` as one image, and its corner on the painting.

    The box is left, top, right, bottom in pixels of the painting; the corner is the upper left one.
    """
    (w, h), (full_w, full_h) = TILE, PAINTED
    left = int(max(0, box[0] - FILTER_MARGIN_PX) // w)
    top = int(max(0, box[1] - FILTER_MARGIN_PX) // h)
    right = min(full_w, box[2] + FILTER_MARGIN_PX)
    bottom = min(full_h, box[3] + FILTER_MARGIN_PX)
    columns = range(left, math.ceil(right / w))
    rows = range(top, math.ceil(bottom / h))
    sheet = Image.new(
        "RGB", (min(full_w, columns.stop * w) - left * w, min(full_h, rows.stop * h) - top * h)
    )
    for column in columns:
        for row in rows:
            sheet.paste(tile(side, column, row), ((column - left) * w, (row - top) * h))
    return sheet, (left * w, top * h)


def map_without_codes(side: str) -> Image.Image:
    """Return the whole map at the board's scale without codes."""
    (w, h), (full_w, full_h) = TILE, PAINTED
    sheet = Image.new("RGB", (full_w // 2, full_h // 2))
    for column in range(math.ceil(full_w / w)):
        for row in range(math.ceil(full_h / h)):
            with Image.open(ASSETS / f"map_{side}" / f"{column}{row}.jpg") as stored:
                stored.draft("RGB", (stored.width // 2, stored.height // 2))
                sheet.paste(stored, (column * w // 2, row * h // 2))
    return sheet.resize((round(WIDTH * BOARD), round(HEIGHT * BOARD)), reducing_gap=2.0)


@cached
def ground(side: str, scale: float, box: tuple[int, int, int, int]) -> Image.Image:
    """Return the part `box` of the map at a scale, with codes and castle.

    The box is left, top, right, bottom in map units. The image is cached: copy it before drawing on
    it.
    """
    if scale == BOARD and box == WHOLE:
        with Image.open(ASSETS / f"board_{side}.jpg") as stored:
            stored.load()
            return stored
    return compose(side, scale, box)


def compose(side: str, scale: float, box: tuple[int, int, int, int]) -> Image.Image:
    """Cut the part `box` out of the painted map, scale it, and draw codes and castle on it.

    The box is left, top, right, bottom in map units.
    """
    left, top, right, bottom = box
    size = round((right - left) * scale), round((bottom - top) * scale)
    cut = (
        left * PAINTED_SCALE,
        top * PAINTED_SCALE,
        min(right * PAINTED_SCALE, PAINTED[0]),
        min(bottom * PAINTED_SCALE, PAINTED[1]),
    )
    picture, (picture_x, picture_y) = painting(side, cut)
    cut_in_picture = (
        cut[0] - picture_x,
        cut[1] - picture_y,
        cut[2] - picture_x,
        cut[3] - picture_y,
    )
    sheet = picture.resize(size, Image.Resampling.BICUBIC, box=cut_in_picture, reducing_gap=2.0)
    overlay = Image.new("RGBA", size)
    pen = ImageDraw.Draw(overlay)
    code_size = round(LAYOUT.int("map.code") * max(1.0, zoom(scale)))
    for name, region in regions(side).items():
        code_x = (region.label[0] - left) * scale
        code_y = (region.label[1] - top) * scale
        style = writing.Style(
            "alegreya-sans-800",
            code_size,
            (*MAP["code"], 235),
            3,
            mix(region.tint, (255, 255, 255), 0.25),
        )
        half_width = writing.width(name.upper(), style.face, code_size) / 2
        half_height = code_size * 0.36
        # Draw no code that the edge would cut.
        if (
            half_width <= code_x <= size[0] - half_width
            and half_height <= code_y <= size[1] - half_height
        ):
            _draw_leader(overlay, side, name, scale, (left, top))
            writing.write(pen, (code_x, code_y + code_size * 0.33), name.upper(), style, "m")
        if region.castle:
            castle_size = round(LAYOUT.int("map.castle") * scale / BOARD)
            castle_x = (region.castle[0] - left) * scale
            castle_y = (region.castle[1] - top) * scale
            # A castle outside must not be moved onto the picture: it marks the start region.
            if 0 < castle_x < overlay.width and 0 < castle_y < overlay.height:
                overlay.alpha_composite(
                    icon("castle", castle_size, MAP["castle"], MAP["castle_rim"]),
                    _inside(overlay, castle_x - castle_size / 2, castle_y - castle_size / 2),
                )
    sheet.paste(overlay, (0, 0), overlay)
    return sheet


@functools.lru_cache(maxsize=128)
def line_from_code(side: str, name: str) -> tuple[Point, Point] | None:
    """Return the line from a code in the sea to its region; None for a code on land.

    The line is (start, end) in map units. A small region has no room for its code beside five
    armies. Its code stands in the sea, and the line ends well inside the region's border.
    """
    (x, y), cut = regions(side)[name].label, cutout(side, name, BOARD)
    code_pixel = round(x * BOARD) - cut.x, round(y * BOARD) - cut.y
    on_land = (
        0 <= code_pixel[0] < cut.mask.width
        and 0 <= code_pixel[1] < cut.mask.height
        and cut.mask.getpixel(code_pixel)
    )
    if on_land:
        return None
    inner = shrink(cut.mask, LAYOUT.int("map.leader_reach"))
    pixels = inner.tobytes()
    spots = [
        (a, b)
        for b in range(0, inner.height, 2)
        for a in range(0, inner.width, 2)
        if pixels[b * inner.width + a] > 200
    ]
    end = min(spots, key=lambda spot: math.dist(spot, code_pixel))
    distance = math.dist(end, code_pixel)
    direction = (end[0] - code_pixel[0]) / distance, (end[1] - code_pixel[1]) / distance
    size, air = LAYOUT.int("map.code"), LAYOUT.float("map.leader_air")
    half = writing.width(name.upper(), "alegreya-sans-800", size) / 2 + air, size * 0.36 + air
    start = (
        min(one / max(abs(part), 1e-6) for one, part in zip(half, direction, strict=True)) / BOARD
    )
    return (x + direction[0] * start, y + direction[1] * start), (
        (end[0] + cut.x) / BOARD,
        (end[1] + cut.y) / BOARD,
    )


def _draw_leader(overlay: Image.Image, side: str, name: str, scale: float, corner: Point) -> None:
    """Draw the line from a code to its region, with a soft glow and a dot at its end.

    `corner` is the upper left corner of the picture in map units.
    """
    line, region = line_from_code(side, name), regions(side)[name]
    if line is None:
        return
    supersample, width, dot = (
        4,
        *(LAYOUT.float(f"map.{part}") * scale / BOARD for part in ("leader", "leader_dot")),
    )
    (ax, ay), (bx, by) = (((x - corner[0]) * scale, (y - corner[1]) * scale) for x, y in line)
    left = math.floor(min(ax, bx) - dot - 4)
    top = math.floor(min(ay, by) - dot - 4)
    size = math.ceil(abs(ax - bx) + 2 * dot + 9), math.ceil(abs(ay - by) + 2 * dot + 9)
    drawn = Image.new("RGBA", (size[0] * supersample, size[1] * supersample))
    pen = ImageDraw.Draw(drawn)
    start = ((ax - left) * supersample, (ay - top) * supersample)
    end = ((bx - left) * supersample, (by - top) * supersample)
    for tone, extra in (
        ((*mix(region.tint, (255, 255, 255), 0.25), 235), 2.0),
        ((*MAP["code"], 235), 0.0),
    ):
        pen.line((*start, *end), fill=tone, width=round((width + 2 * extra) * supersample))
        radius = (dot + extra) * supersample
        pen.ellipse((end[0] - radius, end[1] - radius, end[0] + radius, end[1] + radius), fill=tone)
    small = drawn.resize(size, Image.Resampling.BOX)
    sheet = Image.new("RGBA", overlay.size)
    sheet.paste(small, (left, top))
    overlay.alpha_composite(sheet)


def _inside(sheet: Image.Image, x: float, y: float) -> tuple[int, int]:
    return max(0, min(sheet.width - 1, round(x))), max(0, min(sheet.height - 1, round(y)))


def draw_frame(sheet: Image.Image) -> None:
    """Draw the graduated border of an old chart around a finished map."""
    pen = ImageDraw.Draw(sheet)
    w, h = sheet.size
    dark, pale = MAP["frame_dark"], MAP["frame_light"]
    for inset, width, colour in ((0, 4, dark), (4, 9, pale), (13, 2, dark)):
        pen.rectangle((inset, inset, w - 1 - inset, h - 1 - inset), outline=colour, width=width)
    for k in range(1, 24, 2):
        a, b = 4 + (w - 8) * k / 24, 4 + (w - 8) * (k + 1) / 24
        pen.rectangle((a, 5, b, 11), fill=MAP["frame_tick"])
        pen.rectangle((a, h - 12, b, h - 6), fill=MAP["frame_tick"])
    for k in range(1, 18, 2):
        a, b = 4 + (h - 8) * k / 18, 4 + (h - 8) * (k + 1) / 18
        pen.rectangle((5, a, 11, b), fill=MAP["frame_tick"])
        pen.rectangle((w - 12, a, w - 6, b), fill=MAP["frame_tick"])


@dataclass(frozen=True)
class Cutout:
    """Mask of a region at a scale.

    `x`, `y` is the mask's upper left corner in pixels of the whole map at that scale.
    """

    x: int
    y: int
    mask: Mask


@cached
def cutout(side: str, name: str, scale: float) -> Cutout:
    """Return the mask of a region, with a transparent margin."""
    region, air, k = regions(side)[name], 4, 2
    left, top, right, bottom = region.box
    x, y = round(left * scale) - air, round(top * scale) - air
    w, h = round(right * scale) + air - x, round(bottom * scale) + air - y
    mask = Image.new("L", (w * k, h * k))
    ImageDraw.Draw(mask).polygon(
        [((a * scale - x) * k, (b * scale - y) * k) for a, b in region.outline], fill=255
    )
    return Cutout(x, y, mask.resize((w, h), Image.Resampling.BOX))


@cached
def control_band(side: str, name: str, scale: float) -> Mask:
    """Return the mask of a region to tint for the seat in control: strong at the border."""
    cut = cutout(side, name, scale)
    (solid, soft) = LAYOUT.get("map.band")
    k = BOARD / scale
    if scale != BOARD:  # the band is soft, so enlarge the cached one for the board's scale
        small = cutout(side, name, BOARD)
        place = (k, 0, cut.x * k - small.x, 0, k, cut.y * k - small.y)
        soft_band = control_band(side, name, BOARD).transform(
            cut.mask.size, Image.Transform.AFFINE, place, Image.Resampling.BILINEAR
        )
        return ImageChops.multiply(soft_band, cut.mask)
    mask = cut.mask
    band = ImageChops.subtract(mask, shrink(mask, solid).filter(ImageFilter.GaussianBlur(3)))
    inward_glow = ImageChops.subtract(mask, mask.filter(ImageFilter.GaussianBlur(soft)))
    edge = ImageChops.lighter(scaled(band, 0.8), scaled(inward_glow, 0.75))
    wash = scaled(mask, LAYOUT.float("map.wash"))
    return ImageChops.multiply(ImageChops.lighter(edge, wash), mask)


@cached
def legal_rim(side: str, name: str, scale: float) -> tuple[Mask, Mask, Mask]:
    """Return three masks of a legal region: inward glow, cream band and ink line."""
    mask = cutout(side, name, scale).mask
    (cream, ink) = LAYOUT.get("map.legal")
    k = scale / BOARD
    inner = shrink(mask, 2 * cream * k).filter(ImageFilter.GaussianBlur(9 * k))
    glow = scaled(ImageChops.multiply(mask, ImageChops.invert(inner)), 0.9)
    # The band ends before the border, otherwise it would show along the ink line.
    inside = shrink(mask, ink * k)
    return (
        glow,
        ImageChops.subtract(inside, shrink(mask, cream * k)),
        ImageChops.subtract(mask, inside),
    )


@cached
def origin_rim(side: str, name: str, scale: float) -> tuple[Mask, Mask]:
    """Return two masks of a region from which a move starts: thick band, and line within it."""
    mask = cutout(side, name, scale).mask
    (band, line) = LAYOUT.get("map.origin")
    k = scale / BOARD
    inside, within = (shrink(mask, width * k) for width in (band, band + line))
    return ImageChops.subtract(mask, inside), ImageChops.subtract(inside, within)
