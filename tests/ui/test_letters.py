"""Reminders of several processes: each has its own tables, a user gets one message."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from app.model.match import Match
from app.ports.errors import StorageUnavailableError
from tests.app.harness import PEOPLE
from tests.ui.publisher_harness import PublisherHarness
from ui.components import Message
from ui.delivery.reminders import Reminders

ANA = PEOPLE[0]


class Mailbox:
    """A user's direct messages, whichever process has sent them."""

    def __init__(self, shown: PublisherHarness) -> None:
        self.clock, self.stand, self.sounds = shown.app.clock, dict[int, str](), 0

    async def send_dm(self, _user: int, message: Message, *, silent: bool) -> tuple[int, int]:
        await asyncio.sleep(0)
        at = datetime.fromtimestamp(self.clock.now(), UTC) + timedelta(milliseconds=len(self.stand))
        number = discord.utils.time_snowflake(at)
        self.stand[number] = message.content
        self.sounds += not silent
        return 7, number

    async def delete(self, _channel: int, message: int) -> None:
        await asyncio.sleep(0)
        del self.stand[message]


@pytest.fixture
async def tables(shown: PublisherHarness) -> list[Match]:
    """Return two tables at which Ana is awaited."""
    made = [await shown.table(2, game="eight_minute_empire") for _ in range(2)]
    await shown.settle()
    return [await shown.match(one) for one in made]


def processes(shown: PublisherHarness, box: Any) -> list[Reminders]:
    """Return two processes that share one store and its locks."""
    app: Any = SimpleNamespace(
        repo=shown.app.repo, clock=shown.app.clock, locks=shown.app.locks, cluster=object()
    )
    return [Reminders(app, box) for _ in range(2)]


async def remind(letters: Sequence[Reminders], tables: Sequence[Match]) -> None:
    sent = [one.send(ANA, [(match, 0)]) for one, match in zip(letters, tables, strict=True)]
    assert await asyncio.gather(*sent) == [True, True]


async def test_two_that_remind_one_person_at_once_write_one_letter_of_all(
    shown: PublisherHarness, tables: list[Match]
) -> None:
    box = Mailbox(shown)
    first, second = processes(shown, box)
    await remind((first, second), tables)
    [letter] = box.stand.values()
    assert box.sounds == 1
    [kept] = await shown.app.repo.reminders.find([ANA.id])
    assert (kept.matches, kept.message) == (sorted(one.id for one in tables), *box.stand)
    assert all(f"/{match.places.board}" in letter for match in tables), letter

    for at, match in enumerate(tables):  # each is answered where the other process sees to it
        match.seats[0].awaited = False
        await (second, first)[at].remove_done(match)
        assert len(box.stand) == 1 - at
    assert await shown.app.repo.reminders.find([ANA.id]) == []


async def test_a_later_reminder_is_heard_and_names_its_own(
    shown: PublisherHarness, tables: list[Match]
) -> None:
    box = Mailbox(shown)
    first, second = processes(shown, box)
    assert await first.send(ANA, [(tables[0], 0)])
    shown.clock.advance(3600.0)
    assert await second.send(ANA, [(tables[1], 0)])
    assert (len(box.stand), box.sounds) == (1, 2)
    [kept] = await shown.app.repo.reminders.find()
    assert kept.matches == [tables[1].id]


async def test_who_can_not_ask_the_others_writes_no_letter(
    shown: PublisherHarness, tables: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_name: str) -> Any:
        raise StorageUnavailableError("away")

    box = Mailbox(shown)
    first, _ = processes(shown, box)
    monkeypatch.setattr(first._app, "locks", away)
    assert not await first.send(ANA, [(tables[0], 0)])
    assert box.stand == {}
