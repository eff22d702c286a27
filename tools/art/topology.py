"""Hand-drawn coasts and borders from polygons; neighbors share each border exactly.

The polygons' edges form a graph. Each outline is cut at its junctions into arcs. Each arc is
smoothed (Chaikin, ends fixed) and then warped by noise that depends on the position only. An arc is
computed once, so that both neighbors get the same border, without slits.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

Point = tuple[float, float]
WARPS = ((4.2, 19.0, 11), (1.7, 6.0, 23))  # strength in units, cell in units, seed


@dataclass
class Arc:
    """Stretch of border (two regions) or coast (one region)."""

    points: list[Point]
    regions: list[str] = field(default_factory=list)
    closed: bool = False


def _lattice(x: int, y: int, seed: int) -> float:
    """Return a fixed pseudo-random number in -1..1 for a lattice point."""
    n = (x * 374761393 + y * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1


def _noise(x: float, y: float, seed: int) -> float:
    ix, iy = math.floor(x), math.floor(y)
    fx, fy = x - ix, y - iy
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = _lattice(ix, iy, seed) * (1 - fx) + _lattice(ix + 1, iy, seed) * fx
    low = _lattice(ix, iy + 1, seed) * (1 - fx) + _lattice(ix + 1, iy + 1, seed) * fx
    return top * (1 - fy) + low * fy


def warp(point: Point) -> Point:
    """Displace a point by the noise at its position."""
    x, y = point
    dx = sum(strength * _noise(x / cell, y / cell, seed) for strength, cell, seed in WARPS)
    dy = sum(strength * _noise(x / cell, y / cell, seed + 7) for strength, cell, seed in WARPS)
    return x + dx, y + dy


def chaikin(points: list[Point], times: int = 3) -> list[Point]:
    """Cut corners ``times`` times; the ends stay."""
    for _ in range(times):
        out = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            out += [
                (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25),
                (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75),
            ]
        points = [*out, points[-1]]
    return points


def _key(point: list[float]) -> Point:
    return round(point[0], 1), round(point[1], 1)


def outlines_and_arcs(
    polygons: dict[str, list[list[float]]],
) -> tuple[dict[str, list[Point]], list[Arc]]:
    """Return the outline of each region, and a list with each arc once.

    Arcs are coasts and borders; `polygons` has the corners of each region by its name.
    """
    rings = {name: [_key(p) for p in polygon] for name, polygon in polygons.items()}
    beside: dict[Point, set[Point]] = {}
    for ring in rings.values():
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
    junctions = {point for point, others in beside.items() if len(others) != 2}
    shapes: dict[str, list[Point]] = {}
    arcs: dict[tuple[Point, ...], Arc] = {}
    for name, ring in rings.items():
        outline: list[Point] = []
        for part in _cut(ring, junctions):
            closed = part[0] == part[-1]
            straight = tuple(part) if part[:2] <= part[:-3:-1] or closed else tuple(reversed(part))
            if straight not in arcs:
                arcs[straight] = Arc([warp(p) for p in chaikin(list(straight))], [], closed)
            arcs[straight].regions.append(name)
            points = (
                arcs[straight].points if straight == tuple(part) else arcs[straight].points[::-1]
            )
            outline += points[:-1]
        shapes[name] = outline
    return shapes, list(arcs.values())


def _cut(ring: list[Point], junctions: set[Point]) -> list[list[Point]]:
    """Split a closed outline into arcs between junctions.

    An island has no junction and is one closed arc.
    """
    at = [i for i, point in enumerate(ring) if point in junctions]
    if not at:
        return [[*ring, ring[0]]]
    turned = ring[at[0] :] + ring[: at[0]] + [ring[at[0]]]
    marks = [i for i, point in enumerate(turned) if point in junctions]
    return [turned[a : b + 1] for a, b in itertools.pairwise(marks)]


def length(points: list[Point]) -> float:
    """Return the length of a polyline."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def along(points: list[Point], step: float) -> list[Point]:
    """Return points every ``step`` units along a polyline, both ends included."""
    out, left = [points[0]], step
    for a, b in itertools.pairwise(points):
        run = math.dist(a, b)
        at = 0.0
        while run - at >= left:
            at += left
            out.append((a[0] + (b[0] - a[0]) * at / run, a[1] + (b[1] - a[1]) * at / run))
            left = step
        left -= run - at
    return out
