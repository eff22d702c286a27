"""Interface of `server.Sandbox` for the page and its requests, to avoid a circular import."""

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
    """Builder of the objects that are sent to the page."""

    def guild(self, guild: Json) -> Json:
        """Return a guild for the page: channels, threads, and permissions that bots lack."""

    def clock(self) -> Json:
        """Return the clock for the page: `now` and `offset`.

        `now` is the sandbox's time (ISO 8601). `offset` is by how many seconds it is ahead of real
        time.
        """

    def faults(self) -> Json:
        """Return the faults that are switched on, with revoked permissions by channel."""


class SandboxContext(Protocol):
    """Parts of the sandbox that the page's requests use."""

    clock: Clock
    store: Store
    world: ServerState
    faults: Faults
    gateway: Gateway
    interactions: Interactions
    api: Api

    @property
    def page(self) -> PagePayloads:
        """Return the builder of page objects."""

    @property
    def url(self) -> str:
        """Return the URL of the page."""

    def advance(self, seconds: float) -> None:
        """Move the clock forward; expire tokens and archive threads accordingly."""

    def reset_clock(self) -> None:
        """Return to real time."""
