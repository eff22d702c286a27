"""Gateway connections of the bot: their state, and shards shared with other processes.

A single process connects all shards. In a cluster (`app/runtime/cluster.py`) each process holds
some of them. When a shard moves to another process, both processes stay connected until the new one
is ready, so that no interaction is lost.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import yarl
from discord.ext import commands

from app.ports.errors import StorageUnavailableError
from app.runtime.cluster import shard as shard_of
from gateway.connection import LoginPostponedError
from gateway.outages import OUTAGES

if TYPE_CHECKING:
    from app.app import App
    from app.runtime.cluster import SharedCluster
    from app.runtime.login_budget import LoginBudget


# longest wait at shutdown for other processes to connect our shards: enough for three shards of one
# bucket, whose logins are 5 s apart
DRAIN_S = 12.0
# seconds after which a lost shard is closed even if no other process has reported it connected
CLOSE_SHARD_AFTER_S = 30.0
POLL_S = 0.2  # seconds between two checks for other processes


class ClusteredBot(commands.AutoShardedBot):
    """Bot that connects only the shards that its process holds in a cluster of processes.

    `cluster` is None if there is a single process; it then connects all shards that Discord
    recommends.
    """

    def __init__(
        self, app: App, *args: Any, cluster: SharedCluster | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.app, self.cluster = app, cluster
        self.started, self._all_guilds_known = asyncio.Event(), asyncio.Event()
        # since when the gateway is disconnected (Unix seconds); 0: connected
        self.disconnected_since = app.clock.now()
        # since when the app runs (Unix seconds); the app itself extends deadlines by earlier
        # downtime
        self.serving_since = 0.0
        self.logins: LoginBudget | None = None
        # by shard: set when all its guilds are known
        self._guilds_known = defaultdict[int, asyncio.Event](asyncio.Event)
        self._launches: dict[int, asyncio.Task[None]] = {}  # shards that are being connected
        # shards that other processes hold now; they stay connected here until this timer runs, or
        # until the other process has connected them
        self._shards_to_close: dict[int, asyncio.TimerHandle] = {}
        self._disconnect_tasks = set[asyncio.Task[None]]()
        self._gateway, self._buckets = yarl.URL(), 1

    async def on_guilds_known(self) -> None:
        """Do the work that requires all guilds of this process to be known.

        Subclasses override this. It may be called again later.
        """
        raise NotImplementedError

    # ---- connection state

    async def on_disconnect(self) -> None:
        """Record when the gateway connection was lost: from then on, users cannot play."""
        self.disconnected_since = self.disconnected_since or self.app.clock.now()

    def seconds_disconnected(self) -> float:
        """Return the seconds since the gateway disconnected; 0 while it is connected.

        Before the first connection, the seconds count from the start of the process.
        """
        return (
            max(0.0, self.app.clock.now() - self.disconnected_since)
            if self.disconnected_since
            else 0.0
        )

    async def on_ready(self) -> None:
        """Complete the start: the bot is logged in, and all guilds are known.

        Discord sends this event again whenever it requires a new session.
        """
        if self.cluster is None:
            await self._complete()

    async def on_shard_connect(self, shard: int) -> None:
        """Tell the cluster that this process now receives the interactions of a shard.

        The process that held the shard before can disconnect it now.
        """
        if self.cluster is not None and shard in self.cluster.held:
            self.cluster.shard_connected(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Record that a shard is ready; the last of the process's shards completes the start."""
        self._guilds_known[shard].set()
        if self.cluster is not None and all(
            self._guilds_known[held_shard].is_set() for held_shard in self.cluster.held
        ):
            await self._complete()

    def is_ready(self) -> bool:
        """Return whether all guilds of this process are known.

        From then on, a guild that is not in the cache is a guild that the bot has left.
        """
        return super().is_ready() if self.cluster is None else self._all_guilds_known.is_set()

    async def wait_until_ready(self) -> None:
        """Wait until all guilds of this process are known."""
        if self.cluster is None:
            await super().wait_until_ready()
        else:
            await self._all_guilds_known.wait()

    def is_guild_cache_ready(self, guild: int) -> bool:
        """Return whether all guilds of this guild's shard are known.

        From then on, if the cache does not have the guild, the bot has left it.
        """
        return (
            self.is_ready()
            if self.cluster is None
            else self._guilds_known[shard_of(guild, self.cluster.shard_count)].is_set()
        )

    async def wait_for_guild_cache(self, guild: int) -> None:
        """Wait until all guilds of this guild's shard are known."""
        if self.cluster is None:
            await self.wait_until_ready()
        else:
            await self._guilds_known[shard_of(guild, self.cluster.shard_count)].wait()

    async def on_resumed(self) -> None:
        """Record that the gateway has reconnected and resumed the old session.

        Discord then sends the missed events. If a new session begins instead, discord.py calls
        `on_ready`.
        """
        self._on_reconnected()

    async def _complete(self) -> None:
        self.started.set()
        self._all_guilds_known.set()
        self._on_reconnected()
        await self.on_guilds_known()

    def _on_reconnected(self) -> None:
        OUTAGES.log_end("discord")
        if self.disconnected_since:
            self.app.deadlines.compensate_downtime(
                self.app.clock.now() - max(self.disconnected_since, self.serving_since)
            )
        self.disconnected_since = 0.0

    # ---- shards (`app.runtime.cluster.ShardListener`)

    async def join_cluster(self, shards: int) -> None:
        """Join the cluster and get the shards to hold; call it before anything else.

        `shards` is the total number of shards (0: as many as Discord recommends).
        """
        if self.cluster is not None:
            recommended, url, limit = await self.http.get_bot_gateway()
            self._gateway, self._buckets = yarl.URL(url), limit["max_concurrency"]
            await self.cluster.join(shards or recommended)

    async def launch_shards(self) -> None:
        """Connect the held shards; the cluster may add or remove shards at any time from now on."""
        if self.cluster is None:
            await super().launch_shards()
            return
        self.shard_count = self._connection.shard_count = self.cluster.shard_count
        # keeps discord.py from deciding itself that all shards are ready
        self._connection.shard_ids = []
        for shard in self.cluster.held:
            self._launch(shard)
        if not self.cluster.held:  # this process is a spare: other processes hold all shards
            await self._complete()
        await self.cluster.run(self)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, after the wait that the login budget sets.

        discord.py's method has the same arguments.
        """
        if self.logins is not None:
            await asyncio.sleep(self.logins.wait_s(shard_id))
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may identify.

        Discord accepts one login per bucket in five seconds, across all processes. Raises
        `LoginPostponedError` if the login budget allows the login only later.
        """
        if self.logins is not None and (wait := await self.logins.take(shard_id or 0)):
            raise LoginPostponedError(wait)
        if self.cluster is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.cluster.wait_for_identify(shard_id % self._buckets)

    async def acquire_shards(self, shards: Sequence[int]) -> None:
        """Serve the matches of these shards; connect the shards that are not connected yet."""
        for shard in shards:
            if timer := self._shards_to_close.pop(shard, None):
                timer.cancel()
            if not self._is_connected(shard):
                self._launch(shard)
            elif self.cluster is not None:
                self.cluster.shard_connected(shard)
        await self.app.resume_new_guilds()

    async def release_shards(self, shards: Sequence[int]) -> None:
        """Stop serving the matches of these shards; other processes serve them now.

        Until the other processes have connected the shards, this process still answers their
        interactions.
        """
        for shard in filter(self._is_connected, shards):
            self._close_when_replaced(shard, CLOSE_SHARD_AFTER_S)

    def on_remote_shard_ready(self, shard: int) -> None:
        """Close this process's connection of a shard that another process has connected.

        Does nothing if this process has not released the shard.
        """
        self._close_released_shard(shard)

    async def drain(self) -> None:
        """Hand all matches and shards over to other processes, before this process ends.

        Until the others have connected the shards, this process still answers interactions, but for
        at most `DRAIN_S`.
        """
        if self.cluster is None:
            return
        for task in self._launches.values():
            task.cancel()
        await self.cluster.leave()
        for shard in filter(self._is_connected, self.shards):
            self._close_when_replaced(shard, DRAIN_S)
        with suppress(StorageUnavailableError):
            while self._shards_to_close and await self.cluster.has_peers():  # noqa: ASYNC110 - other processes set no event here
                await asyncio.sleep(POLL_S)

    def on_remote_commit(self, match_id: str, guild: int) -> None:
        """Refresh and process a match after another process has committed it.

        `guild` is the match's guild.
        """
        self.app.on_remote_commit(match_id, guild)

    async def close(self) -> None:
        """Release all shards to the other processes, then close the connections."""
        if self.cluster is not None:
            await self.cluster.close()
        for timer in self._shards_to_close.values():
            timer.cancel()
        for task in self._launches.values():
            task.cancel()
        await super().close()

    def _is_connected(self, shard: int) -> bool:
        return shard in self.shards and not self.shards[shard].is_closed()

    def _close_when_replaced(self, shard: int, within: float) -> None:
        """Close a shard's connection once another process has connected the shard.

        It is closed after `within` seconds at the latest.
        """
        if timer := self._shards_to_close.pop(shard, None):
            timer.cancel()
        self._shards_to_close[shard] = self.loop.call_later(
            within, self._close_released_shard, shard
        )

    def _close_released_shard(self, shard: int) -> None:
        """Close a shard's connection if this process has released the shard."""
        if timer := self._shards_to_close.pop(shard, None):
            timer.cancel()
            self._disconnect_shard(shard)

    def _disconnect_shard(self, shard: int) -> None:
        self._guilds_known[shard].clear()
        task = asyncio.create_task(self.shards[shard].disconnect(), name=f"end of shard {shard}")
        self._disconnect_tasks.add(task)
        task.add_done_callback(self._disconnect_tasks.discard)

    def _launch(self, shard: int) -> None:
        self._all_guilds_known.clear()
        # a shard may be lost and regained while it is being connected
        if shard not in self._launches:
            task = self._launches[shard] = asyncio.create_task(
                self._connect_shard(shard), name=f"shard {shard}"
            )
            task.add_done_callback(lambda _: self._launches.pop(shard))

    async def _connect_shard(self, shard: int) -> None:
        await self.launch_shard(self._gateway, shard)
        if self.cluster is not None and shard not in self.cluster.held:
            self._disconnect_shard(shard)  # the shard was lost meanwhile
