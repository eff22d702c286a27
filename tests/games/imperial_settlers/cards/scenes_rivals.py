"""Test scenes of cards that concern rivals: their goods, Deals, hands and Locations."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.state import Buried, Foundation, MadeDeal
from games.imperial_settlers.rules.flow.scoring import score
from tests.games.asking import events_of_move, keys, refused, why
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
from tests.games.imperial_settlers.positions import Pos


@scene("bar_saboteurs")
def saboteurs(code: str) -> None:
    """Take 1 wood, stone or food from the supply of an enemy who has not passed (X8)."""
    pos = have(
        have(built(table("barbarians", "romans", "japanese"), 0, code), 0, "1K"), 1, "1S 2F 3K 1G"
    )
    pos = go(pos, ("activate", code))
    assert keys(pos, "steal_resource") == ["p1"], "seat 2 has nothing"
    assert keys(pos, "steal_resource", "p1") == ["stone", "food"]
    pos = go(pos, ("steal_resource", "p1", "stone"))
    assert (supply(pos), supply(pos, 1)) == ({"stone": 1}, {"food": 2, "worker": 3, "gold": 1})
    pos = have(have(built(table("barbarians", "romans", "japanese"), 0, code), 0, "1K"), 1, "1S")
    who(pos, 1).passed = True
    assert refused(pos, "activate", code)


@scene("bar_dark_chapel")
def dark_chapel(code: str) -> None:
    """Raze a hand card for 1 token, or an enemy Location for its cost.

    Goods may be given up for 2 points each (X22).
    """
    pos = have(hand(built(table("barbarians", "romans"), 0, code, "bar007"), 0, "com046"), 0, "1R")
    assert (keys(pos, "activate", code), why(pos, "1", "activate", code)) == (
        ["0"],
        "imp.why.no_raze_enemy_location",
    )
    pos = go(pos, ("activate", code, "0"))
    for given, points in (({}, 0), ({"card": 1}, 2), ({"card": 2}, 4)):
        got = rest(pos, ("raze_hand_card", "com046", given))
        assert (supply(got), len(who(got).hand), places_of(got, "com046")) == (
            {"food": 1} | ({"vp": points} if points else {}),
            2 - sum(given.values()),
            ["discard"],
        )
    pos = have(built(built(table("barbarians", "romans"), 0, code), 1, "com018", "com065"), 0, "3R")
    place(pos, "com018").defense = 1
    assert refused(
        have(built(built(table("barbarians", "romans"), 0, code), 1, "com018"), 0, "1R"),
        "activate",
        code,
        "1",
    )
    pos = go(pos, ("activate", code, "1", "p1", "com018", {"vp": 1}))
    assert (supply(pos), supply(pos, 1)) == ({"stone": 1, "vp": 2}, {"wood": 1})
    assert who(pos, 1).foundations == [Foundation("com018", known=True)]


@scene("bar_pack")
def pack(code: str) -> None:
    """One good of an enemy Location's raze value, twice a round, no razing (X29; ruling R19)."""
    pos = have(
        built(
            built(table("barbarians", "romans"), 0, code, "com005"), 1, "com012", "com018", "com069"
        ),
        0,
        "1K",
    )
    who(pos, 1).passed = False
    assert why(pos, "twice", "activate", code) == "imp.why.short_only"
    pos = go(pos, ("activate", code, "once"))
    assert keys(pos, "gain_from_enemy_raze_value", "p1") == ["com012", "com018"]
    assert keys(pos, "gain_from_enemy_raze_value", "p1", "com018") == ["vp", "stone"]
    got = go(pos, ("gain_from_enemy_raze_value", "p1", "com012", "worker"))
    assert (supply(got), [one.card for one in who(got, 1).locations]) == (
        {"worker": 1},
        ["com012", "com018", "com069"],
    )
    both = have(
        built(built(table("barbarians", "romans"), 0, code), 1, "com012", "com018"), 0, "2K"
    )
    both = go(
        both,
        ("activate", code, "twice"),
        ("gain_from_enemy_raze_value", "p1", "com018", "vp"),
        ("gain_from_enemy_raze_value", "p1", "com018", "stone"),
    )
    assert supply(both) == {"vp": 1, "stone": 1}, "new targets each time"


@scene("bar_robbers")
def robbers(code: str) -> None:
    """An enemy's Deal ends, a Trade Route too; 1 point and 1 card; 2 workers whoever it is (rules 9.5; rulings R31, R36)."""
    pos = have(
        signed(built(table("barbarians", "romans", "japanese"), 0, code), 2, "jap001"), 0, "2K"
    )
    signed(built(pos, 1, "rom020"), 1, "rom001")
    marker = who(pos, 2).deck.pop()
    who(pos, 2).deals.append(MadeDeal("stone", marker, "rom020"))
    pos = go(pos, ("activate", code))
    assert (keys(pos, "discard_enemy_deal"), keys(pos, "discard_enemy_deal", "p2")) == (
        ["p1", "p2"],
        ["d0", "d1"],
    )
    for path, gone in ((("p1", "d0"), "rom001"), (("p2", "d0"), "jap001"), (("p2", "d1"), marker)):
        step = walk.submit(pos, 0, ("discard_enemy_deal", *path))
        got = rest(step.pos)
        assert (supply(got), len(who(got).hand), places_of(got, gone)) == (
            {"vp": 1},
            1,
            [f"discard{int(path[0][1])}"],
        )
        assert step.barrier == ([0, 1, 2] if gone == marker else []), (
            "the marker comes into the light"
        )


@scene("jap_garrison")
def garrison(code: str) -> None:
    """Any enemy Location for 2 tokens, whatever protects it; no good, no wood (rulings R5, R6)."""
    pos = have(
        built(built(table("japanese", "romans"), 0, code), 1, "com018", "rom022", "com069"), 0, "2R"
    )
    place(pos, "com018").defense = 1
    pos = go(pos, ("activate", code))
    assert keys(pos, "remove_enemy_location", "p1") == ["com018", "rom022", "com069"]
    pos = go(pos, ("remove_enemy_location", "p1", "com018"))
    assert (supply(pos), supply(pos, 1), pos.state.discard, who(pos, 1).foundations) == (
        {},
        {},
        ["com018"],
        [],
    )


@scene("jap_trade_route")
def trade_route(code: str) -> None:
    """A Deal with an enemy faction Location, marked unseen; its good now and each round; it ends with the Location (R8)."""
    pos = have(built(table("japanese", "romans"), 0, code, "jap020", "jap030"), 0, "1F")
    have(hand(built(pos, 1, "rom003", "rom006", "com018"), 1, "rom030"), 1, "2S")
    deck = len(who(pos).deck)
    pos = go(pos, ("activate", code, {"food": 1}))
    assert keys(pos, "trade_route_deal", "p1") == ["rom003", "rom006"]
    step = walk.submit(pos, 0, ("trade_route_deal", "p1", "rom003"))
    pos = step.pos
    (deal,) = who(pos).deals
    assert (deal.good, deal.target, places_of(pos, deal.card)) == ("gold", "rom003", ["marker0"])
    assert (supply(pos), len(who(pos).deck)) == ({"gold": 2, "vp": 3}, deck - 1), (
        "the Deal, Sake Brewery, School of Diplomacy"
    )
    assert deal.card not in str(step.events)
    ended = walk.submit(pos, 1, ("build", "rom030", "rom003", {"stone": 2}))
    assert (who(ended.pos).deals, places_of(ended.pos, deal.card), ended.barrier) == (
        [],
        ["discard0"],
        [0, 1],
    )


@scene("rom_engineers")
def engineers(code: str) -> None:
    """As the Garrison, for 2 workers, and 1 point."""
    pos = have(built(built(table("romans", "japanese"), 0, code), 1, "jap013", "jap016"), 0, "2K")
    hand(pos, 1, "com001")
    pos.state.find("jap013")[1].under.append(_bury(pos, "com001", 1))
    place(pos, "jap016").samurai = True
    pos = go(pos, ("activate", code))
    step = walk.submit(pos, 0, ("remove_enemy_location", "p1", "jap013"))
    assert (supply(step.pos), step.pos.state.discard, who(step.pos, 1).discard) == (
        {"vp": 1},
        ["com001"],
        ["jap013"],
    )
    assert step.barrier == [0, 1], "what lay under the Gate is seen"
    got = go(pos, ("remove_enemy_location", "p1", "jap016"))
    assert (supply(got), supply(got, 1), who(got, 1).discard) == ({"vp": 1}, {}, ["jap016"])


def _bury(pos: Pos, card: str, seat: int) -> Buried:
    """A hand card of a seat, to lie under a Gate."""
    who(pos, seat).hand.remove(card)
    return Buried(card, seat)


@scene("rom_spies")
def spies(code: str) -> None:
    """A Deal card of an enemy moves under the own board: no good now, one in each production (rulings R7, R35); 1 point."""
    pos = have(
        signed(built(table("romans", "japanese"), 0, code, "com069"), 1, "jap001", "jap016"),
        0,
        "1K",
    )
    who(pos, 1).deals.append(MadeDeal("gold", "", "rom003"))
    built(pos, 0, "rom003")
    pos = go(pos, ("activate", code))
    assert keys(pos, "take_enemy_deal", "p1") == ["d0", "d1"], "no Trade Route"
    pos = go(pos, ("take_enemy_deal", "p1", "d0"))
    assert (
        supply(pos),
        [deal.card for deal in who(pos).deals],
        [deal.card for deal in who(pos, 1).deals],
    ) == ({"vp": 1}, ["jap001"], ["jap016", ""])
    assert supply(harvest(pos)) == {
        "vp": 1,
        "worker": 3,
        "wood": 1,
        "stone": 1,
        "raze": 1,
        "defense": 1,
    }


@scene("egy_desert")
def desert(code: str) -> None:
    """A hand card, then an enemy's of the enemy's choice, then 1 point (D16); a hand of one is not asked."""
    pos = hand(
        hand(built(table("egyptians", "romans", "barbarians"), 0, code), 0, "com001"),
        1,
        "com002",
        "com003",
    )
    hand(pos, 2, "com004")
    pos = go(pos, ("activate", code, "com001"))
    assert (pos.state.discard, keys(pos, "enemy_discards_card")) == (["com001"], ["p1", "p2"])
    one = walk.submit(pos, 0, ("enemy_discards_card", "p2"))
    assert (supply(one.pos), one.pos.state.discard, one.barrier) == (
        {"vp": 1},
        ["com001", "com004"],
        [0, 1, 2],
    )
    pos = go(pos, ("enemy_discards_card", "p1"))
    assert (walk.actors(pos), keys(pos, "discard"), supply(pos)) == ((1,), ["com002", "com003"], {})
    assert walk.default_path(pos, 1) == ("discard", "com002"), "the oldest"
    pos = go(pos, ("discard", "com003"))
    assert (supply(pos), who(pos, 1).hand, pos.state.discard) == (
        {"vp": 1},
        ["com002"],
        ["com001", "com003"],
    )
    assert refused(
        hand(built(table("egyptians", "romans"), 0, code), 0, "com001"), "activate", code
    ), "nobody has a card"


@scene("egy_chariot_builder")
def chariot_builder(code: str) -> None:
    """1 token whatever protects it (X6; rulings R18, R32), in the peaceful variant too (rules 12)."""
    for peaceful in (False, True):
        pos = have(
            built(table("egyptians", "romans", peaceful=peaceful), 0, code, "com005"), 0, "1R"
        )
        built(pos, 1, "rom022", "com018", "com007")
        place(pos, "com018").defense = 1
        pos = go(pos, ("activate", code))
        assert keys(pos, "raze_enemy_location", "p1") == ["com018", "com007"]
        pos = go(pos, ("raze_enemy_location", "p1", "com018"))
        assert (supply(pos), supply(pos, 1)) == ({"stone": 1, "vp": 2}, {"wood": 1})


@scene("egy_scorpion_breeder")
def scorpion_breeder(code: str) -> None:
    """An enemy Action Location with activations left does nothing more this round (ruling R15); the next round it does."""
    pos = have(
        built(built(table("egyptians", "romans"), 0, code), 1, "com021", "com033", "com018"),
        0,
        "1K",
    )
    place(pos, "com033").used = 1
    have(pos, 1, "4K")
    asked = built(go(built(pos, 1, "com046"), ("activate", code)), 1)
    assert keys(asked, "block_enemy_action", "p1") == ["com021", "com046"]
    pos = go(asked, ("block_enemy_action", "p1", "com021"))
    assert (place(pos, "com021").blocked, walk.actors(pos)) == (True, (1,))
    assert why(pos, "com021", "activate") == "imp.why.jammed"
    pos = go(pos, ("pass",), ("pass",))
    assert (pos.state.round, place(pos, "com021").blocked) == (3, False)


@scene("egy_temple_of_ra")
def temple_of_ra(code: str) -> None:
    """An enemy Location is one's own for the round: activations, colours, features, storage (rules 9.4; X18, X19)."""
    pos = built(built(table("egyptians", "romans"), 0, code), 1, "com021", "rom019", "com018")
    have(have(pos, 0, "2W 1S 3K 2G 1R"), 1, "1W 2S 2R 2K")
    place(pos, "com021").used = 1
    pos = go(pos, ("activate", code))
    assert keys(pos, "capture_location", "p1") == ["com021", "rom019", "com018"]
    mine = go(pos, ("capture_location", "p1", "com021"), ("pass",))
    assert keys(mine, "activate", "com021") == ["once"], "its owner's activation counts"
    kept = go(pos, ("capture_location", "p1", "rom019"), ("pass",), ("pass",))
    assert (supply(kept), supply(kept, 1)) == ({"wood": 2, "stone": 1, "gold": 2}, {"raze": 2}), (
        "X18"
    )
    assert place(kept, "rom019").captor is None
    taken = go(pos, ("capture_location", "p1", "com018"))
    assert (score(taken).total, supply(taken, 1)["worker"]) == ((2, 4), 2)
    assert [type(one) for one in events_of_move(pos, ("capture_location", "p1", "com018"))] == [
        ev.Captured
    ]
    have(taken, 1, "2R")
    assert isinstance(walk.ask(taken, 1, ("raze", "rival", "p0", "com018")), MoveReady), (
        "the owner may raze it"
    )
    taken = go(taken, ("raze", "rival", "p0", "com018"))
    assert (supply(taken)["wood"], supply(taken, 1), who(taken, 1).foundations) == (
        3,
        {"stone": 1, "vp": 1},
        [Foundation("com018", known=True)],
    )
