"""Limit on how often the bot logs in (identifies) at Discord's gateway.

Discord accepts 1,000 logins a day; after that it resets the bot's token.
"""

from __future__ import annotations

import logging

from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.ports.logins import MIN_INTERVAL_S, LoginRepository, Logins
from app.ports.services import Clock

log = logging.getLogger(__name__)


class LoginBudget:
    """Rate limiter for gateway logins: at most `app.ports.logins.MAX_A_DAY` a day.

    Counts across restarts and across all processes that share the store.
    """

    def __init__(self, logins: LoginRepository, clock: Clock) -> None:
        self._store, self._clock = logins, clock
        self._logins = Logins()
        self._reserved: dict[int, float] = {}  # shard: end of its wait (Unix seconds)
        self._is_slow = False

    async def take(self, shard: int) -> float:
        """Return 0.0 if the shard may log in now, else the seconds to wait before asking again."""
        now = self._clock.now()
        if shard not in self._reserved:
            # `last_at` is the time of the login just reserved, which may be in the future
            self._reserved[shard] = (await self._count_login(now)).last_at
        wait = self._reserved[shard] - now
        if wait > 0.0:
            return wait
        del self._reserved[shard]
        return 0.0

    def wait_s(self, shard: int | None = None) -> float:
        """Return the seconds that a shard must wait; for None, the longest wait of all shards."""
        ends = [
            end for waiting_shard, end in self._reserved.items() if shard in (None, waiting_shard)
        ]
        return max(0.0, max(ends, default=0.0) - self._clock.now())

    async def _count_login(self, now: float) -> Logins:
        """Reserve the next login and return all logins of the day."""
        try:
            self._logins = await self._store.add_login(now)
        except (StorageUnavailableError, CorruptDataError):
            # the store's failure is already logged; count in this process only
            self._logins = self._logins.with_next(now)
        was_slow, self._is_slow = self._is_slow, self._logins.last_at > now
        if self._is_slow and not was_slow:
            log.warning(
                "%d logins to Discord within a day (Discord resets the token after 1,000):"
                " spacing the next ones %.0f s apart; find"
                " what ends the sessions or restarts the bot",
                self._logins.count_within_day(now),
                MIN_INTERVAL_S,
            )
        return self._logins
