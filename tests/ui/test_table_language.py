"""The language of a table's public messages: who changes it, when, and what follows it."""

from __future__ import annotations

import pytest

from app.model.match import Match, UserError
from tests.app.harness import PEOPLE
from tests.ui.handler_harness import HandlerHarness, labels, text
from tests.ui.publisher_harness import PublisherHarness
from ui.i18n import Translator
from ui.views.pages.audit_log import sentence

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


async def stored(handlers: HandlerHarness, match: str) -> Match:
    found = await handlers.harness.app.repo.matches.get(match)
    assert found is not None
    return found


@pytest.mark.parametrize("start", [False, True])
async def test_the_organizer_changes_it_before_and_during_the_game(
    handlers: HandlerHarness, start: bool
) -> None:
    match = (await handlers.harness.table(2, game=EME, start=start)).id
    assert (await stored(handlers, match)).lang == "es"
    page = (await handlers.tap(match, "options")).message
    assert "español en los mensajes públicos" in text(page)
    changed = (await handlers.press(page, "🌐 English")).message
    assert (await stored(handlers, match)).lang == "en"
    assert "inglés en los mensajes públicos" in text(changed), "the page is in Ana's language"
    assert [label for label in labels(changed) if "🌐" in label] == ["🌐 Español"]
    entries = await handlers.harness.app.repo.audit_log.page(1, 0, 20)
    (entry,) = [one for one in entries if one.entry.what == "lang"]
    said = sentence(entry, Translator("en"))
    assert said.endswith(" to English.")
    assert match in said


@pytest.mark.parametrize("start", [False, True])
async def test_nobody_else_changes_it(handlers: HandlerHarness, start: bool) -> None:
    match = (await handlers.harness.table(2, game=EME, start=start)).id
    page = (await handlers.tap(match, "options", BRUNO)).message
    assert not [label for label in labels(page) if "🌐" in label]
    with pytest.raises(UserError) as refusal:
        await handlers.tap(match, "lang", BRUNO, "en")
    assert refusal.value.what.key == "host.trouble.not_host"
    with pytest.raises(UserError):
        await handlers.tap(match, "lang", ANA, "zzz")
    assert (await stored(handlers, match)).lang == "es"


async def test_a_click_that_is_delivered_twice_counts_once(handlers: HandlerHarness) -> None:
    lobby = handlers.harness.app.lobby
    match = (await handlers.harness.table(2, game=EME)).id
    await lobby.set_language(match, ANA, "en", "click")
    await lobby.set_language(match, ANA, "es")
    assert (await lobby.set_language(match, ANA, "en", "click")).lang == "es"


async def test_only_the_language_can_be_changed_in_a_running_game(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    page = (await handlers.tap(match, "options")).message
    assert labels(page) == ["🌐 English", "‹ Volver a la partida"]
    assert "solo se puede cambiar el idioma" in text(page)
    help_page = (await handlers.tap(match, "help")).message
    assert text((await handlers.press(help_page, "Opciones")).message) == text(page)


async def test_public_messages_follow_it_and_private_ones_do_not(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    before = [shown.client.line(person.id).texts() for person in (ANA, BRUNO)]
    assert "Faltan 2 de 2" in shown.room.texts()[-1]
    await shown.app.lobby.set_language(match.id, ANA, "en")
    await shown.settle()
    assert "Waiting for 2 of 2" in shown.room.texts()[-1]
    assert [shown.client.line(person.id).texts() for person in (ANA, BRUNO)] == before
    lobby = await shown.table(1, game=EME, start=False)
    await shown.app.lobby.set_language(lobby.id, ANA, "en")
    await shown.settle()
    assert "1 of 5" in shown.room.texts()[-1]
