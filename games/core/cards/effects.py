"""Effects of cards as data: ordered lists of ops (operations), applied one by one.

A game declares a class for each op, and one frame that applies a list of ops:

    class Gain(Effect[Empire], frozen=True, tag="gain"):
        words: ClassVar = "empire.op"  # its text has the key empire.op.gain
        n: int
        def apply(self, ctx, seat, here): ...

    class Resolve(Chain[Empire], tag="resolve"):
        cards: ClassVar = CARDS

    ctx.push(Resolve(seat, EffectRef("castle_1", "production")))

The chain is a frame, so it is stored in the position. An op that must ask a player pushes a frame
for that. That frame may store `here` (the reference to the op in the card's data), but never the op
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from games.core.engine.frame import Frame
from games.core.text.messages import Msg, Seat, listed

if TYPE_CHECKING:
    from games.core.engine.context import StepContext

S = TypeVar("S")


class EffectRef(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Reference to an op or a list of ops in the data of a card.

    `card` is the card's id. `part` is the path from the card to the op: field names and list
    indexes, joined by dots ("production", "modes.0.effect", "bonus.2.options.1").
    """

    card: str
    part: str

    def part_at(self, *steps: str | int) -> EffectRef:
        """Return a reference to a part of what this reference names.

        `steps` are the field names and list indexes that lead to the part. Does not check that the
        part exists.
        """
        return EffectRef(self.card, ".".join([self.part, *map(str, steps)]))

    def find(self, cards: Mapping[str, Any]) -> Any:
        """Return the op or list of ops that this reference names.

        `cards` has the cards by id. Raises KeyError, AttributeError or IndexError if the card or
        the part does not exist.
        """
        node = cards[self.card]
        for step in self.part.split("."):
            node = node[int(step)] if step.isdigit() else getattr(node, step)
        return node


class Effect(Struct, Generic[S], frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """One effect (op) of a card: whether it is possible, what it does, and its text.

    A card's text is made of the results of `describe`, so text and behavior can't differ. The key
    of an op's text in the message catalogue is `words`, a dot and the op's tag, such as
    `tadmor.op.gain`.
    """

    words: ClassVar[str] = "op"

    def why_impossible(self, ctx: StepContext[S], seat: Seat) -> Msg | None:
        """Return why the effect would do nothing now; None if it can happen.

        A chain skips an effect that is not possible.
        """
        return None

    def apply(self, ctx: StepContext[S], seat: Seat, here: EffectRef) -> None:
        """Apply the effect for `seat`, or push a frame that asks for a choice.

        `here` is the reference to this op in the card's data.
        """
        raise NotImplementedError

    def describe(self) -> Msg:
        """Return the effect as a message for the card's text.

        The default has the key `<words>.<tag>` and the op's int and str fields as arguments.
        """
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Msg(
            f"{self.words}.{self.__struct_config__.tag}",
            {k: v for k, v in fields.items() if isinstance(v, int | str)},
        )


class Chain(Frame[S]):
    """Base of the frame that applies a list of ops for a seat, one by one.

    `ops` refers to the list, `cards` has the game's cards by id, and `at` is the index of the next
    op. If an op pushes a frame, that frame runs before the next op. The chain is popped from the
    stack before its last op is applied.
    """

    seat: Seat
    ops: EffectRef
    at: int = 0
    cards: ClassVar[Mapping[str, Any]] = {}

    def advance(self, ctx: StepContext[S]) -> None:
        """Apply the next op, or skip it if it is not possible.

        Ops of cards are applied nowhere else, so a coverage test only has to watch this method.
        """
        ops: Sequence[Effect[S]] = self.ops.find(self.cards)
        if not ops:
            ctx.pop()
            return
        op, here = ops[self.at], self.ops.part_at(self.at)
        self.at += 1
        if self.at == len(ops):
            ctx.pop()
        if op.why_impossible(ctx, self.seat) is None:
            op.apply(ctx, self.seat, here)


def ops_in_words(ops: Iterable[Effect[Any]], word: str = "and") -> Msg:
    """Return the descriptions of ops as one message, a list such as "A, B and C".

    `word` joins the last two: `and` or `or`.
    """
    return listed([op.describe() for op in ops], word)


def each_op(node: Any) -> Iterator[Effect[Any]]:
    """Yield all ops in `node`, including nested ones.

    `node` is a card, a list or a dict of cards. Used to check the data of cards.
    """
    if isinstance(node, Effect):
        yield node
    if isinstance(node, Struct):
        node = [getattr(node, name) for name in node.__struct_fields__]
    elif isinstance(node, Mapping):
        node = node.values()
    elif not isinstance(node, list | tuple):
        return
    for part in node:
        yield from each_op(part)
