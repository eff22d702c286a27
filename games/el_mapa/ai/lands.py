"""Value of known land, and how far it attracts troops.

Positions evaluated one after the other mostly differ elsewhere, so results are cached by all
that they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from games.el_mapa.ai.ground import Key, edge, onward, sites
from games.el_mapa.ai.weights import Weights
from games.el_mapa.model.catalog import KIND_OF, TILES, TROOPS, Tile, level_of
from games.el_mapa.model.state import Troops, ordered
from games.el_mapa.model.terrain import board

MINES = ("wood", "stone", "gold")  # in the order of `Weights.mines`
FADES = 0.82  # factor per step for what attracts scouts
DRAWN = 5  # range of the attraction in steps
Some = tuple[tuple[str, int], ...]
Values = tuple[Any, ...]  # values of all weights, because tools may change them
write = msgspec.json.encode
_chests = msgspec.json.Decoder(dict[str, int]).decode
_garrisons = msgspec.json.Decoder(dict[str, dict[str, int]]).decode


class Camp(NamedTuple):
    """Neutral troops: kinds in the order of the box, points for all of them, strength."""

    troops: Some
    bounty: float
    strength: int


class Lands(NamedTuple):
    """Value of land without an owner.

    `free` is the value of taking a cell, for cells that have one; `draws` is the attraction of
    each face-up cell, including tiles to reveal.
    """

    free: dict[str, float]
    draws: dict[str, float]


@lru_cache(512)
def lands(key: Key, chests: bytes, left: int, values: Values) -> Lands:
    """Return the value of the known land, with the treasures and rounds that are left."""
    weights, treasures, at, kinds = Weights(*values), _chests(chests), board(key[0]).at, key[1]
    by_kind = {
        code: land(TILES[KIND_OF[code]], left, weights) for code in set(kinds) & KIND_OF.keys()
    }
    free = {
        cell: by_kind[kinds[at[cell]]] + weights.chest * treasures.get(cell, 0)
        for cell in {*sites(key), *treasures}
    }
    return Lands(
        free, {cell: weights.flip * n + free.get(cell, 0.0) for cell, n in edge(key).items()}
    )


def land(tile: Tile, left: int, weights: Weights) -> float:
    """Return the value of holding a tile's mine, tower and village for `left` rounds.

    Buildings are not counted.
    """
    worth = weights.mines[MINES.index(tile.mine)] * left if tile.mine else 0.0
    worth += weights.tower * tile.tower * left * 0.5 if tile.tower else 0
    return worth + (weights.village + weights.sites * left) if tile.village else worth


@lru_cache(1024)
def camps(garrisons: bytes, ladder: bool) -> dict[str, Camp]:
    """Return all neutral troops on the map by cell; `ladder`: by the option `troop_levels`."""
    return {
        cell: Camp(tuple(ordered(some).items()), float(spoils(some, {}, ladder)), strength(some))
        for cell, some in _garrisons(garrisons).items()
    }


@lru_cache(512)
def guarded(
    key: Key, chests: bytes, garrisons: bytes, left: int, values: Values, ladder: bool
) -> dict[str, float]:
    """Return cells held by neutral troops that are worth a campaign, with their value."""
    free, least = lands(key, chests, left, values).free, Weights(*values).prize
    found = {
        cell: free.get(cell, 0.0) + camp.bounty for cell, camp in camps(garrisons, ladder).items()
    }
    return {cell: worth for cell, worth in found.items() if worth > least}


@lru_cache(1024)
def drawn(key: Key, here: tuple[float, ...]) -> dict[str, float]:
    """Return how much each face-up cell attracts troops.

    `here` is the attraction of each cell itself; it fades with each step.
    """
    ways = onward(key)
    found = dict(zip(ways, here, strict=True))
    grown = {cell: worth for cell, worth in found.items() if worth}
    for _ in range(DRAWN):
        before, grown = grown, {}
        for cell, worth in before.items():
            faded = FADES * worth
            for other in ways[cell]:
                if faded > found[other] and faded > grown.get(other, 0.0):
                    grown[other] = faded
        found |= grown
    return found


def strength(some: Troops) -> int:
    """Return the rough strength of troops: hit points times damage."""
    return sum(n * TROOPS[kind].hp * TROOPS[kind].damage for kind, n in some.items())


def spoils(some: Troops, left: Troops, ladder: bool) -> int:
    """Return the points for those of `some` that are not in `left` (rules 8.8).

    `ladder`: by the option `troop_levels`.
    """
    return sum(level_of(kind, ladder) * (n - left.get(kind, 0)) for kind, n in some.items())
