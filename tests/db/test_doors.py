"""Access to tables and invitations, in both databases."""

from __future__ import annotations

from app.ports.access import Invitation, MatchAccess
from app.ports.store import Follower
from tests.database import database_of
from tests.db.test_store import begun, table


async def test_a_door_says_where_a_table_lives_and_what_ties_one_user_to_it(store):
    match = await begun(store)
    home = (match.places.guild, match.places.channel, match.places.thread)
    seated = next(seat.user for seat in match.seats if seat.user is not None)
    assert await store.door("AAA", seated) == MatchAccess(
        *home, seated=True, invited=seated in match.invited
    )
    assert await store.door("AAA", 999) == MatchAccess(*home)
    await store.save_follower(Follower("AAA", 999, 1.0))
    assert await store.door("AAA", 999) == MatchAccess(*home, follows=True)
    assert await store.door("ZZZ", seated) is None
    lobby = table("BBB")
    lobby.invited = [2**62, 7]
    await store.create_match(lobby)
    assert [(await store.door("BBB", user)).invited for user in (2**62, 7, 77)] == [
        True,
        True,
        False,
    ]
    await database_of(store).execute(
        "UPDATE matches SET invited = '[7, \"x\"' WHERE id = 'BBB'", ()
    )
    assert not (await store.door("BBB", 7)).invited, (
        "what can't be read lets nobody in, and is no error"
    )


async def test_invitations_are_kept_until_their_messages_are_gone(store):
    await begun(store)
    first, later = Invitation("AAA", 5, 1.0), Invitation("AAA", 6, 0.5, 2**62, 2**62 + 1)
    for one in (first, later):
        await store.save_invitation(one)
    assert await store.invitations("AAA") == [later, first]
    sent = Invitation("AAA", 5, 1.0, 8, 9)
    await store.save_invitation(sent)
    assert await store.invitations("AAA") == [later, sent]
    await store.forget_invitation("AAA", 6)
    await store.forget_invitation("AAA", 6)
    assert await store.invitations("AAA") == [sent]
    assert await store.invitations("BBB") == []
    await store.forget_person(5)
    assert await store.invitations("AAA") == [Invitation("AAA", -9, 1.0, 8, 9)], (
        "its message is still to be taken away"
    )
    await store.save_invitation(first)
    await store.forget_person(5)
    assert [one.user for one in await store.invitations("AAA")] == [-9], (
        "of one that was never sent nothing is left"
    )
    await store.drop(["AAA"])
    assert await store.invitations("AAA") == []
