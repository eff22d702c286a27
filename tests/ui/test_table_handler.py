"""Presses on the messages of a table, verb by verb."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from ai.think import STRENGTHS
from app.match.access import NOWHERE
from app.model.ai_request import DEFAULT_STRENGTH
from app.model.match import MessageRefs, UserError
from tests.app.harness import STRANGER
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from ui.components import Button, Message, Select
from ui.custom_ids import NO_MATCH, TableAction, TableId, decode
from ui.handlers.inbox import offer_channel
from ui.i18n import EMBLEMS, Translator
from ui.views.lobby.lobby_message import lobby_message, replaced_lobby_message

EME = "eight_minute_empire"


async def refused(call) -> str:
    with pytest.raises(UserError) as caught:
        await call
    return caught.value.what.key


# --- the lobby ---


async def test_people_sit_down_stand_up_and_computers_join(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(1, start=False)).id
    seated = await handlers.tap(match, "join", BRUNO)
    assert seated.public
    assert "Bruno" in text(seated)
    assert "Bruno" not in text(await handlers.tap(match, "leave", BRUNO))
    assert re.search("Bot", text(await handlers.tap(match, "bot")))
    await handlers.tap(match, "nobot")
    assert [seat.user for seat in (await handlers.harness.app.lobby.get(match)).seats] == [ANA.id]
    last = await handlers.tap(match, "leave", ANA)
    assert last.public
    table = await handlers.harness.app.lobby.get(match)
    assert last.message == replaced_lobby_message(table, Translator.of(table), "")


async def test_computer_players_are_seated_by_strength_and_say_which(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(1, game=EME, start=False)).id
    answer = await handlers.tap(match, "bot")
    menu = strength_menu(answer.message)
    assert [line.label for line in menu.choices] == [
        "Principiante ♙",
        "Fácil ♘",
        "Medio ♗",
        "Difícil ♖",
        "Experto ♕",
    ]
    assert all(line.description for line in menu.choices)
    answer = await handlers.tap(match, "bot", ANA, "1", "fierce")
    assert strength_menu(answer.message).id != menu.id, "so that a client offers it once more"
    shown = text(await handlers.tap(match, "bot", ANA, "easy"))  # a button of an older message
    for said in ("Bot 1 ♗ (medio)", "Bot 2 ♕ (experto)", "Bot 3 ♘ (fácil)"):
        assert said in shown
    without_expert = await handlers.tap((await handlers.harness.table(1, start=False)).id, "bot")
    assert [line.value for line in strength_menu(without_expert.message).choices] == [
        *STRENGTHS[:-1]
    ]
    with pytest.raises(UserError):
        await handlers.tap(match, "bot", ANA, "caretaker")


def strength_menu(message: Message | None) -> Select:
    """Return the menu of strengths on a lobby message."""
    assert message is not None
    (menu,) = [row for row in message.rows if isinstance(row, Select)]
    return menu


def test_every_strength_has_its_emblem_and_the_usual_one_is_medium() -> None:
    assert tuple(EMBLEMS) == STRENGTHS
    assert len(set(EMBLEMS.values())) == len(STRENGTHS)
    assert DEFAULT_STRENGTH == "medium"


async def test_who_chose_a_table_among_several_is_told_that_they_sit_there(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(1, start=False)).id
    assert match in text(await handlers.tap(NO_MATCH, "sit", BRUNO, "", match))


async def test_a_chosen_game_becomes_a_table_in_this_channel(handlers: HandlerHarness) -> None:
    told = text(await handlers.tap(NO_MATCH, "open", ANA, "es", EME, channel=5))
    (made,) = await handlers.harness.app.repo.matches.find()
    assert made.game == EME
    assert made.id in told
    for values, here in ((("chess",), 5), ((EME,), None), ((), 5)):
        assert (
            await refused(handlers.tap(NO_MATCH, "open", ANA, "es", *values, channel=here))
            == "ui.stale_control"
        )


async def test_a_table_is_opened_in_the_guild_of_the_tap_whatever_its_control_names(
    handlers: HandlerHarness,
) -> None:
    """Older versions wrote the server into the control."""
    await handlers.tap(NO_MATCH, "open", ANA, "es.7", EME, channel=5)
    (made,) = await handlers.harness.app.repo.matches.find()
    assert (made.places.guild, made.places.channel) == (1, 5)
    assert await handlers.harness.app.repo.audit_log.count(7) == 0
    assert (
        await refused(handlers.tap(NO_MATCH, "open", ANA, "es.1", EME, channel=5, origin=NOWHERE))
        == "ui.stale_control"
    )


async def test_options_are_leafed_through_and_set_by_the_organiser_alone(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME, start=False)
    page = await handlers.tap(match.id, "options")
    assert not page.edit
    assert any(isinstance(one, Select) for one in controls(page.message))
    opened = await handlers.tap(match.id, "option", ANA, "", "map_side")
    menus = [one for one in controls(opened.message) if isinstance(one, Select)]
    value = next(one for one in menus if one.id.endswith(":value:map_side"))
    other = next(choice for choice in value.choices if not choice.chosen)
    await handlers.press(opened.message, "", ANA, other.value)
    changed = (await handlers.harness.app.lobby.get(match.id)).options["map_side"]
    assert changed != match.options.get("map_side")
    only_looks = await handlers.tap(match.id, "options", BRUNO)
    assert not any(isinstance(one, Select) for one in controls(only_looks.message))
    assert (await handlers.tap(match.id, "options", ANA, "back")).edit


@pytest.mark.parametrize(
    ("arg", "values"),
    [("map_side", ("99",)), ("map_side", ()), ("nothing", ("0",)), ("map_side", ("x",))],
)
async def test_a_value_that_there_is_not_is_answered_as_old(
    handlers: HandlerHarness, arg: str, values: tuple[str, ...]
) -> None:
    match = await handlers.harness.table(2, game=EME, start=False)
    before = (await handlers.harness.app.lobby.get(match.id)).options
    assert text(await handlers.tap(match.id, "value", ANA, arg, *values))
    assert (await handlers.harness.app.lobby.get(match.id)).options == before


async def test_presets_and_sizes(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, game=EME, start=False)
    await handlers.tap(match.id, "preset", ANA, "", "campaign")
    await handlers.tap(match.id, "size", ANA, "", "4")
    now = await handlers.harness.app.lobby.get(match.id)
    assert (now.size, now.options["mode"]) == (4, "campaign")
    assert text(await handlers.tap(match.id, "size", ANA, "", "many"))
    assert await refused(handlers.tap(match.id, "size", ANA, "", "9")) == "host.trouble.size"


async def test_options_that_were_open_when_the_game_began_go_to_rest(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2, game=EME, start=False)
    await handlers.tap(match.id, "options")
    await handlers.harness.app.lobby.start(match.id, ANA)
    begun = await handlers.harness.app.lobby.get(match.id)
    value = ("value", "map_side", "0")
    for verb, arg, *values in (
        ("preset", "", "campaign"),
        ("size", "", "4"),
        ("pace", "", "now"),
        ("moving", ""),
        ("nobot", ""),
        ("option", "", "map_side"),
        value,
    ):
        said = await handlers.tap(match.id, verb, ANA, arg, *values)
        assert said.edit, verb
        assert labels(said.message) == ["🌐 English", "‹ Volver a la partida"], verb
        assert "ha empezado" in (said.message.content if said.message else ""), verb
        assert "solo se puede cambiar el idioma" in text(said), verb
    read = await handlers.tap(match.id, "options", BRUNO)
    assert not [one for one in labels(read.message) if "🌐" in one]
    assert "can't be changed anymore" in text(read)
    now = await handlers.harness.app.lobby.get(match.id)
    for name in ("size", "options", "preset", "pace", "animates", "seats"):
        assert getattr(now, name) == getattr(begun, name), name
    assert await refused(handlers.tap(match.id, "join", BRUNO)) == "host.trouble.playing"


@pytest.mark.parametrize(
    ("lang", "waits", "full"),
    [
        (
            "es",
            "Siéntate",
            "Ya no falta nadie. Ana puede pulsar Empezar. Al cabo de un día podrá hacerlo cualquiera de la mesa.",
        ),
        (
            "en",
            "Join and play",
            "Everyone's here. Ana can press Start. After a day, any player can.",
        ),
    ],
)
async def test_a_full_lobby_says_who_begins(
    handlers: HandlerHarness, lang: str, waits: str, full: str
) -> None:
    match = await handlers.harness.table(2, game=EME, start=False)
    few = structs.replace(match, size=3)
    for table, told in ((few, waits), (structs.replace(match, size=2), full)):
        card = lobby_message(table, Translator.of(table, lang)).embed
        assert card is not None
        assert told in card.footer


async def test_starting_leaves_the_showing_to_the_publisher(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2, start=False)
    assert (await handlers.tap(match.id, "start")).message is None
    await handlers.harness.settle()
    assert handlers.harness.notifier.shown
    assert (await handlers.tap(match.id, "board")).message is not None, (
        "an old lobby's button finds the game"
    )


# --- a game ---


async def test_the_table_can_be_read_looked_at_and_looked_up(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    for verb in ("text", "board", "log", "since", "help", "score", "verify"):
        answer = await handlers.tap(match, verb)
        assert text(answer).strip(), verb
    assert (await handlers.tap(match, "log", ANA, "0")).edit
    assert not (await handlers.tap(match, "log", STRANGER)).edit


async def test_a_part_of_the_table_is_told_in_words_and_one_that_is_gone_shows_the_board(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    part = text(await handlers.tap(match, "look", ANA, "map"))
    assert part != text(await handlers.tap(match, "board"))
    assert text(await handlers.tap(match, "look", ANA, "nothing")) == text(
        await handlers.tap(match, "board")
    )
    assert text(await handlers.tap(match, "look_text", ANA, "", "map.0")) == part


async def test_help_without_a_table_and_rules_by_chapter_or_reason(
    handlers: HandlerHarness,
) -> None:
    assert text(await handlers.tap(NO_MATCH, "help"))
    first = await handlers.tap(NO_MATCH, "rules", ANA, f"{EME}.1")
    assert first.edit
    by_reason = await handlers.tap(NO_MATCH, "rules", ANA, f"{EME}.sea")
    assert not by_reason.edit
    assert text(by_reason) != text(first)
    chosen = await handlers.tap(NO_MATCH, "rules", ANA, EME, "2")
    assert text(chosen) not in (text(first), text(by_reason))


async def test_my_hand_belongs_to_who_sits_and_says_that_messages_are_closed(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    assert await refused(handlers.tap(match, "hand", STRANGER)) == "host.trouble.not_seated"
    closed = structs.replace(ANA, dm_closed=True)
    handlers.rooms.open = False
    shut = text(await handlers.tap(match, "hand", closed))
    handlers.rooms.open = True
    assert shut != text(await handlers.tap(match, "hand", closed))


async def test_an_undo_that_cannot_be_says_so_and_changes_nothing(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2)
    await handlers.harness.to_turns(match)
    rows = (await handlers.harness.app.lobby.get(match.id)).rows
    assert text(await handlers.tap(match.id, "undo", BRUNO)), "the reason, and what there is to do"
    assert (await handlers.harness.app.lobby.get(match.id)).rows == rows, (
        "what was thrown stays thrown"
    )


async def test_who_gives_up_is_asked_once_more(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2)).id
    asked = await handlers.tables.ask_to_resign(match, BRUNO)
    assert (await handlers.harness.app.lobby.get(match)).seats[1].user == BRUNO.id
    assert (
        await refused(handlers.tables.ask_to_resign(match, STRANGER)) == "host.trouble.not_seated"
    )
    sure = next(one for one in controls(asked.message) if one.id.endswith(":resign_sure"))
    assert isinstance(sure, Button)
    await handlers.press(asked.message, sure.label, BRUNO)
    assert (await handlers.harness.app.lobby.get(match)).seats[1].computer


async def test_orders_are_given_and_what_is_no_order_is_answered_as_old(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2)).id
    page = await handlers.tap(match, "orders")
    assert controls(page.message)
    before = (await handlers.harness.app.standing_orders.look(match, ANA)).values
    assert text(await handlers.tap(match, "order", ANA, "nothing.1"))
    assert (await handlers.harness.app.standing_orders.look(match, ANA)).values == before
    setting = (await handlers.harness.app.standing_orders.look(match, ANA)).settings[0]
    await handlers.tap(match, "order", ANA, f"{setting.id}.1")
    assert (await handlers.harness.app.standing_orders.look(match, ANA)).values != before


async def test_a_rematch_names_the_new_table(handlers: HandlerHarness) -> None:
    match = await handlers.harness.table(2)
    assert (await handlers.harness.finish(match)).status == "ended"
    codes = {one.id for one in await handlers.harness.app.repo.matches.find()}
    told = text(await handlers.tap(match.id, "rematch"))
    (new,) = {one.id for one in await handlers.harness.app.repo.matches.find()} - codes
    assert new in told
    assert "Sentarme" in told
    told = text(await handlers.tap(match.id, "rematch", BRUNO))
    full = "Everyone's here. Ana can press Start. After a day, any player can."
    assert told == f"You have a seat in the rematch at table {new}. {full}"
    assert "pulsa Empezar" in text(await handlers.tap(match.id, "rematch"))
    await handlers.harness.app.lobby.start(new, ANA)
    assert (
        text(await handlers.tap(match.id, "rematch"))
        == f"La revancha ya ha empezado en la mesa {new}."
    )
    assert (
        text(await handlers.tap(match.id, "rematch", BRUNO))
        == f"The rematch has started at table {new}."
    )


# --- the bot's admin ---


async def test_only_who_runs_the_bot_lets_a_halted_table_go_on(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2)).id
    assert await refused(handlers.tap(match, "resume", STRANGER)) == "ui.halted.admin_only"


async def test_who_is_forgotten_is_told_of_how_many_tables(handlers: HandlerHarness) -> None:
    await handlers.harness.table(2)
    assert text(await handlers.tap(NO_MATCH, "erase_sure", BRUNO))
    assert await handlers.harness.app.repo.users.get(BRUNO.id) is None


async def test_a_table_without_a_channel_can_be_brought_here_by_who_plays(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.app.lobby.get((await handlers.harness.table(2)).id)
    assert offer_channel(match, ANA, TableAction.OPEN_PANEL) is None, "it has one"
    match.places = MessageRefs(guild=1)
    assert offer_channel(match, STRANGER, TableAction.OPEN_PANEL) is None
    offered = offer_channel(match, ANA, TableAction.OPEN_PANEL)
    assert offered is not None
    assert len(labels(offered.message)) == 2
    assert (
        await refused(handlers.tap(match.id, "move", ANA, in_dm=True, channel=4))
        == "ui.server_only"
    )
    assert await refused(handlers.tap(match.id, "move")) == "ui.server_only"
    assert text(await handlers.tap(match.id, "move", ANA, channel=4))
    handlers.rooms.shut = {6}
    assert await refused(handlers.tap(match.id, "move", ANA, channel=6)) == "ui.no_permissions"
    assert (
        await refused(handlers.tap(NO_MATCH, "try_here", BRUNO, "4", channel=4))
        == "ui.setup.not_yours"
    )
    assert handlers.rooms.tried == [4]


async def test_a_channel_is_tried_where_the_button_stands_and_nowhere_else(
    handlers: HandlerHarness,
) -> None:
    assert "<#4>" in text(
        await handlers.tap(NO_MATCH, "try_here", ANA, "4", channel=4, setup_guild=1)
    )
    assert (
        await refused(handlers.tap(NO_MATCH, "try_here", ANA, "4", channel=5, setup_guild=1))
        == "ui.stale_control"
    )
    assert (
        await refused(handlers.tap(NO_MATCH, "try_here", BRUNO, "4", channel=4))
        == "ui.setup.not_yours"
    )
    assert handlers.rooms.tried == [4]


async def test_a_verb_of_an_older_bot_shows_the_table(handlers: HandlerHarness) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    old = decode(f"t1:{match}:dance")
    assert isinstance(old, TableId)
    assert text(await handlers.tap(match, old.action)) == text(await handlers.tap(match, "board"))


async def test_a_question_is_explained_in_its_panel_as_far_as_it_was_chosen(
    handlers: HandlerHarness,
) -> None:
    match = (await handlers.harness.table(2, game=EME)).id
    before = (await handlers.harness.app.lobby.get(match)).version
    told = await handlers.tap(match, "explain")
    assert told.edit, "in the same message"
    assert not told.public
    assert re.search("elige carta antes|first pick", text(told))
    assert told.message is not None
    assert told.message.embed is not None
    assert told.message.embed.text.split("\n")[0] in text(
        await handlers.tap(match, "help", ANA, "turn")
    )
    assert not re.search(
        "elige carta antes|first pick", text(await handlers.tap(match, "explain", STRANGER))
    ), "nobody asks them"
    assert (await handlers.harness.app.lobby.get(match)).version == before
