"""Distances on the known map, cached because every prize and army asks for them."""

from __future__ import annotations

from functools import cached_property, lru_cache

from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.state import MapState
from games.el_mapa.model.terrain import RED, board

MAX_STEPS_TO_PRIZE = 14  # steps; farther prizes are ignored
CLAIMABLE = frozenset(tile.code for tile in TILES.values() if tile.claimable)
Key = tuple[
    str, str, str, str, tuple[str, ...]
]  # layout, known tiles, known rotations, face-up flags, breaches


class Ground:
    """Face-up tiles of a map; face-down ones are unknown to all players."""

    def __init__(self, s: MapState) -> None:
        self.key: Key = s.layout, *_known(s.kinds, s.turned, s.up), s.up, tuple(s.breaches)
        self._found: dict[str, dict[str, int]] = {}

    @cached_property
    def onward(self) -> dict[str, list[str]]:
        """Return the open neighbors of every face-up cell."""
        return onward(self.key)

    @property
    def edge(self) -> dict[str, int]:
        """Return how many face-down tiles are around each face-up cell."""
        return edge(self.key)

    def sight(self, way: tuple[str, ...]) -> int:
        """Return how many tiles a group reveals on its way over these face-up cells."""
        return _sight(self.key[0], self.key[3], way)

    def far(self, target: str) -> dict[str, int]:
        """Return the steps from each known cell in range to a target, over open borders."""
        if target not in self._found:
            self._found[target] = _far(self.key, target)
        return self._found[target]


@lru_cache(512)
def _known(kinds: str, turned: str, up: str) -> tuple[str, str]:
    """Return the tiles and their rotations with face-down ones masked."""
    known = [
        (kind, turn) if shown == "1" else ("?", "0")
        for kind, turn, shown in zip(kinds, turned, up, strict=True)
    ]
    seen, lain = ("".join(part) for part in zip(*known, strict=True))
    return seen, lain


@lru_cache(2048)
def _far(key: Key, target: str) -> dict[str, int]:
    ways = onward(key)
    found, edge = {target: 0}, [target]
    for n in range(1, MAX_STEPS_TO_PRIZE + 1):
        further = []
        for cell in edge:
            for other in ways.get(cell, ()):
                if other not in found:
                    found[other] = n
                    further.append(other)
        edge = further
    return found


@lru_cache(512)
def onward(key: Key) -> dict[str, list[str]]:
    """Return the open neighbors of every face-up cell, in the order n e s w.

    Same as `MapState.onward`, for all cells at once.
    """
    layout, kinds, turned, up, breaches = key
    where = board(layout)
    shut = [
        RED[kind][int(turn)] if shown == "1" else -1
        for kind, turn, shown in zip(kinds, turned, up, strict=True)
    ]
    for cell in breaches:
        shut[where.at[cell]] = min(0, shut[where.at[cell]])
    return {
        cell: [
            other
            for other, there, ours, theirs in where.doors[cell]
            if not mine & ours and (beyond := shut[there]) >= 0 and not beyond & theirs
        ]
        for cell, mine in zip(where.cells, shut, strict=True)
        if mine >= 0
    }


@lru_cache(512)
def edge(key: Key) -> dict[str, int]:
    """Return how many face-down tiles are around each face-up cell."""
    return {cell: len(some) for cell, some in _unseen(key[0], key[3]).items()}


@lru_cache(512)
def sites(key: Key) -> tuple[str, ...]:
    """Return the cells with a mine, a tower or a village, in reading order."""
    return tuple(
        cell for cell, kind in zip(board(key[0]).cells, key[1], strict=True) if kind in CLAIMABLE
    )


@lru_cache(20_000)
def _sight(layout: str, up: str, way: tuple[str, ...]) -> int:
    unseen = _unseen(layout, up)
    return len(unseen[way[0]].union(*[unseen[cell] for cell in way[1:]]))


@lru_cache(512)
def _unseen(layout: str, up: str) -> dict[str, frozenset[str]]:
    """Return the face-down tiles around each face-up cell."""
    where = board(layout)
    down = frozenset(cell for cell, shown in zip(where.cells, up, strict=True) if shown == "0")
    return {cell: down.intersection(where.around[cell]) for cell in where.cells if cell not in down}
