"""The log names steps in which nothing happens, and why the winner won; questions name topics."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.context import StepContext
from games.core.state.events import Event
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.domain.scoring import decided_by, sources
from games.era_medieval_age.rules.phases.calamities import Calamities
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.rules.phases.rolling import SecretRoll
from tests.games.asking import ask
from tests.games.era_medieval_age.positions import (
    KEEP,
    Pos,
    begin,
    dice,
    lay,
    say,
    stage,
    stock,
)

SKULL = "peasant_wood1_build1_skull"


def test_a_seat_that_cannot_build_is_named() -> None:
    pos = dice(dice(begin(2), 0, "peasant_food3"), 1, "peasant_build2")
    stock(stock(pos, 0, wood=8), 1)
    events = stage(pos, Builders([0, 1]), Build(0, 1))
    assert events == [ev.BuildSkipped(0, 0), ev.BuildSkipped(1, 2)]
    assert [say(GAME.narrate(event)) for event in events] == [
        "● Ana no tiene martillos y no construye nada.",
        "■ Bruno tiene 2 martillos, pero no puede construir nada.",
    ]


@pytest.mark.parametrize(("n", "alone"), [(1, True), (2, False)])
def test_a_round_without_extortion_is_named(n: int, alone: bool) -> None:
    pos = dice(begin(n), 0, "peasant_food3")
    pos.state.jaime = ["noble_shields4"]
    for seat in range(1, n):
        dice(pos, seat, "peasant_food3")
    assert ev.NoExtortion(alone) in stage(pos, Extort([]), Build(0, 1))


def test_an_extortion_is_not_called_none() -> None:
    pos = stock(dice(dice(begin(2), 0, "noble_sword1"), 1, "peasant_food3"), 1, wood=1)
    assert not any(isinstance(event, ev.NoExtortion) for event in stage(pos, Extort([])))


@pytest.mark.parametrize(("faces", "calm"), [("peasant_food3", True), (SKULL, False)])
def test_a_round_without_skulls_is_named_once(faces: str, calm: bool) -> None:
    pos = dice(dice(begin(2), 0, "peasant_food3"), 1, faces)
    events = stage(pos, Calamities([0, 1]), Build(0, 1))
    assert events.count(ev.NoCalamity()) == calm


def test_the_final_sentence_names_the_two_largest_leads() -> None:
    leads = ["area", "calamity", "culture"]
    told = GAME.narrate(ev.Decided(0, 1, leads, [10, 0, 7], [0, -5, 6]))
    assert [say(told, lang) for lang in ("en", "es")] == [
        "● Ana beats ■ Bruno thanks to the largest area (10 to 0) and less Calamity (0 to 5).",
        "La ventaja de ● Ana sobre ■ Bruno: la mayor área (10 a 0) y menos Calamidad (0 frente a 5).",
    ]


def test_what_decided_a_game_is_where_the_winner_is_ahead() -> None:
    pos, rng = walk.start(GAME, {"round_limit": 4}, 3, 8), Rng.of(8)
    told = list[Event]()
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        step = walk.submit(pos, seat, decide(pos, seat, "game", rng))
        told += [one.public for one in step.events if one.public]
        pos = step.pos
    board = GAME.score(pos)
    points = sources(board)
    assert tuple(map(sum, zip(*points.values(), strict=True))) == board.total
    assert any(one < 0 for one in points["calamity"])
    decided = told[-1]
    assert isinstance(decided, ev.Decided), "no tie"
    assert board.total[decided.seat] == max(board.total)
    assert decided.points == [points[source][decided.seat] for source in decided.lead_sources]
    assert decided.second_points == [
        points[source][decided.second] for source in decided.lead_sources
    ]
    differences = [n - m for n, m in zip(decided.points, decided.second_points, strict=True)]
    assert differences == sorted(differences, reverse=True)
    assert differences[-1] > 0


@pytest.mark.parametrize("n", [1, 2])
def test_a_tie_breaker_or_a_solo_game_names_no_lead(n: int) -> None:
    pos = stock(begin(n), 0, goods=1)
    assert decided_by(GAME.score(pos)) is None


def test_an_answer_to_an_extortion_is_the_act_of_its_seat() -> None:
    """The panel of the seat that has just answered does not repeat it as news."""
    assert ev.Demanded(0, 1, "wood").seat == 0
    assert ev.Paid(0, 1, "wood").seat == ev.ExtortionRefused(0, 1, 2).seat == 1


def asked_about_dice(pos: Pos, *faces: str) -> str:
    """Return the last part of the key of the question which dice to roll again."""
    dice(pos, 0, *faces)
    pos.lanes[0] = [SecretRoll(0, throws=1)]
    key: str = ask(pos, "throw", seat=0).prompt.key
    return key.rpartition(".")[2]


def test_the_question_for_dice_names_what_is_new() -> None:
    pos = begin(2)
    plain = ("peasant_food3", "noble_sword1")
    assert asked_about_dice(pos, *plain) == "which_first"
    assert asked_about_dice(pos, *plain, SKULL) == "which_skull"
    assert asked_about_dice(pos, *plain, SKULL, "burgher_culture1") == "which_culture"
    pos.state.round = 3
    assert asked_about_dice(pos, *plain, SKULL) == "which"


def test_the_question_of_a_building_turn_names_what_is_new() -> None:
    pos = stock(lay(begin(2), [KEEP]), wood=8, stone=7)
    stage(pos, Build(0, 1))
    asked = {}
    for round_no in (1, 2, 3):
        pos.state.round = round_no
        asked[ask(pos).prompt.key] = len(ask(pos).options)
    assert asked == {"era.build.first": 5, "era.build.second": 5, "era.build.now": 5}, (
        "three proposals below the news"
    )
    pos = stock(lay(begin(2), [KEEP]), wood=1)
    pos.state.supply["farm"], pos.state.round = 1, 3
    stage(pos, Build(0, 1))
    assert ask(pos).prompt.key == "era.build.marker"


def test_who_has_no_hammer_is_told_so_only_in_the_log() -> None:
    pos = dice(dice(begin(2), 0, "peasant_food3"), 1, "peasant_food3")
    t = StepContext(GAME, pos)
    Builders([1]).visit(t, 0)
    assert t.events[0].seen_by(1) == t.events[0].seen_by(None) == ev.BuildSkipped(0, 0)
    own = t.events[0].seen_by(0)
    assert own == ev.OwnBuildSkipped(0, 0)
    assert own.minor
    assert say(GAME.narrate(own)) == "● Ana no tiene martillos y no construye nada."
