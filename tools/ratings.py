"""Player ratings from game results: the Bradley-Terry model on the Elo scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log

from games.core.state.rng import Rng
from tools.stats import mean, percentile

Meeting = tuple[str, str, float]  # two players and the first one's result: 1, 0 or a half
POINTS = 400 / log(10)  # Elo scale: 400 points are odds of 10 to 1
PRIOR = 0.5  # virtual wins and losses for each pair: keeps the rating of an unbeaten player finite


def elo(
    games: Sequence[Sequence[Meeting]], rounds: int = 100
) -> dict[str, tuple[float, float, float]]:
    """Return for each player the low end, middle and high end of a 95 % interval.

    Points around a mean of 0. The interval comes from `rounds` bootstrap samples of whole
    games, because the results within one game depend on each other.
    """
    middle = fit([meeting for game in games for meeting in game])
    rng = Rng.of(len(games))
    drawn: dict[str, list[float]] = {player: [] for player in middle}
    for _ in range(rounds):
        some = [meeting for _ in games for meeting in rng.pick(games)]
        for player, rating in fit(some, middle).items():
            drawn[player].append(rating)
    return {
        player: (
            round(percentile(drawn[player], 0.025), 1),
            round(rating, 1),
            round(percentile(drawn[player], 0.975), 1),
        )
        for player, rating in middle.items()
    }


def fit(meetings: Iterable[Meeting], players: Iterable[str] = ()) -> dict[str, float]:
    """Return the maximum-likelihood ratings around a mean of 0.

    Hunter: MM algorithms for generalized Bradley-Terry models, 2004.
    """
    wins: dict[tuple[str, str], float] = {}
    for one, other, won in meetings:
        wins[one, other] = wins.get((one, other), 0.0) + won
        wins[other, one] = wins.get((other, one), 0.0) + 1.0 - won
    names = list(dict.fromkeys([*players, *(one for pair in wins for one in pair)]))
    for one, other in list(wins):
        wins[one, other] += PRIOR
    strength = dict.fromkeys(names, 1.0)
    for _ in range(200):
        for name in names:
            won = sum(n for (one, _), n in wins.items() if one == name)
            met = sum(
                (n + wins[other, one]) / (strength[one] + strength[other])
                for (one, other), n in wins.items()
                if one == name
            )
            strength[name] = won / met if met else 1.0
        middle = exp(mean([log(value) for value in strength.values()]))
        strength = {name: value / middle for name, value in strength.items()}
    return {name: POINTS * log(value) for name, value in strength.items()}
