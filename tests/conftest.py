"""What all rooms' tests share."""

from __future__ import annotations

import pytest

from tests import browser

pytest.register_assert_rewrite("tests.games", "tests.render.approved")  # what their helpers find different is shown, too


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; the test is skipped, loudly, where there is none."""
    path = browser.find()
    if path is None:
        pytest.skip("no Chromium on this machine: browser tests skipped (`make test` says how to get one)")
    return path
