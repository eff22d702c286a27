"""Each plain Action Location is activated once and twice.

Each plain trigger fires only on its event.
"""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.text.messages import Path
from games.imperial_settlers.model.events import Activated
from games.imperial_settlers.rules.flow.turn import PlayerTurn
from tests.games.asking import events_of_move, keys, legal, refused, why
from tests.games.imperial_settlers.cards.printed import PRINTED, gains, plus
from tests.games.imperial_settlers.cards.table import (
    Pos,
    built,
    founded,
    go,
    hand,
    have,
    place,
    rest,
    supply,
    table,
    two,
    who,
)

PLAIN = [
    code
    for code, card in sorted(PRINTED.items())
    if card.uses and card.effect.get("A", card.effect.get("A2")) != "*"
]
TWICE = [code for code in PLAIN if PRINTED[code].uses == 2]
SOFT = ("wood", "stone", "food")
COUNTED = {
    "red": "com056",
    "grey": "com036",
    "brown": "com076",
    "pink": "com084",
    "gold": "com032",  # one of each colour and
    "barbarians": "bar020",
    "romans": "rom006",
    "egyptians": "egi011",
    "common": "com069",
}  # deck, quiet when built


def use(code: str, times: int, paid: dict[str, int]) -> Path:
    """Return the path of an activation, once or twice in one action."""
    card = PRINTED[code]
    soft = {good: n for good, n in paid.items() if good in (*SOFT, "gold")}
    asks = any(good in SOFT for good in card.action[0])
    hard = card.action[0].get("gold", 0) * times
    soft = {good: n - (hard if good == "gold" else 0) for good, n in soft.items()} if asks else {}
    return (
        "activate",
        code,
        *([("once", "twice")[times - 1]] if card.uses == 2 else []),
        *([{good: n for good, n in soft.items() if n}] if asks else []),
    )


def scene(code: str, purse: dict[str, int]) -> Pos:
    """Return a game with the Location and exactly these goods."""
    pos = built(two(PRINTED[code].deck), 0, code)
    who(pos).supply |= purse
    return pos


def times(goods: dict[str, int], n: int) -> dict[str, int]:
    return {good: k * n for good, k in goods.items()}


def test_every_action_costs_what_is_printed_and_brings_it(subtests: pytest.Subtests) -> None:
    for code in PLAIN:
        with subtests.test(code=code):
            cost, gain = PRINTED[code].action
            goods, cards = gains(gain, {})
            pos = scene(code, cost)
            paid = next(
                one for one in events_of_move(pos, use(code, 1, cost)) if isinstance(one, Activated)
            )
            assert (paid.card, paid.times, paid.paid) == (code, 1, cost)
            pos = rest(pos, use(code, 1, cost))
            assert (supply(pos), len(who(pos).hand)) == (goods, cards)
            assert (place(pos, code).used, place(pos, code).by) == (1, [0])


def test_every_action_is_refused_with_its_reason_where_a_good_is_missing(
    subtests: pytest.Subtests,
) -> None:
    for code in PLAIN:
        with subtests.test(code=code):
            cost, _ = PRINTED[code].action
            for good in cost:
                pos = built(
                    scene(code, cost | {good: cost[good] - 1}), 0, "com049"
                )  # an inn, to have the verb
                hand(pos, 0, "com071")
                assert why(pos, code, "activate") == "imp.why.short_only"
                assert refused(pos, "activate", code)


def test_gold_stands_for_raw_materials_in_every_action_and_for_nothing_else(
    subtests: pytest.Subtests,
) -> None:
    for code in [code for code in PLAIN if set(PRINTED[code].action[0]) != {"gold"}]:
        with subtests.test(code=code):
            cost, gain = PRINTED[code].action
            soft = sum(n for good, n in cost.items() if good in SOFT)
            for good in cost:
                if good not in (*SOFT, "gold"):
                    assert refused(
                        scene(code, plus(cost, {"gold": 9}) | {good: 0}), "activate", code
                    )
            if soft:
                golden = plus(
                    {good: n for good, n in cost.items() if good not in SOFT}, {"gold": soft}
                )
                pos = rest(scene(code, golden), use(code, 1, golden))
                assert supply(pos) == gains(gain, {})[0]


def test_every_action_is_used_up_after_its_activations(subtests: pytest.Subtests) -> None:
    """`uses` 2: once in each of two actions; the second player passes in between (rules 5.4)."""
    for code in PLAIN:
        with subtests.test(code=code):
            uses = PRINTED[code].uses
            cost, gain = PRINTED[code].action
            goods, cards = gains(gain, {})
            pos = built(scene(code, times(cost, 3)), 0, "com049")
            who(pos, 1).passed = True
            for n in range(1, uses + 1):
                pos = rest(pos, use(code, 1, cost))
                assert supply(pos) == plus(times(cost, 3 - n), times(goods, n))
                assert (place(pos, code).used, len(who(pos).hand)) == (n, cards * n)
                assert isinstance(pos.stack[-1], PlayerTurn)
            hand(pos, 0, "com072")
            assert why(pos, code, "activate") == "imp.why.used"


def test_both_activations_in_one_action_are_paid_first(subtests: pytest.Subtests) -> None:
    """Rules 5.4; ruling R59: what the first brings can not pay the second."""
    for code in TWICE:
        with subtests.test(code=code):
            cost, gain = PRINTED[code].action
            goods, cards = gains(gain, {})
            double = times(cost, 2)
            pos = rest(scene(code, double), use(code, 2, double))
            assert (supply(pos), place(pos, code).used, len(who(pos).hand)) == (
                times(goods, 2),
                2,
                cards * 2,
            )
            short = scene(code, cost)
            assert not legal(short, *use(code, 2, cost))
            assert why(short, "twice", "activate", code) == "imp.why.short_only"
            used = scene(code, times(cost, 3))
            place(used, code).used = 1
            assert why(used, "twice", "activate", code) == "imp.why.one_use"
            assert keys(used, "activate", code) == ["once"]


def test_a_location_of_one_activation_is_not_asked_how_often(subtests: pytest.Subtests) -> None:
    for code in [code for code in PLAIN if PRINTED[code].uses == 1]:
        with subtests.test(code=code):
            cost, _ = PRINTED[code].action
            answer = walk.ask(scene(code, times(cost, 2)), 0, ("activate", code))
            assert not [
                one for one in getattr(answer, "options", ()) if one.key in ("once", "twice")
            ]


TRIGGERS = [code for code, card in sorted(PRINTED.items()) if card.effect.get("T", "*") != "*"]


def test_every_trigger_fires_for_its_event_and_no_other(subtests: pytest.Subtests) -> None:
    for code in TRIGGERS:
        with subtests.test(code=code):
            card = PRINTED[code]
            event, _, gain = card.effect["T"].partition(">")
            goods, _ = gains(gain, {})
            deck = (
                card.deck if event not in PRINTED[COUNTED.get(event, "com001")].deck else "romans"
            )
            for other, new in COUNTED.items():
                if PRINTED[new].deck not in ("common", deck if deck != "common" else "romans"):
                    continue
                pos = founded(hand(built(two(deck), 0, code), 0, new), 0, "com074")
                who(pos).supply |= PRINTED[new].cost
                site = ("com074",) if PRINTED[new].site else ()
                pos = rest(
                    pos, ("build", new, *site, *([PRINTED[new].cost] if PRINTED[new].cost else []))
                )
                quiet = {
                    "bar020": {"worker": 2},
                    "egi011": {"food": 1, "worker": 1},
                    "com069": {"worker": 1},
                }.get(new, {})
                fires = event == other or event in PRINTED[new].colors or event == PRINTED[new].deck
                assert supply(pos) == plus(quiet, goods if fires else {}), (other, new)


def test_raze_triggers_fire_for_hands_and_rivals_and_not_for_being_razed(
    subtests: pytest.Subtests,
) -> None:
    for code in [code for code in TRIGGERS if PRINTED[code].effect["T"].startswith("raze")]:
        with subtests.test(code=code):
            gained = plus({"wood": 2}, gains(PRINTED[code].effect["T"].partition(">")[2], {})[0])
            pos = have(hand(built(two("barbarians"), 0, code), 0, "com007"), 0, "1R")
            assert supply(go(pos, ("raze", "hand", "com007"))) == gained
            pos = have(built(built(two("barbarians"), 0, code), 1, "com007"), 0, "2R")
            assert supply(go(pos, ("raze", "rival", "p1", "com007"))) == gained
            pos = have(built(built(table("romans", "barbarians"), 1, code), 1, "com007"), 0, "2R")
            pos = go(pos, ("raze", "rival", "p1", "com007"))
            assert supply(pos, 1) == {"wood": 1}


def test_deal_triggers_fire_for_each_deal_of_ones_own(subtests: pytest.Subtests) -> None:
    for code in [code for code in TRIGGERS if PRINTED[code].effect["T"].startswith("deal")]:
        with subtests.test(code=code):
            gain = gains(PRINTED[code].effect["T"].partition(">")[2], {})[0]
            pos = have(hand(built(table("japanese", "romans"), 0, code), 0, "jap001"), 0, "1F")
            assert supply(go(pos, ("deal", "jap001", {"food": 1}))) == plus({"worker": 1}, gain)
            pos = have(hand(built(table("romans", "japanese"), 1, code), 0, "rom001"), 0, "1F")
            assert supply(go(pos, ("deal", "rom001", {"food": 1})), 1) == {}


CAPTURABLE = [
    code
    for code in TRIGGERS
    if PRINTED[code].deck != "egyptians"
    and PRINTED[COUNTED.get(PRINTED[code].effect["T"].partition(">")[0], "rom001")].deck == "common"
]


def test_triggers_of_others_or_captured_ones_do_not_fire_for_the_owner(
    subtests: pytest.Subtests,
) -> None:
    """What seat 1 has does nothing for seat 0; captured by seat 0, it works for seat 0 alone (rules 9.4)."""
    for code in CAPTURABLE:
        with subtests.test(code=code):
            event, _, gain = PRINTED[code].effect["T"].partition(">")
            deck = PRINTED[code].deck
            new = COUNTED[event]
            owner = deck if deck != "common" else "barbarians"
            for captor in (None, 0):
                pos = built(hand(table("egyptians", owner), 0, new), 1, code)
                who(pos).supply |= PRINTED[new].cost
                place(pos, code).captor = captor
                quiet = {"com069": {"worker": 1}}.get(new, {})
                pos = rest(pos, ("build", new, *([PRINTED[new].cost] if PRINTED[new].cost else [])))
                assert supply(pos) == plus(quiet, gains(gain, {})[0] if captor == 0 else {})
                assert supply(pos, 1) == {}
