"""Clock of the sandbox: real time plus an offset set by the page or a test."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    """Clock for message times, ids and token ages.

    `offset` is in seconds and added to the real time. A bot in the same process may use this
    object as its clock.
    """

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset

    def now(self) -> datetime:
        """Return the sandbox's current time, timezone-aware, in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self.offset)

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds` (negative: back)."""
        self.offset += seconds

    def reset(self) -> None:
        """Return to real time."""
        self.offset = 0.0
