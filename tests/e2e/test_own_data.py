"""`/me data`: a user's data are shown, exported and erased."""

from __future__ import annotations

import json

import aiohttp

from tests.e2e.conftest import ROOM, BotHarness


async def test_what_is_kept_is_said_handed_out_and_erased(harness: BotHarness):
    ana, bruno = harness.person("Ana"), harness.person("Bruno")
    await ana.person.command("table new", ROOM, game="eight_minute_empire")
    await harness.quiet()
    await bruno.tap(await bruno.table(), "Sentarme")
    await ana.person.command("me data", ROOM)
    assert "solo guardo tus notas" in (await ana.panel())["content"]
    await ana.person.command("me data", ROOM, what="export")
    (paper,) = (await ana.panel())["attachments"]
    async with aiohttp.ClientSession() as session, session.get(paper["url"]) as answer:
        kept = json.loads(await answer.read())
    assert kept["name"] == "Ana"
    assert [table["status"] for table in kept["tables"]] == ["lobby"]
    await ana.person.command("me data", ROOM)
    await ana.tap(await ana.panel(), "Recibir una copia")
    assert "guardo de ti" in (await ana.panel())["content"]
    await ana.person.command("me data", ROOM)
    await ana.tap(await ana.panel(), "Borrar mis datos…")
    assert len(await harness.app.repo.matches.mentioning(int(ana.person.id))) == 1, (
        "nothing is erased before the second question"
    )
    await ana.tap(await ana.panel(), "Borrar mis datos")
    assert "Hecho" in (await ana.panel())["content"]
    await harness.quiet()
    assert await harness.app.repo.matches.mentioning(int(ana.person.id)) == []
    lobby = (await bruno.table())["embeds"][0]
    assert "Ana" not in lobby["description"]
    assert "Bruno" in lobby["description"]
