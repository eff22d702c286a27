"""Open panels refresh themselves after moves of others, but not while they are used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from games.core.prompts.prompt import SelectPrompt
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.test_patience import Held, picture, until
from ui.components import Message, PanelRef
from ui.delivery import live_panels


@pytest.fixture
async def painter(request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    """Return a renderer that waits until a test lets it draw."""
    made = Held() if "drawn" in request.fixturenames else None
    yield made
    if made is not None:
        made.let.set()
        made.close()


@pytest.fixture
def drawn(painter: Any) -> Held:
    return painter


async def with_computers(ana: Player, n: int = 1, *, preset: str = "", **options: Any) -> None:
    """Start Ana's table against AI players."""
    await ana.person.command("table new", ROOM, seats=1 + n, **options)
    await ana.harness.quiet()
    if preset:
        await ana.preset(preset)
    for _ in range(n):
        await ana.tap(await ana.table(), "+ Bot")
        await ana.harness.quiet()
    await ana.tap(await ana.table(), "Empezar")
    await ana.harness.quiet()


async def bid(who: Player, n: int) -> dict[str, Any]:
    await who.choose(str(n))
    return await who.choose("Confirmar")


async def waits(ana: Player, bruno: Player) -> dict[str, Any]:
    """Start a table at which Ana has bid and waits for Bruno, who has an open panel."""
    await seated(ana, bruno)
    await ana.play()
    panel = await bid(ana, 3)
    assert "Falta ■ Bruno" in words(panel)
    await bruno.play()
    await bruno.choose("0")
    return panel


async def mine(who: Player) -> dict[str, dict[str, Any]]:
    return {m["id"]: m for m in await who.person.messages(ROOM) if m.get("ephemeral_for")}


async def test_a_panel_with_a_newer_one_in_its_place_keeps_its_words_and_the_way_on(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    old = await ana.play()
    assert labels(old)
    new = await ana.play()
    await harness.quiet()
    messages = await mine(ana)
    assert labels(messages[old["id"]]) == ["▶ Jugar"]
    assert words(messages[old["id"]]) == words(old)
    assert [one["filename"] for one in messages[old["id"]]["attachments"]] == [
        one["filename"] for one in old["attachments"]
    ]
    assert labels(messages[new["id"]]) == labels(new)
    await ana.person.dismiss(new["id"])
    await ana.tap(messages[old["id"]], "▶ Jugar")
    await harness.quiet()
    assert labels((await mine(ana))[old["id"]]) == labels(new), (
        "it goes on where it is, once the newer one was dismissed"
    )
    await bid(ana, 3)
    assert "Falta ■ Bruno" in words((await mine(ana))[old["id"]])


async def test_against_computers_the_panel_that_is_open_asks_the_next_question(
    harness: BotHarness, ana: Player
):
    """What they did comes first, then what can be done; nothing was tapped but the answers, and it is one message."""
    await with_computers(ana, 2)
    panel = await ana.play()
    messages = await mine(ana)
    panel = await bid(ana, 0)
    for _ in range(3):
        said = words(panel).splitlines()
        assert any(line.startswith("¿Qué carta tomas?") for line in said)
        told = [
            at
            for at, line in enumerate(said)
            if line.startswith(("Guardado: ", "Desde tu último turno"))
        ]
        assert [said[at].partition(" ")[0] for at in told] == ["Guardado:", "Desde"], (
            "theirs hides nothing of one's own"
        )
        assert len([line for line in said if line.startswith("•")]) in (1, 2, 3)
        panel = await ana.choose("A ")
        while not any(label.startswith("Terminar") for label in labels(panel)):
            panel = await ana.choose(
                next(
                    label
                    for label in labels(panel)
                    if label[:2] in ("A ", "B ") or label == "Confirmar"
                )
            )
        panel = await ana.choose("Terminar")
        if "Confirmar 🔒" in labels(panel):  # something would go unused
            panel = await ana.choose("Confirmar")
    assert set(await mine(ana)) == set(messages)


async def test_what_the_panel_has_told_by_itself_is_told_once_more_to_who_comes_back(
    harness: BotHarness, ana: Player, bruno: Player
):
    """Whoever was gone has not seen it: their next Play begins with it."""
    await waits(ana, bruno)
    await bruno.choose("Confirmar")
    assert "Desde tu último turno" in words(await ana.play())


@pytest.mark.parametrize(("seconds", "again"), [(30, True), (90, False)])
async def test_what_was_saved_is_said_once_more_to_who_can_not_have_read_it(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    monkeypatch: pytest.MonkeyPatch,
    seconds: int,
    again: bool,
):
    panel = await waits(ana, bruno)
    assert "Guardado: " in words(panel)
    later = harness.app.clock.now() + seconds
    monkeypatch.setattr(harness.app.clock, "now", lambda: later)
    await bruno.choose("Confirmar")
    said = words((await mine(ana))[panel["id"]])
    assert "Desde tu último turno" in said
    assert ("Guardado: " in said) is again


async def test_only_the_newest_panel_of_a_person_goes_on(
    harness: BotHarness, ana: Player, bruno: Player
):
    old = await waits(ana, bruno)
    new = await ana.play()
    assert new["id"] != old["id"]
    await bruno.choose("Confirmar")
    shown = await mine(ana)
    assert "¿Qué carta tomas?" in words(shown[new["id"]])
    assert words(shown[old["id"]]) == words(old)


async def test_options_that_are_open_close_when_the_game_begins(
    harness: BotHarness, ana: Player, bruno: Player
):
    await ana.person.command("table new", ROOM, seats=2)
    await harness.quiet()
    lobby = await ana.table()
    await bruno.tap(lobby, "Sentarme")
    for one in (ana, bruno):
        await one.tap(lobby, "Opciones")
    await harness.quiet()
    options = await ana.panel()
    read = await bruno.panel()
    await ana.tap(await ana.table(), "Empezar")
    await harness.quiet()
    closed = (await mine(ana))[options["id"]]
    assert "ha empezado" in closed["content"]
    assert labels(closed) == ["🌐 English", "‹ Volver a la partida"], "no menu is left"
    assert "ha empezado" in (await mine(bruno))[read["id"]]["content"]
    await ana.tap(closed, "‹ Volver a la partida")
    await harness.quiet()
    assert "🌐 English" not in labels((await mine(ana))[options["id"]])
    assert not harness.bot.dispatcher.live._options


async def test_my_hand_goes_on_as_my_hand(harness: BotHarness, ana: Player, bruno: Player):
    await waits(ana, bruno)
    await ana.tap(await ana.table(), "Mi mano")
    assert "Tu mano" in words(await ana.panel())
    await bruno.choose("Confirmar")
    assert "Tu mano" in words(await ana.panel())
    assert "¿Qué carta tomas?" in words(await ana.panel())


async def test_nothing_changes_while_a_tap_is_worked_on_nor_in_the_midst_of_a_choice(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel, open_ = await waits(ana, bruno), harness.bot.dispatcher.live
    match, user = (await harness.app.repo.matches.find())[-1].id, int(ana.person.id)
    by = await harness.app.repo.users.get(user)
    assert by is not None
    open_.pause_updates(user)
    await bruno.choose("Confirmar")
    assert words((await mine(ana))[panel["id"]]) == words(panel)
    now = await harness.app.game_service.open_or_refresh_panel(match, by)
    assert isinstance(now.asked, SelectPrompt)
    by.prefs["confirm"] = "always"
    key = now.asked.options[0].key  # tapped on the private screen, say
    chosen = await harness.app.game_service.choose(match, by, now.decision, len(now.path), key)
    assert len(chosen.path) > len(now.path)
    assert not chosen.committed
    open_.resume_updates(user)
    await harness.quiet()
    assert words((await mine(ana))[panel["id"]]) == words(panel), "she is choosing"
    await harness.app.game_service.cancel(match, by, chosen.decision)
    open_.refresh(match)
    await harness.quiet()
    assert "¿Qué carta tomas?" in words((await mine(ana))[panel["id"]])


async def test_what_happened_while_a_tap_was_worked_on_follows_it(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel, open_ = await waits(ana, bruno), harness.bot.dispatcher.live
    open_.pause_updates(int(ana.person.id))
    await bruno.choose("Confirmar")
    assert words(await ana.panel()) == words(panel)
    open_.resume_updates(int(ana.person.id))
    await harness.quiet()
    assert "¿Qué carta tomas?" in words(await ana.panel())


async def test_a_panel_whose_time_is_over_stays_and_its_person_is_called(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    panel = await waits(ana, bruno)
    monkeypatch.setattr(live_panels, "EDITABLE_S", 0.0)
    await bruno.choose("Confirmar")
    assert words(await ana.panel()) == words(panel)
    assert any(m["mentions"] and "te toca" in m["content"] for m in await ana.person.messages(ROOM))


async def test_a_panel_that_was_closed_does_not_come_back(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel = await waits(ana, bruno)
    await ana.person.dismiss(panel)
    await bruno.choose("Confirmar")
    assert panel["id"] not in await mine(ana)
    assert "¿Qué carta tomas?" in words(await ana.play())


async def test_a_panel_that_waits_when_the_game_ends_shows_the_end(
    harness: BotHarness, ana: Player, bruno: Player
):
    """The last step is another's: nobody is asked anything any more."""
    panel = await waits(ana, bruno)
    async with harness.app.locks(match := (await harness.app.repo.matches.find())[-1].id):
        stored = await harness.app.repo.matches.load(match)
        assert stored is not None
        stored.match.status = "ended"
        for seat in stored.match.seats:
            seat.awaited = False
        await harness.app.moves.save(stored.match)
    await harness.quiet()
    assert "La partida ha terminado" in words((await mine(ana))[panel["id"]])


async def test_who_sees_it_by_themselves_is_not_called_until_they_are_gone(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    """The table itself says at once whose turn it is."""
    monkeypatch.setattr(harness.app.publish_scheduler, "_recent_click_s", 120.0)
    await waits(ana, bruno)
    await bruno.choose("Confirmar")
    assert "Le toca a ● Ana" in words(await ana.table())

    async def calls() -> list[str]:
        return [
            m["mentions"][0]["id"]
            for m in await ana.person.messages(ROOM)
            if m["mentions"] and not m["embeds"]
        ]

    assert await calls() == []
    later = harness.app.clock.now() + 121
    monkeypatch.setattr(harness.app.clock, "now", lambda: later)
    harness.app.publish_scheduler.schedule((await harness.app.repo.matches.find())[-1].id)
    await harness.quiet()
    assert await calls() == [ana.person.id]


async def test_the_words_go_ahead_of_the_picture_and_the_old_one_stays_until_it_comes(
    harness: BotHarness, ana: Player, bruno: Player, drawn: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_panels, "TEXT_FIRST_AFTER_S", 0.05)
    await waits(ana, bruno)
    before = await until(lambda m: bool(picture(m)), ana)
    drawn.let.clear()
    his = await bruno.panel()
    confirm = next(
        custom_id
        for text, custom_id in bruno.person.buttons(his).items()
        if text.startswith("Confirmar")
    )
    pressed = asyncio.create_task(bruno.person.press(his, confirm))
    during = await until(lambda m: "¿Qué carta tomas?" in words(m), ana)
    assert picture(during) == picture(before)
    assert "La imagen aún es la de antes" in words(during)
    drawn.let.set()
    after = await until(lambda m: picture(m) not in ("", picture(before)), ana)
    assert "¿Qué carta tomas?" in words(after)
    assert "La imagen aún es la de antes" not in words(after)
    await pressed


async def test_so_many_panels_are_kept_in_mind_and_no_more(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_panels, "MAX_LIVE_PANELS", 3)
    open_ = harness.bot.dispatcher.live

    async def edit(**fields: Any) -> None:
        del fields

    for place in range(5):
        open_.track(
            7, place, Message(panel=PanelRef(f"T{place}", is_waiting=True, shows_hand=False)), edit
        )
    assert [match for match, _ in open_._open] == ["T2", "T3", "T4"]
    open_.track(7, 3, Message(), edit)
    assert [match for match, _ in open_._open] == ["T2", "T4"], (
        "the message shows something else now"
    )
    open_.track(7, 9, Message(panel=PanelRef("T2", is_waiting=False, shows_hand=False)), edit)
    assert [(match, one.message_id) for (match, _), one in open_._open.items()] == [
        ("T4", 4),
        ("T2", 9),
    ]
