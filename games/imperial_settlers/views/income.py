"""What the next Production phase brings a seat, as far as it is known beforehand."""

from __future__ import annotations

from collections import Counter

from games.imperial_settlers.model.catalog import CARDS, FACTIONS
from games.imperial_settlers.rules.actions.cards import BY_CARD
from games.imperial_settlers.rules.effects.operations import Gain, GainPer
from games.imperial_settlers.views.view import EmpireView


def next_production(empire: EmpireView) -> dict[str, int]:
    """Return the goods of board, Deals and Production Locations, without what needs a choice."""
    found: Counter[str] = Counter(deal.good for deal in empire.deals)
    if empire.faction:
        found.update(FACTIONS[empire.faction].production)
    for location in empire.locations:
        for op in BY_CARD[CARDS[location.card].id].production:
            if isinstance(op, Gain):
                found.update(op.goods)
            elif isinstance(op, GainPer):
                found.update(op.goods_for(_count(empire, op)))
    return dict(found)


def _count(empire: EmpireView, op: GainPer) -> int:
    """Return how many of the things that `op` counts the Empire has."""
    color = op.count.color
    if color is None:
        return sum(location.samurai for location in empire.locations)
    return sum(color in CARDS[location.card].colors for location in empire.locations)
