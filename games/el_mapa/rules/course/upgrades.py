"""Positions of earlier rules brought to the present ones."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]


def upgrade(raw: Raw, version: int) -> Raw:
    """A raw position of rules `version` as one of the next. Rules 2 note who has boosted a lasting Production in the round, and
    whether a card was played in an open decision: until now nobody, and none (who has may still flee once, as they could).

    Rules 3 lay other maps for two, three, five and six. A position names its map, and the older ones stay in the data: a table
    goes on upon the map that it began with, so that nothing changes in it."""
    if version == 1:
        for player in raw["state"]["players"]:
            player["boosted"] = False
        for frame in raw["stack"]:
            if frame["kind"] == "decide":
                frame["played"] = False
    return raw
