"""Goods for points that make a better plan possible.

Sources are missions given back, favours, hand cards and the market.
"""

from __future__ import annotations

from games.core.text.messages import Path, Seat
from games.tadmor.ai.evaluate import Valuation
from games.tadmor.ai.plan import Plans, PlanStage, Site
from games.tadmor.ai.weights import Weights
from games.tadmor.model.catalog import CHARTER, RESOURCES, RULES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.purse import AT, Vec, exchanges, lacking, plus
from games.tadmor.rules.missions.benefits import GainAny, MarketAccess
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.free import favours, rates

_ENOUGH = 0.5  # points: minimum net gain of such help


class Helps:
    """Sources of goods for points in the construction step of `seat`, by the weights `w`."""

    def __init__(self, s: TadmorState, seat: Seat, w: Weights) -> None:
        self.s, self.seat, self.w, self.me = s, seat, w, s.players[seat]
        self.out = Valuation(s, seat, w)
        self.plans = Plans(self.out)
        self.purse = self.out.purse(rates(s, seat))

    def best(self, sites: list[Site], top: float, plan: PlanStage) -> list[Path]:
        """Return a list with the path of the most valuable help; empty if none is worth it.

        `top` is the value of the best plan without help.
        """
        found: list[tuple[float, Path]] = []
        for what, points in favours(self.me).items():
            richer = self.purse._replace(traded=plus(self.purse.traded, _one(what)))
            found.append((self.plans.best(richer, sites)[0] - top - points, ("favour", what)))
        for card in self.me.done:
            if isinstance(MISSIONS[card].benefit, MarketAccess) and CHARTER not in self.s.markets(
                self.seat
            ):
                richer = self.out.purse([*rates(self.s, self.seat), *RULES.markets[CHARTER]])
                gain = self.w.further * (self.plans.best(richer, sites)[0] - top)
                found.append((gain - price(card), ("return", card)))
        found += self._goods(sites, top, plan)
        gain, path = max(found, key=lambda one: one[0], default=(0.0, ()))
        return [path] if gain > _ENOUGH else []

    def _goods(self, sites: list[Site], top: float, plan: PlanStage) -> list[tuple[float, Path]]:
        """Return options that gain goods of any kind.

        These are missions given back, and the least valuable hand cards that the plan does not
        use.
        """
        back = [card for card in self.me.done if isinstance(MISSIONS[card].benefit, GainAny)]
        hand = sorted(
            (card for card in self.me.hand if card not in plan.cards),
            key=lambda one: MISSIONS[one].points,
        )
        found: list[tuple[float, Path]] = []
        points = 0.0
        for wild in range(1, len(hand) + 1):
            points += self.out.draw(-wild)
            value, better = self.plans.best(self.purse._replace(wild=wild), sites)
            if hand[0] not in better.cards:
                found.append(
                    (
                        self.w.further * (value - top) - points,
                        ("discard", hand[0], self._wanted(better, 1)[0]),
                    )
                )
        for card in back:
            op = MISSIONS[card].benefit
            assert isinstance(op, GainAny)  # noqa: S101 - for the type checker: `back` only holds such cards
            value, better = self.plans.best(self.purse._replace(wild=op.n), sites)
            wanted = self._wanted(better, op.n)
            goods = {what: wanted.count(what) for what in RESOURCES if what in wanted}
            found.append((self.w.further * (value - top) - price(card), ("return", card, goods)))
        return found

    def _wanted(self, plan: PlanStage, n: int) -> list[str]:
        """Return the kinds that a plan lacks, the tax last, filled up with gold and marble."""
        taxed = plus(plan.cost, (0, 0, 0, self.out.tax))
        lack = list(lacking(self.purse, plan.cost))
        if exchanges(self.purse._replace(wild=n), taxed) is not None:
            lack = list(lacking(self.purse, taxed))
        kinds = [what for what in RESOURCES for _ in range(lack[AT[what]])]
        return [*kinds, *(("gold", "marble") * n)][:n]


def price(card: str) -> int:
    """Return the points that giving a mission back costs."""
    return MISSIONS[card].points - MISSIONS[card].returned


def _one(what: str) -> Vec:
    found = [0, 0, 0, 0]
    found[AT[what]] = 1
    return found[0], found[1], found[2], found[3]
