"""Tell whether the machine's clock can be believed.

What is deleted for its age must not go because a clock has jumped.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MAX_SKEW_S = 3600.0  # between the machine's clock and Discord's
MAX_REST_S = 7 * 86_400.0  # since the bot last ran, where Discord does not tell the time
log = logging.getLogger(__name__)


class ClockCheck:
    """Hold the machine's clock against Discord's (the `Date` of its answers), else against when the bot last ran.

    Between two answers Discord's time goes on by a clock that never jumps. `machine` and `steady` are the two clocks, for tests.
    """

    def __init__(
        self, machine: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._machine, self._steady = machine, steady
        self._told: tuple[float, float] | None = None  # Discord's time, and the steady clock's then
        self._rest_s = 0.0
        self._is_believed = True

    def heard(self, date: float) -> None:
        """Take Discord's time (unix seconds) from an answer of this moment."""
        self._told = date, self._steady()

    def started(self, last_ran: float | None, now: float) -> None:
        """Note how long the bot has not run, by the clock that is to be checked."""
        self._rest_s = 0.0 if last_ran is None else now - last_ran

    @property
    def skew_s(self) -> float | None:
        """Return how far the machine's clock is ahead of Discord's; None while unknown."""
        if self._told is None:
            return None
        date, then = self._told
        return self._machine() - (date + self._steady() - then)

    def corrected(self, now: float) -> float:
        """Return `now`, or Discord's time where the machine's clock is wrong."""
        skew = self.skew_s
        return now if skew is None or abs(skew) <= MAX_SKEW_S else now - skew

    def is_believable(self) -> bool:
        """Return whether what is old by this clock is old; log each change."""
        skew = self.skew_s
        believed = abs(skew) <= MAX_SKEW_S if skew is not None else self._rest_s <= MAX_REST_S
        if believed != self._is_believed:
            self._is_believed = believed
            if believed:
                log.warning(
                    "the machine's clock agrees with Discord's again: what is too old is deleted again"
                )
            elif skew is not None:
                log.error(
                    "the machine's clock is %.0f s ahead of Discord's: nothing is deleted for its age until then",
                    skew,
                )
            else:
                log.error(
                    "the bot last ran %.0f days ago by the machine's clock, and Discord has not told the time: nothing is"
                    " deleted for its age until it has",
                    self._rest_s / 86_400,
                )
        return believed
