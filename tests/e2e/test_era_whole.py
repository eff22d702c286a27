"""Whole games of Era: Medieval Age in a real browser: by three people, one of whom takes no private messages, and alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import PEOPLE
from tests.e2e.whole import open_table, whole_game


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize("names", [PEOPLE, PEOPLE[:1]], ids=["three", "alone"])
async def test_a_whole_game_on_the_page(tmp_path: Path, chromium: str, names: tuple[str, ...]):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    if len(names) > 1:
        await line.do("user.set", user=line.user("Bruno"), dms_open=False)
    await open_table(line, names, "era_medieval_age", **({"round_limit": "2"} if len(names) > 1 else {}))
    taps = await whole_game(tmp_path, chromium, bot, names, 5)
    assert all(n > 5 for n in taps.values()), taps
    await line.close()  # while nobody reads it, a line is given up after a while
    line = await Line.open(bot.url)
    if len(names) > 1:
        bruno = line.user("Bruno")
        private = await line.do("dm", user=bruno, bot=line.hello["bots"][0]["id"])
        assert not await line.messages(bruno, private["id"]), "who takes no messages gets none"
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
