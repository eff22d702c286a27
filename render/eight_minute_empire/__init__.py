"""Pictures of Eight-Minute Empire, keyed by the `kind` of a scene."""

from __future__ import annotations

from collections.abc import Callable

from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.views.scene import Scene
from games.eight_minute_empire.model.board import SIDES
from games.eight_minute_empire.model.catalog import CARDS, RULES
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme, load
from render.eight_minute_empire.layers import chart, marks, row
from render.eight_minute_empire.pieces import large, sprites, tiles
from render.eight_minute_empire.pieces.style import LAYOUT
from render.eight_minute_empire.screens.board import (
    draw_board,
    draw_closeup,
    draw_crop,
    draw_strip,
    draw_without_cards,
    draw_without_mats,
)
from render.eight_minute_empire.screens.final import draw_end, draw_past
from render.eight_minute_empire.screens.private import draw_private
from render.parts import panels


def _table(scene: Scene, theme: Theme) -> Canvas:
    """Draw the board, or the result after the game.

    A large picture shows only the part of the board that the question is about.
    """
    if scene.view.scoreboard:
        return draw_end(scene, theme)
    return draw_closeup(scene, theme) if scene.large else draw_board(scene, theme)


def _single(scene: Scene, theme: Theme) -> Canvas:
    """Draw one card by itself; `scene.view` is the card's id."""
    air = LAYOUT.int("single.air")
    (w, h) = large.LARGE.get("size")
    canvas = Canvas(panels.planks(w + 2 * air, h + 2 * air))
    card = str(scene.view)
    large_card = large.shadowed_large_card(
        theme, card, english_printing=False, lang=scene.lang, veiled=False
    )
    canvas.paste_padded(large_card, air, air)
    canvas.record_region("card", Rect(air, air, w, h), card)
    return canvas


PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {
    "board": _table,
    "take": draw_without_mats,
    "map": draw_without_cards,
    "row": draw_strip,
    "crop": draw_crop,
    "private": draw_private,
    "end": draw_end,
    "past": draw_past,
    "card": _single,
}


def warm_up() -> None:
    """Fill the cache: both maps, region masks, common sprites and the cards of the board."""
    theme = load()
    for side_id, side in SIDES.items():
        chart.ground(side_id, chart.BOARD, (0, 0, chart.WIDTH, chart.HEIGHT))
        for region in side.regions:
            chart.control_band(side_id, region, chart.BOARD)
            chart.legal_rim(side_id, region, chart.BOARD)
    sizes = sorted(
        {
            slots.size
            for side_id in SIDES
            for region in chart.regions(side_id).values()
            for slots in region.slots.values()
        }
    )
    for seat in range(len(theme.seats)):
        for size in sizes:
            for cities in (0, 1, 2) if seat < marks.NEUTRAL else (0,):
                sprites.army(theme, seat, 1, cities, size, low=False)
            sprites.army_halo(theme, seat, 0, size, low=False)
    place = row.tile_places(LAYOUT.rect("board.row"), len(RULES.prices))[0]
    for card in CARDS:
        for lang in COMPLETE_LANGUAGES:
            tiles.shadowed_tile(
                theme,
                card,
                "tile",
                place.w,
                place.h,
                english_printing=False,
                lang=lang,
                veiled=False,
                centred=False,
            )
    panels.table(LAYOUT.int("width"), LAYOUT.int("board.height"))
