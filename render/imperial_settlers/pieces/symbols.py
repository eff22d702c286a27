"""Effects of a card as rows of signs, read from the rules data, so that both agree.

A sign is a kind and a name: `good` (a chip), `color` (a square), `own` and `foe` (an icon; an
enemy's in a ring), `lost` (an enemy's, crossed out), `gone` (one's own, crossed out), `crest`
and `kind` (squares), `text`, `most` (a maximum), and the bare `arrow`, `built`, `rule`, `or`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from games.imperial_settlers.model.catalog import CARDS, COMMON, RULES, SUPPLY
from games.imperial_settlers.rules.actions import cards as fx
from games.imperial_settlers.rules.actions.activating import RepeatAction
from games.imperial_settlers.rules.actions.building import BuildFromDeal, BuildFromHand
from games.imperial_settlers.rules.effects import deals, operations

NUMBER_FROM = 3  # minimum count written as a number before one chip
ORDER = (
    *SUPPLY,
    "any_resource",
    "card",
    "common_card",
    "faction_card",
    "hand_card",
    "own_deal",
    "raze_for_target",
    "vp",
)


class Sign(NamedTuple):
    """Sign in a row; the module docstring lists kinds and names."""

    kind: str
    name: str = ""


Row = tuple[Sign, ...]
ARROW, RULE, OR, BUILT = Sign("arrow"), Sign("rule"), Sign("or"), Sign("built")


def goods(amounts: Mapping[str, int]) -> Row:
    """Return the signs of goods: small amounts as chips, others as a number and a chip."""
    row: list[Sign] = []
    for good in ORDER:
        n = amounts.get(good, 0)
        if good == "raze_for_target" and n:
            row += [Sign("text", f"{RULES.raze_location}+"), Sign("good", "raze")]
            continue
        row += (
            [Sign("text", str(n)), Sign("good", good)]
            if n >= NUMBER_FROM
            else [Sign("good", good)] * n
        )
    return tuple(row)


def own_icon(name: str) -> Sign:
    """Return the sign for something that the card's user has or does: an icon of the atlas."""
    return Sign("own", name)


def foe_icon(name: str) -> Sign:
    """Return the sign for something that an enemy has or does: an icon with a red ring."""
    return Sign("foe", name)


def _gain_per(op: operations.GainPer) -> Row:
    """Return the signs of a gain per thing: the good, the counted thing, and the maximum."""
    counted = Sign("color", op.count.color) if op.count.color else own_icon("samurai-helmet")
    return (*goods(op.goods), OR, counted, Sign("most", str(op.max)))


def _joined(parts: Iterable[Row], by: Sign) -> Row:
    out: list[Sign] = []
    for part in parts:
        out += [*([by] if out else []), *part]
    return tuple(out)


def _choice(op: operations.Choose) -> Row:
    return _joined(([sign for one in option for sign in shown(one)] for option in op.options), OR)  # type: ignore[misc]


def _exchanges(op: operations.ExchangeOneOf) -> Row:
    return _joined(((*goods(option.cost), ARROW, *goods(option.gain)) for option in op.options), OR)


def _conversion(op: Any) -> Row:
    """Return the signs of a conversion: "or", and what a razed good is turned into.

    Return () if the op converts no goods.
    """
    return () if op.convert is None else (OR, *goods(op.convert.gain))


def _discard_deal(op: deals.DiscardEnemyDeal) -> Row:
    return (
        Sign("lost", "shaking-hands"),
        *((ARROW, Sign("good", "any_resource")) if op.gain_good else ()),
    )


SHOWN: dict[type, Callable[[Any], Row]] = {
    operations.Gain: lambda op: goods(op.goods),
    operations.GainPer: _gain_per,
    operations.Choose: _choice,
    operations.DrawSelect: lambda op: (
        Sign("text", str(op.draw)),
        Sign("good", "faction_card" if op.deck == "faction" else "card"),
        own_icon("card-pick"),
        Sign("text", str(op.keep)),
    ),
    operations.DeploySamurai: lambda op: (Sign("text", str(op.amount)), own_icon("samurai-helmet")),
    operations.ExchangeOneOf: _exchanges,
    BuildFromHand: lambda _: (own_icon("hammer-drop"), Sign("good", "faction_card")),
    BuildFromDeal: lambda _: (own_icon("shaking-hands"), own_icon("hammer-drop")),
    RepeatAction: lambda _: (own_icon("cycle"), Sign("kind", "action")),
    deals.CopyProduction: lambda _: (own_icon("cycle"), Sign("kind", "production")),
    deals.ProduceLocation: lambda _: (Sign("kind", "production"),),
    deals.GainDealGood: lambda _: (own_icon("shaking-hands"), ARROW, Sign("good", "any_resource")),
    deals.DiscardEnemyDeal: _discard_deal,
    deals.TakeEnemyDeal: lambda _: (foe_icon("shaking-hands"), ARROW, own_icon("shaking-hands")),
    deals.StealResource: lambda op: (
        own_icon("robber-hand"),
        *_joined(((Sign("good", good),) for good in op.goods), OR),
    ),
    deals.Loot: lambda _: (foe_icon("village"), ARROW, Sign("good", "any_resource")),
    deals.RazeHand: lambda op: (Sign("gone", "card-play"), *_conversion(op)),
    deals.RazeEnemy: lambda op: (Sign("lost", "village"), *_conversion(op)),
    deals.RazeOwn: lambda _: (Sign("gone", "village"),),
    deals.RemoveEnemy: lambda _: (Sign("lost", "village"),),
    deals.EnemyDiscards: lambda _: (Sign("lost", "card-play"),),
    deals.Jam: lambda _: (foe_icon("padlock"), Sign("kind", "action")),
    deals.Capture: lambda _: (foe_icon("village"), own_icon("flying-flag")),
    deals.ToFoundation: lambda op: (
        own_icon("card-play"),
        own_icon("brick-wall"),
        *goods(op.goods),
    ),
    deals.TradeRoute: lambda _: (foe_icon("village"), ARROW, own_icon("shaking-hands")),
}
EVENTS: dict[str, Row] = {
    "raze": (own_icon("torch"),),
    "deal": (own_icon("shaking-hands"),),
    "enemy_worker_exchange": (foe_icon("meeple"), foe_icon("meeple")),
}


def shown(op: Any) -> Row:
    """Return the signs of one operation of an effect.

    Raises KeyError for a type of operation that is missing in `SHOWN`.
    """
    return SHOWN[type(op)](op)


def _effect_signs(effects: Iterable[Any]) -> Row:
    return tuple(sign for op in effects for sign in shown(op))


def _trigger_event(feature: operations.Trigger) -> Row:
    """Return the signs of the event that fires a trigger."""
    condition = feature.filter
    if condition.color:
        return (own_icon("hammer-drop"), Sign("color", condition.color))
    if condition.deck:
        return (
            own_icon("hammer-drop"),
            own_icon("village") if condition.deck == COMMON else Sign("crest", condition.deck),
        )
    return (
        (Sign("text", f"{condition.min}+"), Sign("good", "vp"))
        if feature.event == "gain_vp"
        else EVENTS[feature.event]
    )


def _feature_row(feature: operations.Feature) -> Row:
    """Return the signs of a permanent feature of a card.

    It is a trigger, a storage, a higher price to raze the card, or a placement. A placement puts
    hand cards on the card, or resources that bring points at the end of the game.
    """
    match feature:
        case operations.Trigger():
            return (*_trigger_event(feature), ARROW, *_effect_signs(feature.do))
        case operations.Storage():
            return (own_icon("warehouse"), *(Sign("good", good) for good in feature.goods))
        case operations.RazeCost():
            return (
                own_icon("checked-shield"),
                Sign("text", f"+{feature.amount}"),
                Sign("good", "raze"),
            )
        case operations.Placement(place="hand_cards"):
            gain = goods(feature.immediate.goods) if feature.immediate else ()
            return (own_icon("card-play"), ARROW, *gain)
        case operations.Placement(end_game=operations.Steps(table=table)):
            steps = " / ".join(str(points) for _, points in table)
            return (Sign("good", "any_resource"), ARROW, Sign("text", steps), Sign("good", "vp"))
    raise ValueError(f"no signs for {feature!r}")


def _mode_row(mode: Any, uses: int) -> Row:
    cost = (*goods(mode.cost), ARROW) if mode.cost else ()
    repeat = (Sign("text", f"×{uses}"),) if uses > 1 else ()
    return (*cost, *_effect_signs(mode.effect), *repeat)


@functools.lru_cache(maxsize=256)
def rows(code: str) -> tuple[Row, ...]:
    """Return the effects of a card as one row for each way to use the card.

    Its build bonus comes last.
    """
    card: fx.Effects = fx.BY_CARD[CARDS[code].id]
    found = [_effect_signs(card.production)] if card.production else []
    found += [_feature_row(feature) for feature in card.features]
    if card.action:
        found += [_mode_row(mode, card.action.uses) for mode in card.action.modes]
    if card.bonus:
        found.append((BUILT, *_effect_signs(card.bonus)))
    return tuple(found)
