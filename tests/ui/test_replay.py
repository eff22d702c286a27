"""Replay pages: steps, rounds, views, text, and the ways that lead there."""

from __future__ import annotations

import pytest

from app.model.match import Match, UserError
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.views.scene import Scene
from tests.app.harness import STRANGER
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, NoRenderer, controls, labels, text
from tests.ui.panels import faults
from ui.components import Button, Select
from ui.custom_ids import TableId, decode
from ui.response import Response
from ui.views.pages.replay import ReplayCursor, parse_cursor

EME, SETTLERS = "eight_minute_empire", "imperial_settlers"


def scene_of(answer: Response) -> Scene:
    """Return the still picture of an answer."""
    assert answer.message is not None
    assert isinstance(answer.message.picture_source, Scene)
    return answer.message.picture_source


async def played(handlers: HandlerHarness, game: str, steps: int, seed: int = 3) -> Match:
    """Return a table of two with so many random moves."""
    app, rng = handlers.harness.app, Rng.of(seed)
    match = await handlers.harness.table(2, game=game)
    for _ in range(steps):
        stored = await app.repo.matches.load(match.id)
        assert stored is not None
        if stored.match.status != "running":
            break
        seat = walk.actors(stored.pos)[0]
        await app.moves.play(stored, seat, walk.random_move(stored.pos, seat, rng), "player")
    return await app.lobby.get(match.id)


def menu(answer) -> Select:
    return next(one for one in controls(answer.message) if isinstance(one, Select))


def goes_on(answer) -> bool:
    return any(
        one.label == "▶" and not one.disabled
        for one in controls(answer.message)
        if isinstance(one, Button)
    )


async def test_one_steps_through_a_game_that_has_ended(handlers: HandlerHarness) -> None:
    match = await played(handlers, EME, 500)
    assert match.status == "ended"
    first = await handlers.tap(match.id, "replay", STRANGER)
    assert not first.edit
    assert "Step 0 of" in text(first)
    assert not any("👁" in label for label in labels(first.message)), (
        "a stranger has no eyes of their own here"
    )
    second = await handlers.press(first.message, "▶", STRANGER)
    assert second.edit
    assert "Step 1 of" in text(second)
    assert "Step 0 of" in text(await handlers.press(second.message, "◀", STRANGER))
    last = await handlers.press(second.message, "▶▶", STRANGER)
    assert "wins with" in text(last)
    assert "Step 0 of" in text(await handlers.press(last.message, "◀◀", STRANGER))
    assert not goes_on(last)


async def test_the_turns_that_decided_lead_to_their_steps(handlers: HandlerHarness) -> None:
    match = await played(handlers, EME, 500)
    last = await handlers.press(
        (await handlers.tap(match.id, "replay", STRANGER)).message, "▶▶", STRANGER
    )
    told = await handlers.press(last.message, "💡 Moments", STRANGER)
    ways = labels(told.message)
    assert 1 <= len(ways) <= 3
    assert all(f"**{way}**" in text(told) for way in ways)
    there = await handlers.press(told.message, ways[-1], STRANGER)
    assert there.edit
    assert f"{ways[-1]} of" in text(there)
    running = await played(handlers, EME, 20, seed=4)
    assert "💡 Moments" not in labels((await handlers.tap(running.id, "replay", STRANGER)).message)


async def test_every_step_can_be_shown_in_both_forms_and_both_languages(
    handlers: HandlerHarness,
) -> None:
    match = await played(handlers, SETTLERS, 120)
    for images in (None, NoRenderer()):
        handlers.harness.app.renderer = images
        for by in (ANA, BRUNO, STRANGER):
            answer = await handlers.tap(match.id, "replay", by, "0")
            while goes_on(answer):
                assert answer.message is not None
                assert (answer.message.picture_source is not None) == (images is not None)
                answer = await handlers.press(answer.message, "▶", by)


async def test_pictures_words_and_one_s_own_things(handlers: HandlerHarness) -> None:
    handlers.harness.app.renderer = NoRenderer()
    match = await played(handlers, SETTLERS, 40)
    seen = await handlers.tap(match.id, "replay", ANA, "20")
    assert scene_of(seen).kind == "board"
    assert scene_of(seen).view.viewer == 0
    hand = await handlers.press(seen.message, "Mi mano")
    assert scene_of(hand).kind == "hand"
    on = await handlers.press(hand.message, "▶")
    assert scene_of(on).kind == "hand", "who steps on sees the same things"
    words = await handlers.press(on.message, "Ver en texto")
    assert words.message is not None
    assert words.message.picture_source is None
    assert "Paso 21" in text(words)
    outside = await handlers.press(words.message, "👁 Vista pública")
    assert outside.message is not None
    assert outside.message.picture_source is None
    assert "desde fuera" in text(outside)
    pictured = await handlers.press(outside.message, "Ver en imagen")
    assert scene_of(pictured).view.viewer is None
    assert "👁 Mi vista" in labels(pictured.message)
    assert "Mi mano" not in labels(pictured.message)


async def test_who_reads_words_is_shown_words(handlers: HandlerHarness) -> None:
    handlers.harness.app.renderer = NoRenderer()
    match = await played(handlers, SETTLERS, 30)
    ana = await handlers.harness.app.users.set(ANA, text=True)
    try:
        answer = await handlers.tap(match.id, "replay", ana, "5")
        assert answer.message is not None
        assert answer.message.picture_source is None
        assert "Ver en imagen" in labels(answer.message)
    finally:
        await handlers.harness.app.users.set(ANA, text=None)


async def test_rounds_are_a_menu_and_the_step_can_be_named(handlers: HandlerHarness) -> None:
    match = await played(handlers, SETTLERS, 200)
    first = await handlers.tap(match.id, "replay", ANA, "0")
    rounds = menu(first)
    assert not any(one.chosen for one in rounds.choices), (
        "the first is still to come, and what is chosen can't be chosen"
    )
    there = await handlers.press(first.message, "", ANA, rounds.choices[-1].value)
    assert f"Paso {rounds.choices[-1].value} de" in text(there)
    assert next(one for one in menu(there).choices if one.chosen).value == rounds.choices[-1].value
    sheet = (await handlers.press(there.message, "Ir al paso")).modal
    assert sheet is not None
    form = decode(sheet.id)
    assert isinstance(form, TableId)
    for typed, said in (
        ("12", "Paso 12 de"),
        ("x", text(there).split("\n")[2][:8]),
        ("999999", "Paso"),
        ("-4", "Paso 0 de"),
    ):
        assert said in text(await handlers.tap(match.id, form.action, ANA, form.arg, typed)), typed


async def test_a_long_game_s_rounds_fit_a_menu(handlers: HandlerHarness) -> None:
    match = await played(handlers, EME, 500)
    answer = await handlers.tap(match.id, "replay", ANA)
    while goes_on(answer):
        assert list(faults(answer.message)) == []
        answer = await handlers.press(answer.message, "▶")
    assert len(menu(answer).choices) == 25


async def test_the_log_leads_to_the_board_at_the_end_of_its_page(handlers: HandlerHarness) -> None:
    match = await played(handlers, SETTLERS, 60)
    page = await handlers.tap(match.id, "log", ANA, "1")
    there = await handlers.press(page.message, "Tablero en ese momento")
    assert not there.edit, "the log stays"
    assert page.message is not None
    assert page.message.embed is not None
    last = page.message.embed.text.split("\n")[-1]
    assert last in text(there)


async def test_a_lobby_has_no_replay_and_old_controls_are_met(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, start=False)
    with pytest.raises(UserError):
        await handlers.tap(match.id, "replay", ANA)
    running = await played(handlers, EME, 10)
    for arg in ("7.x.z.q", "....", "-1", "zz", "5.o.t.99"):
        assert text(await handlers.tap(running.id, "replay", ANA, arg))


@pytest.mark.parametrize(
    "where",
    [
        ReplayCursor(),
        ReplayCursor(3),
        ReplayCursor(0, True, "t", 2),
        ReplayCursor(None, False, "h"),
    ],
)
def test_a_control_says_where_it_leads(where: ReplayCursor) -> None:
    assert parse_cursor(where.arg) == where
