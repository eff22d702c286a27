"""Simple statistics over samples."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile (`share` in 0..1); 0.0 for no values."""
    ordered = sorted(values)
    return float(ordered[max(0, ceil(share * len(ordered)) - 1)]) if ordered else 0.0


def summary(values: Sequence[float], digits: int = 3) -> dict[str, float]:
    """Return p50, p95, p99 and `max`, rounded to `digits`; 0.0 for no values."""
    points = {
        "p50": percentile(values, 0.5),
        "p95": percentile(values, 0.95),
        "p99": percentile(values, 0.99),
    }
    return {
        name: round(value, digits)
        for name, value in {**points, "max": float(max(values, default=0))}.items()
    }


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0.0 for no values."""
    return sum(values) / len(values) if values else 0.0


def deviation(values: Sequence[float]) -> float:
    """Return the sample standard deviation; 0.0 for fewer than two values."""
    middle = mean(values)
    return (
        sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
        if len(values) > 1
        else 0.0
    )


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the ends of the confidence interval of a share (Wilson 1927).

    `z` = 1.96 gives 95 %. `wins` may have fractions, for shared wins. Without games, the interval
    is (0, 1).
    """
    if games == 0:
        return 0.0, 1.0
    share, under = wins / games, 1 + z * z / games
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - half) / under), min(1.0, (middle + half) / under)
