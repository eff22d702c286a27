"""Options of a match, set before the start, and their presets (rules 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice, Setting, Toggle

MULTIPLAYER = (2, 3, 4)

SETTINGS: tuple[Setting, ...] = (
    Choice("factions", ("pick", "random", "first"), "pick"),
    Choice("exploration", ("standard", "alternative", "advanced"), "standard", players=MULTIPLAYER),
    Toggle("peaceful", players=MULTIPLAYER),
    Toggle("faction_reshuffle"),
    Toggle("acting_troupe_pays"),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "first": {"factions": "first"},
    "quick": {"factions": "random", "exploration": "alternative"},
    "peaceful": {"peaceful": True},
}
