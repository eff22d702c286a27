"""Pages of records: a guild's, a game's, a user's, and the button to be unlisted."""

from __future__ import annotations

import pytest
from msgspec import structs

from app.match.access import NOWHERE, Origin
from app.model.match import User, UserError
from app.ports.results import GameCount, PersonalStats
from tests.app.test_records import EME, over
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from tests.ui.panels import faults
from ui.components import Select
from ui.custom_ids import NO_MATCH
from ui.i18n import Translator
from ui.views.pages.leaderboards import own_message, server_message


async def test_a_server_with_one_game_shows_it_at_once(handlers: HandlerHarness) -> None:
    match = await over(handlers.harness)
    said = text(await handlers.tap(NO_MATCH, "records", BRUNO, "here"))
    assert "Records · " + Translator("en", EME).game_name() in said
    assert "1 game, 1 finished." in said
    assert "Finished games: 1 with 2 seats" in said
    assert f"table {match.id}" in said
    assert "Mesa de" not in said, "what a table is called may name people"


async def test_games_are_chosen_from_a_menu(handlers: HandlerHarness) -> None:
    await over(handlers.harness)
    await handlers.harness.table(2, game="tadmor")
    page = await handlers.tap(NO_MATCH, "records", ANA, "here")
    assert "Tadmor" in text(page)
    assert any(isinstance(one, Select) for one in controls(page.message))
    game = await handlers.press(page.message, "", ANA, EME)
    assert game.edit
    assert "Victorias" in text(game)
    assert "• Ana: " in text(game)
    other = await handlers.press(game.message, "", ANA, "tadmor")
    assert "1 partida (terminadas: 0)" in text(other)


async def test_one_tap_keeps_a_name_off_everybody_else_s_lists(handlers: HandlerHarness) -> None:
    await over(handlers.harness)
    ana = structs.replace(ANA, prefs={})
    page = await handlers.tap(NO_MATCH, "records", ana, "here")
    hidden = await handlers.press(page.message, "No salir en los récords", ana)
    assert hidden.edit
    assert "Ana: " in text(hidden)
    assert "solo tú lo ves" in text(hidden)
    for arg in ("here", f"here.{EME}"):
        seen = text(await handlers.tap(NO_MATCH, "records", BRUNO, arg))
        assert "Ana" not in seen
        assert "1 unnamed player" in seen
    own = await handlers.tap(NO_MATCH, "records_own", ana)
    assert "Nadie más ve tu nombre" in text(own)
    shown = await handlers.press(own.message, "Salir en los récords", ana)
    assert "Tu nombre aparece en los récords de los servidores donde juegas." in text(shown)
    assert labels(shown.message) == ["No salir en los récords", "Ocultar mis logros"]
    assert "Ana" in text(await handlers.tap(NO_MATCH, "records", BRUNO, "here"))


async def test_nothing_yet_and_no_server(handlers: HandlerHarness) -> None:
    assert "Aquí aún no ha empezado" in text(await handlers.tap(NO_MATCH, "records", ANA, "here"))
    assert "Aún no has terminado ninguna partida." in text(
        await handlers.tap(NO_MATCH, "records_own", ANA)
    )
    assert text(await handlers.tap(NO_MATCH, "records", ANA, "here.chess"))
    with pytest.raises(UserError) as trouble:
        await handlers.tap(NO_MATCH, "records", ANA, "here", origin=NOWHERE)
    assert trouble.value.what.key == "ui.records.server_only"


async def test_a_control_that_names_another_server_shows_the_one_in_which_it_is_pressed(
    handlers: HandlerHarness,
) -> None:
    """Older versions wrote the server into the control."""
    match = await over(handlers.harness)
    for arg in ("7", f"7.{EME}", "1"):
        assert f"mesa {match.id}" in text(await handlers.tap(NO_MATCH, "records", ANA, arg))
        there = await handlers.tap(NO_MATCH, "records", ANA, arg, origin=Origin(7, 70))
        assert "Aquí aún no ha empezado" in text(there)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es", "7 partidas, 3 ganadas, puesto medio 1,8 de 3, 2 en solitario, 1 con éxito."),
        ("en", "7 games, 3 won, average finish 1.8 of 3, 2 solo, 1 won."),
    ],
)
def test_one_s_own_line(lang, said) -> None:
    by = User(1, "x", lang)
    assert said in text(own_message([PersonalStats(EME, 7, 3, 2, 1, 1.75, 3.0)], 0, by))
    assert "3" in text(own_message([], 3, by))
    many = server_message([GameCount(EME, n, 10**6, 10**5) for n in range(2, 6)], 2, by)
    assert list(faults(many)) == []


async def test_first_times_stand_on_the_panel_of_who_did_them_and_go_with_one_tap(
    handlers: HandlerHarness,
) -> None:
    match = await over(handlers.harness)
    ana = structs.replace(ANA, prefs={})
    ended = await handlers.panels.open(match.id, ana)
    assert "Tus logros: primera partida" in text(ended)
    assert "Your achievements: first game" in text(await handlers.panels.open(match.id, BRUNO))
    assert (
        "primera vez" not in text(await handlers.panels.open(match.id, User(99, "nobody"))).lower()
    )
    own = await handlers.press(ended.message, "Tus partidas", ana)
    assert "Primera partida: <t:" in text(own)
    assert f"mesa {match.id}" in text(own)
    hidden = await handlers.press(own.message, "Ocultar mis logros", ana)
    assert hidden.edit
    assert "Primera partida" not in text(hidden)
    assert "primera vez" not in text(await handlers.panels.open(match.id, ana)).lower()
    shown = await handlers.press(hidden.message, "Mostrar mis logros", ana)
    assert "Primera partida" in text(shown)


async def test_the_second_game_is_no_first(handlers: HandlerHarness) -> None:
    await over(handlers.harness, seed=1)
    handlers.harness.clock.advance(60)
    again = await over(handlers.harness, seed=2)
    assert "primera partida" not in text(await handlers.panels.open(again.id, ANA))


async def test_a_game_has_the_same_number_of_steps_everywhere(handlers: HandlerHarness) -> None:
    match = await over(handlers.harness, game="era_medieval_age")
    replay = text(await handlers.tap(match.id, "replay", BRUNO))
    steps = int(replay.split("Step 0 of ")[1].split()[0])
    assert steps > 20
    assert f"Steps checked: {steps}." in text(await handlers.tap(match.id, "verify", BRUNO))
    assert f"Longest game: {steps} steps" in text(
        await handlers.tap(NO_MATCH, "records", BRUNO, "1")
    )


async def test_games_by_seats_read_as_how_many_with_how_many(handlers: HandlerHarness) -> None:
    await over(handlers.harness)
    assert "Terminadas: 1 con 2 sitios" in text(await handlers.tap(NO_MATCH, "records", ANA, "1"))
