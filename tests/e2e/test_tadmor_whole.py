"""A whole game of Tadmor in a real browser: nine turns at a table of three."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import PEOPLE
from tests.e2e.whole import open_table, whole_game


@pytest.mark.e2e
@pytest.mark.slow
async def test_a_whole_game_on_the_page(tmp_path: Path, chromium: str):
    """A person against two computer players: nine turns have some 150 decisions for each."""
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    await open_table(line, PEOPLE[:1], "tadmor", bots=2)
    taps = await whole_game(tmp_path, chromium, bot, PEOPLE[:1], 5)
    assert taps["Ana"] > 100
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
