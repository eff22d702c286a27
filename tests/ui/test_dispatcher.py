"""Responses to interactions: at once, deferred, or text before the picture; and errors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import discord
import pytest

from app.model.match import Match, User, UserError
from app.ports.errors import StorageUnavailableError
from games.core.text.messages import msg
from games.core.views.scene import Animation, Picture, Scene
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import refusal
from tests.ui.fake_interaction import Tap
from tests.ui.publisher_harness import PublisherHarness
from ui.components import Embed, Message
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableAction, TableId, decode, encode
from ui.interactions import dispatcher as dispatching
from ui.interactions.dispatcher import Dispatcher
from ui.response import Response

pytestmark = pytest.mark.usefixtures("never_deferred")

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


class Slow:
    """Renderer that waits until a test lets it draw."""

    def __init__(self) -> None:
        self.go, self.drawn = asyncio.Event(), 0

    async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
        await self.go.wait()
        self.drawn += 1
        return Picture(b"x", f"{scene.kind}-{self.drawn}.webp", 1, 1)


async def serve(hands: Dispatcher, tap: Tap) -> Tap:
    real = cast("discord.Interaction[Any]", tap)
    await (
        hands.on_modal(real)
        if tap.type is discord.InteractionType.modal_submit
        else hands.on_component(real)
    )
    await hands.idle()
    return tap


async def answer(hands: Dispatcher, tap: Tap, work: Any) -> Tap:
    await hands.handle(cast("discord.Interaction[Any]", tap), work)
    return tap


def amount(tap: Tap, n: int) -> str:
    """Return the button of a grid that gives so many."""
    return next(
        one
        for one in tap.ids()
        if isinstance(known := decode(one), PanelId)
        and known.act is PanelAct.ENTER_NUMBER
        and known.arg == str(n)
    )


async def comes(true: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    while not true():  # noqa: ASYNC110 - whatever makes it so has no event
        await asyncio.sleep(0)


async def begun(shown: PublisherHarness) -> Match:
    match = await shown.table(2, game=EME)
    await shown.settle()
    return match


async def test_play_opens_a_panel_that_only_the_person_sees_and_taps_change_it(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await begun(shown)
    opened = await serve(hands, Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL))))
    assert opened.how == ["send"]
    assert opened.answers[0][1]["ephemeral"]
    bid = amount(opened, 2)
    tapped = await serve(hands, Tap(ANA, bid, own=True))
    assert tapped.how == ["edit"]
    confirm = next(one for one in tapped.ids() if "!confirm" in one)
    saved = await serve(hands, Tap(ANA, confirm, own=True))
    assert "Guardado" in saved.words
    again = await serve(hands, Tap(ANA, confirm, own=True))
    assert "Guardado:" not in again.words


async def test_a_public_tap_changes_the_lobby_for_all(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(1, game=EME, start=False)
    tap = await serve(hands, Tap(BRUNO, encode(TableId(match.id, TableAction.JOIN))))
    assert tap.how == ["edit"]
    assert "2 de 5" in tap.words
    started = await serve(hands, Tap(ANA, encode(TableId(match.id, TableAction.START))))
    assert started.how == ["defer"]  # the table itself shows it


async def test_what_goes_wrong_is_a_sentence_in_the_persons_language(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    errors = (
        (UserError(msg("host.trouble.full")), "Esta mesa|La mesa está llena"),
        (StorageUnavailableError("x"), "Ahora mismo no puedo guardar"),
        (discord.RateLimited(3.0), "más despacio"),
        (refusal(403, 50013), "Me faltan permisos"),
        (ValueError("secret hand"), "Código"),
    )
    for error, said in errors:

        async def work(by: User, error: BaseException = error) -> Response:
            raise error

        tap = await answer(hands, Tap(ANA, "t1:x:y"), work)
        assert any(one in tap.words for one in said.split("|")), (error, tap.words)
        assert "secret" not in tap.words
    stale = await serve(hands, Tap(ANA, "t1:???:!!"))
    assert "Ese botón ya no vale" in stale.words


async def test_a_slow_answer_is_announced_first(
    shown: PublisherHarness, hands: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 0.0)
    release = asyncio.Event()

    async def work(by: User) -> Response:
        await release.wait()
        return Response(Message(content="Listo"), edit=False)

    command, tap = Tap(ANA), Tap(BRUNO, "t1:x:y")
    serving = [asyncio.create_task(answer(hands, one, work)) for one in (command, tap)]
    await comes(lambda: command.response.is_done() and tap.response.is_done())
    release.set()
    await asyncio.gather(*serving)
    assert command.how == ["defer", "change"]
    assert tap.how == ["defer", "follow"]
    assert command.answers[0][1] == {"ephemeral": True}


async def test_words_go_ahead_of_a_picture_that_takes_its_time(
    shown: PublisherHarness, hands: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(shown)
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 0.0)
    monkeypatch.setattr(dispatching, "PICTURE_WAIT_S", 0.0)
    slow = shown.app.renderer = Slow()
    tap = Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL)))
    serving = asyncio.create_task(serve(hands, tap))
    await comes(lambda: len(tap.answers) >= 2)
    assert tap.how == ["defer", "follow"]
    slow.go.set()
    await serving
    assert tap.how[-1] == "change"
    assert tap.answers[-1][1]["attachments"]


async def test_a_failed_picture_leaves_the_words(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    class Broken:
        async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
            raise RuntimeError("no colours left")

    match = await begun(shown)
    shown.app.renderer = Broken()
    tap = await serve(hands, Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL))))
    assert tap.how == ["send"]
    assert "file" not in tap.answers[0][1]
    assert tap.words.strip()


async def test_a_form_pops_up_and_what_is_sent_counts(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await begun(shown)
    panel = await shown.app.game_service.open_or_refresh_panel(match.id, ANA)
    write = encode(
        PanelId(match.id, panel.decision, len(panel.path), PanelAct.RUN, PanelVerb.WRITE_NUMBER)
    )
    opened = await serve(hands, Tap(ANA, write, own=True))
    assert opened.how == ["modal"]
    sent = await serve(hands, Tap(ANA, write, own=True, fields={"n": "3"}))
    assert sent.how == ["edit"]
    assert (await shown.app.game_service.open_or_refresh_panel(match.id, ANA)).path[-1] == 3
    unknown = Tap(ANA, "nobody's", fields={"n": "3"})
    assert (await serve(hands, unknown)).how == []


async def test_a_message_that_is_gone_and_an_answer_that_is_not_taken_end_quietly(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    async def work(by: User) -> Response:
        return Response(Message(content="Listo"), edit=False)

    gone, refused, deaf = Tap(ANA, "t1:x:y"), Tap(ANA, "t1:x:y"), Tap(ANA, "t1:x:y")
    gone.errors["send"] = refusal(404, 10062)
    assert (await answer(hands, gone, work)).how == []
    refused.errors["send"] = refusal(400, 50035)
    assert (await answer(hands, refused, work)).how == ["send"]  # words alone, by a second try
    deaf.errors["send"] = refusal(500)
    deaf.response._first = lambda *_: (_ for _ in ()).throw(refusal(500))  # type: ignore[method-assign]
    assert (await answer(hands, deaf, work)).how == []


async def test_a_tap_that_discord_delivers_twice_is_served_once(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    async def work(by: User) -> Response:
        return Response(Message(content="Listo"), edit=False)

    first, second = Tap(ANA, "t1:x:y"), Tap(ANA, "t1:x:y")
    second.id = first.id
    assert (await answer(hands, first, work)).how == ["send"]
    assert (await answer(hands, second, work)).how == []


async def test_an_answer_that_discord_has_already_is_no_failure(
    shown: PublisherHarness,
    hands: Dispatcher,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release = asyncio.Event()

    async def work(by: User) -> Response:
        await release.wait()
        return Response(Message(content="Listo"), edit=False)

    said, announced = Tap(ANA, "t1:x:y"), Tap(ANA, "t1:x:y")
    said.errors["send"] = refusal(400, 40060)
    release.set()
    assert (await answer(hands, said, work)).how == [], "the words are there: nothing is said twice"
    release.clear()
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 0.0)
    announced.errors["defer"] = refusal(400, 40060)
    serving = asyncio.create_task(answer(hands, announced, work))
    await comes(lambda: "defer" not in announced.errors)
    release.set()
    await serving
    assert announced.how == ["follow"], "it was announced: the words follow"
    assert not caplog.records


async def test_a_picture_that_is_not_where_it_was_believed_is_sent(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    asked = list[dict[str, Any]]()

    async def edit(**fields: Any) -> None:
        asked.append(fields)
        if len(asked) == 1:
            raise refusal(400, 50035)

    card = Message(
        embed=Embed(title="Listo", shows_picture=True),
        picture_source=Scene("x", "board", None, (), "es"),
    )
    await hands.edits.change(7, edit, card, Picture(b"x", "a.webp", 1, 1), "a.webp")
    assert ["attachments" in one for one in asked] == [False, True]
    assert hands.edits.shown_file(7) == "a.webp"


async def test_who_hammers_is_acknowledged_and_that_is_all(
    shown: PublisherHarness, hands: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatching, "THROTTLE_S", 0.0)
    release, worked = asyncio.Event(), 0

    async def work(by: User) -> Response:
        nonlocal worked
        worked += 1
        await release.wait()
        return Response(None)

    taps = [Tap(ANA, "t1:x:y") for _ in range(dispatching.MAX_PENDING_PER_USER + 3)]
    serving = [asyncio.create_task(answer(hands, tap, work)) for tap in taps]
    await comes(lambda: sum(tap.response.is_done() for tap in taps) >= 3)
    release.set()
    await asyncio.gather(*serving)
    assert worked == dispatching.MAX_PENDING_PER_USER
    assert all(tap.how == ["defer"] for tap in taps)


async def test_who_waits_for_pictures_alone_may_tap_on(
    shown: PublisherHarness, hands: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("THROTTLE_S", "DEFER_AFTER_S", "PICTURE_WAIT_S"):
        monkeypatch.setattr(dispatching, name, 0.0)
    match = await begun(shown)
    slow = shown.app.renderer = Slow()
    taps = [
        Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL)))
        for _ in range(dispatching.MAX_PENDING_PER_USER + 2)
    ]
    serving = list[asyncio.Task[Tap]]()
    for tap in taps:
        serving.append(asyncio.create_task(serve(hands, tap)))
        await comes(lambda: len(tap.answers) >= 2)  # noqa: B023 - awaited in the same round
        assert tap.how == ["defer", "follow"], "the words are there"
    slow.go.set()
    await asyncio.gather(*serving)


async def test_where_pictures_of_many_are_under_way_words_go_ahead_sooner(
    shown: PublisherHarness, hands: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 0.0)
    monkeypatch.setattr(dispatching, "PICTURE_WAIT_S", 3600.0)
    match = await begun(shown)
    slow = shown.app.renderer = Slow()
    waiting = [
        asyncio.create_task(
            serve(hands, Tap(who, encode(TableId(match.id, TableAction.OPEN_PANEL))))
        )
        for who in (ANA, BRUNO) * 2
    ]
    await comes(lambda: hands.edits.pictures_in_progress == dispatching.BUSY_THRESHOLD)
    late = Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL)))
    waiting.append(asyncio.create_task(serve(hands, late)))
    await comes(lambda: len(late.answers) >= 2)
    assert late.how == ["defer", "follow"], "nobody waits an hour for what can't be drawn in time"
    slow.go.set()
    await asyncio.gather(*waiting)


async def test_after_the_end_nothing_is_answered_and_what_was_begun_may_end(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    release = asyncio.Event()

    async def work(by: User) -> Response:
        await release.wait()
        return Response(None)

    tap = Tap(ANA, "t1:x:y")
    serving = asyncio.create_task(answer(hands, tap, work))
    await comes(lambda: hands.in_progress_count)
    closing = asyncio.create_task(hands.close(30.0))
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(serving, closing)
    assert tap.how == ["defer"]
    assert (await answer(hands, Tap(ANA, "t1:x:y"), work)).how == []


async def test_the_private_screen_and_the_panel_show_the_same_choice(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await begun(shown)
    opened = await serve(hands, Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL))))
    line = shown.client.line(ANA.id)
    before = line.texts()
    bid, other = amount(opened, 2), amount(opened, 4)
    await serve(hands, Tap(ANA, bid, own=True))
    assert line.texts() != before  # the direct message follows
    (place,) = line.messages
    private = Tap(ANA, other, message=place, guild=None)
    await serve(hands, private)
    assert private.how == ["edit"]


@pytest.mark.parametrize("place", ["ephemeral panel", "direct message", "table"])
async def test_the_page_replaces_a_panel_but_never_the_tables_own_message(
    shown: PublisherHarness, hands: Dispatcher, place: str
) -> None:
    match = await begun(shown)
    page = encode(TableId(match.id, TableAction.SHOW_LOG))
    if place == "direct message":
        (screen,) = shown.client.line(ANA.id).messages
        tap = Tap(ANA, page, message=screen, guild=None)
    else:
        tap = Tap(ANA, page, own=place == "ephemeral panel")
    await serve(hands, tap)
    assert tap.how == ["send" if place == "table" else "edit"]
    assert encode(TableId(match.id, TableAction.OPEN_PANEL, "back")) in tap.ids()


async def test_an_open_panel_goes_on_when_others_have_moved(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await begun(shown)
    opened = await serve(hands, Tap(ANA, encode(TableId(match.id, TableAction.OPEN_PANEL))))
    tapped = await serve(hands, Tap(ANA, amount(opened, 2), own=True))
    rests = await serve(
        hands, Tap(ANA, next(one for one in tapped.ids() if "!confirm" in one), own=True)
    )
    before = len(rests.answers)
    await shown.step(await shown.match(match))
    while 0 not in (await shown.match(match)).waiting:
        await shown.step(await shown.match(match))
    await hands.idle()
    assert len(rests.answers) > before
    assert rests.how[-1] == "change"
