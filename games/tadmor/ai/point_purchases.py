"""Purchases of goods for points during construction, if they make a better plan possible.

The seat can give missions back, use favours (I6), discard hand missions or open a market (K13).
A purchase is a pair of net gain, in points, and path; only the best one is made.
"""

from __future__ import annotations

from games.core.text.messages import Path, Seat
from games.tadmor.ai.evaluate import Valuation
from games.tadmor.ai.plan import Plans, PlanStage, Site
from games.tadmor.ai.weights import Weights
from games.tadmor.model.catalog import CHARTER, RESOURCES, RULES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.purse import AT, Vec, lacking, needed_trades, plus
from games.tadmor.rules.missions.benefits import GainAny, MarketAccess
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.free import favours, rates

_MIN_NET_GAIN = 0.5  # points; purchases that gain less are ignored


class PointPurchases:
    """Purchases of goods for points in the construction step of `seat`."""

    def __init__(self, s: TadmorState, seat: Seat, w: Weights) -> None:
        self.s, self.seat, self.w, self.me = s, seat, w, s.players[seat]
        self.valuation = Valuation(s, seat, w)
        self.plans = Plans(self.valuation)
        self.purse = self.valuation.purse(rates(s, seat))

    def best(self, sites: list[Site], plan_value: float, plan: PlanStage) -> list[Path]:
        """Return the path of the most valuable purchase as a list, or an empty list.

        The list is empty if no purchase is worth its points. `plan_value` is the value of
        `plan`, the best plan without a purchase.
        """
        found: list[tuple[float, Path]] = []
        for what, points in favours(self.me).items():
            richer = self.purse._replace(traded=plus(self.purse.traded, _unit_vec(what)))
            found.append(
                (self.plans.best(richer, sites)[0] - plan_value - points, ("favour", what))
            )
        for card in self.me.face_up:
            if isinstance(MISSIONS[card].benefit, MarketAccess) and CHARTER not in self.s.markets(
                self.seat
            ):
                richer = self.valuation.purse([*rates(self.s, self.seat), *RULES.markets[CHARTER]])
                gain = self.w.uncertain_gain_share * (
                    self.plans.best(richer, sites)[0] - plan_value
                )
                found.append((gain - points_lost(card), ("return", card)))
        found += self._wild_goods_options(sites, plan_value, plan)
        gain, path = max(found, key=lambda one: one[0], default=(0.0, ()))
        return [path] if gain > _MIN_NET_GAIN else []

    def _wild_goods_options(
        self, sites: list[Site], plan_value: float, plan: PlanStage
    ) -> list[tuple[float, Path]]:
        """Return the purchases of goods of the seat's choice, each as (net gain, path).

        - A hand mission is discarded for one good. Only missions that the plan does not use are
          discarded, those with the fewest points first.
        - A face-up mission with the benefit `GainAny` is given back for its number of goods.

        `plan` is the best plan without a purchase and `plan_value` its value.
        """
        gain_any_cards = [
            card for card in self.me.face_up if isinstance(MISSIONS[card].benefit, GainAny)
        ]
        hand = sorted(
            (card for card in self.me.hand if card not in plan.cards),
            key=lambda card: MISSIONS[card].points,
        )
        found: list[tuple[float, Path]] = []
        cost = 0.0  # value of the discarded cards
        for n_discards in range(1, len(hand) + 1):
            cost += self.valuation.draw_value(-n_discards)
            value, better = self.plans.best(self.purse._replace(wild=n_discards), sites)
            # The path discards only the first card; the seat decides anew after it.
            if hand[0] not in better.cards:
                found.append(
                    (
                        self.w.uncertain_gain_share * (value - plan_value) - cost,
                        ("discard", hand[0], self._missing_kinds(better, 1)[0]),
                    )
                )
        for card in gain_any_cards:
            op = MISSIONS[card].benefit
            assert isinstance(op, GainAny)  # noqa: S101 - for the type checker: see `gain_any_cards`
            value, better = self.plans.best(self.purse._replace(wild=op.n), sites)
            wanted = self._missing_kinds(better, op.n)
            goods = {what: wanted.count(what) for what in RESOURCES if what in wanted}
            found.append(
                (
                    self.w.uncertain_gain_share * (value - plan_value) - points_lost(card),
                    ("return", card, goods),
                )
            )
        return found

    def _missing_kinds(self, plan: PlanStage, n: int) -> list[str]:
        """Return `n` goods to take, as a list of kinds with one entry per good.

        Kinds that the plan lacks come first, then gold for the tax if `n` goods suffice for both.
        If goods remain, they are gold and marble in turn.
        """
        # the tax is paid in gold, the last resource
        taxed = plus(plan.cost, (0, 0, 0, self.valuation.tax))
        lack = list(lacking(self.purse, plan.cost))
        if needed_trades(self.purse._replace(wild=n), taxed) is not None:
            lack = list(lacking(self.purse, taxed))
        kinds = [what for what in RESOURCES for _ in range(lack[AT[what]])]
        return [*kinds, *(("gold", "marble") * n)][:n]


def points_lost(card: str) -> int:
    """Return the points that giving a mission back costs."""
    return MISSIONS[card].points - MISSIONS[card].returned


def _unit_vec(what: str) -> Vec:
    found = [0, 0, 0, 0]
    found[AT[what]] = 1
    return found[0], found[1], found[2], found[3]
