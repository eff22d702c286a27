"""Placement of pieces in a region: in rows if possible, else by simulated annealing.

Lengths are in board pixels. Each placement has a cost and the cheapest one is taken. Pieces that
cross their coast or border cost most, then pieces that are hidden by a piece or a tower, then
towers over the sea.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Box = tuple[float, float, float, float]  # center x, center y, half width, half height
Point = tuple[float, float]
# Grounds to try, in this order: piece size in pixels (41: smallest whose shape is recognized on
# a phone), and height of a tower above the piece's center, in sizes.
WAYS = ((46, 1.18), (43, 1.18), (41, 1.18), (41, 0.9))
# half the area covered by a piece, and half the area it prefers to keep free, in sizes
BODY_RADIUS, FREE_RADIUS = 0.42, 0.62
# rim of a piece; foot of a tower and half its width, in sizes
PIECE_RADIUS, TOWER_FOOT, TOWER_HALF_WIDTH = 0.47, 0.3, 0.38
# minimum share of a piece over its land; number of pieces up to which the first of MIN_DISTANCES
# applies
MIN_LAND_SHARE, FEW_PIECES = 0.9, 6
# minimum distance of pieces on dense ground, in sizes: for up to FEW_PIECES pieces, for more
MIN_DISTANCES = (0.73, 0.65)
REGION_DISTANCE_PX = 32  # minimum pixels between pieces of neighboring regions
CLEARANCE_PX = 0  # pixels between a piece and the boxes it avoids
ROW_STEP_PX = 5  # grid step of the search for rows, in pixels
PITCHES = (1.06, 0.92, 0.82)  # distances within a row, in sizes
ANNEALING_RUNS, MOVES_PER_PIECE = 5, 240  # annealing runs; moves per piece
HOPELESS_COST = 30  # give up after two runs above this cost, if smaller pieces can be tried
FORBIDDEN_COST = 1e6
SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,),),
    2: ((2,), (1, 1)),
    3: ((3,), (2, 1), (1, 2), (1, 1, 1)),
    4: ((2, 2), (4,), (3, 1), (1, 3), (1, 2, 1), (2, 1, 1), (1, 1, 2), (1, 1, 1, 1)),
    5: (
        (3, 2),
        (2, 3),
        (2, 2, 1),
        (1, 2, 2),
        (2, 1, 2),
        (5,),
        (4, 1),
        (1, 4),
        (1, 1, 1, 2),
        (1, 1, 1, 1, 1),
    ),
    6: (
        (3, 3),
        (2, 2, 2),
        (2, 3, 1),
        (1, 3, 2),
        (3, 2, 1),
        (1, 2, 3),
        (4, 2),
        (2, 4),
        (6,),
        (1, 2, 2, 1),
        (2, 2, 1, 1),
        (1, 1, 2, 2),
        (1, 1, 1, 1, 1, 1),
        (1, 1, 1, 1, 2),
    ),
    7: (
        (3, 4),
        (4, 3),
        (3, 3, 1),
        (1, 3, 3),
        (2, 3, 2),
        (2, 2, 3),
        (3, 2, 2),
        (2, 2, 2, 1),
        (1, 2, 2, 2),
        (5, 2),
        (2, 5),
        (7,),
        (1, 2, 3, 1),
        (1, 1, 1, 2, 2),
        (1, 1, 1, 1, 1, 1, 1),
    ),
}


@dataclass(frozen=True)
class Ground:
    """Region in which pieces of one size are placed.

    `size` is the piece size in pixels, `rise` the height of a tower above the piece's center, in
    piece sizes. `box` bounds the region. `body`, `around` and `tower` are indexed by pixel: the
    share of land (255: all) under a piece with its center there, around it, and behind its tower.
    `near` has the pieces of neighboring regions, `floor` is the minimum distance of two pieces in
    sizes. With `dense`, pieces may be closer, but overhang the coast less.
    """

    size: int
    rise: float
    box: tuple[int, int, int, int]
    body: Any
    around: Any
    tower: Any
    near: tuple[Point, ...] = ()  # pieces of neighboring regions
    floor: float = 0.71  # minimum distance of two pieces, in sizes
    dense: bool = False  # closer pieces allowed, less overhang at the coast


def ground(
    own: Image.Image, others: Image.Image, boxes: Sequence[Box], rim: float, size: int, rise: float
) -> Ground:
    """Build the ground of a region for pieces of this size.

    `own` is the region's mask, `others` that of all other regions. Pieces avoid `boxes` and the
    frame, which is `rim` pixels wide. A tower over another region's land counts half, since it is
    ambiguous.
    """
    top, foot, half_width = -rise * size, -TOWER_FOOT * size, TOWER_HALF_WIDTH * size
    body = own.filter(ImageFilter.BoxBlur(BODY_RADIUS * size))
    around = own.filter(ImageFilter.BoxBlur(FREE_RADIUS * size))
    land = ImageChops.add(own, others.point([v // 2 for v in range(256)]))
    tower = land.filter(ImageFilter.BoxBlur((half_width, (foot - top) / 2)))
    tower = ImageChops.offset(tower, 0, -round((top + foot) / 2))
    for area, above, below, half in (
        (body, size / 2, size / 2, size / 2),
        (tower, -top, -foot, half_width),
    ):
        pen = ImageDraw.Draw(area)
        for x, y, w, h in boxes:
            pen.rectangle(
                (
                    x - w - half - CLEARANCE_PX,
                    y - h - below - CLEARANCE_PX,
                    x + w + half + CLEARANCE_PX,
                    y + h + above + CLEARANCE_PX,
                ),
                fill=0,
            )
        for edge in (
            (0, 0, own.width, rim + above),
            (0, 0, rim + half, own.height),
            (own.width - rim - half, 0, own.width, own.height),
            (0, own.height - rim - below, own.width, own.height),
        ):
            pen.rectangle(edge, fill=0)
    return Ground(
        size, rise, own.getbbox() or (0, 0, 0, 0), body.load(), around.load(), tower.load()
    )


def single_cost(g: Ground, spot: Point, tower: bool) -> float:
    """Return the cost of one piece at a spot, with or without a tower."""
    left, top, right, bottom = g.box
    x, y = spot
    if not (left <= x < right and top <= y < bottom):
        return FORBIDDEN_COST
    pixel = int(x), int(y)
    # the piece must lie on its land: a little overhang costs little, more of it much
    on_land = g.body[pixel] / 255
    penalty: float = 60 * max(0.0, 0.99 - on_land) + 900 * max(0.0, 0.93 - on_land)
    penalty += 4000 * max(0.0, 0.88 - on_land) if g.dense else 0
    # there should be land around it
    penalty += 8 * max(0.0, 0.98 - g.around[pixel] / 255)
    # it must keep clear of the pieces of neighboring regions
    penalty += sum(
        20 * max(0.0, REGION_DISTANCE_PX + 1 - apart)
        for other in g.near
        if (apart := _apart(spot, other)) < REGION_DISTANCE_PX + 1
    )
    # its tower should stand out against land, not the sea: the less land, the steeper the cost
    if tower:
        over_land = g.tower[pixel] / 255
        penalty += (
            12 * max(0.0, 0.97 - over_land)
            + 20 * max(0.0, 0.6 - over_land)
            + (60 if over_land == 0 else 0)
        )
    return penalty


def crowds(spots: Sequence[Point], others: Sequence[Point]) -> bool:
    """Return whether a piece comes too close to one of another region (`others`)."""
    return any(_apart(spot, other) < REGION_DISTANCE_PX for spot in spots for other in others)


def _apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def pair_cost(g: Ground, one: Point, other: Point, tower: bool, tower_too: bool) -> float:
    """Return the cost of two pieces that are too close to each other.

    They overlap, or the tower of the southern one hides the other. `tower` and `tower_too` tell
    whether the first and the second piece have a tower.
    """
    across = abs(one[0] - other[0]) / g.size
    if across > 1.03:
        return 0.0
    down = (one[1] - other[1]) / g.size
    if down < 0:
        down, tower = -down, tower_too
    if down > g.rise + PIECE_RADIUS:
        return 0.0
    apart = max(across, down)
    penalty = (
        40 * max(0.0, 1.02 - apart) + 300 * max(0.0, 0.8 - apart) + 6000 * max(0.0, g.floor - apart)
    )
    if tower and across < PIECE_RADIUS + TOWER_HALF_WIDTH:
        hidden = (g.rise + PIECE_RADIUS - down) / (g.rise - PIECE_RADIUS)
        penalty += (
            30
            * min(1.0, hidden)
            * min(1.0, (PIECE_RADIUS + TOWER_HALF_WIDTH - across) / TOWER_HALF_WIDTH)
        )
    return penalty


def cost(g: Ground, spots: Sequence[Point], tall: int) -> float:
    """Return the cost of a placement, the first `tall` pieces with towers; 0 is perfect."""
    single_costs = sum(single_cost(g, spot, i < tall) for i, spot in enumerate(spots))
    return single_costs + sum(
        pair_cost(g, spots[i], spots[j], i < tall, j < tall)
        for i in range(len(spots))
        for j in range(i)
    )


def row_patterns(n: int, tall: int, rise: float, pitch: float) -> Iterator[tuple[int, list[Point]]]:
    """Yield patterns of `n` pieces in rows: (rank, offsets of the pieces from their center).

    A higher rank is a less usual pattern. The first `tall` pieces are towers, which need `rise`
    above them; `pitch` is the distance of neighbors. The offsets, `rise` and `pitch` are multiples
    of the piece size.
    """
    for rank, counts in enumerate(SHAPES[n]):
        offsets: list[Point] = []
        y = 0.0
        for row, count in enumerate(counts):
            has_towers = len(offsets) < tall
            if row:
                y += max(pitch, rise + PIECE_RADIUS if has_towers else 0.0)
            offsets += [((column - (count - 1) / 2) * pitch, y) for column in range(count)]
        middle = y / 2  # y is that of the last row now
        yield rank, [(dx, dy - middle) for dx, dy in offsets]


def in_rows(g: Ground, n: int, tall: int, at: Point) -> tuple[float, list[Point]]:
    """Return the cost and the spots of the cheapest placement in rows.

    `n` is the number of pieces; the first `tall` have towers. Rows near `at` cost a little less.
    """
    best: tuple[float, list[Point]] = (FORBIDDEN_COST, [])
    left, top, right, bottom = g.box
    free = {(x, y) for y in range(top, bottom) for x in range(left, right) if g.body[x, y] >= 215}
    for pitch in PITCHES if n > 1 else PITCHES[:1]:
        for rank, pattern in row_patterns(n, tall, g.rise, pitch):
            steps = [(round(dx * g.size), round(dy * g.size)) for dx, dy in pattern]
            for y in range(top, bottom, ROW_STEP_PX):
                for x in range(left, right, ROW_STEP_PX):
                    for dx, dy in steps:
                        if (x + dx, y + dy) not in free:
                            break
                    else:
                        spots: list[Point] = [(x + dx, y + dy) for dx, dy in steps]
                        total_cost = (
                            rank * 0.5 + math.dist((x, y), at) * 0.012 + cost(g, spots, tall)
                        )
                        if total_cost < best[0]:
                            best = (total_cost, spots)
    return best


def anneal(
    g: Ground, n: int, tall: int, at: Point, rng: random.Random, give_up_above: float
) -> tuple[float, list[Point]]:
    """Return the cost and the spots of the cheapest placement that simulated annealing finds.

    The first `tall` of the `n` pieces have towers; all are drawn toward `at`. Gives up after two
    runs if both cost more than `give_up_above`.
    """
    best: tuple[float, list[Point]] = (FORBIDDEN_COST, [])
    left, top, right, bottom = g.box
    moves = MOVES_PER_PIECE * (n + 1)
    free = [
        (x, y) for y in range(top, bottom, 4) for x in range(left, right, 4) if g.body[x, y] > 190
    ]
    if not free:
        return best

    def piece_cost(spots: Sequence[Point], i: int) -> float:
        """Return the part of the cost that depends on one piece."""
        out = single_cost(g, spots[i], i < tall) + math.dist(spots[i], at) * 0.012 / n
        return out + sum(
            pair_cost(g, spots[i], spots[j], i < tall, j < tall) for j in range(n) if j != i
        )

    for attempt in range(ANNEALING_RUNS):
        if attempt == 2 and best[0] > give_up_above:
            break
        spots: list[Point] = [rng.choice(free) for _ in range(n)]
        for move in range(moves):
            temperature = (1 - move / moves) ** 2
            i = rng.randrange(n)
            reach = 2 + 40 * temperature
            x, y = old = spots[i]
            before = piece_cost(spots, i)
            far = rng.random() < 0.15 * temperature
            spots[i] = (
                rng.choice(free) if far else (x + rng.gauss(0, reach), y + rng.gauss(0, reach))
            )
            increase = piece_cost(spots, i) - before
            if increase > 0 and rng.random() >= math.exp(-increase / (0.05 + 8 * temperature)):
                spots[i] = old
        total_cost = cost(g, spots, tall)
        if total_cost < best[0]:
            best = (
                total_cost,
                sorted(spots[:tall], key=_from_north) + sorted(spots[tall:], key=_from_north),
            )
    return best


def _from_north(spot: Point) -> tuple[float, float]:
    return spot[1], spot[0]


def overhangs(g: Ground, spots: Sequence[Point]) -> bool:
    """Return whether a piece extends too far over its coast or border."""
    return any(g.body[int(x), int(y)] < MIN_LAND_SHARE * 255 for x, y in spots)


@dataclass(frozen=True)
class PackedPlace:
    """Placement of pieces: its cost, the ground it is made for, the pieces' centers."""

    cost: float
    on: Ground
    at: list[Point]


def place_pieces(grounds: Sequence[Ground], n: int, tall: int, at: Point) -> PackedPlace:
    """Return the best placement of `n` pieces, `tall` of them with towers, near `at`.

    `grounds` are those of one region, the preferred one first. Rows and large pieces are preferred
    unless they cost much more. Raises ValueError if there is no room.
    """
    best = PackedPlace(FORBIDDEN_COST, grounds[0], [])
    for less, g in enumerate(grounds if tall else grounds[:-1]):
        base = less * 1.2
        if best.cost <= base + 4:
            break
        rng = random.Random(f"{n}.{tall}.{less}")
        give_up_above = HOPELESS_COST if less < 2 else FORBIDDEN_COST
        for more, (placement_cost, spots) in (
            (0.0, in_rows(g, n, tall, at)),
            (2.5, anneal(g, n, tall, at, rng, give_up_above)),
        ):
            if placement_cost + base + more < best.cost:
                best = PackedPlace(placement_cost + base + more, g, spots)
    if best.at and overhangs(best.on, best.at) and not best.on.dense:
        return place_pieces(
            [
                dataclasses.replace(g, dense=True, floor=MIN_DISTANCES[n > FEW_PIECES])
                for g in grounds[-2:]
            ],
            n,
            tall,
            at,
        )
    if not best.at:
        message = f"no room for {n} things, {tall} of them tall"
        raise ValueError(message)
    return best
