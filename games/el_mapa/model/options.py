"""Options of a match, presets (rules 12), and what the options say of the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice
from games.el_mapa.model.catalog import RULES
from games.el_mapa.model.state import MapState

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


def limit_of(options: Mapping[str, Any]) -> int:
    """Return the round after which the game ends (option `round_limit`); 0 for no limit."""
    limit = options["round_limit"]
    return 0 if limit == "none" else int(limit)


def ends_at_once(options: Mapping[str, Any]) -> bool:
    """Return whether the game ends after the turn in which its end is triggered.

    Otherwise it ends after the round (option `finish`).
    """
    return bool(options["finish"] == "immediate")


def last_round(s: MapState, options: Mapping[str, Any]) -> bool:
    """Return whether it is known that the current round is the last."""
    return bool(s.ending) or s.round == limit_of(options)
