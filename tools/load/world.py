"""Sandbox of the load test with its guilds, users and matches."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from sandbox import Sandbox
from sandbox.rest.api import Done
from sandbox.state.errors import ApiError
from sandbox.state.model import ChannelType, Json
from tools.load import seed

PEOPLE_PER_INACTIVE_MATCH = 0.5  # users per inactive match: each user has about five such matches
FIRST_INACTIVE_USER_ID = 10**15  # lowest id of the users of inactive matches
REMINDER_HOURS = (6, 30)  # range of the hours until the reminders of inactive matches


class LoadWorld:
    """Sandbox with `servers` guilds, `tables` matches and `people` active users.

    Active user number n sits in match n, with AI players or with the next users, so that at
    every time a user can move.
    """

    def __init__(self, box: Sandbox, servers: int, tables: int, people: int) -> None:
        self.box, self.active = box, min(people, tables)
        self._match_channels = list[tuple[str, str]]()  # guild and channel of each active match
        self.people = [
            box.world.add_user(f"Persona {at:03}", "es-ES", chosen=True) for at in range(people)
        ]
        self._inactive_users = max(seed.MAX_SEATS, round(PEOPLE_PER_INACTIVE_MATCH * tables))
        self.request_counts = Counter[
            tuple[str, int]
        ]()  # the bot's requests by operation and status
        box.api.meddler = self._count  # runs around every request of the bot
        # Match numbers by user.
        self.matches_of: dict[str, list[int]] = {one["id"]: [] for one in self.people}
        for at in range(self.active):
            for one in self._users_at(at):
                self.matches_of[one["id"]].append(at)
        self._create_guilds(servers)

    async def _count(
        self, operation: str, _request: Any, work: Callable[[], Awaitable[Done]]
    ) -> Done:
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
        for at in range(self.active):
            members[at % servers] |= {one["id"] for one in self._users_at(at)}
        self._guild_channels = list[tuple[str, str]]()
        for at in range(servers):
            guild = world.add_guild(f"Casa {at}", owner["id"])
            guild["members"] = {
                user: guild["members"][user] for user in [owner["id"], *sorted(members[at])]
            }
            world.invite_bots(guild)
            self._guild_channels.append((guild["id"], self._channel(guild, "general")))
        for at in range(self.active):
            guild = world.guilds[self._guild_channels[at % servers][0]]
            self._match_channels.append((guild["id"], self._channel(guild, f"mesa-{at}")))

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

    def _users_at(self, at: int) -> list[Json]:
        """Return the active users of a match, by its number."""
        count = min(1 if seed.has_ai_players(at) else seed.size_of(at), len(self.people))
        return [self.people[(at + seat) % len(self.people)] for seat in range(count)]

    def seeded_table(self, at: int) -> seed.SeededTable:
        """Return the channel and users of the match with this number."""
        others = [(at * 7 + seat) % self._inactive_users for seat in range(seed.size_of(at))]
        inactive_users = [(FIRST_INACTIVE_USER_ID + one, f"Vecina {one}") for one in others]
        if at < self.active:
            guild, channel = self._match_channels[at]
            seated = [(int(one["id"]), str(one["global_name"])) for one in self._users_at(at)]
            return seed.SeededTable(
                int(guild),
                int(channel),
                seated + inactive_users,
                shown=False,
                nudge=time.time() + seed.DAY,
            )
        guild, channel = self._guild_channels[at % len(self._guild_channels)]
        hours = random.Random(at).uniform(*REMINDER_HOURS)
        return seed.SeededTable(
            int(guild), int(channel), inactive_users, shown=True, nudge=time.time() + 3600 * hours
        )


def code(at: int) -> str:
    """Return the code of the match with this number."""
    return f"L{at:05}"
