"""A lost solo game: table, end message, points, log and inbox say so."""

from __future__ import annotations

from tests.contract.playouts import played
from tests.e2e.conftest import ROOM, BotHarness, Player, staged, words


async def test_who_loses_alone_is_told_so_everywhere(harness: BotHarness, ana: Player):
    match = next(
        one
        for seed in "abcdefgh"
        if (outcome := (one := played("imperial_settlers", 1, seed)).end.outcome)
        and outcome.places == [2]
    )
    last = match.moments[-1]
    await staged(harness, last.pos, ana)
    table, by = (
        (await harness.app.repo.matches.find())[-1],
        await harness.app.repo.users.get(int(ana.person.id)),
    )
    assert by is not None
    for _ in range(2):  # what is final is said again to be confirmed
        await harness.app.game_service.play(table.id, by, last.path)
    await harness.quiet()
    assert (await harness.app.repo.matches.find())[-1].status == "ended"
    end = next(
        m for m in reversed(await ana.person.messages(ROOM)) if "Revancha" in str(m["components"])
    )
    assert "Partida perdida: ● Ana termina con" in words(end)
    assert "Derrota:" in words(end)
    assert "¿Otra partida con las mismas opciones?" in words(end)
    await ana.tap(end, "Puntos")
    assert "sin victoria" in words(await ana.panel())
    await ana.tap(end, "Crónica")
    assert "Derrota:" in words(await ana.panel())
    await ana.person.command("turns", ROOM)
    assert "Ninguna mesa te espera." in words(await ana.panel())
    for message in await ana.person.messages(ROOM):
        assert "Gana" not in words(message), words(message)
