"""Interactions are acknowledged early; texts and pictures never come out of order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.ports.services import RenderPriority
from bot import BotRenderPool
from games.core.views.scene import Animation, Picture, Scene
from tests.e2e.conftest import ROOM, BotHarness, Player, seated, words
from ui.interactions import dispatcher


class Held(BotRenderPool):
    """Renderer that waits until a test lets it draw."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.let.set()
        self.asked, self.dropped = 0, 0

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        self.asked += 1
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return await super().draw(scene, lane)


@pytest.fixture
async def painter() -> AsyncIterator[Any]:
    made = Held()
    yield made
    made.let.set()
    made.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch, patient: None) -> None:
    """Make the bot wait for no picture."""
    del patient
    monkeypatch.setattr(dispatcher, "DEFER_AFTER_S", 0.05)
    monkeypatch.setattr(dispatcher, "PICTURE_WAIT_S", 0.3)


def picture(message: dict[str, Any]) -> str:
    """Return the URL of a message's picture, in its embed or attached to it, without its query."""
    shown = [card["image"] for card in message["embeds"] if card.get("image")]
    urls = [one["url"] for one in [*shown, *message["attachments"]]]
    return str(urls[0].split("?")[0]) if urls else ""


async def until(true: Callable[[dict[str, Any]], bool], who: Player) -> dict[str, Any]:
    """Return a user's newest private message once it fits."""
    for _ in range(3000):
        mine = [m for m in await who.person.messages(ROOM) if m.get("ephemeral_for")]
        if mine and true(mine[-1]):
            return mine[-1]
        await asyncio.sleep(0.02)
    raise AssertionError("it never was")


async def press(who: Player, message: dict[str, Any], label: str) -> None:
    """Press a button and wait only for the acknowledgement."""
    found = next(
        custom_id
        for text, custom_id in who.person.buttons(message).items()
        if text.startswith(label)
    )
    done = await who.person.press(message, found)
    assert done.state == "done"


async def test_play_is_acknowledged_before_its_picture_and_its_words_go_ahead(
    harness: BotHarness, ana: Player, bruno: Player, painter: Held, hasty: None
):
    await seated(ana, bruno)
    await harness.quiet()
    painter.let.clear()
    await press(ana, await ana.table(), "▶")
    panel = await until(lambda m: "¿Cuánto pujas" in words(m), ana)
    assert picture(panel) == ""
    assert "La imagen aún es la de antes" not in words(panel), "there is none yet"
    painter.let.set()
    after = await until(lambda m: bool(picture(m)), ana)
    assert after["id"] == panel["id"], "the same message, now with its picture"


async def test_the_old_picture_stays_until_the_new_one_comes(
    harness: BotHarness, ana: Player, bruno: Player, painter: Held, hasty: None
):
    await seated(ana, bruno)
    before = await ana.play()
    before = await until(lambda m: bool(picture(m)), ana)
    await harness.quiet()
    painter.let.clear()
    await press(ana, before, "3")
    during = await until(lambda m: "Pujas 3 monedas" in words(m), ana)
    assert picture(during) == picture(before)
    assert "La imagen aún es la de antes" in words(during)
    await press(ana, during, "Confirmar")
    saved = await until(lambda m: "Guardado: Pujas 3 monedas" in words(m), ana)
    assert picture(saved) == picture(before)
    assert "La imagen llega enseguida" in words(saved)
    painter.let.set()
    after = await until(lambda m: "La imagen llega enseguida" not in words(m), ana)
    assert "Guardado: Pujas 3 monedas" in words(after)
    assert picture(after) not in ("", picture(before))


async def test_a_picture_nobody_waits_for_any_more_is_not_drawn_and_never_comes_back(
    harness: BotHarness, ana: Player, bruno: Player, painter: Held, hasty: None
):
    await seated(ana, bruno)
    await ana.play()
    first = await until(lambda m: bool(picture(m)), ana)
    await harness.quiet()
    painter.let.clear()
    await press(ana, first, "3")
    second = await until(lambda m: "Pujas 3 monedas" in words(m), ana)
    assert painter.dropped == 0
    await press(ana, second, "‹ Volver")
    await until(lambda m: "¿Cuánto pujas" in words(m), ana)
    assert painter.dropped == 1, "the picture of what was left is dropped"
    painter.let.set()
    await harness.quiet()
    assert "¿Cuánto pujas" in words(await ana.panel())


async def test_in_a_crowd_every_tap_is_acknowledged_first_and_answered_where_it_belongs(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(dispatcher, "BUSY_THRESHOLD", 0)
    await seated(ana, bruno)
    panel = await ana.play()
    assert "¿Cuánto pujas" in words(panel)
    assert "Pujas 2 monedas" in words(await ana.choose("2"))
    assert (await ana.panel())["id"] == panel["id"], "a panel is edited, not repeated"
    await ana.person.command("board", ROOM, view="text")
    await harness.quiet()
    assert "C4" in words(await ana.panel())
