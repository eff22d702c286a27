"""Draws all pieces of Era: Medieval Age in all their turns and packs them into one atlas; about half a minute.

    python -m tools.art era
"""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from games.era_medieval_age.catalog import KEEP
from games.era_medieval_age.land import TURNS
from render.era_medieval_age.look import LAYOUT
from render.texture import Sprite
from tools.art import era_houses
from tools.art.era_body import CELL, SIDE, TOP

OUT = Path("render/era_medieval_age/assets")
WIDTH, GAP, QUALITY = 2048, 2, 94


def reduced(sprite: Sprite, cell: int) -> tuple[Sprite, tuple[int, int]]:
    """A drawing at so many pixels a cell, without the air around it, and where its cells begin in it."""
    share = cell / CELL
    side, top = round(SIDE * share), round(TOP * share)
    size = (round(sprite.width * share), round(sprite.height * share))
    # the cells' corner falls on a whole pixel: the box is moved by less than one
    box = (SIDE - side / share, TOP - top / share, SIDE + (size[0] - side) / share, TOP + (size[1] - top) / share)
    room = Image.new("RGBA", (sprite.width + 8, sprite.height + 8))
    room.paste(sprite, (4, 4))
    small = room.resize(size, Image.Resampling.LANCZOS, box=tuple(v + 4 for v in box))
    left, up, right, down = small.getbbox() or (0, 0, *size)
    return small.crop((left, up, right, down)), (side - left, top - up)


def build() -> None:
    """Write the atlas and where each piece stands in it: left, top, width, height, and the corner of its first cell."""
    cell = LAYOUT.int("sprite.cell")
    found = {f"{kind}-{degrees}": reduced(era_houses.draw(kind, turn).sprite, cell)
             for kind, turns in TURNS.items() for degrees, turn in turns.items()}
    found["pennant"] = reduced(era_houses.pennant(TURNS[KEEP][0]).sprite, cell)
    places: dict[str, list[int]] = {}
    x = y = line = 0
    for name in sorted(found, key=lambda one: (-found[one][0].height, one)):
        sprite, corner = found[name]
        if x + sprite.width > WIDTH:
            x, y, line = 0, y + line + GAP, 0
        places[name] = [x, y, *sprite.size, *corner]
        x, line = x + sprite.width + GAP, max(line, sprite.height)
    atlas = Image.new("RGBA", (WIDTH, y + line))
    for name, (left, top, *_) in places.items():
        atlas.paste(found[name][0], (left, top))
    atlas.save(OUT / "pieces.webp", quality=QUALITY, alpha_quality=100, method=6)
    entries = ",\n".join(f' "{name}": {json.dumps(places[name])}' for name in sorted(places))
    (OUT / "pieces.json").write_text(f"{{\n{entries}\n}}\n", encoding="utf-8")
