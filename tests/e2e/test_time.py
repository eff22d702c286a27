"""Deadlines, reminders, caretakers, votes and substitutes as users see them."""

from __future__ import annotations

import re
from typing import Any

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words

HOUR = 3600.0


async def pass_by(harness: BotHarness, seconds: float) -> None:
    """Advance the time of the sandbox."""
    await harness.quiet()
    harness.box.advance(seconds)
    await harness.quiet()


async def begun(harness: BotHarness, *people: Player) -> str:
    await seated(*people)
    for person in people:
        panel = await person.play()
        await person.choose("0" if "0" in labels(panel) else labels(panel)[0])
        if any(label.startswith("Confirm") for label in labels(await person.panel())):
            await person.choose("Confirm")
    await harness.quiet()
    return (await harness.app.repo.matches.find())[-1].id


async def summons(who: Player) -> dict[str, Any]:
    """Return the newest message that pings somebody."""
    calls = [
        m
        for m in await who.person.messages(ROOM)
        if re.match(r"(Recordatorio: |Reminder: )?<@", m["content"])
    ]
    return next(m for m in reversed(calls) if not m["embeds"])


async def awaited(harness: BotHarness, match: str, *people: Player) -> Player:
    table = await harness.app.lobby.get(match)
    [seat] = table.waiting
    return people[seat]


async def test_the_table_says_until_when_and_who_is_late_is_reminded_and_minded(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno, carla)
    late = await awaited(harness, match, ana, bruno, carla)
    due = int((await harness.app.lobby.get(match)).seats[[ana, bruno, carla].index(late)].deadline)
    assert f"Hasta el <t:{due}:f> (<t:{due}:R>)" in words(await ana.table())
    await pass_by(harness, 12 * HOUR + 1)
    first = await summons(ana)
    assert late.person.id in first["content"]
    assert f"<t:{due}:R>" in first["content"]
    await pass_by(harness, 10 * HOUR)
    second = await summons(ana)
    assert second["id"] != first["id"]
    assert first["id"] not in [m["id"] for m in await ana.person.messages(ROOM)]
    await pass_by(harness, 2 * HOUR)
    table = words(await ana.table())
    assert "bot prudente" in table or "cuida" in words(await ana.table())
    assert (await harness.app.lobby.get(match)).seats[[ana, bruno, carla].index(late)].has_caretaker
    panel = await late.play()
    assert re.search(r"Vuelves a tu sitio|You're back", words(panel))
    await harness.quiet()
    assert not any(seat.has_caretaker for seat in (await harness.app.lobby.get(match)).seats)


async def test_the_private_screen_says_that_a_bot_plays_and_any_button_of_it_takes_the_seat_back(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno, carla)
    late = await awaited(harness, match, ana, bruno, carla)
    at = [ana, bruno, carla].index(late)

    async def screen() -> dict[str, Any]:
        seat = (await harness.app.lobby.get(match)).seats[at]
        assert seat.screen is not None
        return next(
            m
            for m in await late.person.messages(late.person.dm())
            if int(m["id"]) == seat.screen[1]
        )

    await pass_by(harness, 24 * HOUR)
    said = words(await screen())
    assert (
        "Se te ha acabado el tiempo y un bot juega por ti" in said
        or "You ran out of time, so a bot player is playing for you" in said
    )
    await late.tap(await screen(), "Crónica" if "Crónica" in labels(await screen()) else "Log")
    await harness.quiet()
    assert not (await harness.app.lobby.get(match)).seats[at].has_caretaker
    said = words(await screen())
    assert "un bot juega por ti" not in said
    assert "a bot player is playing for you" not in said


async def test_those_who_are_asked_are_called_find_the_vote_in_turns_and_it_lapses(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno, carla)
    await pass_by(harness, HOUR)
    await ana.person.command("table vote", ROOM, what="end")
    assert "He pedido al resto que vote tu propuesta." in words(await ana.panel())
    await harness.quiet()
    [call] = [m for m in await ana.person.messages(ROOM) if m["content"].startswith("🗳")]
    assert {one["id"] for one in call["mentions"]} == {bruno.person.id, carla.person.id}
    assert "propone cerrar la partida sin terminarla. No gana nadie." in call["content"]
    await carla.person.command("turns", ROOM)
    inbox = await carla.panel()
    assert "proposes ending the game early" in words(inbox)
    await carla.tap(inbox, "Vote: ")
    card = await carla.panel()
    assert "Votes in favor: 1 of 3." in words(card)
    await carla.tap(card, "In favor")
    assert "Vote recorded. You can change it until <t:" in words(await carla.panel())
    for _ in range(6):
        await pass_by(harness, 12 * HOUR)
        for person in (ana, bruno, carla):
            await person.play()
    await harness.quiet()
    table = await harness.app.lobby.get(match)
    assert (table.status, table.vote) == ("running", None)
    assert not [m for m in await ana.person.messages(ROOM) if m["content"].startswith("🗳")]
    assert "En 3 días no se ha decidido nada sobre el fin de la partida" in words(await ana.table())


async def test_a_vote_stands_at_the_board_and_decides(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno, carla)
    await ana.person.command("table vote", ROOM, what="pause")
    await harness.quiet()
    table = await ana.table()
    assert (
        "propone una pausa. Los plazos se detienen hasta que alguien pulse Reanudar. Votos a favor: 1 de 2."
        in words(table)
    )
    await bruno.tap(table, "A favor")
    await harness.quiet()
    assert "La mesa está en pausa" in words(await ana.table())
    await pass_by(harness, 30 * 24 * HOUR)
    assert not any(seat.has_caretaker for seat in (await harness.app.lobby.get(match)).seats)
    await carla.tap(await ana.table(), "▶ Reanudar")
    await harness.quiet()
    assert "Hasta el <t:" in words(await ana.table())


async def test_an_offered_seat_is_taken_with_its_hand(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    await seated(ana, bruno, game="imperial_settlers")
    match = (await harness.app.repo.matches.find())[-1].id
    await ana.person.command("table substitute", ROOM)
    await harness.quiet()
    before = (
        await harness.app.queries.view(
            match, await harness.app.users.get(int(ana.person.id), "Ana")
        )
    ).view
    await carla.tap(await carla.table(), "Sustituir a ● Ana")
    asked = await carla.panel()
    assert "Take over for ● Ana?" in words(asked)
    await carla.tap(asked, "Take the seat")
    await harness.quiet()
    table = await harness.app.lobby.get(match)
    assert table.names == ("Carla", "Bruno")
    after = (
        await harness.app.queries.view(
            match, await harness.app.users.get(int(carla.person.id), "Carla")
        )
    ).view
    assert after == before
    await ana.person.command("hand", ROOM, table=match)
    assert "● Carla ocupó tu sitio en esta mesa el <t:" in words(await ana.panel())
    assert any(
        "Carla ha ocupado tu sitio en" in m["content"]
        for m in await ana.person.messages(ana.person.dm())
    )
    assert "Carla" in words(await ana.table())


async def test_a_game_is_closed_unfinished_when_all_agree(
    harness: BotHarness, ana: Player, bruno: Player
) -> None:
    await begun(harness, ana, bruno)
    await ana.person.command("table vote", ROOM, what="end")
    await harness.quiet()
    await bruno.tap(await bruno.table(), "A favor")
    await harness.quiet()
    table = await ana.table()
    assert "Mesa cerrada sin terminar" in words(table)
    assert not any(label.startswith("▶") for label in labels(table))


async def test_reminders_of_several_tables_come_as_one_letter_with_play_on_it(
    harness: BotHarness, ana: Player, bruno: Player
) -> None:
    for room in (ROOM, "mesa-larga"):
        await seated(ana, bruno, room=room)
    await pass_by(harness, 12 * HOUR + 1)
    letter = next(
        m
        for m in reversed(await ana.person.messages(ana.person.dm()))
        if "Recordatorio" in m["content"]
    )
    assert letter["content"].count("Recordatorio") == 2
    await ana.tap(letter, "1 ▶")
    await ana.person.press(letter, ana.person.buttons(letter)["Posponer 4 h"])
    await harness.quiet()
    person = await harness.app.repo.users.get(int(ana.person.id))
    assert person is not None
    assert person.prefs["snooze"] > harness.app.clock.now()


async def test_where_and_when_one_is_reminded_is_ones_own(harness: BotHarness, ana: Player) -> None:
    await ana.person.command(
        "me pings", ROOM, where="dm", until=8, zone="Europe/Madrid", **dict[str, Any]({"from": 23})
    )
    assert "por privado" in words(await ana.panel())
    assert "de 23:00 a 8:00 (Europe/Madrid)" in words(await ana.panel())
    await ana.person.command("me pings", ROOM, zone="Atlantis")
    assert "No conozco esa zona" in words(await ana.panel())
    found = await ana.person.autocomplete("me pings", ROOM, "zone", "bogot")
    assert [one["value"] for one in found] == ["America/Bogota"]


async def test_who_does_not_play_follows_a_table_round_by_round(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno)
    await carla.person.command("table follow", ROOM)
    await harness.quiet()
    assert "You're following" in words(await carla.panel())
    [note] = await carla.person.messages(carla.person.dm())
    assert "the current state:" in words(note)
    await ana.person.command("table follow", ROOM)
    assert "Ya juegas en esta mesa" in words(await ana.panel())
    await carla.tap(note, "Stop following")
    assert await harness.app.repo.spectators.of_match(match) == []


async def test_whoever_manages_the_server_takes_a_game_back(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
) -> None:
    match = await begun(harness, ana, bruno)
    [owner] = {guild["owner_id"] for guild in harness.box.world.guilds.values()}
    boss, other = (ana, bruno) if ana.person.id == owner else (bruno, ana)
    await other.person.command("table rewind", ROOM, step=1)
    assert "administra este servidor" in words(await other.panel())
    rows = (await harness.app.lobby.get(match)).rows
    await boss.person.command("table rewind", ROOM, step=1)
    asked = await boss.panel()
    assert "¿Volver al paso 1?" in words(asked)
    await boss.tap(asked, "Volver 🔒")
    await harness.quiet()
    assert (await harness.app.lobby.get(match)).rows == rows + 1
    assert "Quien administra el servidor devuelve la partida al paso 1" in words(
        await carla.table()
    )
