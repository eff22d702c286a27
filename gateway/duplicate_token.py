"""Detector of another program that is logged in with the same token.

Discord sends every interaction to both programs and accepts only the first response.
"""

from __future__ import annotations

import logging
from collections import deque

from app.ports.services import Clock

# a warning needs MIN_ANSWERS foreign answers within WINDOW_S seconds; fewer may be the bot's own
# responses for which Discord's confirmation was lost
MIN_ANSWERS, WINDOW_S = 3, 600.0
LOG_EVERY_S = 3600.0
log = logging.getLogger("sobremesa")


class DuplicateTokenDetector:
    """Counter of interactions that another program has answered before the bot.

    `last_at` is the last time (Unix seconds; 0: never) at which the counter reached `MIN_ANSWERS`
    interactions within `WINDOW_S`. `is_alone` is False in a cluster of processes. `last_at` then
    does not change: while a shard is handed over, two processes of this bot are connected, and
    either of them may answer first.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self.is_alone = clock, True
        self._newest_times = deque[float](maxlen=MIN_ANSWERS)
        self.last_at = self._logged_at = 0.0

    def count_foreign_answer(self) -> None:
        """Count an interaction that already had a response when the bot answered."""
        now = self._clock.now()
        self._newest_times.append(now)
        if not self.is_alone:  # another process of this bot may have answered
            return
        if len(self._newest_times) < MIN_ANSWERS or now - self._newest_times[0] > WINDOW_S:
            return
        self.last_at = now
        if now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            log.warning(
                "another process uses this bot's token: it answers some interactions instead of this one, so users may"
                " find no table; stop the other copy, or reset the token if you know of none"
            )
