"""Many random games with random options: no crash, no dead end, no audit finding."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import KINDS
from tests.contract import playouts
from tools.playing import play, random_options, random_stream

EACH, LARGE = (
    (60, 20) if playouts.LONG else (16, 10)
)  # games of each size; of more than four players fewer
OFTEN = {"eight_minute_empire": 2}  # times as many, where options have more values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "n"), [(game.id, n) for game in playouts.ALL.values() for n in game.players]
)
def test_many_games_of_every_size_and_option(game: str, n: int) -> None:
    rules, steps = playouts.ALL[game], [0]

    def watch(pos: playouts.Pos, seat: int, path: Any, events: Any) -> None:
        steps[0] += 1
        if steps[0] % 5 == 0 or pos.outcome is not None:
            assert rules.audit(pos) == [], path

    options_seen: dict[str, set[str]] = {}
    for at in range((EACH if n <= 4 else LARGE) * OFTEN.get(game, 1)):
        rng = random_stream("many", game, n, at)
        options = random_options(rules, n, rng)
        pos = walk.start(rules, options, n, f"many-{at}")
        for name, value in pos.options.items():
            options_seen.setdefault(name, set()).add(str(value))
        end, _ = play(pos, ["random"] * n, rng, watch)
        assert end.outcome is not None
        assert len(playouts.encoded(end)) < 12_000
    assert all(len(values) > 1 for name, values in options_seen.items() if _free(rules, name, n)), (
        options_seen
    )


def _free(rules: Any, name: str, n: int) -> bool:
    """Return whether this number of players has a choice of the option."""
    setting = next(setting for setting in rules.options if setting.id == name)
    return not setting.players or n in setting.players


SIZES = [
    (game.id, n)
    for game in playouts.ALL.values()
    for n in sorted({min(game.players), max(game.players)})
]


@pytest.mark.parametrize(("game", "n"), SIZES)
def test_games_of_all_computer_players_end(game: str, n: int) -> None:
    rng = random_stream("mixed players", game, n)
    end, _ = play(
        playouts.start(playouts.ALL[game], n, "computers"),
        [KINDS[seat % len(KINDS)] for seat in range(n)],
        rng,
    )
    assert end.outcome is not None
