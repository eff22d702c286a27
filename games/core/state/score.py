"""Scores as a table with its reasons: rows are categories, columns seats; a ranking tells what decided."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from games.core.text.messages import Msg


class ScoreRow(Struct, frozen=True):
    """One category: a value per seat, and the detail that explains it, where there is one."""

    id: str
    label: Msg
    values: tuple[int, ...]
    detail: tuple[Msg | None, ...] = ()


class Rank(Struct, frozen=True):
    """A seat's place (1 is best, equal places are shared) and the criteria that had to decide beyond points."""

    place: int
    seat: int
    trail: tuple[Msg, ...] = ()


class Scoreboard(Struct, frozen=True):
    """Rows sum to `total`, but for rows in `apart` (shown, not counted)."""

    rows: tuple[ScoreRow, ...]
    total: tuple[int, ...]
    ranking: tuple[Rank, ...] = ()
    apart: tuple[ScoreRow, ...] = ()


class Criterion(Struct, frozen=True):
    """One step of a ranking: the higher value is better."""

    id: str
    label: Msg
    values: tuple[int, ...] = field(default_factory=tuple)


def rank(criteria: Sequence[Criterion]) -> tuple[Rank, ...]:
    """Order the seats by the criteria in turn; seats equal in all share a place and the next places are skipped (1, 2, 2, 4).

    The first criterion is the score; a later one that had to decide stands in the trail of those it separated, as
    `core.trail(label, n)` with the seat's own value.
    """
    n = len(criteria[0].values)
    keys = [tuple(c.values[seat] for c in criteria) for seat in range(n)]
    ranking = []
    for seat in sorted(range(n), key=lambda s: ([-v for v in keys[s]], s)):
        place = 1 + sum(key > keys[seat] for key in keys)
        depth = max(
            (_depth(keys[seat], keys[other]) for other in range(n) if other != seat), default=0
        )
        trail = tuple(
            Msg("core.trail", {"what": c.label, "n": c.values[seat]})
            for c in criteria[1 : depth + 1]
        )
        ranking.append(Rank(place, seat, trail))
    return tuple(ranking)


def places(ranking: Sequence[Rank]) -> list[int]:
    """The place of each seat (1 is best), in the order of the seats: what an `Outcome` holds."""
    return [r.place for r in sorted(ranking, key=lambda r: r.seat)]


def _depth(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The index of the first criterion in which two seats differ; the last index when they are equal in all."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), len(a) - 1)
