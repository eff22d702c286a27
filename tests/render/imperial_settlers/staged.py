"""Views of Imperial Settlers for pictures: eventful games and built crowds."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from games.core.engine import walk
from games.core.state.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import ATTACKS, CARDS
from games.imperial_settlers.model.state import Buried, Foundation, Location, MadeDeal
from games.imperial_settlers.views.view import GameView

EAGER = ("build", "activate", "raze", "workers", "deal", "take", "faction")
TRIES = 10


def eager(pos: Any, seat: int, lot: Rng) -> tuple[Any, ...]:
    """Return the one of several random moves that builds most."""
    tried = [walk.random_move(pos, seat, lot) for _ in range(TRIES)]
    return min(
        tried, key=lambda path: EAGER.index(path[0]) if path and path[0] in EAGER else len(EAGER)
    )


@functools.lru_cache(maxsize=64)
def played(n: int, round_: int, phase: str = "action", seed: int = 0, steps: int = 0) -> Any:
    """Return an eventful game at a phase of a round, some moves later; round 9 is the end."""
    pos, lot = walk.start(GAME, {}, n, f"pictures {n} {seed}"), Rng.of(n + 10 * seed)
    left = steps
    while pos.outcome is None:
        view = GAME.view(pos, None)
        if view.round == round_ and view.phase == phase:
            left -= 1
            if left < 0:
                break
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, eager(pos, seat, lot))
    return pos


def codes(deck: str, kind: str, n: int) -> list[str]:
    """Return the first cards of a deck and kind."""
    return [code for code, card in CARDS.items() if card.deck == deck and card.kind == kind][:n]


@functools.lru_cache(maxsize=16)
def crowded(n: int, each: int = 5, faction: str = "") -> Any:
    """Return a late game with `each` Locations of every kind on both sides.

    Everything lies on them; the first seat may be given a `faction`.
    """
    pos = GAME.codec.clone(played(n, 2))
    s = pos.state
    s.round = 5
    if faction and faction != s.players[0].faction:
        other = next((player for player in s.players[1:] if player.faction == faction), None)
        if other is not None:
            other.faction = s.players[0].faction
        s.players[0].faction = faction
    free = {kind: iter(codes("common", kind, 99)) for kind in ("production", "feature", "action")}
    for seat, player in enumerate(s.players):
        player.locations, player.deals, player.hand, player.foundations = [], [], [], []
        player.points = 27 + 6 * seat
        player.supply = {
            "wood": 3,
            "stone": 12,
            "food": 0,
            "worker": 5,
            "raze": 2,
            "defense": 1,
            "gold": 4,
        }
        for kind in ("production", "feature", "action"):
            own = codes(player.faction, kind, each if seat == 0 else max(1, each - 2))
            common = [
                code for code, _ in zip(free[kind], range(each if seat == 0 else 2), strict=False)
            ]
            player.locations += [Location(code) for code in [*own, *common]]
        rest = [code for code, card in CARDS.items() if card.deck == player.faction and card.deal]
        built = {one.card for one in player.locations}
        player.deals = [MadeDeal(CARDS[code].deal, code) for code in rest if code not in built][
            : 2 + seat
        ]
        player.foundations = [Foundation(f"com0{70 + 3 * seat + k}", k > 0) for k in range(2)]
        player.hand = [code for code in reversed(rest) if code not in built][:4]
    _dress(s)
    return pos


def _dress(s: Any) -> None:
    """Put something of everything on the first player's Locations."""
    mine = s.players[0].locations
    actions = [one for one in mine if one.facts.kind == "action"]
    commons = [one for one in mine if one.facts.common]
    own = [one for one in mine if not one.facts.common]
    for one in actions[:2]:
        one.used, one.by = 1, [0]
    if len(actions) > 2:
        actions[2].blocked = True
    for one in commons[:2]:
        one.defense = 1
    for one in own[:2]:
        one.samurai = True
    temple = next(one for one in own if one.facts.kind == "feature")
    temple.put, temple.under = 3, [Buried("com080", 0), Buried("com081", 0)]
    if len(s.players) > 1:
        commons[-1].captor = 1
        s.players[1].locations[0].captor = 0
        s.players[1].deals.append(MadeDeal("gold", "", own[0].card))
    else:
        s.virtual = [Location(code) for code in ("com082", "com083")]
        s.collection, s.queue, s.spent = ["com010", "com020"], sorted(ATTACKS)[:5], []
        s.attacks = sorted(ATTACKS)[5:]


def offered(pos: Any, cards: Sequence[str]) -> GameView:
    """Return a game with an open row of cards."""
    return structs.replace(GAME.view(pos, None), offer=tuple(cards), phase="exploration")
