"""Time, votes and free seats as three users meet them in a real browser.

One never answers, a fourth takes her seat; they rewind by vote, answer two tables from one inbox
and replay the game. The bot is killed during each part.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Expect, Locator, Page, ViewportSize

from app.app import App
from app.runtime.clock import LocalClock
from app.runtime.settings import Settings
from db.store import open_store
from games.core.state.rng import Rng
from tests.contract.playouts import LONG
from tests.e2e.near_end import to_the_end
from tests.e2e.process import PATIENCE, Bot
from tests.e2e.test_whole_game import Chair
from tests.e2e.whole_games import act, begun, sit_and_play, until_asked

expect = Expect()
expect.set_options(timeout=1000 * PATIENCE)
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)
ROUNDS = 60  # of looking who is asked, until the table shows what is waited for
PLAY = 'button[data-custom-id$=":play"]'
GAME = "imperial_settlers"
WORDS: dict[
    str, dict[str, Any]
] = {  # what stands on the page, by language: the rooms, then what is waited for
    "es-ES": {
        "rooms": ("mesa-verde", "mesa-larga"),
        "pace": "5 min por decisión",
        "minded": "(Un bot prudente juega por|Quien quiera puede ocupar el sitio de) ▲ Carla",
        "free": "Quien quiera puede ocupar el sitio de ▲ Carla",
        "took": "▲ Diego ocupa este sitio a partir de aquí",
        "hand": re.compile(r"Tu mano, \d+ cartas: "),
        "gone": "▲ Diego ocupó tu sitio en esta mesa el",
        "rewind": "propone volver al paso 0",
        "agreed": "De acuerdo: la partida vuelve al paso 0.",
        "turns": "Tus turnos ({})",
        "none": "Ninguna mesa te espera.",
        "step": "Paso {} de",
        "same": "todo coincide",
    },
    "en-GB": {
        "rooms": ("green-table", "long-table"),
        "pace": "5 min per decision",
        "minded": "(A cautious bot player is standing in for|Anyone can take over for) ▲ Carla",
        "free": "Anyone can take over for ▲ Carla",
        "took": "▲ Diego takes over this seat",
        "hand": re.compile(r"Your hand, \d+ cards: "),
        "gone": "▲ Diego took over for you here on",
        "rewind": "proposes going back to step 0",
        "agreed": "Agreed: the game goes back to step 0.",
        "turns": "Your turns ({})",
        "none": "No tables are waiting for you.",
        "step": "Step {} of",
        "same": "replays identically",
    },
}


class Guest(Chair):
    """One person, who may go to either room."""

    def __init__(self, page: Page, name: str, room: str) -> None:
        super().__init__(page, name)
        self.room = room

    async def sit(self) -> None:
        """Become this person, in that room. On a phone both are in drawers."""
        for where, text in (
            ("#top [role=radio]", self.name),
            ("#channels [data-channel]", self.room),
        ):
            await self.page.locator(where, has_text=text).first.evaluate("one => one.click()")
        await self.page.locator("#log").wait_for()

    async def tap(self, button: Locator) -> None:
        """Press this very button and wait until the bot has answered."""
        await self._press(button)

    async def command(self, command: str, **options: str) -> None:
        """Type a slash command, fill in its options and send it."""
        before = await self.page.locator('#log li[data-kind="ephemeral"]').count()
        await self.page.locator("#message").fill("/" + command)
        await self.page.locator(f'#picker [role=option][data-value="{command}"]').click()
        for name, value in options.items():
            if not await self.page.locator(f"input[data-option={name}]").count():
                await self.page.locator(f"[data-add={name}]").click()
            field = self.page.locator(f"input[data-option={name}]")
            if (
                name == "what"
            ):  # one of a list: told by its value, whatever language its words speak
                await field.click()
                await self.page.locator(f'#picker [role=option][data-value="{value}"]').click()
            else:
                await field.fill(value)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator('#log li[data-kind="ephemeral"]')).not_to_have_count(before)


class Evening:
    """A page that is open while the bot is killed and comes back: each time on a screen of the other width."""

    def __init__(self, page: Page, bot: Bot, data: Path, locale: str) -> None:
        self.page, self.bot, self.data, self.words = page, bot, data, WORDS[locale]
        self.luck, self.shots, self.sizes = random.Random(4), 0, cycle((DESK, PHONE))

    def guest(self, name: str, room: int = 0) -> Guest:
        return Guest(self.page, name, self.words["rooms"][room])

    async def again(self) -> None:
        """The bot is killed and comes back."""
        await self.killed()
        await self.open()

    async def killed(self) -> None:
        """SIGKILL; nothing had gone wrong until then."""
        said = await self.bot.kill()
        assert "Traceback" not in said, said

    async def open(self) -> None:
        """Another life of the bot, and the page opened at its new address."""
        self.bot = await Bot.start(self.data)
        await self.page.set_viewport_size(next(self.sizes))
        await self.page.goto(self.bot.url)
        await self.page.locator("#app[data-ready=true]").wait_for()

    async def says(self, key: str) -> None:
        """Wait until the newest message that says so is there."""
        await self.page.locator("#log li", has_text=re.compile(self.words[key])).last.wait_for()

    def turn(self, name: str) -> Locator:
        """The table that waits for nobody else."""
        return self.page.locator(
            "#log article", has_text=re.compile(rf"Le toca a \W*{name}|It's \W*{name}'s turn")
        )

    async def shot(self, name: str, *, board: bool = False) -> None:
        """Photograph the page once its pictures are there; `board`: with the table's message at the top."""
        self.shots += 1
        if board:
            table = self.page.locator(
                f'#log li:not([data-kind="ephemeral"]):has({PLAY}):has(article)'
            ).last
            await table.evaluate("one => one.scrollIntoView(true)")
        await self.page.evaluate(
            "() => Promise.allSettled([...document.querySelectorAll('#log .pic')].map(one => one.decode()))"
        )
        await self.page.screenshot(path=str(self.data / f"{self.shots:02}-{name}.png"))

    async def to_the_deadline(self) -> None:
        """What the backstage's button does: the time passes until the next deadline is over."""
        await self.page.locator("#settings").evaluate("one => one.click()")
        before = await self.page.locator("#clock-now").inner_text()
        await self.page.locator("[data-act=deadline]").click()
        await expect(self.page.locator("#clock-now")).not_to_have_text(before)
        await self.page.locator("#beside-close").click()

    async def answer(self, *names: str, until: Locator) -> None:
        """These people answer all that they are asked, until the table shows this."""
        for _ in range(ROUNDS):
            for name in names:
                chair = self.guest(name)
                await chair.sit()
                if await until.count():
                    return
                await sit_and_play(chair)
                while (
                    await until_asked(chair, 0)
                    and not await until.count()
                    and await act(chair, self.luck)
                ):
                    pass
        raise AssertionError(f"never {until}")


@asynccontextmanager
async def evening(data: Path, browser: Browser, locale: str) -> AsyncIterator[Evening]:
    bot = await Bot.start(data)
    one = Evening(await begun(browser, bot.url, PHONE["width"], locale), bot, data, locale)
    yield one
    await one.page.close()
    code, said = await one.bot.stop()
    assert (code, "ERROR" in said, "Traceback" in said) == (0, False, False), said


async def opened(at: Evening) -> None:
    """Three people at a table where 5 minutes are given for each decision."""
    ana = at.guest("Ana")
    await ana.sit()
    await ana.command("table new", game=GAME)
    for name in ("Bruno", "Carla"):
        await at.guest(name).sit()
        await at.guest(name).press(":join")
    await ana.sit()
    await ana.press(":options")
    await ana.panel().locator('[data-custom-id$=":pace"]').click()
    await at.page.locator('#menu [role=option][data-value="today"]').click()
    await expect(ana.panel()).to_contain_text(at.words["pace"])
    await at.shot("lobby")
    await at.again()
    await ana.sit()
    await at.says("pace")
    await ana.press(":start")
    await ana.controls(":play").last.wait_for()


async def unanswered(at: Evening) -> None:
    """Carla answers nothing: a caretaker minds her seat, and when the others have voted it is free."""
    ana = at.guest("Ana")
    await at.answer("Ana", "Bruno", until=at.turn("Carla"))
    calls = at.page.locator(
        f"#log li:has({PLAY}):not(:has(article))", has_text=re.compile("@(Ana|Bruno)")
    )
    await expect(calls).to_have_count(0)  # they name deadlines that were kept
    await at.to_the_deadline()
    await at.says("minded")
    await at.shot("minded", board=True)
    await at.again()
    await ana.sit()
    await ana.command("table vote", what="kick", user="Carla")
    bruno = at.guest("Bruno")
    await bruno.sit()
    await bruno.tap(at.page.locator('#log button[data-custom-id*=":vote_yes:"]').last)
    await ana.controls(":take:2").last.wait_for()
    await at.says("free")
    await at.shot("free", board=True)


async def taken(at: Evening) -> None:
    """Diego sits down where Carla was, and sees what she would see."""
    diego = at.guest("Diego")
    await diego.sit()
    await diego.press(":take:2")
    await at.shot("asked")
    await diego.tap(diego.panel().locator('button[data-custom-id*=":take_sure:"]'))
    await at.says("took")
    await at.shot("taken")
    await at.again()
    await diego.sit()
    await diego.press(":hand")
    # before the first cards are dealt there is no hand to show: then it is the seat's empire
    hand = (
        diego.panel().locator('img[src*="/hand-"]').and_(at.page.get_by_alt_text(at.words["hand"]))
    )
    await hand.or_(diego.panel().locator('img[src*="/empire"]')).first.wait_for()
    await at.shot("hand")
    carla = at.guest("Carla")
    await carla.sit()
    await carla.press(":hand")
    await at.says("gone")


async def agreed(at: Evening) -> None:
    """Ana proposes to go back to a step; everybody who sits there says yes."""
    ana = at.guest("Ana")
    await ana.sit()
    await ana.command("table vote", what="rewind", step="0")
    await at.says("rewind")
    await at.shot("proposed", board=True)
    await at.again()
    for name in ("Bruno", "Diego"):
        await at.guest(name).sit()
        await at.guest(name).tap(at.page.locator('#log button[data-custom-id*=":vote_yes:"]').last)
        await at.shot(f"vote-{name}")
    await at.says("agreed")
    await expect(at.turn("Ana")).to_have_count(0)  # the table shows it, too
    await at.shot("agreed", board=True)


async def answered(at: Evening) -> None:
    """Two tables wait for Ana in two rooms; she answers both from her inbox."""
    await at.answer("Bruno", "Diego", until=at.turn("Ana"))
    ana = at.guest("Ana", 1)
    await ana.sit()
    await ana.command("table new", game="eight_minute_empire", seats="2")
    bruno = at.guest("Bruno", 1)
    await bruno.sit()
    await bruno.press(":join")
    await ana.sit()
    await ana.press(":start")
    await ana.controls(":play").last.wait_for()
    for left in (2, 1):
        await ana.command("turns")
        await expect(ana.panel()).to_contain_text(at.words["turns"].format(left))
        await at.shot(f"turns-{left}")
        await ana.press(":go")
        await ana.panel().locator('button[data-custom-id^="p1:"]').first.wait_for()
        while await until_asked(ana, 0) and await act(ana, at.luck):
            pass
        if left > 1:
            await at.again()
            await ana.sit()
    await ana.command("turns")
    await expect(ana.panel()).to_contain_text(at.words["none"])
    await at.shot("turns-none")


async def looked_at_again(at: Evening) -> None:
    """The first table's game is over; step by step it is seen once more."""
    await at.killed()
    await played_out(at.data)
    await at.open()
    diego = at.guest("Diego")
    await diego.sit()
    await diego.press(":replay")
    await at.shot("end")
    await expect(diego.panel()).to_contain_text(at.words["step"].format(0))
    await at.shot("replay")
    picture = diego.panel().locator("img.pic")
    for step in (1, 2, 1):
        before = str(await picture.get_attribute("src"))
        await diego.tap(diego.panel().locator(f'button[data-custom-id*=":replay:{step}."]').first)
        await expect(diego.panel()).to_contain_text(at.words["step"].format(step))
        await expect(picture).not_to_have_attribute(
            "src", before
        )  # where painting takes long, the words go ahead of it
    await diego.press(":verify")
    await at.says("same")


async def played_out(data: Path) -> None:
    """Play the first table to its end in the store, unpublished, with random moves."""
    store = await open_store(Settings(data=data).database)
    seen = await store.deadlines.last_heartbeat() or 0.0
    app = App(store, settings=Settings(data=data), clock=LocalClock(lambda: seen))
    table = next(one for one in await app.repo.matches.find() if one.game == GAME)
    stored = await app.repo.matches.load(table.id)
    assert stored is not None
    for seat, path in to_the_end(stored, Rng.of(4)):
        async with app.locks(table.id):
            stored = await app.moves.play(stored, seat, path, "player")
    await app.stop()


PARTS = (opened, unanswered, taken, agreed, answered, looked_at_again)
EVENINGS = [pytest.param("es-ES", PARTS, id="es")]
if LONG:
    EVENINGS.append(
        pytest.param("en-GB", PARTS[:3], id="en")
    )  # until somebody sits in, at the other width


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize(("locale", "parts"), EVENINGS)
async def test_an_evening_of_three_people_of_whom_one_never_comes(
    tmp_path: Path,
    browser: Browser,
    locale: str,
    parts: Sequence[Callable[[Evening], Awaitable[None]]],
) -> None:
    async with evening(tmp_path, browser, locale) as at:
        for part in parts:
            await part(at)
