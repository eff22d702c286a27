"""Search for the places of pieces in every region of Eight-Minute Empire.

    python -m tools.art slots a

Each region gets a list of places for each number of pieces and of pieces with a tower. The places
keep clear of the region's code, its goods token, the castle and the frame; `packing` arranges them.
Codes of small regions are placed beside them in the sea.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import tomllib
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from games.core.text.languages import LANGUAGES
from render.base import i18n
from render.base.text import width
from render.base.texture import shrink
from render.eight_minute_empire.layers.marks import lines_of
from render.eight_minute_empire.pieces.style import LAYOUT
from tools.art import packing
from tools.art.packing import Box

ASSETS = Path("render/eight_minute_empire/assets")
# Board pixels per map unit; the search works in board pixels.
BOARD_PX_PER_UNIT = LAYOUT.float("map.scale")
SIZE = tuple(round(side * BOARD_PX_PER_UNIT) for side in LAYOUT.get("map.canvas"))
FRAME = 15  # width of the frame plus a margin, in board pixels
# maximum pieces in a region; maximum armies; maximum towers if there are other pieces
MAX_PIECES = 7
MAX_ARMIES = 5
MAX_TOWERS = 3
REPORT_COST_ABOVE = 12  # costs above this are printed
CASTLE_HALF = (42, 38)  # half width and height kept clear around the start castle
TOKEN_HALF = 19  # half a goods token
LABEL_HALF = (26, 11)  # half width and height of a code


def sea_label_boxes(side: str) -> list[Box]:
    """Return the boxes of continent names and holders in the sea, in all languages."""
    out: list[Box] = []
    pitch, size, holder = (LAYOUT.int(f"map.{name}") for name in ("name_pitch", "name", "holder"))
    for lang in LANGUAGES:
        for code, entry in LAYOUT.get(f"names.{side}").items():
            lines = lines_of(
                i18n.say_for_game("eight_minute_empire", lang, f"eme.continent.{code}"),
                entry["lines"],
            )
            x, y = (
                v * BOARD_PX_PER_UNIT
                for v in entry["solo" if len(lines) == 1 and "solo" in entry else "at"]
            )
            held = 0 if entry.get("holder") == "before" else len(lines) - 1
            for i, line in enumerate(lines):
                half = width(line, "alegreya-700-italic", size) / 2
                out.append((x, y + i * pitch - size * 0.3, half, size * 0.4))
                if i == held:
                    aside = half + holder * 0.68
                    side_x = x - aside if entry.get("holder") == "before" else x + aside
                    out.append((side_x, y + i * pitch - size * 0.28, holder / 2, holder / 2))
    return out


def mask(shape: list[list[float]]) -> Image.Image:
    """Return a region's mask in board pixels from its outline in units."""
    out = Image.new("L", SIZE)
    ImageDraw.Draw(out).polygon(
        [(x * BOARD_PX_PER_UNIT, y * BOARD_PX_PER_UNIT) for x, y in shape], fill=255
    )
    return out


def place_of_code(name: str, own: Image.Image, boxes: list[Box]) -> tuple[float, float]:
    """Return the place of a region's code in pixels: high up and near the middle.

    `own` is the region's mask; `boxes` are to be avoided. Raises ValueError if there is no room.
    """
    left, top, right, bottom = own.getbbox() or (0, 0, 0, 0)
    for margin in (14, 11, 7):
        room: Any = shrink(own, margin).load()  # its pixels are integers
        best: tuple[float, int, int] | None = None
        for y in range(max(36, top), bottom, 3):
            for x in range(max(50, left), min(SIZE[0] - 50, right), 3):
                inside = all(room[x + dx, y + dy] > 128 for dx in (-16, 0, 16) for dy in (-4, 4))
                if not inside or any(
                    abs(x - a) < w + LABEL_HALF[0] and abs(y - b) < h + LABEL_HALF[1]
                    for a, b, w, h in boxes
                ):
                    continue
                cost = y + abs(x - (left + right) / 2) * 0.55
                if best is None or cost < best[0]:
                    best = (cost, x, y)
        if best:
            return best[1], best[2]
    message = f"no room for the code of {name}"
    raise ValueError(message)


def fixed_things(
    region: dict[str, Any], look: dict[str, Any], own: Image.Image
) -> tuple[dict[str, Any], list[Box]]:
    """Return a region's castle, goods token and code, and the boxes of the first two.

    The places are in map units, the boxes in pixels; `own` is the region's mask.
    """
    name, entry = region["code"].lower(), dict[str, Any]()
    boxes: list[Box] = []
    if region["start"]:
        x, y = entry["castle"] = look.get("castle") or region["anchor"]
        boxes.append((x * BOARD_PX_PER_UNIT, y * BOARD_PX_PER_UNIT, *CASTLE_HALF))
    if region["goods_spot"]:
        x, y = entry["token"] = look["tokens"].get(name, region["goods_slot"])
        boxes.append((x * BOARD_PX_PER_UNIT, y * BOARD_PX_PER_UNIT, TOKEN_HALF, TOKEN_HALF))
    given = look["labels"].get(name)
    entry["label"] = _units(
        (given[0] * BOARD_PX_PER_UNIT, given[1] * BOARD_PX_PER_UNIT)
        if given
        else place_of_code(name, own, boxes)
    )
    return entry, boxes


def build(data_file: Path, side: str) -> None:
    """Search all regions of a side and write ``slots_<side>.json``, in map units."""
    data = json.loads(data_file.read_text(encoding="utf-8"))
    game_map = next(m for m in data["maps"] if m["id"].endswith(side))
    look = tomllib.loads((Path(__file__).parent / "sides.toml").read_text(encoding="utf-8"))[side]
    shapes = json.loads((ASSETS / f"map_{side}.json").read_text(encoding="utf-8"))["shapes"]
    masks = {name: mask(shape) for name, shape in shapes.items()}
    sea = sea_label_boxes(side)
    out, kept = {}, {}
    for region in game_map["regions"]:
        name = region["code"].lower()
        out[name], kept[name] = fixed_things(region, look, masks[name])
    codes: list[Box] = [
        (entry["label"][0] * BOARD_PX_PER_UNIT, entry["label"][1] * BOARD_PX_PER_UNIT, *LABEL_HALF)
        for entry in out.values()
    ]
    for name, entry in out.items():
        left, top, right, bottom = masks[name].getbbox() or (0, 0, 0, 0)
        middle = ((left + right) / 2, (top + bottom) / 2 + 8)
        others = functools.reduce(
            ImageChops.lighter, (m for other, m in masks.items() if other != name)
        )
        grounds = [
            packing.ground(masks[name], others, [*kept[name], *sea, *codes], FRAME, *way)
            for way in packing.WAYS
        ]
        entry["slots"], costly = {}, {}
        for n in range(1, MAX_PIECES + 1):
            for tall in range(min(n, MAX_TOWERS if n > MAX_ARMIES else MAX_ARMIES) + 1):
                key = f"{n}.{tall}"
                best = packing.place_pieces(grounds, n, tall, middle)
                # The pieces must not hide those of the regions already arranged, which are taken
                # to have as many pieces and towers.
                near = tuple(
                    (x * BOARD_PX_PER_UNIT, y * BOARD_PX_PER_UNIT)
                    for one in out.values()
                    if key in one.get("slots", ())
                    for x, y in one["slots"][key]["at"]
                )
                if packing.crowds(best.at, near):
                    best = packing.place_pieces(
                        [dataclasses.replace(g, near=near) for g in grounds], n, tall, middle
                    )
                # With `rise` below 1 the towers are drawn lower.
                found = {"size": best.on.size, "at": [_units(p) for p in best.at]}
                entry["slots"][key] = found | ({"low": True} if best.on.rise < 1 else {})
                if best.cost > REPORT_COST_ABOVE:
                    costly[key] = round(best.cost)
        print(name, "crowded:", costly, flush=True)
    (ASSETS / f"slots_{side}.json").write_text(
        json.dumps(out, separators=(",", ":")) + "\n", encoding="utf-8"
    )


def _units(point: tuple[float, float]) -> list[float]:
    return [round(point[0] / BOARD_PX_PER_UNIT, 1), round(point[1] / BOARD_PX_PER_UNIT, 1)]
