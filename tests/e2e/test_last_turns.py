"""The last turns of a game in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.e2e.conftest import BotHarness, complaints
from tests.e2e.near_end import moved_since, nearly_over
from tests.e2e.process import Line
from tests.e2e.recording_painters import ALL_LANES, SCREENS, Recorder
from tests.e2e.test_whole_game import PEOPLE
from tests.e2e.whole_games import open_table, whole_game

# El Mapa's values are asked for by their place: eight rounds, the rich start
SHORT: dict[str, dict[str, Any]] = {"el_mapa": {"round_limit": "1", "start_package": "1"}}
LEFT = {3: 1, 2: 1, 1: 3}  # decisions that each of so many people has left at least


@pytest.fixture
def painter(recorder: Recorder, game: str) -> Recorder:
    """One title is drawn: nobody looks at what the others' pictures show."""
    recorder.blank = SCREENS if game == "el_mapa" else ALL_LANES
    return recorder


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "people"), [("el_mapa", 3), ("imperial_settlers", 2), ("era_medieval_age", 1)]
)
async def test_the_last_turns_on_the_page(
    tmp_path: Path,
    harness: BotHarness,
    browser: Browser,
    caplog: pytest.LogCaptureFixture,
    game: str,
    people: int,
):
    """All of them play by one panel each to the end; Bruno takes no private messages, and gets none."""
    line = await Line.open(harness.box.url)
    names, bruno = PEOPLE[:people], line.user("Bruno")
    await line.do("user.set", user=bruno, dms_open=False)
    await open_table(line, names, game, **SHORT.get(game, {}))
    await line.close()  # who does not listen is let go after a while
    table = await nearly_over(harness.app, LEFT[people])
    taps = await whole_game(tmp_path, browser, harness.box.url, names, 7)
    line = await Line.open(harness.box.url)
    private = await line.do("dm", user=bruno, bot=line.hello["bots"][0]["id"])
    assert not await line.messages(bruno, private["id"]), "who takes no messages gets none"
    await line.close()
    assert complaints(caplog) == []
    assert (await harness.app.lobby.get(table.id)).status == "ended"
    moved = await moved_since(harness.app, table)
    assert len(moved) >= min(people, 2)
    assert all(taps[name] for name in moved), (taps, moved)
