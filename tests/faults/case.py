"""One case: somebody uses a control while something goes wrong; afterwards everything is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aiohttp import web

from sandbox.rest.api import Done
from tests.faults.fault_harness import FaultHarness

Doing = Callable[[], Awaitable[Done]]
Meddle = Callable[[str, web.Request, Doing], Awaitable[Done]]
End = Callable[[], Awaitable[None]]


@dataclass
class Case:
    """Where it happens: a table of the house's, who taps, and the luck of it. `notes` are for troubles to remember things in."""

    harness: FaultHarness
    match: str
    luck: Random
    who: str = "Ana"
    notes: dict[str, Any] = field(default_factory=dict)

    async def table(self) -> Any:
        """The match as it is stored."""
        return await self.harness.app.lobby.get(self.match)

    async def do(self, what: str, **fields: Any) -> Any:
        """An act of the page's."""
        return await self.harness.box.page.perform(what, fields)


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong. `begin` brings it about and gives its end; it `lasts` so many seconds (one of them, by lot).

    `lines` are how many warnings it may cost, `mute` that nobody can be told anything while it lasts, `thread` that the table
    must live in one, `computers` that one must play along, `moves` that only the next move can find it out,
    `early` that it may also begin right after the tap, `taps` how many people tap while it lasts. Where the table can't be shown
    meanwhile, its organiser is told so in a direct message with one of the words `tells` (people change their language).
    """

    name: str
    begin: Callable[[Case], Awaitable[End | None]]
    lasts: tuple[float, ...] = (0.0,)
    lines: int = 1
    mute: bool = False
    thread: bool = False
    computers: bool = False
    moves: bool = False
    early: bool = True
    taps: int = 1
    tells: tuple[str, ...] = ()

    @property
    def special(self) -> bool:
        """Whether it needs a game that runs, and a table of its own kind."""
        return self.moves or self.thread or self.computers


FAULTS: dict[str, Fault] = {}


def fault(
    name: str, **how: Any
) -> Callable[[Callable[[Case], Awaitable[End | None]]], Callable[[Case], Awaitable[End | None]]]:
    """Registers a fault by its name in the report."""

    def register(
        begin: Callable[[Case], Awaitable[End | None]],
    ) -> Callable[[Case], Awaitable[End | None]]:
        FAULTS[name] = Fault(name, begin, **how)
        return begin

    return register


def meddled(case: Case, meddle: Meddle) -> End:
    """Every call goes through this until the end."""
    api = case.harness.box.api
    api.meddler = meddle

    async def end() -> None:
        if api.meddler is meddle:
            api.meddler = None

    return end
