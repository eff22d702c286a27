"""Users whom the Integrations settings allow `/setup` may use its pages for an hour."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.admin import SetupCog
from tests.app.harness import PEOPLE
from tests.ui.publisher_harness import PublisherHarness
from tests.ui.ways_in import GUILD, ROOM, Call, Visitor
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.interactions.dispatcher import Dispatcher
from ui.permissions import SETUP_LASTS_S

pytestmark = pytest.mark.usefixtures("never_deferred")

ANA, BRUNO, *_ = PEOPLE
HERE = frozenset({ROOM})
BRUNO_HERE = Visitor(BRUNO, GUILD, ROOM, HERE)
PAGES = [
    ("defaults", "", ()),
    ("default", "pace", ("week",)),
    ("done", "", ()),
    ("ratings", "on", ()),
    ("try_here", str(ROOM), ()),
]
REFUSED = "people with access to `/setup`"


async def opened(hands: Dispatcher, who: Visitor = BRUNO_HERE) -> Call:
    """Run `/setup` as a user whom Discord lets use it."""
    call = Call(who, hands)
    cog = SetupCog(hands)
    setup: Any = cog.setup.callback  # discord.py types it as if it were bound
    await setup(cog, call)
    return call


async def press(
    hands: Dispatcher,
    verb: str,
    arg: str = "",
    *values: str,
    who: Visitor = BRUNO_HERE,
    on: Any = None,
) -> str:
    call = Call(who, hands, encode(TableId(NO_MATCH, TableAction(verb), arg)), *values, own=True)
    call.message = on or call.message
    await hands.on_component(cast("discord.Interaction[Any]", call))
    return call.words


def answer_of_setup(
    at: float,
    *,
    by: int = BRUNO.id,
    kind: discord.InteractionType = discord.InteractionType.application_command,
    verbs: tuple[str, ...] = ("try_here", "defaults", "done", "ratings"),
    ephemeral: bool = True,
    application: int = 1,
) -> Any:
    """A message as Discord hands it back with a press on it: what it answers, whose command that was, what is on it."""
    number = discord.utils.time_snowflake(datetime.fromtimestamp(at, UTC))
    row = SimpleNamespace(
        children=[
            SimpleNamespace(custom_id=encode(TableId(NO_MATCH, TableAction(one)))) for one in verbs
        ]
    )
    return SimpleNamespace(
        id=number + 1,
        flags=SimpleNamespace(ephemeral=ephemeral),
        embeds=[],
        attachments=[],
        components=[row],
        application_id=application,
        interaction_metadata=SimpleNamespace(id=number, type=kind, user=SimpleNamespace(id=by)),
    )


@pytest.mark.parametrize(("verb", "arg", "values"), PAGES)
async def test_who_was_let_in_uses_every_page_and_nobody_else_does(
    shown: PublisherHarness, hands: Dispatcher, verb: str, arg: str, values: tuple[str, ...]
) -> None:
    assert REFUSED in await press(hands, verb, arg, *values)
    assert "Sobremesa on this server" in str(
        (await opened(hands)).answers[-1][1]["embed"].author.name
    )
    assert REFUSED not in await press(hands, verb, arg, *values)
    ana = await press(hands, verb, arg, *values, who=Visitor(ANA, GUILD, ROOM, HERE))
    assert "quien administra este servidor" in ana, "another person, who was not let in"
    for elsewhere in (Visitor(BRUNO, 9, 90, HERE), Visitor(BRUNO, None, 700)):
        assert REFUSED in await press(hands, verb, arg, *values, who=elsewhere)


async def test_after_an_hour_it_is_asked_for_again(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    await opened(hands)
    shown.clock.at += SETUP_LASTS_S - 1
    assert REFUSED not in await press(hands, "defaults")
    assert REFUSED not in await press(hands, "default", "pace", "week"), "a page of a page"
    shown.clock.at += 1
    assert REFUSED in await press(hands, "defaults")
    await opened(hands)
    assert REFUSED not in await press(hands, "defaults")


async def test_after_a_restart_the_answer_to_the_command_proves_it(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    now = shown.clock.now()
    assert REFUSED not in await press(hands, "done", on=answer_of_setup(now - 60))
    assert REFUSED not in await press(hands, "default", "pace", "week"), (
        "and so the pages that it leads to"
    )
    shown.clock.at += SETUP_LASTS_S - 60
    assert REFUSED in await press(hands, "default", "pace", "week"), (
        "the hour began with the command"
    )


@pytest.mark.parametrize(
    "how",
    [
        {"by": ANA.id},
        {"kind": discord.InteractionType.component},
        {"ephemeral": False},
        {"application": 2},
        {"verbs": ("snooze",)},
        {"verbs": ("done",)},
        {"verbs": ()},
    ],
)
async def test_no_other_message_proves_it(
    shown: PublisherHarness, hands: Dispatcher, how: dict[str, Any]
) -> None:
    """Somebody else's, an answer to a button, a public one, another bot's, and those that /setup did not write."""
    assert REFUSED in await press(hands, "done", on=answer_of_setup(shown.clock.now() - 60, **how))
    nameless = answer_of_setup(shown.clock.now() - 60)
    nameless.interaction_metadata = None
    assert REFUSED in await press(hands, "done", on=nameless)
    assert REFUSED in await press(
        hands, "done", on=answer_of_setup(shown.clock.now() - SETUP_LASTS_S)
    )


async def test_manage_server_needs_no_command(shown: PublisherHarness, hands: Dispatcher) -> None:
    who = Visitor(BRUNO, GUILD, ROOM, HERE, discord.Permissions(manage_guild=True))
    assert REFUSED not in await press(hands, "defaults", who=who)


async def test_going_back_in_a_game_stays_with_who_manages_the_server(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    """`/setup` does not lead there, and a table is looked after by who has Manage Server."""
    match = await shown.table(2, game="eight_minute_empire")
    await opened(hands)
    call = Call(
        Visitor(BRUNO, GUILD, ROOM, HERE),
        hands,
        encode(TableId(match.id, TableAction.REWIND, "0.1")),
    )
    await hands.on_component(cast("discord.Interaction[Any]", call))
    assert "Your table can vote on it" in call.words
