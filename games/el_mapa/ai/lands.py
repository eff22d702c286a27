"""Value of face-up cells, and how much they attract troops.

Results are cached by the parts of a position that they depend on, because consecutive positions
mostly differ in other parts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games.el_mapa.ai.ground import GroundKey, edge, onward, sites
from games.el_mapa.ai.weights import Weights
from games.el_mapa.model.catalog import KIND_OF, TILES, TROOPS, Tile, level_of
from games.el_mapa.model.state import Troops, ordered
from games.el_mapa.model.terrain import board

MINES = ("wood", "stone", "gold")  # in the order of `Weights.mines`
FADE_PER_STEP = 0.82  # factor on a cell's attraction for each step away from it
ATTRACTION_RANGE = 5  # steps over which a cell attracts troops
TroopItems = tuple[tuple[str, int], ...]  # troops as (kind, number), hashable
Values = tuple[Any, ...]  # all weights, which are part of cache keys because tools change them
encode = msgspec.json.encode
_chests = msgspec.json.Decoder(dict[str, int]).decode
_garrisons = msgspec.json.Decoder(dict[str, dict[str, int]]).decode


class Camp(NamedTuple):
    """Neutral troops of a cell; `bounty` are the points for killing all of them."""

    troops: TroopItems
    bounty: float
    strength: int


class Lands(NamedTuple):
    """Value of cells as if they had no owner.

    `free` has the value of claiming each cell in which there is something to claim. `attraction`
    has for each face-up cell this value plus the value of the tiles that are revealed from the
    cell.
    """

    free: dict[str, float]
    attraction: dict[str, float]


@lru_cache(512)
def lands(key: GroundKey, chests: bytes, left: int, values: Values) -> Lands:
    """Return the values of the face-up cells as if they had no owner, cached.

    `key` is the map, `chests` the number of treasures by cell as JSON, `left` the number of rounds
    left, and `values` all weights in the order of the fields of `Weights`.
    """
    weights, treasures, at, kinds = Weights(*values), _chests(chests), board(key[0]).at, key[1]
    by_kind = {
        code: tile_worth(TILES[KIND_OF[code]], left, weights)
        for code in set(kinds) & KIND_OF.keys()
    }
    free = {
        cell: by_kind[kinds[at[cell]]] + weights.chest * treasures.get(cell, 0)
        for cell in {*sites(key), *treasures}
    }
    return Lands(
        free, {cell: weights.flip * n + free.get(cell, 0.0) for cell, n in edge(key).items()}
    )


def tile_worth(tile: Tile, left: int, weights: Weights) -> float:
    """Return the value of owning a tile for `left` rounds, without the buildings of a village."""
    worth = weights.mines[MINES.index(tile.mine)] * left if tile.mine else 0.0
    worth += weights.tower * tile.tower * left * 0.5 if tile.tower else 0
    return worth + (weights.village + weights.village_per_round * left) if tile.village else worth


@lru_cache(1024)
def camps(garrisons: bytes, ladder: bool) -> dict[str, Camp]:
    """Return the neutral troops on the map, by cell.

    `garrisons` is `MapState.garrisons` as JSON; `ladder` is as in `catalog.level_of`.
    """
    return {
        cell: Camp(tuple(ordered(some).items()), float(spoils(some, {}, ladder)), strength(some))
        for cell, some in _garrisons(garrisons).items()
    }


@lru_cache(512)
def guarded(
    key: GroundKey, chests: bytes, garrisons: bytes, left: int, values: Values, ladder: bool
) -> dict[str, float]:
    """Return the value of each cell with neutral troops that is worth a campaign.

    The arguments are those of `lands` and `camps`.
    """
    free, least = lands(key, chests, left, values).free, Weights(*values).min_prize
    found = {
        cell: free.get(cell, 0.0) + camp.bounty for cell, camp in camps(garrisons, ladder).items()
    }
    return {cell: worth for cell, worth in found.items() if worth > least}


@lru_cache(1024)
def spread_attraction(key: GroundKey, own: tuple[float, ...]) -> dict[str, float]:
    """Return the attraction of each face-up cell: its own, or that of a near cell.

    `own` is the own attraction of each face-up cell, in the order of `onward`. The attraction of
    another cell is multiplied by `FADE_PER_STEP` for each step to it; the highest value counts.
    """
    neighbors = onward(key)
    attraction = dict(zip(neighbors, own, strict=True))
    raised = {cell: worth for cell, worth in attraction.items() if worth}
    for _ in range(ATTRACTION_RANGE):
        before, raised = raised, {}
        for cell, worth in before.items():
            faded = FADE_PER_STEP * worth
            for other in neighbors[cell]:
                if faded > attraction[other] and faded > raised.get(other, 0.0):
                    raised[other] = faded
        attraction |= raised
    return attraction


def strength(some: Troops) -> int:
    """Return the rough strength of troops: the sum of hit points times damage."""
    return sum(n * TROOPS[kind].hp * TROOPS[kind].damage for kind, n in some.items())


def spoils(some: Troops, left: Troops, ladder: bool) -> int:
    """Return the points for killed troops: those in `some` but not in `left` (rules 8.8)."""
    return sum(level_of(kind, ladder) * (n - left.get(kind, 0)) for kind, n in some.items())
