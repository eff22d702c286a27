"""Several processes may serve one store. Each table is seen to by one of them; anybody may change it.

Which one is Discord's own rule: a server belongs to a shard, a process holds shards, and sees to the tables of their servers: it
shows them, looks at them in their time, lets computers play. What is of no server, and what is to be done once for all, is with
the first shard (docs/adr/0025-many-processes.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol


def shard(guild: int, count: int) -> int:
    """The shard of a server among `count` (Discord's docs: Topics, Gateway, Sharding)."""
    return (guild >> 22) % count


class Cluster(Protocol):
    """The processes that serve a store, as one of them sees it."""

    def owns(self, guild: int) -> bool:
        """Whether this process sees to the tables of a server (0: to those of none, and to what is done once for all)."""

    def lock(self, match: str) -> AbstractAsyncContextManager[None]:
        """Nobody in another process works at this match meanwhile. Raises `StorageUnavailableError` when that can't be had."""

    def announce(self, match: str, guild: int) -> None:
        """Something was committed at this match of a server: the other processes hear of it soon, or when they next look.
        Returns at once."""


class ShardListener(Protocol):
    """What a process does when it comes to hold shards, or holds them no more."""

    async def acquire_shards(self, shards: Sequence[int]) -> None:
        """See to the tables of these, too: some of them perhaps as before."""

    async def release_shards(self, shards: Sequence[int]) -> None:
        """Others see to these from now on."""

    def on_remote_commit(self, match: str, guild: int) -> None:
        """Another process has committed something at this match of a server."""

    def on_remote_shard_ready(self, shard: int) -> None:
        """Another process has a line to Discord for this shard."""


class SharedCluster(Cluster, Protocol):
    """The processes, where there may be several. What talks with the store may raise `StorageUnavailableError`."""

    @property
    def count(self) -> int:
        """How many shards there are."""

    @property
    def held(self) -> Sequence[int]:
        """The shards that this process sees to, in order."""

    async def join(self, shards: int) -> None:
        """Come to the others, who have agreed on how many shards there are; or be the first, and hold all `shards`."""

    async def run(self, edge: ShardListener) -> None:
        """From now on look at the others now and then, and share with them."""

    def shard_connected(self, shard: int) -> None:
        """A line for this shard stands here: the others hear of it soon. Returns at once."""

    async def leave(self) -> None:
        """See to nothing more, and let the others know."""

    async def has_peers(self) -> bool:
        """Whether there are others who can take over."""

    async def close(self) -> None:
        """`leave`, and have said all that there was to say."""

    async def wait_for_identify(self, bucket: int) -> None:
        """Wait until a shard of this bucket may log in."""


class SingleProcess:
    """The only process."""

    def owns(self, _guild: int) -> bool:
        """Every table is its own."""
        return True

    def lock(self, _match: str) -> AbstractAsyncContextManager[None]:
        """There is nobody else."""
        return nullcontext()

    def announce(self, _match: str, _guild: int) -> None:
        """There is nobody to be told."""
