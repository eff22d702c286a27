"""Choices on offer: the open row of an exploration, the hidden draft, the factions."""

from __future__ import annotations

from collections import Counter

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, COLORS
from games.imperial_settlers.views.view import EmpireView, GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAVY, HEAVY_SERIF, TEXT, WORD, Theme
from render.imperial_settlers.layers import factions, spread
from render.imperial_settlers.layers.spread import GAP, SPREAD, Group, Item
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.chips import color_square
from render.imperial_settlers.pieces.style import WIDTH
from render.imperial_settlers.screens import hand
from render.parts import panels

PLAIN = Group("plain", "", (120, 96, 78))


def draw_offer(scene: Scene, theme: Theme) -> Canvas:
    """Draw the cards or factions to choose from, and the viewer's goods and colors below."""
    view: GameView = scene.view
    if view.phase == "setup":
        return factions.draw_factions(scene, theme)
    looking, kept = (view.hand.looking, view.hand.kept) if view.hand else ((), ())
    empire = view.empires[view.viewer] if view.viewer is not None else None
    foot = 2 * (SPREAD.int("supply") + GAP) if empire else 8
    room = SPREAD.int("most") - SPREAD.int("top") - foot
    kept_items = [Item((code,), hand.group(scene.lang, "kept")) for code in kept]
    kept_rows = spread.tiles(kept_items, scene.lang)
    offered = [
        Item((code,), hand.group(scene.lang, "look") if kept else PLAIN)
        for code in looking or view.offer
    ]
    rows = spread.rows(offered, scene.lang, room - spread.height(kept_rows)) if offered else []
    height = spread.height([*rows, *kept_rows]) or 150
    canvas = spread.table(SPREAD.int("top") + height + foot)
    name = i18n.say(scene.lang, "imp.draft" if looking or kept else "imp.offer")
    header.draw_head(canvas, scene, theme, name, header.moment(view, scene.lang))
    glowing = frozenset(spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost))
    marks = {mark.spot: mark for mark in scene.marks}
    y = spread.lay(
        canvas, theme, [*rows, *kept_rows], SPREAD.int("top"), scene.lang, marks, glowing
    )
    margin = panels.LAYOUT.int("margin")
    if not rows and not kept_rows:
        empty = Rect(margin, SPREAD.int("top"), WIDTH - 2 * margin, 130)
        panels.lay_panel(canvas, theme, empty)
        panels.centred(canvas, theme, i18n.say(scene.lang, "imp.no_offer"), empty)
        y = empty.bottom + GAP
    if empire:
        strip = Rect(margin, y, WIDTH - 2 * margin, SPREAD.int("supply"))
        _draw_colors(canvas, scene, theme, strip, empire)
        hand.lay_supply(canvas, scene, theme, strip.moved(0, strip.h + GAP), empire)
    return canvas


def _draw_colors(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, empire: EmpireView
) -> None:
    """Draw the number of own Locations of each color, which many cards count."""
    panels.lay_panel(canvas, theme, frame)
    style = writing.Style(HEAVY_SERIF, TEXT, theme.ink)
    x = frame.x + 20.0
    x += (
        canvas.text(
            (x, frame.centre[1] + 12), i18n.say(scene.lang, "imp.colors"), style, kind="heading"
        )
        + 18
    )
    counts = Counter(
        color for location in empire.locations for color in CARDS[location.card].colors
    )
    step = (frame.right - 16 - x) / len(COLORS)
    for color in COLORS:
        n = counts[color]
        body = color_square(color, 46)
        if not n:
            body = body.copy()
            body.putalpha(body.getchannel("A").point([v * 40 // 100 for v in range(256)]))
        canvas.paste_centred(body, (x + 24, frame.centre[1]))
        tone = theme.ink if n else panels.muted(theme)
        canvas.digits((x + 54, frame.centre[1]), str(n), writing.Style(HEAVY, WORD, tone))
        x += step
