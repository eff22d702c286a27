"""Check the machine's clock before expired data is deleted.

If the clock jumps ahead by mistake, data must not be deleted as too old.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MAX_SKEW_S = 3600.0  # largest difference between the machine's clock and Discord's
MAX_DOWNTIME_S = 7 * 86_400.0  # longest downtime that is plausible while Discord's time is unknown
log = logging.getLogger(__name__)


class ClockCheck:
    """Comparison of the machine's clock with Discord's time.

    Discord's time comes from the `Date` header of its responses; a monotonic clock advances it
    between two responses. Before the first response, the machine's clock is compared with the bot's
    last heartbeat. `machine` and `steady` are the system's clock and the monotonic clock; tests
    replace them.
    """

    def __init__(
        self, machine: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine, self._steady = machine, steady
        # Discord's time, and the monotonic clock at that moment
        self._discord_time: tuple[float, float] | None = None
        self._downtime_s = 0.0
        self._is_believed = True

    def set_discord_time(self, date: float) -> None:
        """Record Discord's time `date` (Unix seconds), from a response received just now."""
        self._discord_time = date, self._steady()

    def record_downtime(self, last_ran: float | None, now: float) -> None:
        """Record how long the bot was down, by the machine's clock.

        `last_ran` is the last heartbeat before the start (None: there was none), `now` the time of
        the start, both in Unix seconds.
        """
        self._downtime_s = 0.0 if last_ran is None else now - last_ran

    @property
    def skew_s(self) -> float | None:
        """Return the seconds that the machine's clock is ahead of Discord's; None if unknown."""
        if self._discord_time is None:
            return None
        date, steady_then = self._discord_time
        return self._machine() - (date + self._steady() - steady_then)

    def corrected(self, now: float) -> float:
        """Return the time `now` (Unix seconds), replaced by Discord's time if the clock is wrong.

        The clock is wrong if it differs by more than `MAX_SKEW_S`.
        """
        skew = self.skew_s
        return now if skew is None or abs(skew) <= MAX_SKEW_S else now - skew

    def is_believable(self) -> bool:
        """Return whether the clock is right, so that expired data may be deleted.

        Logs each change.
        """
        skew = self.skew_s
        believed = (
            abs(skew) <= MAX_SKEW_S if skew is not None else self._downtime_s <= MAX_DOWNTIME_S
        )
        if believed != self._is_believed:
            self._is_believed = believed
            if believed:
                log.warning(
                    "system clock agrees with Discord's again: deletion of expired data resumes"
                )
            elif skew is not None:
                log.error(
                    "system clock is %.0f s ahead of Discord's: deletion of expired data is suspended",
                    skew,
                )
            else:
                log.error(
                    "last run was %.0f days ago by the system clock, and Discord's time is unknown: deletion of expired"
                    " data is suspended",
                    self._downtime_s / 86_400,
                )
        return believed
