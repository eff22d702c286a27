"""Health of a running bot in numbers, written to a file for process supervisors.

`HealthMonitor` measures and writes in the background. Other processes (the subcommands `health`
and `doctor`) read the file and report what is wrong.
"""

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


# names of `HealthSnapshot` fields in the health file and at `/health`, which others may parse
JSON_NAMES = {
    "disconnected_s": "line",
    "last_commit": "commit",
    "failed_images": "spoilt",
    "max_lag_s": "late",
    "duplicate_token_at": "rival",
}


class HealthSnapshot(Struct, frozen=True, rename=JSON_NAMES):
    """Health values at one moment.

    - `at`: the moment (Unix seconds)
    - `disconnected_s`: seconds without a gateway connection, 0 while connected
    - `last_commit`: last commit to the store (Unix seconds; 0: none yet)
    - `failed_images`: consecutive images that failed to render
    - `max_lag_s`: highest event loop lag since the last snapshot, in seconds
    - `queues`: waiting jobs by queue
    - `duplicate_token_at`: when another program last answered with the same token (Unix seconds; 0: never)
    """

    at: float
    disconnected_s: float
    last_commit: float
    failed_images: int
    max_lag_s: float
    queues: dict[str, int]
    duplicate_token_at: float = 0.0

    def problems(self, now: float) -> list[Msg]:
        """Return the problems as messages; an empty list if all is well."""
        problems_found = []
        if now - self.at > STALE_S:
            return [msg("upkeep.health.stale", n=round(now - self.at))]
        if self.disconnected_s > MAX_DISCONNECT_S:
            problems_found.append(msg("upkeep.health.line", n=round(self.disconnected_s / 60)))
        if self.failed_images >= MAX_FAILED_IMAGES:
            problems_found.append(msg("upkeep.health.painter", n=self.failed_images))
        if self.max_lag_s > MAX_LOOP_LAG_S:
            problems_found.append(msg("upkeep.health.late", n=round(self.max_lag_s)))
        return problems_found


class HealthMonitor:
    """Background task that measures the bot's health and writes it to a file.

    Each callable, given to the constructor or set as an attribute, returns the value of the field
    of `HealthSnapshot` with the same name. The attributes are set later, when the objects that they
    read exist.
    """

    def __init__(
        self, file: Path, last_commit: Callable[[], float], failed_images: Callable[[], int]
    ) -> None:
        self._file, self._last_commit, self._failed_images = file, last_commit, failed_images
        self.disconnected_s: Callable[[], float] = lambda: 0.0
        self.queues: Callable[[], dict[str, int]] = dict
        self.duplicate_token_at: Callable[[], float] = lambda: 0.0
        self._max_lag_s = 0.0
        self.last_lag_s = 0.0  # event loop delay at the last measurement, in seconds
        self._task: asyncio.Task[None] | None = None

    def snapshot(self) -> HealthSnapshot:
        """Return the current values; unlike `sample`, don't reset the highest lag."""
        return HealthSnapshot(
            at=time.time(),
            disconnected_s=self.disconnected_s(),
            last_commit=self._last_commit(),
            failed_images=self._failed_images(),
            max_lag_s=self._max_lag_s,
            queues=self.queues(),
            duplicate_token_at=self.duplicate_token_at(),
        )

    def sample(self) -> HealthSnapshot:
        """Return the current values and reset the highest lag."""
        snapshot, self._max_lag_s = self.snapshot(), 0.0
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
        """Measure the event loop's lag every second, and write the file at its interval."""
        loop = asyncio.get_running_loop()
        written_at = loop.time()
        while True:
            if loop.time() >= written_at + WRITE_INTERVAL_S:
                written_at = loop.time()
                await self._write()
            slept_at = loop.time()
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.last_lag_s = max(0.0, loop.time() - slept_at - SAMPLE_INTERVAL_S)
            self._max_lag_s = max(self._max_lag_s, self.last_lag_s)


def health_file(settings: Settings) -> Path:
    """Return the path of the health file."""
    return settings.data / "health.json"


def write(file: Path, snapshot: HealthSnapshot) -> None:
    """Write `snapshot` to the file atomically; an `OSError` is only logged."""
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
    """Return (messages to print, whether the bot runs and is healthy).

    `snapshot` is None if no bot has written one; `now` is in Unix seconds.
    """
    if snapshot is None:
        return [msg("upkeep.health.nobody")], False
    problems = snapshot.problems(now)
    if problems:
        return problems, False
    jobs = sum(snapshot.queues.values())
    return [msg("upkeep.health.busy", n=jobs) if jobs else msg("upkeep.health.well")], True


def queue_lengths(app: App, pictures: int, thinking: int, interactions: int) -> dict[str, int]:
    """Return the number of waiting jobs by queue, as `HealthSnapshot.queues` has them.

    `pictures`, `thinking` and `interactions` are the lengths of the render, AI and interaction
    queues.
    """
    # `refused`: matches that wait until publishing to their channel is tried again
    publishing, refused = app.publish_scheduler.queue_length
    return {
        "taps": interactions,
        "boards": publishing,
        "refused": refused,
        "pictures": pictures,
        "thinking": thinking,
    }
