"""Objects in El Mapa's scenes (battles, castles, ends of games), one file each.

Each is drawn with its foot at the middle of the tile's lower edge (`FOOT`) and stored cropped.
Parts in a player's color (roofs, cloth) are stored in gray, with a separate mask.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image

from render.base.theme import RGB
from tools.art import mapa_things as things
from tools.art.mapa_figures import FIGURES
from tools.art.mapa_pen import INK, PAD, Pen, dark, pale
from tools.art.mapa_wonders import LEAF, WONDERS

FOLDER = Path("render/el_mapa/assets/scenery")
GREY: RGB = (186, 186, 186)
LARGE, MIDDLE, SMALL = 420, 260, 150  # pixels per 100 units: large buildings, land, troops
SCENERY_QUALITY = 90  # WebP quality
FOOT = 94  # units from the top to the foot of an object
APPLE: RGB = (122, 156, 76)

Paint = Callable[[Pen], None]
Coloured = Callable[[Pen, RGB], None]


def peak(pen: Pen) -> None:
    """Draw a mountain with a lower one before it."""
    things.mountain(pen, 60, 94, 96, 92, lean=0.03)
    things.mountain(pen, 22, 94, 62, 52, lean=-0.04, snow=False)


def tower_on_hill(pen: Pen) -> None:
    """Draw the tower of knowledge on its hill."""
    things.hill(pen, 50, 94, 112, 30, (179, 166, 176))
    things.tower(pen, 51, 74, 80)


def sheaf(pen: Pen) -> None:
    """Draw a row of ripe wheat."""
    rng = random.Random(83)
    for _ in range(46):
        x, tall = rng.uniform(4, 96), rng.uniform(20, 32)
        lean = rng.uniform(-3, 3)
        pen.line([(x, 94), (x + lean, 94 - tall)], (168, 122, 44), 1.5)
        for i in range(4):
            pen.oval(
                x + lean + (i % 2) * 2 - 1,
                94 - tall + i * 3.2,
                1.6,
                2.6,
                (238, 206, 110),
                (150, 104, 34),
                0.7,
            )


def reeds(pen: Pen) -> None:
    """Draw bulrushes at a shore."""
    rng = random.Random(89)
    for _ in range(15):
        x, tall = rng.uniform(12, 88), rng.uniform(26, 60)
        lean = rng.uniform(-7, 7)
        pen.line([(x, 94), (x + lean, 94 - tall)], dark(LEAF, 0.35), 2.6)
        pen.line([(x, 94), (x + lean, 94 - tall)], pale(LEAF, 0.15), 1.2)
        if tall > 38:
            pen.oval(x + lean, 94 - tall, 2.4, 6.4, (122, 80, 46), INK, 1)


def boat(pen: Pen) -> None:
    """Draw a boat with two sails."""
    pen.shape([(18, 78), (86, 78), (76, 93), (30, 93)], (120, 78, 48), INK, 1.8)
    pen.line([(22, 83), (82, 83)], (160, 112, 70), 2)
    pen.line([(52, 78), (52, 6)], INK, 3)
    pen.shape([(54, 10), (86, 70), (54, 70)], (245, 236, 214), INK, 1.6)
    pen.shape([(49, 16), (24, 70), (49, 70)], (232, 216, 184), INK, 1.6)
    things.waves(pen, ((20, 96), (52, 97), (84, 96)))


def tombs(pen: Pen) -> None:
    """Draw three different graves in front of a bare tree."""
    for stroke, width in (
        ([(58, 90), (56, 30)], 4.4),
        ([(56, 52), (40, 26)], 2.8),
        ([(56, 42), (74, 18)], 2.8),
        ([(66, 28), (82, 26)], 1.8),
        ([(48, 38), (36, 40)], 1.8),
        ([(56, 32), (52, 10)], 2.2),
    ):
        pen.line([(float(x), float(y)) for x, y in stroke], INK, width + 1.6)
        pen.line([(float(x), float(y)) for x, y in stroke], (110, 88, 70), width)
    for x, half_width, height in ((20, 12, 34), (84, 11, 28)):
        pen.oval(x + 3, 94, half_width * 1.2, 4, (50, 36, 24, 70))
        pen.shape(
            [
                (x - half_width, 94),
                (x - half_width, 94 - height * 0.7),
                (x - half_width * 0.6, 94 - height),
                (x + half_width * 0.6, 94 - height),
                (x + half_width, 94 - height * 0.7),
                (x + half_width, 94),
            ],
            (200, 197, 186),
            INK,
            1.8,
        )
        pen.line(
            [(x - half_width * 0.5, 94 - height * 0.6), (x + half_width * 0.5, 94 - height * 0.6)],
            (120, 114, 104),
            2,
        )
    pen.oval(46, 95, 16, 4, (50, 36, 24, 70))
    for width, colour in ((10, INK), (6.6, (206, 202, 190))):
        pen.line([(44, 94), (44, 56)], colour, width)
        pen.line([(32, 68), (56, 68)], colour, width)


def land(tiles: Mapping[str, Paint]) -> dict[str, tuple[int, Paint]]:
    """Return the landscape objects by name: (scale, drawing) each.

    The scale is in stored pixels per 100 units. Some drawings are taken from `tiles`, those of the
    map's tiles.
    """
    drawn: dict[str, Paint] = {
        "tree": lambda pen: things.tree(pen, 50, 50, 38, LEAF),
        "bush": lambda pen: things.tree(pen, 50, 66, 24, pale(LEAF, 0.1)),
        "apple": lambda pen: things.tree(pen, 50, 50, 38, APPLE, apples=True),
        "pine": lambda pen: things.pine(pen, 50, 43, 92),
        "peak": peak,
        "sheaf": sheaf,
        "reeds": reeds,
        "boat": boat,
        "tombs": tombs,
        "mound": lambda pen: things.hill(pen, 50, 94, 112, 46, (195, 184, 119)),
        "tower": tower_on_hill,
    }
    drawn |= {name: tiles[name] for name in ("cave", "wood_mine", "stone_mine", "gold_mine")}
    return {name: (MIDDLE, paint) for name, paint in drawn.items()}


COLOURED: dict[str, tuple[int, Coloured]] = {
    "house": (MIDDLE, lambda pen, roof: things.house(pen, 50, 90, 82, 78, roof)),
    "castle": (LARGE, lambda pen, roof: things.castle(pen, 50, 92, 92, roof)),
    **{name: (SMALL, paint) for name, paint in FIGURES.items()},
}


def store(
    tiles: Mapping[str, Paint], difference: Callable[[Image.Image, Image.Image], Image.Image]
) -> None:
    """Write one image per object, and an index: the foot of each object and its scale.

    The scale is in pixels per 100 units. `tiles` are the drawings of the map's tiles;
    `difference` returns the mask of the pixels in which two drawings differ.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    index: dict[str, list[int]] = {}
    wonders = {name: (LARGE, paint) for name, paint in WONDERS.items()}
    for name, (scale, paint) in (land(tiles) | wonders).items():
        pen = Pen(scale)
        paint(pen)
        index[name] = _save(name, pen.done(), scale)
    for name, (scale, coloured) in COLOURED.items():
        # What differs between two drawings in different colors is the player's color.
        grey, other = Pen(scale), Pen(scale)
        coloured(grey, GREY)
        coloured(other, (255, 60, 60))
        drawn = grey.done()
        index[name] = _save(name, drawn, scale)
        dyed = difference(drawn, other.done()).getchannel("A").crop(drawn.getbbox())
        dyed.save(FOLDER / f"{name}.dyed.png", optimize=True)
    (FOLDER / "things.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


def _save(name: str, sprite: Image.Image, scale: int) -> list[int]:
    """Write a cropped sprite and return its index entry: x and y of its foot, and its scale."""
    box = sprite.getbbox()
    assert box is not None
    sprite.crop(box).save(
        FOLDER / f"{name}.webp", quality=SCENERY_QUALITY, alpha_quality=100, method=6
    )
    return [
        round((50 + PAD) * scale / 100) - box[0],
        round((FOOT + PAD) * scale / 100) - box[1],
        scale,
    ]
