"""Whole short games of El Mapa in a real browser: eight rounds at a table of three."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import PEOPLE
from tests.e2e.whole import open_table, whole_game

ROUNDS = 8


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("people", "bots"), [(1, 2), (3, 0)])
async def test_a_whole_game_on_the_page(tmp_path: Path, chromium: str, people: int, bots: int):
    """A person against two computer players, and three people; every turn takes a tap for its end and one that confirms."""
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    names = PEOPLE[:people]
    # values are asked for by their place: eight rounds, the rich start
    await open_table(line, names, "el_mapa", bots=bots, round_limit="1", start_package="1")
    taps = await whole_game(tmp_path, chromium, bot, names, 5)
    assert min(taps.values()) >= 2 * ROUNDS
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
