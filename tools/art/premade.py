"""Prerendered sprites that most images need (``render/base/sprite_atlas.py``).

    python -m tools.art premade

Run again after changes to the code that draws them: a test compares the two.
"""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from games.imperial_settlers.model.catalog import SUPPLY
from render.base import sprite_atlas, theme
from render.base.texture import Sprite
from render.eight_minute_empire.pieces import sprites as empire
from render.era_medieval_age.pieces import dice_sprites
from render.imperial_settlers.pieces import chips
from render.tadmor.pieces import sprites as tadmor

ROOMS = Path("render")
PALETTES = ("default", "contrast")
COINS = (("", 36), ("0", 58), ("1", 58), ("2", 58), ("3", 58))
DICE = (44, 54, 60)
PAWNS = (("camel", 44), ("camel", 55), ("boat", 40), ("boat", 55))
SEATS = 4
GOODS = (*SUPPLY, "vp")  # tokens on every table of Imperial Settlers


def drawn() -> dict[str, dict[str, Sprite]]:
    """Draw the sprites to store, by game and name."""
    looks = [theme.load(palette) for palette in PALETTES]
    return {
        "eight_minute_empire": {
            empire.coin_name(label, size, grey): empire.draw_coin(label, size, grey)
            for label, size in COINS
            for grey in (False, True)
        },
        "era_medieval_age": {
            dice_sprites.atlas_name(kind, face, size): dice_sprites.carve(
                looks[0], kind, face, size
            )
            for kind, face in dice_sprites.DEFAULT_FACE.items()
            for size in DICE
        },
        "imperial_settlers": {chips.coin_name(good): chips.draw_chip(good) for good in GOODS},
        "tadmor": {
            tadmor.pawn_name(look, seat, kind, size): tadmor.carve(look, seat, kind, size)
            for look in looks
            for seat in range(SEATS)
            for kind, size in PAWNS
        },
    }


def build() -> None:
    """Write the sprite atlases of all games."""
    for game, sprites in drawn().items():
        strip = Image.new(
            "RGBA",
            (
                sum(one.width for one in sprites.values()),
                max(one.height for one in sprites.values()),
            ),
        )
        places, x = {}, 0
        for name, one in sprites.items():
            strip.paste(one, (x, 0))
            places[name], x = (x, one.width, one.height), x + one.width
        folder = ROOMS / game / "assets"
        strip.save(folder / f"{sprite_atlas.NAME}.png", compress_level=9)
        (folder / f"{sprite_atlas.NAME}.json").write_text(
            json.dumps(places, separators=(",", ":")) + "\n", encoding="utf-8"
        )
