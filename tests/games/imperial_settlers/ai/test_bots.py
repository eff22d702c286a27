"""The bot: plans, builds, razes and keeps.

It beats random players without hidden information.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from ai.think import offered_strengths
from games.core.engine import walk
from games.core.engine.bots import Kind, decide
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.ai.card_facts import card_facts, goods_after_paying
from games.imperial_settlers.ai.decide import (
    choose,
    choose_harder,
    deck_to_draw_from,
    least_wanted_card,
)
from games.imperial_settlers.ai.evaluate import Valuation, estimate
from games.imperial_settlers.ai.search import Planner
from games.imperial_settlers.ai.targeting import expand_effect
from games.imperial_settlers.ai.weights import FIERCE, WEIGHTS
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.events import Began, Built, Drew, Looted, Razed, Worked
from games.imperial_settlers.rules.effects.choices import Discard
from games.imperial_settlers.rules.flow.solo import Sacrifice
from games.imperial_settlers.views.statistics import stats
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    deals,
    empire,
    foundation,
    go,
    hand,
    kind,
    passed,
    samurai,
    stage,
    supply,
    used,
    virtual,
    who,
)


def move(pos: Pos, seat: int | None = None) -> Path:
    """Return the bot's move, which must be legal."""
    seat = walk.actors(pos)[0] if seat is None else seat
    path = choose(None, pos, seat)
    assert isinstance(walk.ask(pos, seat, path), MoveReady), path
    return path


def plan(pos: Pos) -> list[str]:
    """Return the verbs of the bot's plan for seat 0."""
    return [str(step[0]) for step in Planner(pos.state, 0, pos.options, expand_effect).best()[1]]


def played(n: int, kinds: Sequence[Kind], seed: int) -> Pos:
    pos, rng = walk.start(GAME, {"factions": "random"}, n, seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = decide(pos, seat, kinds[seat], rng)
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        walk.apply(pos, seat, path)
    assert GAME.audit(pos) == []
    return pos


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_beats_a_player_by_lot_from_either_seat(seed: int) -> None:
    kinds: tuple[Kind, ...] = ("game", "random") if seed % 2 else ("random", "game")
    pos = played(2, kinds, seed)
    totals = GAME.score(pos).total
    assert pos.outcome is not None
    assert pos.outcome.winners == [kinds.index("game")]
    assert max(totals) > 40


def test_it_beats_the_virtual_player() -> None:
    games = [played(1, ("game",), seed) for seed in range(3)]
    assert sum(pos.outcome is not None and pos.outcome.winners == [0] for pos in games) >= 2
    assert sorted(GAME.score(pos).total[0] for pos in games)[1] >= 40


@pytest.mark.parametrize(
    ("strength", "player"), [("game", choose), ("fierce", partial(choose_harder, _has_time=None))]
)
def test_it_sees_what_its_seat_sees_and_nothing_depends_on_the_guess(
    strength: Kind, player: Callable[..., Path]
) -> None:
    pos, looked = (
        walk.start(GAME, {"factions": "random", "exploration": "alternative"}, 3, "sees"),
        0,
    )
    while pos.outcome is None and pos.state.round < 4:
        seat = walk.actors(pos)[0]
        path = decide(pos, seat, strength, Rng.of(3))
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        if looked % 7 == 0:
            assert path == decide(pos, seat, strength, Rng.of(4)) == player(None, pos, seat)
        looked += 1
        walk.apply(pos, seat, path)
    assert looked > 60


def test_the_harder_player_is_offered_and_beats_the_other_one() -> None:
    assert "fierce" in offered_strengths("imperial_settlers")
    ahead = 0
    for seed in range(2):
        for seat in range(2):
            totals = GAME.score(
                played(2, ("fierce", "game") if seat == 0 else ("game", "fierce"), seed)
            ).total
            ahead += totals[seat] - totals[1 - seat]
    assert ahead > 0


def test_the_harder_player_values_early_goods_and_cards_more_and_late_ones_less() -> None:
    for one in ((1, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 1)):
        assert FIERCE.of_goods(one, 4) > 1.5 * WEIGHTS.of_goods(one, 4)
    assert FIERCE.of_card(4) > 2 * WEIGHTS.of_card(4)
    assert FIERCE.of_goods((1, 1, 1, 0, 0, 0), 0) < WEIGHTS.of_goods((1, 1, 1, 0, 0, 0), 0)


def test_plans_that_differ_in_the_order_of_locations_alone_are_one_for_the_harder_player() -> None:
    pos, found = supply(hand(begin("rb", 2), 0, "com007", "com012"), 0, wood=4), []
    for merge in (0.0, 1.0):
        some = Planner(pos.state, 0, pos.options, expand_effect, replace(WEIGHTS, merge=merge))
        found.append({node.places for node in some.reached(some.root()) if len(node.places) == 2})
    assert [len(one) for one in found] == [2, 1]


def test_payments_take_gold_only_for_what_is_missing() -> None:
    assert goods_after_paying((2, 0, 0, 1, 0, 2), (1, 1, 0, 1, 0, 0)) == (1, 0, 0, 0, 0, 1)
    assert goods_after_paying((2, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0)) is None
    rest = goods_after_paying((0, 0, 3, 0, 0, 0), (0, 0, 1, 0, 0, 0), any_resource=1)
    assert rest == (0, 0, 1, 0, 0, 0)
    assert goods_after_paying((5, 5, 5, 0, 0, 5), (0, 0, 0, 1, 0, 0)) is None


def test_two_workers_become_the_wood_that_a_card_lacks() -> None:
    pos = supply(hand(begin("rb", 2), 0, "com012"), 0, worker=2)
    assert plan(pos)[:2] == ["workers", "build"]
    assert move(pos) == ("workers", "wood")
    assert move(go(go(pos, ("workers", "wood")), ("pass",), seat=1))[:2] == ("build", "com012")


def test_pairs_of_workers_go_together() -> None:
    assert move(supply(hand(begin("rb", 5), 0, "com007"), 0, worker=4)) == (
        "workers",
        "several",
        {"wood": 2},
    )


def test_a_foundation_makes_room_before_a_location_does() -> None:
    pos = supply(
        foundation(empire(hand(begin("rb", 2), 0, "rom020"), 0, "com007"), 0, "com010"), 0, stone=1
    )
    assert move(pos)[:3] == ("build", "rom020", "com010")
    pos = supply(empire(hand(begin("rb", 2), 0, "rom020"), 0, "com007", "com069"), 0, stone=1)
    assert move(pos)[:3] == ("build", "rom020", "com069"), "Ruins rather than the Old Forest"


def test_early_it_builds_production_late_it_takes_points() -> None:
    goods = {"wood": 2}
    early = supply(hand(begin("rb", 1), 0, "com007", "com005"), 0, **goods)
    assert move(early)[:2] == ("build", "com007")
    late = supply(empire(hand(begin("rb", 5), 0, "com001"), 0, "com076"), 0, wood=2)
    assert move(late)[:2] == ("activate", "com076-twice")


def test_actions_twice_where_both_pay() -> None:
    pos = supply(empire(begin("rb", 5), 0, "com076"), 0, wood=2)
    assert move(pos) == ("activate", "com076-twice", {"wood": 2})


def test_nothing_useful_left_it_passes() -> None:
    assert move(supply(hand(begin("rb", 5), 0, "com001"), 0, worker=1, food=1)) == ("pass",)


def test_deals_pay_early_and_not_in_the_last_round() -> None:
    assert move(supply(hand(begin("rb", 2), 0, "rom029"), 0, food=1))[:2] == ("deal", "rom029")
    assert move(supply(hand(begin("rb", 5), 0, "rom006"), 0, food=1)) == ("pass",), (
        "a worker at the end is no use"
    )


def test_it_razes_what_hurts_and_gives_most() -> None:
    pos = supply(empire(begin("rb", 2), 1, "com069", "com065", "com036"), 0, raze=2)
    assert move(pos) == ("raze_rival", "p1", "com065")
    assert move(passed(pos, 1)) == ("pass",), "who has passed is safe"
    peaceful = supply(empire(begin("rb", 2, peaceful=True), 1, "com065"), 0, raze=2)
    assert move(peaceful) == ("pass",)


def test_the_token_defends_the_best_location_once_somebody_could_raze() -> None:
    pos = supply(empire(begin("rb", 2), 0, "com036", "com065"), 0, defense=1)
    assert move(pos) == ("pass",)
    supply(pos, 1, raze=2)
    assert move(pos) == ("defend", "com065")


def test_samurai_stand_before_a_daimyo_is_built() -> None:
    pos = supply(
        empire(hand(begin("jb", 2), 0, "jap009"), 0, "jap001", "jap004", "com007"),
        0,
        worker=2,
        stone=2,
    )
    assert move(pos) == ("samurai", ["jap001", "jap004"])
    assert move(supply(samurai(pos, "jap001", "jap004"), 0, stone=2))[:2] == ("build", "jap009")
    one = supply(empire(begin("jb", 2), 0, "jap009"), 0, worker=1)
    assert move(one) == ("samurai", "jap009"), "one place is no list"


def test_leftovers_go_under_the_gate_and_on_the_shrine_before_the_pass() -> None:
    pos = supply(empire(hand(begin("jb", 5), 0, "com001", "com002"), 0, "jap013"), 0)
    assert move(pos) == ("gate", "jap013", ["com001", "com002"])
    pos = supply(empire(begin("jb", 4), 0, "jap015"), 0, wood=1, food=2)
    assert move(pos) == ("shrine", "jap015", {"wood": 1}), "food is kept"
    assert move(go(pos, ("shrine", "jap015", {"wood": 1}))) == ("pass",)


def test_an_effect_takes_the_good_that_helps_most() -> None:
    pos = supply(empire(empire(begin("br", 5), 0, "bar016"), 1, "com020"), 0, worker=2)
    assert move(pos)[:2] == ("activate", "bar016-twice")
    pos = go(pos, ("activate", "bar016", "once"))
    assert kind(pos) == "aim"
    assert move(pos) == ("gain_from_enemy_raze_value", "p1", "com020", "vp")


def test_an_exchange_is_taken_when_it_pays() -> None:
    pos = supply(empire(hand(begin("er", 5), 0, "egi028"), 0, "egi006"), 0, stone=2)
    pos = go(pos, ("build", "egi028", {"stone": 2}))
    assert kind(pos) == "exchange"
    assert move(pos) == ("exchange", "0"), "1 gold for 2 points at the end"


def test_settlers_spare_the_location() -> None:
    pos = supply(
        empire(hand(begin("rb", 3), 0, "rom023", "rom022"), 0, "com040"), 0, wood=2, stone=2
    )
    assert move(pos)[:2] == ("activate", "com040")
    pos = go(pos, ("activate", "com040", {"wood": 1}))
    assert kind(pos) == "build_now"
    assert move(pos)[1] == "rom023"


def test_the_repeated_action_is_the_best_one() -> None:
    pos = used(
        used(empire(begin("rb", 3), 0, "com041", "com026", "com032", "com036"), "com032", 0),
        "com036",
        0,
    )
    supply(pos, 0, worker=1)
    pos = go(pos, ("activate", "com041"))
    assert move(pos)[:2] == ("repeat_action", "com032")


def test_a_desert_takes_what_promises_least() -> None:
    pos = hand(begin("re", 3), 0, "com065", "com069")
    assert least_wanted_card(pos.state, 0) == "com069"
    stage(pos, Discard(0, 1))
    assert move(pos) == ("discard", "com069")


def test_the_deck_is_the_factions_while_there_is_room_for_its_cards() -> None:
    pos = hand(begin("rb", 3), 0, "rom001", "rom003")
    assert deck_to_draw_from(pos.state, 0) == "common"
    assert deck_to_draw_from(empire(pos, 0, "com007", "com012", "com024").state, 0) == "faction"
    who(pos).deck.clear()
    assert deck_to_draw_from(pos.state, 0) == "common"


def test_solo_it_razes_the_virtual_player_and_loses_what_promises_least() -> None:
    pos = supply(virtual(begin("r", 3), "com036"), 0, raze=2)
    assert move(pos) == ("raze_rival", "virtual", "com036")
    empire(pos, 0, "com021", "com030")
    stage(pos, Sacrifice(0, ["atk-11", "atk-13"], ["com021", "com030"]))
    assert move(pos)[0] == "sacrifice"


def test_solo_a_lead_is_worth_more_to_who_lacks_it() -> None:
    pos = begin("r", 5)
    behind = Valuation(pos.state, 0).margin
    empire(pos, 0, "rom001", "rom003", "rom006", "rom008", "rom009", "rom010")
    assert Valuation(pos.state, 0).margin < behind


def test_rounds_left_make_production_worth_more() -> None:
    early, late = begin("rb", 2), begin("rb", 5)
    for card in ("com065", "rom020", "com032"):
        assert (
            Valuation(early.state, 0).standing(card)
            > Valuation(late.state, 0).standing(card)
            >= CARDS[card].points
        )
    deals(early, 0, "rom029")
    assert Valuation(early.state, 0).deal("gold") > 2 > Valuation(late.state, 0).deal("gold") == 0


def test_every_card_is_read() -> None:
    for card in CARDS:
        facts = card_facts(card)
        assert facts.site == CARDS[card].site
        assert sum(facts.cost) == sum(CARDS[card].goods.values())
        assert all(mode.parts or mode.ops for mode in facts.modes)


def test_worth_rises_with_what_promises_and_greedy_plays() -> None:
    pos = supply(begin("rb", 2), 0, wood=1)
    before = estimate(pos, 0)
    assert estimate(empire(pos, 0, "com007"), 0) > before + 1
    ahead = estimate(pos, 0)
    assert estimate(empire(pos, 1, "com065"), 0) < ahead, "what a rival has counts against"
    assert isinstance(walk.ask(pos, 0, decide(pos, 0, "greedy", Rng.of(1))), MoveReady)


def test_what_statistics_count() -> None:
    assert [one.first for one in stats(Began(2))] == [2]
    assert [(one.group, one.name) for one in stats(Built(0, "rom001", {}, "com007"))] == [
        ("built", "rom_sculptors_workshop"),
        ("given up", "com_old_forest"),
    ]
    assert [one.name for one in stats(Worked(0, 6, {"wood": 2, "common": 1}))] == [
        "wood",
        "wood",
        "common",
    ]
    assert [one.group for one in stats(Razed(0, "com007", None, 0, {}))] == ["razed from hand"]
    assert [one.group for one in stats(Razed(0, "com007", 1, 2, {}))] == ["razed where it stood"]
    assert [one.name for one in stats(Drew(0, ["common", "faction"]))] == ["common", "faction"]
    assert [(one.group, one.name) for one in stats(Looted(0, 1, "com007", {"wood": 1}))] == [
        ("looted", "wood")
    ]
