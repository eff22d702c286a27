"""Discounts on buildings by Haggler, Lumberjack and Quarryman (rules 6.1, 6.6).

Each of these technologies saves one good. A player plays cards of the hand, each with a boost if
wanted. A lasting copy saves its amount without being played, so playing it only boosts it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from games.el_mapa.model.catalog import BUILDINGS, SAVERS, TECHS
from games.el_mapa.model.holdings import lacking
from games.el_mapa.model.state import Player
from games.el_mapa.rules.technology.cards import boosted, hand_without, points

# A played technology: `haggler` or `haggler-lasting`, and the cards that boost it.
Play = tuple[str, dict[str, int]]
LASTING_SUFFIX = "-lasting"  # suffix of a play that boosts a lasting copy
_TECH_BY_GOOD = {TECHS[card].saves: card for card in SAVERS}  # technology by the good that it saves


def technology_of(play: str) -> str:
    """Return the technology of a `Play`: `haggler` for `haggler-lasting`."""
    return play.removesuffix(LASTING_SUFFIX)


class Purchase:
    """Purchase of a building by a player, with the cards played for it so far.

    `cost` is the price reduced by these cards and by lasting copies. `boosted_lasting` are the
    technologies whose lasting copies are boosted.
    """

    def __init__(
        self, player: Player, building: str, options: Mapping[str, Any], plays: Sequence[Play] = ()
    ) -> None:
        self.player, self.options, self.plays = player, options, plays
        self.cost = dict(BUILDINGS[building].cost)
        self.boosted_lasting = {
            technology_of(name) for name, _ in plays if name.endswith(LASTING_SUFFIX)
        }
        for card in SAVERS if player.lasting else ():
            if card in player.lasting and card not in self.boosted_lasting:
                self._save(card, TECHS[card].amount)
        for name, boost in plays:
            self._save(technology_of(name), boosted(technology_of(name), boost, options))

    @cached_property
    def hand(self) -> dict[str, int]:
        """Return the cards that can still be played or spent.

        Computed only when needed: the check of all buildings needs only `lack`.
        """
        spent = [technology_of(name) for name, _ in self.plays if not name.endswith(LASTING_SUFFIX)]
        spent += [card for _, boost in self.plays for card, n in boost.items() for _ in range(n)]
        return hand_without(self.player, *spent)

    def _save(self, card: str, n: int) -> None:
        what = TECHS[card].saves
        if what in self.cost:
            self.cost[what] = max(0, self.cost[what] - n)

    def largest_boost(self, play: str) -> int:
        """Return the largest useful boost of a play.

        It is what the building still costs of the good that the technology saves, after the saving
        of the card itself.
        """
        card = technology_of(play)
        rest = self.cost.get(TECHS[card].saves, 0)
        return rest if play.endswith(LASTING_SUFFIX) else max(0, rest - TECHS[card].amount)

    @property
    def lack(self) -> dict[str, int]:
        """Return the goods that the player lacks to pay the reduced cost, by kind."""
        return lacking(self.player.goods, self.cost)

    def plan(self, lasting: str = "", max_from_hand: int = 0) -> dict[str, dict[str, int]] | None:
        """Return plays after which the player can pay the building, with their boosts.

        A boost is the number of cards by kind. The result is empty if the player can already pay,
        and None if no plays are enough. If `lasting` names a technology, its lasting copy is
        boosted, and at most `max_from_hand` cards of this technology are also played from the hand.
        """
        lack = self.lack
        if not lack:
            return {}
        hand, demands = dict(self.hand), []  # demands: (play, points of cards that its boost needs)
        for what, short in lack.items():
            card = _TECH_BY_GOOD[what]
            # Play as many cards from the hand as can help; the rest must come from a boost.
            from_hand = min(hand.get(card, 0), short, max_from_hand if card == lasting else short)
            rest = max(0, short - from_hand * TECHS[card].amount)
            boosts_lasting = card == lasting or not from_hand
            if boosts_lasting and not (rest and self._boostable(card)):
                return None
            if from_hand:
                hand[card] -= from_hand
            play = f"{card}{LASTING_SUFFIX}" if boosts_lasting else card
            demands.append((play, rest * TECHS[card].boost))
        pool = tuple(
            sorted(
                ((points(card, self.options), card, n) for card, n in hand.items() if n),
                reverse=True,
            )
        )
        # for each demand, how many cards of each kind in `pool` pay for it
        payments = _meet_demands(
            tuple((value, n) for value, _, n in pool), tuple(n for _, n in demands)
        )
        if payments is None:
            return None
        return {
            play: {pool[at][1]: n for at, n in enumerate(counts) if n}
            for (play, _), counts in zip(demands, payments, strict=True)
        }

    def _boostable(self, card: str) -> bool:
        """Return whether the lasting copy of a technology can be boosted for this purchase."""
        worth = sum(points(one, self.options) * n for one, n in self.hand.items())
        return (
            card in self.player.lasting
            and card not in self.boosted_lasting
            and worth >= TECHS[card].boost
        )

    def payable(self) -> bool:
        """Return whether the player can pay the building, if needed with further cards."""
        return self.plan() is not None

    def choices(self) -> dict[str, dict[str, int]]:
        """Return the plays that may come next, each with a proposed boost.

        After each of them the player can still pay the building.
        """
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
                found.setdefault(f"{card}{LASTING_SUFFIX}", boost)
        return found

    def _by_lasting(self, card: str) -> dict[str, int] | None:
        """Return a boost of a lasting copy after which the player can pay the building, or None.

        As few cards of the same technology as possible are played from the hand.
        """
        if not self.lack:
            return {}
        plans = (
            self.plan(card, max_from_hand) for max_from_hand in range(self.hand.get(card, 0) + 1)
        )
        return next(
            (
                plan[f"{card}{LASTING_SUFFIX}"]
                for plan in plans
                if plan and f"{card}{LASTING_SUFFIX}" in plan
            ),
            None,
        )


@lru_cache(20_000)
def _meet_demands(
    pool: tuple[tuple[int, int], ...], demands: tuple[int, ...]
) -> tuple[tuple[int, ...], ...] | None:
    """Return for each demand how many cards of each kind meet it.

    `pool` has the points and the number of each kind, kinds with most points first. A demand is a
    number of points. Return None if the cards cannot meet all demands. The search tries all minimal
    payments of the first demand, those with the fewest points first.
    """
    if sum(value * n for value, n in pool) < sum(demands):
        return None
    if not demands:
        return ()
    payments = sorted(
        _minimal_payments(pool, demands[0]),
        key=lambda payment: sum(value * n for (value, _), n in zip(pool, payment, strict=True)),
    )
    for payment in payments:
        rest = tuple((value, n - used) for (value, n), used in zip(pool, payment, strict=True))
        others = _meet_demands(rest, demands[1:])
        if others is not None:
            return (payment, *others)
    return None


def _minimal_payments(pool: tuple[tuple[int, int], ...], demand: int) -> list[tuple[int, ...]]:
    """Return the payments of a demand that spend no card too many.

    Without its last card a payment would be too small. It is the number of cards of each kind in
    `pool`.
    """
    if demand <= 0:
        return [(0,) * len(pool)]
    if not pool:
        return []
    value, most = pool[0]
    found = []
    for n in range(min(most, -(-demand // value)) + 1):
        found += [(n, *rest) for rest in _minimal_payments(pool[1:], demand - n * value)]
    return found
