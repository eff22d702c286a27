"""Test scenes of cards that concern the own things, production and features."""

from __future__ import annotations

from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.state import Buried, Foundation, MadeDeal
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.scoring import score
from tests.games.asking import events_of_move, keys, legal, refused, why
from tests.games.imperial_settlers.cards.printed import PRINTED
from tests.games.imperial_settlers.cards.scenes import scene
from tests.games.imperial_settlers.cards.table import (
    built,
    go,
    hand,
    harvest,
    have,
    place,
    places_of,
    rest,
    signed,
    supply,
    table,
    who,
)

# --- production ---------------------------------------------------------------------------------------------------


@scene("com_farmers_at_work")
def farmers(code: str) -> None:
    """Copy another own Production Location, also when built.

    The player is asked only if there are several (ruling R20).
    """
    pos = harvest(built(table("romans", "barbarians"), 0, code, "com007", "com015"))
    assert keys(pos, "copy_production") == ["com007", "com015"]
    got = go(pos, ("copy_production", "com015"))
    assert supply(got) == {"worker": 2 + 2 + 2, "wood": 1 + 2, "stone": 1, "raze": 1, "defense": 1}
    pos = have(hand(built(table("romans", "barbarians"), 0, "com007"), 0, code), 0, "3W")
    pos = rest(pos, ("build", code, {"wood": 3}))
    assert (supply(pos), len(who(pos).hand)) == ({"wood": 2}, 1), (
        "one possibility is not asked; then the bonus card"
    )


@scene("jap_daimyos_castle")
def daimyo(code: str) -> None:
    """Counts Samurai at once and in each production, at most three (X25)."""
    pos = have(
        hand(
            built(table("japanese", "romans"), 0, "jap001", "jap002", "jap003", "jap016"), 0, code
        ),
        0,
        "2S",
    )
    for name in ("jap002", "jap003"):
        place(pos, name).samurai = True
    pos = go(pos, ("build", code, "jap001", {"stone": 2}))
    assert supply(pos) == {"vp": 2}
    for name in ("jap016", code):
        place(pos, name).samurai = True
    assert supply(harvest(pos))["vp"] == 2 + 3, "a fourth adds nothing"


def _looks(code: str, faction: str) -> None:
    pos = harvest(built(table(faction, "barbarians"), 0, code))
    two = list(who(pos).looking)
    assert len(two) == 2
    assert all(PRINTED[card].deck == faction for card in two)
    pos = go(pos, ("keep", two[1]))
    assert (who(pos).hand, who(pos).looking, who(pos).discard) == ([two[1]], [], [two[0]])


@scene("jap_buddhist_temple")
def buddhist_temple(code: str) -> None:
    _looks(code, "japanese")


@scene("rom_architect")
def architect(code: str) -> None:
    _looks(code, "romans")


@scene("egy_pharaohs_guard")
def pharaohs_guard(code: str) -> None:
    for choice, got in (("0", {"raze": 2}), ("1", {"raze": 1, "vp": 2})):
        pos = harvest(built(table("egyptians", "romans"), 0, code))
        assert keys(pos, "choose") == ["0", "1"]
        assert supply(go(pos, ("choose", choice))) == {"worker": 3, "gold": 1, "defense": 1} | got


# --- features -----------------------------------------------------------------------------------------------------


@scene("jap_gate")
def gate(code: str) -> None:
    """A point for each card at once, two more at the end for three (X15)."""
    pos = hand(
        built(table("japanese", "romans"), 0, code), 0, "com001", "jap001", "com002", "com003"
    )
    pos = go(pos, ("gate", code, ["com001", "jap001"]))
    assert (supply(pos), who(pos).hand, place(pos, code).under) == (
        {"vp": 2},
        ["com002", "com003"],
        [Buried("com001", 0), Buried("jap001", 0)],
    )
    assert score(pos).total[0] == 2 + 2
    pos = go(pos, ("gate", code, ["com003"]))
    assert (supply(pos), score(pos).total[0]) == ({"vp": 3}, 3 + 2 + 2)
    pos = go(pos, ("gate", code, "com002"))
    assert "gate" not in keys(pos)
    assert score(pos).total[0] == 4 + 2 + 2


@scene("jap_shrine")
def shrine(code: str) -> None:
    """2, 5 or 10 points at the end for 3, 7 or 12 materials, gold among them (X15; ruling R3)."""
    pos = have(built(table("japanese", "romans"), 0, code), 0, "5W 4S 2F 3G 4K")
    told = []
    for some in (
        {"wood": 2},
        {"gold": 1},
        {"wood": 3, "stone": 1},
        {"stone": 3, "gold": 1},
        {"food": 1, "gold": 1},
    ):
        pos = go(pos, ("shrine", code, some))
        told.append((place(pos, code).put, score(pos).total[0] - 2))
    assert told == [(2, 0), (3, 2), (7, 5), (11, 5), (13, 10)]
    assert supply(pos) == {"food": 1, "worker": 4}
    assert not legal(pos, "shrine", code, {"worker": 1})


@scene("rom_administration")
def administration(code: str) -> None:
    """Gold or a point for each Roman Location, itself too, none for a Common one."""
    pos = have(hand(built(table("romans", "barbarians"), 0, "com069"), 0, code), 0, "2S")
    asked = go(pos, ("build", code, "com069", {"stone": 2}))
    assert keys(asked, "choose") == ["0", "1"]
    assert supply(go(asked, ("choose", "0"))) == {"gold": 1}
    assert supply(go(asked, ("choose", "1"))) == {"vp": 1}
    pos = hand(built(table("romans", "barbarians"), 0, code), 0, "com069")
    assert supply(go(pos, ("build", "com069"))) == {"worker": 1}


@scene("rom_warehouses")
def warehouses(code: str) -> None:
    """Keeps raw materials beside the board's raze tokens at cleanup; without it they go."""
    for with_it in (True, False):
        pos = have(have(table("romans", "barbarians"), 0, "2W 1S 3F 4K 2R 1D 5G"), 1, "2W 4K 1R")
        pos = go(built(pos, 0, code) if with_it else pos, ("pass",), ("pass",))
        assert pos.state.round == 3
        assert supply(pos) == ({"wood": 2, "stone": 1, "food": 3} if with_it else {}) | {"raze": 2}
        assert supply(pos, 1) == {"worker": 4}


@scene("rom_fortification")
def fortification(code: str) -> None:
    """One token more for each of its lord's Locations; copies of prices add up with other protections (X6)."""
    pos = have(built(built(table("barbarians", "romans"), 1, code, "com018"), 0, "com007"), 0, "9R")
    assert price(pos.state, place(pos, "com018"), 1) == 3
    place(pos, "com018").defense = 1
    assert (
        price(pos.state, place(pos, "com018"), 1),
        price(pos.state, place(pos, "com007"), 0),
    ) == (4, 2)
    assert supply(go(pos, ("raze", "rival", "p1", "com018"))) == {"raze": 5, "stone": 1, "vp": 1}


@scene("egy_oasis")
def oasis(code: str) -> None:
    """A worker for each pair that another exchanges, even once its owner has passed (X9; ruling R11)."""
    pos = have(built(table("romans", "egyptians", "barbarians"), 1, code), 0, "8K")
    who(pos, 1).passed = True
    pos = go(pos, ("workers", "several", {"wood": 1, "common": 2, "faction": 1}))
    assert (supply(pos), len(who(pos).hand), supply(pos, 1)) == ({"wood": 1}, 3, {"worker": 4})
    pos = go(have(built(table("egyptians", "romans"), 0, code), 0, "4K"), ("workers", "food"))
    assert supply(pos) == {"worker": 2, "food": 1}, "not for one's own"


@scene("egy_slaver")
def slaver(code: str) -> None:
    """1 gold for 2 points, or 1 worker for 1, or nothing: for each Egyptian Location, itself too."""
    for answer, left in (
        ("0", {"worker": 1, "vp": 2}),
        ("1", {"gold": 1, "vp": 1}),
        ("decline", {"gold": 1, "worker": 1}),
    ):
        pos = have(hand(built(table("egyptians", "romans"), 0, "com069"), 0, code), 0, "1S 1G 1K")
        asked = go(pos, ("build", code, "com069", {"stone": 1}))
        assert keys(asked, "exchange") == ["0", "1", "decline"]
        assert supply(go(asked, ("exchange", answer))) == left
    asked = go(have(pos, 0, "1S 1K"), ("build", code, "com069", {"stone": 1}))
    assert (keys(asked, "exchange"), why(asked, "0", "exchange")) == (
        ["1", "decline"],
        "imp.why.short_only",
    )


@scene("egy_sphinx")
def sphinx(code: str) -> None:
    """A point more for each gain of two or more (X14)."""
    pos = have(built(table("egyptians", "romans"), 0, code, "egi021", "egi007"), 0, "1G 2K")
    assert supply(go(pos, ("activate", "egi021"))) == {"worker": 2, "vp": 3}
    assert supply(go(pos, ("activate", "egi007", "twice"))) == {"gold": 1, "vp": 2}
    both = built(pos, 0, "egi020" if code == "egi019" else "egi019")
    assert supply(go(both, ("activate", "egi021"))) == {"worker": 2, "vp": 4}, (
        "two give one each, and trigger nothing themselves"
    )


# --- actions on one's own -----------------------------------------------------------------------------------------


@scene("com_settlers")
def settlers(code: str) -> None:
    """A faction card of the hand, its goods paid, no Location given up; it counts as built (rulings R29, R30)."""
    pos = have(
        hand(
            built(table("romans", "barbarians"), 0, code, "rom012"), 0, "rom013", "rom015", "com069"
        ),
        0,
        "1W 2S",
    )
    pos = go(pos, ("activate", code, {"wood": 1}))
    assert keys(pos, "build_now") == ["rom013", "rom015"]
    built_ = events_of_move(pos, ("build_now", "rom015", {"stone": 2}))
    assert [one.source for one in built_ if isinstance(one, ev.Built)] == [code]
    pos = go(pos, ("build_now", "rom015", {"stone": 2}))
    assert keys(pos, "choose") == ["0", "1"], "an Administration sees a Roman Location built"
    pos = go(pos, ("choose", "1"))
    assert (supply(pos), [one.card for one in who(pos).locations]) == (
        {"vp": 2, "gold": 1},
        [code, "rom012", "rom015"],
    )
    poor = have(
        hand(built(table("romans", "barbarians"), 0, code), 0, "rom013", "com069"), 0, "1W 1S"
    )
    assert refused(poor, "activate", code)


@scene("com_acting_troupe")
def acting_troupe(code: str) -> None:
    """Another action already activated this round, without its cost; no activation of it (ruling R21)."""
    pos = have(built(table("romans", "barbarians"), 0, code, "com032", "com021"), 0, "1K 1W 1S 1F")
    who(pos, 1).passed = True
    assert refused(pos, "activate", code), "nothing was activated"
    pos = go(pos, ("activate", "com032", {"wood": 1, "stone": 1, "food": 1}), ("activate", code))
    assert keys(pos, "repeat_action") == ["com032"], "the Gold Mine was not activated"
    pos = go(pos, ("repeat_action", "com032"))
    assert (supply(pos), place(pos, "com032").used, place(pos, code).used) == ({"vp": 6}, 1, 1)


@scene("com_tavern")
def tavern(code: str) -> None:
    """A hand card for two points."""
    pos = hand(built(table("romans", "barbarians"), 0, code), 0, "com069", "rom001")
    assert keys(pos, "activate", code) == ["com069", "rom001"]
    pos = go(pos, ("activate", code, "rom001"))
    assert (supply(pos), who(pos).hand, who(pos).discard) == ({"vp": 2}, ["com069"], ["rom001"])
    assert (
        why(hand(built(table("romans", "barbarians"), 0, code, "com032"), 1, "com069"), "activate")
        == "imp.why.no_activate"
    )


@scene("com_imperial_messenger")
def messenger(code: str) -> None:
    """The good of one own Deal, Trade Routes too."""
    pos = have(signed(built(table("romans", "japanese"), 0, code), 0, "rom003", "rom005"), 0, "1K")
    who(pos).deals.append(MadeDeal("vp", "", "jap001"))
    built(pos, 1, "jap001")
    pos = go(pos, ("activate", code))
    assert keys(pos, "gain_deal_good") == ["d0", "d1", "d2"]
    assert [supply(go(pos, ("gain_deal_good", f"d{at}"))) for at in range(3)] == [
        {"gold": 1},
        {"stone": 1},
        {"vp": 1},
    ]
    assert len(who(go(pos, ("gain_deal_good", "d0"))).deals) == 3


@scene("com_hanseatic_league")
def hanseatic_league(code: str) -> None:
    """A worker and a Deal for two points, twice in one action too."""
    pos = have(
        signed(built(table("romans", "barbarians"), 0, code), 0, "rom003", "rom005", "rom007"),
        0,
        "2K",
    )
    once = go(pos, ("activate", code, "once", "d1"))
    assert (supply(once), [deal.card for deal in who(once).deals], who(once).discard) == (
        {"worker": 1, "vp": 2},
        ["rom003", "rom007"],
        ["rom005"],
    )
    both = go(pos, ("activate", code, "twice", ["d0", "d2"]))
    assert (supply(both), [deal.card for deal in who(both).deals]) == ({"vp": 4}, ["rom005"])
    one_deal = have(signed(built(table("romans", "barbarians"), 0, code), 0, "rom003"), 0, "2K")
    assert why(one_deal, "twice", "activate", code) == "imp.why.no_own_deal_only"


@scene("com_porters")
def porters(code: str) -> None:
    """What an own Production Location produces, Common or faction (rules 9.5), not its bonus."""
    pos = have(built(table("romans", "barbarians"), 0, code, "com008", "rom023"), 0, "1F")
    pos = go(pos, ("activate", code, {"food": 1}))
    assert keys(pos, "produce_location") == ["com008", "rom023"]
    assert supply(go(pos, ("produce_location", "com008"))) == {"stone": 1}
    assert supply(go(pos, ("produce_location", "rom023"))) == {"worker": 1, "gold": 1}


@scene("bar_barter")
def barter(code: str) -> None:
    """Any raw material, or gold (X27)."""
    for good in ("wood", "stone", "food", "gold"):
        pos = built(table("barbarians", "romans"), 0, code)
        who(pos).supply[good] = 1
        assert supply(go(pos, ("activate", code, {good: 1}))) == {"gold": 1, "vp": 1}
    assert refused(have(built(table("barbarians", "romans"), 0, code), 0, "9K9R"), "activate", code)


@scene("bar_rabble")
def rabble(code: str) -> None:
    """An own Common Location: its goods, 1 wood, a Foundation; it is razing (rulings R18, R32)."""
    pos = have(
        built(table("barbarians", "romans"), 0, code, "com005", "com008", "com069", "bar007"),
        0,
        "2K",
    )
    place(pos, "com008").defense = 1
    pos = go(pos, ("activate", code))
    assert keys(pos, "raze_own_location") == ["com005", "com008"]
    pos = go(pos, ("raze_own_location", "com008"))
    assert (supply(pos), who(pos).foundations) == (
        {"stone": 2, "wood": 1, "food": 1, "vp": 1},
        [Foundation("com008", known=True)],
    )


@scene("bar_mission")
def mission(code: str) -> None:
    """Two cards, each from either deck, said before looking; one is kept (rules 9.5; ruling R50)."""
    for said in ({"common": 2}, {"common": 1, "faction": 1}, {"faction": 2}):
        pos = go(
            have(built(table("barbarians", "romans"), 0, code), 0, "1K"),
            ("activate", code),
            ("look", said),
        )
        seen = list(who(pos).looking)
        assert sorted(PRINTED[card].deck for card in seen) == sorted(
            deck
            for deck, n in (
                ("common", said.get("common", 0)),
                ("barbarians", said.get("faction", 0)),
            )
            for _ in range(n)
        )
        pos = go(pos, ("keep", seen[0]))
        assert (who(pos).hand, places_of(pos, seen[1])) == (
            [seen[0]],
            ["discard" if PRINTED[seen[1]].deck == "common" else "discard0"],
        )


@scene("jap_negotiator")
def negotiator(code: str) -> None:
    """An own Deal is built for its goods alone; the Deal ends (rulings R29, R35)."""
    pos = have(
        signed(built(table("japanese", "romans"), 0, code, "jap024"), 0, "jap016", "jap009"),
        0,
        "1K 1W",
    )
    pos = go(pos, ("activate", code))
    assert (keys(pos, "build_now"), why(pos, "jap009", "build_now")) == (
        ["jap016"],
        "imp.why.short_only",
    )
    pos = go(pos, ("build_now", "jap016", {"wood": 1}))
    assert (supply(pos), [deal.card for deal in who(pos).deals], place(pos, "jap016").used) == (
        {"vp": 2},
        ["jap009"],
        0,
    )


@scene("egy_sanctuary")
def sanctuary(code: str) -> None:
    """A hand card face down: 1 stone, 1 point; then it pays an L (ruling R34)."""
    pos = have(hand(built(table("egyptians", "romans"), 0, code), 0, "com008", "egi024"), 0, "1K")
    who(pos, 1).passed = True
    pos = go(pos, ("activate", code), ("hand_card_to_foundation", "com008"))
    assert (supply(pos), who(pos).foundations, who(pos).hand) == (
        {"stone": 1, "vp": 1},
        [Foundation("com008", known=False)],
        ["egi024"],
    )
    pos = go(pos, ("build", "egi024", "com008", {"stone": 1}))
    assert (places_of(pos, "com008"), who(pos).foundations) == (["discard"], [])


@scene("jap_ninjas")
def ninjas(code: str) -> None:
    """Two Samurai from the box when built (X26; D18); an enemy's Deal ends and its good is gained, no Trade Route."""
    pos = have(
        hand(
            built(table("japanese", "romans"), 0, "com069", "jap001", "jap002", "jap016"), 0, code
        ),
        0,
        "1S",
    )
    asked = go(pos, ("build", code, "com069", {"stone": 1}))
    assert keys(asked, "deploy") == ["jap001", "jap002", "jap016", code]
    assert [
        one.card for one in who(go(asked, ("deploy", ["jap002", code]))).locations if one.samurai
    ] == ["jap002", code]
    pos = have(
        signed(built(table("japanese", "romans", "barbarians"), 0, code), 1, "rom003", "rom005"),
        0,
        "1K",
    )
    signed(pos, 2, "bar007")
    who(pos, 1).deals.append(MadeDeal("vp", "", "bar020"))
    built(pos, 2, "bar020")
    pos = go(pos, ("activate", code))
    assert keys(pos, "discard_enemy_deal") == ["p1", "p2"]
    assert keys(pos, "discard_enemy_deal", "p1") == ["d0", "d1"]
    pos = go(pos, ("discard_enemy_deal", "p1", "d1"))
    assert (supply(pos), who(pos, 1).discard, len(who(pos, 1).deals)) == (
        {"stone": 1},
        ["rom005"],
        2,
    )
