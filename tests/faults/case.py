"""Test case: a user presses a control during a fault, then everything is checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aiohttp import web

from sandbox.rest.api import StatusAndBody
from tests.faults.fault_harness import FaultHarness

Doing = Callable[[], Awaitable[StatusAndBody]]
Meddle = Callable[[str, web.Request, Doing], Awaitable[StatusAndBody]]
End = Callable[[], Awaitable[None]]


@dataclass
class Case:
    """Table, user and random source of a case; faults store their data in `notes`."""

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
    """Fault. `begin` starts it and returns a function that ends it.

    - `lasts`: possible durations in seconds
    - `lines`: how many warnings it may log
    - `mute`: the bot cannot tell users anything during the fault
    - `thread`, `computers`: the table must be in a thread, must have an AI player
    - `moves`: the bot can notice the fault only at the next move
    - `early`: the fault may also begin right after the press
    - `taps`: how many users press a control during the fault
    - `tells`: texts of the direct message that tells the organizer that the table cannot be shown
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
        """Return whether the fault needs a running game and a table of its own."""
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
    """Pass every HTTP call of the bot through a function until the fault ends."""
    api = case.harness.box.api
    api.around_request = meddle

    async def end() -> None:
        if api.around_request is meddle:
            api.around_request = None

    return end
