"""Upgrade of stored positions from earlier rules versions."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
# Options that were new in rules 4: the values that mean the behavior of earlier rules.
_AS_BEFORE = {"shield_scope": "squad", "trade_cards": "off"}


def upgrade(raw: Raw, version: int) -> Raw:
    """Return a raw position of rules `version`, converted to the next version.

    - To rules 2: the position stores who has boosted a lasting Production this round, and whether a
      card was played in an open decision. Both become false, so a side that has played a card may
      still flee in this decision, as before.
    - To rules 3: nothing to do. Rules 3 have other maps for two, three, five and six players, but a
      match keeps the map with which it began.
    - To rules 4: the position has two more options. They get the values of the old behavior.
    - To rules 5: nothing to do. Only an event has more fields.
    """

    if version == 1:
        for player in raw["state"]["players"]:
            player["boosted"] = False
        for frame in raw["stack"]:
            if frame["kind"] == "decide":
                frame["played"] = False
    if version == 3:
        raw = {**raw, "options": {**_AS_BEFORE, **raw["options"]}}
    return raw
