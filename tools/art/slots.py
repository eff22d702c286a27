"""Finds, once, where the pieces of every region stand: for each number of things and of towers among them.

    python -m tools.art slots a

A slot list holds room for ``n`` things of which the first ``t`` carry a tower. Rows of equal pitch are tried over the whole
region; centres keep clear of the region's code, its goods token, the castle, the border and the neighbours. Where nothing
fits, slightly smaller pieces are tried, then closer ones: never the sea. Codes of small regions stand beside them in the sea.
"""

from __future__ import annotations

import json
import math
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import words
from render.eight_minute_empire.layers.marks import lines_of
from render.eight_minute_empire.look import LAYOUT
from render.text import width
from render.texture import grow, shrink

ASSETS = Path("render/eight_minute_empire/assets")
Box = tuple[float, float, float, float]       # middle, half width, half height
BOARD = 1.152                                 # board pixels per unit: the search works in board pixels
SIZE = (1152, 887)
FRAME = 17                                    # the drawn frame, and a little air
MOST, TOWER = 7, 0.62                         # things per region; a tower's height above its piece's rim, in sizes
CASTLE = (62, 58)                             # half width and height kept clear around the start castle
TOKEN = 27                                    # half a goods token
LABEL = (30, 14)                              # half width and height of a code
# size of a piece; how far its middle stays inside the coast; how far from where a neighbour is nearer; the air between two
# pieces: rather than hang in the sea they touch and overlap a little, which leaves every digit free
TRIES = ((50, 20, 24, 3), (50, 10, 22, 3), (46, 8, 22, 3), (46, 4, 20, 3), (44, 4, 19, 3), (44, 2, 18, -4), (44, 2, 17, -8),
         (44, 1, 8, -9), (44, 0, 0, -10))
# the same, whether towers must keep off the land of neighbours, and how close pieces may come, in sizes: 44 is the least size
LOOSE = ((46, 6, 20, True, 1.0), (44, 4, 19, True, 1.0), (44, 4, 19, False, 1.0), (44, 2, 18, False, 0.92),
         (44, 1, 17, False, 0.84), (44, 1, 12, False, 0.8), (44, 1, 6, False, 0.78), (44, 1, 0, False, 0.74),
         (44, 0, 0, False, 0.7), (44, 0, 0, False, 0.62))
LOOSE_UP_TO = 4                               # so few things without towers never touch
STEP = 4                                      # pixels between two places that are tried
STEPS = 110                                   # half pixels of sea that may still belong to a region
SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,),), 2: ((2,), (1, 1)), 3: ((3,), (2, 1), (1, 2), (1, 1, 1)),
    4: ((2, 2), (4,), (3, 1), (1, 3), (1, 2, 1), (2, 1, 1), (1, 1, 2), (1, 1, 1, 1)),
    5: ((3, 2), (2, 3), (2, 2, 1), (1, 2, 2), (2, 1, 2), (5,), (4, 1), (1, 4), (1, 1, 1, 2), (1, 1, 1, 1, 1)),
    6: ((3, 3), (2, 2, 2), (2, 3, 1), (1, 3, 2), (3, 2, 1), (1, 2, 3), (4, 2), (2, 4), (6,), (1, 2, 2, 1), (2, 2, 1, 1),
        (1, 1, 2, 2), (1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 2)),
    7: ((3, 4), (4, 3), (3, 3, 1), (1, 3, 3), (2, 3, 2), (2, 2, 3), (3, 2, 2), (2, 2, 2, 1), (1, 2, 2, 2), (5, 2), (2, 5),
        (7,), (1, 2, 3, 1), (1, 1, 1, 2, 2), (1, 1, 1, 1, 1, 1, 1)),
}


class Ground:
    """One region as the search sees it: where the middle of a piece may lie, per size, margin and tower."""

    def __init__(self, name: str, masks: dict[str, Image.Image], cell: Image.Image, boxes: list[Box]) -> None:
        self.own, self.cell, self.boxes = masks[name], cell, boxes
        self.others = Image.new("L", SIZE)
        for other, m in masks.items():
            if other != name:
                self.others = ImageChops.lighter(self.others, m)
        self.land = ImageChops.lighter(self.own, self.others).filter(ImageFilter.MaxFilter(5))
        self.middle = grow(shrink(self.own, 30), 30).load()
        self._free: dict[tuple[int, int, int, bool, bool], Any] = {}

    def free(self, size: int, coast: int, border: int, tower: bool, strict: bool = True) -> Any:
        """Pixels of a mask, 255 where a middle may lie, and their box; strictly, no tower stands on a neighbour's land."""
        key = size, coast, border, tower, strict
        if key not in self._free:
            area = ImageChops.multiply(shrink(self.land, coast), self.own)
            area = ImageChops.multiply(area, shrink(self.cell, border) if border else self.cell)
            area = area.point([255 if v > 127 else 0 for v in range(256)])
            high, half, rim = (size * TOWER if tower else 0), size / 2 + 2, FRAME + size / 2
            frame = Image.new("L", SIZE)
            ImageDraw.Draw(frame).rectangle((rim, rim + high, SIZE[0] - rim, SIZE[1] - rim), fill=255)
            area = ImageChops.multiply(area, frame)
            if tower and strict:
                north = ImageChops.offset(self.others, 0, round(size * (0.5 + TOWER) - 12))
                area = ImageChops.multiply(area, ImageChops.invert(north.point([255 if v > 127 else 0 for v in range(256)])))
            pen = ImageDraw.Draw(area)
            for x, y, w, h in self.boxes:
                pen.rectangle((x - w - half, y - h - half, x + w + half, y + h + half + high), fill=0)
            self._free[key] = area.load(), area.getbbox()
        return self._free[key]


def cells(masks: dict[str, Image.Image]) -> dict[str, Image.Image]:
    """For every region the land and sea that is nearer to it than to any other."""
    half = (SIZE[0] // 2, SIZE[1] // 2)
    owner = Image.new("L", half)
    for i, own in enumerate(masks.values(), 1):
        owner.paste(i, (0, 0), own.resize(half).point([255 if v > 127 else 0 for v in range(256)]))
    for _ in range(STEPS):
        known = owner.point([255 if v else 0 for v in range(256)])
        owner = Image.composite(owner, owner.filter(ImageFilter.MaxFilter(3)), known)
    out = {}
    for i, name in enumerate(masks, 1):
        out[name] = owner.point([255 if v == i else 0 for v in range(256)]).resize(SIZE)
    return out


def written(side: str) -> list[Box]:
    """Where continent names and their holders stand in the sea, in either language."""
    out: list[Box] = []
    pitch, size, holder = (LAYOUT.int(f"map.{name}") for name in ("name_pitch", "name", "holder"))
    for lang in words.LANGUAGES:
        for code, entry in LAYOUT.get(f"names.{side}").items():
            lines = lines_of(words.of_game("eight_minute_empire", lang, f"eme.continent.{code}"), entry["lines"])
            x, y = (v * BOARD for v in entry["solo" if len(lines) == 1 and "solo" in entry else "at"])
            held = 0 if entry.get("holder") == "before" else len(lines) - 1
            for i, line in enumerate(lines):
                half = width(line, "alegreya-700-italic", size) / 2
                out.append((x, y + i * pitch - size * 0.3, half, size * 0.4))
                if i == held:
                    aside = half + holder * 0.75
                    side_x = x - aside if entry.get("holder") == "before" else x + aside
                    out.append((side_x, y + i * pitch - size * 0.28, holder / 2, holder / 2))
    return out


def mask(shape: list[list[float]]) -> Image.Image:
    """A region's mask in board pixels, of its outline in units."""
    out = Image.new("L", SIZE)
    ImageDraw.Draw(out).polygon([(x * BOARD, y * BOARD) for x, y in shape], fill=255)
    return out


def label(name: str, own: Image.Image, boxes: list[Box]) -> tuple[float, float]:
    """Where the code stands: as high as it fits, towards the middle."""
    left, top, right, bottom = own.getbbox() or (0, 0, 0, 0)
    for margin in (18, 14, 9):
        room = shrink(own, margin).load()
        best: tuple[float, int, int] | None = None
        for y in range(max(36, top), bottom, 3):
            for x in range(max(50, left), min(SIZE[0] - 50, right), 3):
                inside = all(room[x + dx, y + dy] > 128 for dx in (-16, 0, 16) for dy in (-4, 4))
                if not inside or any(abs(x - a) < w + LABEL[0] and abs(y - b) < h + LABEL[1] for a, b, w, h in boxes):
                    continue
                cost = y + abs(x - (left + right) / 2) * 0.55
                if best is None or cost < best[0]:
                    best = (cost, x, y)
        if best:
            return best[1], best[2]
    message = f"no room for the code of {name}"
    raise ValueError(message)


def offsets(rows: tuple[int, ...], tall: int, size: int, air: int) -> list[tuple[float, float, bool]]:
    """The places of a pattern around its middle, the first ``tall`` of them with towers."""
    pitch, out, y, at = size + air, [], 0.0, 0
    for i, count in enumerate(rows):
        towers = max(0, min(count, tall - at))
        if i:
            y += size + air + 1 + (size * TOWER if towers else 0)
        out += [((j - (count - 1) / 2) * pitch, y, j < towers) for j in range(count)]
        at += count
    return [(dx, dy - y / 2, tower) for dx, dy, tower in out]


def places(g: Ground, pattern: list[tuple[float, float, bool]],
           size: int, coast: int, border: int) -> Iterator[tuple[int, int]]:
    """All middles at which every place of a pattern is allowed."""
    (flat, box), (high, _) = g.free(size, coast, border, tower=False), g.free(size, coast, border, tower=True)
    if box is None:
        return
    tests = [(dx, dy, high if tower else flat) for dx, dy, tower in pattern]
    spread = max(abs(v) for dx, dy, _ in pattern for v in (dx, dy))
    if spread > max(box[2] - box[0], box[3] - box[1]):
        return
    (left, top, right, bottom), (w, h) = box, SIZE
    for y in range(top, bottom, STEP):
        for x in range(left, right, STEP):
            for dx, dy, room in tests:
                a, b = int(x + dx), int(y + dy)
                if not (0 <= a < w and 0 <= b < h) or not room[a, b]:
                    break
            else:
                yield x, y


def search(g: Ground, n: int, tall: int, at: tuple[float, float]) -> tuple[int, list[tuple[float, float]]]:
    """The size and places of ``n`` things; ValueError where there is no room."""
    for size, coast, border, air in TRIES:
        if air < 0 and n <= LOOSE_UP_TO and not tall:
            continue
        best: tuple[float, list[tuple[float, float]]] | None = None
        for rank, rows in enumerate(SHAPES[n]):
            pattern = offsets(rows, tall, size, air)
            for x, y in places(g, pattern, size, coast, border):
                spots = [(x + dx, y + dy) for dx, dy, _ in pattern]
                deep = sum(g.middle[max(0, min(SIZE[0] - 1, int(a))), max(0, min(SIZE[1] - 1, int(b)))] for a, b in spots)
                cost = rank * 28 - deep / n * 0.4 + abs(x - at[0]) * 0.35 + abs(y - at[1]) * 0.35
                if best is None or cost < best[0]:
                    best = (cost, spots)
        if best:
            return size, best[1]
    message = f"no room for {n} things, {tall} of them tall"
    raise ValueError(message)


def scatter(g: Ground, n: int, tall: int, at: tuple[float, float]) -> tuple[int, list[tuple[float, float]]]:
    """Places without rows, for crowded corners: the closest packing of many seeded tries; the highest ones bear towers."""
    lot = random.Random(n * 10 + tall)
    for size, coast, border, strict, close in LOOSE:
        room, box = g.free(size, coast, border, tower=False)
        high, _ = g.free(size, coast, border, tower=True, strict=strict)
        points = [(x, y) for y in range(box[1], box[3], STEP) for x in range(box[0], box[2], STEP) if room[x, y]] if box else []
        best: tuple[float, list[tuple[float, float]]] | None = None
        if len(points) * STEP**2 < n * size**2 * 0.2:
            continue                                    # hopeless: middles alone need more room
        for attempt in range(320):
            if attempt == 120 and best is None:
                break
            chosen, room_left = [lot.choice(points)], points
            while len(chosen) < n:
                a, b = chosen[-1]
                room_left = [p for p in room_left if max(abs(p[0] - a), abs(p[1] - b)) >= size * close]
                if not room_left:
                    break
                few = lot.sample(room_left, min(len(room_left), 9))
                chosen.append(min(few, key=lambda p: sum(math.dist(p, q) for q in chosen)))
            chosen.sort(key=lambda p: (p[1], p[0]))
            if len(chosen) < n or not all(_tower_free(high, chosen, i, size) for i in range(tall)):
                continue
            mean = sum(a for a, _ in chosen) / n, sum(b for _, b in chosen) / n
            cost = sum(math.dist(p, mean) + 0.3 * math.dist(p, at) for p in chosen)
            if best is None or cost < best[0]:
                best = (cost, chosen)
        if best:
            return size, best[1]
    message = f"no room for {n} things, {tall} of them tall"
    raise ValueError(message)


def _tower_free(high: Any, spots: list[tuple[float, float]], i: int, size: int) -> bool:
    x, y = spots[i]
    clear = all(abs(x - a) >= size * 0.9 or not 0 < y - b < size * (1 + TOWER) for a, b in spots)
    return clear and bool(high[int(x), int(y)])


def settle(g: Ground, n: int, tall: int, at: tuple[float, float]) -> tuple[int, list[tuple[float, float]]]:
    """Rows if they fit, else the closest packing; where even that fails, with fewer towers free of the others."""
    for towers in range(tall, -1, -1):
        for way in (search, scatter):
            try:
                return way(g, n, towers, at)
            except ValueError as problem:
                print("  ", way.__name__, problem, flush=True)
    message = f"no room for {n} things"
    raise ValueError(message)


def fixed(region: dict[str, Any], look: dict[str, Any], own: Image.Image) -> tuple[dict[str, Any], list[Box]]:
    """What stands in a region from the start, castle, token and code, in units; and the boxes of the first two."""
    name, entry, boxes = region["code"].lower(), {}, []
    if region["start"]:
        x, y = entry["castle"] = look.get("castle") or region["anchor"]
        boxes.append((x * BOARD, y * BOARD, *CASTLE))
    if region["goods_spot"]:
        x, y = entry["token"] = look["tokens"].get(name, region["goods_slot"])
        boxes.append((x * BOARD, y * BOARD, TOKEN, TOKEN))
    given = look["labels"].get(name)
    entry["label"] = _units((given[0] * BOARD, given[1] * BOARD) if given else label(name, own, boxes))
    return entry, boxes


def build(data_file: Path, side: str) -> None:
    """Search all regions of a side and write ``slots_<side>.json``, in units of the map's canvas."""
    data = json.loads(data_file.read_text(encoding="utf-8"))
    game_map = next(m for m in data["maps"] if m["id"].endswith(side))
    look = tomllib.loads((Path(__file__).parent / "sides.toml").read_text(encoding="utf-8"))[side]
    shapes = json.loads((ASSETS / f"map_{side}.json").read_text(encoding="utf-8"))["shapes"]
    masks = {name: mask(shape) for name, shape in shapes.items()}
    near, sea = cells(masks), written(side)
    out, kept = {}, {}
    for region in game_map["regions"]:
        name = region["code"].lower()
        out[name], kept[name] = fixed(region, look, masks[name])
    codes = {name: (entry["label"][0] * BOARD, entry["label"][1] * BOARD, *LABEL) for name, entry in out.items()}
    for name, entry in out.items():
        g = Ground(name, masks, near[name], [*kept[name], *sea, *codes.values()])
        left, top, right, bottom = masks[name].getbbox() or (0, 0, 0, 0)
        middle = ((left + right) / 2, (top + bottom) / 2 + 16)
        entry["slots"] = {}
        for n in range(1, MOST + 1):
            for tall in range(min(n, 3) + 1):
                size, spots = settle(g, n, tall, middle)
                entry["slots"][f"{n}.{tall}"] = {"size": size, "at": [_units(p) for p in spots]}
        sizes = {k: v["size"] for k, v in entry["slots"].items() if v["size"] < 50}
        print(name, "smaller:", sizes, flush=True)
    (ASSETS / f"slots_{side}.json").write_text(json.dumps(out, separators=(",", ":")) + "\n", encoding="utf-8")


def _units(point: tuple[float, float]) -> list[float]:
    return [round(point[0] / BOARD, 1), round(point[1] / BOARD, 1)]
