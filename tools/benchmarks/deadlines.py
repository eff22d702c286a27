"""Processor time per minute of the deadline service, with thousands of running matches."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from app.app import App
from app.model import time_control
from app.model.match import Match
from app.ports.commit import CommitDetails
from app.runtime.settings import Settings
from db.store import Store, open_store
from games.core.engine.game import Game
from tools.benchmarks.starting import fill
from tools.living.clock import StepClock
from tools.progress import bar

TARGETS = {"idle_percent": 1.0, "busy_percent": 1.0}
REMINDERS_PER_HOUR = 50  # reminders per hour
MINUTES = 120  # simulated minutes of each of the two phases


class Silent:
    """Publisher that sends nothing."""

    async def publish(self, *_: Any) -> None:
        """Do nothing."""

    async def send_reminder(self, *_: Any) -> bool:
        """Return False: no direct message was sent."""
        return False

    async def warn_lobby_closing(self, *_: Any) -> None:
        """Do nothing."""

    async def notify_halted(self, *_: Any) -> None:
        """Do nothing."""

    async def notify_guild_removed(self, *_: Any) -> None:
        """Do nothing."""

    async def delete_direct_messages(self, *_: Any) -> None:
        """Do nothing."""

    async def still_sees(self, *_: Any) -> bool | None:
        """Return None: Discord does not answer."""
        return None

    def refresh_panels_of(self, *_: Any) -> None:
        """Do nothing: there are no panels."""

    def refresh_private_message(self, *_: Any) -> None:
        """Do nothing: there are no private messages."""

    def refresh_live_panels(self, *_: Any) -> None:
        """Do nothing: there are no open panels."""


async def _set_deadlines(store: Store, ids: list[str], now: float) -> None:
    """Set the deadlines of all seats that must act.

    Reminders are due one by one, `REMINDERS_PER_HOUR` per hour, from an hour after the start.
    """
    for i, match_id in enumerate(bar(ids, len(ids), "setting deadlines")):
        match_: Match | None = await store.matches.get(match_id)
        assert match_ is not None
        match_.pace, match_.version = time_control.PACES["calm"], match_.version + 1
        awaited = [seat for seat in match_.seats if seat.awaited]
        for seat in awaited:
            seat.waiting_since, seat.deadline = now, now + 4 * time_control.DAY
            seat.next_reminder_at = now + 3600.0 + i * 3600.0 / REMINDERS_PER_HOUR
            # As if each seat's player had been pinged already.
            seat.newest_ping = seat.newest_ping_known = 1
        match_.check_at = time_control.next_check_at(match_)
        await store.matches.commit(match_, match_.version - 1, CommitDetails())
        await store.matches.mark_pinged(match_.id, {seat.seat: 1 for seat in awaited})
        await store.matches.mark_published(match_.id, match_.version, 0)


async def _advance_and_measure(app: App, clock: StepClock, minutes: float) -> dict[str, float]:
    """Advance the clock by `minutes`; return processor seconds and percentage of a core."""
    begun, end = time.process_time(), clock.at + 60.0 * minutes
    while clock.step(end):
        await app.deadlines.idle()
        await app.publish_scheduler.idle()
    spent = time.process_time() - begun
    return {
        "minutes": minutes,
        "processor_seconds": round(spent, 3),
        "percent": round(100 * spent / 60 / minutes, 4),
    }


async def _measure(path: Path, game: Game[Any, Any], count: int, minutes: float) -> dict[str, Any]:
    await fill(path, game, count)
    now = time.time()
    store = await open_store(path)
    await _set_deadlines(store, [f"B{i:05}" for i in range(count)], now)
    await store.close()
    clock = StepClock(now)
    app = App(
        await open_store(path), clock=clock, settings=Settings(publish_pause=0.0), games=[game]
    )
    app.set_match_publisher(Silent())
    begun = time.process_time()
    await app.start()
    await app.publish_scheduler.idle()
    started = time.process_time() - begun
    idle = await _advance_and_measure(app, clock, min(59.0, minutes))
    clock.step(now + 3599.0)
    busy = await _advance_and_measure(app, clock, minutes)
    seats = [
        seat for table in await app.repo.matches.find(statuses=("running",)) for seat in table.seats
    ]
    await app.stop()
    return {
        "tables": count,
        "start_processor_seconds": round(started, 3),
        "idle": idle,
        "busy": busy,
        "reminders": sum(max(0, seat.newest_ping - 1) for seat in seats),
        "targets": TARGETS,
    }


def measure(game: Game[Any, Any], count: int = 5000, minutes: float = MINUTES) -> dict[str, Any]:
    """Measure `count` running matches, first for idle minutes, then while reminders are sent.

    There are `REMINDERS_PER_HOUR` reminders per hour. The clock is stepped, the processor time
    is real.
    """
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder) / "sobremesa.sqlite3", game, count, minutes))
