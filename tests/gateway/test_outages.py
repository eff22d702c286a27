"""One log line per outage; internal errors keep their traceback."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from app.ports.errors import StorageUnavailableError
from gateway import outages
from gateway.outages import OutageLogFilter

Log = Callable[[str, BaseException | None], str]


def away(status: int = 503) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="away")
    return (
        discord.DiscordServerError(answer, "away")
        if status >= 500
        else discord.HTTPException(answer, "no")
    )


@pytest.fixture
def lines() -> Iterator[tuple[OutageLogFilter, logging.Logger, io.StringIO]]:
    """Return a logger with the filter of the bot's log."""
    out, found = io.StringIO(), OutageLogFilter()
    handler = logging.StreamHandler(out)
    handler.addFilter(found)
    log = logging.getLogger("test.outages")
    log.propagate = False
    log.addHandler(handler)
    yield found, log, out
    log.removeHandler(handler)


def tell(log: logging.Logger, error: BaseException, what: str = "Ignoring exception in %s") -> None:
    """Log an error with its traceback."""
    try:
        raise error
    except BaseException:
        log.exception(what, "on_interaction")


@pytest.mark.parametrize(
    "error",
    [
        away(),
        discord.GatewayNotFound(),
        aiohttp.ClientConnectionError("refused"),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError("gone"),
        TimeoutError(),
        RuntimeError("Session is closed"),
    ],
)
def test_discord_away_is_one_line_however_many_tries(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO], error: Exception
):
    _, log, out = lines
    for _ in range(9):
        tell(log, error)
        tell(log, ConnectionRefusedError("another"), "Attempting a reconnect in %s")
    said = out.getvalue().splitlines()
    assert len(said) == 1
    assert said[0].startswith("Ignoring exception in on_interaction (")
    assert type(error).__name__ in said[0]


def test_a_mishap_that_an_outage_has_caused_belongs_to_it(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO],
):
    _, log, out = lines
    for _ in range(3):
        try:
            try:
                raise away()
            except discord.HTTPException as error:
                raise ValueError("could not be shown") from error
        except ValueError:
            log.exception("match %s could not be shown", "B1")
    assert len(out.getvalue().splitlines()) == 1


def test_a_full_disk_is_another_outage_than_discord_away(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO],
):
    _, log, out = lines
    for _ in range(4):
        log.error(
            "store unavailable, nothing can be saved: %s",
            "database or disk is full",
            extra={"outage": "store"},
        )
        tell(log, StorageUnavailableError("full"))
        tell(log, away())
    said = out.getvalue().splitlines()
    assert len(said) == 2
    assert said[0].startswith("store unavailable, nothing can be saved: database or disk is full; ")


def test_the_next_outage_is_told_again(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO], monkeypatch: pytest.MonkeyPatch
):
    found, log, out = lines
    clock = 1000.0
    monkeypatch.setattr("gateway.outages.time.monotonic", lambda: clock)
    tell(log, away())
    clock += outages.OUTAGE_RESET_S - 1
    tell(log, away())
    clock += outages.OUTAGE_RESET_S - 1
    tell(log, away())
    assert len(out.getvalue().splitlines()) == 1, "one that lasts is still the same"
    clock += outages.OUTAGE_RESET_S + 1
    tell(log, away())
    assert len(out.getvalue().splitlines()) == 2
    found.log_end("discord")
    tell(log, away())
    assert len(out.getvalue().splitlines()) == 3


@pytest.mark.parametrize("error", [KeyError("board"), RuntimeError("ours"), away(400)])
def test_our_own_mistakes_keep_their_story(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO], error: Exception
):
    _, log, out = lines
    for _ in range(2):
        tell(log, error)
    assert out.getvalue().count("Traceback") == 2


def test_the_end_of_an_outage_is_said_once(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO], caplog: pytest.LogCaptureFixture
):
    found, log, _ = lines
    caplog.set_level("INFO", "sobremesa")
    found.log_end("store")
    assert not caplog.records
    tell(log, StorageUnavailableError("full"))
    for _ in range(3):
        found.log_end("store")
    told = [one.getMessage() for one in caplog.records if one.levelname == "INFO"]
    assert told == ["outage over: moves are saved again"]


def test_dots_that_belong_to_a_command_stay(
    lines: tuple[OutageLogFilter, logging.Logger, io.StringIO],
):
    _, log, out = lines
    log.error("a backup takes its place by: make restore FILE=...", extra={"outage": "damage"})
    log.error("nothing can be saved.", extra={"outage": "store"})
    said = out.getvalue().splitlines()
    assert said[0].startswith("a backup takes its place by: make restore FILE=...; what")
    assert said[1].startswith("nothing can be saved; what")
