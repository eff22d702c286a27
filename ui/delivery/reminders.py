"""Reminders by DM: one message per user for all tables at which they must move.

A new reminder replaces the user's old one. When a table no longer waits for the user, it is removed
from the stored reminder, but the message is not edited. When no table is left, the message is
deleted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord
from msgspec.structs import replace

from app.app import App
from app.model.match import Match, SeatRow, User
from app.ports.errors import StorageUnavailableError
from app.ports.repo import ReminderMessage
from app.ports.services import RetryLaterError
from app.runtime.cluster import SingleProcess
from games.core.text.messages import Seat
from ui.delivery.channel_client import ChannelClient
from ui.views.pages.common import reminder_message

# seconds after another process's reminder in which the next one includes its tables and is silent
MERGE_WINDOW_S = 120.0


class Reminders:
    """Sender and deleter of reminders, whose message ids are stored.

    If this is the only process, the reminders are cached, because each publication of a table needs
    its users' reminders. With several processes they are read from the store each time.
    """

    def __init__(self, app: App, channel_client: ChannelClient) -> None:
        self._app, self._repo, self._channel_client = app, app.repo, channel_client
        self._alone = isinstance(app.cluster, SingleProcess)
        self._sent: dict[int, ReminderMessage] | None = None

    async def send(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Send one reminder of the tables in `waiting`; return whether it was sent.

        `waiting` has one (table, seat) per table that waits for the user. The reminder replaces the
        user's last one. It makes a sound, unless another process has just reminded the user.
        """
        try:
            async with self._app.locks(f"letter {person.id}"):
                return await self._send(person, waiting)
        except (discord.HTTPException, RetryLaterError, StorageUnavailableError):
            return False

    async def ping(self, person: User, match: Match, seat: SeatRow) -> bool:
        """Ping a user by DM about a table without a channel.

        The message replaces the user's reminder and also names that reminder's tables. It is silent
        in the user's quiet hours. Returns False if the user's DMs are closed. Raises
        `RetryLaterError` if Discord does not accept the message now.
        """
        in_quiet_hours = seat.ping_at > 0  # `ping_at` is the end of the quiet hours
        try:
            async with self._app.locks(f"letter {person.id}"):
                old_reminder = (await self._reminders_of((person.id,))).get(person.id)
                others = (
                    [] if old_reminder is None else await self._waiting(old_reminder, {match.id})
                )
                return await self._replace(
                    person, old_reminder, [(match, seat.seat), *others], silent=in_quiet_hours
                )
        except discord.HTTPException as error:
            raise RetryLaterError from error

    async def _send(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        old_reminder = (await self._reminders_of((person.id,))).get(person.id)
        recent = (
            []
            if old_reminder is None
            else await self._tables_of_recent_reminder(
                old_reminder, {match.id for match, _ in waiting}
            )
        )
        return await self._replace(person, old_reminder, [*recent, *waiting], silent=bool(recent))

    async def _replace(
        self,
        person: User,
        old_reminder: ReminderMessage | None,
        waiting: Sequence[tuple[Match, Seat]],
        *,
        silent: bool,
    ) -> bool:
        """Send one message about the tables in `waiting`, and delete the user's `old_reminder`.

        `silent` means without a notification sound. Returns False if the user's DMs are closed.
        """
        seats = [(match, match.seats[seat]) for match, seat in waiting]
        message = reminder_message(seats, person.lang, self._app.clock.now())
        sent = await self._channel_client.send_dm(person.id, message, silent=silent)
        if sent is None:
            return False
        if old_reminder is not None:
            await self._channel_client.delete(old_reminder.channel, old_reminder.message)
        await self._save(
            ReminderMessage(person.id, *sent, sorted({match.id for match, _ in seats}))
        )
        return True

    async def _tables_of_recent_reminder(
        self, old_reminder: ReminderMessage, excluded: Collection[str]
    ) -> list[tuple[Match, Seat]]:
        """Return the waiting tables of a reminder that another process has just sent.

        The result is one (table, seat) per table. `old_reminder` is the user's stored reminder. The
        list is empty if the reminder is older than `MERGE_WINDOW_S`, or if this is the only
        process. Tables that no longer wait for the user are left out, and so are the match ids in
        `excluded`.
        """
        sent_at = discord.utils.snowflake_time(old_reminder.message).timestamp()
        if self._alone or self._app.clock.now() - sent_at > MERGE_WINDOW_S:
            return []
        return await self._waiting(old_reminder, excluded)

    async def _waiting(
        self, reminder: ReminderMessage, excluded: Collection[str]
    ) -> list[tuple[Match, Seat]]:
        """Return (table, seat) for each table of a reminder that still waits for its user.

        Match ids in `excluded` are left out.
        """
        found = [
            await self._repo.matches.get(match)
            for match in reminder.matches
            if match not in excluded
        ]
        seats = [
            (match, match.seat_of(reminder.user))
            for match in found
            if match is not None and match.status == "running"
        ]
        return [(match, seat.seat) for match, seat in seats if seat is not None and seat.awaited]

    async def remove_done(self, match: Match) -> None:
        """Remove the table from the reminders of users who don't have to move there now.

        They have moved or have a day off, or the table is paused or over.
        """
        active, now = match.status == "running" and not match.paused, self._app.clock.now()
        done = [
            seat.user
            for seat in match.seats
            if seat.user and not (active and seat.awaited and seat.away_until <= now)
        ]
        known = await self._reminders_of(done)
        for user in done:
            reminder = known.get(user)
            if reminder is not None and match.id in reminder.matches:
                async with self._app.locks(f"letter {user}"):
                    await self._remove_table(user, match.id)

    async def _remove_table(self, user: int, match_id: str) -> None:
        """Remove a table from a user's stored reminder.

        If no table is left, the message is deleted; otherwise it stays as it is.
        """
        reminder = (await self._reminders_of((user,))).get(user)
        if reminder is None or match_id not in reminder.matches:
            return
        if remaining := [other for other in reminder.matches if other != match_id]:
            await self._save(replace(reminder, matches=remaining))
            return
        if self._sent is not None:
            del self._sent[user]
        await self._repo.reminders.forget(user)
        await self._channel_client.delete(reminder.channel, reminder.message)

    async def _save(self, reminder: ReminderMessage) -> None:
        if self._sent is not None:
            self._sent[reminder.user] = reminder
        await self._repo.reminders.save(reminder)

    async def _reminders_of(self, users: Collection[int]) -> dict[int, ReminderMessage]:
        """Return at least the reminders of these users, by user id.

        If the reminders are cached, the result is the whole cache, so that it may contain other
        users too.
        """
        if not self._alone:
            return (
                {reminder.user: reminder for reminder in await self._repo.reminders.find(users)}
                if users
                else {}
            )
        if self._sent is None:
            found = {reminder.user: reminder for reminder in await self._repo.reminders.find()}
            # another table may have filled the cache during the await
            self._sent = found if self._sent is None else self._sent
        return self._sent
