"""Whole games of one person against computer players in a real browser: the panel that is open goes on by itself to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.process import Bot, Line
from tests.e2e.whole import open_table, whole_game

SHORT = {"era_medieval_age": {"round_limit": "2"}, "el_mapa": {"round_limit": "1", "start_package": "1"}}
TITLES = ("eight_minute_empire", "era_medieval_age", "tadmor", "imperial_settlers", "el_mapa")
PHONE, DESK = ("Ana", 390, "es-ES"), ("Carla", 1440, "en-GB")


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("bots", "seat"), [(1, PHONE), (3, DESK)], ids=["one-phone-es", "three-desk-en"])
@pytest.mark.parametrize("game", TITLES)
async def test_a_whole_game_against_computers_without_refreshing(
    tmp_path: Path, chromium: str, game: str, bots: int, seat: tuple[str, int, str]
):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    name, width, locale = seat
    await open_table(line, (name,), game, bots=bots, **SHORT.get(game, {}))
    taps = await whole_game(tmp_path, chromium, bot, (name,), 5, width, locale)
    assert taps[name] > 10
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
