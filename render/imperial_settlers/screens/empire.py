"""Large picture of one Empire: faction board, Locations, Deals, Foundations, goods."""

from __future__ import annotations

import functools
from collections.abc import Callable

from PIL import ImageDraw

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import FACTIONS, SUPPLY
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    BOLD,
    FIGURE,
    HEAVY_SERIF,
    RGB,
    SERIF,
    SMALL,
    TEXT,
    WORD,
    Theme,
    dark,
    mix,
    pale,
)
from render.imperial_settlers.layers import plan, rows, spread, strips, tiles
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.badges import DEAL
from render.imperial_settlers.pieces.chips import chip
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, LINES, icon
from render.parts import panels

EMPIRE = TABLE.part("empire")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
TOP = panels.LAYOUT.int("header.height") + 16
CREAM: RGB = (255, 240, 212)


def painter(seat: int) -> Callable[[Scene, Theme], Canvas]:
    """Return the function that draws a seat's Empire.

    That function raises IndexError if the game has no such seat.
    """
    return functools.partial(draw_empire, seat=seat)


def draw_empire(scene: Scene, theme: Theme, seat: int) -> Canvas:
    """Draw a seat's Empire from the faction board to the goods.

    Raises IndexError if the game has no such seat.
    """
    view: GameView = scene.view
    empire, margin = view.empires[seat], panels.LAYOUT.int("margin")
    is_rival = view.viewer is not None and view.viewer != seat
    show = TileContext(
        scene,
        theme,
        EMPIRE.int("badge"),
        True,
        is_rival and not view.peaceful,
        tiles.ghosts(scene.ghost),
        frozenset(mark.spot for mark in scene.marks),
    )
    cards_by_kind = plan.by_kind([*rows.shown(view, empire), *rows.planned_cards(show, empire)])
    inner_width = WIDTH - 2 * margin
    room = Rect(0, 0, inner_width - EMPIRE.int("label"), EMPIRE.int("room"))
    grids = plan.fitting(
        cards_by_kind, rows.sizes(EMPIRE), room, functools.partial(tiles.least, scene.lang)
    )
    between = EMPIRE.int("between")
    edge = EMPIRE.int("edge")
    strip = EMPIRE.int("supply")
    top = TOP + EMPIRE.int("banner") + GAP
    bottom = top + plan.tall(cards_by_kind, grids) + 2 * between + GAP
    canvas = spread.table(bottom + edge + GAP + strip + 22)
    middle = (
        i18n.say(scene.lang, "imptable.points", n=empire.points)
        + " · "
        + header.moment(view, scene.lang)
    )
    header.draw_head(canvas, scene, theme, i18n.say(scene.lang, "imptable.empire"), middle, seat)
    _draw_banner(canvas, show, empire, Rect(margin, TOP, inner_width, EMPIRE.int("banner")))
    _, spots = rows.lay_rows(
        canvas,
        show,
        empire,
        grids,
        Rect(margin, top, inner_width, 0),
        EMPIRE.int("label"),
        between,
        wordy=True,
    )
    spots |= _deals_and_foundations(canvas, show, empire, Rect(margin, bottom, inner_width, edge))
    spots |= _supply(canvas, show, empire, Rect(margin, bottom + edge + GAP, inner_width, strip))
    strips.draw_letters(canvas, theme, scene.marks, spots, EMPIRE)
    return canvas


@cached
def plaque(w: int, h: int, faction: str) -> PaddedSprite:
    """Return the board of a faction: cloth in its color with a thin light line."""
    colour, line = FRAMES[faction], LINES[faction]
    out = panels.shadowed_panel(w, h, dark(colour, 0.1), dark(colour, 0.6), 3, 11)
    body = out.image.copy()
    pen, pad = ImageDraw.Draw(body), out.pad
    pen.rounded_rectangle(
        (pad + 8, pad + 8, pad + w - 9, pad + h - 9), 9, outline=(*line, 255), width=2
    )
    return PaddedSprite(body, pad)


def _draw_banner(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Draw crest and name, production and storage, cards in hand and deck, points."""
    scene, theme, lang = show.scene, show.theme, show.scene.lang
    if {f"points{empire.seat}", f"hand{empire.seat}"} & set(scene.changed):
        strips.draw_halo(canvas, theme, frame, str(empire.seat))
    if not empire.faction:
        panels.lay_panel(canvas, theme, frame)
        panels.centred(canvas, theme, i18n.say(lang, "imptable.no_faction"), frame)
        return
    line = LINES[empire.faction]
    canvas.paste_padded(plaque(frame.w, frame.h, empire.faction), frame.x, frame.y)
    canvas.record_region("banner", frame, empire.faction)
    crest, middle = EMPIRE.int("crest"), frame.centre[1]
    body = icon(
        CRESTS[empire.faction], crest, pale(line, 0.25), dark(FRAMES[empire.faction], 0.6), 2
    )
    canvas.paste_centred(body, (frame.x + 64, middle))
    name = i18n.of_game(scene.game, lang, f"imp.faction.{empire.faction}")
    text, size = writing.fit(name, HEAVY_SERIF, EMPIRE.int("name"), 240, theme.small)
    canvas.text(
        (frame.x + 118, middle - 5), text, writing.Style(HEAVY_SERIF, size, CREAM), kind="title"
    )
    x = strips.draw_sign_and_number(
        canvas,
        theme,
        "card-random",
        str(empire.hand),
        (frame.x + 118, middle + 27),
        36,
        pale(line, 0.3),
    )
    x = strips.draw_sign_and_number(
        canvas, theme, "stack", str(empire.deck), (x + 14, middle + 27), 36, pale(line, 0.3)
    )
    strips.draw_sign_and_number(
        canvas,
        theme,
        "card-discard",
        str(len(empire.discard)),
        (x + 14, middle + 27),
        36,
        pale(line, 0.3),
    )
    left = _production_and_storage(canvas, lang, empire.faction, frame.x + 382, middle)
    size = EMPIRE.int("points")
    right = strips.draw_points(
        canvas, str(empire.points), frame.right - 22, middle, size, CREAM, pale(line, 0.1)
    )
    _draw_flags(canvas, show, empire, (left + 14, right - 14), middle)


def _production_and_storage(
    canvas: Canvas, lang: str, faction: str, x: float, middle: float
) -> float:
    """Draw a faction's production and storage in chips; return the right end."""
    facts, size = FACTIONS[faction], EMPIRE.int("chip")
    word = writing.Style(BOLD, SMALL, (255, 236, 206))
    for key, goods in (("each", facts.production), ("keeps", dict.fromkeys(facts.storage, 0))):
        canvas.text((x, middle - 10), i18n.say(lang, f"imptable.{key}"), word, kind="label")
        width = writing.width(i18n.say(lang, f"imptable.{key}"), word.face, word.size)
        at = x
        for good in (good for good in SUPPLY if good in goods):
            if goods[good] > 1:
                at += (
                    canvas.text(
                        (at, middle + 27 + TEXT * writing.DIGIT_DROP),
                        str(goods[good]),
                        word,
                        kind="number",
                    )
                    + 3
                )
            canvas.paste_centred(chip(good, size), (at + size / 2, middle + 27))
            at += size + 5
        x = max(x + width, at) + 26
    return x - 26


def _draw_flags(
    canvas: Canvas, show: TileContext, empire: EmpireView, room: tuple[float, float], middle: float
) -> None:
    """Draw the signs for the first player and for having passed."""
    view: GameView = show.scene.view
    signs = [("chess-pawn", "first")] * (view.first == empire.seat and view.n > 1) + [
        ("night-sleep", "passed")
    ] * empire.passed
    x = room[1]
    for sign, about in signs:
        if x - 62 < room[0]:
            return
        canvas.paste_padded(panels.badge(show.theme, 56), x - 60, middle - 28)
        canvas.paste_centred(
            icon(sign, 38, show.theme.madder if about == "first" else (70, 84, 110)),
            (x - 32, middle),
        )
        canvas.record_region("flag", Rect(round(x - 60), round(middle - 28), 56, 56), about)
        x -= 66


def _deals_and_foundations(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect
) -> dict[str, Rect]:
    """Draw Deals at the left, Foundations at the right, each as wide as needed."""
    theme, lang, seat = show.theme, show.scene.lang, empire.seat
    is_own = show.scene.view.viewer == seat
    planned_deal = next((card for card, tag in show.ghosts.items() if tag == "deal" and is_own), "")
    side, stone = EMPIRE.int("deal"), EMPIRE.int("back")
    titles = [i18n.say(lang, f"imptable.{key}") for key in ("deals", "foundations")]
    title_widths = [108 + writing.width(text, SERIF, WORD) for text in titles]
    deal_count = max(1, len(empire.deals) + bool(planned_deal))
    foundation_count = len(empire.foundations)
    wanted_widths = [
        title_widths[0] + deal_count * side * 1.1,
        title_widths[1] + 60 + foundation_count * (stone + 4),
    ]
    room = frame.w - GAP
    room_left = room - sum(wanted_widths)
    min_foundations_width = (
        title_widths[1]
        + 60
        + (stone + 40 * (min(foundation_count, 3) - 1) if foundation_count else 0)
    )
    right = (
        wanted_widths[1] + max(0.0, room_left * 0.3)
        if room_left >= 0
        else max(min_foundations_width, min(wanted_widths[1], room - wanted_widths[0]))
    )
    left = round(room - right)
    parts = (
        Rect(frame.x, frame.y, left, frame.h),
        Rect(frame.x + left + GAP, frame.y, room - left, frame.h),
    )
    fills = (mix(theme.paper, DEAL, 0.2), mix(theme.paper, strips.BRICK, 0.4))
    spots: dict[str, Rect] = {}
    for i, (part, fill) in enumerate(zip(parts, fills, strict=True)):
        if i == 0 and f"deals{seat}" in show.scene.changed:
            strips.draw_halo(canvas, theme, part, f"deals{seat}")
        canvas.paste_padded(
            panels.shadowed_panel(part.w, part.h, fill, theme.rim, 2, 5), part.x, part.y
        )
        canvas.record_region("panel", part, ("deals", "foundations")[i])
        tone = dark(DEAL, 0.5) if i == 0 else dark(theme.table, 0.2)
        canvas.paste_centred(
            icon(("shaking-hands", "brick-wall")[i], 46, tone), (part.x + 42, part.centre[1])
        )
        x = strips.heading(canvas, titles[i], part.x + 74, part.centre[1], 38, tone)
        inner = Rect(round(x + 18), part.y, round(part.right - 16 - x - 18), part.h)
        if i == 0:
            spots |= strips.lay_deals(canvas, theme, empire, inner, side, planned_deal)
        else:
            foundations = tiles.standing(show, empire.foundations)
            n = str(len(foundations))
            number_at = inner.x, part.centre[1] + FIGURE * writing.DIGIT_DROP
            end = canvas.text(number_at, n, writing.Style(BLACK, FIGURE, theme.ink), kind="number")
            piles = Rect(
                round(inner.x + end + 14), part.y, round(inner.right - inner.x - end - 14), part.h
            )
            spots |= strips.lay_backs(canvas, foundations, piles, stone)
    return spots


def _supply(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> dict[str, Rect]:
    theme, spot = show.theme, f"supply{empire.seat}"
    if spot in show.scene.changed:
        strips.draw_halo(canvas, theme, frame, spot)
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "supply")
    text = i18n.say(show.scene.lang, "imptable.supply")
    x = strips.heading(canvas, text, frame.x + 24, frame.centre[1], 38, theme.ink)
    line = Rect(round(x) + 12, frame.y, frame.right - 16 - round(x) - 12, frame.h)
    strips.draw_supply(
        canvas, theme, empire.supply, line, 56, 42, strips.after(show.scene.ghost, empire.seat)
    )
    return {spot: frame}


def warm_up(theme: Theme) -> None:
    """Fill the cache with the faction boards and icons."""
    for faction in FACTIONS:
        plaque(WIDTH - 2 * panels.LAYOUT.int("margin"), EMPIRE.int("banner"), faction)
    for good in SUPPLY:
        chip(good, EMPIRE.int("chip"))
    panels.shadowed_panel(
        WIDTH - 2 * panels.LAYOUT.int("margin"), EMPIRE.int("supply"), theme.paper, theme.rim, 2, 5
    )
