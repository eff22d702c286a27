"""Landscapes and buildings of the factions of Imperial Settlers, for final scenes and boards.

python -m tools.art settlers-faction-lands
"""

from __future__ import annotations

import json

from games.imperial_settlers.model.catalog import FACTIONS, FACTS
from render.imperial_settlers.pieces.style import ASSETS, FRAMES
from tools.art.settlers_land import SCENES
from tools.art.settlers_scenes import paint
from tools.art.settlers_signs import DATA, DRAWN, cut_out

END_QUALITY, BOARD_QUALITY = 76, 84  # board images are drawn at full size
BUILDING_QUALITY, BUILDING_PX, BUILDING_CONTOUR = 82, 280, 0.005


def building(card: str) -> str:
    """Return the name of the drawing that stands for a card in a final scene.

    It is the drawing on the card's sign. If the sign is an icon or too small an object, it is the
    building of the card's landscape.
    """
    name, _, scene = DATA.get(f"cards.{card}")
    if name.startswith(DRAWN) and (found := name.removeprefix(DRAWN)) not in DATA.get("small"):
        return str(found)
    return str(DATA.get(f"buildings.{FACTS[card].deck}")[scene])


def _buildings() -> None:
    """Write the drawings of all buildings, and an index of each card's drawing."""
    folder = ASSETS / "ends" / "buildings"
    folder.mkdir(parents=True, exist_ok=True)
    cards = {card: building(card) for card in FACTS}
    for name in sorted(set(cards.values())):
        body = cut_out(name, BUILDING_PX, "glory", BUILDING_CONTOUR)
        body.save(folder / f"{name}.webp", quality=BUILDING_QUALITY, method=6)
    text = json.dumps(cards, indent=1) + "\n"
    (folder / "cards.json").write_text(text, encoding="utf-8")


def build() -> None:
    """Write the landscapes of all factions, and the buildings."""
    _buildings()
    for folder in ("ends", "boards"):
        (ASSETS / folder).mkdir(parents=True, exist_ok=True)
    for faction in FACTIONS:
        for name, light in SCENES.get("ends").items():
            sheet = paint(
                f"end.{faction}",
                light,
                f"{faction} {name}",
                FRAMES[faction],
                DATA.get("end"),
                sun=0.5,
            )
            sheet.save(
                ASSETS / "ends" / f"{faction}-{name}.jpg", quality=END_QUALITY, optimize=True
            )
        light = SCENES.get(f"boards.{faction}")
        sheet = paint(
            f"board.{faction}",
            light,
            f"{faction} board",
            FRAMES[faction],
            DATA.get("board"),
            sun=0.5,
        )
        sheet.save(ASSETS / "boards" / f"{faction}.jpg", quality=BOARD_QUALITY, optimize=True)
