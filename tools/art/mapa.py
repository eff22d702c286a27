"""Tile drawings of El Mapa, stored as one strip per tile size.

    python -m tools.art mapa

Villages and home castles are stored twice: with gray roofs, and as a mask of their roofs, so
that the renderer can color them for their owner.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from render.base.theme import RGB, mix
from render.el_mapa.pieces.style import LAYOUT
from tools.art import mapa_borders, mapa_castle, mapa_scenery, mapa_sheets, mapa_vista
from tools.art import mapa_things as things
from tools.art.mapa_pen import INK, PAD, Pen, Point, dark

TILE = 200  # pixels; drawn at this tile size, then reduced to the sizes of the maps
FOLDER = Path("render/el_mapa/assets")
GREY: RGB = (186, 186, 186)  # placeholder for the owner's roof color
FOREST: tuple[Point, ...] = (
    (18, 26),
    (42, 18),
    (68, 24),
    (86, 36),
    (28, 46),
    (54, 40),
    (76, 56),
    (18, 66),
    (44, 64),
    (62, 76),
    (84, 80),
    (30, 84),
)
LEAF: RGB = (111, 148, 80)
APPLE: RGB = (127, 160, 78)


def home(pen: Pen, roof: RGB) -> None:
    """Draw a castle with two houses before it."""
    things.house(pen, 18, 90, 22, 22, roof)
    things.house(pen, 84, 92, 22, 22, roof)
    things.castle(pen, 50, 80, 54, roof)


def village(pen: Pen, roof: RGB) -> None:
    """Draw three houses and a tree."""
    things.house(pen, 30, 52, 34, 32, roof)
    things.house(pen, 68, 60, 36, 34, dark(roof, 0.12))
    things.house(pen, 40, 86, 40, 36, mix(roof, (255, 250, 236), 0.15))
    things.tree(pen, 82, 30, 9, LEAF)


def wood_mine(pen: Pen) -> None:
    """Draw a camp of loggers under firs."""
    things.hill(pen, 52, 74, 86, 50, (156, 143, 88))
    for x, y, height in ((74, 44, 32), (86, 58, 30), (24, 42, 30)):
        things.pine(pen, x, y, height, (86, 128, 79))
    things.adit(pen, 42, 74)
    for x, y in ((66, 76), (78, 76), (72, 66)):
        pen.oval(x, y, 6.4, 6.4, (196, 148, 92), INK, 1.5)
        pen.oval(x, y, 3, 3, None, (120, 78, 40), 1.2)


def stone_mine(pen: Pen) -> None:
    """Draw a quarry."""
    things.hill(pen, 52, 74, 86, 50, (169, 162, 150))
    things.adit(pen, 42, 74)
    things.lumps(pen, ((66, 78, 8), (80, 78, 9), (73, 68, 8)), (176, 176, 174), (214, 212, 206))


def gold_mine(pen: Pen) -> None:
    """Draw a mine with nuggets."""
    things.hill(pen, 52, 74, 86, 50, (192, 164, 97))
    things.adit(pen, 42, 74)
    things.lumps(pen, ((65, 78, 7), (79, 79, 8), (72, 69, 7.5)), (226, 174, 44), (255, 226, 130))


def tower(pen: Pen) -> None:
    """Draw the tower on its hill."""
    things.hill(pen, 50, 86, 80, 22, (179, 166, 176))
    things.tower(pen, 52, 84, 70)


def peaks(pen: Pen) -> None:
    """Draw two peaks, the background of forests and orchards."""
    things.mountain(pen, 62, 48, 56, 40, lean=0.03)
    things.mountain(pen, 34, 64, 54, 50, lean=-0.04)


def mountain_forest(pen: Pen) -> None:
    """Draw peaks over trees."""
    peaks(pen)
    for x, y in ((70, 66), (84, 78), (54, 82), (70, 86)):
        things.tree(pen, x, y, 9, (95, 138, 74))


def mountain_pine(pen: Pen) -> None:
    """Draw peaks over firs."""
    peaks(pen)
    for x, y in ((66, 66), (82, 74), (52, 82), (70, 86)):
        things.pine(pen, x, y, 30)


def mountain_orchard(pen: Pen) -> None:
    """Draw peaks over apple trees."""
    peaks(pen)
    for x, y in ((68, 68), (86, 76), (58, 86), (78, 90)):
        things.tree(pen, x, y, 9, APPLE, apples=True)


def mountain_lake(pen: Pen) -> None:
    """Draw peaks over a tarn."""
    things.mountain(pen, 32, 66, 52, 50)
    things.mountain(pen, 66, 56, 50, 38, snow=False)
    pen.oval(66, 80, 28, 13, (143, 188, 194), dark((143, 188, 194), 0.45), 2)
    pen.line([(52, 79), (60, 77), (66, 80), (74, 78)], (225, 240, 238))
    pen.line([(62, 86), (70, 84), (78, 86)], (225, 240, 238))


def forest(pen: Pen) -> None:
    """Draw trees all over."""
    things.wood(pen, FOREST, random.Random(31))


def forest_other(pen: Pen) -> None:
    """Draw trees all over, in another arrangement."""
    things.wood(pen, tuple((100 - x, y) for x, y in FOREST), random.Random(47))


def clearing(pen: Pen) -> None:
    """Draw trees around room for a chest."""
    things.wood(
        pen, tuple((x, y) for x, y in FOREST if not (30 < x < 72 and y > 50)), random.Random(53)
    )


def pass_(pen: Pen) -> None:
    """Draw a path between two peaks."""
    things.mountain(pen, 22, 62, 46, 50, lean=0.02)
    things.mountain(pen, 80, 58, 44, 46, lean=-0.03)
    way: list[Point] = [
        (50, 18),
        (46, 25),
        (45, 32),
        (48, 40),
        (54, 47),
        (54, 54),
        (49, 62),
        (47, 68),
        (51, 77),
        (55, 84),
        (52, 96),
    ]
    pen.line(way, (150, 116, 80), 10)
    pen.line(way, (233, 214, 172), 7)


def forest_pass(pen: Pen) -> None:
    """Draw a path through a wood."""
    way: list[Point] = [
        (50, 4),
        (46, 18),
        (48, 32),
        (55, 44),
        (54, 56),
        (48, 68),
        (50, 82),
        (54, 96),
    ]
    pen.line(way, (150, 116, 80), 11)
    pen.line(way, (233, 214, 172), 8)
    things.wood(
        pen,
        (
            (16, 24),
            (30, 38),
            (14, 54),
            (30, 66),
            (16, 82),
            (74, 20),
            (88, 36),
            (74, 50),
            (88, 66),
            (74, 80),
        ),
        random.Random(59),
    )


def orchard_field(pen: Pen) -> None:
    """Draw apple trees over furrows."""
    rng = random.Random(61)
    for x, y in ((22, 26), (50, 22), (78, 28), (34, 48), (66, 50)):
        things.tree(pen, x, y, 11, APPLE, apples=True)
    for i in range(5):
        pen.line([(10, 68 + i * 6), (90, 64 + i * 6)], (190, 150, 60), 2)
    for _ in range(26):
        left, foot = rng.uniform(10, 90), rng.uniform(62, 90)
        pen.line([(left, foot), (left + 1, foot - 5)], (226, 190, 90), 2)


def lake(pen: Pen) -> None:
    """Draw open water."""
    things.waves(pen, ((22, 28), (56, 22), (78, 44), (30, 58), (60, 70), (20, 82)))


def lake_islet(pen: Pen) -> None:
    """Draw water around an islet."""
    things.waves(pen, ((24, 26), (52, 20), (80, 40), (28, 60), (58, 76), (20, 84)))
    pen.oval(64, 50, 15, 7, (214, 200, 150), dark((143, 188, 194), 0.4), 1.4)
    things.tree(pen, 62, 42, 8, LEAF)


def lake_sail(pen: Pen) -> None:
    """Draw water with a sail."""
    things.waves(pen, ((20, 24), (76, 26), (80, 50), (24, 64), (62, 72), (24, 84)))
    pen.shape([(40, 46), (62, 46), (57, 53), (45, 53)], (120, 78, 48), INK, 1.3)
    pen.line([(51, 46), (51, 22)], INK)
    pen.shape([(52, 24), (66, 42), (52, 42)], (245, 236, 214), INK, 1.3)
    pen.shape([(49, 27), (39, 42), (49, 42)], (232, 216, 184), INK, 1.3)


def meadow(pen: Pen) -> None:
    """Draw grass and two bushes."""
    rng = random.Random(67)
    for _ in range(16):
        x, y = rng.uniform(10, 90), rng.uniform(14, 90)
        pen.line(
            [(x - 3, y - 4), (x - 1, y), (x, y - 6), (x + 1, y), (x + 3, y - 4)],
            dark((138, 162, 87), 0.12),
            1.5,
        )
    things.tree(pen, 78, 32, 10, (125, 159, 85))
    things.tree(pen, 22, 64, 9, (125, 159, 85))


def hills(pen: Pen) -> None:
    """Draw three hills."""
    things.hill(pen, 32, 46, 54, 24, (189, 177, 112))
    things.hill(pen, 70, 56, 58, 28, (195, 184, 119))
    things.hill(pen, 36, 82, 64, 28, (201, 191, 125))


def cemetery(pen: Pen) -> None:
    """Draw crosses, stones and a bare tree."""
    for x, y, cross in (
        (24, 40, True),
        (52, 32, False),
        (78, 42, True),
        (34, 70, False),
        (64, 72, True),
        (86, 78, False),
    ):
        things.grave(pen, x, y, cross=cross)
    for stroke, width in (
        ([(12, 56), (9, 38)], 2.4),
        ([(10, 46), (4, 38)], 1.8),
        ([(10, 44), (17, 34)], 1.8),
    ):
        pen.line([(float(x), float(y)) for x, y in stroke], (84, 64, 48), width)


def cave(pen: Pen) -> None:
    """Draw a dark mouth in a hill."""
    things.hill(pen, 52, 80, 92, 62, (163, 147, 122))
    x, y = 44, 80
    mouth: list[Point] = [
        (x - 19, y),
        (x - 17, y - 20),
        (x - 8, y - 31),
        (x + 6, y - 32),
        (x + 17, y - 20),
        (x + 20, y),
    ]
    pen.shape(mouth, (44, 33, 28), INK, 2)
    things.lumps(pen, ((20, 84, 7), (72, 84, 8), (84, 78, 6)), (178, 166, 148), (206, 196, 180))


def one_chest(pen: Pen) -> None:
    """Draw a treasure."""
    things.chest(pen, 50, 68, 40)


def two_chests(pen: Pen) -> None:
    """Draw two treasures."""
    things.chest(pen, 40, 62, 38)
    things.chest(pen, 60, 80, 38)


PLAIN: dict[str, Callable[[Pen], None]] = {
    "wood_mine": wood_mine,
    "stone_mine": stone_mine,
    "gold_mine": gold_mine,
    "tower": tower,
    "mountain_forest": mountain_forest,
    "mountain_pine": mountain_pine,
    "mountain_orchard": mountain_orchard,
    "mountain_lake": mountain_lake,
    "forest": forest,
    "forest_other": forest_other,
    "clearing": clearing,
    "pass": pass_,
    "forest_pass": forest_pass,
    "orchard_field": orchard_field,
    "field": things.crops,
    "lake": lake,
    "lake_islet": lake_islet,
    "lake_sail": lake_sail,
    "meadow": meadow,
    "hills": hills,
    "cemetery": cemetery,
    "cave": cave,
    "chest": one_chest,
    "chests": two_chests,
}
ROOFED: dict[str, Callable[[Pen, RGB], None]] = {"home": home, "village": village}


def build() -> None:
    """Write the tile drawings in strips with an index, and El Mapa's other art."""
    mapa_castle.build()
    mapa_borders.build()
    mapa_sheets.build()
    mapa_vista.build()
    mapa_scenery.store(PLAIN, _difference)
    sprites: dict[str, Image.Image] = {}
    for name, paint in PLAIN.items():
        pen = Pen(TILE)
        paint(pen)
        sprites[name] = pen.done()
    for name, roofed in ROOFED.items():
        grey, other = Pen(TILE), Pen(TILE)
        roofed(grey, GREY)
        roofed(other, (255, 60, 60))
        sprites[name] = grey.done()
        sprites[f"{name}.roofs"] = _difference(sprites[name], other.done())
    sizes = sorted({*LAYOUT.get("board.tiles").values(), *LAYOUT.get("near.tiles").values()})
    facts = {"tiles": sizes, "pad": PAD, "things": list(sprites)}
    (FOLDER / "things.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    for size in sizes:
        side = size + 2 * round(PAD * size / 100)
        strip = Image.new("RGBA", (side * len(sprites), side))
        for i, sprite in enumerate(sprites.values()):
            strip.paste(
                sprite.resize((side, side), Image.Resampling.LANCZOS, reducing_gap=3),
                (i * side, 0),
            )
        strip.save(FOLDER / f"things_{size}.png", optimize=True)


def _difference(first: Image.Image, second: Image.Image) -> Image.Image:
    """Return a white mask of the difference between two drawings: the roofs."""
    gap = ImageChops.difference(first, second)
    most = ImageChops.lighter(
        ImageChops.lighter(gap.getchannel("R"), gap.getchannel("G")), gap.getchannel("B")
    )
    mask = most.point([min(255, v * 4) for v in range(256)])
    white = Image.new("RGBA", first.size, (255, 255, 255, 0))
    white.putalpha(ImageChops.darker(mask, first.getchannel("A")))
    return white
