"""Rate limits per user, for expensive requests and for guessing match codes."""

from __future__ import annotations

import math
from collections import deque

from app.model.match import User, UserError
from app.ports.services import Clock
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import msg

HOUR = 3600.0
HOURLY = {"open": 20, "film": 10, "export": 5, "invite": 10}  # requests per hour and user, by kind
MAX_TRACKED_USERS = 2000  # pairs of user and kind
# a user may try this many wrong codes within this many seconds
WRONG_CODES, WRONG_CODES_SPAN_S = 20, 600.0


class Limits:
    """Request counters in memory; a restart clears them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # by user and kind: times of the requests
        self._requests: dict[tuple[int, str], deque[float]] = BoundedDict(MAX_TRACKED_USERS)
        # by user: wrong codes, with the time of the first try
        self._wrong_codes = BoundedDict[int, dict[str, float]](MAX_TRACKED_USERS)

    def count_request(self, by: User, what: str) -> None:
        """Count a request of kind `what`, a key of `HOURLY`.

        Raises `UserError` with the minutes to wait if the limit is reached.
        """
        now, limit = self._clock.now(), HOURLY[what]
        times = self._requests.get((by.id, what)) or deque[float](maxlen=limit)
        if len(times) == limit and now < times[0] + HOUR:
            minutes = math.ceil((times[0] + HOUR - now) / 60)
            raise UserError(msg("host.trouble.too_often", times=limit, n=minutes))
        times.append(now)
        self._requests[by.id, what] = times

    def count_wrong_code(self, user: int, code: str) -> None:
        """Count a code for which the user found no match that they may see.

        The same code counts once: a user who repeats it is not guessing, but clicks a button of a
        deleted match or repeats a typing error.
        """
        now = self._clock.now()
        codes = self._recent_wrong_codes(user, now)
        codes.setdefault(code, now)
        self._wrong_codes[user] = codes

    def guesses_too_much(self, user: int) -> bool:
        """Return whether a user has recently tried too many different wrong codes."""
        return len(self._recent_wrong_codes(user, self._clock.now())) >= WRONG_CODES

    def _recent_wrong_codes(self, user: int, now: float) -> dict[str, float]:
        codes = self._wrong_codes.get(user, {})
        return {code: at for code, at in codes.items() if abs(now - at) < WRONG_CODES_SPAN_S}
