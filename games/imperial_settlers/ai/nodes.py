"""Nodes of the plan search, and constants for its steps: triggers by event, single goods.

A `Node` is what a plan has reached: goods, hand, Locations and the value collected so far.
`search.Planner` makes the nodes that follow a node.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from games.imperial_settlers.ai.card_facts import (
    AT,
    CardGain,
    Reaction,
    Vec,
    card_facts,
    gain_of,
    vec,
)
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.rules.effects.operations import Placement

Step = tuple[Any, ...]
UNIT: dict[str, Vec] = {good: vec({good: 1}) for good in AT}


class Node(NamedTuple):
    """State that a plan has reached by its `steps`.

    `goods` are in the order of `card_facts.GOOD_KINDS`. `places` are pairs of own Location and
    number of activations made, `deals` pairs of good and card. `razed` are the rivals' Locations
    that the plan has razed. `value` is the value in points that the steps have added, without
    `goods`.
    """

    goods: Vec
    hand: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    foundations: tuple[str, ...]
    deals: tuple[tuple[str, str], ...]
    razed: tuple[str, ...]
    value: float
    steps: tuple[Step, ...]


def with_step(node: Node, goods: Vec, hand: tuple[str, ...], value: float, step: Step) -> Node:
    """Return the node after `step`, which changes only goods, hand and value."""
    return Node(
        goods,
        hand,
        node.places,
        node.foundations,
        node.deals,
        node.razed,
        value,
        (*node.steps, step),
    )


def without_one(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """Return the tuple without the first `item`; raise ValueError if it is missing."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


@lru_cache(64)
def gain_of_good(good: str, n: int) -> CardGain:
    """Return the gain of `n` units of one good."""
    return gain_of({good: n})


def placement_kind(card: str) -> str:
    """Return what may be placed on a card: `hand_cards`, `resources` or "" (rules 9.3)."""
    return next((one.place for one in card_facts(card).features if isinstance(one, Placement)), "")


def _all_reactions() -> dict[str, dict[str, tuple[Reaction, ...]]]:
    """Return the triggers of all cards, as {event: {card code: triggers of the card}}."""
    found: dict[str, dict[str, tuple[Reaction, ...]]] = {}
    for card in CARDS:
        for one in card_facts(card).reactions:
            by_card = found.setdefault(one.event, {})
            by_card[card] = (*by_card.get(card, ()), one)
    return found


REACTIONS = _all_reactions()
RAZE_HAND_COST: Vec = vec({"raze": -RULES.raze_hand})
WORKER_PAIR_COST: Vec = vec({"worker": -RULES.exchange})
