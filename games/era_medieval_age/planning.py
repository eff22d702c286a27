"""What the computer player thinks things are worth: resources, buildings, walls, dice results. Points are the unit throughout.

The numbers are estimates, tuned by play against itself and Master Jaime; none of them is a rule.
"""

from __future__ import annotations

from functools import lru_cache

from games.core.grid import Cells
from games.core.messages import Seat
from games.era_medieval_age.catalog import BUYABLE, FACES, PIECES, RESOURCES, RULES, SIDES, WALLS, Face, calamity
from games.era_medieval_age.land import GRID, TURNS, Land, name, placed
from games.era_medieval_age.sites import room_for
from games.era_medieval_age.state import EraState, Town

UNIT = {"goods": 1.4, "stone": 0.8, "wood": 0.9, "food": 0.3}     # a resource that still can be used
EXTRA = {"goods": 0.06, "stone": 0.05, "wood": 0.04, "food": 0.02}  # how much less each further one is worth
DIE = {"peasant": 0.7, "burgher": 1.9, "noble": 0.45, "clergy": 0.75}   # what a die brings in a round, its food paid
ROUNDS = 6            # how long a game of several players lasts, more or less
RING = 15.0           # what a closed ring is worth beside the buildings that it doubles
LIKELY = 0.9         # how surely a ring that is begun will be closed
CORE = ("wall_4-c8-0", "wall_4-b1-90", "wall_4-b5-90")   # how the ring of the ready-made layout `open` begins
TO_CLOSE: Cells = GRID.of([(0, col) for col in range(2, 8)] + [(row, 7) for row in range(1, 6)])
COURT: Cells = GRID.of((row, col) for row in range(1, 7) for col in range(2, 7)) & ~GRID.bit(6, 6)

Stock = tuple[int, int, int, int]
Offer = tuple[float, Stock, int, str]   # worth, cost, how many at most, kind


def rounds_left(s: EraState, n: int, limit: int) -> int:
    """How many rounds are still to come after this one, more or less."""
    if n == 1:
        return RULES.solo.rounds - s.round
    left = max(ROUNDS - s.round, 1)
    if len(s.ended) >= s.markers:
        left = 0
    elif len(s.ended) == s.markers - 1:
        left = min(left, 2)
    return min(left, limit - s.round) if limit else left


@lru_cache(1024)
def ring_walls(missing: Cells, free: Cells, kinds: tuple[str, ...], most: int = 4) -> tuple[str, ...] | None:
    """The fewest walls that fill `missing`, the cells of a ring in its order; they may stick out where it is free."""
    if not missing:
        return ()
    if not most:
        return None
    row, col = next(GRID.cells(missing))
    best: tuple[str, ...] | None = None
    for kind in sorted(kinds, key=lambda one: -len(PIECES[one].cells)):
        for degrees in TURNS[kind]:
            one = placed(name(kind, row, col, degrees)) if _fits(kind, degrees, row, col, free) else None
            if one is None:
                continue
            limit = most - 1 if best is None else len(best) - 2
            if limit < 0:
                return best
            rest = ring_walls(missing & ~one.cells, free & ~one.cells, kinds, limit)
            if rest is not None and (best is None or len(rest) + 1 < len(best)):
                best = (one.id, *rest)
    return best


def _fits(kind: str, degrees: int, row: int, col: int, free: Cells) -> bool:
    return bool(GRID.fits(TURNS[kind][degrees], free) & GRID.bit(row, col))


class Outlook:
    """A player's prospects, worked out once for a decision."""

    def __init__(self, s: EraState, seat: Seat, options: dict[str, object]) -> None:
        self.s, self.seat, self.n = s, seat, len(s.towns)
        self.town: Town = s.towns[seat]
        self.here: Land = self.town.land
        limit = options["round_limit"]
        self.left = rounds_left(s, self.n, limit if isinstance(limit, int) else 0)
        self.ring = self._ring()
        self.court = COURT if self.ring else 0
        self.inside = self.here.inside | self.court
        self.hold = COURT | TO_CLOSE if self.ring else 0
        self.fade = 1.0 if self.left >= 2 else 0.6 if self.left == 1 else 0.0
        self.offers = self._offers()

    def _ring(self) -> tuple[str, ...]:
        """The walls that are still to be built around the court; nothing when it is closed or can't be."""
        if not all(piece in self.town.pieces for piece in CORE):
            return ()
        kinds = tuple(kind for kind in WALLS if self.s.supply[kind])
        missing = TO_CLOSE & ~self.here.walls
        return ring_walls(missing, self.here.free & ~COURT, kinds) or ()

    def _offers(self) -> list[Offer]:
        """What could be built, the best first."""
        found = []
        for kind in BUYABLE:
            supply = self.s.supply[kind]
            if not supply or not room_for(tuple(self.town.pieces), kind):
                continue
            cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
            worth, most = self.worth(kind), min(supply, 2)
            if kind in WALLS:
                most = min(supply, sum(placed(piece).kind == kind for piece in self.ring))
            if worth > 0 and most:
                found.append((worth, (cost[0], cost[1], cost[2], cost[3]), most, kind))
        return sorted(found, reverse=True)

    def worth(self, kind: str) -> float:
        """What one more of a kind brings until the end."""
        piece, left, here = PIECES[kind], self.left, self.here
        if kind in WALLS:
            return self._wall(kind)
        points = float(piece.points)
        if kind == "keep" or self._fits_inside(kind, here.inside):
            points *= 2
        elif self.ring and self._fits_inside(kind, self.court):
            points *= 1 + LIKELY * (left >= len(self.ring) / 2)
        if piece.die:
            points += DIE[piece.die] * left + (1 if here.counts["cathedral"] else 0)
        for what, n in piece.income.items():
            points += n * left * (0.75 if what == "food" and self._hungry() else UNIT[what] * 0.7)
        points += 0.6 * left * piece.sets
        if piece.heals:
            points += min(len(here.grouped), 4) * 0.15 * left
        match piece.bonus:
            case "free_orthogonal_neighbour":
                points += 7
            case "stored_resource":
                points += 5 + 0.4 * left
            case "culture":
                points += self.town.culture + 0.7 * left * here.counts["church"]
            case "die_owned":
                points += sum(here.dice.values()) + 0.6 * left
        return points

    def _wall(self, kind: str) -> float:
        """A share of the ring; the closer it is to be closed, the more."""
        walls = [piece for piece in self.ring if placed(piece).kind == kind]
        if not walls or self.left + 2 < len(self.ring):
            return 0
        doubled = sum(PIECES[one.kind].points for one in self.here.buildings if one.cells & self.court)
        return (RING + doubled) / (len(self.ring) + 0.3)

    def _fits_inside(self, kind: str, area: Cells) -> bool:
        free = self.here.free & area
        return any(GRID.fits(turn, free) for turn in TURNS[kind].values())

    def _hungry(self) -> bool:
        return sum(self.here.dice.values()) > 3 + self.here.counts["farm"]

    def stock_worth(self, stock: Stock) -> float:
        """What resources in store may become; a guildhall counts them at the end."""
        total = 0.0
        for what, n in zip(RESOURCES, stock, strict=True):
            total += self.fade * (UNIT[what] * n - EXTRA[what] * n * n)
        return total + 0.9 * self.here.counts["guildhall"] * sum(stock) * (self.left == 0)

    def build_worth(self, stock: Stock, hammers: int) -> float:
        """The best that hammers and stock give: what is built, greedily, and what is left."""
        total = 0.0
        counts: dict[str, int] = {}
        for _ in range(hammers):
            gain, pick, now = 0.0, None, self.stock_worth(stock)
            for offer in self.offers:
                worth, cost, most, kind = offer
                if worth <= gain:
                    break
                if counts.get(kind, 0) < most and all(have >= need for have, need in zip(stock, cost, strict=True)):
                    after = (stock[0] - cost[0], stock[1] - cost[1], stock[2] - cost[2], stock[3] - cost[3])
                    net = worth - (now - self.stock_worth(after))
                    if net > gain:
                        gain, pick = net, (kind, after, worth)
            if pick is None:
                break
            kind, stock, worth = pick
            counts[kind] = counts.get(kind, 0) + 1
            total += worth
        return total + self.stock_worth(stock)


Sum = list[int]   # goods, stone, wood, food, culture, hammers, swords, shields, skulls, peasant choices, clergy choices


@lru_cache(64)
def face_sum(name_: str) -> tuple[int, ...]:
    """A face as a row of numbers."""
    face: Face = FACES[name_]
    gain = [face.gain.get(what, 0) for what in (*RESOURCES, "culture")]
    choice = [int(bool(face.choose) and letter == name_[0]) for letter in "pc"]
    return (*gain, face.hammers, face.swords, face.shields, face.skulls, *choice)


class DiceOutlook:
    """What a set of dice results is worth to a player."""

    def __init__(self, out: Outlook) -> None:
        self.out = out
        town = out.town
        self.stock = [town.stock[what] for what in RESOURCES]
        counts = out.here.counts
        self.income = [sum(PIECES[kind].income.get(what, 0) * counts[kind] for kind in ("farm", "lumber_mill"))
                       for what in RESOURCES]
        self.dice = len(town.dice)
        self.sick = len(out.here.grouped)

    def worth(self, total: Sum) -> float:
        """Resources, buildings, culture, the calamity, swords and shields of the sum of all faces."""
        best = -1e9
        tops = [RULES.resources[what].most for what in RESOURCES]
        for p_stone in {0, total[9]}:
            for c_wood in {0, total[10]}:
                extra = (0, p_stone + total[10] - c_wood, 2 * c_wood, 2 * (total[9] - p_stone))
                got = [min(tops[at], self.stock[at] + self.income[at] + total[at] + extra[at]) for at in range(4)]
                hungry = max(0, self.dice - got[3])
                got[3] = max(0, got[3] - self.dice)
                value = self.out.build_worth((got[0], got[1], got[2], got[3]), total[5]) - hungry
                best = max(best, value - self._harm(total[8], got))
        out = self.out
        first = 5.0 if out.town.culture == 0 and out.n == 1 and total[4] else 0.0
        arms = 0.18 * min(total[6], 6) + 0.11 * min(total[7], 8)
        if out.n > 1:
            arms = 0.16 * (out.n - 1) * min(total[6], 5) + 0.1 * min(total[7], 8)
        return best + 1.25 * total[4] + first + arms

    def _harm(self, skulls: int, got: Sum) -> float:
        """The cost of the calamity (negative: it hits others)."""
        solo = self.out.n == 1
        match calamity(skulls):
            case "bandits":
                return 0.5
            case "disease":
                return float(self.sick)
            case "treason":
                return 0.6 if solo else -0.4 * (self.out.n - 1)
            case "fire":
                return 2.0
            case "attack":
                return 2.0 if solo else -0.9 * (self.out.n - 1)
            case "revolt":
                return 0.9 * got[0]
        return 0.0

    def chances(self, total: Sum, die: str, face: str, again: bool) -> float:
        """The mean worth when one die is thrown anew, the others standing; `again`: a poor result may be thrown once more."""
        own = face_sum(face)
        results = {}
        for side in set(SIDES[die[0]]):
            changed = [have - old + new for have, old, new in zip(total, own, face_sum(side), strict=True)]
            results[side] = self.worth(changed)
        sides = SIDES[die[0]]
        mean = sum(results[side] for side in sides) / len(sides)
        if not again:
            return mean
        better = [results[side] if FACES[side].skulls else max(results[side], mean) for side in sides]
        return sum(better) / len(sides)


def sum_of(faces: list[str]) -> Sum:
    """The sum of some faces."""
    total = [0] * 11
    for face in faces:
        for at, n in enumerate(face_sum(face)):
            total[at] += n
    return total
