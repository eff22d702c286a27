"""Nobody sees what they may not: each game, each viewer, every surface, at random positions, in two worlds. `make soak` makes a
million comparisons (`docs/reliability.md`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.hosted import GAMES
from tests.contract import kit
from tests.leaks.survey import survey
from tests.leaks.whole import PLAN, quota

SEATS = {"eight_minute_empire": 3, "era_medieval_age": 3, "tadmor": 2, "imperial_settlers": 2, "el_mapa": 2}
SHORT = 900      # comparisons of a game where it is not to take long
DRAWN = 150      # one picture in so many is drawn


def test_every_game_is_looked_at() -> None:
    assert SEATS.keys() == PLAN.keys() == {game.id for game in GAMES}
    assert sum(quota(game) for game in PLAN) >= 1_000_000


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.skipif(kit.LONG, reason="the long form looks at every number of players")
async def test_worlds_that_differ_in_what_a_viewer_may_not_know_look_the_same(game: str, tmp_path: Path) -> None:
    tally = await survey(tmp_path, kit.ALL[game], SEATS[game], "short", SHORT, DRAWN)
    assert tally.leaks == []
    assert tally.total >= SHORT


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n"), [(game, n) for game in PLAN for n in kit.ALL[game].players])
@pytest.mark.skipif(not kit.LONG, reason="part of make soak")
async def test_a_million_times(game: str, n: int, tmp_path: Path) -> None:
    wanted = quota(game) // len(kit.ALL[game].players)
    tally = await survey(tmp_path, kit.ALL[game], n, "long", wanted, DRAWN)
    assert tally.leaks == []
    assert tally.total >= wanted
    assert tally.differing > tally.looks // 4 or n == 1
