"""Upgrade of stored positions from earlier rules versions."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]


def upgrade(raw: Raw, version: int) -> Raw:
    """Return a raw position of rules `version`, converted to the next version.

    - To rules 2: nothing to do, since only effects of cards changed.
    - To rules 3: the end of a turn is asked only if a free operation could still matter. A turn
      whose end is being asked goes on asking.
    """
    if version == 2:
        for frame in raw["stack"]:
            if frame["kind"] == "turn" and frame.get("acted"):
                frame["waits"] = True
    return raw
