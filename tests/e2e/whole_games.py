"""Whole games on the page in a real browser: users press the controls they are offered."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, ViewportSize
from playwright.async_api import TimeoutError as Timeout

from tests.e2e.process import PATIENCE, Line, patient
from tests.e2e.test_whole_game import LOOK, ROOM, Chair

TAPS = 2_000
CONTROL = re.compile(r"p1:[^:]+:\d+:\d+:(.+?)(?:\*\d+)?(?:@\d+)?\Z")
LATER = (
    "!back",
    "!cancel",
    "!more",
    "!text",
    "!why",
    "!all",
    "!none",
    "!spread",
    "!top",
    "!here",
    "=last",
    "other",
    "place",
    "+",
    "<",
    "^",
)
INCOMPLETE = ("What's missing?", "¿Qué falta?")  # on Continue: pressed again, it changes nothing
LOOKS = (  # a panel's text and enabled controls, without the look of a pressed control that waits
    "li => [...li.querySelectorAll('article')].map(a => a.innerText).join()"
    " + [...li.querySelectorAll('button')].map(b => b.dataset.customId).join()"
)
LAST = "[...document.querySelectorAll('#log li[data-kind=\"ephemeral\"]')].pop()"
NO_REFRESH = """() => {
  window.refreshed = 0
  document.addEventListener('click', e => {
    const b = e.target.closest('li[data-kind="ephemeral"] button[data-custom-id$=":play"]')
    if (b) window.refreshed += 1
  }, true)
}"""
LOBBY = '#log button[data-custom-id$=":start"]'
ENDS = (
    "pass",
    "done",
    "stop",
)  # verbs that end a turn: pressed if nothing else is offered, else one time in four


async def open_table(
    line: Line, names: tuple[str, ...], game: str, bots: int = 0, *, at: str = ROOM, **options: str
) -> None:
    """Start a table for these users and some AI players in the channel named `at`."""
    users, room = [line.user(name) for name in names], line.channel(at)
    host = users[0]
    await line.command(host, room, "table", "new", game=game, seats=len(names) + bots)
    for name, value in options.items():
        await tap_control(line, host, room, ":options")
        for ending, one in ((":option", name), (f":value:{name}", value)):
            message, menu = await find_control(line, host, room, ending)
            await line.do(
                "select", user=host, channel=room, message=message, custom_id=menu, values=[one]
            )
    for user in users[1:]:
        await tap_control(line, user, room, ":join")
    for _ in range(bots):
        await tap_control(line, host, room, ":bot")
    await tap_control(line, host, room, ":start")
    await find_control(line, host, room, ":play")


async def tap_control(line: Line, user: str, room: str, ending: str) -> None:
    """Press the newest button whose custom id ends so."""
    message, control = await find_control(line, user, room, ending)
    await line.do("press", user=user, channel=room, message=message, custom_id=control)


async def find_control(line: Line, user: str, room: str, ending: str) -> tuple[str, str]:
    """Wait for a message with a control whose custom id ends so; return both ids."""
    async for _ in patient():
        async for message in line.newest(user, room):
            for row in message["components"]:
                for part in row["components"]:
                    if str(part.get("custom_id", "")).endswith(ending) and not part.get("disabled"):
                        return message["id"], part["custom_id"]
    raise AssertionError(f"no control {ending}")


async def over(page: Page) -> bool:
    return bool(await page.locator('#log button[data-custom-id$=":rematch"]').count())


def wish(controls: list[dict[str, Any]], luck: random.Random) -> str | None:
    """Return the custom id of the next control to press.

    Confirm a ready move and send collected answers; else choose any option.
    """
    controls_by_arg = {
        matched[1]: one for one in controls if (matched := CONTROL.match(one["id"])) is not None
    }
    if "!confirm" in controls_by_arg:
        return str(controls_by_arg["!confirm"]["id"])
    free = [
        one
        for arg, one in controls_by_arg.items()
        if not one["label"].startswith(("✕", *INCOMPLETE)) and not arg.startswith(("~", *LATER))
    ]
    going = [one for one in free if one["menu"] or CONTROL.match(one["id"])[1] not in ENDS]  # type: ignore[index]
    some = going if going and luck.random() < 0.75 else free
    return str(luck.choice(some)["id"]) if some else None


async def press_if_there(button: Locator) -> bool:
    """Click a button; return False if it disappears before that."""
    async for _ in patient():
        try:
            await button.click(timeout=4_000)
        except Timeout:
            if not await button.count():
                return False
        else:
            return True
    raise AssertionError(f"{button} can't be pressed")


async def act(chair: Chair, luck: random.Random) -> bool:
    """Press one control of the panel; return False if the panel has no prompt.

    A panel without a prompt may be updated at any moment; then it is read again.
    """
    panel = chair.panel()
    controls = await panel.locator('button[data-custom-id^="p1:"]:not([disabled])').evaluate_all(
        "all => all.map(b => ({id: b.dataset.customId, label: b.innerText, menu: b.getAttribute('role') === 'combobox'}))"
    )
    wanted = wish(controls, luck)
    if wanted is None:
        return False
    before = await panel.evaluate(LOOKS)
    if not await press_if_there(panel.locator(f'button[data-custom-id="{wanted}"]')):
        return True
    if next(one["menu"] for one in controls if one["id"] == wanted):
        lines = chair.page.locator("#menu [role=option]")
        open_ = [
            at
            for at, label in enumerate(await lines.all_inner_texts())
            if not label.startswith("✕")
        ]
        if not open_ or not await press_if_there(lines.nth(luck.choice(open_))):
            return True  # the menu disappeared with the panel
    answered = (
        f"before => !document.querySelector('[data-state=waiting]') && ({LOOKS})({LAST}) !== before"
    )
    await chair.page.wait_for_function(
        f"before => document.querySelector('#log .fail') || ({answered})(before)",
        arg=before,
        polling=LOOK,
    )
    assert await chair.page.locator("#log .fail").count() == 0, "the bot did not answer in time"
    return True


async def sit_and_play(chair: Chair) -> None:
    """Open a panel at the table, once in a game: from then on it refreshes itself."""
    panels = chair.page.locator('#log li[data-kind="ephemeral"]')
    before = await panels.last.get_attribute("data-message-id") if await panels.count() else None
    newest = f"before => {LAST} && {LAST}.dataset.messageId !== before"
    table = chair.page.locator(
        '#log li:not([data-kind="ephemeral"]):has(article) button[data-custom-id$=":play"]'
    ).last
    async for _ in (
        patient()
    ):  # moves of others edit or repost the board, so a press may hit a deleted message
        try:
            await table.evaluate(
                "button => button.click()", timeout=4_000
            )  # a click by script, because the message may be far above
            await chair.page.wait_for_function(newest, arg=before, timeout=4_000, polling=LOOK)
        except Timeout:
            continue
        return
    raise AssertionError(f"{chair.name} gets no panel")


async def until_asked(chair: Chair, seconds: float) -> bool:
    """Wait until the user's panel asks something or the game is over; False at the timeout."""
    asked = f"[...{LAST}.querySelectorAll('button[data-custom-id^=\"p1:\"]')].some(b => !/:\\d+:=last/.test(b.dataset.customId))"
    ended = "document.querySelector('#log button[data-custom-id$=\":rematch\"]')"
    if await chair.page.evaluate(f"() => !!({ended} || {LAST} && {asked})"):
        return True
    try:
        await chair.page.wait_for_function(
            f"() => {ended} || {LAST} && {asked}", timeout=1000 * seconds or 1, polling=LOOK
        )
    except Timeout:
        return False
    return True


async def play_on(page: Page, names: tuple[str, ...], luck: random.Random) -> dict[str, int]:
    """Play all users to the end of the game without *Refresh*; return their number of presses."""
    chairs, taps = {name: Chair(page, name) for name in names}, dict.fromkeys(names, 0)
    await page.evaluate(NO_REFRESH)
    alone, idle, seated = len(names) == 1, 0, set[str]()
    while sum(taps.values()) < TAPS:
        before = sum(taps.values())
        for name, chair in chairs.items():
            if not (alone and taps[name]):
                await chair.sit()
            if await over(page):
                assert not await page.evaluate("window.refreshed"), "a panel had to be refreshed"
                return taps
            if name not in seated:
                seated.add(name)
                await sit_and_play(chair)
            if not await until_asked(
                chair, 60 if alone else min(idle, 1)
            ):  # wait longer when no user was asked in the last rounds
                assert not alone, f"{await chair.panel().inner_text()}: nobody is asked"
                continue
            while not await over(page) and await act(chair, luck):
                taps[name] += 1
        idle = 0 if sum(taps.values()) > before else idle + 1
        assert idle < 60, "nobody is asked"
    raise AssertionError("the game does not end")


async def begun(browser: Browser, url: str, width: int = 1280, locale: str = "es-ES") -> Page:
    """Open the page in a language and at a width."""
    size = ViewportSize(width=width, height=844 if width < 600 else 900)
    page = await browser.new_page(
        viewport=size, locale=locale, reduced_motion="reduce"
    )  # nobody looks at what moves
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(url)
    await page.locator("#app[data-ready=true]").wait_for()
    return page


async def whole_game(
    tmp_path: Path,
    browser: Browser,
    url: str,
    names: tuple[str, ...],
    luck: int,
    width: int = 1280,
    locale: str = "es-ES",
) -> dict[str, int]:
    """Play an open table to its end on the page, verify it and start a rematch.

    Returns the number of presses of each user.
    """
    page = await begun(browser, url, width, locale)
    taps = await play_on(page, names, random.Random(luck))
    first = Chair(page, names[0])
    await first.sit()
    await first.press(":verify")
    await page.locator("#log", has_text=re.compile("todo coincide|replays identically")).wait_for()
    await first.press(":score")
    await page.locator('#log li[data-kind="ephemeral"] pre').last.wait_for()
    await page.screenshot(path=str(tmp_path / "end.png"))
    assert not await page.locator(LOBBY).count()
    await first.press(":rematch")
    await page.locator(LOBBY).last.wait_for()
    await page.close()
    return taps
