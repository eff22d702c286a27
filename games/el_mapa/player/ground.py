"""How far things are on the map as it is known. The same is asked for every prize and every army, so answers are kept."""

from __future__ import annotations

from functools import cached_property, lru_cache

from games.el_mapa.model.catalog import TILES
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.moving.exploring import unseen

REACH = 14                   # steps to a prize that an army sets out for


class Ground:
    """The face-up tiles of a map: of those alone, since nobody knows the ones that lie face down."""

    def __init__(self, s: MapState) -> None:
        self.key = s.layout, *_known(s.kinds, s.turned, s.up), s.up, tuple(s.breaches)
        self._found: dict[str, dict[str, int]] = {}

    @cached_property
    def onward(self) -> dict[str, list[str]]:
        """The open neighbours of every face-up cell."""
        return _onward(*self.key)

    @cached_property
    def mesh(self) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
        """The face-up cells, and the places among them of the open neighbours of each."""
        return _mesh(*self.key)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each face-up cell stands in `mesh`."""
        return _places(self.key[0], self.key[3])

    @property
    def edge(self) -> tuple[int, ...]:
        """How many face-down tiles lie around each cell of `mesh`."""
        return _edge(self.key[0], self.key[3])

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """Where there is a mine, a tower or a village."""
        return _sites(*self.key[:2], self.key[3])

    @cached_property
    def unseen(self) -> dict[str, frozenset[str]]:
        """The face-down tiles around every face-up cell."""
        return _unseen(self.key[0], self.key[3])

    def far(self, target: str) -> dict[str, int]:
        """Steps from each known cell within reach to a target, over open borders."""
        if target not in self._found:
            self._found[target] = _far(*self.key, target)
        return self._found[target]


@lru_cache(512)
def _known(kinds: str, turned: str, up: str) -> tuple[str, str]:
    """The tiles and their turns as all can see them."""
    known = [(kind, turn) if shown == "1" else ("?", "0") for kind, turn, shown in zip(kinds, turned, up, strict=True)]
    seen, lain = ("".join(part) for part in zip(*known, strict=True))
    return seen, lain


@lru_cache(2048)
def _far(layout: str, kinds: str, turned: str, up: str, breaches: tuple[str, ...], target: str) -> dict[str, int]:
    onward = _onward(layout, kinds, turned, up, breaches)
    found, edge = {target: 0}, [target]
    for n in range(1, REACH + 1):
        further = []
        for cell in edge:
            for other in onward.get(cell, ()):
                if other not in found:
                    found[other] = n
                    further.append(other)
        edge = further
    return found


@lru_cache(512)
def _onward(layout: str, kinds: str, turned: str, up: str, breaches: tuple[str, ...]) -> dict[str, list[str]]:
    s = MapState([], layout=layout, kinds=kinds, turned=turned, up=up, breaches=list(breaches))
    return {cell: s.onward(cell) for cell in s.shown()}


@lru_cache(512)
def _mesh(
    layout: str, kinds: str, turned: str, up: str, breaches: tuple[str, ...],
) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    onward = _onward(layout, kinds, turned, up, breaches)
    place = _places(layout, up)
    return tuple(onward), tuple(tuple(place[other] for other in ways) for ways in onward.values())


@lru_cache(512)
def _places(layout: str, up: str) -> dict[str, int]:
    return {cell: at for at, cell in enumerate(MapState([], layout=layout, up=up).shown())}


@lru_cache(512)
def _edge(layout: str, up: str) -> tuple[int, ...]:
    return tuple(len(some) for some in _unseen(layout, up).values())


@lru_cache(512)
def _sites(layout: str, kinds: str, up: str) -> tuple[str, ...]:
    s = MapState([], layout=layout, kinds=kinds, up=up)
    return tuple(cell for cell in s.shown() if TILES[s.kind(cell)].claimable)


@lru_cache(512)
def _unseen(layout: str, up: str) -> dict[str, frozenset[str]]:
    s = MapState([], layout=layout, up=up)
    return {cell: frozenset(unseen(s, cell)) for cell in s.shown()}
