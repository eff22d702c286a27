"""Positions of earlier rules brought to the present ones."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
_AS_BEFORE = {
    "shield_scope": "squad",
    "trade_cards": "off",
}  # what tables did before there was an option


def upgrade(raw: Raw, version: int) -> Raw:
    """Return a raw position of rules `version` as one of the next.

    Rules 2 note who has boosted a lasting Production in the round, and whether a card was played in an open decision: until then
    nobody, and none (who has may still flee once, as they could).

    Rules 3 lay other maps for two, three, five and six. A position names its map, and the older ones stay in the data: a table
    goes on upon the map that it began with.

    Rules 4 have two more options. A table that has begun keeps the way it was played by; new ones get the defaults.
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
