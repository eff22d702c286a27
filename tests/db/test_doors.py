"""Access to tables and invitations, in both databases."""

from __future__ import annotations

from app.ports.access import Invitation, MatchAccess
from app.ports.repo import Spectator
from tests.database import database_of
from tests.db.test_store import begun, table


async def test_a_door_says_where_a_table_lives_and_what_ties_one_user_to_it(store):
    match = await begun(store)
    home = (match.places.guild, match.places.channel, match.places.thread)
    seated = next(seat.user for seat in match.seats if seat.user is not None)
    assert await store.matches.access("AAA", seated) == MatchAccess(
        *home, seated=True, invited=seated in match.invited
    )
    assert await store.matches.access("AAA", 999) == MatchAccess(*home)
    await store.spectators.save(Spectator("AAA", 999, 1.0))
    assert await store.matches.access("AAA", 999) == MatchAccess(*home, follows=True)
    assert await store.matches.access("ZZZ", seated) is None
    lobby = table("BBB")
    lobby.invited = [2**62, 7]
    await store.matches.create(lobby)
    assert [(await store.matches.access("BBB", user)).invited for user in (2**62, 7, 77)] == [
        True,
        True,
        False,
    ]
    await database_of(store).execute(
        "UPDATE matches SET invited = '[7, \"x\"' WHERE id = 'BBB'", ()
    )
    assert not (await store.matches.access("BBB", 7)).invited, (
        "what can't be read lets nobody in, and is no error"
    )


async def test_invitations_are_kept_until_their_messages_are_gone(store):
    await begun(store)
    first, later = Invitation("AAA", 5, 1.0), Invitation("AAA", 6, 0.5, 2**62, 2**62 + 1)
    for one in (first, later):
        await store.invitations.save(one)
    assert await store.invitations.of_match("AAA") == [later, first]
    sent = Invitation("AAA", 5, 1.0, 8, 9)
    await store.invitations.save(sent)
    assert await store.invitations.of_match("AAA") == [later, sent]
    await store.invitations.forget("AAA", 6)
    await store.invitations.forget("AAA", 6)
    assert await store.invitations.of_match("AAA") == [sent]
    assert await store.invitations.of_match("BBB") == []
    await store.users.forget(5)
    assert await store.invitations.of_match("AAA") == [Invitation("AAA", -9, 1.0, 8, 9)], (
        "its message is still to be taken away"
    )
    await store.invitations.save(first)
    await store.users.forget(5)
    assert [one.user for one in await store.invitations.of_match("AAA")] == [-9], (
        "of one that was never sent nothing is left"
    )
    await store.retention.delete_matches(["AAA"])
    assert await store.invitations.of_match("AAA") == []
