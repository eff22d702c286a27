"""Makes the icon atlas: chosen silhouettes of game-icons.net as one strip of alpha masks, and their credits.

    python -m tools.art icons --source game-icons.json.gz
"""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import resvg_py
from PIL import Image

OUT = Path("render/eight_minute_empire/assets")
SIZE = 256
ICONS = ("cut-diamond", "stone-pile", "pine-tree", "anvil@lorc", "carrot", "swap-bag", "walking-boot", "sailboat",
         "white-tower", "crossed-swords", "castle", "laurels", "flying-flag", "compass")


def silhouette(svg: str) -> Image.Image:
    """One icon as a square alpha mask that its drawing fills."""
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA").getchannel("A")
    picture = picture.crop(picture.getbbox())
    share = SIZE / max(picture.size)
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    picture = picture.resize(size, Image.Resampling.LANCZOS)
    out = Image.new("L", (SIZE, SIZE))
    out.paste(picture, ((SIZE - size[0]) // 2, (SIZE - size[1]) // 2))
    return out


def build(source: Path) -> None:
    """Write the atlas and the list of its icons with their authors."""
    known = json.loads(gzip.decompress(source.read_bytes()))
    strip = Image.new("L", (SIZE * len(ICONS), SIZE))
    for i, name in enumerate(ICONS):
        strip.paste(silhouette(known[name]["svg"]), (i * SIZE, 0))
    OUT.mkdir(parents=True, exist_ok=True)
    strip.save(OUT / "icons.png", compress_level=9)
    listed = {"size": SIZE, "icons": [{"name": n, "author": known[n]["author"]} for n in ICONS]}
    (OUT / "icons.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
