"""Virtual player of the solo game: its Locations, its Attack cards, and its Collection.

The Collection is compared with the faction Locations in the player's Empire.
"""

from __future__ import annotations

from dataclasses import replace

from games.imperial_settlers.views.view import GameView, Solo
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    BOLD,
    CORNERS,
    FIGURE,
    HEAD,
    RGB,
    SERIF,
    SMALL,
    Theme,
    dark,
    mix,
)
from render.imperial_settlers.layers import stack, strips
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import badges
from render.imperial_settlers.pieces.chips import chip
from render.imperial_settlers.pieces.style import FRAMES, icon
from render.parts import markers, panels, widgets

PLAN = TABLE.part("board.virtual")
SIZES = TABLE.part("board.mat")  # of cards
SIGN = 48  # pixels
STEEL: RGB = (92, 96, 104)


def draw_virtual(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw the virtual player's panel; return the place of each spot."""
    view: GameView = show.scene.view
    solo, theme, lang = view.solo, show.theme, show.scene.lang
    if solo is None:
        return {}
    canvas.paste_padded(
        panels.shadowed_panel(
            frame.w, frame.h, mix(theme.paper, STEEL, 0.28), dark(STEEL, 0.3), 4, 9
        ),
        frame.x,
        frame.y,
    )
    canvas.record_region("person", frame, "-1")
    head, tone = PLAN.int("head"), dark(STEEL, 0.5)
    middle = frame.y + head / 2
    canvas.paste_centred(icon("swords-emblem", 52, tone), (frame.x + 44, middle))
    base = frame.x + 80, middle + HEAD * writing.LETTER_DROP
    style = writing.Style(SERIF, HEAD, theme.ink)
    canvas.text(base, i18n.say(lang, "imptable.virtual"), style, kind="name")
    count = str(solo.attacks)
    left = frame.right - 24 - SIGN - 4 - writing.width(count, BLACK, FIGURE)
    strips.draw_sign_and_number(canvas, theme, "stack", count, (left, middle), SIGN, tone, FIGURE)
    inner = Rect(frame.x + 16, frame.y + head, frame.w - 32, head)
    spots = _draw_queue(canvas, solo, inner)
    balance = PLAN.int("balance")
    cards = Rect(inner.x, inner.bottom, inner.w, frame.bottom - 12 - balance - inner.bottom)
    tile_context = replace(show, prices=not view.peaceful)
    locations = {location.card: location for location in solo.locations}
    places = stack.grid(tile_context, list(locations), len(locations), cards, SIZES)
    if places is not None:
        spots |= stack.draw_tiles(canvas, tile_context, locations, places.places, -1)
    box = Rect(frame.x + 24, cards.bottom, frame.w - 48, balance)
    draw_balance(canvas, theme, lang, solo, view.empires[0].faction, box, stacked=True)
    return spots | {"empire-1": Rect(frame.x + 8, frame.y - 6, 40, 40)}


def _draw_queue(canvas: Canvas, solo: Solo, frame: Rect) -> dict[str, Rect]:
    """Draw the goods that the open Attack cards aim at, newest first.

    Returns the place of each spot.
    """
    middle, side, places = frame.centre[1], 60, dict[str, Rect]()
    canvas.paste_centred(icon("archery-target", 52, badges.RAZE), (frame.x + 28, middle))
    pitch = strips.pitch_of(len(solo.queue), side, frame.w - 66, 10)
    for i, good in enumerate(solo.queue):
        box = Rect(round(frame.x + 66 + i * pitch), round(middle - side / 2), side, side)
        canvas.paste_padded(
            panels.sheet(side, side, CORNERS["cell"], (214, 196, 178), badges.RAZE, 4, 3),
            box.x,
            box.y,
        )
        canvas.paste_centred(chip(good, 46), box.centre)
        canvas.record_region("attack", box, good)
        places[f"deal-1_d{i}"] = box
    return places


def draw_balance(
    canvas: Canvas,
    theme: Theme,
    lang: str,
    solo: Solo,
    faction: str,
    frame: Rect,
    *,
    stacked: bool = False,
) -> None:
    """Draw the player's faction Locations and the Collection as two rows of squares.

    To win, the player needs the longer row. The labels stand at the left, or above the rows if
    `stacked`.
    """
    is_ahead = solo.own > len(solo.collection)
    rows = (
        ("own", solo.own, FRAMES.get(faction, theme.olive)),
        ("collection", len(solo.collection), STEEL),
    )
    labels = [i18n.say(lang, f"imptable.{key}") for key, _, _ in rows]
    style = writing.Style(BOLD, SMALL, theme.ink)
    room = max(writing.width(text, style.face, style.size) for text in labels) + 14
    most = max(solo.own, len(solo.collection), 1)
    left = frame.x + (0 if stacked else room) + 66
    pitch = min(40.0, (frame.right - left - (50 if is_ahead else 10)) / most)
    for i, (text, (_, n, colour)) in enumerate(zip(labels, rows, strict=True)):
        y = frame.y + frame.h * (i + 0.5) / 2 + (17 if stacked else 0)
        base = y - (34 if stacked else 0) + SMALL * writing.LETTER_DROP
        canvas.text((frame.x, base), text, style, kind="label")
        canvas.digits((left - 14, y), str(n), writing.Style(BLACK, HEAD, theme.ink), "r")
        for k in range(n):
            box = Rect(round(left + k * pitch), round(y) - 15, max(6, round(pitch) - 6), 30)
            widgets.draw_plate(canvas, box, "step", colour, dark(colour, 0.6))
    if is_ahead:
        y = frame.y + frame.h / 4 + (17 if stacked else 0)
        at = min(left + solo.own * pitch + 24, frame.right - 18), y
        canvas.paste_centred(markers.tick(36, theme.olive), at)
    canvas.record_region("balance", frame, "ahead" if is_ahead else "behind")
