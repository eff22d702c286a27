"""The worked examples of the rules, by number: X1 to X31."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.state import VIRTUAL
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.scoring import prestige
from tests.games.asking import keys, legal, why
from tests.games.imperial_settlers.positions import (
    attack,
    begin,
    buried,
    capture,
    deals,
    discarded,
    empire,
    explore,
    foundation,
    go,
    goods,
    hand,
    harvest,
    kind,
    leave,
    names,
    passed,
    passing,
    place,
    queue,
    samurai,
    supply,
    targets,
    total,
    turn,
    used,
    virtual,
    who,
)


def test_x01_production_of_board_deals_and_locations() -> None:
    pos = harvest(empire(deals(begin("jr"), 0, "jap001", "jap012"), 0, "com018", "com025"))
    assert goods(pos) == {"worker": 5, "wood": 1, "raze": 2, "defense": 1, "gold": 1, "food": 1}


def test_x02_costs_with_and_without_a_location() -> None:
    assert (CARDS["com003"].goods, CARDS["com003"].site) == ({"wood": 2, "stone": 1}, False)
    assert (CARDS["bar014"].goods, CARDS["bar014"].site) == ({"wood": 1, "stone": 2}, True)
    pos = supply(
        hand(foundation(empire(begin("br"), 0, "com069"), 0, "com018"), 0, "com003", "bar014"),
        wood=9,
        stone=9,
    )
    assert legal(pos, "build", "com003", {"wood": 2, "stone": 1})
    assert keys(pos, "build", "bar014") == ["com018", "com069"]
    assert legal(pos, "build", "bar014", "com069", {"wood": 1, "stone": 2})


def test_x03_sentry_tower_in_place_of_a_mill() -> None:
    pos = supply(hand(empire(begin("br"), 0, "com006"), 0, "bar012"), wood=2)
    pos = go(pos, ("build", "bar012", "com006", {"wood": 2}))
    assert goods(pos) == {"worker": 1, "raze": 1}
    assert (names(pos), pos.state.discard) == (["bar012"], ["com006"])


def test_x04_a_deal_with_sentry_tower() -> None:
    pos = go(supply(hand(begin("br"), 0, "bar012"), food=1), ("deal", "bar012", {"food": 1}))
    assert goods(pos) == {"worker": 1}
    assert (names(pos), [deal.card for deal in who(pos).deals]) == ([], ["bar012"])
    assert goods(harvest(supply(pos))) == {"worker": 5 + 1, "raze": 1, "defense": 1}


def test_x05_wood_storage_razed_from_the_hand() -> None:
    pos = go(supply(hand(begin("br"), 0, "com003"), raze=1), ("raze", "hand", "com003"))
    assert goods(pos) == {"wood": 2}
    assert (who(pos).hand, pos.state.discard) == ([], ["com003"])


def test_x06_an_armorer_razed_at_its_price() -> None:
    pos = go(supply(empire(begin("br"), 1, "com018"), raze=2), ("raze", "rival", "p1", "com018"))
    assert goods(pos) == {"stone": 1, "vp": 1}
    assert goods(pos, 1) == {"wood": 1}
    assert (names(pos, 1), [one.card for one in who(pos, 1).foundations]) == ([], ["com018"])
    pos = supply(empire(begin("br"), 1, "com018"), raze=2)
    place(pos, "com018").defense = 1
    assert price(pos.state, place(pos, "com018"), 1) == 3
    assert not legal(pos, "raze", "rival", "p1", "com018")
    assert goods(go(supply(pos, raze=3), ("raze", "rival", "p1", "com018"))) == {
        "stone": 1,
        "vp": 1,
    }
    pos = supply(empire(pos, 1, "rom022"), raze=3)
    assert not legal(pos, "raze", "rival", "p1", "com018")
    assert goods(go(supply(pos, raze=4), ("raze", "rival", "p1", "com018"))) == {
        "stone": 1,
        "vp": 1,
    }


@pytest.mark.parametrize(("defense", "fort"), [(0, False), (1, False), (1, True)])
def test_x06_the_chariot_builder_pays_one_token_in_every_case(defense: int, fort: bool) -> None:
    pos = supply(
        empire(empire(begin("er"), 0, "egi003"), 1, "com018", *(["rom022"] if fort else [])), raze=1
    )
    place(pos, "com018").defense = defense
    assert goods(go(pos, ("activate", "egi003"))) == {"stone": 1, "vp": 1}


def test_x07_stalls_with_a_samurai() -> None:
    pos = samurai(supply(empire(begin("bj"), 1, "jap016"), raze=2), "jap016")
    assert why(pos, "raze") == "imp.why.no_raze_near"
    pos = go(supply(pos, raze=3), ("raze", "rival", "p1", "jap016"))
    assert goods(pos) == {"vp": 1}
    assert goods(pos, 1) == {}, "no wood, and the Samurai is nobody's"
    assert (who(pos, 1).discard, who(pos, 1).foundations, names(pos, 1)) == (["jap016"], [], [])


def test_x08_three_turns_of_marcos() -> None:
    pos = empire(hand(begin("br"), 0, "com069", "com070"), 0, "bar010", "com037", "com046")
    supply(supply(pos, worker=3, stone=1), 1, stone=1)
    pos = go(pos, ("activate", "bar010"))
    assert (goods(pos), goods(pos, 1)) == ({"worker": 2, "stone": 2}, {})
    pos = go(pos, ("pass",), ("activate", "com037", {"stone": 2}))
    assert goods(pos) == {"worker": 1, "vp": 3}
    pos = go(pos, ("activate", "com046", "once"), ("draw", "faction"))
    assert goods(pos) == {"vp": 3}
    assert len(who(pos).hand) == 3
    assert place(pos, "com046").used == 1


def test_x09_eight_workers_in_one_action() -> None:
    pos = supply(empire(begin("be"), 1, "egi005"), worker=8)
    pos = go(pos, ("workers", "several", {"common": 2, "faction": 1, "wood": 1}))
    assert goods(pos) == {"wood": 1}
    assert [CARDS[card].deck for card in who(pos).hand] == ["common", "common", "barbarians"]
    assert goods(pos, 1) == {"worker": 4}


def test_x10_cleanup_of_a_japanese_player() -> None:
    pos = supply(empire(begin("jr"), 0, "jap016", "jap012"), food=3, worker=2)
    pos = go(pos, ("activate", "jap016", {"food": 1}), ("pass",), ("activate", "jap012"))
    assert goods(pos) == {"food": 2, "worker": 1, "gold": 1, "vp": 5}, (
        "Stalls, Gambling House: each a point more by rules 2"
    )
    assert goods(passing(pos)) == {"food": 2, "vp": 5}


def test_x11_the_first_target_that_fits_and_actions_before_features() -> None:
    pos = queue(
        empire(begin("r"), 0, "com004", "com032", "com044", "com029"), "wood", "worker", "gold"
    )
    attack(pos)
    assert (pos.state.collection, targets(pos)) == (["com032"], ["worker", "wood", "gold"])


def test_x12_advanced_exploration_of_three() -> None:
    pos = explore(begin("rbe", exploration="advanced"))
    sizes, seats = [], []
    for _ in range(6):
        sizes.append(len(pos.state.offer))
        seats.append(pos.stack[-1].picks[0][0])
        pos = go(pos, ("take", pos.state.offer[-1]))
    assert (sizes, seats) == ([5, 4, 4, 3, 3, 2], [0, 1, 2, 0, 1, 2])
    assert (len(pos.state.deck), len(pos.state.discard)) == (84 - 7, 1)


def test_x13_statue_and_headquarters_count_themselves() -> None:
    pos = supply(
        hand(empire(begin("re"), 0, "com008", "com009", "com010"), 0, "com001"), wood=1, stone=2
    )
    pos = go(pos, ("build", "com001", {"stone": 2, "wood": 1}))
    assert (goods(pos), kind(pos)) == ({"vp": 4}, "draw")
    assert len(who(go(pos, ("draw", "common"))).hand) == 1
    pos = supply(hand(empire(begin("re"), 0, "com069"), 0, "rom015"), stone=2)
    assert goods(go(pos, ("build", "rom015", "com069", {"stone": 2}))) == {"gold": 1, "vp": 1}


@pytest.mark.parametrize(
    ("sphinxes", "points"), [((), 2), (("egi019",), 3), (("egi019", "egi020"), 4)]
)
def test_x14_sphinx_and_the_guard_of_the_pharaoh(sphinxes: tuple[str, ...], points: int) -> None:
    pos = harvest(empire(begin("er"), 0, "egi004", *sphinxes))
    assert goods(go(pos, ("choose", "1")))["vp"] == points


def test_x14_two_single_points_are_no_two_at_once() -> None:
    pos = supply(empire(begin("er"), 0, "egi007", "egi019"), worker=2)
    assert goods(go(pos, ("activate", "egi007", "twice"))) == {"vp": 2}


@pytest.mark.parametrize(
    ("put", "points"), [(0, 0), (2, 0), (3, 2), (6, 2), (7, 5), (8, 5), (11, 5), (12, 10), (20, 10)]
)
def test_x15_shrine_at_the_end(put: int, points: int) -> None:
    pos = empire(begin("jr"), 0, "jap015")
    place(pos, "jap015").put = put
    assert total(pos) == 2 + points


def test_x15_gate_with_three_cards() -> None:
    pos = hand(empire(begin("jr"), 0, "jap013"), 0, "com001", "com002", "com003")
    pos = go(pos, ("gate", "jap013", ["com001", "com002", "com003"]))
    assert goods(pos) == {"vp": 3}
    assert total(pos) == 3 + 2 + 2
    assert (
        total(
            hand(
                go(
                    hand(empire(begin("jr"), 0, "jap013"), 0, "com001"),
                    ("gate", "jap013", "com001"),
                ),
                0,
            )
        )
        == 1 + 2
    )


def test_x16_ties() -> None:
    pos = begin("rb")
    for player in pos.state.players:
        player.points = 61
    supply(supply(pos, worker=2, wood=1, gold=3), 1, worker=1, stone=1, food=2)
    assert [(rank.place, rank.seat) for rank in GAME.score(pos).ranking] == [(1, 1), (2, 0)]
    supply(supply(pos, worker=2, wood=1), 1, worker=3)
    hand(
        hand(pos, 0, "com001", "com002", "com003", "com004"),
        1,
        "com005",
        "com006",
        "com007",
        "com008",
        "com009",
    )
    assert [(rank.place, rank.seat) for rank in GAME.score(pos).ranking] == [(1, 1), (2, 0)]
    hand(pos, 0, "com010")
    assert [rank.place for rank in GAME.score(pos).ranking] == [1, 1]


def test_x17_trade_colony_with_four_triggers() -> None:
    pos = foundation(empire(begin("rb"), 0, "com002", "com006", "com004", "rom012"), 0, "com069")
    supply(hand(pos, 0, "rom023"), wood=1, stone=2)
    pos = go(pos, ("build", "rom023", "com069", {"stone": 2, "wood": 1}))
    assert kind(pos) == "either"
    assert goods(go(pos, ("choose", "1"))) == {"worker": 1, "gold": 4, "vp": 4}


def test_x18_cleanup_with_captured_warehouses() -> None:
    pos = capture(empire(begin("er"), 1, "rom019"), 0, "rom019")
    supply(supply(pos, wood=2, stone=1, worker=3, gold=2, raze=1), 1, wood=1, stone=2, raze=2)
    pos = passing(pos)
    assert goods(pos) == {"wood": 2, "stone": 1, "gold": 2}
    assert goods(pos, 1) == {"raze": 2}
    assert place(pos, "rom019").captor is None


def test_x19_a_captured_location_is_razed() -> None:
    pos = supply(capture(empire(begin("ber"), 2, "com018"), 1, "com018"), raze=2)
    pos = go(pos, ("raze", "rival", "p1", "com018"))
    assert goods(pos) == {"stone": 1, "vp": 1}
    assert (goods(pos, 1), goods(pos, 2)) == ({"wood": 1}, {})
    assert ([one.card for one in who(pos, 2).foundations], who(pos, 1).foundations) == (
        ["com018"],
        [],
    )
    pos = supply(capture(empire(begin("bej"), 2, "jap016"), 1, "jap016"), raze=2)
    pos = go(pos, ("raze", "rival", "p1", "jap016"))
    assert [goods(pos, seat) for seat in range(3)] == [{"vp": 1}, {}, {}]
    assert who(pos, 2).discard == ["jap016"]


@pytest.mark.parametrize("guarded", [False, True])
def test_x20_two_points_attack_a_japanese_location(guarded: bool) -> None:
    pos = queue(
        empire(begin("j"), 0, "jap001", "jap016", "jap023", "jap011", "jap013"), "vp", "wood", "vp"
    )
    attack(samurai(pos, "jap011") if guarded else pos)
    assert (pos.state.collection, targets(pos)) == (["jap011"], ["wood", "vp", "vp"])


@pytest.mark.parametrize(
    ("two", "mine", "lost"),
    [
        (("stone", "vp"), ("com018", "com001", "com035"), "com035"),
        (("wood", "vp"), ("com044", "com043"), "com043"),
        (("gold", "worker"), ("com028",), "com028"),
    ],
)
def test_x21_ties_of_an_attack(two: tuple[str, ...], mine: tuple[str, ...], lost: str) -> None:
    pos = attack(queue(empire(begin("r"), 0, *mine), *two))
    assert pos.state.collection == [lost]


@pytest.mark.parametrize("lost", ["com021", "com030"])
def test_x21_the_last_tie_is_the_players_choice(lost: str) -> None:
    pos = attack(queue(empire(begin("r"), 0, "com021", "com030"), "gold", "vp"))
    assert (pos.state.collection, keys(pos, "sacrifice")) == ([], ["com021", "com030"])
    pos = go(pos, ("sacrifice", lost))
    assert pos.state.collection[0] == lost


def test_x22_dark_chapel_gives_up_both_cards() -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar014", "bar007"), 0, "com046"), raze=1)
    pos = go(pos, ("activate", "bar014", "0"), ("raze_hand_card", "com046", {"card": 2}))
    assert (goods(pos), who(pos).hand, pos.state.discard) == (
        {"vp": 4, "food": 1},
        [],
        ["com046"],
    ), "food for the Raid since rules 2"


def test_x23_a_final_score() -> None:
    pos = foundation(
        empire(begin("jr"), 0, "com069", "com001", "com002", "com003", "com004"),
        0,
        "com005",
        "com006",
    )
    empire(deals(pos, 0, "jap001", "jap002", "jap003"), 0, "jap013", "jap015", "jap016", "jap004")
    buried(pos, "jap013", 0, "com007", "com008", "com009")
    place(pos, "jap015").put = 8
    who(pos).points = 37
    assert total(pos) == 37 + 5 + 8 + 5 + 2 == 57


@pytest.mark.parametrize(("collected", "won"), [(11, True), (12, False)])
def test_x24_the_end_of_a_solo_game(collected: int, won: bool) -> None:
    cards = [f"rom0{n:02}" for n in range(1, 13)]
    pos = empire(begin("r", at=5), 0, *cards)
    leave(discarded(pos, *pos.state.deck[: 84 - collected]), "common")
    who(pos).points = 57 - 24
    board = GAME.score(pos)
    assert (board.total, board.ranking[0].place) == ((57,), 1 if won else 2)
    assert [row.values[0] for row in board.apart] == [12, collected, prestige(57) if won else 0]
    assert prestige(57) == 3, "Knight"
    assert [prestige(n) for n in (0, 29, 30, 40, 50, 60, 70, 79, 80, 120)] == [
        0,
        0,
        1,
        2,
        3,
        4,
        5,
        5,
        6,
        6,
    ]


def test_x25_daimyos_castle_counts_samurai() -> None:
    pos = samurai(
        empire(begin("jr"), 0, "com069", "jap001", "jap002", "jap003", "jap016"), "jap001", "jap002"
    )
    pos = go(
        supply(hand(pos, 0, "jap009"), stone=2, worker=1),
        ("build", "jap009", "com069", {"stone": 2}),
    )
    assert goods(pos) == {"worker": 1, "vp": 2}
    pos = go(pos, ("pass",), ("samurai", "jap009"))
    assert goods(pos) == {"vp": 2}
    assert goods(harvest(pos))["vp"] == 2 + 3
    pos = samurai(pos, "jap003")
    assert goods(harvest(pos))["vp"] == 2 + 3 + 3


def test_x26_samurai_of_the_ninjas() -> None:
    pos = supply(hand(empire(begin("jr"), 0, "com069"), 0, "jap026"), stone=1)
    pos = go(pos, ("build", "jap026", "com069", {"stone": 1}))
    assert place(pos, "jap026").samurai
    pos = supply(hand(empire(begin("jr"), 0, "com069", "jap001"), 0, "jap026"), stone=1)
    pos = go(pos, ("build", "jap026", "com069", {"stone": 1}))
    assert place(pos, "jap026").samurai
    assert place(pos, "jap001").samurai


def test_x27_barter_with_gold() -> None:
    pos = go(supply(empire(begin("br"), 0, "bar025"), gold=1), ("activate", "bar025", {"gold": 1}))
    assert goods(pos) == {"gold": 1, "vp": 1}


def test_x28_a_deal_with_two_features() -> None:
    pos = supply(hand(empire(begin("jr"), 0, "jap030", "jap020"), 0, "jap022"), food=1)
    assert goods(go(pos, ("deal", "jap022", {"food": 1}))) == {"worker": 1, "gold": 1, "vp": 3}, (
        "School and Brewery, 2 and 1 since rules 2"
    )


def test_x29_pack_with_one_worker() -> None:
    pos = supply(empire(empire(begin("br"), 0, "bar016"), 1, "com012"), worker=1)
    assert keys(pos, "activate", "bar016") == ["once"]
    pos = go(pos, ("activate", "bar016", "once"))
    assert goods(pos) == {"worker": 1}
    pos = go(turn(pos), ("activate", "bar016", "once"))
    assert (goods(pos), names(pos, 1), goods(pos, 1)) == ({"worker": 1}, ["com012"], {})
    assert why(turn(pos), "activate") == "imp.why.no_activate", "used twice"


@pytest.mark.parametrize(("peaceful", "more"), [(False, 3), (True, 4)])
def test_x30_standard_exploration_of_three(peaceful: bool, more: int) -> None:
    pos = explore(begin("rbe", peaceful=peaceful))
    picks = []
    for _ in range(6):
        picks.append((pos.stack[-1].picks[0][0], len(pos.state.offer)))
        pos = go(pos, ("take", pos.state.offer[0]))
    assert picks == [(0, 4), (1, 3), (2, 2), (2, 4), (1, 3), (0, 2)]
    assert [len(player.hand) for player in pos.state.players] == [more] * 3
    assert len(pos.state.discard) == 2


def test_x31_solo_exploration() -> None:
    pos = explore(begin("r"))
    assert len(pos.state.offer) == 4
    first = pos.state.offer[0]
    pos = go(pos, ("take", first))
    assert (len(pos.state.offer), len(pos.state.virtual)) == (2, 1)
    second, last = pos.state.offer
    pos = go(pos, ("take", second))
    assert [CARDS[card].deck for card in who(pos).hand] == ["romans", "common", "common"]
    assert who(pos).hand[1:] == [first, second]
    assert pos.state.virtual[1].card == last
    assert len(pos.state.deck) == 80
    assert pos.state.controller_of(last) == VIRTUAL


def test_the_helpers_of_these_tests_leave_a_sound_position() -> None:
    pos = used(virtual(begin("r"), "com001"), "com001")
    assert GAME.audit(queue(passed(pos))) == []
