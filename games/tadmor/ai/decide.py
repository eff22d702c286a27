"""AI player: plans a construction step, places pieces for it, then carries it out.

The plan counts the goods that the seat has and those it expects to gather. The AI player reads only
what its seat may know: the board, all goods and towers, its own missions and its own marauder card.
"""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.bots import first_legal
from games.core.prompts.prompt import MoveReady
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.tadmor.ai.evaluate import Valuation
from games.tadmor.ai.plan import Plans, PlanStage, Site, construction_sites
from games.tadmor.ai.point_purchases import PointPurchases, points_lost
from games.tadmor.ai.spaces import PlacementValues, court_value, pick_raid_region, raid_harm
from games.tadmor.ai.upgrades import tile_worth
from games.tadmor.ai.weights import FIERCE, WEIGHTS, Weights
from games.tadmor.model.catalog import COLORS, KINGDOM, RESOURCES, RULES
from games.tadmor.model.effects import STARTING
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.flow.setup import StartTile
from games.tadmor.rules.goods.gains import open_piles
from games.tadmor.rules.goods.picks import fetchable_upgrades
from games.tadmor.rules.goods.purse import Vec, lacking, needed_trades
from games.tadmor.rules.goods.rare_goods import Spoils
from games.tadmor.rules.missions.benefits import (
    AdvanceTemple,
    BuildTowerFree,
    DestroyTower,
    DrawMissions,
    FreeUpgrades,
    GainPiece,
    TakeRareGood,
    TakeUnshown,
)
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.construction import sites as listed_sites
from games.tadmor.rules.turn.free import deals, rates, read_deal, trade_key
from games.tadmor.rules.turn.kingdom import Court, FirstKingdomWork, KingdomEnd, Tax, can_pay
from games.tadmor.rules.turn.placing import PlacePiece, listed_key
from games.tadmor.rules.turn.raid import Hire, Reaction, immune
from games.tadmor.views.view import GameView

Pos = Position[TadmorState, Any]


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """Return the move for `seat` of the AI player with the weights `WEIGHTS`.

    `guess` is the position with a guess in place of what is hidden from the seat.
    """
    return decide(guess, seat, WEIGHTS)


def choose_by(_view: GameView, guess: Pos, seat: Seat, w: Weights) -> Path:
    """Return the move for `seat` of an AI player with the weights `w`.

    `guess` is the position with a guess in place of what is hidden from the seat.
    """
    return decide(guess, seat, w)


def choose_harder(_view: GameView, guess: Pos, seat: Seat, _has_time: object) -> Path:
    """Return the move for `seat` of the harder AI player, with the weights `FIERCE`.

    `guess` is the position with a guess in place of what is hidden from the seat.
    """
    return decide(guess, seat, FIERCE)


def decide(guess: Pos, seat: Seat, w: Weights) -> Path:
    """Return the move that the AI player prefers for `seat` in `guess`, with the weights `w`."""
    frame = guess.lanes[seat][-1] if guess.lanes[seat] else guess.stack[-1]
    return first_legal(guess, seat, _PreferredMoves(guess, seat, w).preferred_paths(frame))


class _PreferredMoves:
    """Moves that `seat` prefers in a position, by the weights `w`."""

    def __init__(self, guess: Pos, seat: Seat, w: Weights) -> None:
        self.guess, self.s, self.seat, self.w = guess, guess.state, seat, w
        self.me = self.s.players[seat]

    def preferred_paths(self, frame: object) -> list[Path]:
        """Return the paths that the seat prefers as answers to `frame`, best first."""
        s, seat = self.s, self.seat
        match frame:
            case PlacePiece(seat=placing):
                rng = Rng.of(self.guess.rng[seat])
                found = self._missions_for_pieces()
                # The frame also asks seats that have no piece left. They can't place, but may
                # give back a mission to get a piece.
                if seat == placing:
                    found.append(
                        ("place", listed_key(s, *PlacementValues(s, seat, self.w).best(rng)))
                    )
                return found
            case Build():
                return self._construction_paths()
            case Buy():
                return self._purchase_paths()
            case Grants():
                return self._missions_for_tiles(self.guess.options["expert_start"])
            case Reaction():
                return self._redirecting_paths()
            case Hire():
                return [
                    ("marauders", pick_raid_region(s, seat, Rng.of(self.guess.rng[seat]), self.w))
                ]
            case Spoils():
                return [("take", self._best_pile())]
            case StartTile():
                tiles = [
                    tile
                    for tile in s.later
                    if isinstance(walk.ask(self.guess, seat, ("start", tile)), MoveReady)
                ]
                return [("start", max(tiles, key=self._start_tile_value))]
        return self._kingdom_paths(frame)

    def _kingdom_paths(self, frame: object) -> list[Path]:
        """Return the preferred answers to a frame of the Kingdom phase, best first."""
        s, seat = self.s, self.seat
        match frame:
            case Court():
                return [
                    ("court", action)
                    for action in sorted(
                        KINGDOM, key=lambda one: -court_value(s, seat, one, self.w)
                    )
                ]
            case Tax():
                tax = 0, 0, 0, RULES.eras[s.era].tax
                return (
                    [("tax", "pay")]
                    if can_pay(s, seat)
                    else [*self._first_trade(tax), *self._mission_for_gold(tax), ("tax", "lose")]
                )
            case FirstKingdomWork():
                return [("first", min(RULES.basic, key=lambda what: self.me.goods[what]))]
            case KingdomEnd():
                return self._doubling_trade()
        return []

    def _best_pile(self) -> str:
        """Return the color of the pile whose top rare good is worth most to the seat."""
        valuation, tops = self._valuation(), self.s.tops
        return max(
            open_piles(self.s),
            key=lambda color: valuation.rare_good_value((), tops[color], by_action=False),
        )

    def _start_tile_value(self, tile: str) -> float:
        """Return the value in points of taking `tile` as the starting tile."""
        bonus = self.w.start_tile_bonus[STARTING.index(tile)] if tile in STARTING else 0.0
        return tile_worth(self.s, self.seat, tile, RULES.turns, self.w) + bonus

    def _valuation(self) -> Valuation:
        return Valuation(self.s, self.seat, self.w)

    def _missions_for_pieces(self) -> list[Path]:
        """Return paths that give a mission back for a camel or boat, if that pays.

        The piece is worth more, the more turns are left. It must be worth more than the points
        lost.
        """
        worth = self.w.piece * (RULES.turns - self.s.turn + 1)
        return [
            ("return", card)
            for card in self.me.face_up
            if isinstance(MISSIONS[card].benefit, GainPiece)
            and worth > points_lost(card) + self.w.piece_back
        ]

    def _construction_paths(self) -> list[Path]:
        """Return the preferred paths of a construction step, best first.

        First come missions worth giving back and the best purchase for points, then the trades and
        the steps of the best plan, then `done`.
        """
        s, seat = self.s, self.seat
        paths = self._missions_to_return()
        valuation = self._valuation()
        sites = construction_sites(s, seat)
        plan_value, plan = Plans(valuation).best(valuation.purse(rates(s, seat)), sites)
        paths += self._goods_for_points(sites, plan_value, plan)
        if plan.steps:
            paths += self._first_trade(plan.cost)
            paths += [path for step in plan.steps for path in self._paths_of_step(step)]
        return [*paths, ("done",)]

    def _paths_of_step(self, step: tuple[str, ...]) -> list[Path]:
        """Return the paths to try for a step of a plan, in order.

        `step` is the verb, the site and the further choices. The prompt lists only one of several
        equal mission spaces, so there is a path for each of them. A tower step is also tried with 1
        pair, because the option `double_pairs` may allow only one.
        """
        s, seat = self.s, self.seat
        verb, at, *rest = step
        if verb == "tower":
            return [step, (*step[:-1], "1")]
        action_here = next(
            (space.action for space in s.spaces_of(seat, "mission") if space.id == at), ""
        )
        equal_sites = [other for other, action in listed_sites(s, seat) if action == action_here]
        return [(verb, other, *rest) for other in dict.fromkeys([at, *equal_sites])]

    def _first_trade(self, cost: Vec) -> list[Path]:
        """Return the path of the first trade needed for `cost`, as often as needed.

        The list is empty if no trade is needed or possible.
        """
        s, seat = self.s, self.seat
        needed = needed_trades(self._valuation().purse(rates(s, seat)), cost)
        if not needed:
            return []
        open_deals = {
            (give, tuple(sorted(_unit_list(got)))): deal
            for deal in deals(s, seat)
            for give, got in [read_deal(deal)]
        }
        give, gained = needed[0]
        deal = open_deals.get((RESOURCES[give], tuple(sorted(RESOURCES[what] for what in gained))))
        return [("trade", trade_key(deal, needed.count(needed[0])))] if deal else []

    def _missions_to_return(self) -> list[Path]:
        """Return missions whose benefit is worth more than the points lost by giving them back."""
        valuation, found = self._valuation(), list[tuple[float, Path]]()
        for card in self.me.face_up:
            op = MISSIONS[card].benefit
            counts_fully = isinstance(op, BuildTowerFree | AdvanceTemple | TakeRareGood)
            if not counts_fully and not (
                self.w.uncertain_gain_share and isinstance(op, DestroyTower | DrawMissions)
            ):
                continue
            gain = valuation.benefit_value(op) * (
                1.0 if counts_fully else self.w.uncertain_gain_share
            ) - points_lost(card)
            if gain > self.w.works_back:
                found.append((gain, ("return", card, *self._return_choices(op, valuation))))
        return [path for _, path in sorted(found, reverse=True, key=lambda one: one[0])]

    def _return_choices(self, op: object, valuation: Valuation) -> tuple[str, ...]:
        """Return the choices that follow the card when a mission is given back in construction.

        `op` is the mission's benefit. The tuple is empty if the benefit asks for nothing.
        """
        s, me = self.s, self.me
        match op:
            case AdvanceTemple():
                return (f"t{me.unfinished[0] if me.unfinished else len(me.temples)}",)
            case TakeRareGood():
                _, good, color = max(
                    (valuation.rare_good_value((), good, by_action=False), good, color)
                    for color in COLORS
                    for good in set(s.pile_tiles(color))
                )
                return color, good
            case DestroyTower():
                _, victim = max(
                    (player.tower, who) for who, player in enumerate(s.players) if who != self.seat
                )
                return (f"p{victim}",)
        return ()

    def _goods_for_points(
        self, sites: list[Site], plan_value: float, plan: PlanStage
    ) -> list[Path]:
        """Return the best purchase of goods for points as a list with one path, or an empty list.

        `plan` is the best plan without a purchase and `plan_value` its value (see
        `PointPurchases`).
        """
        if not self.w.uncertain_gain_share:
            return []
        purchases = PointPurchases(self.guess.state, self.seat, self.w)
        return purchases.best(sites, plan_value, plan)

    def _doubling_trade(self) -> list[Path]:
        """Return a path that trades other goods for a good that the seat can double.

        A good can be doubled if an exchange of the seat gives more than one good for it. The number
        of trades is limited by the room in the warehouse. The list is empty if no such trade is
        possible.
        """
        valuation, s, seat = self._valuation(), self.s, self.seat
        if not self.w.doubled_good_bonus or not valuation.kind_bonuses:
            return []
        doubled = {what for _, rate in self.me.powers.trades if rate.n > 1 for what in rate.give}
        room = self.me.powers.storage_limit - sum(self.me.goods[what] for what in doubled)
        for deal in deals(s, seat):
            give, got = read_deal(deal)
            (what, n), *rest = got.items()
            if not rest and n == 1 and what in doubled and give not in doubled and room > 0:
                return [("trade", trade_key(deal, min(room, self.me.store[give])))]
        return []

    def _mission_for_gold(self, tax: Vec) -> list[Path]:
        """Return the path that discards a hand mission for gold to pay `tax`.

        The list is empty if the hand has too few missions, or if losing points costs less than
        discarding them. Only AI players with the weight `uncertain_gain_share` consider the
        discard.
        """
        if not self.w.uncertain_gain_share:
            return []
        valuation, s = self._valuation(), self.s
        n_missing = sum(lacking(valuation.purse(rates(s, self.seat)), tax))
        cards = sorted(self.me.hand, key=lambda card: MISSIONS[card].points)
        lost_value = n_missing * valuation.draw_value(-1)  # -1: of missions already in hand
        if not 0 < n_missing <= len(cards) or lost_value >= RULES.eras[s.era].loss:
            return []
        return [("discard", cards[0], "gold")]

    def _purchase_paths(self) -> list[Path]:
        """Return paths for an upgrade space, best first; the last one is a pass.

        The seat buys the best tile if the tile is worth its price, and gathers goods first if it
        has too few.
        """
        price = RULES.eras[self.s.era].upgrade
        tile, value = max(
            ((tile, self._tile_value(tile)) for tile in self.s.display if tile),
            key=lambda one: one[1],
        )
        if value <= price * self._valuation().good_value:
            return [("pass",)]
        if sum(self.me.goods.values()) < price:
            return [
                *(("gather", space.id) for space in self.s.spaces_of(self.seat, "gather")),
                ("pass",),
            ]
        return [("buy", tile), ("pass",)]

    def _tile_value(self, tile: str) -> float:
        """Return a tile's value to the seat plus a share of its value to the best opponent."""
        s, w, turns_left = self.s, self.w, RULES.turns - self.s.turn
        own = tile_worth(s, self.seat, tile, turns_left + _turns_gained(tile), w)
        return own + w.envy * max(
            tile_worth(s, opponent, tile, turns_left, w)
            for opponent in range(len(s.players))
            if opponent != self.seat
        )

    def _missions_for_tiles(self, expert: bool) -> list[Path]:
        """Return paths that give missions back for free tiles, then the pass.

        Some missions bring tiles on display, others a tile that is not on display. `expert` is the
        option `expert_start`.
        """
        s, w = self.s, self.w
        tiles = sorted(
            ((self._tile_value(tile), at, tile) for at, tile in enumerate(s.display) if tile),
            reverse=True,
        )[:2]
        gain = sum(value for value, _, _ in tiles)
        chosen = [tile for _, tile in sorted((at, tile) for _, at, tile in tiles)]
        cards = self.me.face_up
        found: list[Path] = [
            ("return", card, chosen)
            for card in cards
            if isinstance(MISSIONS[card].benefit, FreeUpgrades)
            and gain > points_lost(card) + w.tiles_back
        ]
        worth, unshown_tile = max(
            ((self._tile_value(tile), tile) for tile in fetchable_upgrades(s, expert)),
            default=(0.0, ""),
        )
        found += [
            ("return", card, unshown_tile)
            for card in cards
            if isinstance(MISSIONS[card].benefit, TakeUnshown)
            and worth > points_lost(card) + w.tiles_back
        ]
        return [*found, ("pass",)]

    def _redirecting_paths(self) -> list[Path]:
        """Return the missions worth giving back to redirect the marauders, then the pass."""
        s, seat = self.s, self.seat
        best_region = max(
            s.marauder_deck(), key=lambda region: raid_harm(s, seat, region, self.w), default=""
        )
        found: list[Path] = []
        for card in self.me.face_up:
            if (
                MISSIONS[card].window == "marauders_after_reveal"
                and not immune(s, seat)
                and best_region
            ):
                saved = self._pieces_in(s.raid) - self._pieces_in(best_region)
                if self.w.removed * saved > points_lost(card) + self.w.region_back:
                    found.append(("return", card, best_region))
        return [*found, ("pass",)]

    def _pieces_in(self, region: str) -> int:
        return sum(
            piece.seat == self.seat
            for space, pieces in self.s.spaces_with_pieces()
            if space.region == region
            for piece in pieces
        )


def _unit_list(got: dict[str, int]) -> list[str]:
    return [what for what, n in got.items() for _ in range(n)]


def _turns_gained(tile: str) -> int:
    """Return 1 for tiles whose private space can be used in the turn of the purchase, else 0."""
    return 1 if tile in ("i37", "i47", "i48") else 0
