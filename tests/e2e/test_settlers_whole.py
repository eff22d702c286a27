"""Whole games of Imperial Settlers in a real browser: two people, and one alone against the virtual player."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import PEOPLE
from tests.e2e.whole import open_table, whole_game


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("names", "luck", "least"), [(PEOPLE[:2], 5, 40), (PEOPLE[:1], 7, 30)], ids=("two", "solo"))
async def test_a_whole_game_on_the_page(tmp_path: Path, chromium: str, names: tuple[str, ...], luck: int, least: int):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    await open_table(line, names, "imperial_settlers")
    taps = await whole_game(tmp_path, chromium, bot, names, luck)
    assert all(n > least for n in taps.values()), taps
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
