"""Score table: rows are categories, columns are seats; a ranking with its tie-breakers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from games.core.text.messages import Msg


class ScoreRow(Struct, frozen=True):
    """One category of the score: a value per seat, and optionally details that explain it."""

    id: str
    label: Msg
    values: tuple[int, ...]
    detail: tuple[Msg | None, ...] = ()


class Rank(Struct, frozen=True):
    """Place of a seat (1 is best; equal seats share it) and the tie-breakers that decided it."""

    place: int
    seat: int
    trail: tuple[Msg, ...] = ()


class Scoreboard(Struct, frozen=True):
    """Score table: the rows add up to `total`, except those in `apart`, which are only shown."""

    rows: tuple[ScoreRow, ...]
    total: tuple[int, ...]
    ranking: tuple[Rank, ...] = ()
    apart: tuple[ScoreRow, ...] = ()


class Criterion(Struct, frozen=True):
    """One criterion of a ranking, with a value per seat; the higher value is better."""

    id: str
    label: Msg
    values: tuple[int, ...] = field(default_factory=tuple)


def rank(criteria: Sequence[Criterion]) -> tuple[Rank, ...]:
    """Rank the seats by the criteria; the first criterion is the most important.

    Seats that are equal in all criteria share a place, and the next places are skipped (1, 2, 2,
    4). The first criterion is the score; the others are tie-breakers. `Rank.trail` has the
    tie-breakers that were needed to separate a seat from another one, with the seat's own values.
    """
    n = len(criteria[0].values)
    keys = [tuple(criterion.values[seat] for criterion in criteria) for seat in range(n)]
    ranking = []
    for seat in sorted(range(n), key=lambda s: ([-v for v in keys[s]], s)):
        place = 1 + sum(key > keys[seat] for key in keys)
        last_used = max(
            (_first_difference(keys[seat], keys[other]) for other in range(n) if other != seat),
            default=0,
        )
        trail = tuple(
            Msg("core.trail", {"what": criterion.label, "n": criterion.values[seat]})
            for criterion in criteria[1 : last_used + 1]
        )
        ranking.append(Rank(place, seat, trail))
    return tuple(ranking)


def leader_first(standing: Sequence[tuple[int, int]]) -> list[int]:
    """Return the seats, the leader first.

    They are sorted by the points that they would have if the game ended now; equal seats by the
    points scored so far. `standing` has one pair per seat, as returned by `Game.standing`: (scored
    points, points if the game ended now).
    """
    return sorted(
        range(len(standing)), key=lambda seat: (-standing[seat][1], -standing[seat][0], seat)
    )


def places(ranking: Sequence[Rank]) -> list[int]:
    """Return the place (1 is best) of each seat, in the order of seats."""
    return [r.place for r in sorted(ranking, key=lambda r: r.seat)]


def _first_difference(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Return the index of the first criterion in which two seats differ.

    `a` and `b` are the values of the two seats. If all are equal, return the last index.
    """
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), len(a) - 1)
