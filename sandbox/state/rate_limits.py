"""Discord's time limits and rate limits.

Interactions: 3 seconds to acknowledge, 15 minutes per token. Rate limits: per bucket, per bot,
for edits of old messages, new DMs and invalid requests.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sandbox.state.errors import LimitedError
from sandbox.state.model import Json

ACK_SECONDS = 3.0  # deadline of an acknowledgement
TOKEN_LIFE = timedelta(minutes=15)  # lifetime of an interaction token
OLD = timedelta(hours=1)  # age from which edits of a message have their own limit
IDENTIFIES_A_DAY = 1000

# operation -> (requests, seconds): known buckets of Discord; others have `OTHERS`.
BUCKETS: dict[str, tuple[int, float]] = {
    "create_message": (5, 5.0),
    "update_message": (5, 5.0),
    "delete_message": (5, 1.0),
    "create_interaction_response": (50, 1.0),
    "execute_webhook": (5, 2.0),
    "update_original_webhook_message": (5, 2.0),
    "update_webhook_message": (5, 2.0),
    "bulk_set_application_commands": (5, 20.0),
}
OTHERS = (10, 5.0)
GLOBAL = (50, 1.0)  # per bot; answers to interactions do not count
# per channel; observed: Discord publishes no figure (starboard-4 #118, userdoccers #551)
OLD_EDITS = (3, 20.0)
NEW_DMS = (10, 10.0)  # per bot; Discord documents the limit (40003), but no figure: this is ours
# responses with status 401, 403 and 429; with more of them, all requests are rejected for a while
INVALID = (10_000, 600.0)


def token_expired(created: str, now: datetime) -> bool:
    """Return whether the token of an interaction created at `created` (ISO) has expired."""
    return now - datetime.fromisoformat(created) > TOKEN_LIFE


def is_old(created: str, now: datetime) -> bool:
    """Return whether a message is so old that its edits have a limit of their own.

    `created` is the time of the message (ISO 8601).
    """
    return now - datetime.fromisoformat(created) > OLD


@dataclass
class RateWindow:
    """Current window of a bucket: its end (monotonic seconds) and the requests left."""

    ends: float
    requests_left: int


@dataclass
class RateLimiter:
    """Counter of requests per bucket.

    A bucket is an operation together with the channel, guild or webhook in its path.
    """

    timer: Callable[[], float] = time.monotonic
    windows: dict[tuple[str, str], RateWindow] = field(default_factory=dict)

    def count_request(self, operation: str, major: str) -> tuple[dict[str, str], float | None]:
        """Count a request; return its headers, and the seconds to wait if it exceeds the limit.

        `major` is the channel, guild or webhook in the path. The seconds are None within the limit.
        """
        rule = BUCKETS.get(operation, OTHERS)
        window, is_exceeded = self._count((operation, major), rule)
        wait = window.ends - self.timer()
        headers = {
            "X-RateLimit-Limit": str(rule[0]), "X-RateLimit-Remaining": str(window.requests_left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}", "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{operation:.24}",
        }  # fmt: skip
        return headers, wait if is_exceeded else None

    def count(self, what: str, whose: str, rule: tuple[int, float]) -> float | None:
        """Count a request against a limit; return the seconds to wait, if any.

        `what` is the kind of limit, `whose` the id to which the limit applies ("": to all
        requests), and `rule` is (number of requests, seconds). Return None while the limit is not
        exceeded.
        """
        window, is_exceeded = self._count((what, whose), rule)
        return window.ends - self.timer() if is_exceeded else None

    def seconds_until_free(self, what: str, whose: str) -> float | None:
        """Return how many seconds a limit stays used up; None if it is not used up.

        `what` and `whose` are as in `count`. Nothing is counted.
        """
        window = self.windows.get((what, whose))
        left = window.ends - self.timer() if window and not window.requests_left else 0.0
        return left if left > 0 else None

    def _count(self, key: tuple[str, str], rule: tuple[int, float]) -> tuple[RateWindow, bool]:
        now = self.timer()
        window = self.windows.get(key)
        if window is None or window.ends <= now:
            window = self.windows[key] = RateWindow(now + rule[1], rule[0])
        is_exceeded = window.requests_left <= 0
        window.requests_left = max(0, window.requests_left - 1)
        return window, is_exceeded


def too_many(error: LimitedError) -> tuple[dict[str, str], Json]:
    """Return headers and body of a 429.

    The header `Via` is needed: without it, discord.py takes the response for a Cloudflare ban and
    gives up.
    """
    headers = {
        "Via": "1.1 google",
        "Retry-After": f"{max(1, round(error.wait))}",
        "X-RateLimit-Scope": "user",
    }
    if error.everywhere:
        headers |= {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    body: Json = {
        "message": error.message,
        "retry_after": round(error.wait, 3),
        "global": error.everywhere,
    }
    return headers, body | ({"code": error.code} if error.code else {})
