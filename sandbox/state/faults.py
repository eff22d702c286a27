"""Faults of Discord that the page or a test can switch on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sandbox.state.errors import PersonError
from sandbox.state.model import Json


@dataclass
class Faults:
    """Switches for faults; by default only Discord's rate limits are on.

    - `slow`: delay of every API call in milliseconds
    - `rate_limited`: Discord's limits are enforced (buckets, global, edits of old messages, new
      DMs)
    - `http_5xx`, `http_429`: how many of the next API calls fail with 500 or 429
    - `drop_gateway`: gateway connections are dropped and refused
    - `close_code`: IDENTIFY is answered with this close code

    Revoked permissions are not stored here: they are overwrites on channels
    (`channels.revoke`).
    """

    slow: int = 0
    rate_limited: bool = True
    http_5xx: int = 0
    http_429: int = 0
    drop_gateway: bool = False
    close_code: int = 0

    def set(self, wanted: Json) -> None:
        """Set the given faults; raises `PersonError` for an unknown name or a bad value."""
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
        """Use up one of the faults still to occur; return whether there was one.

        `name` is the kind of fault: `http_5xx` or `http_429`, which have a count.
        """
        left = getattr(self, name)
        setattr(self, name, max(0, left - 1))
        return bool(left)
