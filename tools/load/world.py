"""Sandbox of the load test with its guilds, users and matches."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from sandbox import Sandbox
from sandbox.rest.api import StatusAndBody
from sandbox.state.errors import ApiError
from sandbox.state.model import ChannelType, Json
from tools.load import seed

PEOPLE_PER_INACTIVE_MATCH = 0.5  # users per inactive match: each user has about five such matches
FIRST_INACTIVE_USER_ID = 10**15  # lowest id of the users of inactive matches
REMINDER_HOURS = (6, 30)  # range of the hours until the reminders of inactive matches


class LoadWorld:
    """Sandbox with `servers` guilds, `tables` matches and `people` active users.

    Active user number n has a seat in match n. The other seats of the match have AI players or the
    next active users, so that some active user can always move.
    """

    def __init__(self, box: Sandbox, servers: int, tables: int, people: int) -> None:
        self.box, self.active = box, min(people, tables)
        self._match_channels = list[tuple[str, str]]()  # guild and channel of each active match
        self.people = [
            box.world.add_user(f"Persona {number:03}", "es-ES", language_chosen=True)
            for number in range(people)
        ]
        self._inactive_users = max(seed.MAX_SEATS, round(PEOPLE_PER_INACTIVE_MATCH * tables))
        self.request_counts = Counter[
            tuple[str, int]
        ]()  # the bot's requests by operation and status
        box.api.around_request = self._count  # runs around every request of the bot
        # Match numbers by user.
        self.matches_of: dict[str, list[int]] = {user["id"]: [] for user in self.people}
        for number in range(self.active):
            for user in self._users_at(number):
                self.matches_of[user["id"]].append(number)
        self._create_guilds(servers)

    async def _count(
        self, operation: str, _request: Any, work: Callable[[], Awaitable[StatusAndBody]]
    ) -> StatusAndBody:
        try:
            status, body = await work()
        except ApiError as error:
            self.request_counts[operation, error.status] += 1
            raise
        self.request_counts[operation, status] += 1
        return status, body

    def _create_guilds(self, servers: int) -> None:
        """Create the guilds with one channel each, and a channel for each active match.

        All bots are in all guilds.
        """
        world, owner = self.box.world, self.box.world.people()[0]
        members: dict[int, set[str]] = defaultdict(set)
        for number in range(self.active):
            members[number % servers] |= {user["id"] for user in self._users_at(number)}
        self._guild_channels = list[tuple[str, str]]()
        for number in range(servers):
            guild = world.add_guild(f"Casa {number}", owner["id"])
            guild["members"] = {
                user: guild["members"][user] for user in [owner["id"], *sorted(members[number])]
            }
            world.invite_bots(guild)
            self._guild_channels.append((guild["id"], self._channel(guild, "general")))
        for number in range(self.active):
            guild = world.guilds[self._guild_channels[number % servers][0]]
            self._match_channels.append((guild["id"], self._channel(guild, f"mesa-{number}")))

    def _channel(self, guild: Json, name: str) -> str:
        """Create a channel.

        `sandbox.services.channels.create` is too slow here: it counts all channels each time.
        """
        world = self.box.world
        doc: Json = {
            "id": world.new_id(),
            "type": int(ChannelType.TEXT),
            "guild_id": guild["id"],
            "name": name,
            "parent_id": None,
            "topic": None,
            "position": 0,
            "permission_overwrites": [],
            "last_message_id": None,
        }
        world.save_channel(doc)
        return str(doc["id"])

    def _users_at(self, number: int) -> list[Json]:
        """Return the active users of a match, by its number."""
        count = min(1 if seed.has_ai_players(number) else seed.size_of(number), len(self.people))
        return [self.people[(number + seat) % len(self.people)] for seat in range(count)]

    def seeded_table(self, number: int) -> seed.SeededTable:
        """Return the channel and users of the match with this number."""
        others = [
            (number * 7 + seat) % self._inactive_users for seat in range(seed.size_of(number))
        ]
        inactive_users = [(FIRST_INACTIVE_USER_ID + user, f"Vecina {user}") for user in others]
        if number < self.active:
            guild, channel = self._match_channels[number]
            seated = [
                (int(user["id"]), str(user["global_name"])) for user in self._users_at(number)
            ]
            return seed.SeededTable(
                int(guild),
                int(channel),
                seated + inactive_users,
                shown=False,
                nudge=time.time() + seed.DAY,
            )
        guild, channel = self._guild_channels[number % len(self._guild_channels)]
        hours = random.Random(number).uniform(*REMINDER_HOURS)
        return seed.SeededTable(
            int(guild), int(channel), inactive_users, shown=True, nudge=time.time() + 3600 * hours
        )


def code(number: int) -> str:
    """Return the code of the match with this number."""
    return f"L{number:05}"
