"""Pictures have alt texts, are sent again only if changed, and delay no answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.ports.services import RenderPriority
from bot import BotRenderPool
from games.core.views.scene import Animation, Picture, Scene
from games.tadmor.rules.turn.placing import PlacePiece
from tests.e2e.conftest import BotHarness, Player, asked, seated, words
from tests.e2e.test_tadmor_paths import at, world
from ui.delivery import to_discord
from ui.i18n import Translator
from ui.views.table.board_message import board_message


class Slow(BotRenderPool):
    """Renderer with a delay."""

    def __init__(self) -> None:
        super().__init__()
        self.delay, self.broken = 0.0, False

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        await asyncio.sleep(self.delay)
        if self.broken:
            raise RuntimeError("no colours left")
        return await super().draw(scene, lane)


@pytest.fixture
def painter() -> Any:
    made = Slow()
    yield made
    made.close()


def picture(message: dict[str, Any]) -> Any:
    """Return the picture of a message, in its embed or attached to it, or None."""
    shown = [card["image"] for card in message["embeds"] if card.get("image")]
    return next(iter([*shown, *message["attachments"]]), None)


async def test_the_board_has_a_picture_with_its_words(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    board = await ana.table()
    assert picture(board) is not None
    match = (await harness.app.repo.matches.find())[0]
    look = await harness.app.queries.view(match.id)
    scene = await harness.app.queries.scene(match.id, None, "board", "es")
    message = board_message(look, (), Translator.of(match), scene)
    sent = to_discord.send_kwargs(message, Picture(b"x", "board.webp", 1, 1))
    assert sent["file"].description == message.alt
    assert message.alt.startswith("Ocho minutos para un imperio, Antes de empezar · puja.")
    assert "Esperamos a ● Ana y ■ Bruno" in message.alt
    assert len(message.alt) <= 900


async def test_a_panels_picture_names_its_letters(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    for who, n in ((ana, "3"), (bruno, "0")):
        await who.play()
        await who.choose(n)
        await who.choose("Confirmar")
    assert picture(await ana.play()) is not None
    match = (await harness.app.repo.matches.find())[0]
    by = await harness.app.repo.users.get(int(ana.person.id))
    assert by is not None
    message = (await harness.bot.dispatcher.panel_handler.open(match.id, by)).message
    assert message is not None
    assert "Opciones: A " in message.alt
    assert isinstance(message.picture_source, Scene)
    assert [mark.letter for mark in message.picture_source.marks] == list("ABCDEF")


async def test_a_hand_is_told_once_beside_its_picture(
    harness: BotHarness, ana: Player, bruno: Player
):
    await asked(harness, at(world(), PlacePiece(0)), ana, bruno)
    match = (await harness.app.repo.matches.find())[0]
    by = await harness.app.repo.users.get(int(ana.person.id))
    assert by is not None
    message = (await harness.bot.dispatcher.panel_handler.open(match.id, by, hand=True)).message
    assert message is not None
    assert message.alt.count("En tu mano: ") == 2, "two missions"


async def test_a_picture_that_fails_leaves_the_words(
    harness: BotHarness, ana: Player, bruno: Player, painter: Slow, caplog: pytest.LogCaptureFixture
):
    await seated(ana, bruno)
    painter.broken = True
    panel = await ana.play()
    assert picture(panel) is None
    assert "¿Cuánto pujas" in words(panel)
    assert "rendering failed" in caplog.text


async def test_text_mode_shows_no_picture_and_says_all(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await ana.person.command("me display", "mesa-verde", text=True)
    panel = await ana.play()
    assert picture(panel) is None
    await ana.person.command("board", "mesa-verde")
    assert "C4" in words(await ana.panel())


async def test_an_unchanged_picture_is_not_sent_again(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    before = picture(await ana.play())
    assert before is not None
    panel = await ana.choose("3")
    assert "Pujas 3 monedas" in words(panel)
    after = picture(panel)
    assert after is not None
    assert after["url"] == before["url"], "the file that was there stays"
