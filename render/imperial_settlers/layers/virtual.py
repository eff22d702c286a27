"""Virtual player of the solo game: Locations, Attack cards, its Collection against the Empire."""

from __future__ import annotations

from math import ceil

from games.imperial_settlers.views.view import GameView, Solo
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    BOLD,
    CORNERS,
    HEAD,
    NAME,
    RGB,
    SERIF,
    SMALL,
    TEXT,
    WORD,
    Theme,
    dark,
    mix,
)
from render.imperial_settlers.layers import strips, tiles
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import badges
from render.imperial_settlers.pieces.chips import chip
from render.imperial_settlers.pieces.style import FRAMES, icon
from render.parts import markers, panels, widgets

PLAN = TABLE.part("board.virtual")
STEEL: RGB = (92, 96, 104)


def lines(solo: Solo) -> int:
    """Return the number of lines of the virtual player's Locations, at least 1."""
    return max(1, ceil(len(solo.locations) / PLAN.int("columns")))


def _balance_is_beside(solo: Solo) -> bool:
    """Return whether few Locations leave room for the balance beside them."""
    return 0 < len(solo.locations) <= PLAN.int("few")


def height(view: GameView) -> int:
    """Return the height of the virtual player's panel; 0 in games of several players."""
    if view.solo is None:
        return 0
    _, height = PLAN.get("tile")
    rest = PLAN.int("head") + (
        PLAN.int("low") if _balance_is_beside(view.solo) else PLAN.int("balance")
    )
    return rest + (lines(view.solo) * (height + PLAN.int("gap")) + 8 if view.solo.locations else 0)


def draw_virtual(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw its panel; return the places of its Locations and queued cards by spot."""
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
    middle = frame.y + PLAN.int("head") * 0.52
    tone = dark(STEEL, 0.5)
    canvas.paste_centred(icon("swords-emblem", 48, tone), (frame.x + 44, middle))
    text = i18n.say(lang, "imptable.virtual")
    base = frame.x + 78, middle + HEAD * writing.LETTER_DROP
    left = (
        round(
            frame.x
            + 78
            + canvas.text(base, text, writing.Style(SERIF, HEAD, theme.ink), kind="name")
        )
        + 36
    )
    spots = _draw_queue(
        canvas, show, solo, Rect(left, frame.y + 4, frame.right - 20 - left, PLAN.int("head"))
    )
    y = frame.y + PLAN.int("head")
    width, height = PLAN.get("tile")
    gap, columns = PLAN.int("gap"), PLAN.int("columns")
    left = frame.x + (frame.w - columns * width - (columns - 1) * gap) // 2
    tile_context = TileContext(
        show.scene, theme, badge=40, named=True, prices=not view.peaceful, ghosts=show.ghosts
    )
    for i, location in enumerate(solo.locations):
        box = Rect(
            left + i % columns * (width + gap),
            y + 4 + i // columns * (height + gap),
            width,
            height,
        )
        spots[location.card] = tiles.lay_tile(canvas, tile_context, location, box, -1)
    balance_box = Rect(
        frame.x + 20, frame.bottom - PLAN.int("balance"), frame.w - 40, PLAN.int("balance") - 14
    )
    is_beside = _balance_is_beside(solo)
    if is_beside:
        x = left + len(solo.locations) * (width + gap) + 3 * gap
        balance_box = Rect(x, y + 2 * gap, frame.right - 20 - x, height)
    draw_balance(canvas, theme, lang, solo, view.empires[0].faction, balance_box, stacked=is_beside)
    return spots | {"empire-1": Rect(frame.right - 44, frame.y - 6, 40, 40)}


def _draw_queue(canvas: Canvas, show: TileContext, solo: Solo, frame: Rect) -> dict[str, Rect]:
    """Draw the targets of the open Attack cards, newest first, and the number still to come."""
    theme, lang = show.theme, show.scene.lang
    tone, middle = dark(STEEL, 0.5), frame.centre[1]
    canvas.paste_centred(icon("archery-target", 44, badges.RAZE), (frame.x + 22, middle))
    x = frame.x + 54.0
    text = i18n.say(lang, "imptable.attacks")
    x += (
        canvas.text(
            (x, middle + TEXT * writing.LETTER_DROP),
            text,
            writing.Style(BOLD, TEXT, tone),
            kind="label",
        )
        + 18
    )
    side, places = 60, {}
    width = 60 + writing.width(str(solo.attacks), BLACK, WORD) + 16
    pitch = strips.pitch_of(len(solo.queue), side, frame.right - width - 24 - x, 10)
    for i, good in enumerate(solo.queue):
        box = Rect(round(x + i * pitch), round(middle - side / 2), side, side)
        canvas.paste_padded(
            panels.sheet(side, side, CORNERS["cell"], (214, 196, 178), badges.RAZE, 4, 3),
            box.x,
            box.y,
        )
        canvas.paste_centred(chip(good, 44), box.centre)
        canvas.record_region("attack", box, good)
        places[f"deal-1_d{i}"] = box
    strips.draw_sign_and_number(
        canvas, theme, "stack", str(solo.attacks), (frame.right - width, middle), 40, tone
    )
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
    room = max(writing.width(text, BOLD, SMALL) for text in labels) + 14
    most = max(solo.own, len(solo.collection), 1)
    left = frame.x + (0 if stacked else room) + 66
    pitch = min(40.0, (frame.right - left - 10) / most)
    for i, (text, (_, n, colour)) in enumerate(zip(labels, rows, strict=True)):
        y = frame.y + frame.h * (0.27 + 0.48 * i)
        above = PLAN.int("above") if stacked else 0
        canvas.text(
            (frame.x, y - above + SMALL * writing.LETTER_DROP),
            text,
            writing.Style(BOLD, SMALL, theme.ink),
            kind="label",
        )
        canvas.digits((left - 14, y), str(n), writing.Style(BLACK, NAME, theme.ink), "r")
        for k in range(n):
            box = Rect(round(left + k * pitch), round(y) - 17, round(pitch) - 6, 34)
            widgets.draw_plate(canvas, box, "step", colour, dark(colour, 0.6))
    if is_ahead:
        canvas.paste_centred(
            markers.tick(36, theme.olive),
            (min(left + solo.own * pitch + 24, frame.right - 18), frame.y + frame.h * 0.27),
        )
    canvas.record_region("balance", frame, "ahead" if is_ahead else "behind")
