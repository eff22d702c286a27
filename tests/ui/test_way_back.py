"""Pages about a running game take the place of a player's panel and lead back to it."""

from __future__ import annotations

import pytest

from tests.app.harness import STRANGER
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from ui.components import Button, Message, Select
from ui.custom_ids import NO_MATCH, TableId, decode
from ui.views.pages.way_back import leads_back

EME, TADMOR = "eight_minute_empire", "tadmor"
PAGES = ("board", "text", "legend", "since", "log", "score", "help", "rules", "sheet")
BACK = "‹ Volver a la partida"


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_takes_the_place_of_the_panel_and_leads_back_to_its_question(
    handlers: HandlerHarness, page: str
) -> None:
    match = (await handlers.harness.table(2, game=TADMOR)).id
    panel = (await handlers.panels.open(match, ANA)).message
    shown = await handlers.tap(match, page)
    assert shown.edit
    assert shown.message is not None
    assert shown.message.panel is None
    assert labels(shown.message)[-1] == BACK, "the last button"
    assert not [label for label in labels(shown.message) if "Jugar" in label]
    back = await handlers.press(shown.message, BACK)
    assert back.edit
    assert back.message is not None
    assert panel is not None
    assert back.message.panel == panel.panel
    assert labels(back.message)[:3] == labels(panel)[:3]


async def test_the_hand_leads_back_to_the_question(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2, game="imperial_settlers")).id
    asked = (
        await handlers.harness.app.game_service.open_or_refresh_panel(match, ANA)
    ).asked is not None
    by, to_game = (ANA, BACK) if asked else (BRUNO, "‹ Back to the game")
    panel = (await handlers.panels.open(match, by)).message
    assert panel is not None
    assert to_game not in labels(panel)
    hand = (await handlers.tap(match, "hand", by)).message
    assert hand is not None
    assert hand.panel is not None
    assert hand.panel.shows_hand
    back = (await handlers.press(hand, to_game, by)).message
    assert back is not None
    assert back.panel == panel.panel
    assert to_game not in labels(back)
    assert labels(back)[:3] == labels(panel)[:3]


async def test_a_choice_that_was_begun_is_kept_on_the_way_back(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    panel = (await handlers.panels.open(match, ANA)).message
    chosen = (await handlers.press(panel, "2")).message
    page = (await handlers.tap(match, "log")).message
    assert text((await handlers.press(page, BACK)).message) == text(chosen)


async def test_the_way_back_goes_with_the_rules_from_page_to_page(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=TADMOR)).id
    chapter = (await handlers.tap(match, "rules", ANA, f"{TADMOR}.now")).message
    assert chapter is not None
    menu = next(one for one in controls(chapter) if isinstance(one, Select))
    pages: list[Message | None] = [chapter]
    for label, values in (
        ("", (menu.choices[3].value,)),
        ("Siguiente", ()),
        ("Hoja de reglas", ()),
    ):
        pages.append((await handlers.press(pages[-1], label, ANA, *values)).message)
    for page in pages:
        assert page is not None
        assert leads_back(page)
        ids = [decode(one.id) for one in controls(page)]
        assert {one.match for one in ids if isinstance(one, TableId)} == {match}


@pytest.mark.parametrize("page", PAGES)
async def test_pages_for_spectators_and_about_other_games_have_no_way_back(
    handlers: HandlerHarness, page: str
) -> None:
    match = (await handlers.harness.table(2, game=TADMOR)).id
    message = (await handlers.tap(match, page, STRANGER)).message
    assert message is not None
    assert not leads_back(message)
    lobby = (await handlers.harness.table(1, game=TADMOR, start=False)).id
    read = await handlers.tap(lobby, "sheet")
    assert not read.edit
    assert read.message is not None
    assert not leads_back(read.message)
    ids = [decode(one.id) for one in controls(read.message)]
    assert {one.match for one in ids if isinstance(one, TableId)} == {NO_MATCH}


async def test_the_board_of_a_replay_leaves_the_log_where_it_is(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    shown = await handlers.tap(match, "replay_page", ANA, "0")
    assert not shown.edit
    assert shown.message is not None
    assert leads_back(shown.message)


async def test_the_button_is_blue_while_the_game_waits_for_the_user(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    await handlers.harness.app.game_service.open_or_refresh_panel(match, ANA)
    styles = {}
    for by in (ANA, BRUNO):
        page = (await handlers.tap(match, "text", by)).message
        back = controls(page)
        styles[by.id] = next(
            one.style for one in back if isinstance(one, Button) and one.label.startswith("‹ ")
        )
    view = await handlers.harness.app.queries.view(match, ANA)
    waiting = {view.match.seats[seat].user for seat in view.waiting}
    assert styles == {by.id: "blue" if by.id in waiting else "grey" for by in (ANA, BRUNO)}
