"""Paying for a building with Haggler, Lumberer and Quarryman: cards, boosts, lasting copies (rules 6.1, 6.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from games.el_mapa.model.catalog import BUILDINGS, SAVERS, TECHS
from games.el_mapa.model.holdings import lacking
from games.el_mapa.model.state import Player
from games.el_mapa.rules.technology.cards import boosted, left, points

Play = tuple[str, dict[str, int]]  # `haggler` or `haggler-lasting`, and the cards that boost it
FOR_GOOD = "-lasting"
_SAVER = {TECHS[card].saves: card for card in SAVERS}


def saver(play: str) -> str:
    """The technology of a play: `haggler` of `haggler-lasting`."""
    return play.removesuffix(FOR_GOOD)


class Purchase:
    """A building for a player, with what was played on it so far."""

    def __init__(
        self, player: Player, building: str, options: Mapping[str, Any], plays: Sequence[Play] = ()
    ) -> None:
        self.player, self.options, self.plays = player, options, plays
        self.cost = dict(BUILDINGS[building].cost)
        self.named = {saver(name) for name, _ in plays if name.endswith(FOR_GOOD)}
        for card in SAVERS if player.lasting else ():
            if card in player.lasting and card not in self.named:
                self._save(card, TECHS[card].amount)
        for name, boost in plays:
            self._save(saver(name), boosted(saver(name), boost, options))

    @cached_property
    def hand(self) -> dict[str, int]:
        """The cards that are still free to be spent; what a building lacks is asked without them, of all buildings at once."""
        spent = [saver(name) for name, _ in self.plays if not name.endswith(FOR_GOOD)]
        spent += [card for _, boost in self.plays for card, n in boost.items() for _ in range(n)]
        return left(self.player, *spent)

    def _save(self, card: str, n: int) -> None:
        what = TECHS[card].saves
        if what in self.cost:
            self.cost[what] = max(0, self.cost[what] - n)

    def steps(self, play: str) -> int:
        """Return how many steps of a boost the next play can use: what is left of the cost after its own saving."""
        card = saver(play)
        rest = self.cost.get(TECHS[card].saves, 0)
        return rest if play.endswith(FOR_GOOD) else max(0, rest - TECHS[card].amount)

    @property
    def lack(self) -> dict[str, int]:
        """What the player's goods do not cover of the reduced cost, by kind; empty when they do."""
        return lacking(self.player.goods, self.cost)

    def plan(self, lasting: str = "", loose: int = 0) -> dict[str, dict[str, int]] | None:
        """Plays that make it payable, with their boosts; empty when it is payable, None when nothing does. For `lasting` the copy
        for good takes the boost, and at most `loose` from the hand are played beside it."""
        lack = self.lack
        if not lack:
            return {}
        hand, demands = dict(self.hand), []
        for what, short in lack.items():
            card = _SAVER[what]
            cards = min(hand.get(card, 0), short, loose if card == lasting else short)
            rest = max(0, short - cards * TECHS[card].amount)
            name = card if cards and card != lasting else f"{card}{FOR_GOOD}"
            if name != card and not (rest and self._boostable(card)):
                return None
            if cards:
                hand[card] -= cards
            demands.append((name, rest * TECHS[card].boost))
        pool = tuple(
            sorted(
                ((points(card, self.options), card, n) for card, n in hand.items() if n),
                reverse=True,
            )
        )
        shared = _share(tuple((value, n) for value, _, n in pool), tuple(n for _, n in demands))
        if shared is None:
            return None
        return {
            name: {pool[at][1]: n for at, n in enumerate(counts) if n}
            for (name, _), counts in zip(demands, shared, strict=True)
        }

    def _boostable(self, card: str) -> bool:
        """True while a copy for good waits for its boost (rules 6.6: at each use), and the hand is worth one."""
        worth = sum(points(one, self.options) * n for one, n in self.hand.items())
        return card in self.player.lasting and card not in self.named and worth >= TECHS[card].boost

    def payable(self) -> bool:
        """True when goods, or goods and cards, cover it."""
        return self.plan() is not None

    def choices(self) -> dict[str, dict[str, int]]:
        """The plays that may come next, with the boost that is proposed: of use, and never one after which it can't be paid."""
        plan = self.plan()
        if plan is None:
            return {}
        found = dict(plan)
        for card in SAVERS:
            if not self.cost.get(TECHS[card].saves):
                continue
            if not plan and self.hand.get(card):
                found[card] = {}
            if self._boostable(card) and (boost := self._by_lasting(card)) is not None:
                found.setdefault(f"{card}{FOR_GOOD}", boost)
        return found

    def _by_lasting(self, card: str) -> dict[str, int] | None:
        """The boost of a copy for good with as few loose ones beside it as can be, after which all can be paid; None for none."""
        if not self.lack:
            return {}
        ways = (self.plan(card, loose) for loose in range(self.hand.get(card, 0) + 1))
        return next(
            (plan[f"{card}{FOR_GOOD}"] for plan in ways if plan and f"{card}{FOR_GOOD}" in plan),
            None,
        )


@lru_cache(20_000)
def _share(
    pool: tuple[tuple[int, int], ...], demands: tuple[int, ...]
) -> tuple[tuple[int, ...], ...] | None:
    """Cards of a pool (value, number), dear ones first, so that each demand gets its points; None when they do not suffice.

    Exact: every way to meet the first demand in which no card could be left out is tried, thrifty ones first.
    """
    if sum(value * n for value, n in pool) < sum(demands):
        return None
    if not demands:
        return ()
    ways = sorted(
        _covers(pool, demands[0]),
        key=lambda way: sum(value * n for (value, _), n in zip(pool, way, strict=True)),
    )
    for way in ways:
        rest = tuple((value, n - used) for (value, n), used in zip(pool, way, strict=True))
        found = _share(rest, demands[1:])
        if found is not None:
            return (way, *found)
    return None


def _covers(pool: tuple[tuple[int, int], ...], demand: int) -> list[tuple[int, ...]]:
    """The ways to reach a demand in which the last card is needed."""
    if demand <= 0:
        return [(0,) * len(pool)]
    if not pool:
        return []
    value, most = pool[0]
    found = []
    for n in range(min(most, -(-demand // value)) + 1):
        found += [(n, *rest) for rest in _covers(pool[1:], demand - n * value)]
    return found
