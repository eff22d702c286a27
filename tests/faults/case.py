"""One case: a user presses a control while a fault lasts; then everything is checked."""

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
    """Table, user and random source of a case. Faults keep their data in `notes`."""

    harness: FaultHarness
    match: str
    luck: Random
    who: str = "Ana"
    notes: dict[str, Any] = field(default_factory=dict)

    async def table(self) -> Any:
        """Return the stored match."""
        return await self.harness.app.lobby.get(self.match)

    async def do(self, what: str, **fields: Any) -> Any:
        """Perform an action of the sandbox page."""
        return await self.harness.box.page.perform(what, fields)


@dataclass(frozen=True)
class Fault:
    """Fault. `begin` starts it and returns what ends it.

    - `lasts`: the numbers of seconds that it may last
    - `lines`: the warnings that it may log
    - `mute`: nobody can be told anything while it lasts
    - `thread`, `computers`: the table must be in a thread, must have an AI player
    - `moves`: only the next move can notice it
    - `early`: it may also begin right after the press
    - `taps`: how many users press while it lasts
    - `tells`: words of the direct message that tells the organizer that the table cannot be shown
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
        """Return whether it needs a running game and a table of its own."""
        return self.moves or self.thread or self.computers


FAULTS: dict[str, Fault] = {}


def fault(
    name: str, **how: Any
) -> Callable[[Callable[[Case], Awaitable[End | None]]], Callable[[Case], Awaitable[End | None]]]:
    """Register a fault by its name in the report."""

    def register(
        begin: Callable[[Case], Awaitable[End | None]],
    ) -> Callable[[Case], Awaitable[End | None]]:
        FAULTS[name] = Fault(name, begin, **how)
        return begin

    return register


def meddled(case: Case, meddle: Meddle) -> End:
    """Pass every HTTP call through a function until the end."""
    api = case.harness.box.api
    api.meddler = meddle

    async def end() -> None:
        if api.meddler is meddle:
            api.meddler = None

    return end
