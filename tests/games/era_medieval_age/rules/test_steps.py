"""Playing: layouts and secret dice, clicks per decision, texts, proposals, undo, options."""

from __future__ import annotations

import re
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

import pytest

from games.core.engine import history, walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, msg
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import BUYABLE, LAYOUTS, RULES
from games.era_medieval_age.model.events import (
    BuildEnded,
    BuildSkipped,
    Demanded,
    ExtortionRefused,
    Paid,
    Quilled,
    RoundEnded,
    Scored,
    Shown,
    Sick,
    Struck,
    Threw,
)
from games.era_medieval_age.model.land import GRID, TURNS, piece_id, placed
from games.era_medieval_age.model.names import cell_label, dice_words, where
from games.era_medieval_age.model.state import Die
from games.era_medieval_age.rules.domain.building import Build, _worth_words
from games.era_medieval_age.rules.domain.placement import best_sites, disease_change
from games.era_medieval_age.rules.phases.calamities import Bandits, Fire, Remove, Scorch
from games.era_medieval_age.rules.phases.extortion import JAIME, Yield
from games.era_medieval_age.rules.phases.harvest import Choose, Collect, auto_split, hunger
from games.era_medieval_age.rules.phases.rolling import Quill, RollPhase, SecretRoll
from games.era_medieval_age.views.narrate import assumed_words
from games.era_medieval_age.views.view import forecast
from tests.games.asking import ask, done, keys, legal, option, pick, refusal
from tests.games.era_medieval_age.positions import (
    KEEP,
    Pos,
    begin,
    dice,
    go,
    lay,
    say,
    site,
    stage,
    stock,
    why,
)
from ui.views.panel.option_details import LINE_WIDTH, MAX_LINES

SKULL = "peasant_wood1_build1_skull"
EITHER = "peasant_food2_or_stone1"


def test_setup_offers_three_layouts_first_and_compact_is_the_default() -> None:
    pos = walk.start(GAME, {}, 2, 1)
    assert keys(pos) == ["compact", "closed", "open", "place"]
    assert walk.default_path(pos, 0) == ("compact",)
    assert not pick(pos, seat=0).blocked, "nobody looks for Ready before the first piece"
    assert say(option(pos, "closed").label) == "Muralla cerrada · 9 puntos"
    (line,) = pick(pos, seat=0).lines
    assert say(line, "en").endswith("3 buildings touch others, so each Disease costs 3 points.")
    told = [say(effect) for effect in done(pos, "closed").effects]
    assert told[:2] == [
        "Las 3 Casas valen el doble entre murallas, pero se tocan: cada Enfermedad cuesta 3 puntos.",
        "Además, te llevas 10 puntos por la mayor área si nadie encierra más.",
    ]


def test_setup_by_hand_goes_on_from_piece_to_piece_and_each_can_be_taken_back() -> None:
    start = walk.start(GAME, {}, 2, 1)
    step = walk.submit(start, 0, ("place", "farm", "t0", "other", "r1", "a1"))
    assert step.barrier == []
    assert done(start, "place", "farm", "t0", "other", "r1", "a1").then == ("place",)
    assert step.events[0].public is None
    rows = [history.move_row(1, 0, "player", ("place", "farm", "t0", "other", "r1", "a1"), step)]
    back = history.undo(start, rows, 0, "1")
    assert isinstance(back, history.UndoResult)
    assert GAME.codec.encode(back.pos) == GAME.codec.encode(start)


def test_setup_is_not_ready_with_scorched_earth_inside_walls() -> None:
    pos = walk.start(GAME, {}, 2, 1)
    town, lane = pos.state.towns[0], pos.lanes[0][0]
    town.pieces = sorted(
        [
            "keep-g7-0",
            "wall_4-a1-0",
            "wall_4-a4-0",
            "wall_2-a2-90",
            "wall_2-d2-90",
            "scorched_earth-b2-0",
        ]
    )
    lane.unplaced = []
    assert why(pos, "ready", seat=0) == "queda Tierra quemada dentro de las murallas"
    assert walk.default_path(pos, 0) == ("compact",)
    pos = go(pos, ("open",), seat=0)
    assert pos.state.towns[0].pieces == sorted(
        [*LAYOUTS["open"].pieces, *LAYOUTS["open"].scorched[:2]]
    )


def test_a_whole_layout_by_hand_is_ready_in_the_end() -> None:
    pos, rng = walk.start(GAME, {}, 2, 5), Rng.of(3)
    while "ready" not in keys(pos, seat=0):
        kind = keys(pos, "place", seat=0)[0]
        turn = keys(pos, "place", kind, seat=0)[-1]
        row = rng.pick(keys(pos, "place", kind, turn, "other", seat=0))
        pos = go(
            pos,
            (
                "place",
                kind,
                turn,
                "other",
                row,
                keys(pos, "place", kind, turn, "other", row, seat=0)[0],
            ),
            seat=0,
        )
        assert GAME.audit(pos) == []
    pos = go(pos, ("ready",), seat=0)
    assert walk.actors(pos) == (1,)


def test_layouts_are_hidden_until_all_are_ready() -> None:
    pos = go(walk.start(GAME, {}, 3, 1), ("closed",), seat=1)
    assert [GAME.view(pos, viewer).towns[1].pieces for viewer in (None, 0, 2)] == [(KEEP,)] * 3
    assert len(GAME.view(pos, 1).towns[1].pieces) == 9
    assert [town.status for town in GAME.view(pos, None).towns] == ["open", "done", "open"]
    assert GAME.view(pos, None).towns[1].area == 0


def test_dice_are_hidden_while_anybody_rolls() -> None:
    pos = go(begin(2), ("stop",), seat=0)
    assert all(die.face == "" for die in GAME.view(pos, 1).towns[0].dice)
    assert all(die.face for die in GAME.view(pos, 0).towns[0].dice)
    assert GAME.view(pos, None).hand is None
    pos = go(pos, ("stop",), seat=1)
    assert all(die.face for die in GAME.view(pos, 1).towns[0].dice)


def test_a_throw_is_final_for_its_seat_alone_and_stopping_is_not() -> None:
    pos = begin(3)
    pos.state.towns[1].die("p1").face = "peasant_food3"
    step = walk.submit(pos, 1, ("throw", ["p1"]))
    assert step.barrier == [1]
    assert walk.submit(step.pos, 1, ("stop",)).barrier == []


def test_dice_taps_toggle_throw_toggle_throw() -> None:
    """P, 2 toggles, throw, 2 toggles, throw: no throw begins with a die ticked, least of all one that has just come up."""
    pos = begin(2)
    for die, face in zip(
        pos.state.towns[0].dice,
        ("peasant_food3", "peasant_food3", SKULL, "noble_sword1"),
        strict=True,
    ):
        die.face = face
    form = walk.ask(pos, 0, ("throw",))
    assert isinstance(form, SelectPrompt)
    assert (form.layout, form.default, form.min, form.max) == ("grid", None, 1, 3)
    assert why(pos, "p3", "throw", seat=0) == "el dado está bloqueado por su calavera"
    assert say(option(pos, "p1", "throw", seat=0).label) == "P1 (3 de comida)"
    assert done(pos, "throw", ["p1", "n1"], seat=0).instant
    for word in range(50):
        pos.rng[0] = word
        after = go(pos, ("throw", ["p1", "n1"]), seat=0)
        again = walk.ask(after, 0, ("throw",))
        assert isinstance(again, SelectPrompt)
        assert (again.default, again.min) == (None, 1)
    assert say(done(pos, "throw", ["p1", "n1"], seat=0).label) == "Volver a tirar 2 dados"
    assert say(option(pos, "stop", seat=0).label) == "Me los quedo"
    assert legal(pos, "throw", [], seat=0), "stored paths that throw no die stay legal"
    assert done(pos, "throw", [], seat=0).quiet
    assert option(pos, "stop", seat=0).tone == "finish"


def test_monastery_taps_are_die_face_and_confirm() -> None:
    """P, die, face, C: the verb is the only one that does not end the turn, so panels enter it by themselves."""
    pos = lay(
        begin(2), [KEEP, "longhouse-a1-0", "longhouse-d1-0", "longhouse-g1-0", "monastery-a12-0"]
    )
    pos.lanes[0] = [SecretRoll(0, 1, throws=1)]
    root = walk.ask(pos, 0)
    assert isinstance(root, SelectPrompt)
    assert [one.key for one in root.options if one.tone != "finish"] == ["set"]
    assert keys(pos, "set", "n1", seat=0)[0] == "noble_shields4"
    sure = done(pos, "set", "n1", "noble_shields4", seat=0)
    assert (sure.instant, sure.then) == (False, ("throw",))
    assert walk.submit(pos, 0, ("set", "n1", "noble_shields4")).barrier == []


def test_a_seat_whose_dice_are_all_locked_is_done() -> None:
    pos = go(walk.start(GAME, {}, 2, "locked"), ("compact",), seat=1)
    for word in range(3000):
        pos.rng[0] = word
        after = go(pos, ("compact",), seat=0)
        if not after.lanes[0]:
            assert all("skull" in die.face for die in after.state.towns[0].dice)
            return
    raise AssertionError("never four skulls")


def test_a_player_without_dice_is_done_at_once_and_collects_income_alone() -> None:
    pos = stock(lay(begin(2), ["farm-a1-0", "lumber_mill-a4-0"]))
    pos.state.towns[0].dice = []
    stage(pos, RollPhase(), Collect(), Build(1, 1))
    assert walk.actors(pos) == (1,)
    while not isinstance(pos.stack[-1], Build):
        pos = go(pos, walk.default_path(pos, 1), seat=1)
    assert pos.state.towns[0].stock == {"goods": 0, "stone": 0, "wood": 2, "food": 1}
    assert pos.state.towns[0].calamity == 0


def test_the_forecast_tells_what_the_dice_would_bring() -> None:
    pos = stock(begin(2), food=2, wood=7)
    for die, face in zip(
        pos.state.towns[0].dice, ("peasant_wood3", SKULL, SKULL, "noble_swords2"), strict=True
    ):
        die.face = face
    hand = GAME.view(pos, 0).hand
    assert hand is not None
    cast = hand.forecast
    assert cast is not None
    assert (cast.collected["wood"], cast.lost, cast.after["food"], cast.hungry) == (
        8,
        {"wood": 4},
        0,
        1,
    )
    assert (cast.hammers, cast.swords, cast.skulls, cast.calamity) == (2, 2, 2, "disease")
    assert pos.state.towns[0].stock == {"goods": 0, "stone": 0, "wood": 7, "food": 2}


def test_the_forecast_takes_a_die_with_two_options_as_hurts_least_and_says_so() -> None:
    town = stock(begin(2), food=7).state.towns[0]
    town.dice = [Die("p1", EITHER), *(Die(f"p{n}", "peasant_build2") for n in range(2, 10))]
    cast, by_default = forecast(town), forecast(town, auto_split(town))
    assert (cast.hungry, cast.assumed) == (0, (("p1", "food"),))
    assert (by_default.hungry, by_default.assumed) == (1, ())
    assert hunger(town) == 0
    words = assumed_words(cast)
    assert words is not None
    assert say(words, "en") == "P1 as food"


def test_the_dice_stand_in_words_above_the_buttons() -> None:
    pos = begin(2)
    for die, face in zip(
        pos.state.towns[0].dice,
        ("peasant_wood3", SKULL, "peasant_wood3", "noble_swords2"),
        strict=True,
    ):
        die.face = face
    line = "P1 P3: 3 wood · P2: 1 wood + 1 hammer + skull · N1: 2 swords"
    assert [say(one, "en") for one in pick(pos).lines] == [line]
    assert [say(one, "en") for one in pick(pos, "throw").lines] == [line]


@pytest.mark.parametrize(
    ("faces", "line"),
    [
        (
            ("peasant_build2", SKULL, EITHER, "noble_shields4", "burgher_culture1"),
            "P1: 🔨2 · P2: 1 wood 🔨1 💀1 · P3: 2 food/1 stone · P4: 🛡️4 · P5: 1 Culture",
        ),
        (
            ("peasant_build2", SKULL, EITHER, EITHER, "burgher_goods2", "clergy_quill", SKULL),
            "2 goods · 2 wood · 2 × 2 food/1 stone · quill · 🔨4 · 💀2",
        ),
    ],
)
def test_many_dice_still_fit_a_short_line(faces: tuple[str, ...], line: str) -> None:
    assert say(dice_words([(f"p{n}", face) for n, face in enumerate(faces, 1)]), "en") == line


def test_fire_says_what_each_building_costs_and_which_are_walled() -> None:
    pos = lay(begin(2), [KEEP, "wall_2-f7-90", "longhouse-a1-0"])
    stage(pos, Remove(0, "fire", ["longhouse-a1-0", "farm-a5-0"]))
    details = [say(one.detail, "en") for one in pick(pos, "remove").options if one.detail]
    assert details[0] == "−1 point · outside the walls · with its die"


def test_recaps_tell_a_calamity_before_what_it_takes() -> None:
    losers = GAME.recap.losers
    assert set(losers(Struck(1, "disease", 2, alone=False))) == {1}
    assert 1 not in losers(Struck(1, "attack", 5, alone=False))
    assert {0, 2} <= set(losers(Struck(1, "attack", 5, alone=False)))
    assert set(losers(Sick(1, 0))) == set()
    assert set(losers(Sick(1, 2))) == {1}


def test_recaps_tell_first_what_a_seat_did_without_a_press() -> None:
    losers = GAME.recap.losers
    assert set(losers(BuildSkipped(1, 2))) == {1}
    assert set(losers(BuildSkipped(1, 0))) == set(), "known since it kept its dice"
    assert set(losers(Demanded(0, 1, "wood"))) == {0}
    assert set(losers(Paid(0, 1, "wood"))) == {0, 1}
    assert set(losers(ExtortionRefused(-1, 0, 2))) == {0}, "Master Jaime is no seat"
    assert set(losers(Demanded(-1, 0, "wood"))) == set()


def test_disease_is_told_with_its_outcome() -> None:
    assert GAME.narrate(Struck(0, "disease", 2)) is None
    assert say(GAME.narrate(Sick(0, 0)), "en") == (
        "Two skulls, but no one gets sick: none of ● Ana's buildings touch."
    )
    assert say(GAME.narrate(Sick(0, 2)), "en") == (
        "Disease (two skulls): ● Ana takes 2 Calamity because 2 buildings touch others."
    )


def test_quill_taps_are_two_and_each_throw_is_final_for_all() -> None:
    pos = dice(begin(3), 1, "clergy_quill", "peasant_food3")
    stage(pos, Quill(1), Build(0, 1))
    assert (pick(pos, "quill").only_answer(), pick(pos, "quill", "c1").only_answer()) == (
        "c1",
        None,
    )
    assert done(pos, "quill", "c1", "p1").instant
    assert say(option(pos, "p1", "quill", "c1").label) == "C1 con P1"
    assert walk.submit(pos, 1, ("quill", "c1", "alone")).barrier == [0, 1, 2]
    assert walk.default_path(pos, 1) == ("pass",)


def test_choice_faces_are_one_question_per_colour() -> None:
    pos = dice(
        stock(begin(2), food=2),
        0,
        "peasant_food2_or_stone1",
        "peasant_food2_or_stone1",
        "clergy_stone1_or_wood2",
    )
    stage(pos, Build(1, 1))
    pos.lanes[0] = [Choose(0)]
    assert keys(pos, "collect", seat=0) == ["food2", "food1_stone1", "stone2"]
    assert say(option(pos, "food1_stone1", "collect", seat=0).label) == "1 de piedra y 2 de comida"
    assert keys(pos, "collect", "food2", seat=0) == ["stone1", "wood1"]


@pytest.mark.parametrize(
    ("have", "auto"),
    [
        ({"food": 2}, ["food2"]),
        ({"food": 6}, ["food1_stone1"]),
        ({"food": 9}, ["stone2"]),
        ({"food": 9, "stone": 7}, ["food2"]),
    ],
)
def test_choices_left_alone_are_food_then_stone_if_they_fit(
    have: dict[str, int], auto: list[str]
) -> None:
    pos = dice(
        stock(lay(begin(2), [KEEP]), **have),
        0,
        "peasant_food2_or_stone1",
        "peasant_food2_or_stone1",
    )
    assert auto_split(pos.state.towns[0]) == auto


def test_building_is_what_turn_and_where_and_can_be_undone() -> None:
    pos = stock(begin(2), wood=8, stone=7, goods=6)
    stage(pos, Build(0, 2))
    assert done(pos, *site(pos, "farm-a12-0")).instant
    assert (
        pick(pos, "build", "market").only_answer(),
        pick(pos, "build", "market", "t0").only_answer(),
    ) == (
        "t0",
        None,
    )
    assert len(keys(pos, "build", "longhouse", "t0")) <= 6
    assert keys(pos, "build", "longhouse", "t0")[-1] == "other"
    step = walk.submit(pos, 0, site(pos, "farm-a12-0"))
    assert step.barrier == []
    assert done(pos, *site(pos, "farm-a12-0")).then == ()
    assert walk.submit(step.pos, 0, ("pass",)).barrier == [0, 1]


def lines(pos: Pos, lang: str = "en") -> dict[str, str]:
    """Return what a building turn tells of the proposed pieces, by their ids."""
    form = pick(pos)
    pieces = [one.key for one in form.options if one.spot]
    return {key: say(line, lang) for key, line in zip(pieces, form.lines, strict=True)}


def test_a_building_turn_proposes_five_pieces_at_their_best_places() -> None:
    pos = stock(begin(2), wood=8, stone=7)
    pos.state.supply = {kind: n + 1 for kind, n in pos.state.supply.items()}  # none is the last
    pos.state.round = 3  # before, a line for newcomers takes the place of the fifth
    stage(pos, Build(0, 3))
    assert len(lines(pos)) == 3, "news stands above the first question of a turn"
    pos = walk.submit(pos, 0, ("wall_6-a14-0",)).pos
    form = pick(pos)
    proposed = [one for one in form.options if one.spot]
    assert [one.key for one in form.options] == [*(one.key for one in proposed), "build", "pass"]
    cells = [placed(one.key).cells for one in proposed]
    assert len(cells) == 5
    assert sum(one.bit_count() for one in cells) == reduce(or_, cells).bit_count(), "no overlap"
    first = proposed[0]
    kind, cell, degrees = first.key.split("-")
    one, two = (
        walk.submit(pos, 0, path).pos
        for path in ((first.key,), ("build", kind, f"{cell}-{degrees}"))
    )
    assert GAME.codec.encode(one) == GAME.codec.encode(two)
    assert legal(pos, "farm-a12-0"), "a place that is not proposed"
    for bad in ("farm-g7-0", "farm-z9-0", "farm-a12-45", "scorched_earth-a12-0", "farm"):
        assert refusal(pos, bad) == "core.refused.option", bad


def test_a_proposal_says_its_cost_and_what_it_brings() -> None:
    pos = stock(lay(begin(2), [KEEP]), wood=2)
    pos.state.round = 3
    stage(pos, Build(0, 1))
    houses = [one for one in pick(pos).options if one.key.startswith("longhouse-")]
    assert say(houses[0].label, "en") == "Build Longhouse A1 ▬"
    assert lines(pos)[houses[0].key] == "**A1** 2 wood → +1 point · +1 Peasant"
    assert houses[0].mark == "A1", "the picture names the place as the button and the line do"
    assert len(pick(pos).options) == 5, "with few kinds, more places of each"
    alone = stock(lay(begin(2), [KEEP]), stone=1)
    stage(alone, Build(0, 1))
    assert {one.key.split("-")[0] for one in pick(alone).options if one.spot} == {"wall_6"}


def test_the_last_piece_of_its_kind_says_that_it_flips_an_end_marker() -> None:
    pos = stock(lay(begin(2), [KEEP]), wood=2)
    pos.state.supply["longhouse"] = 1
    stage(pos, Build(0, 1))
    house = next(one for one in pick(pos).options if one.key.startswith("longhouse-"))
    assert lines(pos)[house.key].endswith(" · last one: flips an end marker (2 left)")
    assert lines(pos, "es")[house.key].endswith(" · la última: voltea un marcador (quedan 2)")
    assert say(house.short, "en") == "Longhouse A1 🏁", "also where there is no room for the line"
    saved = done(pos, house.key).summary
    assert say(saved, "en") == (
        "You build a Longhouse at A1, the last one, and flip an end marker. Now 2 of 3 are left."
    )
    pos.state.ended = ["market", "church"]
    assert "flips the last end marker" in lines(pos)[house.key]
    assert say(done(pos, house.key).summary, "en").endswith(
        "flip the last end marker. This is the last round."
    )
    pos.state.ended.append("farm")
    assert not any("marker" in line for line in lines(pos).values())
    assert "era.effect.last" in [one.key for one in done(pos, house.key).effects]


def test_proposals_that_flip_a_marker_leave_room_for_their_longer_lines() -> None:
    pos = stock(begin(2), wood=8, stone=7)
    pos.state.supply = {kind: min(n, 1) for kind, n in pos.state.supply.items()}
    pos.state.round = 3
    stage(pos, Build(0, 2))
    told = lines(pos)
    flips = sum("marker" in line for line in told.values())
    assert flips >= 1
    assert len(told) + flips <= 4


def test_help_explains_end_markers_if_a_piece_that_is_shown_flips_one() -> None:
    def question(last_of: str, built: list[str], **have: int) -> tuple[str, set[str]]:
        pos = stock(lay(begin(2), [KEEP]), **have)
        pos.state.round = 3
        pos.state.supply = dict.fromkeys(BUYABLE, 3) | {last_of: 1}
        stage(pos, Build(0, 3, built))
        return pick(pos).prompt.key, {placed(piece).kind for piece in lines(pos)}

    much = {"wood": 8, "stone": 7}
    assert question("longhouse", [], **much) == (
        "era.build.marker",
        {"lumber_mill", "keep", "longhouse"},
    ), "below news there are never more lines that the explanation could take"
    key, kinds = question("hospital", [], **much)
    assert (key, "hospital" in kinds) == ("era.build.now", False)
    wall = ["wall_6-a14-0"]
    key, kinds = question("longhouse", wall, **much)
    assert (key, len(kinds)) == ("era.build.now", 5), "more kinds fit without the explanation"
    assert question("farm", wall, wood=2, stone=1)[0] == "era.build.marker"


def test_no_proposal_costs_points() -> None:
    pos = stock(lay(begin(2), [KEEP, "market-a1-0"]), stone=1)
    stage(pos, Build(0, 1))
    pos.state.towns[0].pieces.append("guildhall-l12-0")
    pos.state.towns[0].pieces.sort()
    proposed = [one for one in pick(pos).options if one.spot]
    assert not proposed, "each stone is worth a point to a Guildhall"
    wall = "wall_6-c14-0"
    assert say(done(pos, wall).effects[0], "en") == "You lose 1 point.", "it stays legal"


def test_each_proposal_has_its_place_on_the_button() -> None:
    pos = stock(lay(begin(2), [KEEP]), wood=2)
    stage(pos, Build(0, 1))
    shorts = [say(one.short, "en") for one in pick(pos).options if one.spot]
    assert "Longhouse A1" in shorts
    assert len(set(shorts)) == len(shorts)
    assert all(short[-1].isdigit() for short in shorts)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_lines_of_proposals_fit_the_panel(lang: str) -> None:
    almost_closed = [
        KEEP,
        "wall_6-g9-90",
        "wall_6-h14-0",
        "wall_5-m9-90",
        "wall_3-h9-0",
        "farm-i10-0",
    ]
    closed = [*almost_closed, "wall_2-k9-0"]
    seen = set[str]()
    for domain, only, left, (built, most) in product(
        ([KEEP], almost_closed, closed),
        ("", *BUYABLE),
        (1, 3),
        # news stands above the first question of a turn
        (([], MAX_LINES - 2), (["wall_6-a14-0"], MAX_LINES)),
    ):
        pos = stock(lay(begin(2), domain), wood=8, stone=7, goods=6)
        pos.state.round = 3
        pos.state.supply = {kind: left if only in ("", kind) else 0 for kind in BUYABLE}
        stage(pos, Build(0, 3, built))
        told = [line.replace("**", "") for line in lines(pos, lang).values()]
        seen.update(told)
        assert told or only
        assert sum(-(-len(line) // LINE_WIDTH) for line in told) <= most, told
    assert any(re.search(r"^[H-L]1\d .*4 .*/", line) for line in seen), "a walled Lumber Mill"
    keep = {"es": "3 piedra → encierra ", "en": "3 stone → encloses "}[lang]
    assert any(keep in line for line in seen)


def test_a_market_says_what_its_points_are_for() -> None:
    pos = stock(lay(begin(2), [KEEP]), wood=4, goods=1)
    pos.state.supply["market"] = 2
    stage(pos, Build(0, 1))
    market = next(line for key, line in lines(pos).items() if key.startswith("market-"))
    assert re.search(r"→ \+\d+ points \(\d+ empty cells\)$", market)


def test_a_proposal_that_touches_a_building_warns_of_disease() -> None:
    pos = begin(2)
    lay(pos, [KEEP, "market-a1-0"])
    town = pos.state.towns[0]
    for piece, touching in (("farm-c1-90", 2), ("farm-a9-0", 0)):
        assert disease_change(town.land, placed(piece)) == touching
    words = _worth_words("farm-c1-90", 0, 1, last=False, beside=0, touching=2, flip=None)
    assert say(words, "en").endswith("· touches others (Disease: −2)")
    words = _worth_words("farm-a9-0", 0, 1, last=False, beside=0, touching=0, flip=None)
    assert "Disease" not in say(words, "en")


def test_in_the_last_round_no_proposal_promises_dice_or_income() -> None:
    pos = stock(begin(2, round_limit=6), wood=8)
    stage(pos, Build(0, 1))
    told = {}
    for at in (5, 6):
        pos.state.round = at
        told[at] = " / ".join(lines(pos).values())
    assert "+1 Peasant" in told[5]
    assert "/round" in told[5]
    assert "+1 Peasant" not in told[6]
    assert "/round" not in told[6]


def test_blocked_kinds_say_what_is_missing() -> None:
    pos = stock(begin(2), wood=2)
    stage(pos, Build(0, 1))
    assert why(pos, "church", "build") == "falta 1 mercancía (+1 dado de Clero)"
    pos.state.box["farm"] += pos.state.supply["farm"]
    pos.state.supply["farm"] = 0
    assert why(pos, "farm", "build") == "no quedan (+1 de comida cada ronda)"
    assert refusal(pos, "build", "church") == "era.why.with_use"
    full = stock(begin(2), wood=8, stone=7, goods=6)
    cells = [
        f"market-{col}{row}-0"
        for col in "acegikm"
        for row in range(1, 15, 2)
        if f"{col}{row}" != "g7"
    ]
    full.state.towns[0].pieces = sorted([KEEP, *cells])
    stage(full, Build(0, 1))
    assert keys(full) == ["pass"]


def test_proposals_close_areas_first_and_say_so() -> None:
    ring = [KEEP, "wall_4-c8-0", "wall_4-b1-90", "wall_4-b5-90", "wall_6-c1-0"]
    (cell, reason), *_ = best_sites(tuple(sorted(ring)), "wall_5", 90)
    assert (cell, reason) == ((1, 7), ("closes", 29))
    pos = stock(lay(begin(2), ring), stone=3)
    stage(pos, Build(0, 1))
    best = option(pos, "h2", "build", "wall_5", "t90")
    assert (say(best.label), say(best.detail)) == ("H2", "encierra 29")
    sure = done(pos, "build", "wall_5", "t90", "h2")
    assert [say(effect) for effect in sure.effects] == [
        "Encierra 29 casillas más.",
        "Te llevas la mayor área, que vale 10 puntos.",
        "Ganas 10 puntos.",
        "No te quedan martillos.",
    ]
    assert sure.ghost == ("wall_5-h2-90",)
    after = go(pos, ("build", "wall_5", "t90", "h2"))
    assert GAME.view(after, 1).towns[0].area == 29


def test_proposals_do_not_overlap_and_go_inside_walls_first() -> None:
    ring = [KEEP, "wall_4-c8-0", "wall_4-b1-90", "wall_4-b5-90", "wall_6-c1-0", "wall_5-h2-90"]
    found = best_sites(tuple(sorted(ring)), "church", 0)
    assert len(found) == 5
    assert found[0][1] == ("inside", 0)


def test_what_speaks_for_all_places_alike_is_said_once_above_short_labels() -> None:
    pos = stock(lay(begin(2), [KEEP, "farm-a1-0"]), wood=8)
    stage(pos, Build(0, 1))
    asked = ask(pos, "build", "longhouse", "t0")
    assert say(asked.prompt) == (
        "¿Dónde va? Estos son los mejores sitios (sin tocar otros edificios)."
    )
    cells = [placed(one.spot) for one in asked.options if one.spot]
    assert cells == sorted(cells, key=lambda one: (one.row, one.col)), "in the picture's order"
    assert [one.mark for one in asked.options] == [
        *(say(one.label) for one in asked.options[:-1]),
        None,
    ]
    assert [say(one.label) for one in asked.options] == [
        *(one.key.upper() for one in asked.options[:-1]),
        "Otro sitio…",
    ]
    ring = [KEEP, "wall_4-c8-0", "wall_4-b1-90", "wall_4-b5-90", "wall_6-c1-0"]
    mixed = stock(lay(begin(2), ring), stone=3)
    stage(mixed, Build(0, 1))
    assert (
        say(ask(mixed, "build", "wall_5", "t90").prompt)
        == "¿Dónde va? Estos son los mejores sitios."
    )


def test_no_place_beside_a_market_is_proposed_as_long_as_there_are_others() -> None:
    pieces = tuple(sorted([KEEP, "market-l6-0"]))
    for degrees in (0, 90):
        for cell, _ in best_sites(pieces, "farm", degrees):
            assert not placed(piece_id("farm", *cell, degrees)).cells & placed("market-l6-0").near


def test_in_the_last_round_nobody_is_promised_a_die() -> None:
    pos = stock(begin(2, round_limit=6), wood=8)
    stage(pos, Build(0, 1))
    for at, key in ((5, "era.effect.die"), (6, "era.effect.die_late")):
        pos.state.round = at
        assert key in [one.key for one in done(pos, "build", "longhouse", "t0", "h14").effects]


def test_a_place_may_be_named_though_it_is_not_proposed() -> None:
    """Stored paths stay legal when the proposals change."""
    pos = stock(begin(2), wood=8)
    stage(pos, Build(0, 1))
    hidden = ("build", "longhouse", "t0", "h14")
    assert "h14" not in keys(pos, *hidden[:3])
    assert isinstance(done(pos, *hidden), MoveReady)
    assert refusal(pos, "build", "longhouse", "t0", "g7") == "core.refused.option"
    by_row = go(pos, ("build", "longhouse", "t0", "other", "r14", "h14"))
    assert GAME.codec.encode(go(pos, hidden)) == GAME.codec.encode(by_row)


def test_the_end_of_a_building_turn_stays_a_question_so_that_all_can_be_undone() -> None:
    pos = stock(begin(2), wood=2)
    stage(pos, Build(0, 1))
    pos = go(pos, site(pos, "farm-a12-0"))
    assert (walk.actors(pos), keys(pos)) == ((0,), ["pass"])


@pytest.mark.parametrize(
    ("frame", "path"),
    [
        (Bandits(0), ("bandits", "calamity")),
        (Fire(0), ("remove", "farm-j3-0")),
        (Yield(0, 1, "food"), ("pay",)),
        (Build(0, 1), ("pass",)),
        (Scorch(0), ("scorch", "c1")),
    ],
)
def test_defaults_on_time_out(frame: Any, path: Path) -> None:
    pos = stock(begin(2), wood=2, food=1)
    stage(pos, frame)
    assert walk.default_path(pos, 0) == path


def test_bandits_take_a_resource_or_the_point() -> None:
    pos = stock(begin(2), wood=2, food=1)
    stage(pos, Bandits(0), Build(1, 1))
    assert keys(pos, "bandits") == ["calamity", "wood", "food"]
    assert go(pos, ("bandits", "wood")).state.towns[0].stock["wood"] == 1
    assert go(pos, ("bandits", "calamity")).state.towns[0].calamity == 1
    poor = stock(begin(2))
    stage(poor, Bandits(0), Build(1, 1))
    assert poor.state.towns[0].calamity == 1


def test_a_solo_game_has_eight_rounds_and_a_rank() -> None:
    pos, rng = walk.start(GAME, {}, 1, 3), Rng.of(3)
    while pos.outcome is None:
        walk.apply(pos, 0, walk.random_move(pos, 0, rng))
    v = GAME.view(pos, 0)
    assert (v.round, v.rounds, v.phase) == (8, RULES.solo.rounds, "end")
    assert v.rank
    assert GAME.score(pos).apart[-1].id == "rank"
    assert say(GAME.describe(v)[-1]).startswith("Nivel actual")


def test_the_log_is_a_story() -> None:
    pos = dice(stock(begin(2), goods=1, wood=7, food=2), 0, "peasant_build2", "peasant_wood3")
    from games.era_medieval_age.model import events as ev

    built = BuildEnded(0, ["church-g7-0", "wall_5-h2-90"], ["church"], 1, 29)
    assert say(GAME.narrate(built)) == (
        "● Ana construye la última Iglesia en G7 (voltea 1 marcador) y una Muralla de 5 en H2; "
        "encierra 29 casillas más."
    )
    only = BuildEnded(0, ["church-g7-0"], ["church"])
    assert say(GAME.narrate(only), "en") == "● Ana builds the last Church at G7."
    many = ["market-j2-0", "market-h4-0", "cathedral-a1-0", "longhouse-d1-0", "longhouse-d3-0"]
    assert say(GAME.narrate(BuildEnded(0, many, ["market", "cathedral"], 2)), "en") == (
        "● Ana builds the last Market and the last Cathedral (flips 2 end markers), "
        "a Market and 2 × Longhouse."
    )
    assert say(GAME.narrate(ev.Collected(1, {"wood": 3}, {"wood": 1}, 4, 1))) == (
        "■ Bruno recoge 3 de madera; pierde 1 por falta de sitio; "
        "1 dado sin comer: +1 de Calamidad."
    )
    assert (
        say(GAME.narrate(ev.Demanded(-1, 0, "goods")))
        == "Maese Jaime le exige 1 mercancía a ● Ana."
    )
    assert (
        say(GAME.narrate(ev.Demanded(-1, 0, "food")), "en")
        == "Master Jaime wants 1 food from ● Ana."
    )
    assert pos.state.round == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_preset_can_be_played(n: int) -> None:
    for which, options in GAME.presets.items():
        pos = walk.start(GAME, dict(options), n, which)
        rng = Rng.of(n)
        while pos.outcome is None:
            seat = rng.pick(walk.actors(pos))
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        assert GAME.audit(pos) == []


def test_what_is_asked_ends_in_a_sentence_for_every_leaf_of_a_building_turn() -> None:
    pos = stock(begin(2), wood=8, stone=7, goods=6)
    dice(dice(pos, 0, "peasant_build2"), 1, "peasant_food3")
    stage(pos, Build(0, 1))
    found = 0
    for leaf in walk.legal_moves(pos, 0):
        found += 1
        if found % 97 == 0:
            assert isinstance(walk.ask(pos, 0, leaf), MoveReady)
            assert GAME.audit(walk.submit(pos, 0, leaf).pos) == []
    assert found > 3500


def test_a_place_has_one_name_on_button_picture_and_log() -> None:
    """Crooked pieces too: the mill at `a3`, whose corner is bare, is built "at B3"."""
    bare = 0
    for kind in BUYABLE:
        for degrees in TURNS[kind]:
            pos = dice(stock(lay(begin(1), [KEEP]), wood=8, stone=7, goods=6), 0, "peasant_build2")
            stage(pos, Build(0, 2))
            path = ("build", kind, f"t{degrees}", "other", "r3", "c3")
            piece = placed(f"{kind}-c3-{degrees}")
            first = cell_label(*next(iter(GRID.cells(piece.cells))))
            assert first in say(done(pos, *path, seat=0).label).split(), (kind, degrees)
            for one in pick(pos, *path[:3]).options:
                if one.spot is not None:
                    assert {say(one.label), one.mark} == {where(one.spot)}
            step = walk.submit(pos, 0, path)
            told = [
                say(GAME.narrate(one.public))
                for one in walk.submit(step.pos, 0, ("pass",)).events
                if isinstance(one.public, BuildEnded)
            ]
            assert told
            assert first in told[0]
            bare += not piece.cells & GRID.cell_mask(2, 2)
    assert bare > 3


def test_alone_what_was_done_can_be_taken_back_until_the_next_round() -> None:
    pos = stock(begin(1), wood=2)
    stage(pos, Build(0, 1))
    sure = done(pos, "pass")
    assert (sure.instant, [say(one) for one in sure.gives_up]) == (
        False,
        ["Te queda 1 martillo sin usar, y aún puedes construir."],
    )
    step = walk.submit(pos, 0, ("pass",))
    assert step.barrier == [0], "the dice of the next round are rolled"
    stage(pos, Build(0, 1), Yield(0, JAIME, "wood"))
    assert walk.submit(pos, 0, ("pass",)).barrier == []


def test_the_score_does_not_say_that_keeps_are_behind_walls() -> None:
    """They always are, so it would only look like a doubling."""
    row = next(one for one in GAME.score(begin()).rows if one.id == "keep")
    assert (row.values, row.detail) == ((2, 2), (msg("era.score.copies", n=1),) * 2)


def test_a_turn_that_flips_an_end_marker_and_the_end_are_urgent_news() -> None:
    assert [BuildEnded(0, ended=["market"], markers_flipped=n).urgent for n in (0, 1)] == [
        False,
        True,
    ]
    assert Scored([1, 2], [2, 1], "markers").urgent


def test_a_hint_says_what_happens_to_the_dice_and_where_a_piece_goes() -> None:
    pos = begin()
    again = keys(pos, "throw", seat=0)[:2]
    advice = [done(pos, *path, seat=0).advice for path in (("throw", again), ("stop",))]
    assert [say(one, "en") for one in advice if one] == [
        f"re-roll {again[0].upper()} and {again[1].upper()}",
        "keep all your dice",
    ]
    pos = walk.start(GAME, {}, 2, 1)
    place = done(pos, "place", "farm", "t0", "other", "r1", "a1").advice
    assert place is not None
    assert say(place, "en") == "place a Farm at A1 ▬"


def test_the_faces_of_a_reroll_are_news_to_the_roller_alone() -> None:
    assert Quilled(0, "c1", "", {"c1": "clergy_quill"}).news, "it may show a quill again"
    threw = Threw(0, 2, ["p1"], {"p1": "peasant_wood3"})
    assert threw.news
    assert not threw.minor
    assert Threw(0, 1, ["p1"], {"p1": "peasant_wood3"}).minor, "the next question names all dice"


def test_revealed_dice_are_told_in_words_while_a_line_has_room() -> None:
    two = [{"p1": "peasant_build2", "n1": "noble_swords3"}, {"p1": "peasant_food3"}]
    assert say(GAME.narrate(Shown(two)), "en") == (
        "Dice revealed. ● Ana: 2 hammers and 3 swords; ■ Bruno: no hammers or skulls."
    )
    assert "▲ Carla 🔨1 💀1" in say(GAME.narrate(Shown([*two, {"p1": SKULL}])), "en")


def test_the_end_of_a_round_tells_whose_dice_changed() -> None:
    assert GAME.narrate(RoundEnded(2, [0, 0])) is None
    assert say(GAME.narrate(RoundEnded(2, [1, 0, -2])), "en") == (
        "End of round 2: ● Ana +1 die and ▲ Carla −2 dice."
    )
    solo = RULES.solo.rounds
    assert GAME.narrate(RoundEnded(solo - 1, [1])) is not None
    assert GAME.narrate(RoundEnded(solo, [1])) is None, "no round follows in which it is rolled"
    assert GAME.narrate(RoundEnded(solo, [1, 0])) is not None


def test_many_buildings_to_lose_are_a_menu_row_by_row() -> None:
    houses = [f"longhouse-{col}{row}-0" for row in (3, 1) for col in "adgj"]
    pos = lay(begin(2), [KEEP, *houses])
    stage(pos, Remove(0, "fire", houses))
    asked = pick(pos, "remove")
    assert (asked.layout, [one.mark for one in asked.options]) == (
        "menu",
        ["A1", "D1", "G1", "J1", "A3", "D3", "G3", "J3"],
    )
