"""The first minute: a guided game or a table from the help, the greeting and a lesson's end."""

from __future__ import annotations

import pytest

from app.match.access import NOWHERE
from app.model.match import UserError
from tests.app.harness import PEOPLE
from tests.ui.handler_harness import ANA, HandlerHarness, controls, labels, text
from tests.ui.panels import faults
from tests.ui.tutorial_player import TutorialPlayer
from ui.components import Button
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator
from ui.rules_search import questions
from ui.views.pages.common import help_message, welcome_message
from ui.views.panel.presenter import NEWCOMER_GAMES

FIRST_GAME = {
    "es": ["Jugar una primera partida guiada", "Abrir una mesa"],
    "en": ["Play a guided first game", "Open a table"],
}


@pytest.mark.parametrize("lang", FIRST_GAME)
def test_help_and_greeting_begin_with_the_two_ways_in(lang: str):
    words = Translator(lang)
    for message in (help_message(words, None), welcome_message(words)):
        assert list(faults(message)) == []
        assert labels(message)[:2] == FIRST_GAME[lang]


async def test_a_table_is_opened_from_the_greeting(handlers: HandlerHarness):
    table = controls(welcome_message(Translator("es")))[1]
    assert table.id == encode(TableId(NO_MATCH, TableAction.NEW_TABLE))
    games = await handlers.tap(NO_MATCH, TableAction.NEW_TABLE, ANA, channel=5)
    assert not games.edit, "the greeting stays"
    assert await handlers.harness.app.repo.matches.find() == []
    opened = await handlers.tap(NO_MATCH, "open", ANA, "es", "tadmor", channel=5)
    assert opened.message is not None
    (match,) = await handlers.harness.app.repo.matches.find()
    assert (match.game, match.organizer) == ("tadmor", ANA.id)


async def test_without_a_channel_there_is_no_table(handlers: HandlerHarness):
    with pytest.raises(UserError) as refused:
        await handlers.tap(NO_MATCH, "new", ANA)
    assert refused.value.what.key == "ui.server_only"


async def test_a_guided_game_is_chosen_from_the_greeting(handlers: HandlerHarness):
    chosen = await handlers.press(welcome_message(Translator("es")), "partida guiada")
    first = await handlers.press(chosen.message, "", ANA, "tadmor")
    assert first.message is not None
    assert first.message.embed is not None
    assert first.message.embed.text.startswith(Translator("es", "tadmor")("tadmor.goal"))
    assert not first.message.embed.footer, "the lesson stands directly above the buttons"


async def test_an_event_is_explained_until_three_games_are_finished(handlers: HandlerHarness):
    harness = handlers.harness
    for finished in range(NEWCOMER_GAMES + 1):
        match = await harness.table(game="eight_minute_empire", start=False)
        await harness.app.lobby.set_option(match.id, ANA, "neutral_armies", True)
        match = await harness.app.lobby.start(match.id, ANA)
        (seat,) = match.waiting
        by = PEOPLE[seat]
        first = await handlers.tap(match.id, "play", by)
        sentence = questions(match.game)["neutral"][by.lang].sentences[0]
        assert (sentence in text(first)) == (finished < NEWCOMER_GAMES)
        await harness.finish(match)


@pytest.mark.parametrize("channel", [5, 0])
async def test_a_lesson_ends_with_a_real_game(handlers: HandlerHarness, channel: int):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin("eight_minute_empire")
    async for at in pupil.steps():
        over = at.guide.over
        assert ("Jugar una partida de verdad" in labels(at.message)) == over
    assert over
    end = at.message
    assert [(one.label, one.style) for one in controls(end) if isinstance(one, Button)] == [
        ("Jugar una partida de verdad", "green"),
        ("Otra lección", "grey"),
        ("Seguir jugando", "grey"),
    ]
    assert "Lección terminada" in text(end)
    assert at.guide is not None
    assert at.guide.text is not None
    assert at.guide.text["es"] in text(end)
    other = (await handlers.press(end, "Otra lección")).message
    assert "¿Qué juego quieres aprender?" in text(other)
    place = {"channel": channel} if channel else {"in_dm": True, "origin": NOWHERE}
    begun = (await handlers.tap(pupil.match.id, "real", ANA, **place)).message
    assert not controls(begun), "one panel for each game: it is the private message"
    assert ("está abierta" in text(begun)) == bool(channel)
    (match,) = [one for one in await handlers.harness.app.repo.matches.find() if not one.lesson]
    assert [seat.computer for seat in match.seats[1:]] == ["beginner"]
    assert (match.status, match.places.guild) == (("lobby", 1) if channel else ("running", 0))
    rest = (await handlers.press(end, "Seguir jugando")).message
    assert not {"Otra lección", "Volver a la lección"} & set(labels(rest))
    panel = await pupil.panel()
    assert (panel.match.lesson, panel.guide) == ("", None)
    assert panel.asked is not None
    assert len(labels(rest)) > 1, "its question is asked"
