"""What the page and its requests need of the sandbox, so that none of them imports another in a circle."""

from __future__ import annotations

from typing import Protocol

from sandbox.rest.api import Api
from sandbox.services.gateway import Gateway
from sandbox.services.interactions import Interactions
from sandbox.state.clock import Clock
from sandbox.state.faults import Faults
from sandbox.state.model import Json
from sandbox.state.server_state import ServerState
from sandbox.state.store import Store


class PagePayloads(Protocol):
    """Things as the page gets them."""

    def guild(self, guild: Json) -> Json:
        """A guild."""

    def clock(self) -> Json:
        """The clock."""

    def faults(self) -> Json:
        """The faults, lost permissions by channel included."""


class SandboxContext(Protocol):
    """The sandbox, by its parts."""

    clock: Clock
    store: Store
    world: ServerState
    faults: Faults
    gateway: Gateway
    interactions: Interactions
    api: Api

    @property
    def page(self) -> PagePayloads:
        """What shapes things for the page."""

    @property
    def url(self) -> str:
        """Where the page is."""

    def advance(self, seconds: float) -> None:
        """Moves the clock and lets time have its effects."""

    def reset_clock(self) -> None:
        """Back to real time."""
