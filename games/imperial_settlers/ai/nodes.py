"""Search nodes of a plan, and constants for its steps: triggers by event, single goods."""

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
ONE: dict[str, Vec] = {good: vec({good: 1}) for good in AT}


class Node(NamedTuple):
    """State that a plan reaches.

    `goods` are in the order of `KINDS`. `places` are own Locations with their activations,
    `founded` Foundations, `deals` pairs of good and card. `gone` are rivals' Locations that
    were razed. `value` sums up what can no longer change.
    """

    goods: Vec
    hand: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    founded: tuple[str, ...]
    deals: tuple[tuple[str, str], ...]
    gone: tuple[str, ...]
    value: float
    steps: tuple[Step, ...]


def stepped(node: Node, goods: Vec, hand: tuple[str, ...], value: float, step: Step) -> Node:
    """Return the node after a step that changes only goods, hand and value."""
    return Node(
        goods, hand, node.places, node.founded, node.deals, node.gone, value, (*node.steps, step)
    )


def without_one(hand: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """Return the tuple without one occurrence of an item. Raises ValueError without one."""
    at = hand.index(one)
    return hand[:at] + hand[at + 1 :]


@lru_cache(64)
def single(good: str, n: int) -> CardGain:
    """Return the gain of `n` of one good."""
    return gain_of({good: n})


def placing(card: str) -> str:
    """Return what a card takes as placements: `hand_cards`, `resources` or "" (rules 9.3)."""
    return next((one.place for one in card_facts(card).features if isinstance(one, Placement)), "")


def _all_reactions() -> dict[str, dict[str, tuple[Reaction, ...]]]:
    """Return the triggers by event and card."""
    found: dict[str, dict[str, tuple[Reaction, ...]]] = {}
    for card in CARDS:
        for one in card_facts(card).reactions:
            by_card = found.setdefault(one.event, {})
            by_card[card] = (*by_card.get(card, ()), one)
    return found


REACTIONS = _all_reactions()
RAZE_HAND_COST: Vec = vec({"raze": -RULES.raze_hand})
WORKER_PAIR_COST: Vec = vec({"worker": -RULES.exchange})
