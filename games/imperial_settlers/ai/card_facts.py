"""Costs and effects of cards as numbers for the AI player, built once from the ops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.imperial_settlers.model.catalog import CARD_GOODS, CARDS, RESOURCES
from games.imperial_settlers.rules.actions.cards import BY_CARD
from games.imperial_settlers.rules.effects.deals import CopyProduction
from games.imperial_settlers.rules.effects.operations import (
    Choose,
    DeploySamurai,
    DrawSelect,
    ExchangeOneOf,
    Gain,
    GainPer,
    Swap,
    Trigger,
)

Vec = tuple[int, int, int, int, int, int]
GOOD_KINDS = (*RESOURCES, "worker", "raze", "gold")  # kind of good of each component of a `Vec`
AT = {good: at for at, good in enumerate(GOOD_KINDS)}
WOOD, STONE, FOOD, WORKER, RAZE, GOLD = range(6)
ZERO: Vec = (0, 0, 0, 0, 0, 0)
BEST_OF_TWO_CARDS = 1.35  # value of choosing the better of two cards, in cards
SAMURAI_IN_CARDS = 0.4  # value of deploying a Samurai, in cards
SAMURAI = "samurai"


class CardGain(NamedTuple):
    """Gain of goods, points and cards.

    `goods` are in the order of `GOOD_KINDS`; `cards` may be a fraction. If `color` is set, the gain
    is received once for each own Location of that color, or for each Samurai if it is `SAMURAI`,
    but at most `max_times` times.
    """

    goods: Vec = ZERO
    points: int = 0
    cards: float = 0.0
    color: str = ""
    max_times: int = 1


Part = tuple[CardGain, ...]  # alternatives, of which the player chooses one


class Mode(NamedTuple):
    """Mode of an Action Location: what one use costs and brings.

    The cost consists of the goods in `cost`, `any_resource` resources of any kind, `hand` hand
    cards and `deals` own Deals; with `target` also of the raze tokens for the razed Location.
    `parts` are plain gains, `ops` the other effects.
    """

    cost: Vec
    any_resource: int
    hand: int
    deals: int
    target: bool
    parts: tuple[Part, ...]
    ops: tuple[Any, ...]


class Reaction(NamedTuple):
    """Trigger of a card, with its gains and the exchanges that the player may decline.

    For the event `build`, `color` or `deck` is that of the card built; for `gain_vp`, `min_points`
    is the least number of points gained.
    """

    event: str
    color: str | None
    deck: str | None
    min_points: int
    parts: tuple[Part, ...]
    exchanges: tuple[Swap, ...]


class AiCardFacts(NamedTuple):
    """Costs and effects of a card.

    `site`: building the card requires giving up a Location or Foundation. `copies`: the card
    produces like another Location. `reactions` are the card's triggers, `features` its other
    permanent effects. `uses` is the number of activations per round, each with one of the `modes`.
    """

    cost: Vec
    site: bool
    production: tuple[Part, ...]
    bonus: tuple[Part, ...]
    copies: bool
    reactions: tuple[Reaction, ...]
    features: tuple[Any, ...]
    uses: int
    modes: tuple[Mode, ...]


def vec(goods: Mapping[str, int]) -> Vec:
    """Return goods as a vector in the order of `GOOD_KINDS`; points and cards are left out."""
    return tuple(goods.get(good, 0) for good in GOOD_KINDS)  # type: ignore[return-value]


def gain_of(goods: Mapping[str, int], color: str = "", most: int = 1) -> CardGain:
    """Return the goods, points (`vp`) and cards in `goods` as a gain.

    With a `color`, the gain is received for each own Location of that color, at most `most` times.
    """
    return CardGain(
        vec(goods), goods.get("vp", 0), sum(goods.get(good, 0) for good in CARD_GOODS), color, most
    )


def _gain_of_op(op: Any) -> Part | None:
    """Return the alternative gains of an op; None if the op is no plain gain.

    If the player has no choice, there is one alternative.
    """
    match op:
        case Gain():
            return (gain_of(op.goods),)
        case GainPer():
            return (gain_of(op.goods, op.count.color or SAMURAI, op.max),)
        case Choose():
            return tuple(gain_of(ops[0].goods) for ops in op.options)
        case DrawSelect():
            return (CardGain(cards=BEST_OF_TWO_CARDS),)
        case DeploySamurai():
            return (CardGain(cards=SAMURAI_IN_CARDS),)
    return None


def _gains_of_ops(ops: Iterable[Any]) -> tuple[Part, ...]:
    return tuple(part for op in ops if (part := _gain_of_op(op)) is not None)


def _reaction(trigger: Trigger) -> Reaction:
    exchanges = tuple(
        swap for op in trigger.do if isinstance(op, ExchangeOneOf) for swap in op.options
    )
    return Reaction(
        trigger.event,
        trigger.filter.color,
        trigger.filter.deck,
        trigger.filter.min,
        _gains_of_ops(trigger.do),
        exchanges,
    )


def _mode(mode: Any) -> Mode:
    cost = mode.cost
    return Mode(
        vec(cost),
        cost.get("any_resource", 0),
        cost.get("hand_card", 0),
        cost.get("own_deal", 0),
        "raze_for_target" in cost,
        _gains_of_ops(mode.effect),
        tuple(op for op in mode.effect if _gain_of_op(op) is None),
    )


@lru_cache(256)
def card_facts(code: str) -> AiCardFacts:
    """Return the costs and effects of the card with this code."""
    card = CARDS[code]
    effects = BY_CARD[card.id]
    action = effects.action
    return AiCardFacts(
        cost=vec(card.goods),
        site=card.site,
        production=_gains_of_ops(effects.production),
        bonus=_gains_of_ops(effects.bonus),
        copies=any(isinstance(op, CopyProduction) for op in effects.production),
        reactions=tuple(_reaction(one) for one in effects.features if isinstance(one, Trigger)),
        features=tuple(one for one in effects.features if not isinstance(one, Trigger)),
        uses=action.uses if action else 0,
        modes=tuple(map(_mode, action.modes)) if action else (),
    )


def plus(a: Vec, b: Vec) -> Vec:
    """Return the sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@lru_cache(20_000)
def goods_after_paying(purse: Vec, cost: Vec, any_resource: int = 0) -> Vec | None:
    """Return the goods of `purse` left after paying `cost`; None if it can't be paid.

    Besides `cost`, `any_resource` resources of any kind are paid. Gold replaces only missing
    resources (wood, stone, food).
    """
    wood, stone, food, worker, raze, gold = (
        have - need for have, need in zip(purse, cost, strict=True)
    )
    if worker < 0 or raze < 0 or gold < 0:
        return None
    left = [wood, stone, food]
    for _ in range(any_resource):
        most_plentiful = max(range(3), key=lambda kind: left[kind])
        left[most_plentiful] -= 1
    missing = sum(-n for n in left if n < 0)
    if missing > gold:
        return None
    return max(left[0], 0), max(left[1], 0), max(left[2], 0), worker, raze, gold - missing
