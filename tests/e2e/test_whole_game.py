"""The beginning of a game of three users on the page in a real browser.

The command, the lobby, the bids, a turn of each of them; the bot is a process.
"""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.process import PATIENCE, Bot, patient

ROOM = "mesa-verde"
LOOK = 50  # milliseconds between two looks at the page for what is awaited: each frame would be a look, and drawn for it
PEOPLE = ("Ana", "Bruno", "Carla")  # Carla reads English, so nothing here may lean on labels


class Chair:
    """A user at the page, controlled by the page's documented hooks."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name

    async def sit(self) -> None:
        """Become this person, in the room. On a phone both are in drawers."""
        for where, text in (("#top [role=radio]", self.name), ("#channels [data-channel]", ROOM)):
            await self.page.locator(where, has_text=text).first.evaluate("one => one.click()")
        await self.page.locator("#log").wait_for()

    def controls(self, ending: str) -> Locator:
        """Buttons whose custom id ends so, oldest message first."""
        return self.page.locator(f'#log button[data-custom-id$="{ending}"]:not([disabled])')

    async def press(self, ending: str) -> None:
        """Press the newest such button and wait until the bot has answered."""
        await self._press(self.controls(ending).last)

    async def _press(self, button: Locator) -> None:
        await button.wait_for()
        await button.click()
        await self.page.wait_for_function(
            "() => !document.querySelector('[data-state=waiting]')", polling=LOOK
        )
        assert await self.page.locator("#log .fail").count() == 0, "the bot did not answer in time"

    def panel(self) -> Locator:
        """The newest message that only this person sees."""
        return self.page.locator('#log li[data-kind="ephemeral"]').last

    async def options(self) -> list[Locator]:
        """The panel's lettered options: those with a place on the board."""
        found = self.panel().locator('button[data-custom-id^="p1:"]:not([disabled])')
        labels = await found.all_inner_texts()
        return [found.nth(i) for i, label in enumerate(labels) if re.match(r"[A-Z]{1,2} ", label)]

    async def play(self) -> None:
        """Open the panel and wait for its question."""
        before = await self.page.locator('#log li[data-kind="ephemeral"]').count()
        await self.press(":play")
        await self.page.wait_for_function(
            "n => document.querySelectorAll('#log li[data-kind=\"ephemeral\"]').length > n",
            arg=before,
            polling=LOOK,
        )

    async def heading(self) -> str:
        """The title of the panel."""
        return await self.panel().locator("article").first.inner_text()

    async def act(self, button: Locator) -> None:
        """Press in the panel and wait until it reads otherwise."""
        before = await self.heading()
        panel = await self.panel().get_attribute("data-message-id")
        await self._press(button)
        await self.page.wait_for_function(
            '([id, before]) => document.querySelector(`#log li[data-message-id="${id}"] article`).innerText !== before',
            arg=[panel, before],
            polling=LOOK,
        )


# Whom the newest summons calls, unless it is who played last.
NEXT = """before => {
    const said = [...document.querySelectorAll('#log li:has(button[data-custom-id$=":play"]):not(:has(article))')].at(-1);
    const name = said && NAMES.find(name => said.innerText.includes('@' + name));
    return name && name !== before ? name : null;
}""".replace("NAMES", repr(list(PEOPLE)))


async def open_table(page: Page, chairs: dict[str, Chair]) -> None:
    ana = chairs["Ana"]
    await ana.sit()
    await page.locator("#message").click()
    await page.keyboard.type("/table")
    await page.locator('#picker [role=option][data-value="table new"]').click()
    await page.keyboard.press("Enter")
    await page.locator('#log button[role="combobox"]').last.click()
    await page.locator("#menu [role=option]").first.click()
    await ana.controls(":join").last.wait_for()
    for name in ("Bruno", "Carla"):
        await chairs[name].sit()
        await chairs[name].press(":join")
    await ana.sit()
    await ana.press(":start")
    await ana.controls(":play").last.wait_for()


async def take_turn(chair: Chair, luck: random.Random) -> None:
    """A card that can be paid, up to two uses of it, the end: whatever cards lie there, what was begun is answered to its end."""
    await chair.play()
    panel = chair.panel()
    confirm, end = (
        panel.locator(f'button[data-custom-id$="{ending}"]') for ending in ("!confirm", ":end")
    )
    for step in range(9):
        if step >= 3 and await end.count():
            break
        if options := await chair.options():
            await chair.act(luck.choice(options))
        elif (
            step == 0 and not await end.count()
        ) or await confirm.count():  # the only thing left is only confirmed
            await chair.act(confirm)
        elif await end.count():
            break
    async for (
        _
    ) in patient():  # a panel may just go on under the tap: then it is shown anew, and asks again
        await chair.act(end.last)
        if await confirm.count():  # something would go unused
            await chair.act(confirm)
        with contextlib.suppress(AssertionError):
            return await expect(end).to_have_count(0, timeout=4_000)
    raise AssertionError(f"the turn of {chair.name} does not end")


@pytest.mark.e2e
@pytest.mark.slow
async def test_three_people_begin_on_the_page_by_a_command_and_each_has_a_turn(
    tmp_path: Path, browser: Browser
):
    bot = await Bot.start(tmp_path)
    luck = random.Random(8)
    page = await browser.new_page(
        viewport={"width": 1280, "height": 900}, locale="es-ES", reduced_motion="reduce"
    )
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(bot.url)
    await page.locator("#app[data-ready=true]").wait_for()
    chairs = {name: Chair(page, name) for name in PEOPLE}
    await open_table(page, chairs)
    for n, name in zip((2, 1, 0), PEOPLE, strict=True):
        await chairs[name].sit()
        await chairs[name].play()
        await chairs[name].act(chairs[name].panel().locator(f'button[data-custom-id$="#{n}"]'))
        await chairs[name].act(chairs[name].panel().locator('button[data-custom-id$="!confirm"]'))
    called, played = (
        PEOPLE[-1],
        list[str](),
    )  # who bid last may still be the one who is called for that
    for _ in PEOPLE:
        called = await _next(page, called)
        await chairs[called].sit()
        await take_turn(chairs[called], luck)
        played.append(called)
    assert sorted(played) == sorted(PEOPLE)
    await page.close()
    code, said = await bot.stop()
    assert code == 0
    assert "ERROR" not in said, said
    assert "Traceback" not in said, said


async def _next(page: Page, before: str | None) -> str:
    """Wait until the summons calls somebody else."""
    return str(await (await page.wait_for_function(NEXT, arg=before, polling=LOOK)).json_value())
