"""A torn line is tried again soon, and never so often that Discord resets the token."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from discord import backoff

from cogs import line
from cogs.line import Backoff

LOGINS = 1000   # a day, says Discord


def test_a_torn_line_is_tried_soon_and_not_too_often(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(line, "time", clock)
    monkeypatch.setattr(backoff, "time", clock)
    one, tried, waits = Backoff(), list[float](), list[float]()
    while now < 3 * line.DAY:
        waits.append(one.delay())
        now += waits[-1]
        tried.append(now)
    assert max(waits[: line.FREE]) <= line.SOON
    for begin in range(0, int(2 * line.DAY), 3600):
        assert sum(begin <= at < begin + line.DAY for at in tried) < LOGINS
