"""Landscapes of the factions of Imperial Settlers, for final scenes and boards.

python -m tools.art settlers-faction-lands
"""

from __future__ import annotations

from games.imperial_settlers.model.catalog import FACTIONS
from render.imperial_settlers.pieces.style import ASSETS, FRAMES
from tools.art.settlers_land import SCENES
from tools.art.settlers_scenes import paint
from tools.art.settlers_signs import DATA

END_QUALITY, BOARD_QUALITY = 76, 84  # board images are drawn at full size


def build() -> None:
    """Write the landscapes of all factions."""
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
