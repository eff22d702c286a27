"""Invitations: one ping per guest, few per hour, as many as there are free seats.

The message is deleted when the guest sits down.
"""

from __future__ import annotations

import pytest

from app.model.match import Match, User, UserError
from app.people.rate_limits import HOURLY
from app.social.invitations import OPEN_FOR_S, Guest
from tests.app.harness import PEOPLE, STRANGER, AppHarness

ANA, BRUNO, CARLA, DIEGO, EVA = PEOPLE
GUILD, ROOM = 1, 2


class Room:
    """Place in which invitations are posted."""

    def __init__(self) -> None:
        self.called = list[int]()
        self.fails = False

    def to(self, user: int):
        async def send(table: Match) -> tuple[int, int]:
            if self.fails:
                raise ConnectionError("Discord is away")
            self.called.append(user)
            return table.places.home, 1000 + len(self.called)

        return send


@pytest.fixture
def room() -> Room:
    return Room()


async def invite(
    harness: AppHarness, room: Room, match: Match, by: User, guest: User, **more
) -> Match:
    asked = Guest(**{"user": guest.id, "name": guest.name, "guild": GUILD, **more})
    return await harness.app.invitations.invite(match.id, by, asked, room.to(guest.id), None)


async def refused(call) -> str:
    with pytest.raises(UserError) as trouble:
        await call
    return trouble.value.what.key.removeprefix("host.trouble.")


async def messages(harness: AppHarness, match: Match) -> list[tuple[int, int]]:
    """Whom the invitations that are still there call, and by which message."""
    return [
        (one.user, one.message) for one in await harness.app.repo.invitations.of_match(match.id)
    ]


async def test_nobody_is_called_twice(harness: AppHarness, room: Room) -> None:
    match = await harness.table(2, start=False)
    assert (await invite(harness, room, match, ANA, CARLA)).invited == [CARLA.id]
    for by in (ANA, BRUNO, ANA):
        harness.clock.at += 2 * OPEN_FOR_S
        assert await refused(invite(harness, room, match, by, CARLA)) == "invited_already"
    assert room.called == [CARLA.id]
    await harness.app.lobby.join(match.id, CARLA)
    assert await refused(invite(harness, room, match, ANA, CARLA)) == "sits_already"


async def test_who_can_not_come_is_not_called(harness: AppHarness, room: Room) -> None:
    match = await harness.table(2, start=False)
    for guest, more, why in (
        (ANA, {}, "seated"),
        (BRUNO, {}, "sits_already"),
        (CARLA, {"bot": True}, "invite_bot"),
        (CARLA, {"guild": 0}, "invite_stranger"),
        (CARLA, {"guild": 9}, "invite_stranger"),
    ):
        assert await refused(invite(harness, room, match, ANA, guest, **more)) == why
    assert await refused(invite(harness, room, match, STRANGER, CARLA)) == "not_seated"
    begun = await harness.table(2)
    assert await refused(invite(harness, room, begun, ANA, CARLA)) == "playing"
    assert room.called == []
    assert (await harness.app.lobby.get(match.id)).invited == []


async def test_as_many_invitations_are_open_as_seats_are_free(
    harness: AppHarness, room: Room
) -> None:
    match = await harness.table(2, start=False)
    await harness.app.lobby.set_size(match.id, ANA, 4)
    await invite(harness, room, match, ANA, CARLA)
    await invite(harness, room, match, BRUNO, DIEGO)
    assert await refused(invite(harness, room, match, ANA, EVA)) == "invites_open"
    await harness.app.lobby.join(match.id, CARLA)
    assert await refused(invite(harness, room, match, ANA, EVA)) == "invites_open", (
        "one seat is free, and Diego may take it"
    )
    await harness.app.lobby.set_size(match.id, ANA, 5)
    await invite(harness, room, match, ANA, EVA)
    assert room.called == [CARLA.id, DIEGO.id, EVA.id]
    for one in (DIEGO, EVA):
        await harness.app.lobby.join(match.id, one)
    assert await refused(invite(harness, room, match, ANA, STRANGER)) == "full"


async def test_an_invitation_that_nobody_answers_holds_no_seat_for_ever(
    harness: AppHarness, room: Room
) -> None:
    match = await harness.table(2, start=False)
    await harness.app.lobby.set_size(match.id, ANA, 3)
    await invite(harness, room, match, ANA, CARLA)
    assert await refused(invite(harness, room, match, ANA, DIEGO)) == "invites_open"
    harness.clock.at += OPEN_FOR_S
    await invite(harness, room, match, ANA, DIEGO)
    assert room.called == [CARLA.id, DIEGO.id]


async def test_ten_an_hour_and_those_refused_do_not_count(harness: AppHarness, room: Room) -> None:
    guests = [User(5000 + n, f"G{n}") for n in range(HOURLY["invite"] + 1)]
    tables = [await harness.table(1, start=False) for _ in range(4)]
    for n, guest in enumerate(guests[:-1]):
        await invite(harness, room, tables[n // 3], ANA, guest)
        assert await refused(invite(harness, room, tables[n // 3], ANA, guest)) == "invited_already"
    with pytest.raises(UserError) as trouble:
        await invite(harness, room, tables[3], ANA, guests[-1])
    assert trouble.value.what.key == "host.trouble.too_often"
    assert trouble.value.what.args == {"times": HOURLY["invite"], "n": 60}
    assert len(room.called) == HOURLY["invite"]
    assert guests[-1].id not in (await harness.app.lobby.get(tables[3].id)).invited
    harness.clock.at += 3600
    await invite(harness, room, tables[3], ANA, guests[-1])


async def test_an_invitation_that_could_not_be_posted_can_be_sent_again(
    harness: AppHarness, room: Room
) -> None:
    match = await harness.table(1, start=False)
    room.fails = True
    with pytest.raises(ConnectionError):
        await invite(harness, room, match, ANA, CARLA)
    room.fails = False
    await invite(harness, room, match, ANA, CARLA)
    assert await messages(harness, match) == [(CARLA.id, 1001)]


async def test_who_was_in_the_former_game_is_called_once_by_name(
    harness: AppHarness, room: Room
) -> None:
    """A rematch lets them in without a word; somebody may still call them."""
    match = await harness.table(2)
    table = await harness.app.lobby.get(match.id)
    table.status = "ended"
    async with harness.app.locks(match.id):
        await harness.app.moves.save(table)
    new = await harness.app.lobby.rematch(match.id, ANA)
    assert new.invited == [BRUNO.id]
    await invite(harness, room, new, ANA, BRUNO)
    assert room.called == [BRUNO.id]


async def test_the_button_seats_the_guest_alone(harness: AppHarness, room: Room) -> None:
    match = await harness.table(1, start=False)
    await invite(harness, room, match, ANA, CARLA)
    assert await refused(harness.app.invitations.accept(match.id, DIEGO)) == "not_invited"
    table = await harness.app.invitations.accept(match.id, CARLA)
    assert table.names == ("Ana", "Carla")
    assert await refused(harness.app.invitations.accept(match.id, CARLA)) == "seated_wait"


@pytest.mark.parametrize("how", ["sits", "begins", "closes", "kicked", "erased"])
async def test_messages_that_have_served_are_to_go(
    harness: AppHarness, room: Room, how: str
) -> None:
    match = await harness.table(2, start=False)
    await harness.app.users.get(CARLA.id, CARLA.name)
    await invite(harness, room, match, ANA, CARLA)
    await invite(harness, room, match, ANA, DIEGO)
    over = harness.app.invitations.finished
    assert await over(await harness.app.lobby.get(match.id)) == []
    everybody = [1001, 1002]
    match how:
        case "sits":
            await harness.app.lobby.join(match.id, CARLA)
        case "kicked":
            await harness.app.lobby.join(match.id, CARLA)
            await harness.app.lobby.kick(match.id, ANA, CARLA.id)
        case "erased":
            await harness.app.privacy.erase(CARLA)
        case "begins":
            await harness.app.lobby.start(match.id, ANA)
        case "closes":
            await harness.app.lobby.close(match.id, ANA)
    await harness.reopen()  # a restart forgets none
    gone = await harness.app.invitations.finished(await harness.app.lobby.get(match.id))
    assert [one.message for one in gone] == (
        everybody if how in ("begins", "closes") else everybody[:1]
    )
    assert CARLA.id not in [one.user for one in gone] or how != "erased"
    for one in gone:
        await harness.app.invitations.forget(one)
    assert len(await messages(harness, match)) == 2 - len(gone)


async def test_a_guest_who_erases_themselves_is_in_no_invitation(
    harness: AppHarness, room: Room
) -> None:
    match = await harness.table(1, start=False)
    await harness.app.users.get(CARLA.id, CARLA.name)
    await invite(harness, room, match, ANA, CARLA)
    await harness.app.privacy.erase(CARLA)
    assert (await harness.app.lobby.get(match.id)).invited == []
    assert await messages(harness, match) == [(-1001, 1001)]
