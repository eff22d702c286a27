"""Game made of the prompts that Eight-Minute Empire does not have.

Large amounts, many slots, counters, several picks and long lists.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import ClassVar

from msgspec import Struct, field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.engine.game import Game, register
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.state.events import Event
from games.core.state.position import Outcome
from games.core.state.score import Criterion, Scoreboard, ScoreRow, places, rank
from games.core.text.messages import Path, Seat, literal

W = literal


class Stall(Struct, forbid_unknown_fields=True):
    told: list[list[str]] = field(default_factory=list)


class Sold(Event, frozen=True, tag="sold"):
    seat: int


class Ask(Frame[Stall], tag="ask"):
    """Frame that asks one question after another; `at` says which."""

    seat: int
    at: int = 0
    forms: ClassVar = (
        AmountPrompt(0, 1000, W("¿Cuánto pides?")),
        DistributePrompt(
            tuple(Slot(f"good{i}", W(f"bien {i}"), 4 if i else 60) for i in range(6)),
            3,
            9,
            W("¿Qué vendes?"),
        ),
        DistributePrompt(
            (Slot("wood", W("madera"), 4), Slot("stone", W("piedra"), 2)),
            2,
            3,
            W("¿Con qué pagas?"),
        ),
        SelectPrompt(
            tuple(Option(f"o{i}", W(f"puesto {i}")) for i in range(30)),
            W("¿Qué puestos?"),
            min=1,
            max=3,
        ),
        SelectPrompt(
            tuple(Option(f"o{i}", W(f"cliente {i}")) for i in range(18)),
            W("¿Quiénes?"),
            min=1,
            max=3,
        ),
        SelectPrompt(tuple(Option(f"o{i}", W(f"calle {i}")) for i in range(60)), W("¿Dónde?")),
    )

    def prompt(self, t: StepContext[Stall], seat: Seat, path: Path) -> PromptResult:
        match path:
            case ():
                return SelectPrompt((Option("tell", W("Decir")),))
            case ("tell",):
                return self.forms[self.at]
            case ("tell", what):
                return MoveReady(W(f"Dices {what}."))
        return IllegalPath(W("no"))

    def apply(self, t: StepContext[Stall], seat: Seat, path: Path) -> None:
        t.state.told.append([str(path[1])])
        t.emit(Sold(seat))
        self.at += 1
        if self.at == len(self.forms):
            t.pop()
            t.end(Outcome(places(score(t.pos).ranking)))


def score(pos) -> Scoreboard:
    nobody = tuple(0 for _ in range(pos.n))
    return Scoreboard(
        (ScoreRow("all", W("todo"), nobody),),
        nobody,
        rank([Criterion("total", W("puntos"), nobody)]),
    )


BAZAAR = Game(
    id="bazaar",
    folder=File(__file__).parent,
    rules=1,
    players=range(2, 4),
    state=Stall,
    frames=Ask,
    events=Sold,
    setup=lambda t: [Ask(0)],
    blank=lambda n: Stall(),
    view=lambda pos, viewer: Stall(),
    narrate=lambda event: W("vendido"),
    score=score,
    determinize=lambda pos, seat, rng: None,
    describe=lambda view: [W("un puesto")],
    summary=lambda view: W("mercado"),
)
register(BAZAAR)
