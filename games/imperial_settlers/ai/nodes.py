"""Where a plan has led, and what its steps share: triggers by event, single goods, what may be placed on a card."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from games.imperial_settlers.ai.card_facts import AT, Bring, Reaction, Vec, bring, deed, vec
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.rules.effects.operations import Placement

Step = tuple[Any, ...]
ONE: dict[str, Vec] = {good: vec({good: 1}) for good in AT}


class Node(NamedTuple):
    """Where a plan has led: goods by KINDS, hand, Locations with their activations, Foundations, Deals as (good, card), what was
    razed of rivals, and the value of all that is settled."""

    goods: Vec
    hand: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    founded: tuple[str, ...]
    deals: tuple[tuple[str, str], ...]
    gone: tuple[str, ...]
    value: float
    steps: tuple[Step, ...]


def stepped(node: Node, goods: Vec, hand: tuple[str, ...], value: float, step: Step) -> Node:
    """After a step that changes goods, hand and value alone."""
    return Node(
        goods, hand, node.places, node.founded, node.deals, node.gone, value, (*node.steps, step)
    )


def less(hand: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """A hand (or the like) without one of them. ValueError when it is not there."""
    at = hand.index(one)
    return hand[:at] + hand[at + 1 :]


@lru_cache(64)
def single(good: str, n: int) -> Bring:
    """So many of a good at once."""
    return bring({good: n})


def placing(card: str) -> str:
    """What may be placed on a card: `hand_cards`, `resources`, or nothing ("") (rules 9.3)."""
    return next((one.place for one in deed(card).features if isinstance(one, Placement)), "")


def _all_reactions() -> dict[str, dict[str, tuple[Reaction, ...]]]:
    """Triggers by event, then by card."""
    found: dict[str, dict[str, tuple[Reaction, ...]]] = {}
    for card in CARDS:
        for one in deed(card).reactions:
            by_card = found.setdefault(one.event, {})
            by_card[card] = (*by_card.get(card, ()), one)
    return found


REACTIONS = _all_reactions()
RAZED: Vec = vec({"raze": -RULES.raze_hand})
PAIR: Vec = vec({"worker": -RULES.exchange})
