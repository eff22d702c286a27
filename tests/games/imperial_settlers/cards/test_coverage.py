"""In random eventful games everything happens that any card says."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from games.core.cards.effects import Chain, EffectRef
from games.core.engine import walk
from games.core.state.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.events import SettlersEvent
from games.imperial_settlers.rules.actions.cards import BY_CARD, AnyOp
from games.imperial_settlers.rules.effects.operations import (
    Choose,
    Placement,
    RazeCost,
    Storage,
    Trigger,
)
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from tests.games.imperial_settlers.cards.eager import begin, steps
from tests.games.occurrence import until_seen

GAMES = 360
SHOWING = (  # games that show all of it among them
    69,
    154,
    37,
    73,
    355,
    87,
    229,
    248,
    157,
    295,
    132,
    85,
    46,
    321,
    33,
    184,
    346,
    331,
    120,
    158,
    67,
    109,
    130,
    307,
    285,
    200,
    231,
    68,
    190,
    52,
    258,
    28,
    256,
    193,
    225,
    131,
    34,
    13,
    96,
    103,
    42,
    64,
    247,
    123,
    316,
    155,
    65,
    10,
    359,
    91,
    201,
    249,
    244,
    274,
)


class Seen:
    """What happened, by kind: ids of cards, ops, events, prompting frames, verbs."""

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = {}

    def add(self, kind: str, *names: str) -> None:
        self.of.setdefault(kind, Counter()).update(names)

    def cards(self, kind: str, *codes: str) -> None:
        self.add(kind, *(CARDS[code].id for code in codes if code in CARDS))

    def __getitem__(self, kind: str) -> set[str]:
        return set(self.of.get(kind, ()))


def count(seen: Seen, event: Any) -> None:
    """Count a public event."""
    seen.add("event", type(event).__name__)
    match event:
        case ev.Built(card=card, site=site, source=source):
            seen.cards("built", card)
            seen.cards("given up", site)
            seen.cards("builds", source)
        case ev.Signed(card=card):
            seen.cards("dealt", card)
        case ev.Razed(card=card, owner=owner):
            seen.cards("razed from the hand" if owner is None else "razed where it stood", card)
        case ev.Activated(card=card, mode=mode, times=times, cards=cards, source=source):
            seen.cards("activated twice" if times == 2 else "activated", card)
            seen.add("mode", f"{CARDS[card].id}.{mode}")
            seen.cards("repeated" if source else "by itself", card)
            seen.cards("discarded", *cards)
        case ev.Discarded(cards=cards) | ev.Left(cards=cards) | ev.Selected(left=cards):
            seen.cards("discarded", *cards)
        case ev.Removed(card=card):
            seen.cards("removed", card)
        case ev.Captured(card=card):
            seen.cards("captured", card)
        case ev.Attacked(card=card):
            seen.cards("attacked", card)


def parts(card: str) -> set[str]:
    """Return the parts of a card with ops that a chain resolves.

    Ops paid by their target are aimed at once.
    """
    effects = BY_CARD[card]
    found = {part for part in ("production", "bonus") if getattr(effects, part)}
    found |= {
        f"features.{at}.do" for at, one in enumerate(effects.features) if isinstance(one, Trigger)
    }
    modes = effects.action.modes if effects.action else ()
    found |= {
        f"action.modes.{at}.effect"
        for at, mode in enumerate(modes)
        if "raze_for_target" not in mode.cost
    }
    for part in list(found):
        for at, op in enumerate(EffectRef(card, part).find(BY_CARD)):
            if isinstance(op, Choose):
                found |= {f"{part}.{at}.options.{k}" for k in range(len(op.options))}
    return found


IDS = sorted(BY_CARD)
ACTION_OF = {card: action for card in IDS if (action := BY_CARD[card].action)}
ACTIONS = set(ACTION_OF)
EVERY: dict[str, set[str]] = {  # kinds of occurrence, and all that there is of each
    "op": {op.__name__ for op in AnyOp.__args__},
    "event": {event.__name__ for event in SettlersEvent.__args__}
    - {"TookFaction", "Began"},  # told at the start
    "frame": {
        "OpenRow",
        "Draft",
        "SoloRow",
        "PlayerTurn",
        "Sacrifice",
        "Draw",
        "Either",
        "Exchange",
        "LookAtCards",
        "Select",
        "Deploy",
        "Discard",
        "Aim",
        "BuildNow",
        "Repeat",
    },
    "verb": {op.__struct_config__.tag for op in AnyOp.__args__ if hasattr(op, "fields")}
    | {
        "choose",
        "exchange",
        "look",
        "keep",
        "deploy",
        "discard",
        "draw",
        "take",
        "sacrifice",
        "build_now",
        "repeat_action",
        "build",
        "deal",
        "raze",
        "raze_rival",
        "activate",
        "workers",
        "pass",
        "end",
        "defend",
        "samurai",
        "shrine",
        "gate",
    },
    "built": set(IDS),
    "part": {f"{card}.{part}" for card in IDS for part in parts(card)},
    "put": {
        card for card in IDS if any(isinstance(one, Placement) for one in BY_CARD[card].features)
    },
    "activated": ACTIONS,
    "mode": {
        f"{card}.{at}" for card, action in ACTION_OF.items() for at in range(len(action.modes))
    },
    "activated twice": {card for card, action in ACTION_OF.items() if action.uses == 2},
    "builds": {"com_settlers", "jap_negotiator"},
    "dealt": {card.id for card in CARDS.values() if card.deal},
    "razed from the hand": {card.id for card in CARDS.values() if card.raze},
}
COMMON = {card.id for card in CARDS.values() if card.common}
MANY = {
    "repeated": 11,
    "razed where it stood": 51,
    "given up": 111,
    "captured": 16,
    "removed": 16,
}  # different cards


def missing(seen: Seen) -> dict[str, object]:
    """Return what has not happened yet by kind.

    Where luck decides, the number of missing cards.
    """
    found: dict[str, object] = {kind: every - seen[kind] for kind, every in EVERY.items()}
    found["discarded"] = COMMON - seen["discarded"]
    found |= {kind: max(0, many - len(seen[kind])) for kind, many in MANY.items()}
    return {kind: what for kind, what in found.items() if what}


def play(seen: Seen, at: int) -> None:
    """Play the game with this seed."""
    n = (4, 1, 3, 4, 1, 2, 1, 4, 3)[at % 9]
    options: dict[str, Any] = {"faction_reshuffle": at % 5 == 0, "acting_troupe_pays": at % 7 == 0}
    if n > 1:
        options |= {
            "exploration": ("standard", "alternative", "advanced")[at % 3],
            "peaceful": at % 11 == 0,
        }
    pos = begin(n, at, **options)
    for now, _, path, told in steps(pos, Rng.of(at), spare="samurai" if at % 4 else ""):
        seen.add("verb", str(path[0]))
        for one in told:
            if one.public is not None:
                count(seen, one.public)
        if now.stack:
            seen.add("frame", type(now.stack[-1]).__name__)
        for _, location in now.state.all_locations():
            if location.put or location.under:
                seen.cards("put", location.card)
    assert GAME.audit(pos) == []


@pytest.fixture(scope="module")
def seen() -> Seen:
    found = Seen()
    run = Chain.advance

    def watched(self: Any, t: Any) -> None:
        ops: EffectRef = self.ops
        op = ops.find(EFFECTS)[self.at]
        if op.why_impossible(t, self.seat) is None:
            found.add("op", type(op).__name__)
            found.add("part", f"{CARDS[ops.card].id}.{ops.part}")
        run(self, t)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chain, "advance", watched)
        until_seen(partial(play, found), partial(missing, found), SHOWING, range(GAMES))
    return found


@pytest.mark.parametrize("kind", EVERY)
def test_everything_occurs_and_nothing_that_the_cards_do_not_know(seen: Seen, kind: str) -> None:
    """Every op, event, question and verb; every card built, dealt, razed, each of its effects resolved, its actions used in every
    way, and those of two activations twice in one action."""
    assert seen[kind] == EVERY[kind]


def test_what_hangs_on_luck_occurs_to_many_cards(seen: Seen) -> None:
    assert missing(seen) == {}
    assert seen["discarded"] >= COMMON
    assert seen["razed where it stood"] <= EVERY["razed from the hand"]


def test_cards_that_are_only_looked_up_are_built(seen: Seen) -> None:
    assert {
        card
        for card in IDS
        if any(isinstance(one, Storage | RazeCost) for one in BY_CARD[card].features)
    } <= seen["built"]


def test_factions_are_chosen_in_reverse_order() -> None:
    pos = walk.start(GAME, {}, 4, "factions")
    asked = []
    while type(pos.stack[-1]).__name__ == "Factions":
        asked.append(walk.actors(pos)[0])
        pos = walk.submit(pos, asked[-1], walk.default_path(pos, asked[-1])).pos
    assert asked == list(reversed(pos.state.order))
