"""The bot's parts: rings, town plans, values of dice, swords, the end; and its moves."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.ai.decide import choose
from games.era_medieval_age.ai.evaluate import Valuation
from games.era_medieval_age.ai.evaluate_dice import DiceValuation, arms_distribution, sum_of, swap
from games.era_medieval_age.ai.openings import ORIENTATIONS, next_layout_step, oriented_layout
from games.era_medieval_age.ai.walls import cover, rings
from games.era_medieval_age.ai.weights import WEIGHTS
from games.era_medieval_age.model.catalog import FACES, SIDES
from games.era_medieval_age.model.events import Built, Opened, Scored, Shown, stats
from games.era_medieval_age.model.land import GRID, land, placed
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.layout import preset
from games.era_medieval_age.views.view import GameView

WALLS = (("wall_6", 3), ("wall_5", 4), ("wall_4", 4), ("wall_3", 4), ("wall_2", 3))


def after_setup(n: int, seed: str = "bots") -> Position[EraState, GameView]:
    pos = walk.start(GAME, {}, n, seed)
    for seat in range(n):
        walk.apply(pos, seat, ("open",))
    return pos


def test_rings_close_what_they_promise() -> None:
    for which in ("open", "closed", "compact"):
        here = land(preset(which, 2))
        found = rings(here, WALLS)
        assert found
        for ring in found:
            after = land(sorted([*(one.id for one in here.pieces), *ring.walls]))
            assert after.area == ring.area > here.area
            assert after.inside & ~here.inside == ring.court
            assert len({one.id for one in after.pieces}) == len(here.pieces) + len(ring.walls)
            assert not any(placed(piece).cells & here.taken for piece in ring.walls)


def test_the_open_layout_wants_two_walls_for_29_cells() -> None:
    best = max(
        (ring for ring in rings(land(preset("open", 2)), WALLS) if len(ring.walls) == 2),
        key=lambda ring: ring.area,
    )
    assert best.area == 29
    assert sorted(placed(piece).kind for piece in best.walls) == ["wall_5", "wall_6"]


def test_a_cover_takes_no_more_walls_of_a_kind_than_there_are() -> None:
    missing, free = GRID.from_cells((0, col) for col in range(12)), GRID.board
    two, three = (cover(missing, free, (("wall_6", n), ("wall_4", 3))) for n in (2, 1))
    assert two is not None
    assert [placed(piece).kind for piece in two] == ["wall_6", "wall_6"]
    assert three is not None
    assert len(three) == 3
    assert cover(missing, free, (("wall_6", 1), ("wall_4", 1))) is None
    assert cover(missing, free & ~GRID.cell_mask(0, 5), (("wall_6", 3),)) is None


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_town_plan_is_one_town_in_eight_ways(n: int) -> None:
    plans = {oriented_layout(which, n) for which in range(ORIENTATIONS)}
    assert len(plans) == ORIENTATIONS
    for one in plans:
        here = land(one)
        assert sorted(piece.split("-")[0] for piece in one) == sorted(
            piece.split("-")[0] for piece in preset("open", n)
        )
        assert max(ring.area for ring in rings(here, WALLS) if len(ring.walls) == 2) == 29


def test_a_town_is_arranged_piece_by_piece_and_others_beginnings_are_finished() -> None:
    pos = walk.start(GAME, {}, 2, "arrange")
    for luck in range(30):
        path = next_layout_step(pos.state.towns[0].pieces, 2, luck)
        assert isinstance(walk.ask(pos, 0, path), MoveReady)
        walk.apply(pos, 0, path)
        if path == ("ready",):
            break
    assert tuple(pos.state.towns[0].pieces) in {
        oriented_layout(which, 2) for which in range(ORIENTATIONS)
    }
    walk.apply(pos, 1, ("place", "farm", "t0", "f11"))
    assert len(next_layout_step(pos.state.towns[1].pieces, 2, 3)) == 1


def test_computer_players_lay_out_different_towns() -> None:
    towns = set()
    for seed in range(6):
        pos, rng = walk.start(GAME, {}, 2, seed), Rng.of(seed)
        while not pos.state.layouts_revealed:
            seat = walk.actors(pos)[0]
            walk.apply(pos, seat, decide(pos, seat, "game", rng))
        towns |= {tuple(town.pieces) for town in pos.state.towns}
    assert len(towns) > 3


def test_what_nobles_show_adds_up_to_certainty() -> None:
    for nobles in range(4):
        for jaime in (False, True):
            assert sum(
                chance for _, _, chance in arms_distribution(nobles, jaime)
            ) == pytest.approx(1)


def test_hungry_dice_cost_and_hammers_are_worth_more_with_something_to_build_from() -> None:
    pos = after_setup(2)
    pos.state.towns[0].stock["food"] = 0  # four dice, one farm: three starve
    dice = DiceValuation(Valuation(pos.state, 0, pos.options))
    assert dice.worth(sum_of(["peasant_food3"])) - dice.worth(sum_of([])) == pytest.approx(3)
    build = dice.worth(sum_of(["peasant_build2", "peasant_wood3"])) - dice.worth(
        sum_of(["peasant_wood3"])
    )
    assert build > dice.worth(sum_of(["peasant_build2", "noble_shields4"])) - dice.worth(
        sum_of(["noble_shields4"])
    )


def test_more_swords_are_worth_more_and_shields_save() -> None:
    pos = after_setup(3)
    dice = DiceValuation(Valuation(pos.state, 0, pos.options))
    worths = [
        dice.worth(sum_of([face])) for face in ("noble_sword1", "noble_swords2", "noble_swords3")
    ]
    assert worths == sorted(worths)
    assert dice.worth(sum_of(["noble_shields4"])) > dice.worth(sum_of([]))


def test_swapping_a_face_keeps_the_sum() -> None:
    for letter in "pbnc":
        for old in SIDES[letter]:
            for new in SIDES[letter]:
                assert swap(sum_of([old, "noble_goods1"]), old, new) == sum_of(
                    [new, "noble_goods1"]
                )


def test_only_free_dice_are_thrown_again_and_a_perfect_throw_is_kept() -> None:
    pos = after_setup(2)
    town = pos.state.towns[0]
    town.stock |= {"wood": 8, "stone": 7, "food": 9, "goods": 0}
    for die in town.dice:
        die.face = "noble_goods2_skull" if die.id[0] == "n" else "peasant_build2"
    dice = DiceValuation(Valuation(pos.state, 0, pos.options))
    free = [die for die in town.dice if not FACES[die.face].skulls]
    _, gain = dice.best_reroll(free, town.dice, False, Rng.of(1))
    assert gain < WEIGHTS.throw
    town.die("p1").face, town.stock["stone"] = "peasant_food3", 0
    some, gain = DiceValuation(Valuation(pos.state, 0, pos.options)).best_reroll(
        free, town.dice, True, Rng.of(1)
    )
    assert some == ["p1"]
    assert gain > 0


def test_the_last_of_a_kind_is_taken_by_whoever_leads() -> None:
    pos = after_setup(2)
    s = pos.state
    s.ended, s.supply["market"] = ["cathedral", "university"], 1
    s.towns[1].calamity = 20
    assert (
        Valuation(s, 0, pos.options).ending_value("market")
        > 0
        > Valuation(s, 1, pos.options).ending_value("market")
    )
    assert Valuation(s, 0, pos.options).ending_value("farm") == 0


def test_a_rivals_larger_area_makes_more_walls_worth_it() -> None:
    pos = after_setup(2)
    s = pos.state
    s.ended = ["market", "cathedral", "university"]
    for town in s.towns:
        town.pieces = sorted([*town.pieces, "wall_6-c1-0", "wall_5-h2-90"])
    out = Valuation(s, 0, pos.options)
    assert out.rounds_left == 0
    assert out.area_worth(30) - out.area_worth(29) > 5 > out.area_worth(28)


def test_it_closes_its_ring_in_the_last_round() -> None:
    pos = walk.start(GAME, {}, 1, "last")
    walk.apply(pos, 0, ("open",))
    pos.state.round = 8
    town = pos.state.towns[0]
    town.stock |= {"stone": 2, "wood": 2}
    rng = Rng.of(3)
    while walk.ask(pos, 0, ("stop",)).__class__ is not MoveReady:
        walk.apply(pos, 0, ("throw",))
    for die in town.dice:
        die.face = "noble_shields4" if die.id[0] == "n" else "peasant_build2"
    walk.apply(pos, 0, ("stop",))
    while pos.outcome is None:
        walk.apply(pos, 0, decide(pos, 0, "game", rng))
    assert town.land.area == 29


def test_an_opponents_beginning_says_nothing_about_the_own_move() -> None:
    """It looks at a view and a guess alone: other hidden dice of a rival change nothing."""
    pos = after_setup(2, "hidden")
    for seat in (0, 1):
        walk.apply(pos, seat, ("throw",))
    paths = set()
    for face in ("peasant_build2", "peasant_food3", "peasant_wood1_build1_skull"):
        pos.state.towns[1].die("p1").face = face
        paths.add(str(choose(GAME.view(pos, 0), pos, 0)))
    assert len(paths) == 1


def test_statistics_count_what_the_events_say() -> None:
    assert [one.name for one in stats(Built(0, "church-g7-90", 0, False))] == ["church"]
    assert [one.first for one in stats(Opened([], 2))] == [2]
    shown = stats(Shown([{"p1": "peasant_food3", "n1": "noble_sword1"}]))
    assert {one.group for one in shown} == {"face peasant", "face noble"}
    assert [one.name for one in stats(Scored([50], [1], "solo", "commoner"))] == [
        "solo",
        "commoner",
    ]
