"""What all rooms' tests share."""

from __future__ import annotations

import pytest

from tests import browser


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; the test is skipped, loudly, where there is none."""
    path = browser.find()
    if path is None:
        pytest.skip("no Chromium on this machine: browser tests skipped (`make test` says how to get one)")
    return path
