"""Face-up part of the map: neighbors, distances, tiles to reveal.

Positions of a search mostly have the same map. So results are cached by `GroundKey`, which contains
all map data that they depend on.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.state import MapState
from games.el_mapa.model.terrain import RED, board

MAX_STEPS_TO_PRIZE = 14  # farther cells are ignored
CLAIMABLE = frozenset(tile.code for tile in TILES.values() if tile.claimable)
# Layout; kinds, rotations and face-up flags of the tiles as in `MapState`, with kinds and
# rotations of face-down tiles masked; breaches.
GroundKey = tuple[str, str, str, str, tuple[str, ...]]


class Ground:
    """Face-up part of a map; `key` contains all data about it."""

    def __init__(self, s: MapState) -> None:
        self.key: GroundKey = s.layout, *_masked(s.kinds, s.turned, s.up), s.up, tuple(s.breaches)
        self._distances: dict[str, dict[str, int]] = {}

    @cached_property
    def onward(self) -> dict[str, list[str]]:
        """Return for each face-up cell its face-up neighbors without a red line between."""
        return onward(self.key)

    @property
    def edge(self) -> dict[str, int]:
        """Return the number of face-down tiles around each face-up cell."""
        return edge(self.key)

    def sight(self, way: tuple[str, ...]) -> int:
        """Return how many tiles a group reveals on a way, a sequence of face-up cells."""
        return _sight(self.key[0], self.key[3], way)

    def distances_to(self, target: str) -> dict[str, int]:
        """Return the number of steps to `target` from each face-up cell in range.

        The range is `MAX_STEPS_TO_PRIZE`.
        """
        if target not in self._distances:
            self._distances[target] = _distances_to(self.key, target)
        return self._distances[target]


@lru_cache(512)
def _masked(kinds: str, turned: str, up: str) -> tuple[str, str]:
    """Return the kinds and the rotations of all tiles, with `?` and `0` for face-down tiles."""
    pairs = [
        (kind, turn) if face_up == "1" else ("?", "0")
        for kind, turn, face_up in zip(kinds, turned, up, strict=True)
    ]
    masked_kinds, masked_turned = ("".join(part) for part in zip(*pairs, strict=True))
    return masked_kinds, masked_turned


@lru_cache(2048)
def _distances_to(key: GroundKey, target: str) -> dict[str, int]:
    neighbors = onward(key)
    distances, edge = {target: 0}, [target]
    for n in range(1, MAX_STEPS_TO_PRIZE + 1):
        next_edge = []
        for cell in edge:
            for other in neighbors.get(cell, ()):
                if other not in distances:
                    distances[other] = n
                    next_edge.append(other)
        edge = next_edge
    return distances


@lru_cache(512)
def onward(key: GroundKey) -> dict[str, list[str]]:
    """Return the neighbors to which troops can step, for each face-up cell.

    They are those of `MapState.open_neighbors`.
    """
    layout, kinds, turned, up, breaches = key
    where = board(layout)
    red_sides = [  # -1 for face-down tiles
        RED[kind][int(turn)] if face_up == "1" else -1
        for kind, turn, face_up in zip(kinds, turned, up, strict=True)
    ]
    for cell in breaches:
        red_sides[where.at[cell]] = min(0, red_sides[where.at[cell]])
    return {
        cell: [
            other
            for other, other_at, side, other_side in where.doors[cell]
            if not own & side
            and (other_red := red_sides[other_at]) >= 0
            and not other_red & other_side
        ]
        for cell, own in zip(where.cells, red_sides, strict=True)
        if own >= 0
    }


@lru_cache(512)
def edge(key: GroundKey) -> dict[str, int]:
    """Return how many face-down tiles are around each face-up cell."""
    return {cell: len(some) for cell, some in _unseen(key[0], key[3]).items()}


@lru_cache(512)
def sites(key: GroundKey) -> tuple[str, ...]:
    """Return the face-up cells with a mine, a tower or a village, in reading order.

    `key` is that of a `Ground`.
    """
    return tuple(
        cell for cell, kind in zip(board(key[0]).cells, key[1], strict=True) if kind in CLAIMABLE
    )


@lru_cache(20_000)
def _sight(layout: str, up: str, way: tuple[str, ...]) -> int:
    unseen = _unseen(layout, up)
    return len(unseen[way[0]].union(*[unseen[cell] for cell in way[1:]]))


@lru_cache(512)
def _unseen(layout: str, up: str) -> dict[str, frozenset[str]]:
    """Return the face-down neighbors of each face-up cell."""
    where = board(layout)
    face_down = frozenset(cell for cell, flag in zip(where.cells, up, strict=True) if flag == "0")
    return {
        cell: face_down.intersection(where.around[cell])
        for cell in where.cells
        if cell not in face_down
    }
