"""Gateway connections of the bot: their state, and shards shared with other processes."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import yarl
from discord.ext import commands

from app.ports.store import StorageUnavailableError
from app.runtime.cluster import shard as shard_of
from gateway.connection import LoginPostponedError
from gateway.outages import OUTAGES

if TYPE_CHECKING:
    from app.app import App
    from app.runtime.cluster import SharedCluster
    from app.runtime.login_budget import LoginBudget


DRAIN_S = 12.0  # seconds for others to connect our shards: three of a bucket, one login per 5 s
CLOSE_SHARD_AFTER_S = (
    30.0  # seconds; then a lost shard is closed even if no other process reports it connected
)
POLL_S = 0.2  # seconds between two checks for other processes


class ClusteredBot(commands.AutoShardedBot):
    """Bot that connects only the shards that its process holds in a cluster of processes.

    `members` is that cluster; None if there is one process, which connects all shards that
    Discord recommends.
    """

    def __init__(
        self, app: App, *args: Any, members: SharedCluster | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.app, self.members = app, members
        self.up, self._whole = asyncio.Event(), asyncio.Event()
        self.torn = (
            app.clock.now()
        )  # since when the gateway is disconnected (unix seconds); 0: connected
        # since when the app runs (unix seconds); the app itself compensates for earlier
        # downtime
        self.serving = 0.0
        self.logins: LoginBudget | None = None
        self._known = defaultdict[int, asyncio.Event](
            asyncio.Event
        )  # shards whose guilds are all known
        self._launches: dict[int, asyncio.Task[None]] = {}  # shards that are being connected
        self._parting: dict[
            int, asyncio.TimerHandle
        ] = {}  # shards of others, still connected here until theirs are
        self._ends = set[asyncio.Task[None]]()
        self._gateway, self._buckets = yarl.URL(), 1

    async def on_guilds_known(self) -> None:
        """Handle that all guilds of this process are known."""
        raise NotImplementedError

    # ---- connection state

    async def on_disconnect(self) -> None:
        """Store when the gateway connection was lost; until it is back, users cannot play."""
        self.torn = self.torn or self.app.clock.now()

    def seconds_disconnected(self) -> float:
        """Return the seconds since the gateway disconnected (0 while connected).

        Before the first connection they count from the start of the process.
        """
        return max(0.0, self.app.clock.now() - self.torn) if self.torn else 0.0

    async def on_ready(self) -> None:
        """Complete the start: logged in, and all guilds known.

        Discord sends this again whenever it requires a new session.
        """
        if self.members is None:
            await self._complete()

    async def on_shard_connect(self, shard: int) -> None:
        """Tell the cluster that this process receives the interactions of a shard.

        The process that held it before can disconnect now.
        """
        if self.members is not None and shard in self.members.held:
            self.members.shard_connected(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard is ready; the last of the held shards completes the start."""
        self._known[shard].set()
        if self.members is not None and all(self._known[one].is_set() for one in self.members.held):
            await self._complete()

    def is_ready(self) -> bool:
        """Return whether all guilds of this process are known.

        If so, the bot is no longer in a guild that is missing.
        """
        return super().is_ready() if self.members is None else self._whole.is_set()

    async def wait_until_ready(self) -> None:
        """Wait until all guilds of this process are known."""
        if self.members is None:
            await super().wait_until_ready()
        else:
            await self._whole.wait()

    def is_guild_cache_ready(self, guild: int) -> bool:
        """Return whether the guilds of this guild's shard are known.

        If so, and the guild is missing, the bot has left it.
        """
        return (
            self.is_ready()
            if self.members is None
            else self._known[shard_of(guild, self.members.count)].is_set()
        )

    async def wait_for_guild_cache(self, guild: int) -> None:
        """Wait until the guilds of this guild's shard are known; other shards do not matter."""
        if self.members is None:
            await self.wait_until_ready()
        else:
            await self._known[shard_of(guild, self.members.count)].wait()

    async def on_resumed(self) -> None:
        """Handle a resumed session, in which Discord resends the missed events.

        For a new session, discord.py calls `on_ready` instead.
        """
        self._back()

    async def _complete(self) -> None:
        self.up.set()
        self._whole.set()
        self._back()
        await self.on_guilds_known()

    def _back(self) -> None:
        OUTAGES.over("discord")
        if self.torn:
            self.app.deadlines.compensate_downtime(
                self.app.clock.now() - max(self.torn, self.serving)
            )
        self.torn = 0.0

    # ---- shards (`app.runtime.cluster.ShardListener`)

    async def join_cluster(self, shards: int) -> None:
        """Join the cluster and get the shards to hold; call it before anything else.

        `shards`: the total number of shards, 0 for as many as Discord recommends.
        """
        if self.members is not None:
            recommended, url, limit = await self.http.get_bot_gateway()
            self._gateway, self._buckets = yarl.URL(url), limit["max_concurrency"]
            await self.members.join(shards or recommended)

    async def launch_shards(self) -> None:
        """Connect the held shards; the cluster may add or remove shards at any time from now on."""
        if self.members is None:
            await super().launch_shards()
            return
        self.shard_count = self._connection.shard_count = self.members.count
        # keeps discord.py from deciding itself that all shards are ready
        self._connection.shard_ids = []
        for shard in self.members.held:
            self._launch(shard)
        if not self.members.held:  # no shard to wait for until another process ends
            await self._complete()
        await self.members.run(self)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, after the wait that the login budget sets."""
        if self.logins is not None:
            await asyncio.sleep(self.logins.wait_s(shard_id))
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may identify. Raises `LoginPostponedError`.

        Discord accepts one login per bucket in five seconds, across all processes.
        """
        if self.logins is not None and (wait := await self.logins.take(shard_id or 0)):
            raise LoginPostponedError(wait)
        if self.members is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.members.wait_for_identify(shard_id % self._buckets)

    async def acquire_shards(self, shards: Sequence[int]) -> None:
        """Serve the matches of these shards; connect the shards that are not connected yet."""
        for shard in shards:
            if parting := self._parting.pop(shard, None):
                parting.cancel()
            if not self._stands(shard):
                self._launch(shard)
            elif self.members is not None:
                self.members.shard_connected(shard)
        await self.app.adopt_tables()

    async def release_shards(self, shards: Sequence[int]) -> None:
        """Stop serving the matches of these shards; other processes serve them.

        Interactions are still answered here until the other processes have connected.
        """
        for shard in filter(self._stands, shards):
            self._part(shard, CLOSE_SHARD_AFTER_S)

    def on_remote_shard_ready(self, shard: int) -> None:
        """Close our connection of a shard that was released, as another process has connected it."""
        if parting := self._parting.pop(shard, None):
            parting.cancel()
            self._end(shard)

    async def drain(self) -> None:
        """Hand all matches and shards over to other processes, before this process ends.

        Interactions are answered here until the others have connected, for `DRAIN_S` at most.
        """
        if self.members is None:
            return
        for task in self._launches.values():
            task.cancel()
        await self.members.leave()
        for shard in filter(self._stands, self.shards):
            self._part(shard, DRAIN_S)
        with suppress(StorageUnavailableError):
            while self._parting and await self.members.has_peers():  # noqa: ASYNC110 - other processes set no event here
                await asyncio.sleep(POLL_S)

    def on_remote_commit(self, match: str, guild: int) -> None:
        """Note that another process has committed a change of this match."""
        self.app.on_remote_commit(match, guild)

    async def close(self) -> None:
        """Release all shards to the other processes, then close the connections."""
        if self.members is not None:
            await self.members.close()
        for parting in self._parting.values():
            parting.cancel()
        for task in self._launches.values():
            task.cancel()
        await super().close()

    def _stands(self, shard: int) -> bool:
        return shard in self.shards and not self.shards[shard].is_closed()

    def _part(self, shard: int, within: float) -> None:
        """Close a shard's connection when another process has connected the shard.

        At the latest, close it after `within` seconds.
        """
        if parting := self._parting.pop(shard, None):
            parting.cancel()
        self._parting[shard] = self.loop.call_later(within, self.on_remote_shard_ready, shard)

    def _end(self, shard: int) -> None:
        self._known[shard].clear()
        task = asyncio.create_task(self.shards[shard].disconnect(), name=f"end of shard {shard}")
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    def _launch(self, shard: int) -> None:
        self._whole.clear()
        if (
            shard not in self._launches
        ):  # a shard that is lost and regained meanwhile is connected once
            task = self._launches[shard] = asyncio.create_task(
                self._lay(shard), name=f"shard {shard}"
            )
            task.add_done_callback(lambda _: self._launches.pop(shard))

    async def _lay(self, shard: int) -> None:
        await self.launch_shard(self._gateway, shard)
        if self.members is not None and shard not in self.members.held:
            self._end(shard)  # the shard was lost meanwhile
