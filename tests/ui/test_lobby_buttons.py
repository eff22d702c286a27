"""Colors of the lobby's buttons, and what a bot's thinking leaves on a private panel."""

from __future__ import annotations

import pytest

from app.model.match import UserError
from tests.app.harness import PEOPLE
from tests.ui.handler_harness import HandlerHarness, controls, labels, text
from ui.components import Button
from ui.i18n import Translator
from ui.views.lobby.lobby_message import lobby_message

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


@pytest.mark.parametrize(
    ("seated", "size", "join", "start"),
    [(1, 3, "green", "grey"), (2, 3, "grey", "blue"), (3, 3, "grey", "blue")],
)
async def test_one_button_of_a_lobby_is_colored(
    handlers: HandlerHarness, seated: int, size: int, join: str, start: str
):
    lobby = handlers.harness.app.lobby
    match = await lobby.create(ANA, EME, guild=1, channel=2, size=size)
    for person in PEOPLE[1:seated]:
        match = await lobby.join(match.id, person)
    message = lobby_message(match, Translator("es", EME))
    colors = {
        one.label: one.style for one in controls(message) if isinstance(one, Button) and one.label
    }
    assert (colors["Sentarme"], colors["Empezar"]) == (join, start)
    assert [style for style in colors.values() if style != "grey"] == [
        style for style in (join, start) if style != "grey"
    ]


async def test_a_seated_player_who_joins_again_reads_what_starts_the_game(
    handlers: HandlerHarness,
):
    lobby = handlers.harness.app.lobby
    match = await lobby.create(ANA, EME, guild=1, channel=2, size=3)
    said = []
    for by in (ANA, BRUNO, ANA, BRUNO):
        try:
            await handlers.tap(match.id, "join", by)
        except UserError as refused:
            said.append(Translator("en")(refused.what))
    assert said == [
        "You already have a seat here. Invite people or add bot players, then press Start.",
        "You already have a seat here. Press Start whenever you're ready.",
        "You already have a seat here. The game begins when Ana presses Start.",
    ]


async def test_while_a_bot_thinks_the_panel_says_so_and_no_button_stands_out(
    handlers: HandlerHarness,
):
    harness = handlers.harness
    waiting = await harness.table(2, game=EME)
    match = await harness.table(1, game=EME, start=False)
    await harness.app.lobby.add_computer(match.id, ANA)
    match = await harness.app.lobby.start(match.id, ANA)
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    panel.asked, panel.root, panel.waiting = None, None, (1,)
    for seat in panel.match.seats:
        seat.awaited = seat.played_by_ai
    message = await handlers.panels.build_message(panel, ANA)
    assert "Bot 1 ♗ está pensando." in text(message)
    assert "Este mensaje se actualiza solo." in text(message)
    assert "Siguiente mesa ▶" in labels(message), waiting.id
    assert {one.style for one in controls(message) if isinstance(one, Button)} == {"grey"}
    people = await harness.app.game_service.open_or_refresh_panel(waiting.id, ANA)
    people.asked, people.root, people.waiting = None, None, (1,)
    people.match.seats[0].awaited = False
    assert "se actualiza solo" not in text(await handlers.panels.build_message(people, ANA))
