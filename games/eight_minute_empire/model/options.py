"""Options of a match, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.state.options import Choice, Order, Setting, Toggle
from games.eight_minute_empire.model.catalog import RULES

SETTINGS: tuple[Setting, ...] = (
    Choice("map_side", ("side_a", "side_b", "random"), "side_a"),
    Choice("mode", ("single", "campaign"), "single"),
    Choice("campaign_sides", ("alternate", "fixed"), "alternate", when={"mode": "campaign"}),
    Toggle("goods_tokens"),
    Choice("bid_tie", ("youngest", "random"), "youngest"),
    Choice("bid_winner", ("starts", "chooses"), "starts"),
    Toggle("neutral_armies", players=(2,)),
    Choice("ore_card", ("symbol_printing", "english_printing"), "symbol_printing"),
    Choice("wild_assignment", ("auto_best", "manual"), "auto_best"),
    Choice("destroyed_armies", ("to_reserve", "out_of_game"), "to_reserve"),
    Toggle("one_city_per_player_per_region"),
    Order("age_order"),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "campaign": {"mode": "campaign"},
    "full": {
        "map_side": "random",
        "goods_tokens": True,
        "neutral_armies": True,
        "bid_winner": "chooses",
    },
}


def game_count(options: Mapping[str, Any]) -> int:
    """Return the number of games in a match: 3 in a campaign, else 1 (rules 13.1)."""
    return RULES.games if options["mode"] == "campaign" else 1


def board_side(options: Mapping[str, Any], game: int) -> str:
    """Return the board side (`a` or `b`) of game number `game`, from 1 (ruling R20).

    The option `map_side` must not be `random` any more.
    """
    chosen = str(options["map_side"])[-1]
    other = "b" if chosen == "a" else "a"
    return (
        other
        if game_count(options) > 1 and options["campaign_sides"] == "alternate" and game % 2 == 0
        else chosen
    )
