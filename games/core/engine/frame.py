"""Frames: the steps of a game. A frame says who acts, what is legal, what a choice does.

Frames are stored in the position, on a stack: the top one runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from msgspec import Struct

from games.core.prompts.prompt import DisabledOption, IllegalPath, Option, PromptResult
from games.core.text.messages import Path, Seat, msg

if TYPE_CHECKING:
    from games.core.engine.context import StepContext

S = TypeVar("S")


class FreeActions(Generic[S]):
    """Actions that a seat may take "at any time", besides the current frame's options.

    A frame that lists them in its field `free` also offers their `verbs`; a path that begins with
    one of these verbs is such an action. After the action, the frame asks again. If the action
    pushes frames, they run first.
    """

    verbs: ClassVar[tuple[str, ...]] = ()

    def offer(self, ctx: StepContext[S], seat: Seat) -> tuple[Option | DisabledOption, ...]:
        """Return one option per verb that `seat` may use now.

        Verbs that the seat can't use now are disabled options with a reason, or left out.
        """
        raise NotImplementedError

    def prompt(self, ctx: StepContext[S], seat: Seat, path: Path) -> PromptResult:
        """Return what follows a path that begins with a verb, like `Frame.prompt`."""
        raise NotImplementedError

    def apply(self, ctx: StepContext[S], seat: Seat, path: Path) -> None:
        """Apply a path that begins with one of `verbs`, like `Frame.apply`.

        The frame that asked stays on the stack.
        """
        raise NotImplementedError


class Frame(Struct, Generic[S], tag_field="kind", forbid_unknown_fields=True):
    """Base of all frames: a struct stored in the position, with the rules of one step.

    `free` are the actions that a seat may take besides the frame's own options.
    """

    free: ClassVar[tuple[FreeActions, ...]] = ()  # type: ignore[type-arg]  # a class variable can't name the parameter

    def actors(self, ctx: StepContext[S]) -> tuple[Seat, ...]:
        """Return the seats that must act; with () the frame runs without an answer.

        Default: the frame's own `seat`, if it has one and defines `prompt`.
        """
        seat: Seat | None = getattr(self, "seat", None)
        return () if seat is None or type(self).prompt is Frame.prompt else (seat,)

    def optional_actors(self, ctx: StepContext[S]) -> tuple[Seat, ...]:
        """Return the seats that may also act although the game does not wait for them."""
        return ()

    def prompt(self, ctx: StepContext[S], seat: Seat, path: Path) -> PromptResult:
        """Return what follows `path`: a prompt, `MoveReady` or `IllegalPath`.

        Must change nothing.
        """
        return IllegalPath(msg("core.refused.not_now"))

    def apply(self, ctx: StepContext[S], seat: Seat, path: Path) -> None:
        """Apply a complete legal path of `seat`.

        Changes the position in place; may pop the frame, push others and emit events.
        """
        raise NotImplementedError

    def advance(self, ctx: StepContext[S]) -> None:
        """Run one step of a frame without actors.

        Changes the position in place; may pop the frame, push or fork others and emit events.
        """
        raise NotImplementedError
