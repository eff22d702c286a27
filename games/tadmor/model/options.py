"""Options of a match, set before the start, and their presets (rules 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice, Setting, Toggle

SETTINGS: tuple[Setting, ...] = (
    Toggle("expert_start"),
    Choice("double_pairs", ("many", "one"), "many"),
    Toggle("attacked_card_stays", default=True),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "expert": {"expert_start": True},
}
