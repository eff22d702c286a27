"""What the page and its requests need of the sandbox, so that none of them imports another in a circle."""

from __future__ import annotations

from typing import Protocol

from .api import Api
from .clock import Clock
from .faults import Faults
from .gateway import Gateway
from .interactions import Interactions
from .model import Json
from .store import Store
from .world import World


class Shown(Protocol):
    """Things as the page gets them."""

    def guild(self, guild: Json) -> Json:
        """A guild."""

    def clock(self) -> Json:
        """The clock."""

    def faults(self) -> Json:
        """The faults, lost permissions by channel included."""


class Parts(Protocol):
    """The sandbox, by its parts."""

    clock: Clock
    store: Store
    world: World
    faults: Faults
    gateway: Gateway
    interactions: Interactions
    api: Api

    @property
    def page(self) -> Shown:
        """What shapes things for the page."""

    @property
    def url(self) -> str:
        """Where the page is."""

    def advance(self, seconds: float) -> None:
        """Moves the clock and lets time have its effects."""

    def reset_clock(self) -> None:
        """Back to real time."""
