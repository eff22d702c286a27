"""Discord's clocks and rates: 3 seconds to acknowledge, 15 minutes for a token, so many requests per bucket."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from .model import Json

ACK_SECONDS = 3.0  # an interaction not acknowledged by then has failed
TOKEN_LIFE = timedelta(minutes=15)  # afterwards its token is worth nothing

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


def token_expired(created: str, now: datetime) -> bool:
    """Whether an interaction made at `created` (ISO) has outlived its token."""
    return now - datetime.fromisoformat(created) > TOKEN_LIFE


@dataclass
class Window:
    """One bucket's present window: when it ends (monotonic seconds) and what is left in it."""

    ends: float
    left: int


@dataclass
class Rates:
    """Counts requests per bucket; a bucket is an operation and its major parameter (channel, guild or webhook)."""

    timer: Callable[[], float] = time.monotonic
    windows: dict[tuple[str, str], Window] = field(default_factory=dict)

    def take(self, operation: str, major: str) -> tuple[dict[str, str], float | None]:
        """Counts one request: its rate-limit headers, and how long to wait if it is one too many."""
        limit, seconds = BUCKETS.get(operation, OTHERS)
        now = self.timer()
        window = self.windows.get((operation, major))
        if window is None or window.ends <= now:
            window = self.windows[operation, major] = Window(now + seconds, limit)
        wait = window.ends - now
        over = window.left <= 0
        window.left = max(0, window.left - 1)
        headers = {
            "X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}", "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{operation:.24}",
        }  # fmt: skip
        return headers, wait if over else None


def too_many(headers: dict[str, str], wait: float) -> tuple[dict[str, str], Json]:
    """Headers and body of a 429. Without `Via` discord.py takes it for a ban and gives up."""
    extra = {"Via": "1.1 google", "Retry-After": f"{max(1, round(wait))}", "X-RateLimit-Scope": "user"}
    return headers | extra, {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False}
