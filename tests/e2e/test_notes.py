"""`/note`: a private note about a table."""

from __future__ import annotations

import json

import aiohttp

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from ui.handlers.notes import MAX_NOTE_CHARS


async def test_a_note_is_written_read_and_changed_by_its_author_alone(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    opened = await ana.person.command("note", ROOM)
    await ana.person.submit_modal(opened, note="Bruno va a por C6\n@everyone")
    assert "Guardada." in words(await ana.panel())
    shown = words(await ana.play())
    assert "📝 Bruno va a por C6 \\@everyone" in shown
    assert "📝" not in words(await bruno.play())
    opened = await ana.person.command("note", ROOM)
    assert opened.modal is not None
    assert "Bruno va a por C6" in json.dumps(opened.modal, ensure_ascii=False)
    opened = await bruno.person.command("note", ROOM)
    assert opened.modal is not None
    assert "C6" not in json.dumps(opened.modal)
    await ana.person.command("note", ROOM, text="otra")
    assert "📝 otra" in words(await ana.play())
    await ana.person.submit_modal(await ana.person.command("note", ROOM), note="  ")
    assert "Tu nota está vacía." in words(await ana.panel())
    assert "📝" not in words(await ana.play())


async def test_who_has_no_seat_and_a_note_that_is_too_long(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await seated(ana, bruno)
    (match,) = await harness.app.repo.matches.find()
    await carla.person.command("note", ROOM, text="hola", table=match.id)
    assert await harness.app.repo.notes.of_user(int(carla.person.id)) == {}
    opened = await ana.person.command("note", ROOM)
    await ana.person.submit_modal(opened, note="ñ" * MAX_NOTE_CHARS)
    shown = words(await ana.play())
    assert "📝 ñ" in shown
    assert "ñ" * 100 not in shown


async def test_the_note_of_a_table_that_was_asked_for(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    await ana.person.command("note", "dm")
    asked = (await ana.person.messages("dm"))[-1]
    code = (await harness.app.repo.matches.find())[1].id
    opened = await ana.tap(asked, next(one for one in labels(asked) if code in one))
    await ana.person.submit_modal(opened, note="aquí")
    await harness.quiet()
    assert await harness.app.repo.notes.of_user(int(ana.person.id)) == {code: "aquí"}


async def test_notes_are_exported_to_their_author_alone_and_erased(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await ana.person.command("note", ROOM, text="secreto de Ana")
    for who, known in ((ana, True), (bruno, False)):
        await who.person.command("me data", ROOM, what="export")
        (paper,) = (await who.panel())["attachments"]
        async with aiohttp.ClientSession() as session, session.get(paper["url"]) as answer:
            assert ("secreto de Ana" in await answer.text()) is known
    await ana.person.command("me data", ROOM, what="erase")
    await ana.tap(await ana.panel(), "Borrar mis datos")
    await harness.quiet()
    assert await harness.app.repo.notes.of_user(int(ana.person.id)) == {}


async def test_the_button_below_a_saved_note_opens_it(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await ana.person.command("note", ROOM, text="una")
    opened = await ana.tap(await ana.panel(), "Editar la nota")
    await ana.person.submit_modal(opened, note="dos")
    assert "📝 dos" in words(await ana.play())


async def test_a_saved_note_reaches_the_open_private_message(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    opened = await ana.person.command("note", ROOM)
    assert opened.modal is not None
    assert opened.modal["title"] == "Tu nota: Mesa de Ana"
    await ana.person.submit_modal(opened, note="vigilar C6")
    await harness.quiet()
    assert "📝 vigilar C6" in words((await ana.person.messages("dm"))[-1])
    assert "📝" not in words((await bruno.person.messages("dm"))[-1])
