"""Values of goods, tower levels, pieces, tiles and missions to one seat, in points.

Things that yield something every turn are worth more the more turns are left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.tadmor.ai.upgrades import tile_worth
from games.tadmor.ai.weights import WEIGHTS, Weights
from games.tadmor.model.catalog import COLORS, PARTS, RARE, RESOURCES, RULES, Rate
from games.tadmor.model.state import Player, TadmorState, colors_of
from games.tadmor.rules.flow.scoring import rare_points, score
from games.tadmor.rules.goods.costs import including_free_level
from games.tadmor.rules.goods.gains import caravan_open
from games.tadmor.rules.goods.purse import (
    ZERO,
    Purse,
    Vec,
    exchange_rates,
    needed_trades,
    plus,
    remainder,
    vec,
)
from games.tadmor.rules.missions.benefits import (
    AdvanceTemple,
    BuildTowerFree,
    DestroyTower,
    DrawMissions,
    GainPiece,
    TakeRareGood,
)
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.placing import Placement

Pos = Position[TadmorState, Any]


class Valuation:
    """Values of things for `seat` in a position, by the weights `w`.

    `eras_left` is the number of Eras after this one. `good_value` is the value of a stored good,
    `level_value` that of a tower level, both in points.
    """

    def __init__(self, s: TadmorState, seat: Seat, w: Weights = WEIGHTS) -> None:
        self.s, self.seat, self.me, self.w = s, seat, s.players[seat], w
        self.powers = self.me.powers
        self.turns_left = RULES.turns - max(1, s.turn)
        self.eras_left = len(RULES.eras) - 1 - s.era
        self.good_value = w.good if self.turns_left else 0.0
        self.level_value = RULES.level * (1 + self.eras_left) + w.war_supplies_level * (
            self.turns_left + 1
        )
        self.tax = RULES.eras[s.era].tax
        self.late_factor = min(1.0, self.turns_left / w.late_turns)
        self.kind_bonuses = self._kind_bonuses() if self.turns_left else ()

    def goods_value(self, n: int) -> float:
        """Return the value of `n` goods kept; goods over the warehouse limit count little."""
        room = self.powers.storage_limit
        return self.good_value * min(n, room) + (
            self.w.excess_good * max(0, n - room) if self.turns_left else 0.0
        )

    def _kind_bonuses(self) -> tuple[float, ...]:
        """Return the extra value of one kept good, one per kind in the order of `RESOURCES`.

        The tuple is empty if the weights treat all kinds alike.
        """
        w = self.w
        if not any(w.kept_good_bonus) and not w.doubled_good_bonus:
            return ()
        # A kind is doubled if a trade gives more than one good for it, or if a trade turns it into
        # such a kind.
        rates = [rate for _, rate in self.powers.trades]
        doubled = {what for rate in rates if rate.n > 1 for what in rate.give}
        doubled |= {what for rate in rates if doubled.intersection(rate.get) for what in rate.give}
        return tuple(
            bonus + w.doubled_good_bonus * (what in doubled)
            for what, bonus in zip(RESOURCES, w.kept_good_bonus, strict=True)
        )

    def tower_value(self, tower: int, missions: int) -> float:
        """Return the value of a tower of height `tower`, and of the camels that it brings.

        A camel counts if the height and `missions` completed missions meet its condition.
        """
        camels = self.me.own["camel"]
        camels_value = 0.0
        for number, weight in zip(RULES.caravan, self.w.camels, strict=True):
            needs = RULES.caravan[number]
            if camels < number and any(
                tower >= need.tower and missions >= need.missions for need in needs
            ):
                camels_value += weight * self.w.piece * self.turns_left
        return self.level_value * tower + camels_value

    def rare_good_value(self, more: tuple[str, ...], good: str, *, by_action: bool) -> float:
        """Return the value of taking the rare good `good` in addition to `more`.

        The value includes the points in sets, the bonuses of the seat's tiles and the progress
        towards a boat. `by_action` is True if an action brings the good, because some tiles then
        pay another bonus.
        """
        me, w = self.me, self.w
        key = tuple(sorted((*me.rare, *more)))
        points = _set_points_of((*key, good)) - _set_points_of(key)
        counts = colors_of(me)
        needed_per_color = RULES.shipyard.get(me.own["boat"] + 1)
        boat_value = (
            w.boat * w.piece * self.turns_left
            if needed_per_color and counts[RARE[good]] < needed_per_color
            else 0.0
        )
        new_kind_value = w.new_rare_kind * self.turns_left if good not in key else 0.0
        return (
            points
            + boat_value
            + new_kind_value
            + (self.powers.rare_action if by_action else self.powers.rare_free)
        )

    def draw_value(self, more: int = 0) -> float:
        """Return the value in points of drawing a mission, after `more` other draws this turn."""
        n = len(self.me.hand) + more
        return self.late_factor * self.w.draws[min(n, len(self.w.draws) - 1)]

    def return_gain(self, card: str) -> float:
        """Return the estimated net gain from giving a mission back later, in points."""
        facts = MISSIONS[card]
        return max(0.0, self.benefit_value(facts.benefit) - (facts.points - facts.returned))

    def benefit_value(self, op: object) -> float:
        """Return the estimated value, in points, of applying a mission's benefit `op` now."""
        me, others = self.me, len(self.s.players) - 1
        match op:
            case BuildTowerFree(n=n):
                height = me.tower
                for _ in range(n):
                    height = including_free_level(height + 1, self.powers)
                return self.tower_value(height, me.missions) - self.tower_value(
                    me.tower, me.missions
                )
            case AdvanceTemple():
                return self.temple_part_value(me.temples[me.unfinished[0]] if me.unfinished else 0)
            case GainPiece(piece=piece):
                return (
                    self.w.piece * (self.turns_left + (not self.s.resolving))
                    if me.own[piece] < RULES.pieces[piece].most
                    else 0.0
                )
            case TakeRareGood():
                return max(
                    (
                        self.rare_good_value((), good, by_action=False)
                        for color in COLORS
                        for good in set(self.s.pile_tiles(color))
                    ),
                    default=0.0,
                )
            case DestroyTower(n=n):
                high = max(
                    (one.tower for who, one in enumerate(self.s.players) if who != self.seat),
                    default=0,
                )
                return min(n, high) * self.level_value / others
            case DrawMissions(n=n):
                return sum(self.draw_value(more) for more in range(n))
        return 0.0

    def temple_part_value(self, built: int) -> float:
        """Return the value of the next part of a temple that has `built` parts.

        The value includes a share of the gain of the part after it, and the rare goods for a
        first completed temple.
        """
        points = [part.points for part in RULES.temple]
        gain = points[built] - (points[built - 1] if built else 0)
        next_gain = points[built + 1] - points[built] if built + 1 < len(points) else 0
        completion_value = 0.0
        if (
            built + 1 == len(PARTS)
            and len(self.s.completed) < len(RULES.completion)
            and self.seat not in self.s.completed
        ):
            completion_value = self.w.first_temple_rare * RULES.completion[len(self.s.completed)]
        return gain + self.w.next_part_share * next_gain * self.late_factor + completion_value

    def purse(self, rates: list[Rate], wild: int = 0, more: Vec = ZERO) -> Purse:
        """Return the seat's goods and the exchanges `rates` as a `Purse`.

        The purse also has `wild` goods of any kind, and the goods in `more` in its warehouse.
        """
        return Purse(
            plus(vec(self.me.store), more), vec(self.me.traded), exchange_rates(rates), wild
        )

    def remaining_value(self, purse: Purse, cost: Vec) -> float:
        """Return the value of the goods that a purse keeps after paying `cost` and the tax.

        If the purse can't pay the tax, the points lost for it are subtracted instead.
        """
        if not self.tax:
            return self._value_left_after(purse, cost)
        paid = plus(cost, (0, 0, 0, self.tax))
        if needed_trades(purse, paid) is None:
            return self._value_left_after(purse, cost) - RULES.eras[self.s.era].loss
        return self._value_left_after(purse, paid)

    def _value_left_after(self, purse: Purse, cost: Vec) -> float:
        """Return the value of the goods that a purse keeps after paying `cost`.

        If kinds differ in value, the warehouse is assumed to keep the most valuable ones.
        """
        if not self.kind_bonuses:
            return self.goods_value(purse.total - sum(cost))
        left = remainder(purse, cost)
        value, room = self.goods_value(sum(left)), self.powers.storage_limit
        for bonus, n in sorted(zip(self.kind_bonuses, left, strict=False), reverse=True):
            value += bonus * min(n, room)
            room -= min(n, room)
        return value


_PIECE_YIELD = 4.0  # points that a piece yields in a turn, approximately


def estimate(pos: Pos, seat: Seat, w: Weights = WEIGHTS) -> float:
    """Return the value of a position for one seat.

    It is the score if the match ended now, plus the prospects of towers, pieces, tiles,
    missions and goods.
    """
    s, me = pos.state, pos.state.players[seat]
    valuation = Valuation(s, seat, w)
    value = float(score(pos).total[seat]) + valuation.goods_value(sum(me.goods.values()))
    value += (
        valuation.eras_left * RULES.level * me.tower
        + w.war_supplies_level
        * valuation.turns_left
        * (me.tower - min(one.tower for one in s.players))
    )
    value += sum(
        w.piece * valuation.turns_left * (me.own[piece] - facts.start)
        for piece, facts in RULES.pieces.items()
    )
    value += w.open_caravan_share * w.piece * valuation.turns_left * caravan_open(me) + sum(
        tile_worth(s, seat, tile, valuation.turns_left, w) for tile in me.tiles
    )
    purse = valuation.purse([])
    for card in me.hand:
        lack = sum(
            max(0, n - have) for n, have in zip(vec(MISSIONS[card].cost), purse.store, strict=True)
        )
        value += (
            MISSIONS[card].points
            * max(0.0, w.hand_mission_share - w.missing_good_reduction * lack)
            * valuation.late_factor
        )
    value -= _PIECE_YIELD * _pieces_lost_to_own_raid(pos, seat)
    most, part = w.taxed
    return value - valuation.turns_left * min(most, part * RULES.eras[s.era].loss) * (
        not valuation.powers.untaxed
    )


def _pieces_lost_to_own_raid(pos: Pos, seat: Seat) -> int:
    """Return how many placed pieces the seat's own marauders will send back unused."""
    me = pos.state.players[seat]
    if not me.chosen or me.powers.immune or me.powers.immune_revealer:
        return 0
    # Once placement is over, a chosen card is for the next turn.
    placing = any(isinstance(frame, Placement) for frame in pos.stack)
    return (
        sum(space.region == me.chosen for space, _ in pos.state.spaces_and_pieces_of(seat))
        if placing
        else 0
    )


@lru_cache(20_000)
def _set_points_of(goods: tuple[str, ...]) -> int:
    return rare_points(player_with_unlimited_goods((), 0, goods))


def player_with_unlimited_goods(
    tiles: tuple[str, ...], tower: int, rare: tuple[str, ...]
) -> Player:
    """Return a player with unlimited goods, to ask the rules for prices.

    The player owns `tiles` and the rare goods `rare`, and has a tower of height `tower`.
    """
    goods = dict.fromkeys(RESOURCES, 99)
    return Player(
        store=goods,
        traded=dict.fromkeys(RESOURCES, 0),
        earned={},
        own={},
        tower=tower,
        tiles=list(tiles),
        rare=list(rare),
    )
