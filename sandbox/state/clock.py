"""The sandbox's clock: real time plus an offset that the page (or a test) may move forward."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    """Tells the time as the sandbox sees it; message times, ids and token ages all come from here.

    ``offset`` is in seconds, added to the real time. The bot may be given the same object.
    """

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset

    def now(self) -> datetime:
        """The sandbox's present moment, aware, in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self.offset)

    def advance(self, seconds: float) -> None:
        """Moves the clock forward by `seconds` (a negative number moves it back)."""
        self.offset += seconds

    def reset(self) -> None:
        """Back to real time."""
        self.offset = 0.0
