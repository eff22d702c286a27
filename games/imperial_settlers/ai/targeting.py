"""Expansion of effects that are no plain gains, for the search.

`expand_effect` is the `EffectExpansion` of a `Planner`: for an effect with choices it returns the
nodes of the most promising ones. An effect without a target leads to no node.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.imperial_settlers.ai.card_facts import card_facts
from games.imperial_settlers.ai.nodes import Node
from games.imperial_settlers.ai.search import Planner
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.state import VIRTUAL, Location
from games.imperial_settlers.rules.actions.building import BuildFromDeal, BuildFromHand
from games.imperial_settlers.rules.effects.choices import distinct_cards
from games.imperial_settlers.rules.effects.deals import (
    Capture,
    DiscardEnemyDeal,
    EnemyDiscards,
    GainDealGood,
    Jam,
    Loot,
    ProduceLocation,
    RazeEnemy,
    RazeHand,
    RazeOwn,
    RemoveEnemy,
    StealResource,
    TakeEnemyDeal,
    ToFoundation,
    TradeRoute,
)
from games.imperial_settlers.rules.effects.targets import deals_of


def expand_effect(plan: Planner, op: Any, node: Node) -> list[Node]:
    """Return the most promising nodes that the effect `op` leads to from `node`."""
    match op:
        case BuildFromHand() | BuildFromDeal():
            return _build_nodes(plan, op, node)
        case RazeHand() | RazeEnemy() | RazeOwn():
            return _raze_nodes(plan, op, node)
        case GainDealGood() | StealResource() | Loot():
            return _goods_nodes(plan, op, node)
        case DiscardEnemyDeal() | TakeEnemyDeal() | TradeRoute():
            return _deal_nodes(plan, op, node)
        case ProduceLocation():
            return _production_nodes(plan, node)
        case ToFoundation():
            return _foundation_nodes(plan, op, node)
        case RemoveEnemy() | EnemyDiscards() | Jam() | Capture():
            gain = max(
                (
                    _cached_hostile_value(plan, op, rival, one)
                    for rival, one in _possible_targets(plan, op, node)
                ),
                default=None,
            )
            return [] if gain is None else [node._replace(value=node.value + gain)]
    return _repeat_nodes(plan, node)


def _best_nodes(plan: Planner, nodes: Iterable[Node | None], most: int = 2) -> list[Node]:
    return sorted(
        (one for one in nodes if one is not None),
        key=lambda one: -(one.value + plan.unspent_goods_value(one.goods)),
    )[:most]


def _build_nodes(plan: Planner, op: BuildFromHand | BuildFromDeal, node: Node) -> list[Node]:
    """Return the best nodes after the effect builds a card at once.

    `BuildFromDeal` builds the card of a Deal, and the Deal ends.
    """
    step = node.steps[-1]
    bare = node._replace(steps=node.steps[:-1])
    if isinstance(op, BuildFromHand):
        cards = [card for card in distinct_cards(node.hand) if not CARDS[card].common]
        return _best_nodes(
            plan, (plan.after_building(bare, card, step, needs_no_site=True) for card in cards)
        )
    found = []
    for good, card in node.deals:
        if card in CARDS:
            rest = tuple(one for one in node.deals if one[1] != card)
            after = bare._replace(deals=rest, value=node.value - plan.valuation.deal(good))
            found.append(
                plan.after_building(after, card, step, needs_no_site=True, from_hand=False)
            )
    return _best_nodes(plan, found)


def _raze_nodes(plan: Planner, op: RazeHand | RazeEnemy | RazeOwn, node: Node) -> list[Node]:
    """Return the best nodes after razing a hand card, a rival's Location or an own Location."""
    match op:
        case RazeHand():
            cards = [card for card in distinct_cards(node.hand) if CARDS[card].raze]
            return _best_nodes(
                plan,
                (
                    plan.after_raze_gains(
                        plan.after_discarding(node, card), CARDS[card].raze, convert=True
                    )
                    for card in cards
                ),
            )
        case RazeEnemy(pay_tokens=pays):
            converts = op.convert is not None
            return _best_nodes(
                plan,
                (
                    plan.after_razing_rival(
                        node, target, target.price if pays else 0, convert=converts
                    )
                    for target in plan.targets
                ),
            )
        case RazeOwn():
            return _raze_own_nodes(plan, node)


def _raze_own_nodes(plan: Planner, node: Node) -> list[Node]:
    """Return the best nodes after razing an own Common Location; it becomes a Foundation."""
    own = [
        card
        for card, _ in node.places
        if CARDS[card].common and CARDS[card].raze and card not in plan.captured_cards
    ]
    found = []
    for card in own:
        after = node._replace(
            places=tuple(one for one in node.places if one[0] != card),
            foundations=(*node.foundations, card),
            value=node.value - plan.valuation.standing(card) + plan.foundation_value,
        )
        found.append(plan.after_raze_gains(plan.after_gaining(after, "wood"), CARDS[card].raze))
    return _best_nodes(plan, found)


def _goods_nodes(plan: Planner, op: GainDealGood | StealResource | Loot, node: Node) -> list[Node]:
    """Return the best nodes after gaining one of the goods that the effect offers."""
    match op:
        case GainDealGood():
            goods = {good for good, _ in node.deals}
        case StealResource():
            goods = {
                good
                for rival in plan.rivals
                if rival != VIRTUAL
                for good in op.goods
                if plan.s.players[rival].supply[good] >= op.amount
            }
        case Loot():
            places = [
                one
                for rival in plan.rivals
                for one in plan.s.controlled_by(rival)
                if one.card not in node.razed
            ]
            goods = {good for one in places for good in one.facts.raze}
    return _best_nodes(plan, (plan.after_gaining(node, good) for good in sorted(goods)), 3)


def _deal_nodes(
    plan: Planner, op: DiscardEnemyDeal | TakeEnemyDeal | TradeRoute, node: Node
) -> list[Node]:
    """Return the best nodes after an effect on Deals.

    - `TradeRoute` makes a Deal with a rival's faction Location and gains its good. The new Deal is
      `(good, "")`: it has no card that a later step could build.
    - `DiscardEnemyDeal` ends a rival's Deal and, with `gain_good`, gains its good.
    - `TakeEnemyDeal` makes a rival's Deal a Deal of the seat; a Trade Route can't be taken.
    """
    found = []
    if isinstance(op, TradeRoute):
        goods = {
            CARDS[one.card].deal
            for rival in plan.rivals
            for one in plan.s.controlled_by(rival)
            if not one.facts.common and one.facts.deck != plan.valuation.me.faction
        }
        for good in sorted(goods):
            after = node._replace(
                deals=(*node.deals, (good, "")), value=node.value + plan.valuation.deal(good)
            )
            found.append(plan.after_triggers(plan.after_gaining(after, good), "deal"))
        return _best_nodes(plan, found)
    for rival in plan.rivals:
        for deal in deals_of(plan.s, rival):
            harm = plan.valuation.rival_weight(rival) * plan.valuation.deal(deal.good)
            if isinstance(op, DiscardEnemyDeal):
                after = node._replace(value=node.value + harm)
                found.append(plan.after_gaining(after, deal.good) if op.gain_good else after)
            elif not deal.target:
                found.append(
                    node._replace(
                        deals=(*node.deals, (deal.good, deal.card)),
                        value=node.value + harm + plan.valuation.deal(deal.good),
                    )
                )
    return _best_nodes(plan, found)


def _production_nodes(plan: Planner, node: Node) -> list[Node]:
    """Return the best nodes after one more production of an own Production Location."""
    found = []
    for card, _ in node.places:
        if CARDS[card].kind == "production":
            after = node
            for part in plan.production(node, card):
                after = plan.after_gain(after, part)
            found.append(after)
    return _best_nodes(plan, found)


def _foundation_nodes(plan: Planner, op: ToFoundation, node: Node) -> list[Node]:
    """Return a list with the node after a hand card becomes a Foundation.

    The card is the least valuable one. The list is empty if the hand is empty.
    """
    if not node.hand:
        return []
    least = min(node.hand, key=plan.kept_card_value)
    after = plan.after_discarding(node, least)
    after = after._replace(
        foundations=(*node.foundations, least), value=after.value + plan.foundation_value
    )
    for good, n in op.goods.items():
        after = plan.after_gaining(after, good, n)
    return [after]


def _repeat_nodes(plan: Planner, node: Node) -> list[Node]:
    """Return the best nodes after repeating an action of this round.

    The cost of the action is paid only with the option `acting_troupe_pays`.
    """
    found = []
    repeatable = [card for card, used in node.places if used and card not in plan.blocked_cards]
    for card in repeatable:
        for mode in card_facts(card).modes:
            if mode.ops or mode.target:
                continue  # effects other than plain gains are not tried again
            after = node if plan.repeat_is_free else plan.after_payment(node, mode)
            if after is None:
                continue
            for part in mode.parts:
                after = plan.after_gain(after, part)
            found.append(after)
    return _best_nodes(plan, found)


def _possible_targets(plan: Planner, op: Any, node: Node) -> list[tuple[int, Location]]:
    """Return the possible targets of a hostile effect, as pairs (rival, Location).

    If the effect aims at a rival's hand, the Location is a placeholder without a card.
    """
    places = [
        (rival, one)
        for rival in plan.rivals
        for one in plan.s.controlled_by(rival)
        if one.card not in node.razed
    ]
    match op:
        case EnemyDiscards():
            return [
                (rival, Location(""))
                for rival in plan.rivals
                if rival != VIRTUAL and plan.s.players[rival].hand
            ]
        case Jam():
            return [
                (rival, one)
                for rival, one in places
                if rival != VIRTUAL and one.used < card_facts(one.card).uses and not one.blocked
            ]
    return places


def _cached_hostile_value(plan: Planner, op: Any, rival: int, one: Location) -> float:
    """Return the value of `hostile_value` from a cache: rivals don't change during a plan."""
    key = type(op), rival, one.card
    if key not in plan.hostile_values:
        plan.hostile_values[key] = hostile_value(plan, op, rival, one)
    return plan.hostile_values[key]


def hostile_value(plan: Planner, op: Any, rival: int, one: Location) -> float:
    """Return the value to the seat of aiming `op` at the Location `one` of `rival`.

    `op` is a hostile effect.
    """
    valuation = plan.valuation
    match op:
        case RemoveEnemy():
            return (
                valuation.rival_weight(rival) * valuation.rival_valuation(rival).standing(one.card)
                if rival != VIRTUAL
                else valuation.harm(rival, one)
            )
        case EnemyDiscards():
            return valuation.w.discard * valuation.rival_weight(rival)
        case Jam():
            return (
                valuation.w.jam * valuation.rival_weight(rival) * _activations_value(plan, one)
                + 0.05
            )
    own = max(
        (valuation.mode(mode, valuation.rounds_left) for mode in card_facts(one.card).modes),
        default=0.0,
    ) * (card_facts(one.card).uses - one.used)
    return max(0.0, own) + (
        valuation.w.jam * valuation.rival_weight(rival) * _activations_value(plan, one)
        if rival != VIRTUAL
        else 0.0
    )


def _activations_value(plan: Planner, one: Location) -> float:
    """Return the value of a Location's remaining activations to its controller."""
    facts = card_facts(one.card)
    return max(
        0.0,
        max((plan.valuation.mode(mode, plan.rounds_left) for mode in facts.modes), default=0.0)
        * (facts.uses - one.used),
    )
