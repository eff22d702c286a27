"""Art tool: ``python -m tools.art PART``; ``--help`` lists the parts."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

DATA = Path("tools/art/outlines.json")
# Modules of the parts that have no options, by part.
MODULES = {
    "era-dice": "era_dice",
    "era-land": "era_land",
    "sheets": "sheets",
    "ceremony": "ceremony",
    "premade": "premade",
    "palette": "palette",
    "era": "era",
    "era-dusk": "era_dusk",
    "tadmor": "tadmor_land",
    "tadmor-board": "tadmor_board",
    "tadmor-dusk": "tadmor_dusk",
    "tadmor-missions": "tadmor_missions",
    "mapa": "mapa",
    "settlers-faction-lands": "settlers_faction_lands",
    "covers": "covers",
}

DESCRIPTIONS = {
    "era-dice": "carve the dice of Era: Medieval Age",
    "era-land": "draw meadow and paving of Era: Medieval Age",
    "sheets": "store the table, the lettered maps and the pieces",
    "premade": "store what nearly every first picture shows",
    "ceremony": "bind the laurels of a victory",
    "palette": "choose the colours of pictures in PNG",
    "era": "draw the pieces of Era: Medieval Age",
    "era-dusk": "paint the land in which a game of Era: Medieval Age ends",
    "tadmor": "paint the map of Tadmor",
    "tadmor-board": "store the board of Tadmor with its map and score track",
    "tadmor-dusk": "paint the land in which a game of Tadmor ends",
    "tadmor-missions": "paint the scenes on the King's missions of Tadmor",
    "mapa": "draw what stands on the tiles of El Mapa, and the walls of a castle",
    "settlers-faction-lands": "paint the lands of the factions of Imperial Settlers",
    "covers": "paint the covers of the games",
}


def main() -> None:
    """Build the part of the art that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tools.art", description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True)
    bake = parts.add_parser("fonts", help="bake the fonts")
    for option in ("alegreya", "alegreya-package", "noto", "cjk"):
        bake.add_argument(f"--{option}", type=Path, required=True)
    paint = parts.add_parser("map", help="paint one side of the map of Eight-Minute Empire")
    paint.add_argument("side", choices=("a", "b"))
    paint.add_argument("--data", type=Path, default=DATA)
    atlas = parts.add_parser("icons", help="make the icon atlases")
    atlas.add_argument("--source", type=Path, required=True)
    seek = parts.add_parser("slots", help="find where the pieces of every region stand")
    seek.add_argument("side", choices=("a", "b"))
    seek.add_argument("--data", type=Path, default=DATA)
    for name, about in DESCRIPTIONS.items():
        parts.add_parser(name, help=about)
    cut = parts.add_parser("settlers", help="cut the pictures of the cards of Imperial Settlers")
    cut.add_argument("--source", type=Path, required=True)
    options = parser.parse_args()
    if options.part == "fonts":
        from tools.art import fonts

        fonts.build(options.alegreya, options.alegreya_package, options.noto, options.cjk)
    elif options.part == "map":
        from tools.art import maps

        maps.build(options.data, options.side)
    elif options.part == "icons":
        from tools.art import icons

        icons.build(options.source)
    elif options.part == "slots":
        from tools.art import slots

        slots.build(options.data, options.side)
    elif options.part == "settlers":
        from tools.art import settlers

        settlers.build(options.source)
    else:
        import_module(f"tools.art.{MODULES[options.part]}").build()


if __name__ == "__main__":
    main()
