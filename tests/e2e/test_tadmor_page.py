"""Tadmor on the page, on a desk and on a phone, in both languages: no label is cut, Confirm is on the screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from games.tadmor.buying import Buy
from games.tadmor.construction import Build
from games.tadmor.placing import Place
from tests.browser import ARGS
from tests.e2e.conftest import House, Player, staged
from tests.e2e.test_era import Recorder
from tests.e2e.test_era_page import CUT, WITHIN, opened
from tests.e2e.test_tadmor_paths import at, stand, world
from tests.e2e.whole import LOOKS


@pytest.fixture
def painter() -> Any:
    made = Recorder()
    yield made
    made.close()


class Table:
    """One person's page, with a picture of every step."""

    def __init__(self, page: Page, house: House, folder: Path) -> None:
        self.page, self.house, self.folder, self.shots = page, house, folder, 0
        self.panel = page.locator('#log li[data-kind="ephemeral"]').last

    async def play(self) -> None:
        await self.page.locator('#log button[data-custom-id$=":play"]').last.click()
        await self.panel.locator("button").first.wait_for()
        await self.look()

    async def tap(self, label: str) -> None:
        before = await self.panel.evaluate(LOOKS)
        await self.panel.locator("button", has_text=re.compile(rf"^\s*{label}")).first.click()
        changed = f"old => ({LOOKS})([...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')].pop()) !== old"
        await self.page.wait_for_function(changed, arg=before)
        await self.look()

    async def look(self) -> None:
        """The picture is there, no label is cut, and the last button is on the screen."""
        await self.house.quiet()
        picture = self.panel.locator("article img").last
        await picture.wait_for()
        await self.page.wait_for_function("one => one.complete && one.naturalWidth > 600", arg=await picture.element_handle())
        last = self.panel.locator("button").last
        await last.scroll_into_view_if_needed()
        assert await last.evaluate(WITHIN)
        assert await self.panel.locator("button").evaluate_all(CUT) == [], "no label is cut"
        self.shots += 1
        await self.page.screenshot(path=str(self.folder / f"{self.shots}.png"))


STEPS = {
    "place": (["Camello", "Palmira", "E Mercado", "Confirmar"], ["Camel", "Palmyra", "E Market", "Confirm"]),
    "trade": (["Más…", "Cambiar", "1 madera → 1 mármol", "2"], ["More…", "Trade", "1 wood → 1 marble", "2"]),
    "tower": (["Torre", r"\+2", "Confirmar"], ["Tower", r"\+2", "Confirm"]),
    "buy": (["A ", "Seguir", "Confirmar"], ["A ", "Go on", "Confirm"]),
}


def moment(what: str, seat: int) -> Any:
    """What this person is asked."""
    pos = world(5, n=3, wood=3, stone=4, gold=1)
    pos.state.players[seat].store, pos.state.players[0].store = pos.state.players[0].store, pos.state.players[seat].store
    if what == "place":
        return at(pos, Place(seat))
    if what == "buy":
        return at(stand(pos, seat, "camel", "upgrade_1"), Buy(seat, "upgrade_1"))
    return at(stand(pos, seat, "camel", "tower_single", "market_palmyra", "missions_ebla"), Build(seat))


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("what", "size", "seat"), [
    *((what, "narrow", seat) for what in STEPS for seat in (0, 2)), ("place", "wide", 0), ("trade", "wide", 2),
])
async def test_every_step_is_whole_on_the_screen(
    house: House, ana: Player, bruno: Player, carla: Player, chromium: str, tmp_path: Path, size: str, seat: int, what: str
):
    await staged(house, moment(what, seat), ana, bruno, carla)
    async with async_playwright() as playwright:
        browser: Browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        who = (ana, bruno, carla)[seat]
        table = Table(await opened(browser, house, who.name, size, ("es-ES", "", "en-US")[seat]), house, tmp_path)
        await table.play()
        for label in STEPS[what][seat // 2]:
            await table.tap(label)
        await browser.close()
    assert table.shots == len(STEPS[what][0]) + 1
