"""Click paths on the page at two sizes, in both languages: no label is cut off."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from games.tadmor.rules.turn.buying import Buy
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.placing import PlacePiece
from tests.contract.playouts import LONG
from tests.e2e.conftest import ROOM, BotHarness, Player, staged
from tests.e2e.recording_painters import Recorder
from tests.e2e.test_el_mapa_paths import first, lay
from tests.e2e.test_el_mapa_paths import world as land
from tests.e2e.test_era_page import CUT, SIZES, WITHIN, opened
from tests.e2e.test_tadmor_paths import at, stand, world
from tests.e2e.test_whole_game import LOOK
from tests.e2e.whole_games import LOOKS
from tests.games.el_mapa import positions as mapa
from tests.games.imperial_settlers.positions import begin, empire, hand, supply


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "screen")
    return recorder


class Table:
    """One person's page; every step of it is looked at."""

    def __init__(self, page: Page, harness: BotHarness, sizes: tuple[str, ...]) -> None:
        self.page, self.harness, self.sizes, self.shots = page, harness, sizes, 0
        self.panel = page.locator('#log li[data-kind="ephemeral"]').last

    async def play(self) -> None:
        await self.page.locator('#log button[data-custom-id$=":play"]').last.click()
        await self.panel.locator("button").first.wait_for()
        await self.look()

    async def tap(self, label: str) -> None:
        before = await self.panel.evaluate(LOOKS)
        line = label.removeprefix(IN_MENU)
        if line != label:
            await self.panel.locator("button[role=combobox]").first.click()
            await self.page.locator("#menu [role=option]", has_text=re.compile(line)).first.click()
        else:
            await self.panel.locator("button", has_text=re.compile(rf"^\s*{label}")).first.click()
        changed = f"old => ({LOOKS})([...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')].pop()) !== old"
        await self.page.wait_for_function(changed, arg=before, polling=LOOK)
        await self.look()

    async def look(self) -> None:
        """The picture is there, no label is cut, and the last button is on the screen."""
        await self.harness.quiet()
        picture = self.panel.locator("img.pic").last
        await picture.wait_for()
        await self.page.wait_for_function(
            "one => one.complete && one.naturalWidth > 600", arg=await picture.element_handle()
        )
        last = self.panel.locator("button").last
        for size in reversed(self.sizes):
            await self.page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
            await last.scroll_into_view_if_needed()
            assert await last.evaluate(WITHIN), size
            assert await self.panel.locator("button").evaluate_all(CUT) == [], (
                f"no label is cut on a {size} screen"
            )
        self.shots += 1


DESK = {"place", "trade", "settle", "move"}
IN_MENU = "≡"  # before a line of the panel's menu
STEPS = {
    "place": (["≡.*Mercado · P5"], ["≡.*Market · P5"]),
    "trade": (
        [
            "Comerciar",
            "Cambios con madera",
            "1 madera → 1 mármol",
            "Comerciar",
            "Cambios con madera",
            "2 madera → 2 mármol",
        ],
        [
            "Trade",
            "Ways to trade wood",
            "1 wood → 1 marble",
            "Trade",
            "Ways to trade wood",
            "2 wood → 2 marble",
        ],
    ),
    "tower": (["Torre", r"\+2"], ["Tower", r"\+2"]),
    "buy": (
        ["≡.*Heraldo real", "Cambiar el pago", "Seguir"],
        ["≡.*Royal herald", "Change payment", "Continue"],
    ),
    "settle": (
        [r"Construir\s*$", "A Castillo", "Cambiar el pago", "Seguir", "Confirmar"],
        [r"Build\s*$", "A Castle", "Change payment", "Continue", "Confirm"],
    ),
    "raze": (
        ["Saquear otro Imperio", "A Cantera", "Confirmar"],
        ["Raze a rival", "A Quarry", "Confirm"],
    ),
    "activate": (
        [r"Activar\s*$", "B Albañil", "Confirmar"],
        [r"Activate\s*$", "B Mason", "Confirm"],
    ),
    "move": (
        ["Mover", r"A1 \(2\)", "C1", "B1"],
        ["Move", r"A1 \(2\)", "C1", "B1"],
    ),
    "found": ([r"Construir\s*$", "≡Banco"], [r"Build\s*$", "≡Bank"]),
    "hire": (
        ["Contratar", "A1 · 1 leva y 1 soldado"],
        ["Hire", "A1 · 1 levy and 1 soldier"],
    ),
}


def tadmor() -> Any:
    return world(5, n=3, wood=3, stone=4, gold=1)


def towering() -> Any:
    return at(
        stand(tadmor(), 0, "camel", "tower_single", "market_palmyra", "missions_ebla"), Build(0)
    )


def marching() -> Any:
    pos = land(start_package="rich")
    pos.state.players[0].stacks = {"a1": {"levy": 2}, "b1": {"levy": 1}}
    for cell in ("c1", "c2"):
        lay(pos, cell)
    return pos


def founding(*houses: str, wood: int = 0, **reserve: int) -> Any:
    pos = mapa.spend(first(mapa.opened(), {"a1": {"levy": 1}}), 0, gold=3, wood=wood)
    mapa.castle(pos, 0, *houses)
    pos.state.castles[pos.state.homes[0]].reserve = reserve
    return pos


# each path in one of the languages in turn, so that every title has both; in the long run each path in both
CASES = [
    (what, lang)
    for at, what in enumerate(STEPS)
    for lang in (("es", "en") if LONG else (("es", "en")[at % 2],))
]
MOMENTS = {  # what the first seat is asked
    "place": lambda: at(tadmor(), PlacePiece(0)),
    "trade": towering,
    "tower": towering,
    "buy": lambda: at(stand(tadmor(), 0, "camel", "upgrade_1"), Buy(0, "upgrade_1")),
    "settle": lambda: supply(hand(begin("rb"), 0, "com046", "com065"), 0, wood=3, stone=1, gold=2),
    "raze": lambda: supply(
        hand(empire(begin("rb"), 1, "com008", "com046"), 0, "com002"), 0, raze=2
    ),
    "activate": lambda: supply(
        empire(begin("rb"), 0, "com046", "com034"), 0, worker=3, stone=1, gold=1
    ),
    "move": marching,
    "found": lambda: founding("town_hall", "statue", "market", wood=1),
    "hire": lambda: founding(levy=2, soldier=1),
}


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.usefixtures("corners")
@pytest.mark.parametrize(("what", "lang"), CASES)
async def test_every_step_is_whole_on_the_screen(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    carla: Player,
    browser: Browser,
    tmp_path: Path,
    what: str,
    lang: str,
):
    """On a phone, and some of it on a desk."""
    pos = MOMENTS[what]()
    await staged(harness, pos, *(ana, bruno, carla)[: pos.n])
    await ana.person.command("me language", ROOM, language=lang)
    page = await opened(browser, harness, ana.name, "narrow", {"es": "es-ES", "en": "en-US"}[lang])
    table = Table(page, harness, ("narrow", "wide") if what in DESK else ("narrow",))
    await table.play()
    for label in STEPS[what][lang == "en"]:
        await table.tap(label)
    await page.screenshot(path=str(tmp_path / "end.png"))
    assert table.shots == len(STEPS[what][0]) + 1
