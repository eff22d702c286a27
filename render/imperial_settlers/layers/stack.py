"""Newest cards of an Empire on a mat, with names as far as there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.imperial_settlers.views.view import EmpireView, LocationView
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import rounded
from render.base.theme import CORNERS, dark
from render.imperial_settlers.layers import rows, tiles
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import stamps

GAP = 8
GROUND_INSET_PX = 5  # pixels between the edge of the ground and the cards
MAX_COLUMNS = 2  # of cards with names


class Grid(NamedTuple):
    """Places of cards, by card; with `small`, the cards have no names."""

    places: dict[str, Rect]
    small: bool = False


class Stack(NamedTuple):
    """Places of the cards that a mat shows, with their copies, and the number of all others."""

    places: dict[str, Rect]
    copies: dict[str, list[str]]
    left_out: int


def cards_of(show: TileContext, empire: EmpireView) -> list[str]:
    """Return an Empire's cards: first those that the mat must show, then the newest."""
    locations = rows.shown_locations(show.scene.view, empire)
    first = required_cards(show, empire)
    return [*first, *(card for card in reversed(locations) if card not in first)]


def required_cards(show: TileContext, empire: EmpireView) -> list[str]:
    """Return the cards that the mat must show: marked and previewed ones, then changed ones."""
    locations = rows.shown_locations(show.scene.view, empire)
    found = [card for card in locations if card in show.marked or card in show.ghosts]
    found += rows.planned_cards(show, empire)
    return found + [card for card in locations if card in show.scene.changed and card not in found]


def grid(
    show: TileContext,
    cards: Sequence[str],
    needed: int,
    frame: Rect,
    layout: Layout,
) -> Grid | None:
    """Return the places of the first of `cards`, as many as fit with their names.

    If fewer than `needed` cards fit, the first `needed` ones are small and without names. Return
    None if even these do not fit.
    """
    best: dict[str, Rect] = {}
    for columns in range(1, MAX_COLUMNS + 1):
        places = _with_names(show, cards, columns, frame, layout)
        is_whole = columns == 1 or not any(
            stamps.is_hyphenated(show.scene.lang, card, box.w, show.copies.get(card, 1))
            for card, box in places.items()
        )
        # Names in one column are not split, so two columns are better only if theirs are not.
        if len(places) > len(best) and (is_whole or len(best) < needed):
            best = places
    if len(best) >= needed:
        return Grid(best)
    for size in layout.get("small"):
        if (small := _small(cards[:needed], frame, *size)) is not None:
            return Grid(small, small=True)
    return None


def _small(cards: Sequence[str], frame: Rect, w: int, h: int) -> dict[str, Rect] | None:
    """Return the places of cards of `w` x `h` pixels, or None if the frame is too small."""
    columns = max(1, (frame.w - 2 * GROUND_INSET_PX + GAP) // (w + GAP))
    lines = -(-len(cards) // columns)
    if lines * (h + GAP) - GAP + 2 * GROUND_INSET_PX > frame.h:
        return None
    left, top = frame.x + GROUND_INSET_PX, frame.y + GROUND_INSET_PX
    return {
        card: Rect(left + i % columns * (w + GAP), top + i // columns * (h + GAP), w, h)
        for i, card in enumerate(cards)
    }


def _with_names(
    show: TileContext, cards: Sequence[str], columns: int, frame: Rect, layout: Layout
) -> dict[str, Rect]:
    """Return the places of the first `cards` with names, as many as fit the frame.

    They stand in `columns`.
    """
    least, most = layout.get("card")
    width = (frame.w - 2 * GROUND_INSET_PX - (columns - 1) * GAP) // columns
    if width < stamps.NAMED:
        return {}
    lines = [cards[i : i + columns] for i in range(0, len(cards), columns)]
    room, heights = frame.h - 2 * GROUND_INSET_PX + GAP, list[int]()
    for line in lines:
        height = max(
            least,
            *(
                stamps.least(show.scene.lang, card, width, copies=show.copies.get(card, 1))
                for card in line
            ),
        )
        if sum(heights) + len(heights) * GAP + height + GAP > room:
            break
        heights.append(height)
    if not heights:
        return {}
    spare = (room - sum(heights) - len(heights) * GAP) // len(heights)
    places, y = dict[str, Rect](), frame.y + GROUND_INSET_PX
    for line, height in zip(lines, heights, strict=False):
        high = min(max(most, height), height + spare)
        for k, card in enumerate(line):
            places[card] = Rect(frame.x + GROUND_INSET_PX + k * (width + GAP), y, width, high)
        y += high + GAP
    return places


def fits(show: TileContext, cards: Sequence[str], frame: Rect, layout: Layout) -> bool:
    """Return whether all of `cards` fit the mat with their names."""
    found = grid(show, cards, len(cards), frame, layout)
    return found is not None and not found.small


def lay_out(show: TileContext, empire: EmpireView, frame: Rect, layout: Layout) -> Stack:
    """Return where an Empire's newest cards lie on the mat, as many as fit `frame`."""
    cards = cards_of(show, empire)
    copies = rows.copies_by_card(show, empire, cards)
    needed = len(required_cards(show, empire))
    counted = tiles.counted(show, copies)
    found = grid(counted, list(copies), needed, frame, layout) or Grid({})
    shown = sum(1 + len(copies[card]) for card in found.places)
    return Stack(found.places, copies, len(cards) - shown)


def draw(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, found: Stack
) -> dict[str, Rect]:
    """Draw the newest cards on the faction's land; return, by card, the place for its letter.

    Equal cards share a place, with their number.
    """
    land = rows.land(empire.faction, frame.w, frame.h)
    canvas.sheet.paste(
        dark(show.theme.table, 0.3), frame.sides, rounded(frame.w, frame.h, CORNERS["card"])
    )
    canvas.sheet.paste(land, (frame.x, frame.y), rounded(frame.w, frame.h, CORNERS["card"], 2))
    canvas.record_region("lane", frame, str(empire.seat))
    locations = rows.shown_locations(show.scene.view, empire)
    counted = tiles.counted(show, found.copies)
    spots = draw_tiles(canvas, counted, locations, found.places, empire.seat)
    for card, box in found.places.items():
        tiles.record_copies(canvas, box, found.copies[card])
    return spots


def draw_tiles(
    canvas: Canvas,
    show: TileContext,
    locations: Mapping[str, LocationView],
    places: Mapping[str, Rect],
    seat: int,
) -> dict[str, Rect]:
    """Draw Locations and planned cards at `places`; return, by card, the place for its letter.

    A card without an entry in `locations` is planned. `seat` is the owner of the Empire.
    """
    spots: dict[str, Rect] = {}
    for card, box in places.items():
        if card in locations:
            spots[card] = tiles.lay_tile(canvas, show, locations[card], box, seat)
        else:
            tiles.lay_coming(canvas, show, card, box)
            spots[card] = box
    return spots
