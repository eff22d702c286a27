"""One moment of the game: who decides, what may be answered, what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct

from games.core.prompts.prompt import Answer, DisabledOption, IllegalPath, Option
from games.core.text.messages import Path, Seat, msg

if TYPE_CHECKING:
    from games.core.engine.context import StepContext

S = TypeVar("S")


class FreeActions(Generic[S]):
    """Operations that may be done "at any time": their verbs stand beside the own answer of every frame that lists them in
    `free`. They leave the question standing and may push frames."""

    verbs: ClassVar[tuple[str, ...]] = ()

    def offer(self, t: StepContext[S], seat: Seat) -> tuple[Option | DisabledOption, ...]:
        """The verbs that `seat` may use now, and those that it would expect but may not use."""
        raise NotImplementedError

    def prompt(self, t: StepContext[S], seat: Seat, path: Path) -> Answer:
        """As `Frame.prompt`, for paths that begin with one of `verbs`."""
        raise NotImplementedError

    def apply(self, t: StepContext[S], seat: Seat, path: Path) -> None:
        """As `Frame.apply`, for a path that begins with one of `verbs`; the frame that asks stays where it is."""
        raise NotImplementedError


class Frame(Struct, Generic[S], tag_field="kind", forbid_unknown_fields=True):
    """Base of all frames: plain data plus behaviour. A frame lives in the position and survives restarts."""

    free: ClassVar[tuple[FreeActions, ...]] = ()  # type: ignore[type-arg]  # a class variable can't name the parameter

    def actors(self, t: StepContext[S]) -> tuple[Seat, ...]:
        """For whom the game waits; `()` makes the frame automatic. Default: the frame's own `seat`, if it has one and asks."""
        seat: Seat | None = getattr(self, "seat", None)
        return () if seat is None or type(self).prompt is Frame.prompt else (seat,)

    def optional_actors(self, t: StepContext[S]) -> tuple[Seat, ...]:
        """Who may act too though nobody waits for them."""
        return ()

    def prompt(self, t: StepContext[S], seat: Seat, path: Path) -> Answer:
        """The next form for this prefix, `Done`, or why not. Pure: changes nothing."""
        return IllegalPath(msg("core.refused.not_now"))

    def apply(self, t: StepContext[S], seat: Seat, path: Path) -> None:
        """Apply one complete path, which is known to be legal, to the table in place: pop, push, emit."""
        raise NotImplementedError

    def advance(self, t: StepContext[S]) -> None:
        """The automatic step of a frame without actors: push, pop, fork, emit."""
        raise NotImplementedError
