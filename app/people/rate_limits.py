"""Rate limits for each user on expensive requests: rendering, messages in channels."""

from __future__ import annotations

import math
from collections import deque

from app.model.match import User, UserError
from app.ports.store import Clock
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import msg

HOUR = 3600.0
HOURLY = {"open": 20, "film": 10, "export": 5, "invite": 10}  # requests per hour and user, by kind
MAX_TRACKED_USERS = 2000  # pairs of user and kind
WRONG_CODES, WRONG_CODES_SPAN_S = (
    20,
    600.0,
)  # wrong codes allowed to one user within this time


class Limits:
    """Request counters in memory; a restart clears them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: dict[tuple[int, str], deque[float]] = BoundedDict(MAX_TRACKED_USERS)
        self._missed = BoundedDict[int, dict[str, float]](
            MAX_TRACKED_USERS
        )  # by user: wrong codes, with the time of the first try

    def check(self, by: User, what: str) -> None:
        """Count a request; raise `UserError` with the waiting time if the hourly limit is reached."""
        now, most = self._clock.now(), HOURLY[what]
        times = self._asked.get((by.id, what)) or deque[float](maxlen=most)
        if len(times) == most and now < times[0] + HOUR:
            raise UserError(
                msg("host.trouble.too_often", times=most, n=math.ceil((times[0] + HOUR - now) / 60))
            )
        times.append(now)
        self._asked[by.id, what] = times

    def missed(self, user: int, code: str) -> None:
        """Count a wrong code.

        The same code again is not a further guess: it is a dead button or a typing error.
        """
        now = self._clock.now()
        tried = self._recent(user, now)
        tried.setdefault(code, now)
        self._missed[user] = tried

    def guesses_too_much(self, user: int) -> bool:
        """Return whether a user has recently tried too many different wrong codes."""
        return len(self._recent(user, self._clock.now())) >= WRONG_CODES

    def _recent(self, user: int, now: float) -> dict[str, float]:
        tried = self._missed.get(user, {})
        return {code: at for code, at in tried.items() if abs(now - at) < WRONG_CODES_SPAN_S}
