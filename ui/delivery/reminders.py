"""Reminders by DM: one per user for all tables that wait for them, deleted when none does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord
from msgspec.structs import replace

from app.app import App
from app.model.match import Match, SeatRow, User
from app.ports.store import PublishDeferredError, ReminderMessage, StorageUnavailableError
from app.runtime.cluster import SingleProcess
from games.core.text.messages import Seat
from ui.delivery.channel_client import ChannelClient
from ui.views.pages.common import reminder_message

JUST = 120.0  # seconds in which another process's tables are added to a reminder silently


class Reminders:
    """Sends and deletes reminders; the store knows the messages.

    A single process caches them, since every published table asks for its users' reminders.
    With several processes each reminder is read again.
    """

    def __init__(self, app: App, post: ChannelClient) -> None:
        self._app, self._repo, self._post = app, app.repo, post
        self._alone = isinstance(app.cluster, SingleProcess)
        self._sent: dict[int, ReminderMessage] | None = None

    async def send(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Send one message with a sound in place of the last one; False if it could not be sent."""
        try:
            async with self._app.locks(f"letter {person.id}"):
                return await self._send(person, waiting)
        except (discord.HTTPException, PublishDeferredError, StorageUnavailableError):
            return False

    async def call(self, person: User, match: Match, seat: SeatRow) -> bool:
        """Ping a user at a table without a channel; False when their direct messages are closed.

        The message is silent in the user's quiet hours, and keeps the other tables that wait
        for them. Raises `PublishDeferredError`.
        """
        try:
            async with self._app.locks(f"letter {person.id}"):
                before = (await self._known((person.id,))).get(person.id)
                others = [] if before is None else await self._waiting(before, {match.id})
                return await self._replace(
                    person, before, [(match, seat.seat), *others], silent=seat.ping_at > 0
                )
        except discord.HTTPException as error:
            raise PublishDeferredError from error

    async def _send(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        before = (await self._known((person.id,))).get(person.id)
        just = (
            [] if before is None else await self._just(before, {match.id for match, _ in waiting})
        )
        return await self._replace(person, before, [*just, *waiting], silent=bool(just))

    async def _replace(
        self,
        person: User,
        before: ReminderMessage | None,
        waiting: Sequence[tuple[Match, Seat]],
        *,
        silent: bool,
    ) -> bool:
        """Send one message about these tables and delete the last one; False if DMs are closed."""
        seats = [(match, match.seats[seat]) for match, seat in waiting]
        message = reminder_message(seats, person.lang, self._app.clock.now())
        sent = await self._post.send_dm(person.id, message, silent=silent)
        if sent is None:
            return False
        if before is not None:
            await self._post.delete(before.channel, before.message)
        await self._keep(
            ReminderMessage(person.id, *sent, sorted({match.id for match, _ in seats}))
        )
        return True

    async def _just(
        self, before: ReminderMessage, named: Collection[str]
    ) -> list[tuple[Match, Seat]]:
        """Return the tables that another process has just reminded of and that still wait."""
        written = discord.utils.snowflake_time(before.message).timestamp()
        return (
            []
            if self._alone or self._app.clock.now() - written > JUST
            else await self._waiting(before, named)
        )

    async def _waiting(
        self, before: ReminderMessage, named: Collection[str]
    ) -> list[tuple[Match, Seat]]:
        """Return the tables of a reminder that still wait for its user, without those `named`."""
        found = [await self._repo.matches.get(one) for one in before.matches if one not in named]
        seats = [
            (match, match.seat_of(before.user))
            for match in found
            if match is not None and match.status == "running"
        ]
        return [(match, seat.seat) for match, seat in seats if seat is not None and seat.awaited]

    async def answered(self, match: Match) -> None:
        """Remove the table from the reminders of users who need not or can't play there now."""
        plays, now = match.status == "running" and not match.paused, self._app.clock.now()
        done = [
            seat.user
            for seat in match.seats
            if seat.user and not (plays and seat.awaited and seat.away <= now)
        ]
        known = await self._known(done)
        for user in done:
            letter = known.get(user)
            if letter is not None and match.id in letter.matches:
                async with self._app.locks(f"letter {user}"):
                    await self._strike(user, match.id)

    async def _strike(self, user: int, match: str) -> None:
        letter = (await self._known((user,))).get(user)
        if letter is None or match not in letter.matches:
            return
        if left := [one for one in letter.matches if one != match]:
            await self._keep(replace(letter, matches=left))
            return
        if self._sent is not None:
            del self._sent[user]
        await self._repo.reminders.forget(user)
        await self._post.delete(letter.channel, letter.message)

    async def _keep(self, letter: ReminderMessage) -> None:
        if self._sent is not None:
            self._sent[letter.user] = letter
        await self._repo.reminders.save(letter)

    async def _known(self, users: Collection[int]) -> dict[int, ReminderMessage]:
        if not self._alone:
            return (
                {one.user: one for one in await self._repo.reminders.find(users)} if users else {}
            )
        if self._sent is None:
            found = {one.user: one for one in await self._repo.reminders.find()}
            self._sent = (
                found if self._sent is None else self._sent
            )  # several tables may have asked concurrently
        return self._sent
