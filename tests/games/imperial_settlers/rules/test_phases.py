"""Setup, phases of a round, actions and the end (sections 3, 4, 5, 6, 7, 10, 12)."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS, FACTIONS
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.turn import RoundActions
from tests.games.asking import default, events_of_move, keys, legal, why
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    buried,
    capture,
    deals,
    empire,
    explore,
    foundation,
    go,
    goods,
    hand,
    harvest,
    kind,
    names,
    passed,
    passing,
    place,
    route,
    samurai,
    stage,
    supply,
    total,
    turn,
    used,
    who,
)


def offers(pos: Pos) -> tuple[Pos, list[int], list[int]]:
    """Play an exploration with an open row; return the sizes of the row and who picked."""
    sizes, seats = [], []
    while kind(pos) == "row":
        sizes.append(len(pos.state.offer))
        seats.append(walk.actors(pos)[0])
        pos = go(pos, default(pos))
    return pos, sizes, seats


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_setup_deals_two_and_two(n: int) -> None:
    pos = walk.start(GAME, {"factions": "random"}, n, f"setup-{n}")
    s = pos.state
    assert s.round == 1
    assert len({player.faction for player in s.players}) == n
    for player in s.players:
        assert [CARDS[card].deck for card in player.hand][:4] == [
            "common",
            "common",
            player.faction,
            player.faction,
        ]
        assert (len(player.deck), player.points, sum(player.supply.values())) == (30 - 3, 0, 0)
    assert (len(s.queue), len(s.attacks)) == ((1, 15) if n == 1 else (0, 0))


def test_setup_chooses_factions_the_last_first() -> None:
    pos = walk.start(GAME, {"factions": "pick"}, 3, "pick")
    last = pos.state.order[-1]
    assert walk.actors(pos) == (last,)
    pos = go(pos, ("faction", "egyptians"))
    assert "egyptians" not in keys(pos, "faction")
    assert walk.actors(pos) == (pos.state.order[-2],)


def test_setup_first_game_is_romans_and_barbarians() -> None:
    pos = walk.start(GAME, {"factions": "first"}, 2, "first")
    assert {player.faction for player in pos.state.players} == {"romans", "barbarians"}


@pytest.mark.parametrize(
    ("factions", "sizes", "seats", "cards"),
    [
        ("rb", [5, 4, 3, 2], [0, 1, 0, 1], 5),
        ("rbe", [5, 4, 4, 3, 3, 2], [0, 1, 2, 0, 1, 2], 7),
        ("rbej", [5, 4, 4, 4, 3, 3, 3, 2], [0, 1, 2, 3, 0, 1, 2, 3], 9),
    ],
)
@pytest.mark.parametrize("peaceful", [False, True])
def test_advanced_exploration(
    factions: str, sizes: list[int], seats: list[int], cards: int, peaceful: bool
) -> None:
    n = len(factions)
    pos, was, by = offers(explore(begin(factions, exploration="advanced", peaceful=peaceful)))
    assert (was, by) == (sizes, seats)
    assert 84 - len(pos.state.deck) == cards + n * peaceful
    assert len(pos.state.discard) == 1
    assert [len(player.hand) for player in pos.state.players] == [3 + peaceful] * n


@pytest.mark.parametrize("factions", ["rb", "rbe", "rbej"])
def test_standard_exploration(factions: str) -> None:
    n = len(factions)
    pos = begin(factions)
    pos.state.first = 1
    pos, sizes, seats = offers(explore(pos))
    once = list(range(n + 1, 1, -1))
    assert (sizes, seats) == (once * 2, [*pos.state.order, *reversed(pos.state.order)])
    assert (84 - len(pos.state.deck), len(pos.state.discard)) == (2 * n + 2, 2)
    assert [len(player.hand) for player in pos.state.players] == [3] * n


@pytest.mark.parametrize("factions", ["rb", "rbe", "rbej"])
def test_alternative_exploration(factions: str) -> None:
    n = len(factions)
    pos = explore(begin(factions, exploration="alternative"))
    while kind(pos) == "draft":
        pos = go(pos, default(pos))
    assert (84 - len(pos.state.deck), len(pos.state.discard)) == (3 * n, n)
    assert [len(player.hand) for player in pos.state.players] == [3] * n
    assert all(not player.looking and not player.kept for player in pos.state.players)


def test_exploration_with_an_empty_faction_deck() -> None:
    pos = begin("rb")
    pos.state.collection, who(pos).deck = who(pos).deck, []
    pos, *_ = offers(explore(pos))
    assert [len(player.hand) for player in pos.state.players] == [2, 3]


def test_production_of_the_boards() -> None:
    for letter, made in {
        "b": {"worker": 5},
        "j": {"worker": 4, "wood": 1},
        "r": {"worker": 2, "wood": 1, "stone": 1},
        "e": {"worker": 3, "gold": 1},
    }.items():
        assert goods(harvest(begin(letter + ("b" if letter != "b" else "r")))) == {
            **made,
            "raze": 1,
            "defense": 1,
        }
    assert {name: facts.storage for name, facts in FACTIONS.items()} == {
        "barbarians": ("worker",),
        "japanese": ("food",),
        "romans": ("raze",),
        "egyptians": ("gold",),
    }


def test_production_in_its_order_each_source_a_gain_of_its_own() -> None:
    pos = empire(
        deals(begin("rj"), 0, "rom030", "rom029"), 0, "com007", "rom019", "com046", "rom020"
    )
    told = stage(pos, Harvest(0, before=[]), RoundActions(0), Cleanup())
    assert [one.goods for one in told if isinstance(one, ev.Gained)] == [
        FACTIONS["romans"].production,
        {"stone": 1},
        {"gold": 1},
        {"wood": 2},
        {"wood": 1, "stone": 1},
    ]


def test_trade_routes_produce_whoever_owns_the_location() -> None:
    pos = route(empire(empire(begin("jer"), 0, "jap021"), 2, "rom029"), 0, "rom029")
    assert goods(harvest(pos))["gold"] == 1
    assert goods(harvest(supply(capture(pos, 1, "rom029"))))["gold"] == 1
    place(pos, "rom029").captor = None
    pos = go(
        supply(hand(turn(pos, 2), 2, "rom030"), 2, stone=2),
        ("build", "rom030", "rom029", {"stone": 2}),
    )
    assert "gold" not in goods(harvest(supply(pos)))


def test_production_in_turn_order_from_the_first_player() -> None:
    pos = begin("rbe")
    pos.state.first = 1
    told = stage(
        pos, *(Harvest(seat, before=[]) for seat in pos.state.order), RoundActions(1), Cleanup()
    )
    assert [one.seat for one in told if isinstance(one, ev.Produced)] == [1, 2, 0]


def test_no_free_operation_in_production() -> None:
    pos = supply(empire(begin("rb"), 0, "com065", "com001"), defense=1)
    assert keys(harvest(pos)) == ["draw"]


def test_turns_go_round_and_passing_is_for_good() -> None:
    pos = supply(supply(supply(begin("rbe"), worker=9), 1, worker=9), 2, worker=9)
    seats = []
    for path in (
        ("workers", "wood"),
        ("pass",),
        ("workers", "wood"),
        ("workers", "wood"),
        ("workers", "wood"),
        ("pass",),
        ("workers", "food"),
        ("workers", "food"),
    ):
        seats.append(walk.actors(pos)[0])
        pos = go(pos, path)
    assert seats == [0, 1, 2, 0, 2, 0, 2, 2], "the last one goes on alone"
    assert pos.state.round == 2
    assert go(pos, ("pass",)).state.round == 3


def test_who_has_passed_is_no_target() -> None:
    pos = deals(empire(hand(begin("br"), 1, "com002"), 1, "com018", "com046"), 1, "rom001")
    empire(
        supply(supply(pos, raze=9, worker=9), 1, wood=3), 0, "bar010", "bar014", "bar016", "bar030"
    )
    assert {"bar010", "bar014", "bar016-once", "bar030"} <= set(keys(pos, "activate"))
    passed(pos, 1)
    assert (why(pos, "raze"), why(pos, "activate")) == (
        "imp.why.no_raze",
        "imp.why.no_activate",
    )
    pos = empire(empire(begin("er"), 0, "egi001", "egi010", "egi013", "egi003"), 1, "com046")
    passed(hand(hand(pos, 0, "com001"), 1, "com002"), 1)
    assert why(supply(pos, raze=9, worker=9), "activate") == "imp.why.no_activate"


def test_cleanup_keeps_what_storage_allows_and_what_lies_on_cards() -> None:
    pos = samurai(
        foundation(empire(begin("jr"), 0, "jap001", "jap013", "jap015", "com046"), 0, "com001"),
        "jap001",
    )
    buried(route(empire(pos, 1, "rom029"), 0, "rom029", "jap002"), "jap013", 0, "com002", "com003")
    hand(
        deals(supply(pos, wood=1, food=2, worker=1, raze=1, gold=1, defense=1), 0, "jap003"),
        0,
        "com004",
    )
    place(used(pos, "com046", 0), "com046").defense = 1
    place(pos, "com046").blocked = True
    place(pos, "jap015").put = 3
    pos = passing(pos)
    me = who(pos)
    assert goods(pos) == {"food": 2}
    one = place(pos, "com046")
    assert (one.used, one.by, one.blocked, one.defense, one.captor) == (0, [], False, 0, None)
    assert (
        place(pos, "jap001").samurai,
        place(pos, "jap015").put,
        len(place(pos, "jap013").under),
    ) == (True, 3, 2)
    assert [deal.card for deal in me.deals] == ["jap002", "jap003"]
    assert ([one.card for one in me.foundations], me.hand[0]) == (["com001"], "com004")
    assert (pos.state.round, pos.state.first, me.passed) == (3, 1, False)


def test_the_marker_goes_to_the_left_after_each_round() -> None:
    pos = begin("rbe", at=1)
    for at in range(1, 5):
        pos = passing(pos)
        assert (pos.state.round, pos.state.first) == (at + 1, at % 3)
        while kind(pos) == "row":
            pos = go(pos, default(pos))
    assert passing(pos).outcome is not None


def test_the_last_round_has_no_cleanup() -> None:
    pos = supply(supply(begin("rb", at=5), worker=2, gold=3), 1, worker=1, stone=1, food=2)
    pos = passing(pos)
    assert pos.outcome is not None
    assert pos.outcome.places == [2, 1]
    assert (goods(pos), goods(pos, 1)) == (
        {"worker": 2, "gold": 3},
        {"worker": 1, "stone": 1, "food": 2},
    )
    assert pos.state.first == 0


def test_a_card_that_costs_nothing_still_takes_the_action() -> None:
    pos = go(hand(begin("er"), 0, "com069", "egi001"), ("build", "com069"))
    assert (goods(pos), walk.actors(pos)) == ({"worker": 1}, (1,))
    pos = go(turn(pos), ("build", "egi001"), ("draw", "common"), ("draw", "faction"))
    assert (len(who(pos).hand), walk.actors(pos)) == (2, (1,))


def test_a_location_may_be_activated_in_the_round_in_which_it_was_built() -> None:
    pos = supply(supply(hand(begin("br"), 0, "com036"), stone=2), 1)
    pos = go(
        pos,
        ("build", "com036", {"stone": 1}),
        ("pass",),
        ("activate", "com036", "once", {"stone": 1}),
    )
    assert goods(pos) == {"vp": 1}


def test_giving_up_a_location_loses_everything_on_it() -> None:
    pos = samurai(
        buried(empire(begin("jr"), 0, "jap013"), "jap013", 0, "com001", "jap001"), "jap013"
    )
    pos = go(supply(hand(pos, 0, "jap006"), wood=1), ("build", "jap006", "jap013", {"wood": 1}))
    assert (pos.state.discard, sorted(who(pos).discard)) == (["com001"], ["jap001", "jap013"])
    assert goods(pos) == {"worker": 1}
    assert total(pos) == 2, "no end score of the Gate"


def test_a_used_location_may_be_given_up_and_comes_back_fresh() -> None:
    pos = used(supply(hand(empire(begin("br"), 0, "com076"), 0, "bar007"), wood=9), "com076", 0, 0)
    pos = go(pos, ("build", "bar007", "com076", {"wood": 1}))
    pos.state.discard.remove("com076")
    who(pos).hand.append("com076")
    pos = go(turn(pos), ("build", "com076", {"wood": 1}))
    assert place(pos, "com076").used == 0


def test_a_card_of_three_colours_counts_for_each() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "rom023", "com008"), 0, "com001"), wood=1, stone=2)
    assert goods(go(pos, ("build", "com001", {"stone": 2, "wood": 1})))["vp"] == 3
    pos = supply(hand(empire(begin("rb"), 0, "rom023"), 0, "com025"), wood=2, stone=1)
    assert goods(go(pos, ("build", "com025", {"stone": 1, "wood": 2}))) == {"food": 2}


def test_counts_have_their_limit() -> None:
    pos = empire(
        begin("er"), 0, "egi028", "egi029", "egi030", "com008", "com009", "com010", "com011"
    )
    supply(hand(pos, 0, "com001"), wood=1, stone=2)
    assert goods(go(pos, ("build", "com001", {"stone": 2, "wood": 1})))["vp"] == 6
    assert (
        goods(harvest(empire(begin("er"), 0, "com011", "com008", "com033", "com034"))).get("stone")
        == 3 + 1
    )


def test_gold_for_wood_stone_and_food_but_for_nothing_else() -> None:
    pos = supply(empire(begin("er"), 0, "com076", "egi007", "egi021", "egi003"), gold=1)
    assert set(keys(pos, "activate")) == {"com076", "egi021"}
    supply(pos, wood=9, stone=9, food=9)
    assert set(keys(pos, "activate")) == {"com076-once", "com076-twice"}, (
        "and nothing stands for gold"
    )


def test_ruins_can_not_be_razed_and_have_no_colour() -> None:
    assert (CARDS["com069"].raze, CARDS["com069"].colors, CARDS["com069"].kind) == (
        {},
        (),
        "feature",
    )
    pos = supply(empire(hand(begin("br"), 0, "com070"), 1, "com069"), raze=9)
    assert why(pos, "raze") == "imp.why.no_raze_only"


def test_peaceful_razes_only_from_the_hand_but_cards_go_on() -> None:
    pos = supply(
        hand(empire(empire(begin("br", peaceful=True), 0, "bar014"), 1, "com018"), 0, "com001"),
        raze=3,
    )
    assert keys(pos, "raze") == ["hand"]
    assert goods(go(pos, ("activate", "bar014", "1", "p1", "com018", {}))) == {
        "raze": 1,
        "stone": 1,
        "vp": 1,
    }
    pos = supply(empire(empire(begin("er", peaceful=True), 0, "egi003"), 1, "com018"), raze=3)
    assert why(pos, "raze") == "imp.why.no_raze_only"
    assert goods(go(pos, ("activate", "egi003"))) == {"raze": 2, "stone": 1, "vp": 1}


def test_the_final_score_in_rows() -> None:
    pos = empire(begin("jr"), 0, "com001", "com069", "jap001", "jap015")
    place(pos, "jap015").put = 7
    who(pos).points = 10
    board = score(pos)
    assert [row.values[0] for row in board.rows] == [10, 2, 4, 5]
    assert board.total == (21, 0)


def test_foundations_deals_and_samurai_score_nothing() -> None:
    pos = samurai(
        deals(foundation(empire(begin("jr"), 0, "jap001"), 0, "com001"), 0, "jap002"), "jap001"
    )
    assert total(pos) == 2


def test_events_tell_what_was_paid_and_given_up() -> None:
    pos = supply(hand(empire(begin("br"), 0, "com006"), 0, "bar012"), wood=2)
    told = events_of_move(pos, ("build", "bar012", "com006", {"wood": 2}))
    assert told[0] == ev.Built(0, "bar012", {"wood": 2}, "com006", "")
    assert names(go(pos, ("build", "bar012", "com006", {"wood": 2}))) == ["bar012"]
    assert not legal(pos, "build", "bar012", "bar012", {"wood": 2})
