"""Base of ops with a target, and the frame that asks for the target (rules 0.3).

A `Target` is a tuple of keys, such as an enemy's and a Location's. The frame `Aim` asks for it
key by key, with an `OptionTable` of all legal targets. If there is only one target, nothing is
asked. The ops themselves are in `deals`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.option_table import Field, OptionTable
from games.core.prompts.prompt import DistributePrompt, MoveReady, Option, PromptResult, Slot
from games.core.text.messages import Msg, Path, Seat, msg
from games.imperial_settlers.model.catalog import ATTACKS, CARDS
from games.imperial_settlers.model.names import (
    GOOD_NAMES,
    amount,
    card_name,
    place_names,
    rival_name,
    rival_of,
    the_card,
    the_places,
)
from games.imperial_settlers.model.state import VIRTUAL, MadeDeal, SettlersState
from games.imperial_settlers.rules.effects.choices import hand_option, razing_option, root
from games.imperial_settlers.rules.effects.operations import Goods, SettlersOp
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import price

Context = StepContext[SettlersState]
Target = tuple[str, ...]
FieldKind = Literal["rival", "place", "hand", "deal", "good"]


class AimedOp(SettlersOp, frozen=True):
    """Base of ops with a target.

    `fields` names the kind of each key of a target. The player picks a target key by key. A further
    answer may say which goods of the target are converted into points.
    """

    fields: ClassVar[tuple[FieldKind, ...]] = ()

    def targets(
        self, ctx: Context, seat: Seat, spent: Mapping[str, int], card: str = ""
    ) -> list[Target]:
        """Return the legal targets once the goods in `spent` are paid.

        `card` is the card with the effect.
        """
        raise NotImplementedError

    def apply_to(
        self,
        ctx: Context,
        seat: Seat,
        here: EffectRef,
        target: Target,
        converted: Mapping[str, int],
    ) -> None:
        """Apply the op to a target; the goods in `converted` are turned into points."""
        raise NotImplementedError

    def hindrance(self, ctx: Context, seat: Seat, spent: Mapping[str, int]) -> Msg | None:
        """Return why there is no target; None if there is one."""
        return (
            None
            if self.targets(ctx, seat, spent)
            else msg(f"imp.why.no_{self.__struct_config__.tag}")
        )

    def apply(self, ctx: Context, seat: Seat, here: EffectRef) -> None:
        """Push the frame that asks for the target."""
        ctx.push(Aim(seat, here))

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe a Location that may be chosen; None if there is nothing to say."""
        return None

    def convertible_goods(self, target: Target) -> Goods:
        """Return the goods of a target that may be turned into points."""
        return {}


class Aim(Frame[SettlersState], tag="aim"):
    """Choice of the target of the op at `here`."""

    seat: int
    here: EffectRef

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat, or nobody if there is at most one target and nothing else to ask."""
        op, targets = self._op(), self._targets(ctx)
        return (
            ()
            if not targets or (len(targets) == 1 and not op.convertible_goods(targets[0]))
            else (self.seat,)
        )

    def advance(self, ctx: Context) -> None:
        """Apply the op to the only target, if there is one."""
        targets = self._targets(ctx)
        ctx.pop()
        if targets:
            self._op().apply_to(ctx, self.seat, self.here, targets[0], {})

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the keys of the target one by one, then for the goods to turn into points."""
        op = self._op()
        if not path:
            return root(_tag(op))
        return ask_target(ctx, seat, op, self._targets(ctx), path[1:])

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Apply the op to the chosen target."""
        op = self._op()
        target, converted = split_answer(op, path[1:])
        ctx.pop()
        op.apply_to(ctx, seat, self.here, target, converted)

    def _op(self) -> AimedOp:
        op: AimedOp = self.here.find(EFFECTS)
        return op

    def _targets(self, ctx: Context) -> list[Target]:
        return self._op().targets(ctx, self.seat, spent={}, card=self.here.card)


def split_answer(op: AimedOp, path: Path) -> tuple[Target, Goods]:
    """Decode a complete path of `ask_target` into the target and the goods turned into points."""
    target = tuple(str(key) for key in path[: len(op.fields)])
    rest = path[len(op.fields) :]
    return target, dict(rest[0]) if rest and isinstance(rest[0], dict) else {}


def ask_target(
    ctx: Context, seat: Seat, op: AimedOp, targets: Sequence[Target], path: Path
) -> PromptResult:
    """Return the next question about a target, one of `targets`, or the completed move.

    `path` begins with the first key of the target.
    """
    n_fields = len(op.fields)
    if len(path) < n_fields:
        return OptionTable(
            targets, tuple(_field(ctx, seat, op, at) for at in range(n_fields))
        ).choose(*path)
    target, converted = split_answer(op, path)
    goods = op.convertible_goods(target)
    if goods and len(path) == n_fields:
        return _convert_prompt(tuple(goods.items()), target[-1])
    words = {
        name: _key_words(ctx.state, seat, name, target, at) for at, name in enumerate(op.fields)
    }
    said = msg(f"imp.sure.{_tag(op)}", **words)
    if converted:
        said = msg("imp.sure.and_turned", said=said, n=2 * sum(converted.values()))
    ghost = (f"{target[-1]}={_tag(op)}",) if op.fields[-1] == "place" else ()
    return MoveReady(
        said,
        ghost=ghost,
        advice=msg(f"imp.advice.{_tag(op)}", **words),
    )


def forced_target_messages(
    ctx: Context, seat: Seat, ops: Sequence[SettlersOp], spent: Mapping[str, int], card: str
) -> list[Msg]:
    """Describe the ops that will hit their only target without a question.

    There is one sentence per op. Targets are determined as if the goods in `spent` were already
    paid. `card` is the card with the ops.
    """
    texts = []
    for op in (one for one in ops if isinstance(one, AimedOp)):
        targets = op.targets(ctx, seat, spent, card)
        if len(targets) == 1 and not op.convertible_goods(targets[0]):
            words = {
                name: _key_words(ctx.state, seat, name, targets[0], at)
                for at, name in enumerate(op.fields)
            }
            texts.append(msg(f"imp.sure.{_tag(op)}", **words))
    return texts


def _tag(op: AimedOp) -> str:
    return str(op.__struct_config__.tag)


def _field(ctx: Context, seat: Seat, op: AimedOp, column: int) -> Field:
    """Return the question for the keys at the index `column` of the targets of `op`."""
    name = op.fields[column]
    return Field(
        msg(f"imp.ask.{name}_{_tag(op)}"),
        lambda _key, rows: _option(ctx, seat, op, name, rows[0], column),
    )


def _option(
    ctx: Context, seat: Seat, op: AimedOp, name: FieldKind, target: Target, column: int
) -> Option:
    """Return the option that chooses the key `target[column]`, a key of the kind `name`.

    `column` is the index of the key. If several targets have the key, `target` is any of them.
    """
    key, s = target[column], ctx.state
    match name:
        case "rival":
            return Option(
                key, rival_name(rival_of(key)), spot=f"empire{rival_of(key)}", rule="targets"
            )
        case "place":
            label = place_names(s.controlled_by(s.controller_of(key)))[key]
            if getattr(op, "pay_tokens", False):  # a `RazeEnemy` that costs raze tokens
                label = msg(
                    "imp.target.priced",
                    card=label,
                    n=price(s, s.find(key)[1], s.controller_of(key)),
                )
            return Option(key, label, op.detail(s, key), spot=key, art=key, rule="targets")
        case "hand":
            is_razed = _tag(op) == "raze_hand_card"
            return razing_option(key) if is_razed else hand_option(key)
        case "deal":
            return Option(
                key,
                _key_words(s, seat, name, target, column),
                spot=f"deal{_owner_of_field(seat, target, column)}_{key}",
                rule="deal",
            )
        case "good":
            return Option(key, amount(key, 1), art=key, rule="targets")


def _owner_of_field(seat: Seat, target: Target, column: int) -> int:
    """Return the owner of the thing that `target[column]` names.

    This is the rival if the target begins with one and `column` is after it, else the seat.
    """
    begins_with_rival = not target[0].startswith("d") and target[0] not in CARDS
    return rival_of(target[0]) if column and begins_with_rival else seat


def _key_words(s: SettlersState, seat: Seat, name: FieldKind, target: Target, column: int) -> Msg:
    """Describe the key `target[column]`, as within a sentence; `name` is the kind of the key."""
    key = target[column]
    match name:
        case "rival":
            return rival_name(rival_of(key))
        case "place":
            return the_places(s.controlled_by(s.controller_of(key)))[key]
        case "hand":
            return the_card(key)
        case "deal":
            return deal_name(deals_of(s, _owner_of_field(seat, target, column))[int(key[1:])])
        case "good":
            return amount(key, 1)


def deals_of(s: SettlersState, seat: int) -> list[MadeDeal]:
    """Return the Deals of a seat; open Attack cards belong to the virtual player (rules 11)."""
    return (
        [MadeDeal(ATTACKS[card], card) for card in s.queue]
        if seat == VIRTUAL
        else s.players[seat].deals
    )


def deal_name(deal: MadeDeal) -> Msg:
    """Describe a Deal by its card or target, and its good."""
    if deal.target:
        return msg("imp.deal.route", card=the_card(deal.target), good=GOOD_NAMES[deal.good])
    if deal.card not in CARDS:
        return msg("imp.deal.attack", good=GOOD_NAMES[deal.good])
    return msg("imp.deal.card", card=card_name(deal.card), good=GOOD_NAMES[deal.good])


@lru_cache(256)
def _convert_prompt(goods: tuple[tuple[str, int], ...], card: str) -> DistributePrompt:
    """Ask which goods of the razed `card` become points."""
    slots = tuple(Slot(good, GOOD_NAMES[good], n, art=good) for good, n in goods if n)
    asked = msg("imp.ask.convert", card=the_card(card))
    return DistributePrompt(slots, 0, sum(n for _, n in goods), asked, default={})
