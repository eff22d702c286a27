"""Hands and offers of Imperial Settlers for pictures of cards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from games.core.views.scene import Scene
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS, COMMON
from games.imperial_settlers.model.state import Location
from games.imperial_settlers.views.view import GameView
from tests.games.imperial_settlers.positions import hand_view
from tests.render.imperial_settlers.staged import played
from tests.render.scenes import lettered, view_scene

RICH = {"wood": 4, "stone": 3, "food": 2, "worker": 5, "raze": 1, "defense": 0, "gold": 1}
POOR = {"wood": 1, "stone": 0, "food": 1, "worker": 1, "raze": 0, "defense": 0, "gold": 0}
TWINS = tuple(code for code, card in CARDS.items() if card.id == "com_castle")


def code_of(name: str) -> str:
    """Return the first code of a card."""
    return next(code for code, card in CARDS.items() if card.id == name)


def hand(
    n: int, faction: str = "romans", supply: dict[str, int] = RICH, cards: Sequence[str] = ()
) -> Any:
    """Return a game of two; the first has these cards, or `n` random ones and something to give up."""
    pos = GAME.codec.clone(played(2, 2))
    mine = pos.state.players[0]
    mine.faction, mine.supply = faction, dict(supply)
    deck = [code for code, card in CARDS.items() if card.deck in (COMMON, faction)]
    random.Random(n).shuffle(deck)
    mine.hand = sorted(cards or deck[:n])
    mine.locations = [
        Location(next(code for code in deck if CARDS[code].common and code not in mine.hand))
    ]
    return pos


def scene(
    pos: Any,
    kind: str = "hand",
    viewer: int | None = 0,
    *,
    spots: Sequence[str] = (),
    blocked: Sequence[str] = (),
    view: dict[str, Any] | None = None,
    **more: Any,
) -> Scene:
    """Return a scene for a viewer with marks on spots; `view` replaces fields of the view."""
    seen: GameView = structs.replace(GAME.view(pos, viewer), **(view or {}))
    return view_scene(seen, kind, **({"marks": lettered(*spots, blocked=blocked)} | more))


def looking(pos: Any, cards: Sequence[str], kept: Sequence[str] = ()) -> dict[str, Any]:
    """Return the fields to replace so that the viewer looks at cards."""
    return {"hand": structs.replace(hand_view(pos, 0), looking=tuple(cards), kept=tuple(kept))}
