"""Reconnects are quick, and never so many that Discord resets the token."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import backoff

from gateway import connection
from gateway.connection import ReconnectBackoff

LOGINS = 1000  # a day, says Discord


def test_a_torn_line_is_tried_soon_and_not_too_often(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(connection, "time", clock)
    monkeypatch.setattr(backoff, "time", clock)
    one, tried, waits = ReconnectBackoff(), list[float](), list[float]()
    while now < 3 * connection.DAY_S:
        waits.append(one.delay())
        now += waits[-1]
        tried.append(now)
    assert max(waits[: connection.FAST_RETRIES_PER_DAY]) <= connection.MAX_BACKOFF_S
    for begin in range(0, int(2 * connection.DAY_S), 3600):
        assert sum(begin <= at < begin + connection.DAY_S for at in tried) < LOGINS


def test_a_line_waits_at_least_as_long_as_the_next_login_has_to():
    assert ReconnectBackoff(lambda: 144.0).delay() == 144.0
    assert ReconnectBackoff(lambda: 0.0).delay() <= connection.MAX_BACKOFF_S


async def test_discords_time_is_heard_once_a_minute(monkeypatch: pytest.MonkeyPatch):
    now, heard = 1000.0, list[float]()
    monkeypatch.setattr(connection, "time", SimpleNamespace(monotonic=lambda: now))
    config = connection.trace_date_header(heard.append)
    (end,) = config.on_request_end
    nothing: Any = None
    asked: Any = SimpleNamespace(
        response=SimpleNamespace(headers={"Date": "Sat, 28 Nov 2026 11:07:00 GMT"})
    )
    for date in ("no date", "", "Sat, 28 Nov 2026 11:07:00 GMT"):
        asked.response.headers["Date"] = date
        for _ in range(3):
            await end(nothing, SimpleNamespace(), asked)
    assert heard == [1795864020.0]
    now += connection.DATE_INTERVAL_S
    await end(nothing, SimpleNamespace(), asked)
    assert len(heard) == 2
