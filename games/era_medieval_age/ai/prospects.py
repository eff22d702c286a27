"""How surely a seat wins that stands at the beginning of a round as it does: what its things have come to be worth by the end.

What things bring beyond what they are taken for is learned from games (`tools/learn_era.py`): by how many points a seat was ahead
at the end, by what it had more than its rival when a round began.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.era_medieval_age.ai.evaluate import Offer, soft
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.weights import LEARNED
from games.era_medieval_age.model.catalog import RESOURCES
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.scoring import standing, tally

RING = 0.8  # of what a ring seems to bring, before it is learned
FAITH = 0.5  # how much of what it was better than its rivals in the games learned from a player counts on
POINTS_PER_E_ODDS = 7.0  # so many points ahead make a win e times likelier
LAST = 3.0  # the same at the end of a game, of which half counts by points: others might have built otherwise than thought


class Sight(Outlook):
    """Prospects without a look at single buildings."""

    def _offers(self) -> list[Offer]:
        return []


def share(pos: Position[EraState, Any], seat: Seat) -> float:
    """How surely a seat wins, 0 to 1, when a round begins or the game has ended; at a table of several."""
    if pos.outcome is not None:
        points, places = standing(pos.state, pos.options), pos.outcome.places
        won = (places[seat] == 1) / places.count(1)
        return (won + soft(_lead(points, seat), LAST)) / 2
    s = pos.state
    looks = [Sight(s, other, pos.options) for other in range(pos.n)]
    left = looks[seat].left
    bias = LEARNED["first"].at(left) * (1 if s.first == seat else -1) + FAITH * LEARNED[
        "fierce"
    ].at(left)
    return soft(_lead([expected(out) for out in looks], seat) + bias, POINTS_PER_E_ODDS)


def expected(out: Outlook) -> float:
    """The points that a seat may expect to end with, in comparison with others."""
    known = facts(out)
    return taken_for(out, known) + sum(
        [LEARNED[fact].at(out.left) * n for fact, n in known.items()]
    )


def facts(out: Outlook) -> dict[str, float]:
    """What a seat has: points without the two for having most, what these are worth, and what else is counted."""
    town, here = out.town, out.here
    return {
        "points": tally(town, here, wraps=out.options["university_counts_wrapped_culture"]).alone,
        "area": out.area_worth(here.area),
        "culture": out.culture_worth(town.culture),
        **{what: town.stock[what] for what in RESOURCES},
        "peasant": here.dice["peasant"],
        "burgher": here.dice["burgher"],
        "noble": here.dice["noble"],
        "farm": here.counts["farm"],
        "lumber_mill": here.counts["lumber_mill"],
        "ring": out.promise,
        "unwalled": len(here.unwalled),
    }


def taken_for(out: Outlook, known: dict[str, float]) -> float:
    """What that is taken for, before anything is learned."""
    return (
        known["points"]
        + known["area"]
        + known["culture"]
        + out.hopes(out.seat)
        + RING * known["ring"]
    )


def _lead(points: list[int] | list[float], seat: Seat) -> float:
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)
