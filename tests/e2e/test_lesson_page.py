"""A tutorial on the page in a real browser at phone size, by its green controls.

Its texts, and every wrong press, are tested without a browser (`tests/ui/test_lessons.py`).
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from games.core.guides.tutorials import lesson
from tests.e2e.conftest import BotHarness, complaints
from tests.e2e.process import PATIENCE, Line
from tests.e2e.recording_painters import Recorder
from tests.e2e.test_whole_game import LOOK, ROOM, Chair

GAME = "eight_minute_empire"
LAST = "[...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')].pop()"
PRESSED = f"() => [...{LAST}.querySelectorAll('button')].map(b => b.dataset.customId).join()"  # what can be
GOES_ON = f"""([before, words]) => !document.querySelector('[data-state=waiting]')
    && (words ? {LAST}.innerText.includes(words) : ({PRESSED})() !== before)
    && /➜|Para más adelante/.test({LAST}.innerText)"""


async def press(page: Page, button: str, words: str = "") -> str:
    """Press it in the newest panel, and wait until that says these words, or asks for something else (its picture may come at any
    time); all its words."""
    before = await page.evaluate(PRESSED)
    panel = page.locator('#log li[data-kind="ephemeral"]').last
    await panel.locator(button).click()
    await page.wait_for_function(GOES_ON, arg=[before, words], polling=LOOK)
    return await panel.inner_text()


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "screen")
    return recorder


@pytest.mark.e2e
@pytest.mark.slow
async def test_a_lesson_is_learned_on_a_phone_by_what_is_green(
    harness: BotHarness, browser: Browser, caplog: pytest.LogCaptureFixture
):
    line = await Line.open(harness.box.url)
    await line.command(line.user("Bruno"), line.channel(ROOM), "table", "new", game=GAME)
    await line.close()
    page = await browser.new_page(
        viewport={"width": 390, "height": 844}, locale="es-ES", reduced_motion="reduce"
    )
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(harness.box.url)
    await page.locator("#app[data-ready=true]").wait_for()
    ana, found = Chair(page, "Ana"), lesson(GAME)
    assert found is not None
    await ana.sit()
    await ana.press(":learn")
    await page.wait_for_function(f"() => /➜/.test({LAST}?.innerText ?? '')")
    told = await press(
        page, 'button[data-custom-id$="#0"]', found.steps[0].wrong_choices["0"]["es"]
    )
    assert "Lección 1 de" in told
    for _ in range(5):
        told = await press(page, "button.b.g")
    here = told.split("➜")[0].split("Lección")[1]
    left = await page.evaluate(f"() => {LAST}.dataset.messageId")
    await ana.press(":learn")  # left, and come back by another panel
    back = f"([left, here]) => {LAST}.dataset.messageId !== left && {LAST}.innerText.includes(here)"
    await page.wait_for_function(back, arg=[left, here.splitlines()[0]], polling=LOOK)
    while "Para más adelante" not in told:
        told = await press(page, "button.b.g")
    assert found.end["es"] in told
    assert complaints(caplog) == []
