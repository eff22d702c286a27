"""A house with its handlers, for tests of the edge that need no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.conftest import known_seeds
from tests.app.kit import House
from tests.ui.edge import Edge
from tests.ui.shown import Shown

__all__ = ["known_seeds"]  # here too no test hangs on luck


@pytest.fixture
async def edge(tmp_path: Path) -> AsyncIterator[Edge]:
    house = House(tmp_path)
    await house.open()
    yield Edge(house)
    await house.app.stop()


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[Shown]:
    house = Shown(tmp_path)
    await house.begin()
    yield house
    await house.app.stop()
