"""Enumeration and evaluation of whole building turns for the harder computer player."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.evaluate import Stock, win_probability
from games.era_medieval_age.ai.ground import Ground
from games.era_medieval_age.ai.outlook import MOST_COPIES, Outlook
from games.era_medieval_age.ai.walls import Ring
from games.era_medieval_age.model.catalog import BUILDINGS, PIECES, RESOURCES, RULES
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.rules.domain.scoring import standing
from games.era_medieval_age.rules.phases.extortion import JAIME, total

Choice = tuple[
    str, Stock, int, float, float
]  # kind, cost, maximum copies, value if the game goes on, points if it ends


class BuildTurn(Struct, frozen=True):
    """Building turn: the first `walls` walls of a ring, and buildings by kind.

    `rest` is the remaining stock; `going` and `ended` are the values if the game goes on and if
    it ends with this round.
    """

    ring: Ring | None
    walls: int
    kinds: dict[str, int]
    rest: Stock
    going: float
    ended: float


class BuildTurns:
    """Building turns available to a seat with a number of hammers."""

    def __init__(self, out: Outlook, hammers: int) -> None:
        self.out, self.hammers = out, hammers
        self.stock: Stock = tuple(out.town.stock[what] for what in RESOURCES)  # type: ignore[assignment]
        self.tolls: dict[Stock, tuple[float, float]] = {}

    def best(self) -> BuildTurn:
        """Return the turn with the best win probability; in a solo game, the most points."""
        return max(self.all(), key=lambda turn: (self.value(turn), turn.going, -len(turn.kinds)))

    def value(self, turn: BuildTurn) -> float:
        """Return the win probability after a turn; in a solo game, its points."""
        out = self.out
        if out.n == 1:
            return turn.ended if out.last else turn.going
        s = out.s
        ends = sum(s.supply[kind] == n for kind, n in turn.kinds.items())
        if out.last or len(s.ended) + ends >= s.markers:
            return win_probability(self.lead_at_end + turn.ended, out.w.margin[0])
        going = win_probability(out.lead + turn.going, out.w.margin[0] + out.w.margin[1] * out.left)
        chance = self.others(s.markers - len(s.ended) - ends)
        return (
            going
            + chance * (win_probability(self.lead_at_end + turn.ended, out.w.margin[0]) - going)
            if chance
            else going
        )

    def all(self) -> Iterator[BuildTurn]:
        """Yield all turns: affordable walls of one ring, and any subset of the buildings."""
        out = self.out
        starts: list[tuple[Ring | None, int, float, float]] = [(None, 0, 0.0, 0.0)]
        for gain, ring in out.rings:
            n = len(ring.walls)
            if some := min(n, self.hammers, self.stock[1]):
                starts.append(
                    (
                        ring,
                        some,
                        out.walled(gain, ring, some),
                        self.closing(ring) if some == n else 0.0,
                    )
                )
        for begun, walls, going, ended in starts:
            choices = list(self._choices(self._ground(begun, walls)))
            stock = (self.stock[0], self.stock[1] - walls, self.stock[2], self.stock[3])
            yield from self._parts(
                choices, 0, BuildTurn(begun, walls, {}, stock, going, ended), self.hammers - walls
            )

    def _parts(
        self, choices: list[Choice], at: int, turn: BuildTurn, hammers: int
    ) -> Iterator[BuildTurn]:
        """Yield the turns that extend `turn` with some of `choices[at:]`."""
        if at == len(choices) or not hammers:
            yield self._closed(turn)
            return
        kind, cost, most, going, ended = choices[at]
        stock = turn.rest
        for n in range(min(most, hammers) + 1):
            rest = (
                stock[0] - n * cost[0],
                stock[1] - n * cost[1],
                stock[2] - n * cost[2],
                stock[3] - n * cost[3],
            )
            if min(rest) < 0:
                return
            kinds = {**turn.kinds, kind: n} if n else turn.kinds
            more = BuildTurn(
                turn.ring, turn.walls, kinds, rest, turn.going + n * going, turn.ended + n * ended
            )
            yield from self._parts(choices, at + 1, more, hammers - n)

    def _closed(self, turn: BuildTurn) -> BuildTurn:
        """Add the joint effects to a turn: stock kept, dice, cathedrals, guildhalls, extortion."""
        out, counts = self.out, self.out.here.counts
        dice = sum(n for kind, n in turn.kinds.items() if PIECES[kind].die)
        cathedrals = counts["cathedral"] + turn.kinds.get("cathedral", 0)
        halls = counts["guildhall"] + turn.kinds.get("guildhall", 0)
        owned = sum(out.here.dice.values())
        ended = turn.ended + cathedrals * (owned + dice) - counts["cathedral"] * owned
        ended += halls * sum(turn.rest) - counts["guildhall"] * sum(self.stock)
        going = turn.going + out.stock_worth(turn.rest) - out.stock_worth(self.stock)
        if self.robbers:
            if turn.rest not in self.tolls:
                self.tolls[turn.rest] = self._toll(turn.rest)
            going, ended = going - self.tolls[turn.rest][0], ended - self.tolls[turn.rest][1]
        return BuildTurn(turn.ring, turn.walls, turn.kinds, turn.rest, going, ended)

    @cached_property
    def robbers(self) -> list[Seat]:
        """Return who will extort this seat after building (Master Jaime: -1); dice are public."""
        out = self.out
        swords, shields = out.town.total("swords"), out.town.total("shields")
        if out.n == 1:
            return [JAIME] if total(out.s.jaime, "swords") > max(swords, shields) else []
        return [
            seat
            for seat in out.s.order()
            if seat != out.seat and out.s.towns[seat].total("swords") > max(swords, shields)
        ]

    def _toll(self, rest: Stock) -> tuple[float, float]:
        """Return the cost of extortion with stock `rest`, if the game goes on and if it ends.

        Each robber takes a resource of its choice, or two points.
        """
        going = ended = 0.0
        left = dict(zip(RESOURCES, rest, strict=True))
        for by in self.robbers:
            own = [what for what in RESOURCES if left[what]]
            if not own:
                going, ended = going + RULES.refusal, ended + RULES.refusal
                continue
            what = own[0] if by == JAIME else max(own, key=lambda one: self.out.unit[one])
            going += min(float(RULES.refusal), self.out.given(what, by))
            left[what] -= 1
        return going, ended

    def _choices(self, final: Ground) -> Iterator[Choice]:
        """Yield the affordable buildings and their values."""
        out = self.out
        for kind in BUILDINGS:
            cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
            supply = out.s.supply[kind]
            if not supply or any(have < need for have, need in zip(self.stock, cost, strict=True)):
                continue
            ended = final.worth(kind)
            if ended < -50:
                continue
            if PIECES[kind].bonus == "culture":
                ended += out.town.culture
            yield kind, cost, min(supply, MOST_COPIES), out.worth(kind), ended  # type: ignore[misc]

    def _ground(self, ring: Ring | None, walls: int) -> Ground:
        """Return the evaluation of places if the game ends, with the walls of this turn."""
        out = self.out
        shut = 0
        for piece in ring.walls if ring else ():
            shut |= placed(piece).cells
        closed = ring is not None and walls == len(ring.walls)
        court = ring.court if ring and closed else 0
        return Ground(out.here, court, shut if closed else 0, 1.0, 0.0, out.w)

    def closing(self, ring: Ring) -> float:
        """Return the points of a closed ring if the game ends."""
        out = self.out
        doubled = sum(
            PIECES[one.kind].points for one in out.here.unwalled if one.cells & ring.court
        )
        return doubled + out.area_at_end(ring.area) - out.area_at_end(out.here.area)

    @cached_property
    def lead_at_end(self) -> float:
        """Return the lead in points if the game ends, after what others may still build."""
        out = self.out
        points: list[float] = list(standing(out.s, out.options))
        for seat in self._later():
            points[seat] += out.spree(seat)
        return points[out.seat] - max(one for seat, one in enumerate(points) if seat != out.seat)

    def others(self, need: int) -> float:
        """Return the probability that others end the game this round; `need` markers are left."""
        out = self.out
        if need > 1:
            return 0.0
        for seat in self._later():
            town = out.s.towns[seat]
            if town.total("hammers") and any(
                out.s.supply[kind] == 1
                and all(town.stock[what] >= n for what, n in PIECES[kind].cost.items())
                for kind in BUILDINGS
            ):
                return out.w.others
        return 0.0

    def _later(self) -> list[Seat]:
        order = self.out.s.order()
        return order[order.index(self.out.seat) + 1 :]


def way(piece: str) -> Path:
    """Return the path that builds a piece, given by its id: `("build", kind, "t90", cell)`."""
    kind, at, degrees = piece.split("-")
    return ("build", kind, f"t{degrees}", at)
