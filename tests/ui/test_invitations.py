"""`/table invite`: one message with a ping and a button, deleted once the guest sits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from app.model.match import Match
from cogs.table import TableCog
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import refusal
from tests.ui.publisher_harness import PublisherHarness
from tests.ui.ways_in import GUILD, ROOM, Call, Visitor, member
from ui.custom_ids import TableAction, TableId, encode
from ui.interactions.dispatcher import Dispatcher

pytestmark = pytest.mark.usefixtures("never_deferred")

EME = "eight_minute_empire"
ANA, BRUNO, CARLA, DIEGO, _ = PEOPLE
HERE = frozenset({ROOM})


async def invite(
    shown: PublisherHarness, hands: Dispatcher, match: Match, guest: Any, by: Visitor | None = None
) -> str:
    """Run the invite command and return its answer."""
    call = Call(by or Visitor(ANA, GUILD, ROOM, HERE), hands)
    command = next(one for one in TableCog(hands).walk_app_commands() if one.name == "invite")
    await command.callback(command.binding, call, user=guest, table=match.id)  # type: ignore[union-attr, arg-type]
    await hands.idle()
    await shown.settle()
    return call.words


async def press(shown: PublisherHarness, hands: Dispatcher, match: Match, by: Visitor) -> Call:
    call = Call(by, hands, encode(TableId(match.id, TableAction.ACCEPT_INVITATION)))
    await hands.on_component(cast("discord.Interaction[Any]", call))
    await hands.idle()
    await shown.settle()
    return call


def invitations(shown: PublisherHarness) -> list[dict[str, Any]]:
    """Return the messages in the channel that invite somebody."""
    return [
        fields
        for fields in shown.room.messages.values()
        if "te invita" in (fields.get("content") or "")
    ]


async def test_it_pings_the_guest_once_and_its_button_seats_them(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(1, game=EME, start=False)
    assert "Invitación enviada a Carla" in await invite(
        shown, hands, match, member(CARLA.id, "Carla")
    )
    (message,) = invitations(shown)
    assert message["content"].startswith(f"<@{CARLA.id}>, Ana te invita a ")
    assert [one.id for one in message["allowed_mentions"].users] == [CARLA.id]
    (button,) = message["view"].children
    assert (button.label, button.custom_id, button.style) == (
        "Sentarme",
        f"t1:{match.id}:accept",
        discord.ButtonStyle.success,
    )
    for _ in range(3):
        assert "ya tiene una invitación y ha recibido un aviso." in await invite(
            shown, hands, match, member(CARLA.id, "Carla")
        )
    assert len(invitations(shown)) == 1
    other = await press(shown, hands, match, Visitor(DIEGO, GUILD, ROOM, HERE))
    assert "no es para ti" in other.words
    seated = await press(shown, hands, match, Visitor(CARLA, GUILD, ROOM, HERE))
    assert "Te has sentado en" in seated.words
    assert seated.how == ["send"], "the invitation itself goes"
    assert (await shown.match(match)).names == ("Ana", "Carla")
    assert invitations(shown) == []
    assert await shown.app.repo.invitations.of_match(match.id) == []


async def test_a_guest_without_the_channel_may_come_from_anywhere_by_the_code(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(1, game=EME, start=False)
    said = await invite(shown, hands, match, member(CARLA.id, "Carla", sees=frozenset()))
    assert f"Envíale el código {match.id}" in said
    afar = await press(shown, hands, match, Visitor(CARLA, None, 700))
    assert "Te has sentado en" in afar.words


@pytest.mark.parametrize(
    ("guest", "by", "said"),
    [
        (member(77, "Otro bot", bot=True), None, "No se puede invitar a bots."),
        (
            SimpleNamespace(id=88, display_name="Lejos", bot=False),
            None,
            "Lejos no está en el servidor",
        ),
        (member(CARLA.id, "Carla"), Visitor(ANA, 9, 90), "no está en el servidor"),
        (member(CARLA.id, "Carla"), Visitor(ANA, None, 700), "no está en el servidor"),
        (member(ANA.id, "Ana"), None, "Ya tienes sitio"),
    ],
)
async def test_who_can_not_come_is_refused_in_words_and_nobody_is_called(
    shown: PublisherHarness, hands: Dispatcher, guest: Any, by: Visitor | None, said: str
) -> None:
    match = await shown.table(1, game=EME, start=False)
    assert said in await invite(shown, hands, match, guest, by)
    assert invitations(shown) == []
    assert (await shown.match(match)).invited == []


async def test_thirty_three_commands_make_ten_pings_in_an_hour(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    tables = [await shown.table(1, game=EME, start=False) for _ in range(3)]
    said = [
        await invite(shown, hands, tables[n % 3], member(5000 + n // 2, f"G{n // 2}"))
        for n in range(33)
    ]
    assert len(invitations(shown)) == 10
    assert any("veces en una hora" in one for one in said)


async def test_where_the_bot_may_not_write_nothing_is_counted_as_sent(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(1, game=EME, start=False)
    await shown.settle()
    shown.room.fail("send", refusal(403, 50013))
    assert "permiso" in await invite(shown, hands, match, member(CARLA.id, "Carla"))
    assert "Invitación enviada" in await invite(shown, hands, match, member(CARLA.id, "Carla"))
    assert len(invitations(shown)) == 1


@pytest.mark.parametrize("how", ["start", "close", "restart"])
async def test_invitations_go_when_the_table_begins_or_closes_and_after_a_restart(
    shown: PublisherHarness, hands: Dispatcher, how: str
) -> None:
    match = await shown.table(2, game=EME, start=False)
    for guest in (CARLA, DIEGO):
        await invite(shown, hands, match, member(guest.id, guest.name))
    assert len(invitations(shown)) == 2
    if how == "restart":
        shown.app.publish_scheduler.match_publisher = (
            None  # the process ends before the lobby shows who sat down
        )
        await shown.app.lobby.join(match.id, CARLA)
        await shown.restart()
        await shown.settle()
        assert [one["content"].split(",")[0] for one in invitations(shown)] == [f"<@{DIEGO.id}>"]
        return
    await (shown.app.lobby.start if how == "start" else shown.app.lobby.close)(match.id, ANA)
    await shown.settle()
    assert invitations(shown) == []


async def test_who_is_forgotten_is_called_by_no_message_any_more(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(1, game=EME, start=False)
    await invite(shown, hands, match, member(CARLA.id, "Carla"))
    await shown.app.privacy.erase(CARLA)
    await shown.settle()
    assert invitations(shown) == []
