"""Reports to Sentry contain kinds and places of errors, no values."""

import json
import logging

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from ops.monitoring import sentry

SECRET = "the queen of hearts"


class Kept(Transport):
    """Transport that keeps the reports."""

    def __init__(self, options=None) -> None:
        super().__init__(options)
        self.sent: list[dict] = []

    def capture_envelope(self, envelope) -> None:
        self.sent += [item.payload.json for item in envelope.items]


@pytest.fixture
def sent():
    transport = Kept()
    assert sentry.start_reporting(
        "https://key@localhost/1",
        lambda error: isinstance(error, ConnectionError),
        transport=transport,
    )
    yield transport.sent
    sentry_sdk.get_client().close()
    sentry_sdk.init()


def deal(hand: str) -> None:
    held = [hand]
    raise KeyError(f"{held} {hand}")


def test_a_report_tells_kind_and_place_alone(sent):
    log = logging.getLogger("sobremesa.cogs")
    sentry_sdk.set_user({"id": SECRET})
    sentry_sdk.set_tag("hand", SECRET)
    sentry_sdk.add_breadcrumb(message=SECRET)
    try:
        deal(SECRET)
    except KeyError:
        log.exception("a picture of %s failed", SECRET, extra={"hand": SECRET})
    (report,) = sent
    told = json.dumps(report)
    assert SECRET not in told
    (one,) = report["exception"]["values"]
    assert one["type"] == "KeyError"
    assert one["stacktrace"]["frames"][-1]["function"] == "deal"
    assert report["logentry"]["message"] == "a picture of %s failed"
    assert not {
        "user",
        "tags",
        "extra",
        "breadcrumbs",
        "contexts",
        "modules",
        "server_name",
        "request",
    } & set(report)


def test_an_outage_is_no_report(sent):
    logging.getLogger("sobremesa.cogs").error("away", exc_info=ConnectionError(SECRET))
    assert sent == []


def test_without_the_package_the_bot_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setitem(__import__("sys").modules, "sentry_sdk", None)
    assert not sentry.start_reporting("https://key@localhost/1", lambda _error: False)
    assert "not installed" in caplog.text
