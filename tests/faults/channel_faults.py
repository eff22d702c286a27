"""Faults caused by users and admins in the channels of a table."""

from __future__ import annotations

from typing import Any

from sandbox.services import channels
from tests.faults.case import Case, End, fault

PERMISSIONS = (
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
)


async def _delete_message(case: Case, place: str) -> None:
    """Delete a message of the table, if it exists.

    Not of an ended game: the bot does not receive deletions, and no later move would post the
    message again.
    """
    table = await case.table()
    number = str(getattr(table.places, place))
    if table.status != "ended" and case.harness.box.store.message(number) is not None:
        await case.do("message.delete", message=number)


@fault("the table's message is deleted", lasts=(5.0,), moves=True)
async def board(case: Case) -> End | None:
    await _delete_message(case, "board")
    return None


@fault("the summons is deleted", lasts=(5.0,), moves=True)
async def summons(case: Case) -> End | None:
    await _delete_message(case, "ping")
    return None


async def _delete_channel(case: Case, number: int) -> None:
    """Delete a channel if it exists: the user may have moved the table."""
    if str(number) in case.harness.box.world.channels:
        await case.do("channel.delete", channel=str(number))


@fault(
    "the channel is deleted", lasts=(5.0,), lines=2, tells=("se ha borrado", "was deleted")
)  # of each table that lived there
async def channel(case: Case) -> End | None:
    await _delete_channel(case, (await case.table()).places.channel)
    return None


@fault("the thread is deleted", lasts=(5.0,), thread=True)
async def thread(case: Case) -> End | None:
    await _delete_channel(case, (await case.table()).places.thread)
    return None


async def _change_thread(case: Case, **changes: Any) -> None:
    world = case.harness.box.world
    doc = world.channels.get(str((await case.table()).places.thread))
    if doc is not None:
        channels.set_thread(world, doc, changes)


@fault("the thread is archived", lasts=(5.0, 90.0), thread=True)
async def archived(case: Case) -> End | None:
    await _change_thread(case, archived=True)
    return None


@fault("the thread is archived and locked, and opened again", lasts=(5.0, 90.0), thread=True)
async def locked(case: Case) -> End:
    await _change_thread(case, archived=True, locked=True)

    async def end() -> None:
        await _change_thread(case, archived=False, locked=False)

    return end


@fault("the bot is sent out of the server, and invited again", lasts=(5.0, 600.0))
async def server(case: Case) -> End:
    guild, bot = next(iter(case.harness.box.world.guilds)), case.harness.box.world.bots()[0]["id"]
    await case.do("bot.leave", guild=guild, bot=bot)

    async def end() -> None:
        await case.do("bot.invite", guild=guild, bot=bot)

    return end


@fault("direct messages are closed, and opened again", lasts=(30.0,))
async def dms(case: Case) -> End:
    await case.do("user.set", user=case.who, dms_open=False)

    async def end() -> None:
        await case.do("user.set", user=case.who, dms_open=True)

    return end


def _without_permission(name: str) -> Any:
    async def begin(case: Case) -> End:
        place = str((await case.table()).places.channel)
        if place in case.harness.box.world.channels:
            await case.do("faults", missing={place: [name]})

        async def end() -> None:
            if place in case.harness.box.world.channels:
                await case.do("faults", missing={place: []})

        return end

    return begin


LACKS = ("Me falta el permiso", "Me faltan permisos", "I'm missing the", "I'm missing permissions")
for _name in PERMISSIONS:
    fault(f"{_name} is lost, and given back", lasts=(20.0, 200.0), tells=LACKS)(
        _without_permission(_name)
    )
