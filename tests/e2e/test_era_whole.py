"""Whole games of Era: Medieval Age in a real browser: by three people, one of whom takes no private messages, and alone."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import TimeoutError as Timeout

from tests.browser import ARGS
from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import PEOPLE, ROOM, Chair

TAPS = 400
CONTROL = re.compile(r"p1:[^:]+:\d+:\d+:(.+?)(?:\*\d+)?(?:@\d+)?\Z")
LATER = ("!back", "!cancel", "!more", "!text", "!why", "!all", "!none", "!top", "!here", "=last", "other", "place")


async def open_table(line: Line, names: tuple[str, ...], rounds: int = 0) -> None:
    """A table for these people, which ends after so many rounds."""
    users, room = [line.user(name) for name in names], line.channel(ROOM)
    host = users[0]
    await line.command(host, room, "table", "new", game="era_medieval_age", seats=len(names))
    if rounds:
        await line.press(host, room, "Opciones")
        for ending, value in ((":option", "round_limit"), (":value:round_limit", str(rounds))):
            message, menu = await find_menu(line, host, room, ending)
            await line.do("select", user=host, channel=room, message=message, custom_id=menu, values=[value])
    for user in users[1:]:
        await line.press(user, room, "Sentarme")
    await line.press(host, room, "Empezar")
    await line.find(host, room, "▶")


async def find_menu(line: Line, user: str, room: str, ending: str) -> tuple[str, str]:
    for message in reversed(await line.messages(user, room)):
        for row in message["components"]:
            for part in row["components"]:
                if str(part.get("custom_id", "")).endswith(ending):
                    return message["id"], part["custom_id"]
    raise AssertionError(f"no menu {ending}")


async def over(page: Page) -> bool:
    return bool(await page.locator('#log button[data-custom-id$=":rematch"]').count())


def wish(controls: list[dict[str, Any]], luck: random.Random) -> str | None:
    """The next control to press: what is ready is confirmed, what is gathered given, else any option."""
    told = {CONTROL.match(one["id"])[1]: one for one in controls if CONTROL.match(one["id"])}  # type: ignore[index]
    if "!confirm" in told:
        return str(told["!confirm"]["id"])
    free = [one for arg, one in told.items() if not one["label"].startswith("✕") and not arg.startswith(("~", *LATER))]
    going = [one for one in free if one["menu"] or CONTROL.match(one["id"])[1] != "pass"]  # type: ignore[index]
    some = going if going and luck.random() < 0.75 else free
    return str(luck.choice(some)["id"]) if some else None


async def act(chair: Chair, luck: random.Random) -> bool:
    """One press in the panel; False when it asks for nothing."""
    panel = chair.panel()
    controls = await panel.locator('button[data-custom-id^="p1:"]:not([disabled])').evaluate_all(
        "all => all.map(b => ({id: b.dataset.customId, label: b.innerText, menu: b.getAttribute('role') === 'combobox'}))"
    )
    wanted = wish(controls, luck)
    if wanted is None:
        return False
    button = panel.locator(f'button[data-custom-id="{wanted}"]')
    if not next(one["menu"] for one in controls if one["id"] == wanted):
        await chair.act(button)
        return True
    before = await chair.heading()
    await button.click()
    lines = chair.page.locator("#menu [role=option]")
    open_ = [at for at, label in enumerate(await lines.all_inner_texts()) if not label.startswith("✕")]
    await lines.nth(luck.choice(open_)).click()
    await chair.page.wait_for_function("() => !document.querySelector('[data-state=waiting]')")
    changed = "before => [...document.querySelectorAll('#log li[data-kind=\"ephemeral\"] article')].pop().innerText !== before"
    await chair.page.wait_for_function(changed, arg=before)
    return True


async def sit_and_play(chair: Chair) -> None:
    """A panel of one's own, opened at the table: the newest Play may be one that refreshes an older panel in its place."""
    panels = chair.page.locator('#log li[data-kind="ephemeral"]')
    before = await panels.last.get_attribute("data-message-id") if await panels.count() else None
    table = chair.page.locator('#log li:not([data-kind="ephemeral"]):has(article) button[data-custom-id$=":play"]').last
    newest = "before => { const all = [...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')]; "
    newest += "return all.length && all.pop().dataset.messageId !== before }"
    for _ in range(4):  # the table is edited and posted anew by what others did: a tap may meet what is just going
        try:  # and what ends the game takes the button away before the end is told
            await table.evaluate("button => button.click()", timeout=4_000)  # in a long room it may be far above
            await chair.page.wait_for_function(newest, arg=before, timeout=4_000)
        except Timeout:
            if await over(chair.page):
                return
        else:
            return
    raise AssertionError(f"{chair.name} gets no panel")


async def play_on(page: Page, names: tuple[str, ...], luck: random.Random) -> dict[str, int]:
    """Everybody in turn does what is asked of them, until the game is over; how many taps each needed."""
    chairs, taps = {name: Chair(page, name) for name in names}, dict.fromkeys(names, 0)
    while sum(taps.values()) < TAPS:
        for name, chair in chairs.items():
            await chair.sit()
            if await over(page):
                return taps
            await sit_and_play(chair)
            while not await over(page) and await act(chair, luck):
                taps[name] += 1
    raise AssertionError("the game does not end")


async def begun(browser: Browser, bot: Bot) -> Page:
    page = await browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(15_000)
    await page.goto(bot.url)
    await page.locator("#app[data-ready=true]").wait_for()
    return page


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize("names", [PEOPLE, PEOPLE[:1]], ids=["three", "alone"])
async def test_a_whole_game_on_the_page(tmp_path: Path, chromium: str, names: tuple[str, ...]):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    if len(names) > 1:
        await line.do("user.set", user=line.user("Bruno"), dms_open=False)
    await open_table(line, names, rounds=2 if len(names) > 1 else 0)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        page = await begun(browser, bot)
        taps = await play_on(page, names, random.Random(5))
        assert all(n > 5 for n in taps.values()), taps
        ana = Chair(page, "Ana")
        await ana.sit()
        await ana.press(":verify")
        await page.locator("#log", has_text="se repite igual").wait_for()
        await page.screenshot(path=str(tmp_path / "end.png"))
        await browser.close()
    if len(names) > 1:
        bruno = line.user("Bruno")
        private = await line.do("dm", user=bruno, bot=line.hello["bots"][0]["id"])
        assert not await line.messages(bruno, private["id"]), "who takes no messages gets none"
    await line.close()
    code, said = await bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said
