"""Placing a building in a real browser, on desktop and phone, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page

from games.era_medieval_age.rules.domain.building import Builders
from tests.e2e.conftest import BotHarness, Player
from tests.e2e.process import PATIENCE
from tests.e2e.recording_painters import Recorder
from tests.e2e.test_era_paths import ROOM, at, staged
from tests.e2e.test_whole_game import LOOK
from tests.games.era_medieval_age.positions import begin, dice, stock

SIZES = {"wide": (1440, 1000), "narrow": (390, 844)}
CUT = "all => all.filter(b => b.scrollWidth > b.clientWidth + 1).map(b => b.innerText)"
WITHIN = "b => { const r = b.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight }"


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "screen")
    return recorder


async def opened(browser: Browser, harness: BotHarness, name: str, size: str, locale: str) -> Page:
    """The page as this person sees it, in the room of the table."""
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale=locale,
        has_touch=size == "narrow",
        reduced_motion="reduce",
    )
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(harness.box.url)
    await page.locator("#app[data-ready=true]").wait_for()
    for where, text in (("#top [role=radio]", name), ("#channels [data-channel]", ROOM)):
        await page.locator(where, has_text=text).first.evaluate(
            "one => one.click()"
        )  # on a phone both are in drawers
    return page


async def tap(page: Page, label: str) -> None:
    """Press a button of the newest panel, by the beginning of its label, and wait for another question."""
    panel = page.locator('#log li[data-kind="ephemeral"]').last
    before = await panel.locator("article").first.inner_text()
    await panel.locator("button", has_text=re.compile(rf"^\s*{label}")).first.click()
    changed = "old => [...document.querySelectorAll('#log li[data-kind=\"ephemeral\"] article')].pop().innerText !== old"
    await page.wait_for_function(changed, arg=before, polling=LOOK)


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("seat", "undo", "said"),
    [(0, "Deshacer", "Construyes una Casa"), (1, "Undo", "You build a Longhouse")],
)
async def test_a_piece_stands_on_the_page_after_its_place_is_chosen(
    harness: BotHarness,
    painter: Recorder,
    ana: Player,
    carla: Player,
    browser: Browser,
    size: str,
    seat: int,
    undo: str,
    said: str,
):
    pos = stock(begin(2, "page"), seat, goods=1, stone=1, wood=4)
    dice(
        dice(pos, seat, "peasant_build2", "noble_shields4"),
        1 - seat,
        "peasant_food3",
        "noble_shields4",
    )
    await staged(harness, at(pos, Builders([seat])), ana, carla)
    who = (ana, carla)[seat]
    page = await opened(browser, harness, who.name, size, ("es-ES", "en-US")[seat])
    await page.locator('#log button[data-custom-id$=":play"]').last.click()
    panel = page.locator('#log li[data-kind="ephemeral"]').last
    await tap(page, ("Otra cosa…", "Something else…")[seat])
    await panel.locator("[role=combobox]").click()
    await page.locator("#menu [role=option]", has_text=("Casa", "Longhouse")[seat]).first.click()
    await panel.locator("button", has_text="▮…").wait_for()
    assert await panel.locator("button").evaluate_all(CUT) == [], "no label is cut"
    await tap(page, r"[A-Z]\d+")
    await harness.quiet()
    assert said in await panel.locator("article").first.inner_text()
    picture = panel.locator("img.pic").last
    await picture.scroll_into_view_if_needed()
    await page.wait_for_function(
        "one => one.complete && one.naturalWidth > 600", arg=await picture.element_handle()
    )
    assert painter.last(seat).kind == "domain"
    button = panel.locator("button", has_text=undo).first
    await button.scroll_into_view_if_needed()
    assert await button.evaluate(WITHIN), "Undo is on the screen"
    assert await panel.locator("button").evaluate_all(CUT) == [], "no label is cut"
    stored = await harness.app.repo.matches.load((await harness.app.repo.matches.find())[-1].id)
    assert stored is not None
    assert sum(piece.startswith("longhouse") for piece in stored.pos.state.towns[seat].pieces) == 4
