"""Win probability of a seat at the beginning of a round.

The values of features are corrected by `LEARNED`, which `tools/learn_era.py` learns from matches:
it regresses the final lead in points on the seat's advantage over its rival in each feature.
"""

from __future__ import annotations

from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.era_medieval_age.ai.evaluate import BuildableKind, win_probability
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.weights import LEARNED
from games.era_medieval_age.model.catalog import RESOURCES
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.scoring import standing, tally

# share of a ring's estimated value that counts, before the learned corrections
RING_VALUE_SHARE = 0.8
# `LEARNED["fierce"]` is the lead that the fierce player gained over a weaker one from the same
# position, by playing the rest better. This share of it is credited to the seat.
POLICY_BIAS_SHARE = 0.5
POINTS_PER_E_ODDS = 7.0  # lead, in points, that multiplies the odds of winning by e
# The same for the final score. The value of a finished match is half the result and half the lead
# in points, since the rivals might have built differently.
POINTS_PER_E_ODDS_AT_END = 3.0


class FastOutlook(Outlook):
    """Outlook that skips the valuation of single buildings."""

    def _buildable_kinds(self) -> list[BuildableKind]:
        return []


def seat_win_probability(pos: Position[EraState, Any], seat: Seat) -> float:
    """Return a seat's win probability at the beginning of a round or after the end.

    Multiplayer only.
    """
    if pos.outcome is not None:
        points, places = standing(pos.state, pos.options), pos.outcome.places
        won = (places[seat] == 1) / places.count(1)
        return (won + win_probability(_lead(points, seat), POINTS_PER_E_ODDS_AT_END)) / 2
    s = pos.state
    outlooks = [FastOutlook(s, other, pos.options) for other in range(pos.n)]
    rounds_left = outlooks[seat].rounds_left
    start_player_value = LEARNED["first"].at(rounds_left) * (1 if s.first == seat else -1)
    policy_value = POLICY_BIAS_SHARE * LEARNED["fierce"].at(rounds_left)
    lead = _lead([expected_points(outlook) for outlook in outlooks], seat)
    return win_probability(lead + (start_player_value + policy_value), POINTS_PER_E_ODDS)


def expected_points(outlook: Outlook) -> float:
    """Return a seat's expected final points, for comparison with other seats."""
    known = features(outlook)
    return unlearned_value(outlook, known) + sum(
        [LEARNED[feature].at(outlook.rounds_left) * n for feature, n in known.items()]
    )


def features(outlook: Outlook) -> dict[str, float]:
    """Return, by name, the numbers that describe a seat's prospects.

    - `points`: the seat's points, without those for the largest area and the most culture
    - `area`, `culture`: expected points for the largest area and for the most culture
    - `ring`: expected value of the best ring of walls that the seat may close, in points
    - all others: numbers of the seat's resources, dice, farms, lumber mills and unwalled buildings
    """
    town, land = outlook.town, outlook.land
    return {
        "points": tally(
            town, land, wraps=outlook.options["university_counts_wrapped_culture"]
        ).alone,
        "area": outlook.area_worth(land.area),
        "culture": outlook.culture_worth(town.culture),
        **{what: town.stock[what] for what in RESOURCES},
        "peasant": land.dice["peasant"],
        "burgher": land.dice["burgher"],
        "noble": land.dice["noble"],
        "farm": land.counts["farm"],
        "lumber_mill": land.counts["lumber_mill"],
        "ring": outlook.best_ring_value,
        "unwalled": len(land.unwalled),
    }


def unlearned_value(outlook: Outlook, known: dict[str, float]) -> float:
    """Return the value of the features `known` in points, without learned corrections.

    `known` are the `features` of the outlook.
    """
    return (
        known["points"]
        + known["area"]
        + known["culture"]
        + outlook.future_value(outlook.seat)
        + RING_VALUE_SHARE * known["ring"]
    )


def _lead(points: list[int] | list[float], seat: Seat) -> float:
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)
