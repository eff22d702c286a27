"""Interfaces for several processes that share one store.

A guild belongs to one of Discord's shards, and each shard is held by one process. That process
serves the matches of the shard's guilds: it publishes them, checks their deadlines and runs
their AI players. Any process may change a match. Matches without a guild, and tasks for the
whole bot, belong to shard 0 (docs/adr/0025-many-processes.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol


def shard(guild: int, count: int) -> int:
    """Return a guild's shard number; `count` is the number of shards.

    The formula is Discord's (docs: Topics, Gateway, Sharding).
    """
    return (guild >> 22) % count


WHOLE_BOT = 0  # argument of `Cluster.owns` for tasks that one process does for all


class Cluster(Protocol):
    """Processes that share a store, as one of them sees them."""

    def owns(self, guild: int) -> bool:
        """Return whether this process serves a guild.

        Guild 0 stands for direct messages. The process that serves it also does the tasks that only
        one process may do for the whole bot (`WHOLE_BOT`).
        """

    def lock(self, match_id: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock of a match across all processes.

        Raises `StorageUnavailableError` if that is not possible.
        """

    def announce(self, match_id: str, guild: int) -> None:
        """Announce a commit to the other processes, without waiting for them.

        A process that misses the announcement finds the commit at its next check.
        """


class ShardListener(Protocol):
    """Callbacks of a process that gains or loses shards."""

    async def acquire_shards(self, shards: Sequence[int]) -> None:
        """Serve the guilds of these shards; some may be served already."""

    async def release_shards(self, shards: Sequence[int]) -> None:
        """Stop serving these shards: other processes have taken them over."""

    def on_remote_commit(self, match_id: str, guild: int) -> None:
        """React to another process's commit to a match."""

    def on_remote_shard_ready(self, shard: int) -> None:
        """Close this process's gateway connection of a shard that it has released.

        Another process has connected the shard.
        """


class SharedCluster(Cluster, Protocol):
    """Processes that share a database; methods may raise `StorageUnavailableError`."""

    @property
    def shard_count(self) -> int:
        """Return the number of shards."""

    @property
    def held(self) -> Sequence[int]:
        """Return the shards of this process, in order."""

    async def join(self, shards: int) -> None:
        """Join the cluster and get shards to hold.

        The first process sets the number of shards to `shards` and holds all of them; `shards` of
        later processes is ignored.
        """

    async def run(self, listener: ShardListener) -> None:
        """Start to watch the other processes and to share shards with them, then return.

        From then on, `listener` is called when this process gains or loses shards, and when another
        process commits a match or connects a shard.
        """

    def shard_connected(self, shard: int) -> None:
        """Announce that this process has connected the shard, without waiting."""

    async def leave(self) -> None:
        """Give up all shards and tell the other processes."""

    async def has_peers(self) -> bool:
        """Return whether other processes can take over this process's shards."""

    async def close(self) -> None:
        """Leave, and send all pending announcements."""

    async def wait_for_identify(self, bucket: int) -> None:
        """Wait until a shard of this bucket may log in at the gateway.

        `bucket` is the shard's number modulo Discord's `max_concurrency`.
        """


class SingleProcess:
    """Cluster of one process."""

    def owns(self, _guild: int) -> bool:
        """Return True: this process serves every guild."""
        return True

    def lock(self, _match_id: str) -> AbstractAsyncContextManager[None]:
        """Hold nothing: there are no other processes."""
        return nullcontext()

    def announce(self, _match_id: str, _guild: int) -> None:
        """Do nothing: there are no other processes."""
