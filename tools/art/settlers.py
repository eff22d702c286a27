"""Images of Imperial Settlers: landscape and sign of each card, and the factions' lands.

    python -m tools.art settlers --source game-icons.json.gz

Landscapes and signs are stored separately, so that card faces of any shape can crop and place
them. JPEG decodes three times as fast as WebP, and small faces can decode it at a half, a
quarter or an eighth of its size. A sign has its colors in the upper half and its mask, in gray,
in the lower half.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from PIL import Image

from games.imperial_settlers.model.catalog import FACTS
from render.base.texture import Sheet, Sprite
from render.imperial_settlers.pieces.style import ASSETS, KINDS
from tools.art import settlers_faction_lands
from tools.art.icons import Icons
from tools.art.settlers_land import SCENES
from tools.art.settlers_scenes import paint
from tools.art.settlers_signs import DATA, sign

QUALITY, SIGN_QUALITY = 76, 74
MAX_LANDSCAPE_BYTES = 45 * 1024


def plan() -> dict[str, tuple[str, str, bool]]:
    """Return {card id: (name of the scene, name of its light, whether it is mirrored)}.

    Cards of one kind that share a scene get different lights in turn.
    """
    found: dict[str, tuple[str, str, bool]] = {}
    uses: Counter[tuple[str, str]] = Counter()  # cards so far, by scene and kind
    for card, facts in FACTS.items():
        _, _, place = DATA.get(f"cards.{card}")  # (sign, tint, place)
        scene = f"{facts.deck}.{place}"
        lights = SCENES.get(f"kinds.{facts.kind}")
        earlier = uses[scene, facts.kind]
        uses[scene, facts.kind] += 1
        # About half of the images are mirrored. With three lights, cards of one light have the same
        # `earlier + earlier // len(lights)` modulo 2; the length of the id tells them apart.
        mirrored = bool((earlier + earlier // len(lights) + len(card)) % 2)
        found[card] = (scene, lights[(earlier + len(scene)) % len(lights)], mirrored)
    return found


def landscape(card: str) -> Sheet:
    """Paint the landscape of a card, by its id. Raises KeyError if none is planned."""
    scene, light, mirrored = plan()[card]
    return paint(scene, light, card, KINDS[FACTS[card].kind], DATA.get("size"), mirrored=mirrored)


def build(source: Path) -> None:
    """Write landscapes and signs of all cards, the faction lands, and the icon credits."""
    icons = Icons(source)
    folder = ASSETS / "cards"
    folder.mkdir(parents=True, exist_ok=True)
    for card, facts in FACTS.items():
        _store(landscape(card), folder / f"{card}.jpg")
        _store_sign(sign(icons, card, KINDS[facts.kind]), folder / f"{card}-sign.jpg")
    listed = {
        "icons": [
            {"name": name, "author": icons.known[name]["author"]} for name in sorted(icons.used)
        ]
    }
    (folder / "icons.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    settlers_faction_lands.build()


def _store_sign(sprite: Sprite, path: Path) -> None:
    """Write a sign: its colors above, its mask below."""
    both = Image.new("RGB", (sprite.width, 2 * sprite.height))
    both.paste(sprite.convert("RGB"), (0, 0))
    both.paste(sprite.getchannel("A").convert("RGB"), (0, sprite.height))
    both.save(path, quality=SIGN_QUALITY, optimize=True)


def _store(sheet: Sheet, path: Path) -> None:
    """Write a landscape; lower the quality until it fits `MAX_LANDSCAPE_BYTES`."""
    quality = QUALITY
    sheet.save(path, quality=quality, optimize=True)
    while path.stat().st_size > MAX_LANDSCAPE_BYTES:
        quality -= 2
        sheet.save(path, quality=quality, optimize=True)
