"""The painted map: ground whose borders wander, what stands on it, and parchment over what nobody has seen.

A map changes by a few tiles at a time. What was painted is kept, and only the block around the tiles that differ is painted
anew; noise stands at fixed places, so that both ways give the same picture.
"""

from __future__ import annotations

import functools
import json
import math
import threading
from collections import OrderedDict
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.el_mapa.view import TileView
from render import text as writing
from render.el_mapa import soft
from render.el_mapa.look import ASSETS, COLOURS, FOG, GROUND, HEAVY_SERIF, LAYOUT, ROMAN
from render.texture import Mask, Sheet, Sprite, clouds, noise, scaled, shade
from render.theme import RGB, Theme, dark, load, pale

LAND = LAYOUT.part("land")
PER_TILE = 4                                   # corners of the net that bends the ground, along a tile
KEPT = 12                                      # painted maps that are remembered
NEAR = 14                                      # so many tiles may differ for a map to be mended instead of painted
WATER = "lake"
WIDEST = 1200                                  # pixels of the largest map


class Tile(NamedTuple):
    """What the painted map shows of a cell. `thing` stands on the ground (empty under parchment), `roof` is the colour of its
    roofs, `fresh` marks what has changed."""

    up: bool
    level: int
    ground: str = ""
    thing: str = ""
    chests: int = 0
    roof: RGB = COLOURS["roof"]
    fresh: bool = False


Grid = tuple[tuple[Tile | None, ...], ...]     # rows of cells; None where the map has none
Block = tuple[int, int, int, int]              # rows and columns: top, left, bottom, right (both beyond the last)


def look_of(tile: TileView, theme: Theme, fresh: bool) -> Tile:
    """A tile of the view as it is painted."""
    if not tile.up:
        return Tile(False, tile.level, fresh=fresh)
    roof = theme.seats[tile.owner].colour if tile.owner is not None else COLOURS["roof"]
    return Tile(True, tile.level, tile.land[0], _thing(tile), tile.treasures, roof if tile.village else COLOURS["roof"], fresh)


def _thing(tile: TileView) -> str:
    """Which of the stored drawings stands on a tile."""
    first, odd = tile.land[0], _odd(tile.cell)
    if tile.home:
        return "home"
    match first:
        case "lake":
            return ("lake", "lake_islet", "lake_sail")[odd % 3]
        case "forest" if tile.treasures:
            return "clearing"
        case "forest" if tile.kind == "forest_pass":
            return "forest_pass"
        case "forest":
            return ("forest", "forest_other")[odd % 2]
        case "mountain":
            return f"mountain_{tile.land[1]}"
        case "orchard":
            return "orchard_field"
    return first


def _odd(cell: str) -> int:
    """A number that differs from cell to cell, the same in every process."""
    return (ord(cell[0]) - 97) * 3 + int(cell[1:]) * 7


@functools.lru_cache(maxsize=1)
def _strip() -> tuple[Sprite, dict[str, int], int, int]:
    """The stored drawings: the strip, their places, the size of a tile in it, the pad in units."""
    facts = json.loads((ASSETS / "things.json").read_text(encoding="utf-8"))
    strip = Image.open(ASSETS / "things.png")
    strip.load()
    return strip, {name: at for at, name in enumerate(facts["things"])}, facts["tile"], facts["pad"]


@functools.lru_cache(maxsize=512)
def thing(name: str, size: int, roof: RGB = COLOURS["roof"]) -> Sprite:
    """A drawing for tiles of `size` pixels, roofs in a colour; larger than the tile by `overhang(size)` on every side."""
    strip, places, _, _ = _strip()
    side = size + 2 * overhang(size)

    def cut(name: str) -> Sprite:
        left = places[name] * strip.height
        whole = strip.crop((left, 0, left + strip.height, strip.height))
        return whole.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3)

    out = cut(name)
    if f"{name}.roofs" in places:
        colour: RGB = (min(255, roof[0] * 255 // 186), min(255, roof[1] * 255 // 186), min(255, roof[2] * 255 // 186))
        dyed = ImageChops.multiply(out.convert("RGB"), Image.new("RGB", out.size, colour))
        out.paste(dyed, (0, 0), cut(f"{name}.roofs").getchannel("A"))
    return out


def overhang(size: int) -> int:
    """How much a drawing is larger than its tile, on every side."""
    return round(_strip()[3] * size / 100)


# --- what was painted is kept -------------------------------------------------------------------------------------------

_painted: OrderedDict[tuple[int, Grid], Sheet] = OrderedDict()
_lock = threading.Lock()


def land(grid: Grid, size: int) -> Sheet:
    """The map with tiles of `size` pixels (an even number). The sheet is shared: copy it before drawing on it."""
    key = (size, grid)
    with _lock:
        if key in _painted:
            _painted.move_to_end(key)
            return _painted[key]
        kin = min((old for old in _painted if old[0] == size and _alike(old[1], grid)),
                  key=lambda old: len(_differing(old[1], grid)), default=None)
        before = _painted[kin] if kin else None
    changed = _differing(kin[1], grid) if kin else []
    if before is None or kin is None or len(changed) > NEAR:
        sheet = _paint(grid, size, (0, 0, len(grid), len(grid[0])))
    else:
        sheet = before.copy()
        for block in _blocks(changed, len(grid), len(grid[0])):
            sheet.paste(_paint(grid, size, block), (block[1] * size, block[0] * size))
    with _lock:
        _painted[key] = sheet
        while len(_painted) > KEPT:
            _painted.popitem(last=False)
    return sheet


def _alike(one: Grid, other: Grid) -> bool:
    """Maps of one outline, of which one may have come from the other."""
    return len(one) == len(other) and len(one[0]) == len(other[0]) and len(_differing(one, other)) <= NEAR


def _differing(one: Grid, other: Grid) -> list[tuple[int, int]]:
    return [(r, c) for r, (a, b) in enumerate(zip(one, other, strict=True)) if a != b
            for c, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]


def _blocks(cells: list[tuple[int, int]], rows: int, cols: int) -> list[Block]:
    """Blocks that hold all cells with one around each; those that meet become one."""
    found = [(max(0, r - 1), max(0, c - 1), min(rows, r + 2), min(cols, c + 2)) for r, c in cells]
    merged = True
    while merged:
        merged = False
        for i, a in enumerate(found):
            meets = next((j for j in range(i + 1, len(found)) if _meet(a, found[j])), None)
            if meets is not None:
                b = found.pop(meets)
                found[i] = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                merged = True
                break
    return found


def _meet(a: Block, b: Block) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


# --- painting -----------------------------------------------------------------------------------------------------------


class _Field(NamedTuple):
    """Noise for a whole map: how the ground bends (at the net's corners), mottling, the edge of parchment and its stains."""

    bend_x: Mask
    bend_y: Mask
    mottle: Mask
    edge: Mask
    stain: Mask


@functools.lru_cache(maxsize=1)
def _noise() -> tuple[Mask, Mask, Mask]:
    """Mottling, edge and stains for the largest map there is: smaller ones take a part."""
    side, half = WIDEST, WIDEST // 2
    mottle, stain = (
        clouds(half, half, seed, cell).resize((side, side), Image.Resampling.BICUBIC) for seed, cell in ((31, 23), (51, 45))
    )
    return mottle, clouds(side, side, 41, 16, 3), stain


@functools.lru_cache(maxsize=8)
def _field(rows: int, cols: int) -> _Field:
    net = (cols * PER_TILE + 1, rows * PER_TILE + 1)
    return _Field(noise(*net, 21, 2.4), noise(*net, 22, 2.4), *_noise())


def _paint(grid: Grid, size: int, block: Block) -> Sheet:
    """A block of the map; painted with one more tile around it, then cut."""
    rows, cols = len(grid), len(grid[0])
    top, left, bottom, right = block
    wide = (max(0, top - 1), max(0, left - 1), min(rows, bottom + 1), min(cols, right + 1))
    part = tuple(tuple(row[wide[1] : wide[3]]) for row in grid[wide[0] : wide[2]])
    field = _field(rows, cols)
    sheet = _ground(part, size, field, (wide[0], wide[1]))
    _lines(sheet, part, size)
    _fresh(sheet, part, size)
    _things(sheet, part, size)
    _fog(sheet, part, size, field, (wide[0], wide[1]))
    x, y = (left - wide[1]) * size, (top - wide[0]) * size
    return sheet.crop((x, y, x + (right - left) * size, y + (bottom - top) * size))


def _cut(mask: Mask, at: tuple[int, int], part: Grid, size: int) -> Mask:
    """The part of a field that lies under a block."""
    x, y = at[1] * size, at[0] * size
    return mask.crop((x, y, x + len(part[0]) * size, y + len(part) * size))


def _bent(part: Grid, size: int, field: _Field, at: tuple[int, int]) -> Sheet:
    """The colours of the ground, a tile each, looked up through a net that the noise bends; at half size."""
    rows, cols, half = len(part), len(part[0]), size // 2
    flat = Image.new("RGB", (cols, rows))
    plain = GROUND["meadow"]
    flat.putdata([GROUND.get(tile.ground, plain) if tile else plain for row in part for tile in row])
    flat = flat.resize((cols * half, rows * half), Image.Resampling.NEAREST)
    reach = LAND.float("warp") * half / 255
    across, bend_x, bend_y = field.bend_x.width, field.bend_x.tobytes(), field.bend_y.tobytes()
    most_x, most_y = cols * half - 1, rows * half - 1

    def place(i: int, j: int) -> tuple[float, float]:
        """Where the net's corner (row i, column j of the block) is looked up."""
        x, y = j // PER_TILE * half + j % PER_TILE * half // PER_TILE, i // PER_TILE * half + i % PER_TILE * half // PER_TILE
        spot = (at[0] * PER_TILE + i) * across + at[1] * PER_TILE + j
        return (min(most_x, max(0, x + (bend_x[spot] - 127.5) * reach)), min(most_y, max(0, y + (bend_y[spot] - 127.5) * reach)))

    corners = [[place(i, j) for j in range(cols * PER_TILE + 1)] for i in range(rows * PER_TILE + 1)]
    edges_x = [j // PER_TILE * half + j % PER_TILE * half // PER_TILE for j in range(cols * PER_TILE + 1)]
    edges_y = [i // PER_TILE * half + i % PER_TILE * half // PER_TILE for i in range(rows * PER_TILE + 1)]
    net = [
        ((edges_x[j], edges_y[i], edges_x[j + 1], edges_y[i + 1]),
         (*corners[i][j], *corners[i + 1][j], *corners[i + 1][j + 1], *corners[i][j + 1]))
        for i in range(rows * PER_TILE) for j in range(cols * PER_TILE)
    ]
    return flat.transform(flat.size, Image.Transform.MESH, net, Image.Resampling.NEAREST)


def _ground(part: Grid, size: int, field: _Field, at: tuple[int, int]) -> Sheet:
    """Watercolour: soft borders between kinds of ground, a crisp coast with engraved lines, mottling."""
    k, full = size / 100, (len(part[0]) * size, len(part) * size)
    bent = _bent(part, size, field, at)
    sheet = bent.filter(ImageFilter.GaussianBlur(2 * k)).resize(full, Image.Resampling.BILINEAR)
    shore = _just(bent, GROUND[WATER]).filter(ImageFilter.GaussianBlur(1.2 * k))
    water = shore.resize(full, Image.Resampling.BICUBIC)
    crisp = water.point([max(0, min(255, (v - 128) * 6 + 128)) for v in range(256)])
    sheet.paste(GROUND[WATER], (0, 0), crisp)
    sheet = shade(sheet, _cut(field.mottle, at, part, size), LAND.float("mottle"))
    if not water.getbbox():
        return sheet
    depth = shore.filter(ImageFilter.GaussianBlur(3.5 * k)).resize(full, Image.Resampling.BILINEAR)
    sheet.paste((255, 250, 225), (0, 0), _band(depth, 0.33, 0.10, 0.16))
    sheet.paste((52, 72, 84), (0, 0), _band(depth, 0.5, 0.07, 0.62))
    for level, wide, strength in ((0.72, 0.045, 0.22), (0.90, 0.03, 0.16)):
        sheet.paste((60, 92, 104), (0, 0), ImageChops.darker(_band(depth, level, wide, strength), crisp))
    return sheet


def _just(sheet: Sheet, colour: RGB) -> Mask:
    """White where a sheet has exactly this colour."""
    pairs = zip(sheet.split(), colour, strict=True)
    bands = [band.point([255 if v == level else 0 for v in range(256)]) for band, level in pairs]
    return functools.reduce(ImageChops.darker, bands)


def _band(field: Mask, level: float, wide: float, strength: float) -> Mask:
    """A line where a soft field has a level."""
    return field.point([round(255 * strength * math.exp(-(((v / 255) - level) / wide) ** 2)) for v in range(256)])


def _lines(sheet: Sheet, part: Grid, size: int) -> None:
    """The grid."""
    pen, wide = ImageDraw.Draw(sheet, "RGBA"), max(1, round(size / 50))
    for c in range(len(part[0]) + 1):
        pen.line((c * size, 0, c * size, sheet.height), fill=(70, 50, 34, 70), width=wide)
    for r in range(len(part) + 1):
        pen.line((0, r * size, sheet.width, r * size), fill=(70, 50, 34, 70), width=wide)


@functools.lru_cache(maxsize=16)
def _ring(size: int) -> Mask:
    """The glow along the inner edge of a tile that has changed."""
    ring = Image.new("L", (size, size))
    ImageDraw.Draw(ring).rectangle((0, 0, size - 1, size - 1), outline=255, width=max(4, size * 9 // 100))
    return scaled(ring.filter(ImageFilter.GaussianBlur(size * 0.06)), 1.3)


def _each(part: Grid) -> list[tuple[int, int, Tile]]:
    return [(r, c, tile) for r, row in enumerate(part) for c, tile in enumerate(row) if tile]


def _fresh(sheet: Sheet, part: Grid, size: int) -> None:
    for r, c, tile in _each(part):
        if tile.fresh:
            sheet.paste((244, 172, 48), (c * size, r * size), _ring(size))


def _things(sheet: Sheet, part: Grid, size: int) -> None:
    """In rows from the top, so that trees and peaks overhang upward."""
    pad = overhang(size)
    for r, c, tile in _each(part):
        if not tile.up:
            continue
        drawn = thing(tile.thing, size, tile.roof)
        sheet.paste(drawn, (c * size - pad, r * size - pad), drawn)
        if tile.chests:
            chest = thing("chest" if tile.chests == 1 else "chests", size)
            sheet.paste(chest, (c * size - pad, r * size - pad), chest)


def _fog(sheet: Sheet, part: Grid, size: int, field: _Field, at: tuple[int, int]) -> None:
    """Parchment with a deckled, torn edge over what lies face down, tinted by level."""
    if all(tile and tile.up for row in part for tile in row):
        return
    k, half = size / 100, (sheet.width // 2, sheet.height // 2)
    small = Image.new("L", (len(part[0]), len(part)))
    small.putdata([0 if tile and tile.up else 255 for row in part for tile in row])
    blurred = soft.area(small, half, 2.5 * k)
    edge = _cut(field.edge, at, part, size).point([128 + (v - 128) * 17 // 50 for v in range(256)])
    torn = ImageChops.add(blurred, edge, 1, -128)
    deck = torn.point([max(0, min(255, (v - 128) * 9 + 128)) for v in range(256)])
    sheet.paste((58, 38, 24), (round(3 * k), round(5 * k)), soft.shadow(deck, 7 * k))
    tints = Image.new("RGB", small.size)
    tints.putdata([FOG.get(tile.level, FOG[1]) if tile else COLOURS["void"] for row in part for tile in row])
    tint = soft.area(tints, half, k)
    tint = shade(tint, _cut(field.stain, at, part, size), 0.16)
    tint.paste((92, 66, 44), (0, 0), _band(torn, 0.5, 0.14, 0.42))
    sheet.paste(tint, (0, 0), deck)
    _numerals(sheet, part, size)


def _numerals(sheet: Sheet, part: Grid, size: int) -> None:
    """The level of each face-down tile, and dashed lines between two of them."""
    pen, k = ImageDraw.Draw(sheet, "RGBA"), size / 100
    for r, c, tile in _each(part):
        if tile.up:
            continue
        mark = _numeral(tile.level, size)
        sheet.paste(mark, (c * size, r * size), mark)
        ink = (*dark(FOG[tile.level], 0.75), 95)
        wide = max(1, round(2 * k))
        for at in range(round(8 * k), round(size - 4 * k), round(14 * k)):
            if c + 1 < len(part[0]) and (other := part[r][c + 1]) and not other.up:
                x = (c + 1) * size
                pen.line((x, r * size + at, x, r * size + at + 6 * k), fill=ink, width=wide)
            if r + 1 < len(part) and (other := part[r + 1][c]) and not other.up:
                y = (r + 1) * size
                pen.line((c * size + at, y, c * size + at + 6 * k, y), fill=ink, width=wide)


@functools.lru_cache(maxsize=32)
def _numeral(level: int, size: int) -> Sprite:
    """A roman numeral as if engraved, between two arcs."""
    out = Image.new("RGBA", (size, size))
    pen, k, c = ImageDraw.Draw(out), size / 100, size / 2
    ink, letters = dark(FOG[level], 0.75), max(34, round(44 * k))
    base = c + letters * 0.31
    pale_ = (*pale(FOG[level], 0.7), 255)
    writing.write(pen, (c + 1.5 * k, base + 2 * k), ROMAN[level], writing.Style(HEAVY_SERIF, letters, pale_), "m")
    over = Image.new("RGBA", (size, size))
    writing.write(ImageDraw.Draw(over), (c, base), ROMAN[level], writing.Style(HEAVY_SERIF, letters, (*ink, 150)), "m")
    out.alpha_composite(over)
    r = 33 * k
    for start in (172, -8):
        pen.arc((c - r, c - r, c + r, c + r), start, start + 40, fill=(*ink, 80), width=max(1, round(2.4 * k)))
    return out


def warm_up(sizes: tuple[tuple[int, int], ...]) -> None:
    """Make the noise and the drawings of maps with so many rows, at so many pixels a tile."""
    names = [name for name in _strip()[1] if not name.endswith(".roofs")]
    for rows, size in sizes:
        _field(rows, rows)
        for name in names:
            thing(name, size)
        for seat in load().seats:
            thing("home", size, seat.colour)
