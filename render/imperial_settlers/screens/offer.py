"""Choices on offer: the open row of an exploration, the hidden draft, the factions.

The viewer's hand lies below the cards on offer, because users choose a card that suits it.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.views.scene import Scene
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme
from render.imperial_settlers.layers import factions, spread
from render.imperial_settlers.layers.spread import Group, Item
from render.imperial_settlers.pieces import header
from render.imperial_settlers.screens import hand
from render.parts import panels

PLAIN = Group("plain", "", (120, 96, 78))


def draw_offer(scene: Scene, theme: Theme) -> Canvas:
    """Draw the cards or factions to choose from, the viewer's hand and the purse."""
    view: GameView = scene.view
    if view.phase == "setup":
        return factions.draw_factions(scene, theme)
    looking, kept = (view.hand.looking, view.hand.kept) if view.hand else ((), ())
    empire = view.empires[view.viewer] if view.viewer is not None else None
    field = hand.field_of(beside_purse=empire is not None)
    hand_rows = _hand_rows(view, scene.lang, field)
    kept_items = [Item((code,), hand.group(scene.lang, "kept")) for code in kept]
    look = hand.group(scene.lang, "look") if kept or hand_rows else PLAIN
    if view.offer and not looking:
        look = replace(look, words=i18n.say(scene.lang, "imp.take_one", n=len(view.offer)))
    offered = [Item((code,), look) for code in looking or view.offer]
    # Cards that are kept already lie beside those to choose from.
    chosen_from = [*offered, *kept_items]
    rows = hand.rows_above_hand(chosen_from, hand_rows, scene.lang, field) if chosen_from else []
    canvas, extra = hand.picture(rows, field.h)
    name = i18n.say(scene.lang, "imp.draft" if looking or kept else "imp.offer")
    header.draw_head(canvas, scene, theme, name, header.moment(view, scene.lang))
    glowing = frozenset(spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost))
    marks = {mark.spot: mark for mark in scene.marks}
    cards = Rect(field.x, field.y, field.w, field.h + extra)
    spread.lay(canvas, theme, rows, cards, scene.lang, marks, glowing)
    if not rows:
        panels.lay_panel(canvas, theme, cards)
        panels.centred(canvas, theme, i18n.say(scene.lang, "imp.no_offer"), cards)
    if empire:
        hand.lay_purse(canvas, scene, theme, empire, income=view.phase == "exploration")
    return canvas


def _hand_rows(view: GameView, lang: str, field: Rect) -> list[spread.SpreadRow]:
    """Return the viewer's hand as rows of small cards.

    They do not tell what can be paid, because the Production phase is still to come.
    """
    group = hand.group(lang, "rest")
    held = [Item((one.card,), group) for one in (view.hand.cards if view.hand else ())]
    return spread.slip_rows(spread.piles(held), lang, field.w)
