"""Each of the 204 cards is built, dealt, razed, given up, discarded, removed, captured and buried."""

from __future__ import annotations

import itertools

import pytest

from games.core.text.messages import Path
from games.imperial_settlers.model.catalog import CARDS, RESOURCES
from games.imperial_settlers.model.state import Foundation
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.turn import PlayerTurn
from tests.games.asking import keys, legal, refused, why
from tests.games.imperial_settlers.cards.printed import PRINTED, gains, plus
from tests.games.imperial_settlers.cards.table import (
    Pos,
    built,
    founded,
    go,
    hand,
    harvest,
    have,
    place,
    places_of,
    rest,
    supply,
    table,
    two,
    who,
)

ALL = sorted(PRINTED)
COMMON = [code for code in ALL if PRINTED[code].deck == "common"]
FACTION = [code for code in ALL if PRINTED[code].deck != "common"]
FRIENDS = {  # Locations of a colour that do nothing when something is built
    "grey": ("com033", "com034", "com035", "com036", "com037", "com038"),
    "brown": ("com042", "com043", "com044", "com058", "com059", "com060"),
    "red": ("com053", "com054", "com055", "com056", "com057", "com082"),
    "gold": ("com021", "com022", "com030", "com031", "com032", "com061"),
    "pink": ("com039", "com040", "com041", "com084", "com012", "com013"),
    "black": ("com018", "com019", "com020", "com050", "com051", "com005"),
}
ON_ENTERING: dict[
    str, dict[str, int]
] = {  # what special effects bring by default to who has nothing else
    "egy_pharaohs_guard": {"raze": 1},
    "rom_administration": {"gold": 1},
}
LOOKING = {"jap_buddhist_temple", "rom_architect"}  # draw two, keep one


def site_for(code: str) -> str:
    """Return a Foundation to give up."""
    return "com074" if code != "com074" else "com073"


def entering(code: str, friends: int = 0) -> tuple[dict[str, int], int]:
    """Return what building a card brings beside `friends` of its color: goods and cards."""
    card = PRINTED[code]
    colors = dict.fromkeys(card.colors, 1 + friends)
    goods, cards = ON_ENTERING.get(card.id, {}), int(card.id in LOOKING)
    for part in ("P", "B"):
        if (words := card.effect.get(part, "*")) != "*":
            more, drawn = gains(words, colors)
            goods, cards = plus(goods, more), cards + drawn
    event, _, gain = card.effect.get("T", "*").partition(">")
    if event in (*card.colors, card.deck):
        goods = plus(goods, gains(gain, {})[0])
    return goods, cards


def per_color(code: str) -> str:
    """Return the color that an effect on entering counts, if any."""
    words = ",".join(PRINTED[code].effect.get(part, "") for part in ("P", "B"))
    return words.partition("/")[2].partition("<")[0] if "/" in words else ""


def building(code: str, pay: dict[str, int]) -> Path:
    """Return the path that builds a card with its Foundation."""
    site = (site_for(code),) if PRINTED[code].site else ()
    return ("build", code, *site, *([pay] if PRINTED[code].cost else []))


def ready(code: str, pay: dict[str, int], friends: int = 0) -> Pos:
    """Give exactly the price of a building."""
    pos = hand(two(PRINTED[code].deck), 0, code)
    who(pos).supply |= pay
    if PRINTED[code].site:
        founded(pos, 0, site_for(code))
    return built(pos, 0, *FRIENDS[per_color(code)][:friends]) if friends else pos


def entered(pos: Pos, code: str, friends: int = 0) -> None:
    """Check that the card stands, is paid and has brought its goods."""
    goods, cards = entering(code, friends)
    assert supply(pos) == goods
    assert (len(who(pos).hand), who(pos).locations[-1].card, who(pos).foundations) == (
        cards,
        code,
        [],
    )
    if PRINTED[code].site:
        assert places_of(pos, site_for(code)) == ["discard"]


def test_every_card_is_built_for_exactly_its_cost(subtests: pytest.Subtests) -> None:
    for code in ALL:
        with subtests.test(code=code):
            card = PRINTED[code]
            pos = rest(ready(code, card.cost), building(code, card.cost))
            entered(pos, code)
            assert (place(pos, code).used, place(pos, code).samurai) == (0, card.id == "jap_ninjas")
            assert score(pos).total[0] == who(pos).points + (1 if card.deck == "common" else 2)


def test_every_count_by_colour_includes_the_card_itself_and_has_its_most(
    subtests: pytest.Subtests,
) -> None:
    for friends, code in itertools.product([1, 2, 6], [code for code in ALL if per_color(code)]):
        with subtests.test(friends=friends, code=code):
            pos = rest(ready(code, PRINTED[code].cost, friends), building(code, PRINTED[code].cost))
            entered(pos, code, friends)


def test_gold_stands_for_any_part_of_every_cost_and_nothing_for_gold(
    subtests: pytest.Subtests,
) -> None:
    for code in [code for code in ALL if PRINTED[code].cost]:
        with subtests.test(code=code):
            cost = PRINTED[code].cost
            n = sum(cost.values())
            entered(rest(ready(code, {"gold": n}), building(code, {"gold": n})), code)
            first = next(iter(cost))
            mixed = plus({**cost, first: cost[first] - 1}, {"gold": 1})
            entered(rest(ready(code, mixed), building(code, mixed)), code)
            rich = ready(code, plus(cost, {"gold": n}))
            assert not legal(rich, *building(code, {"gold": n + 1}))
            assert not legal(
                rich, *building(code, {other: n for other in RESOURCES if other not in cost})
            )


def test_every_card_says_why_it_can_not_be_built(subtests: pytest.Subtests) -> None:
    for code in [code for code in ALL if PRINTED[code].cost or PRINTED[code].site]:
        with subtests.test(code=code):
            cost, site = PRINTED[code].cost, PRINTED[code].site
            if cost:
                short = {**cost, next(iter(cost)): next(iter(cost.values())) - 1}
                pos = built(hand(ready(code, short), 0, "com072"), 0, "com071")
                assert why(pos, code, "build") == "imp.why.short_only"
                assert refused(pos, "build", code)
            if site:
                pos = hand(ready(code, cost), 0, "com072")
                who(pos).foundations = []
                pos.state.discard.append(site_for(code))
                assert why(pos, code, "build").startswith("imp.why.no_site")


def test_every_production_location_produces_each_round(subtests: pytest.Subtests) -> None:
    """Alone, and beside others of its colour; what the board and the friends produce comes on top."""
    for code in [code for code in ALL if "P" in PRINTED[code].effect]:
        with subtests.test(code=code):
            for friends in (0, 1, 5) if per_color(code) else (0,):
                with_it = two(PRINTED[code].deck)
                for some in (with_it, bare := two(PRINTED[code].deck)):
                    if friends:
                        built(some, 0, *FRIENDS[per_color(code)][:friends])
                built(with_it, 0, code)
                got, base = (through(harvest(some)) for some in (with_it, bare))
                words = PRINTED[code].effect["P"]
                goods, cards = (
                    gains(words, dict.fromkeys(PRINTED[code].colors, friends + 1))
                    if words != "*"
                    else (
                        {"raze": 1} if PRINTED[code].id == "egy_pharaohs_guard" else {},
                        int(PRINTED[code].id in LOOKING),
                    )
                )
                assert supply(got) == plus(supply(base), goods)
                assert len(who(got).hand) == len(who(base).hand) + cards


def through(pos: Pos) -> Pos:
    """Play defaults in a production until it is the seat's turn."""
    return pos if isinstance(pos.stack[-1], PlayerTurn) else rest(pos)


def test_every_faction_card_makes_a_deal_and_brings_its_good_each_round(
    subtests: pytest.Subtests,
) -> None:
    for code in FACTION:
        with subtests.test(code=code):
            card = PRINTED[code]
            pos = rest(have(hand(two(card.deck), 0, code), 0, "1F"), ("deal", code, {"food": 1}))
            drawn = card.deal == "card"
            assert supply(pos) == ({} if drawn else {card.deal: 1})
            assert ([deal.card for deal in who(pos).deals], len(who(pos).hand)) == (
                [code],
                int(drawn),
            )
            assert who(pos).deals[0].good == card.deal
            base, got = (through(harvest(some)) for some in (two(card.deck), _only_deals(pos)))
            assert supply(got) == plus(supply(base), {} if drawn else {card.deal: 1})
            assert len(who(got).hand) == int(drawn)


def _only_deals(pos: Pos) -> Pos:
    """Return the next production with empty supply and hand."""
    player = who(pos)
    for card in player.hand:
        pos.state.discard_card(card)
    player.hand, player.points, player.supply = [], 0, dict.fromkeys(player.supply, 0)
    pos.stack = [
        *pos.stack[
            : pos.stack.index(next(frame for frame in pos.stack if isinstance(frame, PlayerTurn)))
        ],
        PlayerTurn(0),
    ]
    return pos


def test_a_deal_may_be_paid_with_gold_but_not_with_nothing(subtests: pytest.Subtests) -> None:
    for code in FACTION:
        with subtests.test(code=code):
            deck = PRINTED[code].deck
            pos = rest(have(hand(two(deck), 0, code), 0, "1G"), ("deal", code, {"gold": 1}))
            assert [deal.card for deal in who(pos).deals] == [code]
            assert why(hand(two(deck), 0, code), "deal") == "imp.why.short_only"


def test_no_common_card_makes_a_deal(subtests: pytest.Subtests) -> None:
    for code in COMMON:
        with subtests.test(code=code):
            pos = have(hand(two("common"), 0, code, "rom001"), 0, "1F")
            assert why(pos, code, "deal") == "imp.why.common_deal"
            assert keys(pos, "deal") == ["rom001"]


def test_every_card_is_razed_from_the_hand_or_says_that_it_can_not_be(
    subtests: pytest.Subtests,
) -> None:
    for code in ALL:
        with subtests.test(code=code):
            card = PRINTED[code]
            pos = have(hand(two(card.deck), 0, code), 0, "1R")
            if not card.raze:
                assert refused(pos, "raze")
                continue
            pos = rest(pos, ("raze", "hand", code))
            assert supply(pos) == {good: n for good, n in card.raze.items() if good != "card"}
            assert len(who(pos).hand) == card.raze.get("card", 0)
            assert places_of(pos, code) == ["discard" if card.deck == "common" else "discard0"]


def at_a_rival(code: str, *extra: str) -> Pos:
    """Return a game in which a rival of seat 0 has built the card, and the others."""
    deck = PRINTED[code].deck
    mine, theirs = (
        ("romans", "barbarians")
        if deck == "common"
        else ("romans" if deck != "romans" else "barbarians", deck)
    )
    return built(table(mine, theirs), 1, *extra, code)


def test_every_location_is_razed_at_a_rival_or_says_that_it_can_not_be(
    subtests: pytest.Subtests,
) -> None:
    for code in ALL:
        with subtests.test(code=code):
            card = PRINTED[code]
            pos = have(
                at_a_rival(code, "com017" if code != "com017" else "com025"),
                0,
                "2R" if card.raze else "3R",
            )
            if not card.raze:
                assert why(pos, code, "raze", "rival", "p1") == "imp.why.not_razable"
                continue
            pos = rest(pos, ("raze", "rival", "p1", code))
            assert supply(pos) == {good: n for good, n in card.raze.items() if good != "card"}
            assert len(who(pos).hand) == card.raze.get("card", 0)
            if card.deck == "common":
                assert (who(pos, 1).foundations, supply(pos, 1)) == (
                    [Foundation(code, known=True)],
                    {"wood": 1},
                )
            else:
                assert (who(pos, 1).foundations, supply(pos, 1), places_of(pos, code)) == (
                    [],
                    {},
                    ["discard1"],
                )
            poor = have(at_a_rival(code), 0, "1R")
            assert refused(poor, "raze", "rival")


def test_every_card_may_be_given_up_and_brings_nothing(subtests: pytest.Subtests) -> None:
    """As a Location or as a Foundation; its own triggers do not fire for what replaces it (ruling R55)."""
    for kind, code in itertools.product(["location", "hidden", "known"], ALL):
        with subtests.test(kind=kind, code=code):
            deck = PRINTED[code].deck
            new = {"barbarians": "bar018", "japanese": "jap016", "egyptians": "egi007"}.get(
                deck, "rom006"
            )
            new = f"{new[:3]}{int(new[3:]) + 1:03}" if code == new else new
            pos = hand(two(deck), 0, new)
            who(pos).supply |= PRINTED[new].cost
            pos = (
                built(pos, 0, code)
                if kind == "location"
                else founded(pos, 0, code, known=kind == "known")
            )
            pos = go(pos, ("build", new, code, PRINTED[new].cost))
            assert places_of(pos, code) == ["discard" if deck == "common" else "discard0"]
            assert supply(pos) == {}
            assert [one.card for one in who(pos).locations] == [new]


def test_every_card_may_be_discarded_from_the_hand(subtests: pytest.Subtests) -> None:
    """At the Tavern; the Tavern itself at the Desert."""
    for code in ALL:
        with subtests.test(code=code):
            if code == "com049":
                pos = hand(
                    built(hand(table("egyptians", "romans"), 0, code), 0, "egi001"), 1, "com001"
                )
                pos = go(pos, ("activate", "egi001", code))
            else:
                pos = go(
                    built(hand(two(PRINTED[code].deck), 0, code), 0, "com049"),
                    ("activate", "com049", code),
                )
                assert supply(pos) == {"vp": 2}
            assert places_of(pos, code) == [
                "discard" if PRINTED[code].deck == "common" else "discard0"
            ]


def test_every_location_may_be_removed(subtests: pytest.Subtests) -> None:
    """By Engineers or, where they are Romans, by the Garrison: to its pile, no wood, no Foundation (rulings R5, R6, R19)."""
    for code in ALL:
        with subtests.test(code=code):
            deck = PRINTED[code].deck
            remover, mine = ("jap008", "japanese") if deck == "romans" else ("rom008", "romans")
            pos = table(mine, "egyptians" if deck == "common" else deck)
            pos = have(
                built(built(pos, 1, code, *(["com071"] if code != "com071" else [])), 0, remover),
                0,
                "2K 2R",
            )
            pos = (
                rest(pos, ("activate", remover), ("remove_enemy_location", "p1", code))
                if len(who(pos, 1).locations) > 1
                else rest(pos, ("activate", remover))
            )
            assert places_of(pos, code) == ["discard" if deck == "common" else "discard1"]
            assert (supply(pos, 1), who(pos, 1).foundations) == ({}, [])
            assert supply(pos) == ({"raze": 2, "vp": 1} if remover == "rom008" else {"worker": 2})


def test_every_foreign_location_may_be_captured(subtests: pytest.Subtests) -> None:
    """It is an own Location of the Egyptian, who activates it; for its owner it is none (rules 9.4)."""
    for code in [code for code in ALL if PRINTED[code].deck != "egyptians"]:
        with subtests.test(code=code):
            deck = PRINTED[code].deck
            pos = built(
                built(table("egyptians", "romans" if deck == "common" else deck), 1, code),
                0,
                "egi013",
            )
            pos = go(have(have(pos, 0, "9W9S9F9K9R9G"), 1, "9W9S9F9K9R9G"), ("activate", "egi013"))
            assert [one.card for one in pos.state.controlled_by(0)] == ["egi013", code]
            assert pos.state.controlled_by(1) == []
            assert (
                place(pos, code).captor,
                pos.state.find(code)[0],
                pos.state.controller_of(code),
            ) == (
                0,
                1,
                0,
            )
            assert supply(pos)["food"] == 9, "it does not produce when captured"
            assert score(pos).total[1] == CARDS[code].points, "it scores for its owner"


def test_every_hand_card_may_lie_under_a_gate(subtests: pytest.Subtests) -> None:
    for code in [code for code in ALL if PRINTED[code].deck in ("common", "japanese")]:
        with subtests.test(code=code):
            gate = "jap013" if code != "jap013" else "jap014"
            pos = go(
                built(hand(table("japanese", "romans"), 0, code), 0, gate), ("gate", gate, code)
            )
            assert (places_of(pos, code), supply(pos), who(pos).hand) == (
                [f"under_{gate}"],
                {"vp": 1},
                [],
            )


def test_every_hand_card_may_become_a_foundation(subtests: pytest.Subtests) -> None:
    """At the Sanctuary: 1 stone and 1 point, neither razed nor built (ruling R34)."""
    for code in [code for code in ALL if PRINTED[code].deck in ("common", "egyptians")]:
        with subtests.test(code=code):
            by = "egi014" if code != "egi014" else "egi015"
            pos = have(built(hand(table("egyptians", "romans"), 0, code), 0, by), 0, "1K")
            pos = rest(pos, ("activate", by))
            assert (who(pos).foundations, supply(pos), who(pos).hand) == (
                [Foundation(code, known=False)],
                {"stone": 1, "vp": 1},
                [],
            )
