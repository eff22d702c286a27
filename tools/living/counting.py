"""Real publisher and store on top of a Discord client that sends nothing.

The subclasses here share one `MessageCounts` (`tally`). It counts what the bot posts, edits and
commits, and whom the bot pings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from itertools import count
from typing import Any
from unittest.mock import patch

import discord

from app.app import App
from app.model import time_control
from app.model.match import Match
from app.ports.commit import CommitDetails
from db.base.database import Database
from db.store import Store
from db.tables.deadlines import DeadlineTable
from db.tables.matches import MatchTable
from db.tables.users import UserTable
from games.core.text.messages import Seat
from games.core.views.scene import Picture
from ui.components import Message
from ui.delivery import table_publisher
from ui.delivery.channel_client import ChannelClient
from ui.delivery.private_messages import PrivateMessages

DAY = 86400.0
# messages that the current update of a match has posted, by kind
POSTED_BY_UPDATE: ContextVar[Counter[str]] = ContextVar("SHOWING")


class MessageCounts:
    """Counts of a simulated month.

    A turn of a user begins when the action of another player makes a match wait for that user.
    `turns` counts the turns of each user. `called` and `reminded` count pings and reminders in the
    current turns, by match and seat.
    """

    def __init__(self) -> None:
        self.posted, self.edits = Counter[str](), Counter[str]()
        # updates of a match, by the kinds of messages that they posted: "board + summons"
        self.updates_by_posted = Counter[str]()
        self.turns = Counter[int]()
        self.reminders = Counter[int]()
        self.dm_reminders = Counter[int]()
        self.pings, self.on_day = Counter[int](), Counter[tuple[int, int]]()
        self.commits = self.rows = 0
        self.rows_by_actor = Counter[str]()  # log rows by kind of actor
        self.called = Counter[tuple[str, Seat]]()
        self.reminded = Counter[tuple[str, Seat]]()
        self.worst_calls = self.worst_reminders = 0  # largest number in one turn
        self.reminders_in_quiet_hours = 0  # reminders in the user's quiet hours
        self.silent: set[tuple[str, Seat]] = set()  # seats mentioned silently and not pinged since
        self.silent_calls = 0  # silent mentions
        self.pings_after_silent_call = 0  # pings that followed a silent mention
        self.pings_in_quiet_hours = 0  # pings in the user's quiet hours
        self.users: dict[tuple[str, Seat], int | None] = {}
        self.calls: dict[tuple[str, Seat], int] = {}  # number of each seat's newest ping
        # message ids by channel; they survive a restart of the bot
        self.message_ids: dict[int, list[int]] = defaultdict(list)

    def began(self, match: str, seat: Seat, user: int) -> None:
        """Count a new turn of this user."""
        self.turns[user] += 1
        self.called[match, seat] = self.reminded[match, seat] = 0

    def call(self, match: str, seat: Seat) -> None:
        """Count a public message that pings a seat's user."""
        self.called[match, seat] += 1
        self.worst_calls = max(
            self.worst_calls, self.called[match, seat] - self.reminded[match, seat]
        )

    def remind(self, match: str, seat: Seat) -> None:
        """Count a reminder."""
        self.reminded[match, seat] += 1
        self.reminders[self.users.get((match, seat)) or 0] += 1
        self.worst_reminders = max(self.worst_reminders, self.reminded[match, seat])


class CountingStore(Store):
    """Real store that counts commits, turns and pings."""

    def __init__(self, database: Database, tally: MessageCounts, now: Callable[[], float]) -> None:
        super().__init__(database)
        self.matches = CountingMatches(database, tally)
        self.deadlines = CountingDeadlines(database, tally, self.users, now)


class CountingMatches(MatchTable):
    """Matches of a real store; counts commits and turns."""

    def __init__(self, database: Database, tally: MessageCounts) -> None:
        super().__init__(database)
        self._tally, self._calls = tally, tally.calls

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """Commit a change if the match is still at version `expected`.

        Returns whether it was committed. A commit is counted with its log rows and the turns that
        begin with it.
        """
        if not await super().commit(match, expected, change):
            return False
        rows = () if change is None else change.entries
        self._tally.commits += 1
        self._tally.rows += len(rows)
        self._tally.rows_by_actor.update(entry.row.by for entry in rows)
        for seat in match.seats:
            key = match.id, seat.seat
            self._tally.users[key] = seat.user
            if (
                seat.newest_ping > self._calls.get(key, 0)
                and seat.user is not None
                and not seat.played_by_ai
                and seat.awaited
            ):
                self._tally.began(*key, seat.user)
            self._calls[key] = seat.newest_ping
        return True

    async def mark_pinged(
        self,
        match_id: str,
        newest_pings: Mapping[Seat, int],
        ping_at: Mapping[Seat, float] | None = None,
    ) -> None:
        """Mark the pings as sent; count each seat that was only mentioned silently."""
        await super().mark_pinged(match_id, newest_pings, ping_at)
        for seat in newest_pings:
            if not (ping_at or {}).get(seat):
                self._tally.silent.discard((match_id, seat))
            elif (match_id, seat) not in self._tally.silent:
                self._tally.silent.add((match_id, seat))
                self._tally.silent_calls += 1


class CountingDeadlines(DeadlineTable):
    """Deadlines of a real store; counts repeated pings."""

    def __init__(
        self,
        database: Database,
        tally: MessageCounts,
        users: UserTable,
        now: Callable[[], float],
    ) -> None:
        super().__init__(database)
        self._tally, self._users, self._now, self._calls = tally, users, now, tally.calls

    async def request_ping(self, match: str, seat: Seat) -> None:
        """Request another ping of a seat and count it.

        If the seat was mentioned silently before, it counts as a ping after a silent mention,
        otherwise as a reminder. Pings in the user's quiet hours are also counted separately.
        """
        await super().request_ping(match, seat)
        self._calls[match, seat] = self._calls.get((match, seat), 0) + 1
        if (match, seat) in self._tally.silent:
            self._tally.silent.discard((match, seat))
            self._tally.pings_after_silent_call += 1
        else:
            self._tally.remind(match, seat)
        person = await self._users.get(self._tally.users.get((match, seat)) or 0)
        self._tally.reminders_in_quiet_hours += (
            person is not None and time_control.quiet_until(person.prefs, self._now()) > 0
        )


class Client:
    """Discord client with only what the publisher needs."""

    async def wait_until_ready(self) -> None:
        """Return at once."""

    async def wait_for_guild_cache(self, _guild: int) -> None:
        """Return at once."""

    def is_guild_cache_ready(self, _guild: int) -> bool:
        """Return True: all guilds are known."""
        return True

    def get_guild(self, guild: int) -> int:
        """Return the guild id as the guild: the bot is in all guilds."""
        return guild


class CountingChannelClient(ChannelClient):
    """Channel client that sends nothing, but counts messages and stores their ids."""

    tally: MessageCounts
    number = count(1)

    def __init__(self, client: Any, app: App) -> None:
        super().__init__(client, app)
        self._message_ids = self.tally.message_ids

    def _id(self) -> int:
        return (
            discord.utils.time_snowflake(datetime.fromtimestamp(self._app.clock.now(), UTC))
            + next(self.number) % 2**22
        )

    async def send(
        self,
        channel: int,
        message: Message,  # noqa: ARG002
        picture: Picture | None = None,  # noqa: ARG002
        *,
        once: str = "",  # noqa: ARG002 - as its parent's
    ) -> int:
        """Record a message as sent and return its id.

        Each channel keeps the ids of its newest 1000 messages.
        """
        new = self._id()
        self._message_ids[channel] = [*self._message_ids[channel][-999:], new]
        return new

    async def edit(
        self,
        channel: int,
        message_id: int,
        message: Message,  # noqa: ARG002
        picture: Picture | None = None,  # noqa: ARG002 - as its parent's
        *,
        patient: bool = False,
    ) -> bool:
        """Count an edit: of a private message if `patient`, else of a public one.

        Returns False if the message is not known.
        """
        if message_id not in self._message_ids[channel]:
            return False
        self.tally.edits["private screens" if patient else "public"] += 1
        return True

    async def count_messages_after(self, channel: int, message_id: int, limit: int) -> int:
        """Return the number of later messages in the channel, at most `limit`."""
        return min(limit, sum(one > message_id for one in self._message_ids[channel]))

    async def delete(
        self,
        channel: int,
        message_id: int,
        *,
        raise_if_refused: bool = False,  # noqa: ARG002 - as its parent's
    ) -> None:
        """Delete the message's id."""
        if message_id in self._message_ids[channel]:
            self._message_ids[channel].remove(message_id)

    async def send_dm(
        self,
        user: int,
        message: Message,  # noqa: ARG002
        picture: Picture | None = None,  # noqa: ARG002 - as its parent's
        *,
        silent: bool = True,
        once: str = "",  # noqa: ARG002 - as its parent's
    ) -> tuple[int, int] | None:
        """Record a direct message: as a private message if it is silent, else as a reminder."""
        self.tally.posted["private screens" if silent else "letters"] += 1
        new = self._id()
        self._message_ids[user] = [*self._message_ids[user][-99:], new]
        return user, new

    async def create_thread(self, channel: int, message_id: int, name: str) -> int:  # noqa: ARG002 - as its parent's
        """Return the thread's id, which is the message's id, as on Discord."""
        return message_id


class _NoScreens(PrivateMessages):
    async def show(self, match: Match) -> None:
        """Do nothing."""


class CountingPublisher(table_publisher.TablePublisher):
    """Real publisher that counts what it posts, by kind of message.

    `on_ping` is called with the id of each user who is pinged. `begun` is the first midnight (Unix
    seconds). Without `screens`, no private messages are posted, which halves the work; they ping
    nobody.
    """

    def __init__(
        self,
        app: App,
        tally: MessageCounts,
        begun: float,
        on_ping: Callable[[int], None],
        *,
        screens: bool,
    ) -> None:
        post = type("Counted", (CountingChannelClient,), {"tally": tally})
        with patch.object(table_publisher, "ChannelClient", post):
            super().__init__(app, Client())  # type: ignore[arg-type]
        if not screens:
            self.screens = _NoScreens(app, post(Client(), app), self.is_guild_gone)
        self._tally, self._start, self._on_ping = tally, begun, on_ping

    async def publish(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Publish a match; count which messages this one update posts."""
        POSTED_BY_UPDATE.set(Counter())
        try:
            await super().publish(match, to_ping)
        finally:
            posted = POSTED_BY_UPDATE.get()
            self._tally.updates_by_posted[
                " + ".join(sorted(posted.elements())) or "nothing new"
            ] += 1

    async def _post_and_save(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        # a board that replaces an older board message is counted separately
        kind = "board anew" if place == "board" and match.places.board else place
        await super()._post_and_save(match, place, channel, message, picture)
        self._tally.posted[kind] += 1
        POSTED_BY_UPDATE.get()[kind] += 1
        day = int((self._app.clock.now() - self._start) // DAY)
        for seat in match.seats:
            if seat.user is None or seat.user not in message.pings:
                continue
            self._tally.pings[seat.user] += 1
            person = await self._app.repo.users.get(seat.user)
            self._tally.pings_in_quiet_hours += (
                person is not None
                and time_control.quiet_until(person.prefs, self._app.clock.now()) > 0
            )
            self._tally.on_day[seat.user, day] += 1
            if match.status == "running":
                self._tally.call(match.id, seat.seat)
                self._on_ping(seat.user)

    async def send_reminder(self, person: Any, waiting: Any) -> bool:
        """Send a reminder as a direct message and count it."""
        done = await super().send_reminder(person, waiting)
        if done:
            self._tally.dm_reminders[person.id] += 1
            self._on_ping(person.id)
        return done
