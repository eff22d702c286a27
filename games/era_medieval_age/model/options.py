"""Options of a match, standing orders and presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice, Range, Setting, Toggle
from games.era_medieval_age.model.catalog import RULES

SETTINGS: tuple[Setting, ...] = (
    Toggle("university_counts_wrapped_culture", default=True),
    Toggle("lost_die_result_stays_this_round"),
    Toggle("fire_may_take_keep", default=True),
    Choice("solo_jaime_dice", tuple(RULES.solo.dice), "2_noble_1_peasant", players=(1,)),
    Range("round_limit", 0, 99, 40, players=(2, 3, 4)),
)

# `pay_extortion`: pay if at least `keep` of the demanded resource would be left. `used_up`: finish
# building when nothing can be built any more.
ORDERS: tuple[Setting, ...] = (
    Toggle("pay_extortion"),
    Range(
        "keep",
        0,
        max(track.most for track in RULES.resources.values()) - 1,
        0,
        when={"pay_extortion": True},
    ),
    Toggle("used_up"),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "short": {"round_limit": 6},
    "strict": {"university_counts_wrapped_culture": False},
    "lasting": {"lost_die_result_stays_this_round": True},
    "stern_jaime": {"solo_jaime_dice": "3_noble_1_peasant"},
}
