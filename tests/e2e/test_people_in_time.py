"""Quiet hours, a full lobby, a new name, and a guild that removes the bot."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.e2e.conftest import ROOM, BotHarness, Player, seated, words
from tests.e2e.test_troubles import _page

HOUR = 3600
SILENT = 4096


async def later(harness: BotHarness, hours: float) -> None:
    await harness.quiet()
    await _page(harness, "clock", advance=hours * HOUR)
    await asyncio.sleep(0)
    await harness.quiet()


async def calls(who: Player, room: str = ROOM) -> list[dict[str, Any]]:
    """Return the messages that ping this user, oldest first."""
    return [
        one for one in await who.person.messages(room) if f"<@{who.person.id}>" in one["content"]
    ]


def notifies(message: dict[str, Any], who: Player) -> bool:
    return who.person.id in {user["id"] for user in message["mentions"]}


async def test_a_call_at_night_is_silent_and_the_morning_brings_one_ping(
    harness: BotHarness, ana: Player, bruno: Player
):
    hour = harness.box.clock.now().hour
    await bruno.person.command(
        "me pings", ROOM, **dict[str, Any]({"from": hour, "until": (hour + 9) % 24})
    )
    assert "cuando acaban te aviso" in words(await bruno.panel())
    await seated(ana, bruno)
    [begins] = await calls(bruno)
    assert not notifies(begins, bruno)
    assert notifies(begins, ana)
    await later(harness, 9)
    [call] = await calls(bruno)
    assert notifies(call, bruno)
    assert "te toca" in words(call)
    await later(harness, 1)
    assert [one["id"] for one in await calls(bruno)] == [call["id"]]


async def test_whom_nobody_is_called_with_hears_no_sound_at_all(
    harness: BotHarness, ana: Player, bruno: Player
):
    hour = harness.box.clock.now().hour
    for who in (ana, bruno):
        await who.person.command(
            "me pings", ROOM, **dict[str, Any]({"from": hour, "until": (hour + 9) % 24})
        )
    await seated(ana, bruno)
    [begins] = await calls(bruno)
    assert (begins["mentions"], begins["flags"] & SILENT) == ([], SILENT)


async def test_a_player_starts_the_full_table_whose_organizer_does_not_come(
    harness: BotHarness, ana: Player, bruno: Player
):
    await ana.person.command("table new", ROOM, seats=2, name="Carrera")
    await later(harness, 1)
    await bruno.tap(await bruno.table(), "Sentarme")
    await harness.quiet()
    [call] = await calls(ana)
    assert notifies(call, ana)
    assert "no falta nadie en Imperio «Carrera»" in words(call)
    await bruno.tap(call, "Empezar")
    assert (
        "Solo Ana puede empezar. Tú podrás si la mesa sigue completa dentro de 24 horas."
        in words(await bruno.panel())
    )
    await later(harness, 24)
    await bruno.tap(call, "Empezar")
    await harness.quiet()
    assert (await harness.app.repo.matches.find())[0].status == "running"
    assert call["id"] not in [one["id"] for one in await ana.person.messages(ROOM)]


async def test_a_new_name_is_followed_with_the_next_tap(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await bruno.person.command("turns", ROOM)  # the bot knows what they call themselves
    await _page(harness, "user.set", user=bruno.person.id, name="Brunito")
    await bruno.person.command("turns", ROOM)
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert "Le toca a ■ Brunito" in words(await ana.table())


async def test_the_time_without_the_bot_is_given_back_when_it_is_invited_again(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    (match,) = await harness.app.repo.matches.find()
    due = [seat.deadline for seat in match.seats]
    here = {"guild": str(match.places.guild), "bot": ana.person.bot()}
    await _page(harness, "bot.leave", **here)
    async with asyncio.timeout(60):
        while not await harness.app.repo.retention.removed_guilds():  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)
    (left,) = await harness.app.repo.retention.removed_guilds()
    await later(harness, 30)
    assert not any(seat.has_caretaker for seat in (await harness.app.lobby.get(match.id)).seats)
    await _page(harness, "bot.invite", **here)
    async with asyncio.timeout(60):
        while await harness.app.repo.retention.removed_guilds():  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)
    await later(harness, 0)
    now = await harness.app.lobby.get(match.id)
    gone = harness.app.clock.now() - left.at
    assert all(
        abs(seat.deadline - was - gone) < HOUR / 60
        for seat, was in zip(now.seats, due, strict=True)
    )
    assert "He estado sin conexión 30 horas. Ese tiempo no cuenta." in words(await ana.table())
