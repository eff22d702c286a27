"""The lines to Discord: whether one stands, and which they are where shards are shared with other processes."""

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
from gateway.connection import LoginPutOffError
from gateway.outages import OUTAGES

if TYPE_CHECKING:
    from app.app import App
    from app.ports.logins import LoginBudget
    from app.runtime.cluster import SharedCluster


DRAIN_S = 12.0  # seconds at the end in which others may lay our lines: three of a bucket, with five between their logins
CLOSE_SHARD_AFTER_S = (
    30.0  # seconds after which a line is ended of which nobody has said that theirs stands
)
POLL_S = 0.2  # seconds between two looks at who is there


class ClusteredBot(commands.AutoShardedBot):
    """A bot with a line for each shard that it holds among its `members`; without those, for all that Discord recommends."""

    def __init__(
        self, app: App, *args: Any, members: SharedCluster | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.app, self.members = app, members
        self.up, self._whole = asyncio.Event(), asyncio.Event()
        self.torn = (
            app.clock.now()
        )  # since when there is no connection to the gateway (unix seconds); 0: there is one
        self.serving = 0.0  # since when the host runs: what was before is known to it
        self.logins: LoginBudget | None = None
        self._known = defaultdict[int, asyncio.Event](
            asyncio.Event
        )  # shards of which all servers are known
        self._launches: dict[int, asyncio.Task[None]] = {}  # lines that are being laid
        self._parting: dict[
            int, asyncio.TimerHandle
        ] = {}  # lines whose shards are others', until theirs stand
        self._ends = set[asyncio.Task[None]]()
        self._gateway, self._buckets = yarl.URL(), 1

    async def on_guilds_known(self) -> None:
        """All servers of ours are known."""
        raise NotImplementedError

    # ---- whether there is a line

    async def on_disconnect(self) -> None:
        """The line to Discord is torn: from now on nobody can play."""
        self.torn = self.torn or self.app.clock.now()

    def seconds_disconnected(self) -> float:
        """Return the seconds without a gateway connection, from the start on; 0 with one."""
        return max(0.0, self.app.clock.now() - self.torn) if self.torn else 0.0

    async def on_ready(self) -> None:
        """Logged in, and all servers known; comes again whenever Discord has made us begin a new session."""
        if self.members is None:
            await self._complete()

    async def on_shard_connect(self, shard: int) -> None:
        """Taps of this shard come here now: who had it need not hear them any more."""
        if self.members is not None and shard in self.members.held:
            self.members.shard_connected(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """The same of one line; the last of those that are ours makes it whole."""
        self._known[shard].set()
        if self.members is not None and all(self._known[one].is_set() for one in self.members.held):
            await self._complete()

    def is_ready(self) -> bool:
        """Whether all servers of ours are known: what is not among them now is gone."""
        return super().is_ready() if self.members is None else self._whole.is_set()

    async def wait_until_ready(self) -> None:
        """Wait for that."""
        if self.members is None:
            await super().wait_until_ready()
        else:
            await self._whole.wait()

    def is_guild_cache_ready(self, guild: int) -> bool:
        """Whether the servers of this one's shard are known: if it is not among them, it is gone."""
        return (
            self.is_ready()
            if self.members is None
            else self._known[shard_of(guild, self.members.count)].is_set()
        )

    async def wait_for_guild_cache(self, guild: int) -> None:
        """Wait for that. What is of one shard waits for no line of another."""
        if self.members is None:
            await self.wait_until_ready()
        else:
            await self._known[shard_of(guild, self.members.count)].wait()

    async def on_resumed(self) -> None:
        """The line to Discord stands again with the same session (else `on_ready` comes): what was missed is sent."""
        self._back()

    async def _complete(self) -> None:
        self.up.set()
        self._whole.set()
        self._back()
        await self.on_guilds_known()

    def _back(self) -> None:
        OUTAGES.over("discord")
        if self.torn:
            self.app.time.compensate_downtime(self.app.clock.now() - max(self.torn, self.serving))
        self.torn = 0.0

    # ---- which lines (`app.runtime.cluster.Edge`)

    async def join_cluster(self, shards: int) -> None:
        """Before anything else is done: which shards are ours. `shards`: of how many, 0 for as many as Discord recommends."""
        if self.members is not None:
            recommended, url, limit = await self.http.get_bot_gateway()
            self._gateway, self._buckets = yarl.URL(url), limit["max_concurrency"]
            await self.members.join(shards or recommended)

    async def launch_shards(self) -> None:
        """Lay the lines of the shards that are held; others may come, and go, at any time from now on."""
        if self.members is None:
            await super().launch_shards()
            return
        self.shard_count = self._connection.shard_count = self.members.count
        self._connection.shard_ids = []  # when all are there that are ours only we know: discord.py is never to think so
        for shard in self.members.held:
            self._launch(shard)
        if not self.members.held:  # there is nothing to wait for until another ends
            await self._complete()
        await self.members.run(self)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard for the first time, after the wait that it was given."""
        if self.logins is not None:
            await asyncio.sleep(self.logins.wait_s(shard_id))
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may identify. Raises `LoginPutOffError`.

        Discord takes one login of each bucket in five seconds, whichever process it is of.
        """
        if self.logins is not None and (wait := await self.logins.take(shard_id or 0)):
            raise LoginPutOffError(wait)
        if self.members is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.members.wait_for_identify(shard_id % self._buckets)

    async def acquire_shards(self, shards: Sequence[int]) -> None:
        """The tables of these are seen to here, too; some of the lines may stand already."""
        for shard in shards:
            if parting := self._parting.pop(shard, None):
                parting.cancel()
            if not self._stands(shard):
                self._launch(shard)
            elif self.members is not None:
                self.members.shard_connected(shard)
        await self.app.adopt_tables()

    async def release_shards(self, shards: Sequence[int]) -> None:
        """Others see to the tables of these from now on; taps are answered here until they have lines of their own."""
        for shard in filter(self._stands, shards):
            self._part(shard, CLOSE_SHARD_AFTER_S)

    def on_remote_shard_ready(self, shard: int) -> None:
        """Another process has a line for this shard: ours goes, if the shard is no longer ours."""
        if parting := self._parting.pop(shard, None):
            parting.cancel()
            self._end(shard)

    async def drain(self) -> None:
        """Before the end: the tables are others', and so are the lines as soon as theirs stand; until then, or for a few seconds,
        taps are answered here."""
        if self.members is None:
            return
        for task in self._launches.values():
            task.cancel()
        await self.members.leave()
        for shard in filter(self._stands, self.shards):
            self._part(shard, DRAIN_S)
        with suppress(StorageUnavailableError):
            while self._parting and await self.members.has_peers():  # noqa: ASYNC110 - they are other processes
                await asyncio.sleep(POLL_S)

    def on_remote_commit(self, match: str, guild: int) -> None:
        """Another process has committed something at this match."""
        self.app.on_remote_commit(match, guild)

    async def close(self) -> None:
        """Let others take over at once, then let the lines go."""
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
        """Our line of this shard goes when another's stands, and in any case after so many seconds."""
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
        ):  # who loses a shard and has it again meanwhile lays one line
            task = self._launches[shard] = asyncio.create_task(
                self._lay(shard), name=f"shard {shard}"
            )
            task.add_done_callback(lambda _: self._launches.pop(shard))

    async def _lay(self, shard: int) -> None:
        await self.launch_shard(self._gateway, shard)
        if self.members is not None and shard not in self.members.held:
            self._end(shard)  # it went meanwhile
