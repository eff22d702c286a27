"""Log lines as text or JSON: tracebacks without messages of exceptions, no token."""

import io
import json
import logging
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from app.model.match import UserError
from app.runtime.log_redaction import describe_exception, format_traceback
from app.runtime.settings import Secret, Settings
from db.base.errors import StoreCorruptError
from games.core.text.messages import msg
from ops.monitoring import logging_setup

SECRET = "the queen of hearts"
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw." + "Gabcde." + "x" * 38


@pytest.fixture(params=["text", "json"])
def written(request: pytest.FixtureRequest):
    stream = io.StringIO()
    handler = logging_setup.log_handler(
        Settings(token=Secret("own-little-token"), log_format=request.param), stream
    )
    log: Any = logging.getLogger("a.test.of.the.journal")
    log.addHandler(handler)
    log.propagate, log.written, log.kind = False, stream.getvalue, request.param
    yield log
    log.removeHandler(handler)


def fail() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(f"not {SECRET}") from error


def test_a_story_names_files_and_kinds_and_no_words(written):
    try:
        fail()
    except ValueError as error:
        written.exception("a picture of %s failed: %s", "4K2", error)
    told = written.written()
    assert SECRET not in told
    assert "KeyError" in told
    assert "ValueError" in told
    assert "test_journal.py" in told
    assert "in fail" in told
    assert "a picture of 4K2 failed" in told


def test_json_is_a_line_each(written):
    written.warning("one\nand two")
    written.error("three", exc_info=RuntimeError(SECRET))
    lines = written.written().splitlines()
    if written.kind == "json":
        first, second = (json.loads(line) for line in lines)
        assert (first["level"], first["what"], first["where"]) == (
            "WARNING",
            "one\nand two",
            "a.test.of.the.journal",
        )
        assert second["story"] == "RuntimeError"
        assert first["at"].endswith("Z")
        assert "story" not in first
    else:
        assert len(lines) == 4


def test_no_token_is_written(written):
    address = "https://discord.com/api/v10/webhooks/123456/aW50ZXJhY3Rpb246-_x.y/messages/@original"
    written.warning("We are being rate limited. POST %s responded with 429.", address)
    written.warning("%s and %s", TOKEN, "own-little-token")
    told = written.written()
    assert "aW50ZXJhY3Rpb246" not in told
    assert "/webhooks/123456/***/messages/@original" in told
    assert TOKEN not in told
    assert "own-little-token" not in told


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason=SECRET)
    return discord.HTTPException(response, {"code": code, "message": SECRET})


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (refused(400, 50035), "HTTPException 400 50035"),
        (UserError(msg("host.trouble.no_table", name=SECRET)), "UserError host.trouble.no_table"),
        (StoreCorruptError(SECRET), "StoreCorruptError host.store.corrupt"),
        (OSError(28, "No space left on device", SECRET), "OSError No space left on device"),
        (ConnectionError(SECRET), "ConnectionError"),
        (NameError("name 'x' is not defined"), "NameError name 'x' is not defined"),
        (AssertionError(SECRET), "AssertionError"),
    ],
)
def test_what_may_be_said_of_an_exception(error: BaseException, told: str):
    assert describe_exception(error) == told


def test_what_happened_in_another_process_is_told_by_place():
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        error = pool.submit(fail).exception()
    told = format_traceback(error)
    assert SECRET not in told
    assert told.count("test_journal.py") >= 2
    assert told.endswith("ValueError")


@pytest.mark.parametrize("kind", ["text", "json"])
def test_no_line_has_the_password_of_a_database(kind):
    stream = io.StringIO()
    url = "postgresql://ana:p%40ss%2Fw%23rd@db/tables"
    handler = logging_setup.log_handler(Settings(server=Secret(url), log_format=kind), stream)
    for text in (url, "p%40ss%2Fw%23rd", "p@ss/w#rd", "passwords"):
        handler.emit(logging.LogRecord("x", logging.ERROR, "", 0, "lost: %s", (text,), None))
    said = stream.getvalue()
    assert "p%40" not in said
    assert "p@ss" not in said
    assert "passwords" in said
