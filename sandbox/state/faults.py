"""Trouble on command: what a bot must live with on the real Discord, switched on from the page or a test."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sandbox.state.errors import PersonError
from sandbox.state.model import Json


@dataclass
class Faults:
    """The switches; no trouble by default, but Discord's limits hold.

    `slow`: milliseconds that every API call waits. `rate_limited`: Discord's limits are enforced (buckets, all requests
    together, edits of old messages, new direct messages). `http_5xx` and `http_429`: so many of the next API calls get a
    500 or 429. `drop_gateway`: the line is cut and stays cut. `close_code`: whoever identifies is sent away with it.
    Lost permissions are no switch here: they are real overwrites on the channels (see `channels.revoke`).
    """

    slow: int = 0
    rate_limited: bool = True
    http_5xx: int = 0
    http_429: int = 0
    drop_gateway: bool = False
    close_code: int = 0

    def set(self, wanted: Json) -> None:
        """Takes over those of `wanted` that are given; raises `PersonError` for a name or value that fits none."""
        current: dict[str, Any] = asdict(self)
        for name, value in wanted.items():
            if name not in current:
                raise PersonError("There is no fault called {name}.", name=name)
            if type(value) is not type(current[name]) or (
                type(value) is int and not 0 <= value <= 60_000
            ):
                raise PersonError(
                    "The fault {name} cannot be {value}.", name=name, value=repr(value)
                )
        for name, value in wanted.items():
            setattr(self, name, value)

    def take(self, name: str) -> bool:
        """Uses up one of the counted faults, if any is left."""
        left = getattr(self, name)
        setattr(self, name, max(0, left - 1))
        return bool(left)
