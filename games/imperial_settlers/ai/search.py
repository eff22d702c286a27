"""Beam search for the best use of a round, on numbers instead of positions.

A plan is a list of steps, one action each. Actions of rivals in between are ignored, and drawn
cards count by their expected value. `Planner.best` expands `Node`s step by step and keeps the most
valuable ones of each length. A `Valuation` gives the value of what a plan leaves: Locations, goods
kept, and the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.core.text.messages import Seat
from games.imperial_settlers.ai.card_facts import (
    FOOD,
    GOLD,
    RAZE,
    SAMURAI,
    STONE,
    WOOD,
    WORKER,
    ZERO,
    CardGain,
    Mode,
    Part,
    Reaction,
    Vec,
    card_facts,
    goods_after_paying,
    plus,
    vec,
)
from games.imperial_settlers.ai.evaluate import RazeTarget, Valuation, fires_on_build
from games.imperial_settlers.ai.nodes import (
    RAZE_HAND_COST,
    REACTIONS,
    UNIT,
    WORKER_PAIR_COST,
    Node,
    Step,
    gain_of_good,
    placement_kind,
    with_step,
    without_one,
)
from games.imperial_settlers.ai.weights import WEIGHTS, Weights
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.model.names import rival_key
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.choices import distinct_cards

MAX_NODES_PER_OP = 4
SHRINE_GOODS = (WOOD, STONE, FOOD, GOLD)  # goods for a Shrine
MAX_TARGETS = 6  # most valuable Locations of rivals that a plan may raze
# further goods of each kind that count as useful while the seat has a Shrine to put them on
SHRINE_USEFUL_AMOUNT = 4
MAX_SHRINE_GOODS = 12  # more goods on a Shrine bring no more points
BASIC_GOODS = ("wood", "stone", "food")


# Returns the nodes that an effect leads to from a node, if the effect is not a plain gain.
EffectExpansion = Callable[["Planner", Any, Node], list[Node]]


class Planner:
    """Search for plans of one seat in this round.

    `expansion` returns the nodes after an effect that is no plain gain. The methods `after_...`
    return the node after one event, or None if it is impossible.
    """

    def __init__(
        self,
        s: SettlersState,
        seat: Seat,
        options: Mapping[str, Any],
        expansion: EffectExpansion,
        w: Weights = WEIGHTS,
    ) -> None:
        self.s, self.seat, self._expand, self.w = s, seat, expansion, w
        self.valuation = valuation = Valuation(s, seat, w)
        self.repeat_is_free = not options["acting_troupe_pays"]
        self.rounds_left = valuation.rounds_left
        self.captured_cards = {one.card for one in valuation.own if one.captor is not None}
        self.blocked_cards = {one.card for one in valuation.own if one.blocked}
        self.has_gate = any(placement_kind(one.card) == "hand_cards" for one in valuation.own)
        # number of goods on the Shrine; None without a Shrine
        self.goods_on_shrine = next(
            (one.put for one in valuation.own if placement_kind(one.card) == "resources"), None
        )
        self.drawn_card_value = max(
            w.of_card(valuation.rounds_left), w.gate_card if self.has_gate else 0.0
        )
        self.unspent_rates = tuple(
            w.unspent * base * w.scale[valuation.rounds_left]
            for base in w.good_values(valuation.rounds_left)
        )
        stored_flags = valuation.storable_flags()  # 1 or 0 for each good
        next_rounds_left = max(0, valuation.rounds_left - 1)
        self.stored_rates = tuple(
            w.stored * base * w.scale[next_rounds_left] * flag
            for base, flag in zip(w.good_values(next_rounds_left), stored_flags, strict=True)
        )
        self.useful_amounts = self._useful_amounts()
        self.may_raze_rivals = not options["peaceful"] or s.solo
        self.targets = sorted(
            valuation.targets(),
            key=lambda one: -self._target_value(one.location.facts.raze, one.harm),
        )[:MAX_TARGETS]
        self.rivals = s.enemies(seat)
        self.foundation_value = w.foundation * bool(valuation.rounds_left)
        # Caches:
        self._kept_card_values: dict[str, float] = {}  # by card
        # site to give up, by the Locations in the Empire with their activations so far
        self._sites: dict[tuple[tuple[str, int], ...], str] = {}
        # value of the best plan after gaining goods, by these goods and the goods before
        self._values_with_goods: dict[Any, float] = {}
        # value of a hostile effect on a rival's Location, by effect, rival and card
        self.hostile_values: dict[Any, float] = {}
        self._activation_values: dict[str, float] = {}  # value of one activation, by card

    def _target_value(self, raze: Mapping[str, int], harm: float) -> float:
        return harm + sum(
            n * self.valuation.good(good, self.rounds_left) for good, n in raze.items()
        )

    def root(self) -> Node:
        """Return the node of the current position."""
        me = self.valuation.me
        purse = vec(me.supply)
        places = tuple((one.card, one.used) for one in self.valuation.own)
        return Node(
            purse,
            tuple(me.hand),
            places,
            tuple(one.card for one in me.foundations),
            tuple((deal.good, "" if deal.target else deal.card) for deal in me.deals),
            (),
            0.0,
            (),
        )

    def best(self, root: Node | None = None) -> tuple[float, tuple[Step, ...]]:
        """Return the value and the steps of the best plan that begins at `root`.

        Without a `root` the plan begins at the current position.
        """
        best_value: float = float("-inf")
        best_steps: tuple[Step, ...] = ()
        for node in self.reached(root or self.root()):
            if (value := self.final_value(node)) > best_value + 1e-9:
                best_value, best_steps = value, node.steps
        return best_value, best_steps

    def reached(self, root: Node) -> Iterator[Node]:
        """Yield the nodes in the beam, the root first, then by number of steps."""
        beam, n_nodes = [root], 0
        max_nodes, beam_width, ignores_order = self.w.most, int(self.w.width), self.w.merge > 0
        yield root
        for _ in range(int(self.w.depth)):
            best_by_key: dict[Any, tuple[float, Node]] = {}
            for node in beam:
                for child in self.successors(node):
                    n_nodes += 1
                    score = child.value + self.unspent_goods_value(child.goods)
                    places = frozenset(child.places) if ignores_order else child.places
                    key = (
                        child.goods,
                        child.hand,
                        places,
                        len(child.foundations),
                        len(child.deals),
                        child.razed,
                    )
                    if key not in best_by_key or score > best_by_key[key][0]:
                        best_by_key[key] = score, child
            if not best_by_key or n_nodes > max_nodes:
                return
            kept_width = beam_width if n_nodes < max_nodes // 3 else beam_width // 2
            beam = [
                child
                for _, child in sorted(best_by_key.values(), key=lambda one: -one[0])[:kept_width]
            ]
            yield from beam

    def with_goods(self, goods: tuple[tuple[str, int], ...], node: Node | None = None) -> float:
        """Return the value of the best plan that begins at `node` after gaining `goods`.

        `goods` are pairs (good, number). Without a `node` the plan begins at the current position.
        """
        key = goods, None if node is None else node.goods
        if key not in self._values_with_goods:
            start = node or self.root()
            for good, n in goods:
                start = self.after_gaining(start, good, n)
            self._values_with_goods[key] = self.best(start)[0]
        return self._values_with_goods[key]

    def final_value(self, node: Node) -> float:
        """Return the value, in points, of a plan that stops at `node`."""
        value = node.value - self.w.lazy * len(node.steps)
        for n, rate in zip(node.goods, self.stored_rates, strict=True):
            value += n * rate
        if self.goods_on_shrine is not None:
            spare = sum(node.goods[at] for at in SHRINE_GOODS if not self.stored_rates[at])
            value += self.w.shrine * min(
                max(0, spare), max(0, MAX_SHRINE_GOODS - self.goods_on_shrine)
            )
        return value

    def unspent_goods_value(self, goods: Vec) -> float:
        """Return the expected value, in this round, of goods that a plan has not spent yet."""
        rates, useful, spare_rate = self.unspent_rates, self.useful_amounts, self.w.spare
        value = (
            goods[WORKER] * rates[WORKER] + goods[RAZE] * rates[RAZE] + goods[GOLD] * rates[GOLD]
        )
        for good in (WOOD, STONE, FOOD):
            n = goods[good]
            value += rates[good] * (
                n if n <= useful[good] else useful[good] + spare_rate * (n - useful[good])
            )
        return value

    def _useful_amounts(self) -> list[int]:
        """Return how many of each resource the hand, own actions and Deals could use.

        The numbers are in the order wood, stone, food. In all rounds but the last, one more of each
        is added for cards still to be drawn. With a Shrine, `SHRINE_USEFUL_AMOUNT` more are added.
        """
        amounts = [int(bool(self.rounds_left))] * 3
        for card in self.valuation.me.hand:
            for good in range(3):
                amounts[good] += card_facts(card).cost[good]
            amounts[FOOD] += bool(CARDS[card].deal)
        for location in self.valuation.own:
            facts = card_facts(location.card)
            for mode in facts.modes:
                for good in range(3):
                    amounts[good] += (mode.cost[good] + mode.any_resource) * (
                        facts.uses - location.used
                    )
        if self.goods_on_shrine is not None:
            amounts = [n + SHRINE_USEFUL_AMOUNT for n in amounts]
        return amounts

    def kept_card_value(self, card: str) -> float:
        """Return the value, in points, of a card that stays in the hand."""
        if card not in self._kept_card_values:
            self._kept_card_values[card] = max(
                self.valuation.kept_card_value(card), self.w.gate_kept if self.has_gate else 0.0
            )
        return self._kept_card_values[card]

    def successors(self, node: Node) -> Iterator[Node]:
        """Yield every node that one action reaches from `node`."""
        for card in distinct_cards(node.hand):
            card_data = CARDS[card]
            if (built := self.after_building(node, card, ("build", card))) is not None:
                yield built
            if (
                card_data.deal
                and (goods := goods_after_paying(node.goods, UNIT["food"])) is not None
            ):
                yield self._deal_node(node, card, goods)
            if card_data.raze and node.goods[RAZE]:
                after = with_step(
                    node,
                    plus(node.goods, RAZE_HAND_COST),
                    without_one(node.hand, card),
                    node.value - self.kept_card_value(card),
                    ("raze", "hand", card),
                )
                yield self.after_raze_gains(after, card_data.raze)
        if self.may_raze_rivals and node.goods[RAZE] >= RULES.raze_location:
            yield from self._raze_nodes(node)
        for card, used in node.places:
            if used < card_facts(card).uses and card not in self.blocked_cards:
                yield from self._activation_nodes(node, card, used)
        if node.goods[WORKER] >= RULES.exchange:
            goods = plus(node.goods, WORKER_PAIR_COST)
            for good in BASIC_GOODS:
                yield with_step(
                    node, plus(goods, UNIT[good]), node.hand, node.value, ("workers", good)
                )
            yield with_step(
                node,
                goods,
                node.hand,
                node.value + self._drawn_cards_value(node, 1),
                ("workers", "card"),
            )

    def _drawn_cards_value(self, node: Node, n: float) -> float:
        """Return the value of `n` cards drawn at `node`; cards drawn early count more.

        In the last round they count little if no goods are left to use them.
        """
        if (
            not self.rounds_left
            and not self.has_gate
            and sum(node.goods[at] for at in SHRINE_GOODS) + node.goods[RAZE] == 0
        ):
            return n * self.w.idle_card
        return n * self.drawn_card_value * (1 - self.w.haste * len(node.steps))

    # --- building ---

    def after_building(
        self,
        node: Node,
        card: str,
        step: Step,
        *,
        needs_no_site: bool = False,
        from_hand: bool = True,
    ) -> Node | None:
        """Return the node after building `card` by `step`; None if it can't be built.

        With `needs_no_site`, no Location or Foundation is given up. With `from_hand`, the card
        leaves the hand, and the value of keeping it is subtracted.
        """
        facts = card_facts(card)
        goods = goods_after_paying(node.goods, facts.cost)
        if goods is None:
            return None
        places, founded = node.places, node.foundations
        value = node.value + self.valuation.standing(card)
        hand = node.hand
        if from_hand:
            hand, value = without_one(hand, card), value - self.kept_card_value(card)
        if facts.site and not needs_no_site:
            if founded:
                site, founded, value = founded[0], founded[1:], value - self.foundation_value
            elif site := self.cheapest_site(node):
                places, value = (
                    tuple(one for one in places if one[0] != site),
                    value - self.valuation.standing(site),
                )
            else:
                return None
            step = (*step, site)
        after = Node(
            goods,
            hand,
            (*places, (card, 0)),
            founded,
            node.deals,
            node.razed,
            value,
            (*node.steps, step),
        )
        for part in self.production(after, card):
            after = self.after_gain(after, part)
        for part in facts.bonus:
            after = self.after_gain(after, part)
        return self.after_triggers(after, "build", card)

    def cheapest_site(self, node: Node) -> str:
        """Return the own Location of the least value, to give up as a site; "" without one."""
        site = self._sites.get(node.places)
        if site is None:
            free = [one for one in node.places if one[0] not in self.captured_cards]
            site = self._sites[node.places] = min(free, key=self._site_loss)[0] if free else ""
        return site

    def _site_loss(self, place: tuple[str, int]) -> float:
        """Return the value lost by giving up a Location, with its remaining activations.

        `place` is (Location, number of activations made).
        """
        card, used = place
        if card not in self._activation_values:
            self._activation_values[card] = max(
                (self.valuation.mode(mode, self.rounds_left) for mode in card_facts(card).modes),
                default=0.0,
            )
        return self.valuation.standing(card) + self.w.unused * max(
            0.0, self._activation_values[card] * (card_facts(card).uses - used)
        )

    def production(self, node: Node, card: str) -> tuple[Part, ...]:
        """Return the gains of a Production Location.

        If the Location copies another one, return the gains of the best other Production Location.
        """
        if not card_facts(card).copies:
            return card_facts(card).production
        others = [
            card_facts(other).production for other, _ in node.places if card_facts(other).production
        ]
        return max(
            others,
            key=lambda parts: sum(self.best_alternative(node, part)[0] for part in parts),
            default=(),
        )

    def _count_color(self, node: Node, color: str) -> int:
        if color == SAMURAI:
            return self.valuation.counts[SAMURAI]
        return sum(color in CARDS[card].colors for card, _ in node.places)

    def best_alternative(self, node: Node, alternatives: Part) -> tuple[float, CardGain, int]:
        """Return the best of `alternatives` at `node` as (value, gain, times received).

        A gain with a color is received once for each own Location of that color, up to its maximum;
        any other gain is received once.
        """
        valued = []
        for gain in alternatives:
            times = min(self._count_color(node, gain.color), gain.max_times) if gain.color else 1
            valued.append(
                (
                    times
                    * (
                        self.unspent_goods_value(gain.goods)
                        + gain.points
                        + gain.cards * self.drawn_card_value
                    ),
                    gain,
                    times,
                )
            )
        return max(valued, key=lambda gain: gain[0]) if len(valued) > 1 else valued[0]

    def after_gain(self, node: Node, part: Part) -> Node:
        """Return the node after the best alternative of the gain `part`, with its triggers."""
        one, times = (
            (part[0], 1)
            if len(part) == 1 and not part[0].color
            else self.best_alternative(node, part)[1:]
        )
        goods, value = node.goods, node.value
        if one.goods is not ZERO:
            goods = plus(goods, one.goods if times == 1 else tuple(n * times for n in one.goods))  # type: ignore[arg-type]
        if one.points:
            value += one.points * times
            if one.points * times > 1:
                extra = REACTIONS["gain_vp"]
                value += sum(
                    one.parts[0][0].points
                    for card, _ in node.places
                    if card in extra
                    for one in extra[card]
                )
        if one.cards:
            value += self._drawn_cards_value(node, one.cards * times)
        return Node(
            goods,
            node.hand,
            node.places,
            node.foundations,
            node.deals,
            node.razed,
            value,
            node.steps,
        )

    def after_triggers(self, node: Node, event: str, card: str = "") -> Node:
        """Return the node after the triggers of `event`.

        For the event `build`, `card` is the card that was built.
        """
        triggers = REACTIONS[event]
        for place, _ in node.places:
            if place not in triggers:
                continue
            for reaction in triggers[place]:
                if event == "build" and not fires_on_build(reaction, card):
                    continue
                for part in reaction.parts:
                    node = self.after_gain(node, part)
                node = self._best_exchange(node, reaction)
        return node

    def _best_exchange(self, node: Node, reaction: Reaction) -> Node:
        """Return the node after the best exchange that `reaction` offers.

        If no exchange is worth it, return `node`.
        """
        best_gain, best_node = 0.0, node
        for exchange in reaction.exchanges:
            goods = goods_after_paying(node.goods, vec(exchange.cost))
            if (
                goods is not None
                and (
                    gain := exchange.gain.get("vp", 0)
                    - self.unspent_goods_value(vec(exchange.cost))
                )
                > best_gain
            ):
                best_gain, best_node = (
                    gain,
                    node._replace(goods=goods, value=node.value + exchange.gain.get("vp", 0)),
                )
        return best_node

    # --- Deals and razing ---

    def after_gaining(self, node: Node, good: str, n: int = 1) -> Node:
        """Return the node after gaining `n` units of a good at once."""
        return self.after_gain(node, (gain_of_good(good, n),))

    def _deal_node(self, node: Node, card: str, goods: Vec) -> Node:
        good = CARDS[card].deal
        value = node.value - self.kept_card_value(card) + self.valuation.deal(good)
        after = Node(
            goods,
            without_one(node.hand, card),
            node.places,
            node.foundations,
            (*node.deals, (good, card)),
            node.razed,
            value,
            (*node.steps, ("deal", card)),
        )
        return self.after_triggers(self.after_gaining(after, good), "deal")

    def after_raze_gains(self, node: Node, goods: Mapping[str, int], convert: bool = False) -> Node:
        """Return the node after gaining `goods` by a razing, and after its triggers.

        With `convert` all goods become points.
        """
        if convert:
            node = self.after_gaining(node, "vp", 2 * sum(goods.values()))
        else:
            for good, n in goods.items():
                node = self.after_gaining(node, good, n)
        return self.after_triggers(node, "raze")

    def _raze_nodes(self, node: Node) -> Iterator[Node]:
        """Yield the nodes after razing a rival's Location with the Raze action, one per Location."""
        for target in self.targets:
            if (after := self.after_razing_rival(node, target, target.price)) is not None:
                step = ("raze", "rival", rival_key(target.controller), target.location.card)
                yield after._replace(steps=(*node.steps, step))

    def after_razing_rival(
        self, node: Node, target: RazeTarget, price: int, convert: bool = False
    ) -> Node | None:
        """Return the node after razing a rival's Location for `price` raze tokens.

        None if the plan has razed the Location already or the tokens do not suffice. With `convert`
        all goods of the razing become points.
        """
        location = target.location
        if location.card in node.razed or price > node.goods[RAZE]:
            return None
        after = node._replace(
            goods=plus(node.goods, (0, 0, 0, 0, -price, 0)),
            razed=(*node.razed, location.card),
            value=node.value + target.harm * (1 - self.w.haste * len(node.steps)),
        )
        return self.after_raze_gains(after, location.facts.raze, convert)

    # --- actions ---

    def _activation_nodes(self, node: Node, card: str, used: int) -> Iterator[Node]:
        facts = card_facts(card)
        for mode_index, mode in enumerate(facts.modes):
            for times in range(facts.uses - used, 0, -1):
                nodes = self._nodes_after_activation(node, card, mode_index, mode, times)
                yield from nodes
                if nodes and not mode.ops:
                    break  # only modes with special effects also try fewer uses

    def _nodes_after_activation(
        self, node: Node, card: str, mode_index: int, mode: Mode, times: int
    ) -> list[Node]:
        """Return the nodes after `times` activations of a card; [] if it can't be paid.

        `mode` is the way in which the card is activated, and `mode_index` is its index on the card.
        If the cost includes hand cards or Deals, those of the least value are paid. An effect that
        is no plain gain (`Mode.ops`) can have several outcomes; at most `MAX_NODES_PER_OP` nodes
        are kept after each such effect.
        """
        cost = mode.cost if times == 1 else tuple(n * times for n in mode.cost)
        goods = goods_after_paying(node.goods, cost, mode.any_resource * times)
        if (
            goods is None
            or len(node.hand) < mode.hand * times
            or len(node.deals) < mode.deals * times
        ):
            return []
        hand, deals, value = node.hand, node.deals, node.value
        for _ in range(mode.hand * times):
            least = min(hand, key=self.kept_card_value)
            hand, value = without_one(hand, least), value - self.kept_card_value(least)
        for _ in range(mode.deals * times):
            lowest = min(deals, key=lambda deal: self.valuation.deal(deal[0]))
            deals, value = without_one(deals, lowest), value - self.valuation.deal(lowest[0])
        places = tuple((place, n + times if place == card else n) for place, n in node.places)
        step = ("activate", card, mode_index, times)
        nodes = [
            Node(
                goods, hand, places, node.foundations, deals, node.razed, value, (*node.steps, step)
            )
        ]
        for _ in range(times):
            nodes = [self._after_plain_gains(one, mode) for one in nodes]
            for op in mode.ops:
                nodes = [after for one in nodes for after in self._expand(self, op, one)]
                nodes = nodes[:MAX_NODES_PER_OP]
        return nodes

    def after_discarding(self, node: Node, card: str) -> Node:
        """Return the node after a card left the hand; the value of keeping it is subtracted."""
        return node._replace(
            hand=without_one(node.hand, card), value=node.value - self.kept_card_value(card)
        )

    def after_payment(self, node: Node, mode: Mode) -> Node | None:
        """Return the node after paying the goods of a mode; None if they can't be paid.

        Hand cards, Deals and raze tokens for a target, which may be part of the cost, are not paid
        here.
        """
        goods = goods_after_paying(node.goods, mode.cost, mode.any_resource)
        return None if goods is None else node._replace(goods=goods)

    def _after_plain_gains(self, node: Node, mode: Mode) -> Node:
        for part in mode.parts:
            node = self.after_gain(node, part)
        return node
