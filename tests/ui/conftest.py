"""Harnesses for tests of the user interface without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.conftest import known_seeds
from tests.app.harness import AppHarness
from tests.ui.handler_harness import HandlerHarness
from tests.ui.publisher_harness import PublisherHarness
from ui.interactions import dispatcher as dispatching
from ui.interactions.dispatcher import Dispatcher

__all__ = ["known_seeds"]  # a fixture that applies to these tests, too


@pytest.fixture
async def handlers(tmp_path: Path) -> AsyncIterator[HandlerHarness]:
    harness = AppHarness(tmp_path)
    await harness.open()
    yield HandlerHarness(harness)
    await harness.app.stop()


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[PublisherHarness]:
    harness = PublisherHarness(tmp_path)
    await harness.begin()
    yield harness
    await harness.app.stop()


@pytest.fixture
def hands(shown: PublisherHarness) -> Dispatcher:
    return Dispatcher(shown.app, shown.table_publisher)


@pytest.fixture
def never_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer be deferred, for tests that ask only what is answered."""
    monkeypatch.setattr(dispatching, "DEFER_AFTER_S", 30.0)
