"""Chooses, once per game, the 256 colours of pictures in PNG: from a gallery of states pasted together and halved.

    python -m tools.art palette
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from games.core.rng import Rng
from games.core.scene import Mark, Scene
from games.core.walk import actors, sample, start, submit
from games.eight_minute_empire import GAME
from render import images

OUT = Path("render/eight_minute_empire/assets/palette.png")
STATES = (("side_a", 4, 12, "default"), ("side_b", 5, 150, "default"), ("side_a", 5, 120, "default"),
          ("side_b", 2, 90, "default"), ("side_a", 3, 400, "contrast"), ("side_b", 4, 60, "contrast"))


def scene(side: str, players: int, steps: int, palette: str) -> Scene:
    """A state of a random game, with markers and glows of every kind."""
    pos = start(GAME, {"map_side": side, "goods_tokens": True}, players, f"palette {side} {players}")
    lot = Rng([steps], 0)
    for _ in range(steps):
        waiting = actors(pos)
        if not waiting:
            break
        pos = submit(pos, waiting[0], sample(pos, waiting[0], lot)).pos
    spots = sorted(pos.state.armies)
    marks = tuple(Mark(spot, "ABCDEF"[i], ("legal", "chosen", "blocked")[i % 3]) for i, spot in enumerate(spots[:6]))
    names = ("Ana", "Bruno", "Carla", "Diego", "Eva")
    return Scene(GAME.id, "board", GAME.view(pos, None), names, "es", marks, tuple(spots[6:9]), (spots[9],), palette)


def build() -> None:
    """Write the palette as a tiny picture of 16 x 16."""
    sheets = [images.paint(scene(*state)).sheet for state in STATES]
    wide = Image.new("RGB", (sum(s.width for s in sheets) // 2, max(s.height for s in sheets) // 2))
    x = 0
    for sheet in sheets:
        wide.paste(sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.BOX), (x, 0))
        x += sheet.width // 2
    chosen = wide.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3).getpalette() or []
    out = Image.new("P", (16, 16))
    out.putpalette(chosen)
    out.putdata(list(range(256)))
    out.save(OUT)
