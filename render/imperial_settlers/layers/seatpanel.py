"""Player panel on the table: name, points, goods, rows of small tiles, Deals, Foundations.

`height` says how high a panel must be, `draw_panel` draws it. A panel that nothing changed since
the last picture is pasted from the cache of parts (`render/motion/part_cache.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import replace

from msgspec import json

from games.core.views.scene import area_of
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.theme import BOLD, CORNERS, HEAVY, RGB, SERIF, TEXT, Theme, dark, mix, pale
from render.imperial_settlers.layers import plan, rows, strips
from render.imperial_settlers.layers.tiles import TileContext, standing
from render.imperial_settlers.pieces import stamps
from render.imperial_settlers.pieces.badges import DEAL
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, icon
from render.motion import part_cache
from render.parts import markers, panels

PANEL_PADDING_PX = 14  # between a panel's edge and its content
_DEALS_MARGIN_PX = 170  # pixels of the Deals' line taken by the signs at its ends
SLEEP: RGB = (70, 84, 110)


def grids_of(
    show: TileContext, empire: EmpireView, layout: Layout, width: int
) -> tuple[plan.Sorted, plan.Grids]:
    """Return the Locations of a panel by kind, and the grids of their tiles."""
    cards = (*rows.shown(show.scene.view, empire), *rows.planned_cards(show, empire))
    return _grids(cards, layout, width, show.scene.lang, show.below)


@functools.lru_cache(maxsize=32)
def _grids(
    cards: tuple[str, ...], layout: Layout, width: int, lang: str, below: int
) -> tuple[plan.Sorted, plan.Grids]:
    """Compute `grids_of`; cached, because each board asks three times per panel."""
    cards_by_kind = plan.by_kind(cards)
    room = Rect(0, 0, width - PANEL_PADDING_PX - layout.int("label"), layout.int("room"))
    sizes = rows.sizes(layout) if not below else (replace(rows.sizes(layout)[0], picture=below),)
    return cards_by_kind, plan.fitting(
        cards_by_kind, sizes, room, functools.partial(stamps.least, lang)
    )


def named(show: TileContext, empire: EmpireView, layout: Layout, width: int) -> bool:
    """Return whether tiles have room for names on a panel `width` pixels wide."""
    _, grids = grids_of(show, empire, layout, width)
    return all(grid.wide >= stamps.NAMED for grid in grids.values())


def height(
    show: TileContext, empire: EmpireView, layout: Layout, width: int, *, narrow: bool
) -> int:
    """Return the height of a panel `width` pixels wide."""
    cards_by_kind, grids = grids_of(show, empire, layout, width)
    lines = layout.int("line") * (2 if narrow else 1)
    bottom_line = _bottom_line_height(show, empire, layout, width)
    return (
        layout.int("head")
        + lines
        + plan.tall(cards_by_kind, grids)
        + 2 * layout.int("between")
        + bottom_line
        + PANEL_PADDING_PX // 2
    )


def _bottom_line_height(show: TileContext, empire: EmpireView, layout: Layout, width: int) -> int:
    """Return the height of the Deals' line, which may need a second row."""
    n = len(empire.deals) + bool(_planned_deal(show, empire))
    crowd = strips.crowded(n, layout.int("deal"), width - 2 * PANEL_PADDING_PX - _DEALS_MARGIN_PX)
    return layout.int("edge") + (layout.int("second") if crowd else 0)


def _planned_deal(show: TileContext, empire: EmpireView) -> str:
    """Return the card that the previewed decision makes a Deal in this Empire, or ""."""
    if empire.seat != show.scene.view.viewer:
        return ""
    return next((card for card, tag in show.ghosts.items() if tag == "deal"), "")


def draw_panel(
    canvas: Canvas,
    show: TileContext,
    person: panels.SeatHeader,
    frame: Rect,
    layout: Layout,
    *,
    narrow: bool,
) -> dict[str, Rect]:
    """Draw the panel of one player; return its places by spot."""
    view: GameView = show.scene.view
    empire = view.empires[person.seat]
    _draw_ground(canvas, show, empire, frame)
    # The halo of a neighboring panel may reach into the margin.
    cached_box = frame if show.scene.changed else frame.inset(-PANEL_PADDING_PX // 2)
    return part_cache.part(
        canvas,
        area_of(person.seat),
        lambda: _cache_key(canvas.box, show, empire, person, frame),
        cached_box,
        lambda: _draw_content(canvas, show, person, frame, layout, narrow=narrow),
    )


def _cache_key(
    table: Rect, show: TileContext, empire: EmpireView, person: panels.SeatHeader, frame: Rect
) -> Hashable:
    """Return the cache key of a panel's content, or None if anything on it is new or marked.

    `table` is the area of the picture: the texture around the panel, visible at its corners,
    depends on it.
    """
    scene, seat = show.scene, person.seat
    view: GameView = scene.view
    locations = rows.shown(view, empire)
    new_or_changed = {
        *locations,
        *(f"{name}{seat}" for name in ("points", "hand", "empire", "supply", "deals")),
    } & set(scene.changed)
    if scene.marks or scene.ghost or new_or_changed:
        return None
    turn_state = view.viewer, view.n, view.first, seat in view.actors
    return (
        show.theme,
        scene.lang,
        person,
        table,
        frame,
        turn_state,
        show.below,
        json.encode((empire, list(locations.values()))),
    )


def _draw_content(
    canvas: Canvas,
    show: TileContext,
    person: panels.SeatHeader,
    frame: Rect,
    layout: Layout,
    *,
    narrow: bool,
) -> dict[str, Rect]:
    """Draw the content of a panel."""
    seat = person.seat
    empire = show.scene.view.empires[seat]
    y = frame.y
    head_spots = _head(
        canvas,
        show,
        empire,
        person,
        Rect(frame.x + PANEL_PADDING_PX, y, frame.w - 2 * PANEL_PADDING_PX, layout.int("head")),
        layout,
        narrow=narrow,
    )
    y += layout.int("head")
    if narrow:
        _cards(
            canvas,
            show,
            empire,
            Rect(frame.x + PANEL_PADDING_PX, y, frame.w - 2 * PANEL_PADDING_PX, layout.int("line")),
        )
        y += layout.int("line")
    line = Rect(frame.x + PANEL_PADDING_PX, y, frame.w - 2 * PANEL_PADDING_PX, layout.int("line"))
    _draw_supply(canvas, show, empire, line, layout)
    y += layout.int("line")
    _, grids = grids_of(show, empire, layout, frame.w)
    extra_height = (frame.h - height(show, empire, layout, frame.w, narrow=narrow)) // 3
    inner = Rect(frame.x + PANEL_PADDING_PX // 2, y, frame.w - PANEL_PADDING_PX, 0)
    bottom, cards = rows.lay_rows(
        canvas,
        show,
        empire,
        grids,
        inner,
        layout.int("label"),
        layout.int("between"),
        wordy=False,
        more=extra_height,
    )
    spots = head_spots | {
        f"supply{seat}": line,
        f"empire{seat}": Rect(frame.right - 48, frame.y + 16, 40, 40),
    }
    spots |= cards
    return spots | _draw_bottom_line(
        canvas,
        show,
        empire,
        Rect(
            frame.x + PANEL_PADDING_PX,
            bottom,
            frame.w - 2 * PANEL_PADDING_PX,
            frame.bottom - bottom,
        ),
        layout.int("deal"),
    )


def _draw_supply(
    canvas: Canvas, show: TileContext, empire: EmpireView, line: Rect, layout: Layout
) -> None:
    """Draw an Empire's goods in one line, highlighted if they have changed."""
    spot = f"supply{empire.seat}"
    if spot in show.scene.changed:
        box = Rect(line.x, line.y + 4, line.w, line.h - 8)
        strips.draw_halo(canvas, show.theme, box, spot)
        _highlight(canvas, show.theme, box)
    strips.draw_supply(
        canvas,
        show.theme,
        empire.supply,
        line,
        layout.int("chip"),
        layout.int("number"),
        strips.after(show.scene.ghost, empire.seat),
    )


def _highlight(canvas: Canvas, theme: Theme, place: Rect) -> None:
    """Draw lighter paper behind a change."""
    canvas.paste_padded(
        panels.sheet(place.w, place.h, CORNERS["field"], pale(theme.paper, 0.3), theme.rim, 1, 2),
        place.x,
        place.y,
    )


def _draw_ground(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Draw paper with a rim in the faction's color; saffron for an active seat."""
    view: GameView = show.scene.view
    theme, seat = show.theme, empire.seat
    acts = seat in view.actors
    if {f"points{seat}", f"hand{seat}", f"empire{seat}"} & set(show.scene.changed):
        strips.draw_halo(canvas, theme, frame, str(seat))
    fill = pale(theme.paper, 0.15) if not empire.passed else mix(theme.paper, theme.table, 0.22)
    rim = theme.saffron if acts else FRAMES.get(empire.faction, theme.rim)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, rim, 6 if acts else 4, 5), frame.x, frame.y
    )
    canvas.record_region("person", frame, str(seat))


def _head(
    canvas: Canvas,
    show: TileContext,
    empire: EmpireView,
    person: panels.SeatHeader,
    frame: Rect,
    layout: Layout,
    *,
    narrow: bool,
) -> dict[str, Rect]:
    """Draw piece, name, signs (first player, passed, still choosing) and points.

    A wide panel also shows faction and cards.
    """
    view: GameView = show.scene.view
    theme = show.theme
    middle = frame.y + frame.h * 0.52
    piece = layout.int("piece")
    canvas.paste_centred(panels.sign(theme, person, piece), (frame.x + piece / 2 + 2, middle))
    canvas.record_spot(
        area_of(person.seat), Rect(frame.x + 2, round(middle - piece / 2), piece, piece)
    )
    points_right = frame.right - (46 if f"empire{person.seat}" in show.marked else 4)
    right = strips.draw_points(
        canvas,
        str(empire.points),
        points_right,
        middle,
        layout.int("points"),
        theme.ink,
        dark(theme.saffron, 0.3),
    )
    x = frame.x + piece + 12.0
    signs = [("chess-pawn", theme.madder, "first")] * (view.first == empire.seat and view.n > 1)
    signs += [("night-sleep", SLEEP, "passed")] * empire.passed
    signs += [("hourglass", dark(theme.table, 0.1), "open")] * (empire.status == "open")
    signs += [("", theme.olive, "done")] * (empire.status == "done")
    room = right - x - 8 - 46 * len(signs)
    if not narrow:
        room = min(room, 340)
    name, size = panels.fit_name(person, layout.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    x += (
        canvas.text((x, middle + size * writing.LETTER_DROP), name, style, kind="name", room=room)
        + 8
    )
    for sign, tone, kind in signs:
        if sign:
            canvas.paste_padded(
                panels.sheet(42, 42, 21, pale(theme.paper, 0.5), dark(theme.table, 0.4), 2, 2),
                x,
                middle - 21,
            )
        canvas.paste_centred(
            icon(sign, 30, tone) if sign else markers.tick(42, tone), (x + 21, middle)
        )
        canvas.record_region("flag", Rect(round(x), round(middle - 21), 42, 42), kind)
        x += 46
    if narrow:
        return {}
    return _cards(
        canvas, show, empire, Rect(round(x) + 16, frame.y, round(right - x) - 40, frame.h)
    )


def _cards(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> dict[str, Rect]:
    """Draw the faction, and the numbers of cards in hand and in its deck."""
    theme, middle = show.theme, frame.y + frame.h * 0.52
    tone = dark(FRAMES.get(empire.faction, theme.table), 0.25)
    numbers = (("card-random", str(empire.hand)), ("stack", str(empire.deck)))
    width = sum(40 + 10 + writing.width(text, HEAVY, 35) + 12 for _, text in numbers)
    x = frame.right - width
    for sign, text in numbers:
        x = strips.draw_sign_and_number(canvas, theme, sign, text, (x, middle), 36, tone) + 16
    if empire.faction:
        canvas.paste_centred(icon(CRESTS[empire.faction], 44, tone), (frame.x + 22, middle))
        name = i18n.of_game(show.scene.game, show.scene.lang, f"imp.faction.{empire.faction}")
    else:
        name = i18n.say(show.scene.lang, "imptable.no_faction")
    left = frame.x + (50 if empire.faction else 0)
    text, size = writing.fit(name, BOLD, TEXT, frame.right - width - 12 - left, theme.small)
    canvas.text(
        (left, middle + size * writing.LETTER_DROP),
        text,
        writing.Style(BOLD, size, tone),
        kind="label",
    )
    return {}


def _draw_bottom_line(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, side: int
) -> dict[str, Rect]:
    """Draw Deals at the left, Foundations at the right."""
    theme, middle = show.theme, frame.centre[1]
    if f"deals{empire.seat}" in show.scene.changed:
        strips.draw_halo(
            canvas, theme, Rect(frame.x, frame.y + 5, frame.w, frame.h - 12), f"deals{empire.seat}"
        )
        _highlight(canvas, theme, Rect(frame.x, frame.y + 5, frame.w, frame.h - 12))
    planned_deal = _planned_deal(show, empire)
    foundation_count = str(len(standing(show, empire.foundations)))
    width = 40 + 8 + writing.width(foundation_count, HEAVY, TEXT)
    tone = dark(DEAL, 0.4) if empire.deals or planned_deal else panels.muted(theme)
    canvas.paste_centred(icon("shaking-hands", 40, tone), (frame.x + 20, middle))
    canvas.record_spot(f"deals{empire.seat}", Rect(frame.x, round(middle) - 20, 40, 40))
    inner = Rect(frame.x + 54, frame.y, frame.w - _DEALS_MARGIN_PX, frame.h)
    spots = strips.lay_deals(canvas, theme, empire, inner, side, planned_deal)
    tone = dark(theme.table, 0.1) if empire.foundations else panels.muted(theme)
    strips.draw_sign_and_number(
        canvas, theme, "brick-wall", foundation_count, (frame.right - width, middle), 38, tone
    )
    backs = Rect(round(frame.right - width), frame.y, round(width), frame.h)
    return spots | {card: backs for card in empire.foundations if card}
