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
    """Return the Elo rating of each player: (low, middle, high).

    Low and high are the ends of a 95 % interval. The mean of all players is 0. The interval comes
    from `rounds` bootstrap samples of whole games, because the results within one game depend on
    each other.
    """
    middle = fit([meeting for game in games for meeting in game])
    rng = Rng.of(len(games))
    sampled_ratings: dict[str, list[float]] = {player: [] for player in middle}
    for _ in range(rounds):
        sample = [meeting for _ in games for meeting in rng.pick(games)]
        for player, rating in fit(sample, middle).items():
            sampled_ratings[player].append(rating)
    return {
        player: (
            round(percentile(sampled_ratings[player], 0.025), 1),
            round(rating, 1),
            round(percentile(sampled_ratings[player], 0.975), 1),
        )
        for player, rating in middle.items()
    }


def fit(meetings: Iterable[Meeting], players: Iterable[str] = ()) -> dict[str, float]:
    """Return the maximum-likelihood ratings; the mean of all players is 0.

    Hunter: MM algorithms for generalized Bradley-Terry models, 2004.
    """
    # `wins[a, b]`: how often a placed before b; a tie counts half.
    wins: dict[tuple[str, str], float] = {}
    for first, second, won in meetings:
        wins[first, second] = wins.get((first, second), 0.0) + won
        wins[second, first] = wins.get((second, first), 0.0) + 1.0 - won
    names = list(dict.fromkeys([*players, *(name for pair in wins for name in pair)]))
    for pair in list(wins):
        wins[pair] += PRIOR
    strength = dict.fromkeys(names, 1.0)
    for _ in range(200):
        for name in names:
            won = sum(n for (player, _), n in wins.items() if player == name)
            met = sum(
                (n + wins[opponent, player]) / (strength[player] + strength[opponent])
                for (player, opponent), n in wins.items()
                if player == name
            )
            strength[name] = won / met if met else 1.0
        middle = exp(mean([log(value) for value in strength.values()]))
        strength = {name: value / middle for name, value in strength.items()}
    return {name: POINTS * log(value) for name, value in strength.items()}
