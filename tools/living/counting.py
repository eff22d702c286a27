"""The bot's own messenger and store, with a Discord below that keeps nothing but counts."""

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
from app.ports.store import CommitDetails
from db.base.database import Database
from db.store import Store
from games.core.text.messages import Seat
from games.core.views.scene import Picture
from ui.components import Message
from ui.delivery import table_publisher
from ui.delivery.channel_client import ChannelClient
from ui.delivery.private_messages import Screens

DAY = 86400.0
SHOWING: ContextVar[Counter[str]] = ContextVar(
    "SHOWING"
)  # what this showing of a table has posted, by kind


class MessageCounts:
    """What is counted. A turn begins when others' doing makes a table wait for a person; `turns` are counted by user, and the
    open ones remember how often they were called (`called`) and reminded (`reminded`), by table and seat."""

    def __init__(self) -> None:
        self.posted, self.edits, self.showings = Counter[str](), Counter[str](), Counter[str]()
        self.turns, self.reminders, self.letters = Counter[int](), Counter[int](), Counter[int]()
        self.pings, self.on_day = Counter[int](), Counter[tuple[int, int]]()
        self.commits = self.rows = 0
        self.by = Counter[str]()  # rows by who made them
        self.called, self.reminded = Counter[tuple[str, Seat]](), Counter[tuple[str, Seat]]()
        self.worst_calls = self.worst_reminders = self.disturbed = 0
        self.silent: set[tuple[str, Seat]] = (
            set()
        )  # those called without a sound who were not pinged since
        self.hushed = self.after_quiet = self.loud = (
            0  # such calls, pings that followed, pings in somebody's quiet hours
        )
        self.users: dict[tuple[str, Seat], int | None] = {}
        self.calls: dict[tuple[str, Seat], int] = {}  # the newest known of each seat
        self.there: dict[int, list[int]] = defaultdict(
            list
        )  # messages by channel: they outlive the bot

    def began(self, match: str, seat: Seat, user: int) -> None:
        """A turn of this person begins: others' doing has made the table wait for them."""
        self.turns[user] += 1
        self.called[match, seat] = self.reminded[match, seat] = 0

    def call(self, match: str, seat: Seat) -> None:
        """Somebody was called by a new public message for what they are awaited for."""
        self.called[match, seat] += 1
        self.worst_calls = max(
            self.worst_calls, self.called[match, seat] - self.reminded[match, seat]
        )

    def remind(self, match: str, seat: Seat) -> None:
        """Somebody is to be called once more."""
        self.reminded[match, seat] += 1
        self.reminders[self.users.get((match, seat)) or 0] += 1
        self.worst_reminders = max(self.worst_reminders, self.reminded[match, seat])


class Ledger(Store):
    """The store itself; commits and turns are counted."""

    def __init__(self, database: Database, tally: MessageCounts, now: Callable[[], float]) -> None:
        super().__init__(database)
        self._tally, self._now, self._calls = tally, now, tally.calls

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """As it is, and counted."""
        if not await super().commit(match, expected, change):
            return False
        rows = () if change is None else change.entries
        self._tally.commits += 1
        self._tally.rows += len(rows)
        self._tally.by.update(entry.row.by for entry in rows)
        for seat in match.seats:
            key = match.id, seat.seat
            self._tally.users[key] = seat.user
            if (
                seat.call > self._calls.get(key, 0)
                and seat.user is not None
                and not seat.automatic
                and seat.awaited
            ):
                self._tally.began(*key, seat.user)
            self._calls[key] = seat.call
        return True

    async def told(
        self, match: str, calls: Mapping[Seat, int], pings: Mapping[Seat, float] | None = None
    ) -> None:
        """As it is; calls without a sound are counted once."""
        await super().mark_notified(match, calls, pings)
        for seat in calls:
            if not (pings or {}).get(seat):
                self._tally.silent.discard((match, seat))
            elif (match, seat) not in self._tally.silent:
                self._tally.silent.add((match, seat))
                self._tally.hushed += 1

    async def request_ping(self, match: str, seat: Seat) -> None:
        """As it is, and counted: as a reminder, or as the ping that follows a call without a sound."""
        await super().request_ping(match, seat)
        self._calls[match, seat] = self._calls.get((match, seat), 0) + 1
        if (match, seat) in self._tally.silent:
            self._tally.silent.discard((match, seat))
            self._tally.after_quiet += 1
        else:
            self._tally.remind(match, seat)
        person = await self.person(self._tally.users.get((match, seat)) or 0)
        self._tally.disturbed += (
            person is not None and time_control.quiet_until(person.prefs, self._now()) > 0
        )


class Client:
    """As much of a Discord client as the messenger asks for."""

    async def wait_until_ready(self) -> None:
        """At once."""

    async def wait_for_guild_cache(self, _guild: int) -> None:
        """At once."""

    def is_guild_cache_ready(self, _guild: int) -> bool:
        """Always."""
        return True

    def get_guild(self, guild: int) -> int:
        """Every server has the bot."""
        return guild


class Ether(ChannelClient):
    """Messages that nobody reads: their ids, where they are, and how many there were."""

    tally: MessageCounts
    number = count(1)

    def __init__(self, client: Any, app: App) -> None:
        super().__init__(client, app)
        self._there = self.tally.there

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
        """A new message; the newest thousand of a channel are remembered."""
        new = self._id()
        self._there[channel] = [*self._there[channel][-999:], new]
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
        """An edit, of a private screen or in a channel."""
        if message_id not in self._there[channel]:
            return False
        self.tally.edits["private screens" if patient else "public"] += 1
        return True

    async def count_messages_after(self, channel: int, message_id: int, limit: int) -> int:
        """How many messages of the channel came after this one, at most `limit`."""
        return min(limit, sum(one > message_id for one in self._there[channel]))

    async def delete(self, channel: int, message_id: int, *, surely: bool = False) -> None:  # noqa: ARG002 - as its parent's
        """The message is gone, if it was there."""
        if message_id in self._there[channel]:
            self._there[channel].remove(message_id)

    async def send_dm(
        self,
        user: int,
        message: Message,  # noqa: ARG002
        picture: Picture | None = None,  # noqa: ARG002 - as its parent's
        *,
        silent: bool = True,
        once: str = "",  # noqa: ARG002 - as its parent's
    ) -> tuple[int, int] | None:
        """A direct message: with a sound it is a reminder."""
        self.tally.posted["private screens" if silent else "letters"] += 1
        new = self._id()
        self._there[user] = [*self._there[user][-99:], new]
        return user, new

    async def create_thread(self, channel: int, message_id: int, name: str) -> int:  # noqa: ARG002 - as its parent's
        """A thread of the message's own, which has its id, as on Discord."""
        return message_id


class _NoScreens(Screens):
    """Private screens that nobody has."""

    async def show(self, match: Match) -> None:
        """Nothing."""


class Counting(table_publisher.TablePublisher):
    """The messenger itself, told apart by what it posts; `on_ping` hears of everybody who is called, `begun` is the first
    midnight. Without `screens` nobody has a private screen: they are silent, and half of the work."""

    def __init__(
        self,
        app: App,
        tally: MessageCounts,
        begun: float,
        on_ping: Callable[[int], None],
        *,
        screens: bool,
    ) -> None:
        post = type("Counted", (Ether,), {"tally": tally})
        with patch.object(table_publisher, "ChannelClient", post):
            super().__init__(app, Client())  # type: ignore[arg-type]
        if not screens:
            self.screens = _NoScreens(app, post(Client(), app), self.is_guild_gone)
        self._tally, self._start, self._ping = tally, begun, on_ping

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """As it is; what one showing posts is remembered together."""
        SHOWING.set(Counter())
        try:
            await super().publish(match, newly)
        finally:
            new = SHOWING.get()
            self._tally.showings[" + ".join(sorted(new.elements())) or "nothing new"] += 1

    async def _place(
        self,
        match: Match,
        place: str,
        channel: int,
        message: Message,
        picture: Picture | None = None,
    ) -> None:
        kind = "board anew" if place == "board" and match.places.board else place
        await super()._place(match, place, channel, message, picture)
        self._tally.posted[kind] += 1
        SHOWING.get()[kind] += 1
        day = int((self._app.clock.now() - self._start) // DAY)
        for seat in match.seats:
            if seat.user is None or seat.user not in message.pings:
                continue
            self._tally.pings[seat.user] += 1
            person = await self._app.repo.person(seat.user)
            self._tally.loud += (
                person is not None
                and time_control.quiet_until(person.prefs, self._app.clock.now()) > 0
            )
            self._tally.on_day[seat.user, day] += 1
            if match.status == "running":
                self._tally.call(match.id, seat.seat)
                self._ping(seat.user)

    async def remind(self, person: Any, waiting: Any) -> bool:
        """As it is, and counted for the person."""
        done = await super().remind(person, waiting)
        if done:
            self._tally.letters[person.id] += 1
            self._ping(person.id)
        return done
