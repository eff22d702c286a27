"""Options of a match, and presets (rules 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice
from games.el_mapa.model.catalog import RULES

SETTINGS: tuple[Choice, ...] = (
    Choice("round_limit", ("none", *(str(n) for n in RULES.rounds)), "none"),
    Choice("start_package", ("standard", "rich"), "standard"),
    Choice("build_limit", ("1", "2"), "1"),
    Choice("player_trade", ("on", "off"), "on"),
    Choice("trade_cards", ("on", "off"), "on"),
    Choice("deal", ("by_sector", "global"), "by_sector"),
    Choice("six_player_map", ("6", "6_boxed"), "6", players=(6,)),
    Choice("wonder_bonus", ("sources", "production", "stock"), "sources"),
    Choice("finish", ("round", "immediate"), "round"),
    Choice("start_player", ("fixed", "rotating"), "fixed"),
    Choice("captured_castle", ("keep", "raze"), "keep"),
    Choice("watchtower", ("reveal", "rotate"), "reveal"),
    Choice("neutral_assignment", ("automatic", "next_player"), "automatic"),
    Choice("archer_support", ("around", "orthogonal"), "around"),
    Choice("troop_levels", ("table", "ladder"), "table"),
    Choice("training_increment", ("one", "castle"), "one"),
    Choice("speed_scope", ("troop", "squad"), "troop"),
    Choice("shield_scope", ("army", "squad"), "army"),
    Choice("card_points", ("level", "one"), "level"),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "book": {},
    "online": {"round_limit": "20"},
    "quick_async": {"round_limit": "10", "start_package": "rich", "build_limit": "2"},
}
