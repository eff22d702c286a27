"""Replay of an ended game: from its last message, step by step, by number, as text."""

from __future__ import annotations

import re

import pytest

from games.core.views.scene import Animation
from tests.app.harness import loaded
from tests.contract.playouts import played
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, staged, words
from tests.e2e.recording_painters import SCREENS, Recorder
from tests.e2e.test_ends import last_step
from tests.e2e.test_pictures import picture


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = SCREENS
    return recorder


async def test_from_the_end_back_to_its_beginning(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, carla: Player
):
    last = played("imperial_settlers", 2).moments[-1]
    await staged(harness, last.pos, ana, bruno)
    match = await last_step(harness, last.pos, last.seat, last.path)
    told = {message["id"]: message for message in await carla.person.messages(ROOM)}
    ended = told[str(match.places.ended)]
    assert "Ver la repetición" in labels(ended)
    await carla.tap(ended, "Ver la repetición")
    first = await carla.panel()
    assert "Step 0 of" in words(first)
    assert picture(first) is not None
    assert painter.panels[-1].view.viewer is None
    seen = await carla.choose("▶▶")
    assert seen["id"] == first["id"], "it edits itself in place"
    assert painter.panels[-1].kind == "end"
    assert "wins" in words(seen)
    opened = await carla.tap(seen, "Go to step…")
    await carla.person.submit_modal(opened, row="0")
    assert "Step 0 of" in words(await carla.panel())
    seen = await carla.choose("Show as text")
    assert picture(seen) is None
    await ana.person.command("table replay", ROOM, step=0)
    await ana.choose("👁 Mi vista")
    seat = match.seat_of(int(ana.person.id))
    assert seat is not None
    assert painter.panels[-1].view.viewer == seat.seat
    await ana.tap(await ana.panel(), "Mi mano")
    assert painter.panels[-1].kind == "hand"


async def test_the_log_shows_the_board_as_it_was_and_the_records_know_who_has_won(
    harness: BotHarness, ana: Player, bruno: Player
):
    last = played("eight_minute_empire", 2).moments[-1]
    await staged(harness, last.pos, ana, bruno)
    match = await last_step(harness, last.pos, last.seat, last.path)
    await ana.person.command("table log", ROOM, table=match.id)
    await ana.tap(await ana.panel(), "Tablero en ese momento")
    assert "Paso" in words(await ana.panel())
    await ana.person.command("table records", ROOM)
    page = await ana.panel()
    assert "Victorias" in words(page)
    assert "Ana: " in words(page)
    await ana.choose("No salir en los récords")
    await bruno.person.command("table records", ROOM)
    assert "Ana" not in words(await bruno.panel())
    await ana.person.command("me records", ROOM)
    assert "Tus partidas" in words(await ana.panel())


async def test_the_last_turn_moves_and_a_game_that_has_ended_is_a_film_and_a_poster(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, carla: Player
):
    last = played("eight_minute_empire", 2).moments[-1]
    await staged(harness, last.pos, ana, bruno)
    assert not [one for one in labels(await ana.table()) if "jugada" in one], (
        "nothing was played yet"
    )
    match = await last_step(harness, last.pos, last.seat, last.path)
    await ana.person.command("table film", ROOM, table=match.id)
    await harness.quiet()
    seen = await ana.panel()
    assert "/film-" in picture(seen)["url"]
    assert "Película" in words(seen)
    assert "montando" not in words(seen), "it is there"
    seen = await ana.choose("Póster")
    assert "/poster-" in picture(seen)["url"]


async def test_a_table_that_wants_it_shows_its_last_turn_in_motion(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    moment = next(
        one for one in played("eight_minute_empire", 2).moments[20:] if one.path[0] == "move"
    )
    await staged(harness, moment.pos, ana, bruno)
    match = (await harness.app.repo.matches.find())[-1]
    async with harness.app.locks(match.id):
        stored = await loaded(harness.app, match.id)
        stored.match.animates = True
        await harness.app.moves.play(stored, moment.seat, moment.path, "player")
    await harness.quiet()
    assert (await harness.app.lobby.get(match.id)).animates
    shown = picture(await ana.table())["url"]
    assert re.search(r"/turn-\w+\.gif", shown)
    moved = [
        scene
        for motion in painter.scenes
        if isinstance(motion, Animation)
        for scene in motion.scenes
    ]
    assert moved
    assert {scene.view.viewer for scene in moved} == {None}, "as anybody sees it"


async def test_a_turn_is_seen_in_motion_from_the_tables_message(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, carla: Player
):
    moment = next(
        one for one in played("eight_minute_empire", 2).moments[20:] if one.path[0] == "move"
    )
    await staged(harness, moment.pos, ana, bruno)
    match = (await harness.app.repo.matches.find())[-1]
    async with harness.app.locks(match.id):
        await harness.app.moves.play(
            await loaded(harness.app, match.id), moment.seat, moment.path, "player"
        )
    await harness.quiet()
    await carla.tap(await carla.table(), "🎞 Ver la jugada")
    await harness.quiet()
    seen = await carla.panel()
    assert re.search(r"/turn-\w+\.gif", picture(seen)["url"])
    assert "The last turn" in words(seen)
    await carla.person.command("me display", ROOM, text=True)
    await carla.tap(await carla.table(), "🎞 Ver la jugada")
    assert picture(await carla.panel()) is None, "who reads is told in words"
