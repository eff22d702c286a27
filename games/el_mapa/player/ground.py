"""How far things are on the map as it is known. The same is asked for every prize and every army, so answers are kept."""

from __future__ import annotations

from functools import lru_cache

from games.el_mapa.model.state import MapState

REACH = 14                   # steps to a prize that an army sets out for


def far(s: MapState, target: str) -> dict[str, int]:
    """Steps from each known cell within reach to a target, over open borders."""
    known = "".join(kind if up == "1" else "?" for kind, up in zip(s.kinds, s.up, strict=True))
    return _far(s.layout, known, s.turned, s.up, tuple(s.breaches), target)


@lru_cache(1024)
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


@lru_cache(32)
def _onward(layout: str, kinds: str, turned: str, up: str, breaches: tuple[str, ...]) -> dict[str, list[str]]:
    """The open neighbours of every face-up cell: of those alone, since nobody knows the tiles that lie face down."""
    s = MapState([], layout=layout, kinds=kinds, turned=turned, up=up, breaches=list(breaches))
    return {cell: s.onward(cell) for cell in s.shown()}
