"""Pieces proposed at the start of a building turn, each at its best place.

They are advice like the places of `placement.py`: any other piece and place stays legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.era_medieval_age.model.catalog import PIECES, RULES, WALLS
from games.era_medieval_age.model.land import land, piece_id, placed
from games.era_medieval_age.rules.domain.placement import (
    MAX_PROPOSALS,
    Reason,
    TurnedPlaces,
    best_places,
)

DIE_WORTH = 2.5  # points that a further die is worth while more rounds follow
INCOME_WORTH = 1.5  # points of one resource a round, while more rounds follow
BONUS_WORTH = 4.0  # points of a bonus for stock, culture or dice, which grow until the end
WALL_WORTH = 3.0  # points of a wall that encloses nothing yet
CLOSING_WORTH = 8.0  # points of a wall that closes an area, besides half a point for each cell


@dataclass(frozen=True)
class PlacedKinds:
    """Container of the ids of all pieces of `kinds` at a legal place; it only answers `in`."""

    pieces: tuple[str, ...]
    kinds: tuple[str, ...]

    def __contains__(self, key: object) -> bool:
        """Return whether an id such as `church-g7-90` names a kind at a legal place."""
        if not isinstance(key, str):
            return False
        kind, _, where = key.partition("-")
        return kind in self.kinds and where in TurnedPlaces(self.pieces, kind)


@lru_cache(1024)
def proposals(
    pieces: tuple[str, ...],
    kinds: tuple[str, ...],
    last: bool,
    avoided: frozenset[str] = frozenset(),
) -> tuple[str, ...]:
    """Return up to `MAX_PROPOSALS` pieces of `kinds` at good places; the best is first.

    They do not overlap. There is one piece of each kind and at most two walls, then more places of
    the same kinds. In the `last` round, dice and income are worth nothing. The pieces in `avoided`
    are left out.
    """
    found: list[str] = []
    taken = 0
    queues = {
        kind: [place for place in _places(pieces, kind) if place[0] not in avoided]
        for kind in _few_walls(pieces, kinds)
    }
    times = dict.fromkeys(queues, 0)
    while len(found) < MAX_PROPOSALS:
        heads = []
        for kind, queue in queues.items():
            while queue and placed(queue[0][0]).cells & taken:
                queue.pop(0)
            if queue:
                heads.append((times[kind], -_worth(*queue[0], pieces, last), queue[0][0], kind))
        if not heads:
            break
        *_, piece, kind = min(heads)
        times[kind] += 1
        found.append(piece)
        taken |= placed(piece).cells
    return tuple(found)


def _places(pieces: tuple[str, ...], kind: str) -> list[tuple[str, Reason | None]]:
    return [
        (piece_id(kind, *cell, degrees), reason)
        for cell, degrees, reason in best_places(pieces, kind)
    ]


def _few_walls(pieces: tuple[str, ...], kinds: tuple[str, ...]) -> Iterator[str]:
    """Yield the kinds of buildings, then at most two kinds of walls.

    One is the wall that encloses most cells (of equal ones, the first in `kinds`), if any wall
    encloses cells. The other is the longest wall, if it encloses no cells.
    """
    yield from (kind for kind in kinds if kind not in WALLS)
    walls = {kind: _encloses(pieces, kind) for kind in kinds if kind in WALLS}
    if not walls:
        return
    *_, longest = walls
    most = max(walls.values())
    if most:
        yield next(kind for kind, cells in walls.items() if cells == most)
    if not walls[longest]:
        yield longest


def _encloses(pieces: tuple[str, ...], kind: str) -> int:
    """Return the number of cells that a wall of this kind encloses at its best place."""
    _, _, reason = best_places(pieces, kind)[0]
    return reason[1] if reason and reason[0] == "closes" else 0


def _worth(piece: str, reason: Reason | None, pieces: tuple[str, ...], last: bool) -> float:
    """Return the rough worth of a placed piece, in points.

    `reason` says why its place is good, and `pieces` are those of the domain. In the `last` round,
    dice and income are worth nothing.
    """
    one = placed(piece)
    facts = PIECES[one.kind]
    if reason and reason[0] == "closes":
        return CLOSING_WORTH + reason[1] / 2
    if one.kind in WALLS:
        return WALL_WORTH
    worth = float(facts.points)
    if one.cells & land(pieces).inside or facts.barrier:
        worth *= RULES.walled
    if reason and reason[0] == "market":
        worth += reason[1]
    elif facts.bonus:
        worth += BONUS_WORTH
    if not last:
        worth += DIE_WORTH * bool(facts.die) + INCOME_WORTH * sum(facts.income.values())
    return worth
