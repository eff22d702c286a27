"""Estimated values of goods, cards and Locations to a seat, in points at the end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.imperial_settlers.ai.card_facts import (
    GOOD_KINDS,
    SAMURAI,
    ZERO,
    CardGain,
    Mode,
    Reaction,
    Vec,
    card_facts,
    gain_of,
)
from games.imperial_settlers.ai.weights import WEIGHTS, Weights
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, FACTIONS, RULES, Card
from games.imperial_settlers.model.state import VIRTUAL, Location, SettlersState
from games.imperial_settlers.rules.effects.operations import Placement, RazeCost, Storage
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.scoring import score

Pos = Position[SettlersState, Any]
# solo: lead over the Collection that is safe, by rounds left
SAFE_LEADS_BY_ROUNDS_LEFT = (4, 4, 2, 0, 0)
PLACEMENT_KINDS = ("hand_cards", "resources")  # placements of a Gate and of a Shrine
DEAL_COST: Vec = (0, 0, 1, 0, 0, 0)  # 1 food
SPENDABLE_GOODS_RATE = 0.75  # share of the value of goods that must be spent before cleanup
BEST_RIVAL_RATE = 0.3  # share of the best rival's value that is subtracted from a position's value
# weight with the number of triggers per round, by event
OFTEN = {
    "raze": "razes",
    "deal": "signs",
    "gain_vp": "big_gains",
    "enemy_worker_exchange": "exchanges",
}


@lru_cache(256)
def color_share(color: str) -> float:
    """Return the share of the cards in all decks that have this color."""
    return sum(color in card.colors for card in CARDS.values()) / len(CARDS)


class RazeTarget(NamedTuple):
    """Rival's Location that can be razed.

    `controller` is the seat that controls the Location and `price` its price in raze tokens. `harm`
    is the value of the rival's loss to the evaluated seat, without the goods gained.
    """

    controller: int
    location: Location
    price: int
    harm: float


class Valuation:
    """Estimates of what goods, cards and Locations are worth to one seat, in points.

    The parameter `rounds_left` of a method is the number of rounds after the one in which the thing
    is used. The attribute `rounds_left` is the number of rounds after the current one.
    """

    def __init__(self, s: SettlersState, seat: Seat, w: Weights = WEIGHTS) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.me = s.players[seat]
        self.rounds_left = max(0, RULES.rounds - max(1, s.round))
        self.own = s.controlled_by(seat)
        self.counts: Counter[str] = Counter(color for one in self.own for color in one.facts.colors)
        self.counts[SAMURAI] = sum(one.samurai for one in self.own)
        self.later = range(self.rounds_left)
        self.margin = self._margin() if s.solo else 0.0
        # part of a rival's loss that counts as own gain
        self.rival_loss_share = 1 / max(1, len(s.players) - 1)
        self._standing: dict[str, float] = {}
        self._kept_card_values: dict[str, float] = {}
        self._deal: dict[str, float] = {}
        self._attacked: dict[tuple[str, ...], float] = {}
        self._rival_valuations: dict[int, Valuation] = {}
        self._rival_weights: dict[int, float] = {}
        self.production = max(
            [
                1.0,
                *(
                    self.produced(one.facts, 1)
                    for one in self.own
                    if not card_facts(one.card).copies
                ),
            ]
        )

    def _margin(self) -> float:
        """Return what one more faction Location is worth in the solo game.

        The player's faction Locations must outnumber the Collection. So their value depends on
        the rounds left and on how safe the lead is.
        """
        lead = (
            sum(not one.facts.common for one in self.me.locations)
            - len(self.s.collection)
            - len(self.s.virtual)
        )
        w, safe = self.w, SAFE_LEADS_BY_ROUNDS_LEFT[self.rounds_left]
        return w.margin[self.rounds_left] * (
            w.safe_margin if lead >= safe else w.risky_margin if lead < safe - 4 else 1.0
        )

    def times(self, gain: CardGain, more_locations: int = 0) -> int:
        """Return how often a gain would be received now; 1 for a gain without a color.

        `more_locations` Locations of the gain's color are added to the seat's own.
        """
        return min(self.counts[gain.color] + more_locations, gain.max_times) if gain.color else 1

    def produced(self, card: Card, rounds_left: int, more_locations: int = 0) -> float:
        """Return the value of what a Production Location produces in one round.

        If the card counts Locations of a color, `more_locations` are added to the seat's own.
        """
        facts = card_facts(card.code)
        if facts.copies:
            return self.production
        return sum(
            max(
                self.w.of_gain(gain, self.times(gain, more_locations), rounds_left)
                for gain in alternatives
            )
            for alternatives in facts.production
        )

    def mode(self, mode: Mode, rounds_left: int) -> float:
        """Return the value of using a mode of an action once, minus its cost."""
        value = sum(
            max(self.w.of_gain(gain, self.times(gain), rounds_left) for gain in alternatives)
            for alternatives in mode.parts
        )
        value += sum(self.special(op, rounds_left) for op in mode.ops)
        cost = (
            self.w.of_goods(mode.cost, rounds_left)
            + mode.any_resource * self.w.food[rounds_left] * self.w.scale[rounds_left]
        )
        cost += (
            mode.hand * self.w.given_card * self.w.of_card(rounds_left) + mode.deals * rounds_left
        )
        return value - cost - (2 * self.w.raze[rounds_left] if mode.target else 0.0)

    def special(self, op: Any, rounds_left: int) -> float:
        """Return the value of one use of the effect `op`, which is not a plain gain."""
        tag = op.__struct_config__.tag
        if self.s.solo and tag in (
            "enemy_discards_card",
            "block_enemy_action",
            "trade_route_deal",
            "steal_resource",
        ):
            return 0.0
        if tag == "remove_enemy_location" and self.s.solo:
            return self.margin
        if tag == "gain_deal_good":
            return max(
                (self.good(deal.good, rounds_left) for deal in self.me.deals),
                default=self.w.gain_deal_good,
            )
        goods = (
            self.w.of_goods(gain_of(op.goods).goods, rounds_left)
            if tag == "hand_card_to_foundation"
            else 0.0
        )
        return float(getattr(self.w, tag, 0.0)) + goods

    def good(self, good: str, rounds_left: int) -> float:
        """Return the value, in points, of one good with `rounds_left` rounds to follow."""
        return self.w.of_gain(gain_of({good: 1}), 1, rounds_left)

    def income(self, card: str, rounds_left: int) -> float:
        """Return a Location's value in a round with `rounds_left` rounds to follow."""
        derived, printed = card_facts(card), CARDS[card]
        value = self.produced(printed, rounds_left, more_locations=card not in self._own_cards())
        if derived.modes:
            value += (
                self.w.used
                * derived.uses
                * max(0.0, *(self.mode(mode, rounds_left) for mode in derived.modes))
            )
        value += sum(self.reaction(reaction, rounds_left) for reaction in derived.reactions)
        for feature in derived.features:
            match feature:
                case Storage():
                    value += self.w.storage if rounds_left else 0.0
                case RazeCost():
                    value += self.w.dearer if not self.s.solo else 0.0
                case Placement(place=place):
                    value += self.w.placed[PLACEMENT_KINDS.index(place)]
        return value

    def _own_cards(self) -> set[str]:
        return {one.card for one in self.own}

    def reaction(self, reaction: Reaction, rounds_left: int) -> float:
        """Return a trigger's value in a round with `rounds_left` rounds to follow; at least 0."""
        if reaction.event == "build":
            own_share = self.w.own_deck
            fired_per_round = self.w.builds * (
                color_share(reaction.color)
                if reaction.color
                else own_share
                if reaction.deck != "common"
                else 1 - own_share
            )
        else:
            fired_per_round = getattr(self.w, OFTEN[reaction.event]) * (
                0 if self.s.solo and reaction.event == "enemy_worker_exchange" else 1
            )
        value = sum(
            max(self.w.of_gain(gain, self.times(gain), rounds_left) for gain in alternatives)
            for alternatives in reaction.parts
        )
        value += max(
            (
                self.w.of_gain(gain_of(exchange.gain), 1, rounds_left)
                - self.w.of_gain(gain_of(exchange.cost), 1, rounds_left)
                for exchange in reaction.exchanges
            ),
            default=0.0,
        )
        return fired_per_round * max(0.0, value)

    def standing(self, card: str) -> float:
        """Return what a Location in the seat's Empire is worth, in points.

        This includes its printed points and its income in the rounds after the current one.
        """
        if card not in self._standing:
            printed = CARDS[card]
            value = printed.points + sum(
                self.income(card, rounds_left) for rounds_left in self.later
            )
            if any(isinstance(feature, Placement) for feature in card_facts(card).features):
                value += self.w.placing
            if self.s.solo:
                # The player's faction Locations must outnumber the cards in the Collection. An
                # attack moves a Location from the player to the Collection.
                value += 0.0 if printed.common else self.margin
                value -= self.attack_probability(printed) * (
                    self.margin + (value if printed.common else 0.0)
                )
            elif self.rounds_left:
                # It may be given up for a later building.
                value += self.w.later_site if printed.common else 0.0
            self._standing[card] = value
        return self._standing[card]

    def attack_probability(self, card_data: Card) -> float:
        """Return the estimated probability that this round's attacks take a Location.

        This is about the two solo attacks. The probability is 0 for faction Locations and for
        Locations without a raze value.
        """
        goods = tuple(sorted(good for good, n in card_data.raze.items() for _ in range(n)))
        if not card_data.common or not goods:
            return 0.0
        if goods not in self._attacked:
            cards_left = [ATTACKS[card] for card in self.s.attacks]
            queue = [ATTACKS[card] for card in self.s.queue]
            first, second = goods
            hits = cards_left.count(first) * (second in queue) + (
                cards_left.count(second) * (first in queue) if first != second else 0
            )
            self._attacked[goods] = min(1.0, 1.4 * hits / max(1, len(cards_left)))
        return self._attacked[goods]

    def deal(self, good: str) -> float:
        """Return the value, in points, of a Deal for `good` over the rounds after the current one."""
        if good not in self._deal:
            self._deal[good] = sum(self.good(good, rounds_left) for rounds_left in self.later)
        return self._deal[good]

    def kept_card_value(self, card: str) -> float:
        """Return the value of a hand card that is kept for the next round."""
        if card not in self._kept_card_values:
            w = self.w
            self._kept_card_values[card] = (
                max(w.least, w.held + w.tempo * self.best_use(card, self.rounds_left - 1))
                if self.rounds_left
                else 0.0
            )
        return self._kept_card_values[card]

    def best_use(self, card: str, rounds_left: int) -> float:
        """Return the value of the best use of a hand card: building, making a Deal, or razing.

        `rounds_left` is the number of rounds after the one in which it is used.
        """
        printed, derived, w = CARDS[card], card_facts(card), self.w
        build_value = (
            printed.points
            + sum(self.income(card, later) for later in range(rounds_left))
            + self.value_at_once(card, rounds_left)
        )
        build_value -= w.of_goods(derived.cost, rounds_left) + (w.site if derived.site else 0.0)
        if self.s.solo and not printed.common:
            build_value += self.margin  # one more faction Location against the Collection
        uses = [build_value]
        if printed.deal:
            # The Deal already produces in the current round, hence one round more.
            uses.append(
                sum(self.good(printed.deal, later) for later in range(rounds_left + 1))
                - w.of_goods(DEAL_COST, rounds_left)
            )
        if printed.raze:
            raze_token_value = w.scale[rounds_left] * w.raze[rounds_left]
            uses.append(w.of_gain(gain_of(printed.raze), 1, rounds_left) - raze_token_value)
        return max(uses)

    def value_at_once(self, card: str, rounds_left: int) -> float:
        """Return the value of what building a card brings in the same round.

        It counts production, bonus, triggers on its colors and a use of its action.
        """
        facts = card_facts(card)
        value = self.produced(CARDS[card], rounds_left, 1)
        value += sum(
            max(self.w.of_gain(gain, self.times(gain, 1), rounds_left) for gain in alternatives)
            for alternatives in facts.bonus
        )
        for location in self.own:
            for reaction in card_facts(location.card).reactions:
                if reaction.event == "build" and fires_on_build(reaction, card):
                    value += sum(
                        max(self.w.of_gain(gain, 1, rounds_left) for gain in alternatives)
                        for alternatives in reaction.parts
                    )
        if facts.modes:
            best_mode = max(0.0, *(self.mode(mode, rounds_left) for mode in facts.modes))
            value += self.w.first_use * best_mode
        return value

    def picked_card_value(self, card: str) -> float:
        """Return the value of a card that is taken before this round's production."""
        return max(self.best_use(card, self.rounds_left), self.kept_card_value(card))

    def storable_flags(self) -> Vec:
        """Return one number per kind of `GOOD_KINDS`: 1 if cleanup keeps the good, else 0."""
        if not self.rounds_left:
            return ZERO
        names = {*FACTIONS[self.me.faction].storage} if self.me.faction else set()
        for location in self.own:
            for feature in card_facts(location.card).features:
                if isinstance(feature, Storage):
                    names |= {*feature.goods}
        return tuple(int(good in names) for good in GOOD_KINDS)  # type: ignore[return-value]

    def harm(self, rival: int, location: Location) -> float:
        """Return the value to the seat of a rival's loss of a Location by razing.

        The goods that the razing brings are not included.
        """
        if rival == VIRTUAL:
            return self.margin
        loss = self.rival_valuation(rival).standing(location.card)
        if location.facts.common:
            loss -= self.w.wood_left * self.w.scale[self.rounds_left] + (
                self.w.foundation_left if self.rounds_left else 0.0
            )
        return self.rival_weight(rival) * max(0.0, loss)

    def rival_valuation(self, rival: int) -> Valuation:
        """Return the valuation of the seat `rival`, with the same weights."""
        if rival not in self._rival_valuations:
            self._rival_valuations[rival] = Valuation(self.s, rival, self.w)
        return self._rival_valuations[rival]

    def rival_weight(self, rival: int) -> float:
        """Return the share of a rival's loss that counts as own gain; it is larger for the leader."""
        if rival not in self._rival_weights:
            self._rival_weights[rival] = self._compute_rival_weight(rival)
        return self._rival_weights[rival]

    def _compute_rival_weight(self, rival: int) -> float:
        if rival == VIRTUAL:
            return 0.0
        totals = [
            player.points + sum(place.facts.points for place in player.locations)
            for player in self.s.players
        ]
        others = [total for seat, total in enumerate(totals) if seat not in (self.seat, rival)]
        leads = not others or totals[rival] >= max(others)
        return self.w.harm * self.rival_loss_share * (self.w.ahead if leads else self.w.behind)

    def targets(self) -> list[RazeTarget]:
        """Return the rivals' Locations that can be razed."""
        return [
            RazeTarget(rival, location, price(self.s, location, rival), self.harm(rival, location))
            for rival in self.s.enemies(self.seat)
            for location in self.s.controlled_by(rival)
            if location.facts.raze
        ]


def fires_on_build(reaction: Reaction, card: str) -> bool:
    """Return whether building `card` fires `reaction`, a trigger on the event `build`."""
    built = CARDS[card]
    if reaction.color is not None:
        return reaction.color in built.colors
    return reaction.deck == built.deck


def estimate(pos: Pos, seat: Seat) -> float:
    """Return the value of a position for one seat, minus a share of the best rival's value.

    The value is the score if the match ended now plus the prospects of Empire, Deals, hand and
    goods.
    """
    values = [_worth(pos, one) for one in range(pos.n)]
    rivals = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - (BEST_RIVAL_RATE * max(rivals) if rivals else 0.0)


def _worth(pos: Pos, seat: Seat) -> float:
    """Return the seat's score if the match ended now, plus the value of its prospects."""
    s, valuation = pos.state, Valuation(pos.state, seat)
    me, w, rounds_left = s.players[seat], valuation.w, valuation.rounds_left
    value = float(score(pos).total[seat])
    value += sum(valuation.standing(one.card) - one.facts.points for one in me.locations)
    foundations = w.foundation * len(me.foundations) if rounds_left else 0.0
    value += sum(valuation.deal(one.good) for one in me.deals) + foundations
    value += sum(valuation.kept_card_value(card) for card in me.hand)
    is_stored, value_of_good = valuation.storable_flags(), w.good_values(rounds_left)
    for index, good in enumerate(GOOD_KINDS):
        # Goods that cleanup takes away can still be spent, as long as the seat has not passed.
        rate = 1.0 if is_stored[index] else 0.0 if me.passed else SPENDABLE_GOODS_RATE
        value += rate * me.supply[good] * value_of_good[index] * w.scale[rounds_left]
    return value - valuation.margin * (len(s.collection) if s.solo else 0)
