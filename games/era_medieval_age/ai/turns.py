"""Whole building turns for the harder AI player: enumeration and values.

A turn builds walls of at most one ring, and buildings. Each turn has two values, one if the game
goes on after this round and one if it ends; `BuildTurns.value` combines them to a win probability.
`trial.py` simulates the most promising turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.evaluate import STONE, Stock, win_probability, without_stone
from games.era_medieval_age.ai.ground import PlaceValues
from games.era_medieval_age.ai.outlook import MAX_COPIES, Outlook
from games.era_medieval_age.ai.walls import Ring
from games.era_medieval_age.model.catalog import BUILDINGS, PIECES, RESOURCES, RULES
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.rules.domain.scoring import standing
from games.era_medieval_age.rules.phases.extortion import JAIME, total


class BuildingChoice(NamedTuple):
    """Kind of building that a turn may include, with its values per copy, as in `BuildTurn`."""

    kind: str
    cost: Stock
    max_copies: int
    value_if_going_on: float
    points_if_ended: float


class BuildTurn(Struct, frozen=True):
    """Building turn: the first `walls` walls of a ring, and buildings by kind.

    `rest` is the stock left. Both values are in points, compared with building nothing.
    """

    ring: Ring | None
    walls: int
    kinds: dict[str, int]
    rest: Stock
    value_if_going_on: float
    points_if_ended: float  # if the game ends with this round


class BuildTurns:
    """Building turns that a seat can take with a number of hammers."""

    def __init__(self, outlook: Outlook, hammers: int) -> None:
        self.outlook, self.hammers = outlook, hammers
        self.stock: Stock = tuple(outlook.town.stock[what] for what in RESOURCES)  # type: ignore[assignment]
        self.extortion_costs: dict[Stock, tuple[float, float]] = {}

    def best(self) -> BuildTurn:
        """Return the turn with the best win probability; in a solo game, the most points."""
        return max(
            self.all(),
            key=lambda turn: (self.value(turn), turn.value_if_going_on, -len(turn.kinds)),
        )

    def value(self, turn: BuildTurn) -> float:
        """Return the win probability after a turn; in a solo game, its points.

        If other seats may still end the game this round, the value is a mean of two cases: the game
        goes on, or it ends. They are weighted with their probabilities.
        """
        outlook = self.outlook
        if outlook.n == 1:
            return turn.points_if_ended if outlook.last else turn.value_if_going_on
        s = outlook.s
        kinds_exhausted = sum(s.supply[kind] == n for kind, n in turn.kinds.items())
        markers_left = s.markers - len(s.ended) - kinds_exhausted
        uncertainty, uncertainty_per_round = outlook.w.lead_uncertainty
        if outlook.last or markers_left <= 0:
            return win_probability(self.lead_at_end + turn.points_if_ended, uncertainty)
        if_going_on = win_probability(
            outlook.lead + turn.value_if_going_on,
            uncertainty + uncertainty_per_round * outlook.rounds_left,
        )
        chance = self.chance_others_end(markers_left)
        if not chance:
            return if_going_on
        if_ended = win_probability(self.lead_at_end + turn.points_if_ended, uncertainty)
        return if_going_on + chance * (if_ended - if_going_on)

    def all(self) -> Iterator[BuildTurn]:
        """Yield all turns that the seat can pay.

        Each has walls of at most one ring, and any buildings.
        """
        outlook = self.outlook
        # (ring, number of its walls built, value if the game goes on, points if it ends)
        starts: list[tuple[Ring | None, int, float, float]] = [(None, 0, 0.0, 0.0)]
        for ring_gain, ring in outlook.rings:
            missing = len(ring.walls)
            # A wall costs one hammer and one stone.
            if buildable := min(missing, self.hammers, self.stock[STONE]):
                starts.append(
                    (
                        ring,
                        buildable,
                        outlook.walls_worth(ring_gain, ring, buildable),
                        self.closing_points(ring) if buildable == missing else 0.0,
                    )
                )
        for started_ring, walls, going_on, ended in starts:
            choices = list(
                self._affordable_buildings(self._place_values_at_end(started_ring, walls))
            )
            only_walls = BuildTurn(
                ring=started_ring,
                walls=walls,
                kinds={},
                rest=without_stone(self.stock, walls),
                value_if_going_on=going_on,
                points_if_ended=ended,
            )
            yield from self._extended_turns(choices, 0, only_walls, self.hammers - walls)

    def _extended_turns(
        self, choices: list[BuildingChoice], at: int, turn: BuildTurn, hammers: int
    ) -> Iterator[BuildTurn]:
        """Yield the turns that extend `turn` by buildings from `choices[at:]`."""
        if at == len(choices) or not hammers:
            yield self._with_joint_effects(turn)
            return
        kind, cost, max_copies, value_if_going_on, points_if_ended = choices[at]
        stock = turn.rest
        for n in range(min(max_copies, hammers) + 1):
            rest = (
                stock[0] - n * cost[0],
                stock[1] - n * cost[1],
                stock[2] - n * cost[2],
                stock[3] - n * cost[3],
            )
            if min(rest) < 0:
                return
            kinds = {**turn.kinds, kind: n} if n else turn.kinds
            extended = replace(
                turn,
                kinds=kinds,
                rest=rest,
                value_if_going_on=turn.value_if_going_on + n * value_if_going_on,
                points_if_ended=turn.points_if_ended + n * points_if_ended,
            )
            yield from self._extended_turns(choices, at + 1, extended, hammers - n)

    def _with_joint_effects(self, turn: BuildTurn) -> BuildTurn:
        """Return the turn with the effects that depend on all its pieces together.

        These effects concern the stock left, cathedrals, guildhalls and extortion.
        """
        outlook, counts = self.outlook, self.outlook.land.counts
        new_dice = sum(n for kind, n in turn.kinds.items() if PIECES[kind].die)
        cathedrals = counts["cathedral"] + turn.kinds.get("cathedral", 0)
        guildhalls = counts["guildhall"] + turn.kinds.get("guildhall", 0)
        dice = sum(outlook.land.dice.values())
        ended = turn.points_if_ended + cathedrals * (dice + new_dice) - counts["cathedral"] * dice
        ended += guildhalls * sum(turn.rest) - counts["guildhall"] * sum(self.stock)
        going = (
            turn.value_if_going_on
            + outlook.stock_worth(turn.rest)
            - outlook.stock_worth(self.stock)
        )
        if self.extorters:
            if turn.rest not in self.extortion_costs:
                self.extortion_costs[turn.rest] = self._extortion_cost(turn.rest)
            cost_if_going_on, cost_if_ended = self.extortion_costs[turn.rest]
            going, ended = going - cost_if_going_on, ended - cost_if_ended
        return replace(turn, value_if_going_on=going, points_if_ended=ended)

    @cached_property
    def extorters(self) -> list[Seat]:
        """Return the seats that will extort this seat (-1: Master Jaime).

        They are known, because the dice are public in a building turn.
        """
        outlook = self.outlook
        swords, shields = outlook.town.total("swords"), outlook.town.total("shields")
        if outlook.n == 1:
            return [JAIME] if total(outlook.s.jaime, "swords") > max(swords, shields) else []
        return [
            seat
            for seat in outlook.s.order()
            if seat != outlook.seat and outlook.s.towns[seat].total("swords") > max(swords, shields)
        ]

    def _extortion_cost(self, rest: Stock) -> tuple[float, float]:
        """Return the cost of extortion with the stock `rest`, in points.

        Returns (cost if the game goes on, cost if it ends). Each extorter takes the resource that
        it prefers; if the seat has none, the seat gets calamity points.
        """
        going = ended = 0.0
        stock = dict(zip(RESOURCES, rest, strict=True))
        for by in self.extorters:
            own = [what for what in RESOURCES if stock[what]]
            if not own:
                going, ended = going + RULES.refusal, ended + RULES.refusal
                continue
            what = (
                own[0] if by == JAIME else max(own, key=lambda one: self.outlook.unit_values[one])
            )
            going += min(float(RULES.refusal), self.outlook.payment_cost(what, by))
            stock[what] -= 1
        return going, ended

    def _affordable_buildings(self, values_at_end: PlaceValues) -> Iterator[BuildingChoice]:
        """Yield the buildings that the seat can pay and place.

        `values_at_end` are the values of places if the game ends.
        """
        outlook = self.outlook
        for kind in BUILDINGS:
            cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
            supply = outlook.s.supply[kind]
            if not supply or any(have < need for have, need in zip(self.stock, cost, strict=True)):
                continue
            points_if_ended = values_at_end.worth(kind)
            if points_if_ended < -50:  # there is no place for it
                continue
            if PIECES[kind].bonus == "culture":
                points_if_ended += outlook.town.culture
            yield BuildingChoice(
                kind,
                (cost[0], cost[1], cost[2], cost[3]),
                min(supply, MAX_COPIES),
                outlook.worth(kind),
                points_if_ended,
            )

    def _place_values_at_end(self, ring: Ring | None, walls: int) -> PlaceValues:
        """Return the values of places if the game ends after the first `walls` walls of `ring`.

        `ring` is None for a turn without walls.
        """
        outlook = self.outlook
        wall_cells = 0
        for piece in ring.walls if ring else ():
            wall_cells |= placed(piece).cells
        closed = ring is not None and walls == len(ring.walls)
        court = ring.court if ring and closed else 0
        return PlaceValues(
            outlook.land,
            court,
            ring_cells=wall_cells if closed else 0,
            closing_probability=1.0,
            rounds_left=0.0,
            w=outlook.w,
        )

    def closing_points(self, ring: Ring) -> float:
        """Return the points that closing a ring brings if the game ends."""
        outlook = self.outlook
        doubled = sum(
            PIECES[one.kind].points for one in outlook.land.unwalled if one.cells & ring.court
        )
        return (
            doubled
            + outlook.area_points_at_end(ring.area)
            - outlook.area_points_at_end(outlook.land.area)
        )

    @cached_property
    def lead_at_end(self) -> float:
        """Return the lead in points if the game ends, after the later seats have built too."""
        outlook = self.outlook
        points: list[float] = list(standing(outlook.s, outlook.options))
        for seat in self._seats_after():
            points[seat] += outlook.buildable_points(seat)
        return points[outlook.seat] - max(
            one for seat, one in enumerate(points) if seat != outlook.seat
        )

    def chance_others_end(self, markers_left: int) -> float:
        """Return the probability that a later seat ends the game this round.

        `markers_left` is the number of end markers left after the seat's turn. A later seat can end
        the game if only one is left and the seat can take the last piece of a kind.
        """
        outlook = self.outlook
        if markers_left > 1:
            return 0.0
        for seat in self._seats_after():
            town = outlook.s.towns[seat]
            if town.total("hammers") and any(
                outlook.s.supply[kind] == 1
                and all(town.stock[what] >= n for what, n in PIECES[kind].cost.items())
                for kind in BUILDINGS
            ):
                return outlook.w.others_end
        return 0.0

    def _seats_after(self) -> list[Seat]:
        order = self.outlook.s.order()
        return order[order.index(self.outlook.seat) + 1 :]


def build_path(piece: str) -> Path:
    """Return the path that builds a piece, given by its id: `("build", kind, "t90", cell)`."""
    kind, at, degrees = piece.split("-")
    return ("build", kind, f"t{degrees}", at)
