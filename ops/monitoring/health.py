"""Health of a running bot in numbers, written to a file for process supervisors."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from app.app import App
from app.runtime.settings import Settings
from games.core.text.messages import Msg, msg

WRITE_INTERVAL_S = 15.0  # seconds between two writes
STALE_S = 90.0  # age of the file after which the bot counts as dead
MAX_DISCONNECT_S = 300.0  # tolerated seconds without a gateway connection
MAX_FAILED_IMAGES = 3  # failed images in a row that count as a problem
MAX_LOOP_LAG_S = 5.0  # tolerated event loop delay in seconds
SAMPLE_INTERVAL_S = 1.0  # seconds between two measurements of the delay
log = logging.getLogger("sobremesa.vitals")


class HealthSnapshot(Struct, frozen=True):
    """Health values at one moment.

    - `at`: the moment (Unix seconds)
    - `line`: seconds without a gateway connection, 0 while connected
    - `commit`: last commit to the store (Unix seconds; 0: none yet)
    - `spoilt`: consecutive pictures that failed to render
    - `late`: highest event loop lag since the last snapshot, in seconds
    - `queues`: waiting jobs by queue
    - `rival`: when another program last answered with the same token (Unix seconds; 0: never)
    """

    at: float
    line: float
    commit: float
    spoilt: int
    late: float
    queues: dict[str, int]
    rival: float = 0.0

    def wrong(self, now: float) -> list[Msg]:
        """Return the problems as messages; an empty list if all is well."""
        found = []
        if now - self.at > STALE_S:
            return [msg("upkeep.health.stale", n=round(now - self.at))]
        if self.line > MAX_DISCONNECT_S:
            found.append(msg("upkeep.health.line", n=round(self.line / 60)))
        if self.spoilt >= MAX_FAILED_IMAGES:
            found.append(msg("upkeep.health.painter", n=self.spoilt))
        if self.late > MAX_LOOP_LAG_S:
            found.append(msg("upkeep.health.late", n=round(self.late)))
        return found


class HealthMonitor:
    """Background task that measures the bot's health and writes it to a file.

    The functions return the values of `HealthSnapshot`: `saved` that of `commit`, the others that
    of the same name. `delay` is the event loop delay at the last measurement.
    """

    def __init__(self, file: Path, saved: Callable[[], float], spoilt: Callable[[], int]) -> None:
        self._file, self._saved, self._spoilt = file, saved, spoilt
        self.line: Callable[[], float] = lambda: 0.0
        self.queues: Callable[[], dict[str, int]] = dict
        self.rival: Callable[[], float] = lambda: 0.0
        self._late = 0.0
        self.delay = 0.0  # event loop delay at the last measurement, in seconds
        self._task: asyncio.Task[None] | None = None

    def snapshot(self) -> HealthSnapshot:
        """Return the current values."""
        return HealthSnapshot(
            time.time(),
            self.line(),
            self._saved(),
            self._spoilt(),
            self._late,
            self.queues(),
            self.rival(),
        )

    def sample(self) -> HealthSnapshot:
        """Return the current values and reset the highest lag."""
        snapshot, self._late = self.snapshot(), 0.0
        return snapshot

    async def start(self) -> None:
        """Write the file and start the background task."""
        await self._write()
        self._task = asyncio.create_task(self._run(), name="vitals")

    async def stop(self) -> None:
        """Stop the background task and delete the file."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._file.unlink(missing_ok=True)

    async def _write(self) -> None:
        await asyncio.to_thread(write, self._file, self.sample())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        written_at = loop.time()
        while True:
            if loop.time() >= written_at + WRITE_INTERVAL_S:
                written_at = loop.time()
                await self._write()
            slept_at = loop.time()
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.delay = max(0.0, loop.time() - slept_at - SAMPLE_INTERVAL_S)
            self._late = max(self._late, self.delay)


def health_file(settings: Settings) -> Path:
    """Return the path of the health file."""
    return settings.data / "health.json"


def write(file: Path, snapshot: HealthSnapshot) -> None:
    """Replace the file atomically; an `OSError`, such as a full disk, is only logged."""
    partial = file.with_suffix(".tmp")
    try:
        partial.write_bytes(msgspec.json.encode(snapshot))
        partial.replace(file)
    except OSError as error:
        log.error("writing the health file failed: %s", error, extra={"outage": "store"})


def read(file: Path) -> HealthSnapshot | None:
    """Return the last snapshot that a bot wrote; None if there is none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HealthSnapshot)
    except (OSError, msgspec.DecodeError):
        return None


def report(snapshot: HealthSnapshot | None, now: float) -> tuple[list[Msg], bool]:
    """Return the messages to print, and whether all is well."""
    if snapshot is None:
        return [msg("upkeep.health.nobody")], False
    found = snapshot.wrong(now)
    if found:
        return found, False
    waiting = sum(snapshot.queues.values())
    return [msg("upkeep.health.busy", n=waiting) if waiting else msg("upkeep.health.well")], True


def queues(app: App, painter: int, thinking: int, taps: int) -> dict[str, int]:
    """Return the number of waiting jobs by queue."""
    publishing, refused = app.publisher.queue_length
    return {
        "taps": taps,
        "boards": publishing,
        "refused": refused,
        "pictures": painter,
        "thinking": thinking,
    }
