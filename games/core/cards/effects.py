"""Cards as data: an effect is an ordered list of tagged ops; a chain resolves one op after the other, and survives restarts.

A game declares its ops and their union, and one frame:

    class Gain(Op[Empire], frozen=True, tag="gain"):
        words: ClassVar = "empire.op"                    # its words stand at empire.op.gain
        n: int
        def apply(self, t, seat, here): ...

    class Resolve(Chain[Empire], tag="resolve"):
        cards: ClassVar = CARDS                          # t.push(Resolve(seat, Ref("castle_1", "production")))

An op that has to ask pushes a frame, which may keep `here`: a reference into the catalogue, never the op itself.
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
    """A place in a card: its id, and the way to an op or a list of ops ("production", "modes.0.effect", "bonus.2.options.1")."""

    card: str
    part: str

    def target(self, *steps: str | int) -> EffectRef:
        """Further in: `steps` are names of fields and places in lists; whether anything stands there is not looked at."""
        return EffectRef(self.card, ".".join([self.part, *map(str, steps)]))

    def find(self, cards: Mapping[str, Any]) -> Any:
        """What stands there. KeyError, AttributeError or IndexError for a way that leads nowhere."""
        node = cards[self.card]
        for step in self.part.split("."):
            node = node[int(step)] if step.isdigit() else getattr(node, step)
        return node


class Effect(Struct, Generic[S], frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """One effect: whether it can happen, what it does, and its words. The card's text is made of the last, so that text and
    behaviour can't disagree. `words` is where the game's catalogue has them: `tadmor.op` + `.` + the op's tag."""

    words: ClassVar[str] = "op"

    def possible(self, t: StepContext[S], seat: Seat) -> Msg | None:
        """Why nothing would happen now; None when it can. A chain passes over what is not possible."""
        return None

    def apply(self, t: StepContext[S], seat: Seat, here: EffectRef) -> None:
        """Do it, or push the frame that asks; `here` is where this op stands."""
        raise NotImplementedError

    def describe(self) -> Msg:
        """The op in words, for the card's text: `words.<tag>` with the op's numbers and words. Others say more than that."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Msg(
            f"{self.words}.{self.__struct_config__.tag}",
            {k: v for k, v in fields.items() if isinstance(v, int | str)},
        )


class Chain(Frame[S]):
    """Base of the frame that resolves a list of ops for a seat. It leaves the stack before its last op, so that whatever an op
    pushes comes first and the rest waits beneath."""

    seat: Seat
    ops: EffectRef
    at: int = 0
    cards: ClassVar[Mapping[str, Any]] = {}

    def advance(self, t: StepContext[S]) -> None:
        """The next op. All ops of all cards are applied here and nowhere else: a coverage test only has to watch this."""
        ops: Sequence[Effect[S]] = self.ops.find(self.cards)
        here = self.ops.target(self.at)
        self.at += 1
        if self.at >= len(ops):
            t.pop()
        if self.at <= len(ops) and (op := ops[self.at - 1]).possible(t, self.seat) is None:
            op.apply(t, self.seat, here)


def as_event(ops: Iterable[Effect[Any]], word: str = "and") -> Msg:
    """A list of ops in words ("A, B y C"); `word` is `and` or `or`."""
    return listed([op.describe() for op in ops], word)


def each_target(node: Any) -> Iterator[Effect[Any]]:
    """All ops anywhere in a card, a list or a catalogue, those within other ops too (for checks of data and coverage)."""
    if isinstance(node, Effect):
        yield node
    if isinstance(node, Struct):
        node = [getattr(node, name) for name in node.__struct_fields__]
    elif isinstance(node, Mapping):
        node = node.values()
    elif not isinstance(node, list | tuple):
        return
    for one in node:
        yield from each_target(one)
