"""Win probability of a seat at the beginning of a round.

Corrections to the value of features are learned from games (`tools/learn_era.py`): the final
lead in points, regressed on the seat's advantage over its rival in each feature at the
beginning of a round.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.era_medieval_age.ai.evaluate import Offer, win_probability
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.weights import LEARNED
from games.era_medieval_age.model.catalog import RESOURCES
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.scoring import standing, tally

RING = 0.8  # share of a ring's estimated value that counts before learned corrections
POLICY_BIAS_SHARE = (
    0.5  # share of the learned advantage of the harder player (`fierce`) that counts
)
POINTS_PER_E_ODDS = 7.0  # lead in points that multiplies the odds of winning by e
# the same at the end of a game; half counts by points, since others may have built differently
LAST = 3.0


class FastOutlook(Outlook):
    """Outlook without evaluation of single buildings."""

    def _offers(self) -> list[Offer]:
        return []


def share(pos: Position[EraState, Any], seat: Seat) -> float:
    """Return a seat's win probability, 0 to 1, when a round begins or the game has ended.

    Multiplayer only.
    """
    if pos.outcome is not None:
        points, places = standing(pos.state, pos.options), pos.outcome.places
        won = (places[seat] == 1) / places.count(1)
        return (won + win_probability(_lead(points, seat), LAST)) / 2
    s = pos.state
    looks = [FastOutlook(s, other, pos.options) for other in range(pos.n)]
    left = looks[seat].left
    bias = LEARNED["first"].at(left) * (1 if s.first == seat else -1) + POLICY_BIAS_SHARE * LEARNED[
        "fierce"
    ].at(left)
    return win_probability(_lead([expected(out) for out in looks], seat) + bias, POINTS_PER_E_ODDS)


def expected(out: Outlook) -> float:
    """Return a seat's expected final points, for comparison with other seats."""
    known = facts(out)
    return unlearned_value(out, known) + sum(
        [LEARNED[fact].at(out.left) * n for fact, n in known.items()]
    )


def facts(out: Outlook) -> dict[str, float]:
    """Return a seat's features.

    Points without the two majorities, the expected value of these, and other counts.
    """
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


def unlearned_value(out: Outlook, known: dict[str, float]) -> float:
    """Return the value of the features before learned corrections."""
    return (
        known["points"]
        + known["area"]
        + known["culture"]
        + out.hopes(out.seat)
        + RING * known["ring"]
    )


def _lead(points: list[int] | list[float], seat: Seat) -> float:
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)
