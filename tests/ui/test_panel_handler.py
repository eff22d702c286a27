"""Presses on a panel, control by control: real games are played by their panels."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.log.log_page import Recap
from app.model.match import Match, User, UserError
from app.review.hints import Advice
from games.core.engine import walk
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    MoveReady,
    Option,
    SelectPrompt,
)
from games.core.state.rng import Rng
from games.core.text.messages import Path, literal, msg, seat_name
from tests.app.harness import PEOPLE, STRANGER
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, NoRenderer, controls, labels, text
from tests.ui.panels import faults
from ui.components import Button, Message, Select
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableId, decode, encode
from ui.i18n import Translator

EME = "eight_minute_empire"
GAMES = (EME, "era_medieval_age", "tadmor", "imperial_settlers", "el_mapa", "cellar")
LOOKS = ("more", "why", "text", "top", "picture", "earlier", "later")
TAPS = 60


async def awaited(handlers: HandlerHarness, match: Match) -> User | None:
    """Return a user whose panel asks something."""
    for by in PEOPLE[: len(match.seats)]:
        if (
            await handlers.harness.app.game_service.open_or_refresh_panel(match.id, by)
        ).asked is not None:
            return by
    return None


def offered(message: Message) -> list[tuple[PanelId, tuple[str, ...]]]:
    """Return the controls of a panel, each with the menu options to choose."""
    found = []
    for one in controls(message):
        known = decode(one.id) if one.id else None
        if isinstance(known, PanelId) and not (isinstance(one, Button) and one.disabled):
            lines = one.choices if isinstance(one, Select) else ()
            values = tuple(choice.value for choice in lines if not choice.label.startswith("✕"))
            if values or isinstance(one, Button):
                found.append((known, values))
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_whatever_a_panel_offers_is_answered_with_a_panel_that_discord_takes(
    handlers: HandlerHarness, game: str
) -> None:
    match, luck, taps, moves = await handlers.harness.table(2, game=game), random.Random(game), 0, 0
    met: set[str] = set()
    while taps < TAPS:
        by = await awaited(handlers, match)
        if by is None:
            break
        message: Message | None = (await handlers.panels.open(match.id, by)).message
        for _ in range(8):
            assert message is not None
            some = offered(message)
            if not some:
                break
            tap, values = luck.choice(some)
            taps += 1
            met.add(tap.verb or tap.act)
            chosen = (luck.choice(values),) if values else ()
            answer = await handlers.panels.handle_click(tap, by, handlers.click(), chosen)
            moves += answer.saved
            if answer.modal is not None:
                fields = {entry.id: entry.value or "1" for entry in answer.modal.fields}
                answer = await handlers.panels.submit(tap, by, handlers.click(), fields)
            message = answer.message
            assert text(message).strip()
    assert (await handlers.harness.app.lobby.get(match.id)).rows >= moves
    assert {
        PanelAct.PICK,
        PanelAct.TOGGLE,
        PanelAct.ADD,
        PanelAct.ENTER_NUMBER,
        PanelVerb.CONFIRM,
    } & met


@pytest.mark.parametrize("look", LOOKS)
async def test_looking_changes_nothing(handlers: HandlerHarness, look: str) -> None:
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    before = (await handlers.harness.app.lobby.get(match.id)).version
    shown = await handlers.panels.handle_click(
        PanelId(match.id, panel.decision, 0, PanelAct.RUN, look), ANA, handlers.click()
    )
    assert text(shown)
    assert not shown.saved
    assert (await handlers.harness.app.lobby.get(match.id)).version == before


async def test_a_control_of_a_question_that_is_over_shows_what_is_asked_now(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    old = PanelId(match.id, panel.decision - 1, 0, PanelAct.ENTER_NUMBER, "3")
    answer = await handlers.panels.handle_click(old, ANA, handlers.click())
    assert not answer.saved
    assert text(answer)
    assert (await handlers.harness.app.lobby.get(match.id)).rows == 0


async def test_numbers_are_written_into_a_form_and_nonsense_is_refused_with_the_range(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    assert isinstance(panel.asked, AmountPrompt)
    write = PanelId(match.id, panel.decision, len(panel.path), PanelAct.RUN, PanelVerb.WRITE_NUMBER)
    opened = await handlers.panels.handle_click(write, ANA, handlers.click())
    assert opened.modal is not None
    assert str(panel.asked.hi) in opened.modal.fields[0].label
    refused = await handlers.panels.submit(write, ANA, handlers.click(), {"n": "lots"})
    assert "lots" in text(refused)
    assert str(panel.asked.hi) in text(refused)
    taken = await handlers.panels.submit(write, ANA, handlers.click(), {"n": "3"})
    assert "3" in text(taken)
    stale = PanelId(match.id, panel.decision, 5, PanelAct.RUN, PanelVerb.WRITE_NUMBER)
    assert (await handlers.panels.handle_click(stale, ANA, handlers.click())).modal is None


def on_with_it(form: SelectPrompt, luck: random.Random) -> str:
    """Return a random choice that does not end the turn, if there is one."""
    keys = [option.key for option in form.options]
    return luck.choice([key for key in keys if key not in ("end", "pass", "done")] or keys)


async def test_a_form_of_several_slots_takes_numbers_and_refuses_words(
    handlers: HandlerHarness,
) -> None:
    """Whatever game asks for several amounts at once: the first one that is met."""
    match = await handlers.harness.table(2, game="el_mapa")
    luck = random.Random(4)
    for _ in range(200):
        by = await awaited(handlers, match)
        assert by is not None
        panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, by)
        if isinstance(panel.asked, DistributePrompt):
            break
        if isinstance(panel.asked, MoveReady):
            await handlers.harness.app.game_service.confirm(match.id, by, panel.decision)
            continue
        assert isinstance(panel.asked, SelectPrompt | AmountPrompt)
        key = (
            on_with_it(panel.asked, luck)
            if isinstance(panel.asked, SelectPrompt)
            else panel.asked.default_answer()
        )
        await handlers.harness.app.game_service.answer(
            match.id, by, panel.decision, len(panel.path), key
        )
    assert isinstance(panel.asked, DistributePrompt)
    assert by is not None
    spread = PanelId(match.id, panel.decision, len(panel.path), PanelAct.RUN, PanelVerb.DISTRIBUTE)
    opened = await handlers.panels.handle_click(spread, by, handlers.click())
    assert opened.modal is not None
    keys = [entry.id for entry in opened.modal.fields]
    assert keys == [slot.key for slot in panel.asked.slots[:5]]
    nonsense = await handlers.panels.submit(spread, by, handlers.click(), dict.fromkeys(keys, "x"))
    assert "x" in text(nonsense)
    await handlers.panels.submit(spread, by, handlers.click(), dict.fromkeys(keys, "1"))
    now = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, by)
    assert (
        now.pending == dict.fromkeys(keys, 1) or now.refused is not None or now.path != panel.path
    )


async def test_menus_answer_with_lines_in_any_order_and_with_what_no_menu_has(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    for arg in ("group", "number"):
        tap = PanelId(match.id, panel.decision, 0, PanelAct.RUN, arg)
        assert text(
            await handlers.panels.handle_click(tap, ANA, handlers.click(), ("not a number",))
        )
    assert (await handlers.harness.app.lobby.get(match.id)).rows == 0
    several = PanelId(match.id, panel.decision, 0, PanelAct.RUN, PanelVerb.CHOOSE_OPTION)
    assert text(await handlers.panels.handle_click(several, ANA, handlers.click(), ("nothing",)))


async def test_my_hand_and_the_private_screen_bear_the_tables_name(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME)
    for how in (dict[str, Any](hand=True), dict[str, Any](in_dm=True)):
        message = (await handlers.panels.open(match.id, ANA, **how)).message
        assert message is not None
        assert "Mesa de Ana" in message.content
        assert message.panel is not None
        assert message.panel.shows_hand is how.get("hand", False)


async def test_a_private_message_is_titled_by_what_it_shows(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=EME)

    async def title(by: User, **how: Any) -> str:
        message = (await handlers.panels.open(match.id, by, **how)).message
        assert message is not None
        return message.content.partition(" · ")[0]

    assert await title(ANA, in_dm=True) == "Tu turno"
    assert await title(ANA, hand=True) == "Tu mano"
    await handlers.harness.say(match, ANA, "bid", 2)
    assert await title(ANA, in_dm=True) == "Tu mano", "it isn't Ana's turn"
    match = await handlers.harness.table(2, game="imperial_settlers")
    assert await title(BRUNO, hand=True) == "Your game", "no hand has been dealt: it is the board"


async def test_who_reads_gets_the_whole_position_on_their_hand(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=EME)
    reader = User(BRUNO.id, BRUNO.name, "en", {"text": True})
    read, seen = [
        text(await handlers.panels.open(match.id, by, hand=True)) for by in (reader, BRUNO)
    ]
    assert len(read) > len(seen)


async def test_who_does_not_play_is_shown_no_question(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    try:
        answer = await handlers.panels.handle_click(
            PanelId(match.id, panel.decision, 0, PanelAct.ENTER_NUMBER, "2"),
            STRANGER,
            handlers.click(),
        )
    except UserError:
        pass
    else:
        assert not answer.saved
    assert (await handlers.harness.app.lobby.get(match.id)).rows == 0


def test_ids_of_controls_survive_the_way_to_discord_and_back() -> None:
    pick, page = (
        PanelId("4K2", 7, 1, PanelAct.PICK, "a"),
        PanelId("4K2", 7, 1, PanelAct.RUN, PanelVerb.SHOW_TEXT, -1, 3),
    )
    for tap in (pick, page, PanelId("4K2", 7, 0, PanelAct.ENTER_NUMBER, "12")):
        assert decode(encode(tap)) == tap


async def test_advice_stands_on_the_panel_that_asked_for_it_and_more_offers_it_beside_computers_alone(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(1, 1, game=EME)
    await handlers.harness.settle()
    opened = (await handlers.panels.open(match.id, ANA)).message
    assert opened is not None
    ask = next(tap for tap, _ in offered(opened) if tap.arg in ("more", "advice"))
    if ask.arg == "more":
        more = (await handlers.panels.handle_click(ask, ANA, None)).message
        assert more is not None
        ask = next(tap for tap, _ in offered(more) if tap.arg == "advice")
    told = (await handlers.panels.handle_click(ask, ANA, None)).message
    assert told is not None
    assert "💡 Consejo:" in text(told)
    assert not list(faults(told))
    among = await handlers.harness.table(2, game=EME)
    opened = (await handlers.panels.open(among.id, ANA)).message
    assert opened is not None
    ways = [tap for tap, _ in offered(opened)]
    for tap in [tap for tap in ways if tap.arg == "more"]:
        more = (await handlers.panels.handle_click(tap, ANA, None)).message
        assert more is not None
        ways += [tap for tap, _ in offered(more)]
    assert "advice" not in {tap.arg for tap in ways}


async def test_do_it_plays_the_advised_move_and_an_outdated_one_plays_nothing(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(1, 1, game="tadmor")
    await handlers.harness.settle()
    app, decision = handlers.harness.app, 0

    async def own_paths() -> list[list[Any]]:
        entries = await app.repo.game_log.entries(match.id)  # the bot's come at any moment
        return [entry.row.path for entry in entries if entry.row.seat == 0]

    for number in range(3):
        panel = await app.game_service.open_or_refresh_panel(match.id, ANA)
        decision = panel.decision
        ask = PanelId(match.id, decision, 0, PanelAct.RUN, PanelVerb.ADVISE)
        told = (await handlers.panels.handle_click(ask, ANA, f"ask{number}")).message
        assert told is not None
        follow = next(tap for tap, _ in offered(told) if tap.arg == PanelVerb.FOLLOW_ADVICE)
        before, hint = await own_paths(), await app.hints.advise(match.id, ANA)
        await handlers.panels.handle_click(follow, ANA, f"follow{number}")
        if await own_paths() == before:  # it can't be undone, so it is shown for confirmation
            shown = await app.game_service.open_or_refresh_panel(match.id, ANA)
            assert isinstance(shown.asked, MoveReady)
            await app.game_service.confirm(match.id, ANA, shown.decision, f"sure{number}")
        played = await own_paths()
        assert played == [*before, list(hint.paths[0])]
        await handlers.panels.handle_click(follow, ANA, f"again{number}")
        assert await own_paths() == played, "the button belongs to an earlier decision"
        await handlers.harness.settle()


async def test_after_a_step_of_a_plan_the_panel_asks_about_the_next_one(
    handlers: HandlerHarness,
) -> None:
    """The game would ask about another army."""
    match, luck = await handlers.harness.table(1, 1, game=EME), Rng.of(7)
    await handlers.harness.settle()
    app = handlers.harness.app
    plan: tuple[Path, Path] | None = None
    while plan is None:
        stored = await app.repo.matches.load(match.id)
        assert stored is not None
        for first in walk.legal_moves(stored.pos, 0):
            ready = walk.ask(stored.pos, 0, first)
            if first[0] != "move" or not isinstance(ready, MoveReady) or not ready.then:
                continue
            after = walk.submit(stored.pos, 0, first).pos
            moves = [path for path in walk.legal_moves(after, 0) if path[0] == "move"]
            plan = next(((first, path) for path in moves if path[:2] != ready.then), None)
            if plan is not None:
                break
        else:
            await app.game_service.play(match.id, ANA, walk.random_move(stored.pos, 0, luck))
            await handlers.harness.settle()
    first, following = plan
    advice = Advice((literal("one"), literal("two")), literal("why"), plan)
    app.hints.advise = AsyncMock(return_value=advice)  # type: ignore[method-assign]
    panel = await app.game_service.open_or_refresh_panel(match.id, ANA)
    follow = PanelId(match.id, panel.decision, 0, PanelAct.RUN, PanelVerb.FOLLOW_ADVICE)
    told = (await handlers.panels.handle_click(follow, ANA, "follow")).message
    assert told is not None
    assert "2. two" in text(told)
    opened = await app.game_service.open_or_refresh_panel(match.id, ANA)
    assert opened.path == following[:2]
    answers = [one for one in controls(told) if isinstance(one, Button) and one.style == "blue"]
    [answer] = [known for one in answers if isinstance(known := decode(one.id), PanelId)]
    assert answer.arg == following[2]
    rows = opened.match.rows
    await handlers.panels.handle_click(answer, ANA, "again")
    [entry] = await app.repo.game_log.entries(match.id, after=rows, upto=rows + 1)
    assert tuple(entry.row.path) == following


@pytest.mark.parametrize("left", [0, 22])
async def test_what_a_panel_has_no_room_to_tell_is_a_tap_away(
    handlers: HandlerHarness, left: int
) -> None:
    """Of much that happened three sentences stand above the question; the rest opens beside it, without a command."""
    match = await handlers.harness.table(2, game=EME)
    panel = await handlers.harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    news = (msg("host.end.won", seat=seat_name(1), n=3),)
    message = await handlers.panels.build_message(
        panel, ANA, recap=Recap(news, 0, True, news, left)
    )
    ways = [
        known.action for one in controls(message) if isinstance(known := decode(one.id), TableId)
    ]
    assert ("since" in ways, "22" in text(message)) == (left > 0, left > 0)
    assert "/mesa" not in text(message)


async def test_labels_are_whole_where_the_picture_could_not_be_drawn(
    handlers: HandlerHarness,
) -> None:
    app, rng = handlers.harness.app, Rng.of(3)
    match = await handlers.harness.table(2, game="era_medieval_age")
    app.renderer = NoRenderer()
    opened = (await handlers.panels.open(match.id, ANA)).message
    assert opened is not None
    whole, shown = labels(opened.without_picture()), labels(opened)
    assert len(whole) == len(shown), "buttons added later are there too"
    assert all(w.startswith(s) for w, s in zip(whole, shown, strict=True))
    by, key, options = ANA, "", list[Option]()
    while not options:
        stored = await app.repo.matches.load(match.id)
        assert stored is not None
        seat = walk.actors(stored.pos)[0]
        by, asked = PEOPLE[seat], walk.ask(stored.pos, seat)
        for option in asked.options if isinstance(asked, SelectPrompt) else ():
            below = walk.ask(stored.pos, seat, (option.key,))
            if isinstance(below, SelectPrompt) and any(one.short for one in below.options):
                key, options = option.key, [one for one in below.options if one.short]
                break
        if not options:
            async with app.locks(match.id):
                move = walk.random_move(stored.pos, seat, rng)
                await app.moves.play(stored, seat, move, "player")
    panel = await app.game_service.open_or_refresh_panel(match.id, by)
    step = PanelId(match.id, panel.decision, len(panel.path), PanelAct.PICK, key)
    message = (await handlers.panels.handle_click(step, by, handlers.click())).message
    assert message is not None
    assert message.picture_source is not None
    failed = message.without_picture(picture_failed=True)
    assert (failed.picture_source, failed.picture_failed) == (None, True)
    assert list(faults(failed)) == []
    words = Translator.of(await app.lobby.get(match.id), by.lang)
    for option in options:
        assert option.short is not None
        assert words(option.short) in " ".join(labels(message))
        assert words(option.label) in " ".join(labels(failed))
    assert failed.panel == message.panel
