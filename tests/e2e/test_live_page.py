"""The last turns of a user against AI players in a real browser.

The open panel refreshes itself to the end. The turns before are random moves in the store.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from app.workers.ai_pool import InProcessAi
from games.core.engine import walk
from tests.e2e.conftest import BotHarness, complaints
from tests.e2e.near_end import nearly_over
from tests.e2e.process import Line
from tests.e2e.recording_painters import ALL_LANES, SCREENS, Recorder
from tests.e2e.whole_games import open_table, whole_game

SHORT = {
    "era_medieval_age": {"round_limit": "2"},
    "el_mapa": {"round_limit": "1", "start_package": "1"},
}
ANA, CARLA = ("Ana", "es-ES"), ("Carla", "en-GB")
PHONE, DESK = 390, 1440
LEFT = 3  # decisions of the person that are played on the page; whole games by one panel are in `test_live_whole.py`
CASES = [  # every title; each language at either width, against one computer player and against several
    pytest.param("eight_minute_empire", 1, ANA, PHONE, id="eight_minute_empire-one-phone-es"),
    pytest.param("era_medieval_age", 3, CARLA, DESK, id="era_medieval_age-three-desk-en"),
    pytest.param("tadmor", 2, ANA, DESK, id="tadmor-two-desk-es"),
    pytest.param("imperial_settlers", 3, CARLA, PHONE, id="imperial_settlers-three-phone-en"),
    pytest.param("el_mapa", 2, ANA, PHONE, id="el_mapa-two-phone-es"),
]


@pytest.fixture
def painter(recorder: Recorder, game: str) -> Recorder:
    """One title is drawn: nobody looks at what the others' pictures show."""
    recorder.blank = SCREENS if game == "tadmor" else ALL_LANES
    return recorder


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("game", "bots", "who", "width"), CASES)
async def test_the_last_turns_against_computers_without_refreshing(
    tmp_path: Path,
    harness: BotHarness,
    browser: Browser,
    caplog: pytest.LogCaptureFixture,
    game: str,
    bots: int,
    who: tuple[str, str],
    width: int,
):
    line = await Line.open(harness.box.url)
    name, locale = who
    harness.app.ai_moves.ai_pool = InProcessAi(
        lambda pos, seat, kind, rng, more: walk.random_move(pos, seat, rng)
    )  # they need not think
    await open_table(line, (name,), game, bots=bots, **SHORT.get(game, {}))
    await line.close()
    await nearly_over(harness.app, LEFT)
    taps = await whole_game(tmp_path, browser, harness.box.url, (name,), 5, width, locale)
    assert taps[name], "how many are left for them hangs on what the computers do"
    assert complaints(caplog) == []
