"""Discord's clocks and rates: 3 seconds to acknowledge, 15 minutes for a token, so many requests per bucket, and the limits
beside the buckets: all requests of a bot together, edits of old messages, new direct messages, invalid requests."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sandbox.state.errors import LimitedError
from sandbox.state.model import Json

ACK_SECONDS = 3.0  # an interaction not acknowledged by then has failed
TOKEN_LIFE = timedelta(minutes=15)  # afterwards its token is worth nothing
OLD = timedelta(hours=1)  # edits of messages as old as this are limited apart
IDENTIFIES_A_DAY = 1000

# operation -> (requests, seconds): what is known of Discord's buckets; everything else gets the last line's.
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
GLOBAL = (50, 1.0)  # of one bot; answers to interactions do not count
OLD_EDITS = (
    3,
    20.0,
)  # of one channel; observed, Discord publishes no figure (starboard-4 #118, userdoccers #551)
NEW_DMS = (10, 10.0)  # of one bot; that there is a limit is documented (40003), the figure is ours
INVALID = (
    10_000,
    600.0,
)  # answers 401, 403 and 429: whoever has more of them is not let in for a while


def token_expired(created: str, now: datetime) -> bool:
    """Whether an interaction made at `created` (ISO) has outlived its token."""
    return now - datetime.fromisoformat(created) > TOKEN_LIFE


def old(created: str, now: datetime) -> bool:
    """Whether a message made at `created` (ISO) is one whose edits are limited apart."""
    return now - datetime.fromisoformat(created) > OLD


@dataclass
class RateWindow:
    """One bucket's present window: when it ends (monotonic seconds) and what is left in it."""

    ends: float
    left: int


@dataclass
class RateLimiter:
    """Counts requests per bucket; a bucket is an operation and its major parameter (channel, guild or webhook)."""

    timer: Callable[[], float] = time.monotonic
    windows: dict[tuple[str, str], RateWindow] = field(default_factory=dict)

    def take(self, operation: str, major: str) -> tuple[dict[str, str], float | None]:
        """Counts one request: its rate-limit headers, and how long to wait if it is one too many."""
        rule = BUCKETS.get(operation, OTHERS)
        window, over = self._count((operation, major), rule)
        wait = window.ends - self.timer()
        headers = {
            "X-RateLimit-Limit": str(rule[0]), "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}", "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{operation:.24}",
        }  # fmt: skip
        return headers, wait if over else None

    def spend(self, what: str, whose: str, rule: tuple[int, float]) -> float | None:
        """Counts against a limit that no header tells of: how long to wait if it is one too many."""
        window, over = self._count((what, whose), rule)
        return window.ends - self.timer() if over else None

    def spent(self, what: str, whose: str) -> float | None:
        """How long such a limit stays used up; None when something is left of it. Counts nothing."""
        window = self.windows.get((what, whose))
        left = window.ends - self.timer() if window and not window.left else 0.0
        return left if left > 0 else None

    def _count(self, key: tuple[str, str], rule: tuple[int, float]) -> tuple[RateWindow, bool]:
        now = self.timer()
        window = self.windows.get(key)
        if window is None or window.ends <= now:
            window = self.windows[key] = RateWindow(now + rule[1], rule[0])
        over = window.left <= 0
        window.left = max(0, window.left - 1)
        return window, over


def too_many(error: LimitedError) -> tuple[dict[str, str], Json]:
    """Headers and body of a 429. Without `Via` discord.py takes it for a ban and gives up."""
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
