"""Ops with a target (rules 0.3): own cards and Deals; cards, Deals and goods of enemies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, listed, msg
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.events import (
    Captured,
    DealLost,
    Founded,
    Jammed,
    Looted,
    Produce,
    Removed,
    Routed,
    Stole,
)
from games.imperial_settlers.model.names import GOOD_NAMES, amounts, rival_key, rival_of
from games.imperial_settlers.model.state import (
    VIRTUAL,
    Foundation,
    Location,
    MadeDeal,
    SettlersState,
)
from games.imperial_settlers.rules.effects.choices import Discard, distinct_cards
from games.imperial_settlers.rules.effects.operations import Goods, in_words
from games.imperial_settlers.rules.effects.resolve import EFFECTS, Resolve, draw_from, fire, gain
from games.imperial_settlers.rules.effects.steps import (
    JAPANESE,
    drop,
    end_deal,
    enemy_places,
    price,
    raze_hand,
    raze_location,
)
from games.imperial_settlers.rules.effects.targets import AimedOp, FieldKind, Target, deals_of

Context = StepContext[SettlersState]
RIVAL_PLACE: tuple[FieldKind, ...] = ("rival", "place")


class Convert(Struct, frozen=True, forbid_unknown_fields=True):
    """Conversion of a razing's goods into points: `gain` for every `give` goods."""

    give: int
    gain: Goods
    any_number: bool


def _target_rows(found: Iterable[tuple[int, Location]]) -> list[Target]:
    return [(rival_key(enemy), one.card) for enemy, one in found]


class CopyProduction(AimedOp, frozen=True, tag="copy_production"):
    """Op: produce like another own Production Location that does not copy (ruling R20).

    Without such a Location nothing happens.
    """

    fields: ClassVar[tuple[FieldKind, ...]] = ("place",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the seat's Production Locations, except those that copy others themselves."""
        return [
            (one.card,)
            for one in ctx.state.controlled_by(seat)
            if one.facts.kind == "production" and not _copies(one.card)
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Let the Location produce once more."""
        _produce(ctx, seat, here, target[0])

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe the production of the Location."""
        return in_words(EFFECTS[place].production)


class ProduceLocation(CopyProduction, frozen=True, tag="produce_location"):
    """Op: produce like any own Production Location."""

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the own Production Locations."""
        return [
            (one.card,) for one in ctx.state.controlled_by(seat) if one.facts.kind == "production"
        ]


def _copies(card: str) -> bool:
    return any(isinstance(op, CopyProduction) for op in EFFECTS[card].production)


def _produce(ctx: Context, seat: Seat, here: EffectRef, card: str) -> None:
    ctx.emit(Produce(seat, here.card, card))
    ctx.push(Resolve(seat, EffectRef(card, "production")))


class GainDealGood(AimedOp, frozen=True, tag="gain_deal_good"):
    """Op: gain the good of an own Deal; Trade Routes only with `include_trade_route`."""

    include_trade_route: bool
    fields: ClassVar[tuple[FieldKind, ...]] = ("deal",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the seat's Deals by index; `d0` is the first."""
        return _deals(ctx.state, seat, self.include_trade_route)

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Gain the good of the Deal."""
        gain(ctx, seat, {ctx.state.players[seat].deals[int(target[0][1:])].good: 1}, here.card)


def _deals(s: SettlersState, seat: int, routes: bool) -> list[Target]:
    return [(f"d{at}",) for at, deal in enumerate(deals_of(s, seat)) if routes or not deal.target]


class DiscardEnemyDeal(AimedOp, frozen=True, tag="discard_enemy_deal"):
    """Op: end an enemy's Deal; with `gain_good` also gain its good."""

    gain_good: bool
    include_trade_route: bool
    fields: ClassVar[tuple[FieldKind, ...]] = ("rival", "deal")

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the Deals of enemies (rulings R31, R36)."""
        return [
            (rival_key(enemy), *target)
            for enemy in ctx.state.enemies(seat)
            for target in _deals(ctx.state, enemy, self.include_trade_route)
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """End the Deal."""
        deal = _remove_deal(ctx.state, target)
        ctx.emit(
            DealLost(
                seat,
                rival_of(target[0]),
                deal.good,
                deal.card if not deal.target else "",
                deal.target,
            )
        )
        end_deal(ctx, deal)
        if self.gain_good:
            gain(ctx, seat, {deal.good: 1}, here.card)

    def describe(self) -> Msg:
        """Describe the op; the words mention the good if the seat gains it."""
        return msg(f"imp.op.discard_enemy_deal{'_gain' if self.gain_good else ''}")


def _remove_deal(s: SettlersState, target: Target) -> MadeDeal:
    """Take the Deal that `target` names away from its owner and return it."""
    victim, at = rival_of(target[0]), int(target[1][1:])
    deal = deals_of(s, victim)[at]
    if victim == VIRTUAL:
        s.queue.pop(at)
    else:
        s.players[victim].deals.pop(at)
    return deal


class TakeEnemyDeal(AimedOp, frozen=True, tag="take_enemy_deal"):
    """Op: move an enemy's Deal card under the seat's own board (rulings R7, R35)."""

    fields: ClassVar[tuple[FieldKind, ...]] = ("rival", "deal")

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the Deal cards of enemies, never Trade Routes (rules 0.3)."""
        return [
            (rival_key(enemy), *target)
            for enemy in ctx.state.enemies(seat)
            for target in _deals(ctx.state, enemy, routes=False)
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Move the Deal."""
        deal = _remove_deal(ctx.state, target)
        ctx.state.players[seat].deals.append(deal)
        ctx.emit(DealLost(seat, rival_of(target[0]), deal.good, deal.card, taken=True))


class StealResource(AimedOp, frozen=True, tag="steal_resource"):
    """Op: take `amount` of one of the goods from an enemy's supply."""

    goods: tuple[str, ...]
    amount: int
    fields: ClassVar[tuple[FieldKind, ...]] = ("rival", "good")

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return a pair (enemy, good) for each good of which an enemy has enough.

        The virtual player is never a target.
        """
        return [
            (rival_key(enemy), good)
            for enemy in ctx.state.enemies(seat)
            if enemy != VIRTUAL
            for good in self.goods
            if ctx.state.players[enemy].supply[good] >= self.amount
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Move the goods from the victim to the seat."""
        victim, good = rival_of(target[0]), target[1]
        ctx.state.players[victim].supply[good] -= self.amount
        ctx.state.players[seat].supply[good] += self.amount
        ctx.emit(Stole(seat, victim, good, self.amount))

    def describe(self) -> Msg:
        """Describe the op: `robas 1 de madera, piedra o comida`."""
        return msg(
            "imp.op.steal_resource",
            n=self.amount,
            what=listed([GOOD_NAMES[good] for good in self.goods], "or"),
        )


class Loot(AimedOp, frozen=True, tag="gain_from_enemy_raze_value"):
    """Op: gain one good of an enemy Location's raze value, without razing it (ruling R19)."""

    amount: Literal[1]
    fields: ClassVar[tuple[FieldKind, ...]] = ("rival", "place", "good")

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return a triple (enemy, Location, good) for each good that a razing would bring.

        Each kind of good in the raze value of an enemy Location is a target of its own.
        """
        return [
            (rival_key(enemy), one.card, good)
            for enemy, one in enemy_places(ctx.state, seat)
            for good in one.facts.raze
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Gain the good from the general supply."""
        goods: Goods = {target[2]: self.amount}
        ctx.emit(Looted(seat, rival_of(target[0]), target[1], goods))
        gain(ctx, seat, goods, here.card, quiet=True)

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe the Location's raze value."""
        return amounts(CARDS[place].raze)


class RazeHand(AimedOp, frozen=True, tag="raze_hand_card"):
    """Op: raze a hand card with a raze value; the raze token is part of the mode's cost."""

    convert: Convert
    fields: ClassVar[tuple[FieldKind, ...]] = ("hand",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the razable hand cards, one of each kind of identical copies."""
        return [(one,) for one in distinct_cards(ctx.state.players[seat].hand) if CARDS[one].raze]

    def convertible_goods(self, target: Target) -> Goods:
        """Return all goods of the card's raze value."""
        return CARDS[target[0]].raze

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Raze the card."""
        raze_hand(ctx, seat, target[0], converted)

    def describe(self) -> Msg:
        """Describe the op with its conversion."""
        return msg("imp.op.raze_hand_card", what=amounts(self.convert.gain))


class RazeEnemy(AimedOp, frozen=True, tag="raze_enemy_location"):
    """Op: raze an enemy Location with a raze value.

    With `pay_tokens` the seat pays the Location's price. Otherwise the razing is free, whatever
    protects the Location (ruling R18).
    """

    pay_tokens: bool
    convert: Convert | None = None
    fields: ClassVar[tuple[FieldKind, ...]] = RIVAL_PLACE

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the Locations whose price the raze tokens can pay.

        Acting Troupe waives the base price by passing `spent` with -2 tokens (ruling R42).
        """
        tokens = ctx.state.players[seat].supply["raze"] - spent.get("raze", 0)
        return _target_rows(
            (enemy, one)
            for enemy, one in enemy_places(ctx.state, seat)
            if one.facts.raze and (not self.pay_tokens or price(ctx.state, one, enemy) <= tokens)
        )

    def convertible_goods(self, target: Target) -> Goods:
        """Return all goods of the raze value if the card converts goods, else none."""
        return CARDS[target[1]].raze if self.convert else {}

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Raze the Location; the tokens are already paid."""
        raze_location(ctx, seat, target[1], 0, converted)

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe price and goods."""
        _, one = s.find(place)
        if not self.pay_tokens:
            return amounts(one.facts.raze)
        return msg(
            "imp.detail.price",
            n=price(s, one, s.controller_of(place)),
            what=amounts(one.facts.raze),
        )

    def describe(self) -> Msg:
        """Describe the op, with its conversion if it has one."""
        if self.convert:
            return msg("imp.op.raze_enemy_location_convert", what=amounts(self.convert.gain))
        return msg("imp.op.raze_enemy_location")


class RazeOwn(AimedOp, frozen=True, tag="raze_own_location"):
    """Op: raze an own Common Location for its goods, a Foundation and 1 wood."""

    deck: Literal["common"]
    fields: ClassVar[tuple[FieldKind, ...]] = ("place",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the own razable Common Locations."""
        return [
            (one.card,)
            for one in ctx.state.controlled_by(seat)
            if one.facts.deck == self.deck and one.facts.raze
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Raze the Location."""
        raze_location(ctx, seat, target[0], 0, {})

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe the goods of the raze value."""
        return amounts(CARDS[place].raze)


class RemoveEnemy(AimedOp, frozen=True, tag="remove_enemy_location"):
    """Op: discard any enemy Location without razing it (rulings R5, R6, R19)."""

    fields: ClassVar[tuple[FieldKind, ...]] = RIVAL_PLACE

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return all enemy Locations."""
        return _target_rows(enemy_places(ctx.state, seat))

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Discard the Location."""
        drop(ctx, *ctx.state.find(target[1]))
        ctx.emit(Removed(seat, rival_of(target[0]), target[1]))


class EnemyDiscards(AimedOp, frozen=True, tag="enemy_discards_card"):
    """Op: an enemy discards `amount` hand cards of their own choice."""

    amount: int
    fields: ClassVar[tuple[FieldKind, ...]] = ("rival",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the enemies with hand cards; never the virtual player."""
        return [
            (rival_key(enemy),)
            for enemy in ctx.state.enemies(seat)
            if enemy != VIRTUAL and ctx.state.players[enemy].hand
        ]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Ask the enemy; the effect continues after the answer."""
        ctx.push(Discard(rival_of(target[0]), self.amount))

    def describe(self) -> Msg:
        """Describe the op: `un rival descarta 1 carta de su mano`."""
        return msg("imp.op.enemy_discards_card", n=self.amount)


class Jam(AimedOp, frozen=True, tag="block_enemy_action"):
    """Op: block an enemy Action Location with activations left (ruling R15)."""

    fields: ClassVar[tuple[FieldKind, ...]] = RIVAL_PLACE

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the enemies' Action Locations that can still be activated in this round.

        The virtual player has none, because it activates nothing (rules 11).
        """
        return _target_rows(
            (enemy, one)
            for enemy, one in enemy_places(ctx.state, seat)
            if enemy != VIRTUAL
            and (action := EFFECTS[one.card].action)
            and one.used < action.uses
            and not one.blocked
        )

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Block the Location for the round."""
        ctx.state.find(target[1])[1].blocked = True
        ctx.emit(Jammed(seat, rival_of(target[0]), target[1]))


class Capture(AimedOp, frozen=True, tag="capture_location"):
    """Op: capture any enemy Location for the rest of the round (rules 9.4)."""

    fields: ClassVar[tuple[FieldKind, ...]] = RIVAL_PLACE

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return all enemy Locations."""
        return _target_rows(enemy_places(ctx.state, seat))

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Capture the Location, or free an own Location that the enemy has captured."""
        owner, one = ctx.state.find(target[1])
        one.captor = None if owner == seat else seat
        ctx.emit(Captured(seat, owner, target[1]))


class ToFoundation(AimedOp, frozen=True, tag="hand_card_to_foundation"):
    """Op: turn a hand card into a face-down Foundation and gain `goods` (R34, R60).

    The card is neither razed nor built.
    """

    goods: Goods
    fields: ClassVar[tuple[FieldKind, ...]] = ("hand",)

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the hand cards, one of each kind of identical copies."""
        return [(one,) for one in distinct_cards(ctx.state.players[seat].hand)]

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Place the Foundation and gain the goods."""
        player = ctx.state.players[seat]
        player.hand.remove(target[0])
        player.foundations.append(Foundation(target[0], known=False))
        ctx.emit(Founded(seat), {seat: Founded(seat, target[0])})
        gain(ctx, seat, self.goods, here.card)

    def describe(self) -> Msg:
        """Describe the op with its goods."""
        return msg("imp.op.hand_card_to_foundation", what=amounts(self.goods))


class TradeRoute(AimedOp, frozen=True, tag="trade_route_deal"):
    """Op: make a Deal with an enemy's faction Location (rules 9.2; R9, R37, R44).

    A card of the Japanese deck, drawn face down, marks the Deal.
    """

    fields: ClassVar[tuple[FieldKind, ...]] = RIVAL_PLACE

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the enemies' faction Locations that do not belong to the seat's own faction."""
        own = ctx.state.players[seat].faction
        return _target_rows(
            (enemy, one)
            for enemy, one in enemy_places(ctx.state, seat)
            if not one.facts.common and one.facts.deck != own
        )

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Make the Deal, fire its triggers and gain the good."""
        good = CARDS[target[1]].deal
        marker = (
            draw_from(ctx, seat, "faction") if ctx.state.players[seat].faction == JAPANESE else None
        )
        ctx.state.players[seat].deals.append(MadeDeal(good, marker or "", target[1]))
        ctx.emit(Routed(seat, ctx.state.find(target[1])[0], target[1], good))
        fire(ctx, seat, "deal")
        gain(ctx, seat, {good: 1}, target[1], quiet=True)

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Name the good that the Deal would bring."""
        return GOOD_NAMES[CARDS[place].deal]


TARGETED = (
    CopyProduction
    | ProduceLocation
    | GainDealGood
    | DiscardEnemyDeal
    | TakeEnemyDeal
    | StealResource
    | Loot
    | RazeHand
    | RazeEnemy
    | RazeOwn
    | RemoveEnemy
    | EnemyDiscards
    | Jam
    | Capture
    | ToFoundation
    | TradeRoute
)
