"""Rows of an Empire's cards, one per kind: faction cards first, then Common cards."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from msgspec import structs
from PIL import Image, ImageDraw, ImageOps

from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.views.view import EmpireView, GameView, LocationView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sheet, rounded
from render.base.theme import CORNERS, CREAM, HEAVY, RGB, TEXT, dark, mix
from render.imperial_settlers.layers import plan, tiles
from render.imperial_settlers.layers.plan import Grid
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import stamps
from render.imperial_settlers.pieces.style import ASSETS, KIND_ICONS, KINDS, icon


def shown_locations(view: GameView, empire: EmpireView) -> dict[str, LocationView]:
    """Return the Locations to show in an Empire by card: its own, then captured ones."""
    own_locations = {location.card: location for location in empire.locations}
    captured = set(empire.captured)
    others = [
        location
        for rival in view.empires
        if rival.seat != empire.seat
        for location in rival.locations
    ]
    others += view.solo.locations if view.solo else ()
    return own_locations | {
        location.card: location for location in others if location.card in captured
    }


def copies_by_card(
    show: TileContext, empire: EmpireView, cards: Sequence[str], *, by_raze: bool = False
) -> dict[str, list[str]]:
    """Group equal cards; return, for the first card of each group, its other copies.

    Cards are equal if they have the same name and the same things on them. Cards that the question,
    the preview or the last move is about are not grouped. Action Locations are equal only if they
    are used alike. With `by_raze`, for pictures that show it, what razing brings is equal too.
    """
    locations = shown_locations(show.scene.view, empire)
    asked = {*show.marked, *show.ghosts, *show.scene.changed}
    groups: dict[Hashable, list[str]] = {}
    for card in cards:
        location = locations.get(card)
        if location is None or card in asked:
            groups[card] = [card]
        else:
            raze = tuple(CARDS[card].raze.items()) if by_raze else ()
            alike = (CARDS[card].id, raze, structs.replace(location, card=""))
            groups.setdefault(alike, []).append(card)
    return {first: copies for first, *copies in groups.values()}


def planned_cards(show: TileContext, empire: EmpireView) -> tuple[str, ...]:
    """Return the cards that the previewed decision would build in this Empire.

    A preview concerns only the viewer's Empire; for a spectator, that of the seat that decides.
    """
    view: GameView = show.scene.view
    if empire.seat != (view.viewer if view.viewer is not None else view.question.seat):
        return ()
    return tuple(card for card, tag in show.ghosts.items() if tag == "build")


class Part(NamedTuple):
    """Block of cards, the settings for its tiles, and the copies each card stands for.

    `effects`: there is room for the effects of all cards.
    """

    settings: TileContext
    block: plan.Block
    copies: Mapping[str, Sequence[str]] = MappingProxyType({})
    effects: bool = False


RADIUS = CORNERS["card"]
LOW = 150  # pixels; rows of at most this height have their label to the right of the icon
LAND = 0.72  # share of the land in a row's ground, the rest is the color of the row's kind
NEAR = 600  # pixels; for lands of at most this width the faction board's picture is used
HALF = (560, 300)  # minimum pixels of a decoded land
# Lookup table for `Image.point`: bright, so that halos stand out.
MIST_TABLE = [round(124 + grey * 0.5) for grey in range(256)] * 3


@cached
def _stored(faction: str, *, near: bool) -> Sheet:
    """Return a picture of a faction's land in mist; the game's cover without a faction.

    `near` chooses the picture of the faction's board. The picture is decoded at a reduced size,
    which is enough for a pale background.
    """
    name = f"boards/{faction}.jpg" if near else f"ends/{faction}-won.jpg"
    with Image.open(ASSETS / (name if faction else "cover.jpg")) as picture:
        picture.draft("RGB", HALF)
        return picture.convert("RGB").point(MIST_TABLE)


@cached
def land(faction: str, w: int, h: int) -> Sheet:
    """Return the land behind all rows of an Empire."""
    return ImageOps.fit(
        _stored(faction, near=w <= NEAR), (w, h), Image.Resampling.BILINEAR, centering=(0.5, 0.6)
    )


def ground(land_image: Sheet, label: int, kind: str, table: RGB, text: str) -> Sheet:
    """Return the ground of a row: its kind's color over `land_image`, and its label.

    `label` is the width of the label in pixels; `text` is the word on it. `table` is the color of
    the table around the row.
    """
    colour, (w, h) = KINDS[kind], land_image.size
    tint = mix(colour, CREAM, 0.45)
    out = Image.blend(Image.new("RGB", (w, h), tint), land_image, LAND)
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, label, h), fill=dark(colour, 0.2))
    pen.rectangle((label, 0, label + 2, h), fill=dark(colour, 0.62))
    label_centre = label // 2 + 1
    width = writing.width(text, HEAVY, 35) if text else 0
    size = min(46, label - 8)
    if h <= LOW and text:
        style = writing.Style(HEAVY, TEXT, dark(colour, 0.5))
        writing.write(pen, (label + 26, h / 2 + TEXT * writing.LETTER_DROP), text, style)
        text = ""
    if width + size + 26 > h:  # the sign is in every label, the word where both have room
        text = ""
    if text:
        draw_vertical_text(out, text, (label_centre, h / 2 - size / 2 - 2))
    glyph = icon(KIND_ICONS[kind], size, CREAM)
    at = (round(label_centre - size / 2), h - size - 8 if text else round((h - size) / 2))
    out.paste(glyph, at, glyph)
    rim = Image.new("RGB", (w, h), dark(table, 0.6))
    rim.paste(out, mask=rounded(w, h, RADIUS, 3))
    return rim


def draw_vertical_text(
    out: Sheet, text: str, centre: tuple[float, float], size: int = 35, room: float = 9999
) -> None:
    """Draw a word that runs upward, around `centre`; `size` is the letter height in pixels.

    A word longer than `room` pixels is narrowed.
    """
    width = round(writing.width(text, HEAVY, size)) + 4
    body = Image.new("RGBA", (width, round(size * 1.4)))
    writing.write(ImageDraw.Draw(body), (2, size), text, writing.Style(HEAVY, size, CREAM))
    if width > room:
        body = body.resize((round(room), body.height), Image.Resampling.LANCZOS)
    body = body.rotate(90, expand=True)
    out.paste(
        body,
        (round(centre[0] - body.width / 2 - 1), max(0, round(centre[1] - body.height / 2))),
        body,
    )


def lay_rows(
    canvas: Canvas,
    parts: Sequence[Part],
    empire: EmpireView,
    frame: Rect,
    label: int,
    between: int,
    *,
    wordy: bool,
    more: int = 0,
) -> tuple[int, dict[str, Rect]]:
    """Draw the rows of all kinds from the top of a frame, `between` pixels apart.

    `label` is the width of the rows' labels, which have words if `wordy`. `more` is the extra
    height of each row. Returns the y of the lower end, and the place for a letter by card.
    """
    scene, theme = parts[0].settings.scene, parts[0].settings.theme
    locations = shown_locations(scene.view, empire)
    plan_rows = plan.rows([part.block for part in parts], frame, label, between, more)
    land_image = land(empire.faction, frame.w, plan_rows[-1].frame.bottom - frame.y)
    for row in plan_rows:
        row_frame = row.frame
        # the word of a low row would lie below its tiles
        is_worded = wordy and (row_frame.h > LOW or not any(row.tiles))
        text = (
            i18n.say_for_game(scene.game, scene.lang, f"imp.kind.{row.kind}") if is_worded else ""
        )
        body = ground(
            land_image.crop((0, row_frame.y - frame.y, row_frame.w, row_frame.bottom - frame.y)),
            label,
            row.kind,
            theme.table,
            text,
        )
        canvas.sheet.paste(
            body, (row_frame.x, row_frame.y), rounded(row_frame.w, row_frame.h, RADIUS)
        )
        canvas.record_region("lane", row_frame, row.kind)
    spots: dict[str, Rect] = {}
    for row in plan_rows:
        for part, places in zip(parts, row.tiles, strict=True):
            settings = _uniform(part, places)
            for card, tile in places.items():
                if card in locations:
                    location = locations[card]
                    spots[card] = tiles.lay_tile(canvas, settings, location, tile, empire.seat)
                    tiles.record_copies(canvas, tile, part.copies.get(card, ()))
                else:
                    tiles.lay_coming(canvas, settings, card, tile)
                    spots[card] = tile
    return plan_rows[-1].frame.bottom, spots


def _uniform(part: Part, places: Mapping[str, Rect]) -> TileContext:
    """Return the settings for a row: strips show effects only if all strips of the row can."""
    show = part.settings
    if show.named or not show.effects or show.below:
        return show
    has_room = all(
        box.h
        >= stamps.least_with_effect(
            show.scene.lang, card, box.w, copies=show.copies.get(card, 1), slim=show.slim
        )
        for card, box in places.items()
    )
    return replace(show, effects=has_room)


def sizes(layout: Layout) -> Sequence[Grid]:
    """Return the grids with the tile sizes of a layout, the largest first."""
    return tuple(Grid.of(layout.part(name), layout.int("bare")) for name in layout.get("grids"))
