"""Games of a few lines, made of frames for one test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path as File
from typing import Any

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.engine.game import Game, register
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, PromptResult, verb_prompt
from games.core.state.events import Event
from games.core.state.position import Outcome, Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Path, Seat, literal


class Toy(Struct, forbid_unknown_fields=True):
    log: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)


class Said(Event, frozen=True, tag="said"):
    words: str
    by: dict[int, int] = field(default_factory=dict)


class Say(Frame[Toy], tag="say"):
    """Frame that waits for its seat to say one of two words."""

    seat: int

    def prompt(self, t: StepContext[Toy], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                return verb_prompt(
                    Option("hello", literal("hello")), Option("bye", literal("bye")), default="bye"
                )
            case ("hello",) | ("bye",):
                return MoveReady(literal(str(path[0])))
        return IllegalPath(literal("no"))

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        t.state.log.append(f"{seat} {path[0]}")
        t.emit(Said(str(path[0]), {seat: len(t.state.log)}))
        t.pop()


class Over(Frame[Toy], tag="over"):
    """Last frame: everybody shares the first place."""

    def advance(self, t: StepContext[Toy]) -> None:
        t.end(Outcome([1] * t.n))


def nothing(*_: Any) -> None:
    """Hide and change nothing."""


_COUNT = [0]


def toy(
    frames: Any, stack: Callable[[StepContext[Toy]], Sequence[Frame[Toy]]], **more: Any
) -> Game[Any, Any]:
    """Return a game with this `stack` (first frame on top) above `Over`."""
    _COUNT[0] += 1
    facts: dict[str, Any] = {
        "id": f"toy_{_COUNT[0]}",
        "rules": 1,
        "players": range(1, 5),
        "state": Toy,
        "frames": frames | Over,
        "events": Said,
        "folder": File(__file__).parent,
        "setup": lambda t: [*stack(t), Over()],
        "blank": lambda n: Toy(points=[0] * n),
        "view": lambda pos, viewer: viewer,
        "narrate": lambda event: literal(event.words),
        "score": _score,
        "determinize": nothing,
        "describe": lambda view: [],
        "summary": lambda view: literal("toy"),
    }
    game = Game(**(facts | more))
    register(game)
    return game


def _score(pos: Position[Toy, Any]) -> Scoreboard:
    return Scoreboard((), tuple(pos.state.points))
