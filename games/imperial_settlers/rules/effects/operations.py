"""Ops without a target, and permanent features of cards (rules 0.2-0.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar, Literal

from msgspec import Struct

from games.core.cards.effects import Effect, EffectRef
from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, listed, literal, msg
from games.imperial_settlers.model.catalog import (
    CARD_GOODS,
    CARDS,
    FACTIONS,
    SUPPLY,
    Color,
    Deck,
)
from games.imperial_settlers.model.names import COLOR_NAMES, GOOD_NAMES, amounts, the_card
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.choices import Deploy, Either, Exchange, LookAtCards
from games.imperial_settlers.rules.effects.resolve import EFFECTS, count_color, gain, triggers
from games.imperial_settlers.rules.effects.steps import count_samurai, places_for_samurai

Goods = dict[str, int]
Context = StepContext[SettlersState]


class SettlersOp(Effect[SettlersState], frozen=True):
    """Base of all ops; an op is one step of a card's effect."""

    words: ClassVar[str] = "imp.op"

    def hindrance(self, ctx: Context, seat: Seat, spent: Mapping[str, int]) -> Msg | None:
        """Return why the op would have no effect once `spent` is paid; None if it would have one.

        Ops without a target always have an effect.
        """
        return None

    def why_impossible(self, ctx: Context, seat: Seat) -> Msg | None:
        """Return why the op would have no effect now, or None (rules 0.3)."""
        return self.hindrance(ctx, seat, {})


def in_words(ops: Sequence[Effect[Any]]) -> Msg:
    """Describe ops in their order: `A; B`."""
    return reduce(lambda a, b: msg("imp.text.ops", a=a, b=b), [op.describe() for op in ops])


class Gain(SettlersOp, frozen=True, tag="gain"):
    """Op: gain goods from the supply."""

    goods: Goods

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Apply one gain."""
        gain(ctx, seat, self.goods, here.card)

    def describe(self) -> Msg:
        """Describe the op: `ganas 1 de oro y 1 PV`; cards are drawn (`robas`)."""
        cards = {good: n for good, n in self.goods.items() if good in CARD_GOODS}
        goods = {good: n for good, n in self.goods.items() if good not in CARD_GOODS}
        key = "imp.op.gain_draw" if cards and goods else "imp.op.draw" if cards else "imp.op.gain"
        return msg(key, what=amounts(goods), cards=amounts(cards))


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """Things that `gain_per` counts: own Locations of a color, or Samurai on own Locations."""

    what: Literal["own_locations", "own_samurai"]
    color: Color | None = None


class GainPer(SettlersOp, frozen=True, tag="gain_per"):
    """Op: gain goods for each thing counted, at most `max` times."""

    goods: Goods
    count: Count
    max: int

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Gain the total at once, so that a trigger on points sees the total."""
        n = (
            count_samurai(ctx.state, seat)
            if self.count.color is None
            else count_color(ctx.state, seat, self.count.color)
        )
        gain(ctx, seat, self.goods_for(n), here.card)

    def goods_for(self, n: int) -> dict[str, int]:
        """Return the goods for `n` things counted."""
        return {good: k * min(n, self.max) for good, k in self.goods.items()}

    def describe(self) -> Msg:
        """Describe the op: `ganas 1 PV por cada Localización gris (máximo 6)`."""
        if self.count.color is None:
            return msg("imp.op.gain_per_samurai", what=amounts(self.goods), n=self.max)
        return msg(
            "imp.op.gain_per",
            what=amounts(self.goods),
            color=COLOR_NAMES[self.count.color],
            n=self.max,
        )


class Choose(SettlersOp, frozen=True, tag="choose"):
    """Op: choose one of several lists of ops."""

    options: tuple[tuple[Gain, ...], ...]

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask the seat to choose one of the lists."""
        ctx.push(Either(seat, here))

    def describe(self) -> Msg:
        """Describe the op: `ganas 1 de oro o 1 PV`; the verb comes once if only goods are gained."""
        gains = [
            op.goods for ops in self.options for op in ops if op.goods.keys().isdisjoint(CARD_GOODS)
        ]
        if len(gains) == sum(map(len, self.options)) == len(self.options):
            return msg("imp.op.gain", what=listed(map(amounts, gains), "or"))
        return listed([in_words(ops) for ops in self.options], "or")


class DrawSelect(SettlersOp, frozen=True, tag="draw_select"):
    """Op: draw cards, keep some and discard the rest face up."""

    deck: Literal["faction", "any"]
    draw: int
    keep: int

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask from which decks the cards are drawn; the choice of cards follows (ruling R50)."""
        ctx.push(LookAtCards(seat, self.deck, self.draw, self.keep))

    def describe(self) -> Msg:
        """Describe the op: `robas 2 cartas de tu facción, te quedas 1 y descartas el resto`."""
        return msg(f"imp.op.draw_select_{self.deck}", n=self.draw, m=self.keep)


class DeploySamurai(SettlersOp, frozen=True, tag="deploy_samurai"):
    """Op: deploy Samurai from the general supply (rules 9.1).

    Samurai without a place are lost.
    """

    amount: int

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask for the places if there are more places than Samurai."""
        ctx.push(
            Deploy(seat, min(self.amount, len(places_for_samurai(ctx.state, seat))), self.amount)
        )

    def describe(self) -> Msg:
        """Describe the op: `despliegas 2 samuráis de la reserva`."""
        return msg("imp.op.deploy_samurai", n=self.amount)


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """Exchange: goods paid and goods gained."""

    cost: Goods
    gain: Goods

    def describe(self) -> Msg:
        """Describe the exchange: `gastar 1 de oro para ganar 2 PV`."""
        return msg("imp.op.swap", cost=amounts(self.cost), gain=amounts(self.gain))

    def label(self) -> Msg:
        """Return the exchange as a label: `1 de oro → 2 PV`."""
        return msg("imp.op.swap_label", cost=amounts(self.cost), gain=amounts(self.gain))


class ExchangeOneOf(SettlersOp, frozen=True, tag="exchange_one_of"):
    """Op: make one of several exchanges once, or none."""

    options: tuple[Swap, ...]

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Ask which exchange the seat makes, if it can pay for at least one."""
        ctx.push(Exchange(seat, here))

    def describe(self) -> Msg:
        """Describe the op: `puedes gastar 1 de oro para ganar 2 PV o ...`."""
        return msg(
            "imp.op.exchange_one_of", what=listed([one.describe() for one in self.options], "or")
        )


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """Filter of a trigger: color or deck of the card built, or minimum of points gained."""

    color: Color | None = None
    deck: Deck | None = None
    min: int = 0


class Trigger(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="trigger"):
    """Feature: ops (`do`) that follow an event.

    With `per` `pair`, `do` happens once for each pair of workers. `optional` is for information
    only: the ops themselves let the player decline.
    """

    event: Literal["build", "raze", "deal", "gain_vp", "enemy_worker_exchange"]
    do: tuple[Gain | Choose | ExchangeOneOf, ...]
    filter: Filter = Filter()
    per: Literal["", "pair"] = ""
    optional: bool = False

    def reacts_to(self, card: str, points: int) -> bool:
        """Return whether the trigger accepts an event: `card` was built, or `points` were gained."""
        which = self.filter
        if which.color is not None:
            return which.color in CARDS[card].colors
        if which.deck is not None:
            return CARDS[card].deck == which.deck
        return points >= which.min

    def describe(self) -> Msg:
        """Describe the feature: `cada vez que construyes una Localización roja, ganas ...`."""
        what = in_words(self.do)
        key = f"imp.feature.{self.event}"
        if self.filter.color is not None:
            return msg(f"{key}_color", color=COLOR_NAMES[self.filter.color], what=what)
        if self.filter.deck is not None:
            return msg(f"{key}_deck", deck=msg(f"imp.built.{self.filter.deck}"), what=what)
        return msg(key, n=self.filter.min, what=what)


class Storage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="storage"):
    """Feature: goods kept at cleanup without limit (rules 4.4)."""

    goods: tuple[str, ...]

    def describe(self) -> Msg:
        """Describe the feature: `conservas toda la madera, ... entre rondas`."""
        return msg("imp.feature.storage", what=listed([GOOD_NAMES[good] for good in self.goods]))


class RazeCost(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="raze_cost_modifier"
):
    """Feature: razing its owner's Locations costs enemies `amount` more raze tokens."""

    amount: int

    def describe(self) -> Msg:
        """Describe the feature: `saquear cualquiera de tus Localizaciones cuesta 1 ficha más`."""
        return msg("imp.feature.raze_cost_modifier", n=self.amount)


class Immediate(Struct, frozen=True, forbid_unknown_fields=True):
    """Goods gained at once for every `per` cards or goods placed."""

    per: int
    goods: Goods


class Threshold(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="threshold"):
    """Points at the end for at least `at_least` pieces; none for fewer (rules 9.3)."""

    at_least: int
    vp: int

    def points(self, n: int) -> int:
        """Return the points for `n` pieces."""
        return self.vp if n >= self.at_least else 0


class Steps(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="table"):
    """Points at the end, by the highest row of a table that is reached.

    A row is (number of pieces, points).
    """

    table: tuple[tuple[int, int], ...]

    def points(self, n: int) -> int:
        """Return the points for `n` pieces."""
        return max((points for least, points in self.table if n >= least), default=0)


class Placement(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="placement"):
    """Feature: free operation that places hand cards or resources for good (rules 9.3)."""

    place: Literal["hand_cards", "resources"]
    immediate: Immediate | None
    end_game: Threshold | Steps

    def describe(self) -> Msg:
        """Describe the cards or goods that may be placed, and their yield now and at the end."""
        end = self.end_game
        if isinstance(end, Threshold):
            now = self.immediate.goods if self.immediate else {}
            return msg(
                "imp.feature.placement_hand_cards", what=amounts(now), n=end.at_least, m=end.vp
            )
        return msg(
            "imp.feature.placement_resources",
            points=literal(" / ".join(str(points) for _, points in end.table)),
            least=literal(" / ".join(str(least) for least, _ in end.table)),
        )


def multiplied_gains(ops: Sequence[Effect[Any]], times: int) -> Sequence[Effect[Any]] | None:
    """Return the gains of `ops`, multiplied by `times`; None if an op is not a plain gain."""
    if any(type(op) is not Gain for op in ops):
        return None
    return [
        Gain({good: n * times for good, n in op.goods.items()})
        for op in ops
        if isinstance(op, Gain)
    ]


def trigger_messages(
    s: SettlersState,
    seat: Seat,
    event: str,
    card: str = "",
    ops: Sequence[Effect[Any]] = (),
    given_up_site: str = "",
) -> list[Msg]:
    """Describe the triggers that `event` would fire; equal sentences become one.

    Triggers of all Locations that the seat controls count, except `given_up_site`, the Location
    that the seat gives up for a building. For the event `build`, `card` is the card built, and its
    own triggers count too. Triggers on the points that `ops` gain are added.
    """
    own = [one.card for one in s.controlled_by(seat) if one.card != given_up_site]
    if event == "build":
        own.append(card)
    fired = [
        (location, trigger)
        for location in own
        for _, trigger in triggers(location, event)
        if trigger.reacts_to(card, points=0)
    ]
    points_by_op = [_points(s, seat, op, card if event == "build" else "") for op in ops]
    fired += [
        (location, trigger)
        for location in own
        for _, trigger in triggers(location, "gain_vp")
        for points in points_by_op
        if points and trigger.reacts_to("", points)
    ]
    equal_texts: dict[str, list[Msg]] = {}
    for location, trigger in fired:
        text = msg("imp.sure.also", card=the_card(location), what=in_words(trigger.do))
        equal_texts.setdefault(repr(text), []).append(text)
    return [
        texts[0] if len(texts) == 1 else msg("imp.sure.also_times", said=texts[0], n=len(texts))
        for texts in equal_texts.values()
    ]


def _points(s: SettlersState, seat: Seat, op: Effect[Any], built_card: str) -> int:
    """Return the points that `op` gains at once.

    `built_card` counts as a Location of the seat, although it is not built yet; "" for none.
    """
    match op:
        case Gain(goods=goods):
            return goods.get("vp", 0)
        case GainPer(goods=goods, count=count) if count.color is not None:
            n = count_color(s, seat, count.color) + bool(
                built_card and count.color in CARDS[built_card].colors
            )
            return goods.get("vp", 0) * min(n, op.max)
    return 0


Feature = Trigger | Storage | RazeCost | Placement


def not_stored(s: SettlersState, seat: Seat) -> dict[str, int]:
    """Return the goods that a seat loses at cleanup since it can't store them (rules 4.4)."""
    player = s.players[seat]
    kept = {*FACTIONS[player.faction].storage}
    for location in s.controlled_by(seat):
        for feature in EFFECTS[location.card].features:
            if isinstance(feature, Storage):
                kept |= {*feature.goods}
    return {
        good: player.supply[good] for good in SUPPLY if player.supply[good] and good not in kept
    }
