"""Upgrade of stored positions from earlier rules versions."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
_AS_BEFORE = {
    "shield_scope": "squad",
    "trade_cards": "off",
}  # behavior of matches from before these options existed


def upgrade(raw: Raw, version: int) -> Raw:
    """Return a raw position of rules `version` as one of the next version.

    Rules 2 store who has boosted a lasting Production in the round, and whether a card was
    played in an open decision. Older positions get false for both, so a side that has played a
    card may still flee once, as before.

    Rules 3 use other maps for two, three, five and six players. A position names its map and
    the older maps stay in the data, so a match keeps the map that it began with.

    Rules 4 have two more options. A running match keeps the old behavior; new matches get the
    defaults.
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
