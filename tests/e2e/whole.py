"""Whole games on the page in a real browser, whatever the game: people who tap what they are offered, to the end."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import TimeoutError as Timeout

from tests.browser import ARGS
from tests.e2e.process import Bot, Line
from tests.e2e.test_whole_game import ROOM, Chair

TAPS = 2_000
CONTROL = re.compile(r"p1:[^:]+:\d+:\d+:(.+?)(?:\*\d+)?(?:@\d+)?\Z")
LATER = ("!back", "!cancel", "!more", "!text", "!why", "!all", "!none", "!spread", "!top", "!here", "=last", "other", "place",
         "+", "<", "^")
LOOKS = (  # of a panel: its words and what can be pressed, not how a pressed control looks while it waits
    "li => [...li.querySelectorAll('article')].map(a => a.innerText).join()"
    " + [...li.querySelectorAll('button')].map(b => b.dataset.customId).join()"
)
ENDS = ("pass", "done", "stop")      # verbs that end a turn: pressed when little else is left, or by lot


async def open_table(line: Line, names: tuple[str, ...], game: str, bots: int = 0, **options: str) -> None:
    """A table for these people and some computer players, with options."""
    users, room = [line.user(name) for name in names], line.channel(ROOM)
    host = users[0]
    await line.command(host, room, "table", "new", game=game, seats=len(names) + bots)
    for name, value in options.items():
        await line.press(host, room, "Opciones")
        for ending, one in ((":option", name), (f":value:{name}", value)):
            message, menu = await find_menu(line, host, room, ending)
            await line.do("select", user=host, channel=room, message=message, custom_id=menu, values=[one])
    for user in users[1:]:
        await line.press(user, room, "Sentarme")
    for _ in range(bots):
        await line.press(host, room, "+ Autómata")
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
    going = [one for one in free if one["menu"] or CONTROL.match(one["id"])[1] not in ENDS]  # type: ignore[index]
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
    before = await panel.evaluate(LOOKS)
    await panel.locator(f'button[data-custom-id="{wanted}"]').click()
    if next(one["menu"] for one in controls if one["id"] == wanted):
        lines = chair.page.locator("#menu [role=option]")
        open_ = [at for at, label in enumerate(await lines.all_inner_texts()) if not label.startswith("✕")]
        await lines.nth(luck.choice(open_)).click()
    last = "[...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')].pop()"
    answered = f"before => !document.querySelector('[data-state=waiting]') && ({LOOKS})({last}) !== before"
    await chair.page.wait_for_function(f"before => document.querySelector('#log .fail') || ({answered})(before)", arg=before)
    assert await chair.page.locator("#log .fail").count() == 0, "the bot did not answer in time"
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
    page.set_default_timeout(60_000)
    await page.goto(bot.url)
    await page.locator("#app[data-ready=true]").wait_for()
    return page


async def whole_game(tmp_path: Path, chromium: str, bot: Bot, names: tuple[str, ...], luck: int) -> dict[str, int]:
    """A table that is open, played to its end on the page, verified and seen; how many taps each person needed."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        page = await begun(browser, bot)
        taps = await play_on(page, names, random.Random(luck))
        ana = Chair(page, "Ana")
        await ana.sit()
        await ana.press(":verify")
        await page.locator("#log", has_text="se repite igual").wait_for()
        await page.screenshot(path=str(tmp_path / "end.png"))
        await browser.close()
    return taps
