"""All pieces of Era: Medieval Age in all rotations; takes about half a minute.

python -m tools.art era
"""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from games.era_medieval_age.model.catalog import KEEP
from games.era_medieval_age.model.land import TURNS
from render.base.texture import Sprite
from render.era_medieval_age.pieces import sprites
from tools.art import era_houses
from tools.art.era_body import CELL, SIDE, TOP

OUT = Path("render/era_medieval_age/assets")
ERA_QUALITY = 94


def reduced(sprite: Sprite, cell: int) -> tuple[Sprite, tuple[int, int]]:
    """Scale a drawing to `cell` pixels per cell and crop it.

    Returns the sprite, and the position in it of the upper left corner of the cells.
    """
    share = cell / CELL
    side, top = round(SIDE * share), round(TOP * share)
    size = (round(sprite.width * share), round(sprite.height * share))
    # shift the box by less than a pixel so that the cells' corner falls on a whole pixel
    box = (
        SIDE - side / share,
        TOP - top / share,
        SIDE + (size[0] - side) / share,
        TOP + (size[1] - top) / share,
    )
    room = Image.new("RGBA", (sprite.width + 8, sprite.height + 8))
    room.paste(sprite, (4, 4))
    padded = (box[0] + 4, box[1] + 4, box[2] + 4, box[3] + 4)
    small = room.resize(size, Image.Resampling.LANCZOS, box=padded)
    left, up, right, down = small.getbbox() or (0, 0, *size)
    return small.crop((left, up, right, down)), (side - left, top - up)


def build() -> None:
    """Write each piece in each size, and an index of the corners of their cells.

    A corner is the position in the sprite of the upper left corner of the cells.
    """
    drawn = {
        f"{kind}-{degrees}": era_houses.draw(kind, turn).sprite
        for kind, turns in TURNS.items()
        for degrees, turn in turns.items()
    }
    drawn["pennant"] = era_houses.pennant(TURNS[KEEP][0]).sprite
    corners: dict[int, dict[str, tuple[int, int]]] = {}
    for cell in sprites.CELLS:
        folder, corners[cell] = OUT / f"pieces_{cell}", {}
        folder.mkdir(exist_ok=True)
        for name in sorted(drawn):
            sprite, corners[cell][name] = reduced(drawn[name], cell)
            # small sizes are lossless: they decode faster and keep sharp edges
            sprite.save(
                folder / f"{name}.webp",
                quality=ERA_QUALITY,
                alpha_quality=100,
                method=6,
                lossless=cell < sprites.FULL,
            )
    (OUT / "pieces.json").write_text(
        json.dumps(corners, separators=(",", ":")) + "\n", encoding="utf-8"
    )
