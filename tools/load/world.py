"""The Discord of the load: many servers, the people who play, and their tables; all in this process, the bot in another."""

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

STRANGERS = 0.5  # people for each table at which nobody is active: each sits at some five
FIRST = 10**15  # the lowest of their ids
LATER = (6, 30)  # hours until they are reminded


class LoadWorld:
    """So many `servers` and `tables`, and the `people` who are active. Each of these sits at a table of their own number, with
    computer players or with the next people in order, so that there is always somebody who can go on."""

    def __init__(self, box: Sandbox, servers: int, tables: int, people: int) -> None:
        self.box, self.active, self._rooms = box, min(people, tables), list[tuple[str, str]]()
        self.people = [
            box.world.add_user(f"Persona {at:03}", "es-ES", chosen=True) for at in range(people)
        ]
        self._strangers = max(seed.MAX_SEATS, round(STRANGERS * tables))
        self.answers = Counter[
            tuple[str, int]
        ]()  # of every request of the bot: operation and status
        box.api.meddler = self._count
        self.sits: dict[str, list[int]] = {
            one["id"]: [] for one in self.people
        }  # the numbers of each one's tables
        for at in range(self.active):
            for one in self._seated(at):
                self.sits[one["id"]].append(at)
        self._plant(servers)

    async def _count(
        self, operation: str, _request: Any, work: Callable[[], Awaitable[Done]]
    ) -> Done:
        try:
            status, body = await work()
        except ApiError as error:
            self.answers[operation, error.status] += 1
            raise
        self.answers[operation, status] += 1
        return status, body

    def _plant(self, servers: int) -> None:
        """Servers with one channel each, and one more for each table with somebody active; every bot is in all of them."""
        world, owner = self.box.world, self.box.world.people()[0]
        members: dict[int, set[str]] = defaultdict(set)
        for at in range(self.active):
            members[at % servers] |= {one["id"] for one in self._seated(at)}
        self._servers = list[tuple[str, str]]()
        for at in range(servers):
            guild = world.add_guild(f"Casa {at}", owner["id"])
            guild["members"] = {
                user: guild["members"][user] for user in [owner["id"], *sorted(members[at])]
            }
            world.invite_bots(guild)
            self._servers.append((guild["id"], self._channel(guild, "general")))
        for at in range(self.active):
            guild = world.guilds[self._servers[at % servers][0]]
            self._rooms.append((guild["id"], self._channel(guild, f"mesa-{at}")))

    def _channel(self, guild: Json, name: str) -> str:
        """As `sandbox.services.channels.create` makes one, which counts all that there are."""
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

    def _seated(self, at: int) -> list[Json]:
        most = min(1 if seed.computers(at) else seed.size_of(at), len(self.people))
        return [self.people[(at + seat) % len(self.people)] for seat in range(most)]

    def place(self, at: int) -> seed.SeededTable:
        """Where the table of this number is, and who sits there."""
        others = [(at * 7 + seat) % self._strangers for seat in range(seed.size_of(at))]
        strangers = [(FIRST + one, f"Vecina {one}") for one in others]
        if at < self.active:
            guild, channel = self._rooms[at]
            seated = [(int(one["id"]), str(one["global_name"])) for one in self._seated(at)]
            return seed.SeededTable(
                int(guild),
                int(channel),
                seated + strangers,
                shown=False,
                nudge=time.time() + seed.DAY,
            )
        guild, channel = self._servers[at % len(self._servers)]
        hours = random.Random(at).uniform(*LATER)
        return seed.SeededTable(
            int(guild), int(channel), strangers, shown=True, nudge=time.time() + 3600 * hours
        )


def code(at: int) -> str:
    """The code of the table of this number."""
    return f"L{at:05}"
