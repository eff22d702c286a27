"""The fierce player: places, whole rings and turns, dice.

Legal and without hidden information.
"""

from __future__ import annotations

import pytest

from ai import determinization, think
from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.era_medieval_age import GAME
from games.era_medieval_age.ai import trial
from games.era_medieval_age.ai.evaluate_dice import DiceValuation
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.prospects import seat_win_probability
from games.era_medieval_age.ai.throws import Throws
from games.era_medieval_age.ai.trial import Pieces, build, play_out_round
from games.era_medieval_age.ai.turns import BuildTurn, BuildTurns
from games.era_medieval_age.ai.weights import FIERCE, SOLO
from games.era_medieval_age.model.catalog import BUILDINGS, FACES
from games.era_medieval_age.model.land import land, placed
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.flow.setup import RoundEnd
from games.era_medieval_age.rules.phases.extortion import Extort
from tests.ai.clocks import Sand
from tests.games.era_medieval_age.positions import Pos

RING = ["wall_6-c1-0", "wall_5-h2-90"]  # what closes the ready-made layout `open`


def after_setup(n: int, seed: str = "fierce") -> Pos:
    pos = walk.start(GAME, {}, n, seed)
    for seat in range(n):
        walk.apply(pos, seat, ("open",))
    return pos


def equipped(n: int = 2, **stock: int) -> Pos:
    pos = after_setup(n)
    pos.state.towns[0].stock |= stock
    return pos


def turns(pos: Pos, hammers: int) -> BuildTurns:
    return BuildTurns(Outlook(pos.state, 0, pos.options), hammers)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_its_decisions_are_legal_repeatable_and_the_same_in_worlds_that_it_cannot_tell_apart(
    n: int,
) -> None:
    pos, rng = walk.start(GAME, {}, n, f"worlds-{n}"), Rng.of(n)
    asked = set()
    for step in range(250):
        if pos.outcome is not None:
            break
        seat = rng.pick(walk.actors(pos))
        path = think.decide(pos, seat, "fierce", Rng.of(step))
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        asked.add(path[0])
        if step % 5 == 0:
            before = GAME.codec.encode(pos)
            assert think.decide(pos, seat, "fierce", Rng.of(step)) == path
            other = determinization.determinize(pos, GAME, seat, Rng.of(step + 1))
            assert think.decide(other, seat, "fierce", Rng.of(step)) == path
            assert GAME.codec.encode(pos) == before
        walk.apply(pos, seat, path)
    assert {"throw", "collect", "build"} <= asked


def test_it_is_offered_and_weighs_otherwise_alone() -> None:
    assert think.offered_strengths(GAME.id) == think.STRENGTHS
    for n, weights in ((1, SOLO), (2, FIERCE), (4, FIERCE)):
        pos = after_setup(n)
        assert Outlook(pos.state, 0, pos.options).w is weights


def test_weights_by_kind_of_building_name_every_kind() -> None:
    assert len(FIERCE.favour) == len(FIERCE.paces) == len(SOLO.favour) == len(BUILDINGS)


def test_a_ring_is_closed_with_all_its_walls_in_one_turn() -> None:
    pos = equipped(stone=2, wood=0, goods=0)
    best = turns(pos, 2).best()
    assert best.ring is not None
    assert best.walls == len(best.ring.walls) == 2
    after = land(sorted([*pos.state.towns[0].pieces, *best.ring.walls]))
    assert after.area == best.ring.area == 29


def test_a_closed_ring_counts_the_largest_area_and_the_buildings_within() -> None:
    pos = equipped(stone=2)
    out = turns(pos, 2)
    ring = max((ring for _, ring in out.outlook.rings), key=lambda ring: ring.area)
    within = sum(1 for one in out.outlook.land.unwalled if one.cells & ring.court)
    assert (
        out.closing_points(ring) == 10 + within
    )  # four houses and farms of a point each; nobody else has an area


def test_a_turn_never_pays_more_than_there_is() -> None:
    pos = equipped(stone=3, wood=6, goods=2, food=2)
    for turn in turns(pos, 3).all():
        assert min(turn.rest) >= 0
        assert turn.walls + sum(turn.kinds.values()) <= 3


def test_the_last_of_a_kind_is_taken_by_who_leads_and_left_by_who_trails() -> None:
    for culture, ends in ((25, True), (0, False)):
        pos = equipped(wood=2, stone=0, goods=0, food=0)
        s = pos.state
        s.ended = ["market", "cathedral"]
        s.supply["longhouse"] = 1
        s.first = 1
        s.towns[0].culture, s.towns[1].culture = culture, 25 - culture
        assert (turns(pos, 1).best().kinds.get("longhouse", 0) == 1) is ends


def test_who_will_be_robbed_counts_what_it_keeps() -> None:
    pos = equipped(goods=2, stone=0, wood=0, food=0)
    town, rival = pos.state.towns
    for die in (*town.dice, *rival.dice):
        die.face = "noble_goods1" if die.id[0] == "n" else "peasant_food3"
    assert turns(pos, 0).extorters == []
    rival.die("n1").face = next(face for face in FACES if FACES[face].swords == 3)
    assert turns(pos, 0).extorters == [1]


def test_a_place_within_walls_doubles_and_the_ways_of_rings_are_kept_free() -> None:
    pos = after_setup(2)
    town = pos.state.towns[0]
    out = Outlook(pos.state, 0, pos.options)
    assert not placed(out.place_values.best("cathedral")).cells & out.missing_wall_cells
    town.pieces = sorted([*town.pieces, *RING])
    out = Outlook(pos.state, 0, pos.options)
    inside = placed(out.place_values.best("church"))
    assert inside.cells & town.land.inside == inside.cells
    assert out.place_values.worth("cathedral") > 8


def test_there_is_no_place_on_a_full_domain() -> None:
    pos = after_setup(2)
    ground = Outlook(pos.state, 0, pos.options).place_values
    ground.buildable, ground.values_by_kind = 0, {}
    assert ground.worth("farm") < -50
    assert ground.worth("market") < -50


def test_dice_are_thrown_together_and_at_least_as_well_as_one_by_one() -> None:
    pos = after_setup(2)
    town = pos.state.towns[0]
    for die in town.dice:
        die.face = "noble_shields4" if die.id[0] == "n" else "peasant_wood3"
    out = Outlook(pos.state, 0, pos.options)
    free = [die for die in town.dice if not FACES[die.face].skulls]
    some, gain = Throws(out).best_reroll(free, town.dice, False, Rng.of(4))
    assert gain >= 0
    assert set(some) <= {die.id for die in free}
    assert gain >= DiceValuation(out).best_reroll(free, town.dice, False, Rng.of(4))[1] - 0.5
    assert Throws(out).best_reroll([], town.dice, False, Rng.of(4)) == ([], 0.0)


def test_what_is_in_store_fades_when_the_game_is_about_to_end() -> None:
    pos = equipped(goods=4)
    early = Outlook(pos.state, 0, pos.options)
    late = Outlook(pos.state, 0, pos.options, 0.1)
    over = Outlook(pos.state, 0, pos.options, 0.0)
    assert early.resource_factor > late.resource_factor > over.resource_factor == 0


def test_it_lays_out_its_town_like_the_other() -> None:
    pos = walk.start(GAME, {}, 2, "towns")
    seat = walk.actors(pos)[0]
    assert think.decide(pos, seat, "fierce", Rng.of(2)) == decide(pos, seat, "game", Rng.of(2))


def building(n: int = 2, hammers: int = 2, **stock: int) -> Pos:
    """Return a position in which seat 0 builds first, without special dice."""
    pos = equipped(n, **stock)
    s = pos.state
    s.first = 0
    for town in s.towns:
        for die in town.dice:
            die.face = "noble_goods1" if die.id[0] == "n" else "peasant_food3"
    pos.lanes = [[] for _ in range(n)]
    while pos.stack[-1].__struct_config__.tag != "rounds":
        pos.stack.pop()
    pos.stack += [RoundEnd(), Extort([]), Builders(list(range(1, n))), Build(0, hammers)]
    return pos


def test_a_turn_is_tried_to_the_end_of_the_round_and_leaves_the_position_alone() -> None:
    pos = building(stone=2, wood=0, goods=0)
    before = GAME.codec.encode(pos)
    turn = turns(pos, 2).best()
    world, built = play_out_round(pos, 0, turn)
    assert GAME.codec.encode(pos) == before
    assert world.state.round == pos.state.round + 1
    assert turn.ring is not None
    assert built == turn.ring.walls == tuple(RING)
    assert set(built) <= set(world.state.towns[0].pieces)


def test_the_end_of_a_game_is_worth_who_has_won_and_by_how_much() -> None:
    pos = building(wood=2, stone=0, goods=0, food=0)
    s = pos.state
    s.ended = ["market", "cathedral", "lumber_mill"][: s.markers]
    for culture, won in ((20, True), (0, False)):
        s.towns[0].culture, s.towns[1].culture = culture, 20 - culture
        world, _ = play_out_round(pos, 0, turns(pos, 1).best())
        assert world.outcome is not None
        assert (seat_win_probability(world, 0) > 0.9) is won
        assert seat_win_probability(world, 0) + seat_win_probability(world, 1) == pytest.approx(1)


def test_more_in_store_makes_a_win_likelier_and_a_ring_of_that_stone_more_so() -> None:
    pos = building(wood=2)
    here, with_more = seat_win_probability(pos, 0), {}
    for what, n in (("goods", 2), ("stone", 2), ("wood", 3)):
        more = building(wood=2)
        more.state.towns[0].stock[what] += n
        with_more[what] = seat_win_probability(more, 0)
        assert with_more[what] > here, what
    walled = building(wood=2)
    walled.state.towns[0].pieces = sorted([*walled.state.towns[0].pieces, *RING])
    assert (
        seat_win_probability(walled, 0) > with_more["stone"]
    )  # a ring is worth more than the stone for it


def test_it_leaves_the_game_open_where_its_end_would_lose_and_ends_it_where_that_wins() -> None:
    for culture, ends in ((25, True), (0, False)):
        pos = building(hammers=1, wood=2, stone=0, goods=0, food=0)
        s = pos.state
        s.ended, s.supply["longhouse"] = ["market", "cathedral"], 1
        s.towns[0].culture, s.towns[1].culture = culture, 25 - culture
        path = build(pos, 0, pos.stack[-1])
        assert (path[:2] == ("build", "longhouse")) is ends


def test_one_thought_serves_a_turn_remembered_or_not_and_what_others_began_is_ended_well() -> None:
    pos = building(hammers=3, stone=2, wood=2, goods=0)
    built = []
    while isinstance(pos.stack[-1], Build) and pos.stack[-1].seat == 0:
        trial.PLAN_CACHE.drop()
        path = build(pos, 0, pos.stack[-1])
        trial.PLAN_CACHE.drop()
        begun = trial.turn_start(pos, 0)
        assert begun.state.towns[0].stock["stone"] == 2
        assert build(pos, 0, pos.stack[-1]) == path
        walk.apply(pos, 0, path)
        built.append(path)
    assert len(built) > 2
    assert built[-1] == ("pass",)
    other = building(hammers=3, stone=2, wood=2, goods=0)
    walk.apply(
        other,
        0,
        next(path for path in walk.legal_moves(other, 0) if path[:2] == ("build", "wall_2")),
    )
    assert isinstance(walk.ask(other, 0, build(other, 0, other.stack[-1])), MoveReady)


def test_where_time_is_short_it_builds_the_best_of_what_it_has_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[BuildTurn] = []
    play = trial.play_out_round

    def after_turn(start: Pos, seat: Seat, turn: BuildTurn) -> tuple[Pos, Pieces]:
        tried.append(turn)
        return play(start, seat, turn)

    monkeypatch.setattr(trial, "play_out_round", after_turn)
    for often in (0, 2):
        trial.PLAN_CACHE.drop()
        tried.clear()
        pos = building(hammers=3, stone=2, wood=2, goods=0)
        path = build(pos, 0, pos.stack[-1], Sand(often))
        assert isinstance(walk.ask(pos, 0, path), MoveReady)
        assert len(tried) == often + 1
    trial.PLAN_CACHE.drop()
