"""Games without pictures: `/me display` text, *Show as text*, and back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, staged, words
from tests.e2e.recording_painters import Recorder
from tests.games.imperial_settlers import positions as settlers


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "panel", "screen")
    return recorder


def pictured(message: dict[str, Any]) -> bool:
    return bool(message["attachments"]) or any("image" in card for card in message["embeds"])


async def reads(who: Player) -> None:
    await who.person.command("me display", ROOM, text=True)
    await who.harness.quiet()


async def settled(harness: BotHarness, ana: Player, bruno: Player) -> None:
    pos = settlers.begin("rb")
    settlers.hand(pos, 0, "com001", "rom002")
    settlers.supply(pos, 0, wood=2)
    await staged(harness, settlers.turn(pos), ana, bruno)


async def test_who_reads_gets_position_hand_and_question_and_comes_back_to_the_picture(
    harness: BotHarness, ana: Player, bruno: Player
):
    await reads(ana)
    await settled(harness, ana, bruno)
    panel = await ana.play()
    told = words(panel)
    assert not pictured(panel)
    assert "¿Qué haces?" in told
    assert "Tu mano, 2 cartas" in told, "the private part"
    assert "Ronda 2 de 5" in told
    assert "Bruno" in told
    panel = await ana.choose("Ver en imagen")
    assert pictured(panel)
    assert "Tu mano, 2 cartas" not in words(panel)


async def test_show_as_text_is_whole_and_the_picture_comes_back(
    harness: BotHarness, ana: Player, bruno: Player
):
    await settled(harness, ana, bruno)
    panel = await ana.play()
    assert pictured(panel)
    if "Ver en texto" not in labels(panel):
        panel = await ana.choose("Más")
    panel = await ana.choose("Ver en texto")
    assert not pictured(panel)
    assert "Tu mano, 2 cartas" in words(panel)
    panel = await ana.choose("Más")
    assert not pictured(panel), "the next step, too"
    assert not pictured(await ana.play()), "and a panel that is opened anew"
    panel = await ana.choose("Ver en imagen")
    assert pictured(panel)
    assert pictured(await ana.play())


async def test_as_text_holds_for_the_table_where_it_was_said(
    harness: BotHarness, ana: Player, bruno: Player
):
    await settled(harness, ana, bruno)
    await seated(ana, bruno)
    one, other = (match.id for match in await harness.app.repo.matches.find())
    by = await harness.app.repo.users.get(int(ana.person.id))
    assert by is not None
    by = await harness.app.users.show_as(by, one, text=True)
    for match, drawn in ((one, False), (other, True)):
        await ana.person.command("play", ROOM, table=match)
        await harness.quiet()
        assert pictured(await ana.panel()) is drawn, match


async def test_nobody_elses_hand_is_told(harness: BotHarness, ana: Player, bruno: Player):
    await settled(harness, ana, bruno)
    await reads(bruno)
    panel = await bruno.play()
    assert "Tu mano, 2 cartas" not in words(panel)
    secret = words(await ana.play())
    assert secret


async def test_the_board_in_words_has_play_and_the_picture(
    harness: BotHarness, ana: Player, bruno: Player
):
    await reads(ana)
    await settled(harness, ana, bruno)
    await ana.person.command("board", ROOM)
    await harness.quiet()
    board = await ana.panel()
    assert not pictured(board)
    assert {"‹ Volver a la partida", "Ver en imagen"} <= set(labels(board))
    await ana.tap(board, "Ver en imagen")
    await harness.quiet()
    board = await ana.panel()
    assert pictured(board), "who reads as a rule sees it when they ask to"
    assert "Ver en texto" in labels(board)
    await ana.tap(board, "Ver en texto")
    await harness.quiet()
    board = await ana.panel()
    assert not pictured(board)
    await ana.tap(board, "‹ Volver a la partida")
    await harness.quiet()
    assert "¿Qué haces?" in words(await ana.panel())


async def test_a_picture_of_the_table_says_what_it_shows(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await harness.quiet()
    image = (await ana.table())["embeds"][0]["image"]
    assert "Ocho minutos" in image["description"]
    assert len(image["description"]) > 200
