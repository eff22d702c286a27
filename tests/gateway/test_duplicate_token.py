"""Two programs with one token are noticed, and logged once an hour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.model.match import User
from gateway.duplicate_token import LOG_EVERY_S, MIN_ANSWERS, WINDOW_S, DuplicateTokenDetector
from tests.app.harness import PEOPLE, ManualClock
from tests.ui.fake_discord import refusal
from tests.ui.fake_interaction import Tap
from tests.ui.publisher_harness import PublisherHarness
from ui.components import Message
from ui.interactions.dispatcher import Dispatcher
from ui.response import Response

ANA = PEOPLE[0]
LINE = "another process uses this bot's token"


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[PublisherHarness]:
    harness = PublisherHarness(tmp_path)
    await harness.begin()
    yield harness
    await harness.app.stop()


async def answered(hands: Dispatcher, *, by_another: bool) -> None:
    """Return an interaction that gets a text as its answer."""

    async def work(_by: User) -> Response:
        return Response(Message(content="Listo"), edit=False)

    tap = Tap(ANA, "t1:x:y")
    if by_another:
        tap.errors["send"] = refusal(400, 40060)
    await hands.handle(tap, work)  # type: ignore[arg-type]
    await hands.idle()


def lines(caplog: pytest.LogCaptureFixture) -> int:
    return len([one for one in caplog.records if LINE in one.getMessage()])


async def test_answers_that_another_program_has_given_are_told_once_an_hour(
    shown: PublisherHarness, caplog: pytest.LogCaptureFixture
):
    hands = Dispatcher(shown.app, shown.table_publisher)
    for _ in range(MIN_ANSWERS - 1):
        await answered(hands, by_another=True)
        await answered(hands, by_another=False)
    assert (lines(caplog), hands.duplicate_token.last_at) == (0, 0.0), (
        "word of our own answer may be lost now and then"
    )
    for _ in range(4):
        await answered(hands, by_another=True)
    assert (lines(caplog), hands.duplicate_token.last_at) == (1, shown.app.clock.now())
    shown.clock.at += LOG_EVERY_S
    for _ in range(MIN_ANSWERS):
        await answered(hands, by_another=True)
    assert lines(caplog) == 2


def test_some_in_a_long_time_are_none(caplog: pytest.LogCaptureFixture):
    clock = ManualClock()
    rivals = DuplicateTokenDetector(clock)
    for _ in range(20):
        clock.at += WINDOW_S / (MIN_ANSWERS - 1) + 1
        rivals.count_foreign_answer()
    assert (lines(caplog), rivals.last_at) == (0, 0.0)


def test_processes_of_ours_that_hand_over_a_shard_are_no_rivals(caplog: pytest.LogCaptureFixture):
    rivals = DuplicateTokenDetector(ManualClock())
    rivals.is_alone = False
    for _ in range(20):
        rivals.count_foreign_answer()
    assert (lines(caplog), rivals.last_at) == (0, 0.0)
