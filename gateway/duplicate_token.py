"""Notice another program that is logged in with the same token.

Discord sends every interaction to both, and takes the first answer.
"""

from __future__ import annotations

import logging
from collections import deque

from app.ports.store import Clock

MIN_ANSWERS, WITHIN_S = (
    3,
    600.0,
)  # one alone may be our own answer, word of which was lost on the way
LOG_EVERY_S = 3600.0
log = logging.getLogger("sobremesa")


class Rivals:
    """Interactions that another program has answered.

    `last_at`: when there were last `MIN_ANSWERS` of them (unix seconds; 0: never). `is_alone`: no process of ours shares the
    shards; those that do are both connected while they hand a shard over.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock, self.is_alone = clock, True
        self._times = deque[float](maxlen=MIN_ANSWERS)
        self.last_at = self._logged_at = 0.0

    def noticed(self) -> None:
        """Count an interaction that had an answer before ours."""
        now = self._clock.now()
        self._times.append(now)
        if not self.is_alone or len(self._times) < MIN_ANSWERS or now - self._times[0] > WITHIN_S:
            return
        self.last_at = now
        if now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            log.warning(
                "another program answers with this bot's token: people get answers of both, and some see no table; stop"
                " the other copy, or reset the token if there is none"
            )
