"""Base of ops with a target, and the frame that asks for the target (rules 0.3).

If there is only one target, nothing is asked.
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
    amounts,
    card_name,
    place_names,
    rival_name,
    rival_of,
)
from games.imperial_settlers.model.state import VIRTUAL, MadeDeal, SettlersState
from games.imperial_settlers.rules.effects.choices import hand_option, root
from games.imperial_settlers.rules.effects.operations import Goods, SettlersOp
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import price

T = StepContext[SettlersState]
Row = tuple[str, ...]
Name = Literal["rival", "place", "hand", "deal", "good"]


class AimedOp(SettlersOp, frozen=True):
    """Base of ops with a target.

    A target is a row of keys, such as an enemy and a Location; `fields` names the kind of each
    key. The player picks a row key by key. An answer about converted goods may follow it.
    """

    fields: ClassVar[tuple[Name, ...]] = ()

    def rows(self, t: T, seat: Seat, spent: Mapping[str, int], card: str = "") -> list[Row]:
        """Return the legal targets once `spent` is paid; `card` is the card with the effect."""
        raise NotImplementedError

    def hit(self, t: T, seat: Seat, here: EffectRef, row: Row, given: Mapping[str, int]) -> None:
        """Apply the op to a target; `given` are the goods turned into points."""
        raise NotImplementedError

    def hindrance(self, t: T, seat: Seat, spent: Mapping[str, int]) -> Msg | None:
        """Return why there is no target; None if there is one."""
        return (
            None if self.rows(t, seat, spent) else msg(f"imp.why.no_{self.__struct_config__.tag}")
        )

    def apply(self, t: T, seat: Seat, here: EffectRef) -> None:
        """Push the frame that asks for the target."""
        t.push(Aim(seat, here))

    def detail(self, s: SettlersState, place: str) -> Msg | None:
        """Describe a Location that may be chosen; None if there is nothing to say."""
        return None

    def convertible_goods(self, row: Row) -> Goods:
        """Return the goods of a target that may be turned into points."""
        return {}


class Aim(Frame[SettlersState], tag="aim"):
    """Choice of the target of the op at `here`."""

    seat: int
    here: EffectRef

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the seat, or nobody if there is at most one target and nothing else to ask."""
        op, rows = self._op(), self._rows(t)
        return (
            ()
            if not rows or (len(rows) == 1 and not op.convertible_goods(rows[0]))
            else (self.seat,)
        )

    def advance(self, t: T) -> None:
        """Apply the op to the only target, if there is one."""
        rows = self._rows(t)
        t.pop()
        if rows:
            self._op().hit(t, self.seat, self.here, rows[0], {})

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for each field of the target, then for the goods turned into points."""
        op = self._op()
        if not path:
            return root(_tag(op))
        return aim(t, seat, op, self._rows(t), path[1:])

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Apply the op to the chosen target."""
        op = self._op()
        row, given = split(op, path[1:])
        t.pop()
        op.hit(t, seat, self.here, row, given)

    def _op(self) -> AimedOp:
        op: AimedOp = self.here.find(EFFECTS)
        return op

    def _rows(self, t: T) -> list[Row]:
        return self._op().rows(t, self.seat, {}, self.here.card)


def split(op: AimedOp, path: Path) -> tuple[Row, Goods]:
    """Decode a complete path of `aim` into the target and the goods turned into points.

    The target is the row of keys, one per field of `op`.
    """
    row = tuple(str(key) for key in path[: len(op.fields)])
    rest = path[len(op.fields) :]
    return row, dict(rest[0]) if rest and isinstance(rest[0], dict) else {}


def aim(t: T, seat: Seat, op: AimedOp, rows: Sequence[Row], path: Path) -> PromptResult:
    """Return the next question about a target; `path` begins with its first field."""
    n = len(op.fields)
    if len(path) < n:
        return OptionTable(rows, tuple(_field(t, seat, op, at) for at in range(n))).choose(*path)
    row, given = split(op, path)
    turned = op.convertible_goods(row)
    if turned and len(path) == n:
        return _convert_prompt(tuple(turned.items()))
    words = {name: _key_words(t.state, seat, name, row, at) for at, name in enumerate(op.fields)}
    effects = (msg("imp.sure.turned", n=2 * sum(given.values())),) if given else ()
    ghost = (f"{row[-1]}={_tag(op)}",) if op.fields[-1] == "place" else ()
    return MoveReady(msg(f"imp.sure.{_tag(op)}", **words), effects=effects, ghost=ghost)


def forced_target_messages(
    t: T, seat: Seat, ops: Sequence[SettlersOp], spent: Mapping[str, int], card: str
) -> list[Msg]:
    """Describe the ops that will hit their only target without a question.

    The targets are those once `spent` is paid. There is one sentence per op.
    """
    texts = []
    for op in (one for one in ops if isinstance(one, AimedOp)):
        rows = op.rows(t, seat, spent, card)
        if len(rows) == 1 and not op.convertible_goods(rows[0]):
            words = {
                name: _key_words(t.state, seat, name, rows[0], at)
                for at, name in enumerate(op.fields)
            }
            texts.append(msg(f"imp.sure.{_tag(op)}", **words))
    return texts


def _tag(op: AimedOp) -> str:
    return str(op.__struct_config__.tag)


def _field(t: T, seat: Seat, op: AimedOp, column: int) -> Field:
    """Return the prompt and the options for one field of the target."""
    name = op.fields[column]
    return Field(
        msg(f"imp.ask.{name}_{_tag(op)}"),
        lambda _key, rows: _option(t, seat, op, name, rows[0], column),
    )


def _option(t: T, seat: Seat, op: AimedOp, name: Name, row: Row, column: int) -> Option:
    """Return the option for the key in a column of a target row; `name` is the key's kind."""
    key, s = row[column], t.state
    match name:
        case "rival":
            return Option(
                key, rival_name(rival_of(key)), spot=f"empire{rival_of(key)}", rule="targets"
            )
        case "place":
            label = _key_words(s, seat, name, row, column)
            if getattr(op, "pay_tokens", False):  # a `RazeEnemy` that costs raze tokens
                label = msg(
                    "imp.target.priced", card=label, n=price(s, s.find(key)[1], s.lord(key))
                )
            return Option(key, label, op.detail(s, key), spot=key, art=key, rule="targets")
        case "hand":
            return hand_option(key, amounts(CARDS[key].raze) if CARDS[key].raze else None)
        case "deal":
            return Option(
                key,
                _key_words(s, seat, name, row, column),
                spot=f"deal{_owner_of_field(seat, row, column)}_{key}",
                rule="deal",
            )
        case "good":
            return Option(key, amount(key, 1), art=key, rule="targets")


def _owner_of_field(seat: Seat, row: Row, column: int) -> int:
    """Return the owner of what a key names: the rival that the row names first, else the seat."""
    begins_with_rival = not row[0].startswith("d") and row[0] not in CARDS
    return rival_of(row[0]) if column and begins_with_rival else seat


def _key_words(s: SettlersState, seat: Seat, name: Name, row: Row, column: int) -> Msg:
    """Describe the key in a column of a target row."""
    key = row[column]
    match name:
        case "rival":
            return rival_name(rival_of(key))
        case "place":
            return place_names(s.own(s.lord(key)))[key]
        case "hand":
            return card_name(key)
        case "deal":
            return deal_name(deals_of(s, _owner_of_field(seat, row, column))[int(key[1:])])
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
        return msg("imp.deal.route", card=card_name(deal.target), good=GOOD_NAMES[deal.good])
    if deal.card not in CARDS:
        return msg("imp.deal.attack", good=GOOD_NAMES[deal.good])
    return msg("imp.deal.card", card=card_name(deal.card), good=GOOD_NAMES[deal.good])


@lru_cache(256)
def _convert_prompt(turned: tuple[tuple[str, int], ...]) -> DistributePrompt:
    slots = tuple(Slot(good, GOOD_NAMES[good], n, art=good) for good, n in turned if n)
    return DistributePrompt(slots, 0, sum(n for _, n in turned), msg("imp.ask.convert"), default={})
