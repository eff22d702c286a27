"""No surface of any game shows a viewer a secret, at random positions in two worlds.

`make soak` makes a million comparisons (`docs/reliability.md`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.hosted import GAMES
from tests.contract import playouts
from tests.leaks.full_run import PLAN, quota
from tests.leaks.survey import survey

SEATS = {
    "eight_minute_empire": 3,
    "era_medieval_age": 3,
    "tadmor": 2,
    "imperial_settlers": 2,
    "el_mapa": 2,
}
SHORT = 900  # comparisons of a game where it is not to take long
DRAWN = 150  # one picture in so many is drawn


def test_every_game_is_looked_at() -> None:
    assert SEATS.keys() == PLAN.keys() == {game.id for game in GAMES}
    assert sum(quota(game) for game in PLAN) >= 1_000_000


LOOKS = {
    "eight_minute_empire": 50
}  # one look in so many has something hidden in it; else one in four
CASES = [
    (game, n, "long", quota(game) // len(playouts.ALL[game].players))
    for game in PLAN
    for n in playouts.ALL[game].players
]
if not playouts.LONG:
    CASES = [(game, n, "short", SHORT) for game, n in SEATS.items()]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "n", "seed", "wanted"), CASES)
async def test_worlds_that_differ_in_what_a_viewer_may_not_know_look_the_same(
    game: str, n: int, seed: str, wanted: int, tmp_path: Path
) -> None:
    """In the long run a million times, with every number of players."""
    tally = await survey(tmp_path, playouts.ALL[game], n, seed, wanted, DRAWN)
    assert tally.leaks == []
    assert tally.total >= wanted
    assert tally.differing * LOOKS.get(game, 4) > tally.looks or n == 1 or not playouts.LONG
