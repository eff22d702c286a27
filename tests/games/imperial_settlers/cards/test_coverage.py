"""In a few hundred games by lot of a player that likes to do things, everything occurs that stands on any card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core import walk
from games.core.effects import Chain, Ref
from games.core.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.events import SettlersEvent
from games.imperial_settlers.rules.actions.cards import BY_CARD, AnyOp
from games.imperial_settlers.rules.effects.operations import Choose, Placement, RazeCost, Storage, Trigger
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from tests.games.imperial_settlers.cards.eager import begin, steps

GAMES = 360
ASKING = {"Row", "Draft", "SoloRow", "Turn", "Sacrifice", "Draw", "Either", "Exchange", "Look", "Select", "Deploy", "Discard",
          "Aim", "BuildNow", "Repeat"}


class Seen:
    """What occurred, by kind of occurrence: ids of cards, ops, events, frames that asked, verbs."""

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = {}

    def add(self, kind: str, *names: str) -> None:
        self.of.setdefault(kind, Counter()).update(names)

    def cards(self, kind: str, *codes: str) -> None:
        self.add(kind, *(CARDS[code].id for code in codes if code in CARDS))

    def __getitem__(self, kind: str) -> set[str]:
        return set(self.of.get(kind, ()))


def count(seen: Seen, event: Any) -> None:
    """One public fact."""
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


@pytest.fixture(scope="module")
def seen():
    found = Seen()
    run = Chain.run

    def watched(self: Any, t: Any) -> None:
        ops: Ref = self.ops
        op = ops.find(EFFECTS)[self.at]
        if op.possible(t, self.seat) is None:
            found.add("op", type(op).__name__)
            found.add("part", f"{CARDS[ops.card].id}.{ops.part}")
        run(self, t)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chain, "run", watched)
        for at in range(GAMES):
            n = (4, 1, 3, 4, 1, 2, 1, 4, 3)[at % 9]
            options: dict[str, Any] = {"faction_reshuffle": at % 5 == 0, "acting_troupe_pays": at % 7 == 0}
            if n > 1:
                options |= {"exploration": ("standard", "alternative", "advanced")[at % 3], "peaceful": at % 11 == 0}
            pos = begin(n, at, **options)
            for now, _, path, told in steps(pos, Rng.of(at), spare="samurai" if at % 4 else ""):
                found.add("verb", str(path[0]))
                for one in told:
                    if one.all is not None:
                        count(found, one.all)
                if now.stack:
                    found.add("frame", type(now.stack[-1]).__name__)
                for _, one in now.state.standing():
                    if one.put:
                        found.cards("put", one.card)
                    if one.under:
                        found.cards("buried", one.card)
            assert GAME.audit(pos) == []
    return found


def parts(card: str) -> set[str]:
    """Where a card has ops that a chain resolves: what is paid by its target is aimed at once."""
    effects = BY_CARD[card]
    found = {part for part in ("production", "bonus") if getattr(effects, part)}
    found |= {f"features.{at}.do" for at, one in enumerate(effects.features) if isinstance(one, Trigger)}
    modes = effects.action.modes if effects.action else ()
    found |= {f"action.modes.{at}.effect" for at, mode in enumerate(modes) if "raze_for_target" not in mode.cost}
    for part in list(found):
        for at, op in enumerate(Ref(card, part).find(BY_CARD)):
            if isinstance(op, Choose):
                found |= {f"{part}.{at}.options.{k}" for k in range(len(op.options))}
    return found


IDS = sorted(BY_CARD)
ACTIONS = {card for card in IDS if BY_CARD[card].action}


def test_every_op_event_and_frame(seen):
    assert seen["op"] == {op.__name__ for op in AnyOp.__args__}
    assert seen["event"] == {event.__name__ for event in SettlersEvent.__args__} - {"TookFaction", "Began"}, "told at the start"
    assert seen["frame"] == ASKING


def test_every_verb(seen):
    aimed = {op.__struct_config__.tag for op in AnyOp.__args__ if hasattr(op, "fields")}
    asked = {"choose", "exchange", "look", "keep", "deploy", "discard", "draw", "take", "sacrifice", "build_now", "repeat_action"}
    turn = {"build", "deal", "raze", "activate", "workers", "pass", "end", "defend", "samurai", "shrine", "gate"}
    assert seen["verb"] == aimed | asked | turn


def test_every_card_is_built_and_each_of_its_effects_resolved(seen):
    assert seen["built"] == set(IDS)
    assert seen["part"] == {f"{card}.{part}" for card in IDS for part in parts(card)}


def test_every_feature_works(seen):
    placing = {card for card in IDS if any(isinstance(one, Placement) for one in BY_CARD[card].features)}
    assert seen["put"] | seen["buried"] == placing
    quiet = {card for card in IDS if any(isinstance(one, Storage | RazeCost) for one in BY_CARD[card].features)}
    assert quiet <= seen["built"]


def test_every_action_and_mode_is_used_and_those_of_two_activations_twice_in_one_action(seen):
    assert seen["activated"] == ACTIONS
    assert seen["mode"] == {f"{card}.{at}" for card in ACTIONS for at in range(len(BY_CARD[card].action.modes))}
    assert seen["activated twice"] == {card for card in ACTIONS if BY_CARD[card].action.uses == 2}
    assert seen["builds"] == {"com_settlers", "jap_negotiator"}
    assert len(seen["repeated"]) > 10


def test_every_card_is_dealt_razed_given_up_and_discarded(seen):
    assert seen["dealt"] == {card.id for card in CARDS.values() if card.deal}
    razable = {card.id for card in CARDS.values() if card.raze}
    assert seen["razed from the hand"] == razable
    assert seen["razed where it stood"] <= razable
    assert len(seen["razed where it stood"]) > 50
    assert seen["discarded"] >= {card.id for card in CARDS.values() if card.common}
    assert len(seen["given up"]) > 110
    assert len(seen["captured"]) > 15
    assert len(seen["removed"]) > 15


def test_factions_are_chosen_in_reverse_order():
    pos = walk.start(GAME, {}, 4, "factions")
    asked = []
    while type(pos.stack[-1]).__name__ == "Factions":
        asked.append(walk.actors(pos)[0])
        pos = walk.submit(pos, asked[-1], walk.default_path(pos, asked[-1])).pos
    assert asked == list(reversed(pos.state.order))
