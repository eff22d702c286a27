"""Placement of the AI player's pieces: how much a space adds to the best plan.

`PlacementValues` values every free place for a kind of piece and chooses the piece to place next.
The other functions value the choices about marauders and the private court.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.tadmor.ai.evaluate import Valuation
from games.tadmor.ai.plan import Plans, PlanStage, Site, construction_sites, private_works
from games.tadmor.ai.upgrades import tile_worth
from games.tadmor.ai.weights import ACTIONS, WEIGHTS, Weights
from games.tadmor.model.catalog import (
    CHARTER,
    KINGDOM,
    PIECES,
    REGIONS,
    RULES,
    SPACES,
    WORKS,
    Rate,
    Space,
)
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.gains import caravan_open, gift_points, goods_gathered, shipyard_open
from games.tadmor.rules.goods.purse import AT, ZERO, Purse, Vec, plus
from games.tadmor.rules.turn.free import rates
from games.tadmor.rules.turn.placing import open_places
from games.tadmor.rules.turn.raid import immune

PLACE_BLUR = 2.0  # points by which `Weights.blur` 1 misjudges a place


class SpacePlan(NamedTuple):
    """Value of placing the kind `piece` on the place `at`.

    Places with the same `value_key` have the same value.
    """

    value: float
    piece: str
    at: str
    value_key: str


class PlacementValues:
    """Evaluation of the places for one seat's pieces in a turn, by the weights `w`."""

    def __init__(self, s: TadmorState, seat: Seat, w: Weights = WEIGHTS) -> None:
        self.s, self.seat, self.me, self.w = s, seat, s.players[seat], w
        self.valuation = Valuation(s, seat, w)
        self.plans = Plans(self.valuation)
        self.sites = construction_sites(s, seat)
        self.rates: list[Rate] = rates(s, seat)
        self.expected_goods: Vec = ZERO
        for space, piece in s.spaces_and_pieces_of(seat):
            if space.action == "gather":
                self.expected_goods = plus(
                    self.expected_goods,
                    self._goods_vec(space, goods_gathered(s, self.me, space, piece)),
                )
        self.spent = sum(RULES.eras[s.era].upgrade for _ in s.spaces_of(seat, "upgrade"))
        self.tiles = sorted(
            (tile_worth(s, seat, tile, self.valuation.turns_left, w) for tile in s.display if tile),
            reverse=True,
        )

    def best(self, rng: Rng) -> tuple[str, str]:
        """Return the piece to place now and the space for it, as (kind of piece, place).

        `rng` blurs the values (weight `blur`). Spaces that others would probably take first are
        preferred (weights `lost_space_weight` and `taken_first`).
        """
        best: tuple[float, str, str] | None = None
        for piece in PIECES:
            if not self.s.reserve(self.seat, piece):
                continue
            # of equal spaces the first of the board, as the panel proposes them
            found = self.place_values(piece)
            if self.w.blur:
                found = [
                    one._replace(value=one.value + PLACE_BLUR * self.w.blur * rng.normal())
                    for one in found
                ]
            space_plans = sorted(found, key=lambda one: -one.value)
            if not space_plans:
                continue
            first = space_plans[0]
            second = next(
                (
                    space_plan
                    for space_plan in space_plans[1:]
                    if space_plan.value_key != first.value_key
                ),
                first,
            )
            same_value_elsewhere = any(
                space_plan.value_key == first.value_key for space_plan in space_plans[1:]
            )
            regret = (
                0.0
                if same_value_elsewhere
                else self.w.lost_space_weight
                * (first.value - second.value)
                * self._chance_taken_first(first.at)
            )
            candidate = (first.value + regret, first.piece, first.at)
            if best is None or candidate > best:
                best = candidate
        assert best is not None  # noqa: S101 - the seat is only asked if it has a piece and a space
        return best[1], best[2]

    def place_values(self, piece: str) -> list[SpacePlan]:
        """Return one `SpacePlan` per free place for a kind of piece, in board order."""
        wild = self._goods_from_reserve(piece)
        purse = self.valuation.purse(self.rates, max(0, wild - self.spent), self.expected_goods)
        base, plan = self.plans.best(purse, self.sites)
        space_plans, value_by_key = [], dict[str, float]()
        for at in open_places(self.s, self.seat, piece):
            value_key = self._value_key(at)
            if value_key not in value_by_key:
                value_by_key[value_key] = self._place_value(
                    at, piece, purse, base, plan
                ) + self._value_beyond_plan(at)
            risk = self._raid_probability(SPACES[at].region) if at in SPACES else 0.0
            space_plans.append(
                SpacePlan(
                    value_by_key[value_key] * (1 - risk)
                    if value_by_key[value_key] > 0
                    else value_by_key[value_key],
                    piece,
                    at,
                    value_key,
                )
            )
        return space_plans

    def _chance_taken_first(self, at: str) -> float:
        """Return the probability that another seat takes the place `at` first."""
        return self.w.taken_first[ACTIONS.index(SPACES[at].action) if at in SPACES else -1]

    def _value_beyond_plan(self, at: str) -> float:
        """Return the part of a place's value that the best plan does not count.

        The part is the weight of the space's action. For war supplies it also includes the points
        that opponents can't score there.
        """
        if at not in SPACES:
            return 0.0
        action, towers = SPACES[at].action, [one.tower for one in self.s.players]
        others = max(tower for who, tower in enumerate(towers) if who != self.seat) - min(towers)
        denied = (
            self.w.denied_war_supplies_share * others / (len(towers) - 1)
            if action == "war_supplies"
            else 0.0
        )
        return self.w.space_bonus[ACTIONS.index(action)] + denied

    def _place_value(
        self, at: str, piece: str, purse: Purse, base: float, plan: PlanStage
    ) -> float:
        """Return the value that a piece on the place `at` adds to the best plan.

        `plan` is the best plan without the piece, `base` its value and `purse` the goods that pay
        for it.
        """
        if at not in SPACES:  # a private tile
            construction_actions = private_works(self.me, at)
            if not construction_actions:
                return self._private_space_value(at, plan)
            points = self.me.powers.private[at].pp
            return self._value_with_site(purse, Site(at, construction_actions)) - base + points
        space = SPACES[at]
        if space.action == "gather":
            more = self._goods_vec(space, goods_gathered(self.s, self.me, space, piece))
            bigger = purse._replace(store=plus(purse.store, more))
            return self.plans.best(bigger, self.sites)[0] - base + self.w.gathered * sum(more)
        if space.action in WORKS:
            return self._value_with_site(purse, Site(at, (space.action,))) - base
        if space.action == "market":
            return self._market_value(space.market, purse, base)
        return self._value_apart_from_goods(space.action, space, plan)

    def _value_with_site(self, purse: Purse, site: Site) -> float:
        return self.plans.best(purse, [*self.sites, site])[0]

    def _market_value(self, market: str, purse: Purse, base: float) -> float:
        richer = self.valuation.purse(
            [*self.rates, *RULES.markets[market]], purse.wild, self.expected_goods
        )
        return self.plans.best(richer, self.sites)[0] - base + self.w.market

    def _private_space_value(self, tile: str, plan: PlanStage) -> float:
        """Return the value of a private tile that is a market or a court."""
        actions = [choice.action for choice in self.me.powers.private[tile].choices]
        if "market" in actions:
            return self.w.charter if CHARTER not in self.s.markets(self.seat) else 0.0
        return max(self._value_apart_from_goods(action, None, plan) for action in actions)

    def _value_apart_from_goods(self, action: str, space: Space | None, plan: PlanStage) -> float:
        """Return the value of an action, not counting the goods that it brings or costs.

        `space` is the space of the action; None stands for a private tile.
        """
        s, me, era, w = self.s, self.me, RULES.eras[self.s.era], self.w
        match action:
            case "peace_gifts" if space:
                return float(gift_points(s, me, space))
            case "upgrade" if space:
                return self._upgrade_value(space)
            case "caravan":
                ahead, grown = (
                    len(s.spaces_of(self.seat, action)),
                    plan.tower >= 5 or plan.done >= 2,
                )
                return self._new_piece_value(
                    caravan_open(me, ahead=ahead), grown and self._plan_opens_caravan(plan, ahead)
                )
            case "shipyard":
                return self._new_piece_value(
                    shipyard_open(me, ahead=len(s.spaces_of(self.seat, action))), False
                )
            case "tax_collector":
                return 0.0 if me.powers.untaxed else w.tax_collector_share * era.loss
            case "war_supplies":
                return (
                    plan.tower
                    - min(one.tower for who, one in enumerate(s.players) if who != self.seat)
                    - w.war_supplies_loss
                )
            case "first_player":
                return self.valuation.good_value + (
                    w.first_player * (1.0 if s.first != self.seat else w.first_player_again_share)
                    if self.valuation.turns_left
                    else 0.0
                )
            case "marauders":
                return (
                    0.0
                    if not self.valuation.turns_left
                    else w.marauders / (len(s.players) - 1)
                    + w.marauder_reward_bonus * len(me.powers.reveals)
                )
        return 0.0

    def _new_piece_value(self, condition_met: bool, plan_meets_it: bool) -> float:
        return (
            self.w.piece
            * self.valuation.turns_left
            * (1.0 if condition_met else self.w.nearly_open_caravan_share if plan_meets_it else 0.0)
        )

    def _plan_opens_caravan(self, plan: PlanStage, ahead: int) -> bool:
        """Return whether the plan meets the condition for one more camel.

        `ahead` is the number of the seat's pieces on other caravans, whose camels come first.
        """
        needs = RULES.caravan.get(self.me.own["camel"] + 1 + ahead, ())
        return any(plan.tower >= need.tower and plan.done >= need.missions for need in needs)

    def _upgrade_value(self, space: Space) -> float:
        """Return the value of the tile to expect from an upgrade space, minus its price.

        The seats on earlier upgrade spaces choose first.
        """
        ahead = sum(
            len(self.s.board[one.id])
            for one in SPACES.values()
            if one.action == "upgrade" and one.order < space.order and one.id in self.s.board
        )
        mine = len(self.s.spaces_of(self.seat, "upgrade"))
        rank = max(ahead, mine)
        if rank >= len(self.tiles):
            return 0.0
        return self.tiles[rank] - RULES.eras[self.s.era].upgrade * (
            self.valuation.good_value or self.w.idle_good
        )

    def _goods_from_reserve(self, piece: str) -> int:
        """Return how many goods the seat's pieces in reserve may gather.

        One piece of the kind `piece` is left out, because it is about to be placed.
        """
        eras = len(RULES.eras)
        yields = {one: self.w.yields[at * eras + self.s.era] for at, one in enumerate(PIECES)}
        total = sum(
            yields[one] * (self.s.reserve(self.seat, one) - (one == piece)) for one in PIECES
        )
        return int(self.w.reserve_goods_share * total)

    def _value_key(self, at: str) -> str:
        """Return a key for a place: places with the same key have the same value."""
        if at not in SPACES:
            return at
        space = SPACES[at]
        return f"{space.action} {space.resource}{space.color}{space.market}{space.order}{space.piece}{space.mission_card}"

    def _raid_probability(self, region: str) -> float:
        """Return the probability that marauders hit the seat's pieces in a region.

        The probability is 0 if the marauders spare the seat's pieces.
        """
        s = self.s
        revealer = next((who for who, one in enumerate(s.players) if one.chosen), None)
        if revealer is None or self.me.powers.immune or region == s.attacked:
            return 0.0
        if revealer == self.seat:
            return float(region == self.me.chosen and not self.me.powers.immune_revealer)
        odds = {
            one: haunt
            for one, haunt in zip(REGIONS, self.w.attacked_region, strict=True)
            if one != s.attacked
        }
        if self.w.sender_piece_factor != 1.0 and not s.players[revealer].powers.immune_revealer:
            for space, _ in s.spaces_and_pieces_of(revealer):
                if space.region in odds:
                    odds[space.region] *= self.w.sender_piece_factor
        return odds[region] / sum(odds.values())

    @staticmethod
    def _goods_vec(space: Space, n: int) -> Vec:
        found = [0, 0, 0, 0]
        found[AT[space.resource]] = n
        return found[0], found[1], found[2], found[3]


def raid_harm(s: TadmorState, seat: Seat, region: str, w: Weights = WEIGHTS) -> float:
    """Return the harm of an attack on a region to the opponents, minus the harm to the seat."""
    opponents_pieces = own_pieces = 0
    for space, here in s.spaces_with_pieces():
        if space.region == region:
            own_pieces += sum(piece.seat == seat and not immune(s, seat) for piece in here)
            opponents_pieces += sum(
                piece.seat != seat and not immune(s, piece.seat) for piece in here
            )
    return opponents_pieces / (len(s.players) - 1) - w.own_piece_harm * own_pieces


def pick_raid_region(s: TadmorState, seat: Seat, rng: Rng, w: Weights = WEIGHTS) -> str:
    """Return a random region for the marauders; more harm to opponents makes it more likely.

    A choice that always hits the fullest region would be predictable.
    """
    regions = [region for region in REGIONS if region != s.attacked]
    harms = [raid_harm(s, seat, region, w) for region in regions]
    weights = [round(100 * max(0.0, one) ** w.harm_exponent) for one in harms]
    if not any(weights):
        return regions[harms.index(max(harms))]
    draw = rng.below(sum(weights))
    return next(region for k, region in enumerate(regions) if draw < sum(weights[: k + 1]))


def court_value(s: TadmorState, seat: Seat, action: str, w: Weights = WEIGHTS) -> float:
    """Return the value of a Kingdom action if the seat chooses it for its private court (I48)."""
    me, era = s.players[seat], RULES.eras[s.era]
    # Kingdom actions on which the seat already has a piece
    own_actions = {space.action for space in s.spaces_of(seat, *KINGDOM)}
    match action:
        case "tax_collector":
            return (
                0.0 if me.powers.untaxed or action in own_actions else w.court_tax_share * era.loss
            )
        case "war_supplies":
            return float(me.tower - min(one.tower for one in s.players))
    return w.court_first_player
