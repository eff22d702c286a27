"""The log says who has the largest area whenever it changes hands."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.era_medieval_age import GAME
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.calamities import Remove
from tests.games.asking import public_events
from tests.games.era_medieval_age.positions import KEEP, Pos, begin, lay, say, stage, stock

RING4 = ["wall_4-a1-0", "wall_4-a4-0", "wall_2-a2-90", "wall_2-d2-90"]  # encloses 4 cells
RIVALS_4 = ["wall_3-a1-0", "wall_3-d1-90", "wall_3-b4-0", "wall_3-a2-90"]  # encloses 4 cells
RIVALS_3 = ["wall_3-a1-90", "wall_3-e1-90", "wall_3-b1-0", "wall_3-b3-0"]  # encloses 3 cells
OPEN4 = RING4[:-1]
CLOSING: tuple[Any, ...] = ("build", "wall_2", "d2-90")


def building(*domains: list[str]) -> Pos:
    """Return a building turn of seat 0, with a hammer and stone for a wall."""
    pos = stock(lay(begin(len(domains)), *([KEEP, *walls] for walls in domains)), 0, stone=2)
    stage(pos, Build(0, 1, area_before=pos.state.towns[0].land.area))
    return pos


def largest(pos: Pos, *paths: tuple[Any, ...]) -> list[ev.LargestArea]:
    """Return the events on the largest area from these moves of seat 0."""
    told = []
    for path in paths:
        step = walk.submit(pos, 0, path)
        told += public_events(step.events)
        pos = step.pos
    return [event for event in told if isinstance(event, ev.LargestArea)]


def effects(pos: Pos, *path: Any) -> list[str]:
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    return [say(effect) for effect in done.effects]


def test_closing_a_wall_takes_the_largest_area_from_its_holder() -> None:
    pos = building(OPEN4, RIVALS_3)
    assert "Te llevas la mayor área, que vale 10 puntos." in effects(pos, *CLOSING)
    done = walk.ask(pos, 0, CLOSING)
    assert isinstance(done, MoveReady)
    assert say(done.summary, "en") == (
        "You build a Wall of 2 at D2 and take the largest area, worth 10 points."
    )
    assert largest(pos, CLOSING) == [], (
        "it is told when the turn ends, since the wall can be undone"
    )
    (event,) = largest(pos, CLOSING, ("pass",))
    assert event == ev.LargestArea([0], [1], 4, 10)
    assert event.urgent
    assert [say(GAME.narrate(event), lang) for lang in ("en", "es")] == [
        "● Ana overtakes ■ Bruno and now has the largest area (4 cells): 10 points.",
        "● Ana supera a ■ Bruno y tiene la mayor área (4 casillas): 10 puntos.",
    ]


@pytest.mark.parametrize(
    ("rival", "event", "said"),
    [
        (
            [],
            ev.LargestArea([0], [], 4, 10),
            "● Ana tiene ahora la mayor área (4 casillas): 10 puntos.",
        ),
        (
            RIVALS_4,
            ev.LargestArea([0, 1], [], 4, 10),
            "● Ana y ■ Bruno comparten la mayor área (4 casillas): 10 puntos para cada cual.",
        ),
    ],
)
def test_a_first_and_a_shared_largest_area_are_told(
    rival: list[str], event: ev.LargestArea, said: str
) -> None:
    assert largest(building(OPEN4, rival), CLOSING, ("pass",)) == [event]
    assert say(GAME.narrate(event)) == said


def test_a_turn_that_leaves_the_largest_area_where_it_was_tells_nothing() -> None:
    assert largest(building(RING4, RIVALS_3), ("pass",)) == []
    second = ["wall_6-h1-90", "wall_6-k1-90", "wall_4-h7-0"]
    pos = building([*RING4, *second], RIVALS_3)
    closing = ("build", "wall_2", "i1-0")
    assert not any("mayor área" in effect for effect in effects(pos, *closing))
    assert largest(pos, closing, ("pass",)) == []


def test_a_burnt_keep_may_cost_the_largest_area() -> None:
    beside_keep = ["wall_4-h6-0", "wall_4-h9-0", "wall_2-k7-90"]
    pos = lay(begin(2), [KEEP, *beside_keep], [KEEP])
    assert pos.state.towns[0].land.area == 4
    events = stage(pos, Remove(0, "fire", [KEEP]), Build(1, 1))
    assert ev.LargestArea([], [0], 0, 10) in events
    assert say(GAME.narrate(ev.LargestArea([], [0], 0, 10))) == (
        "● Ana ya no tiene área amurallada y pierde los 10 puntos de la mayor."
    )


def test_closed_layouts_begin_with_the_largest_area() -> None:
    pos = walk.start(GAME, {}, 2, "areas")
    pos = walk.submit(pos, 0, ("closed",)).pos
    told = [one.public for one in walk.submit(pos, 1, ("compact",)).events]
    (event,) = [event for event in told if isinstance(event, ev.LargestArea)]
    assert (event.holders, event.losers) == ([0], [])
