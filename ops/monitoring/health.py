"""Signs of life: what can be seen of a running bot from outside, in numbers. A file tells it to whoever looks after processes."""

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

WRITE_INTERVAL_S = 15.0  # seconds between two writings
STALE_S = 90.0  # seconds after which a file tells of nobody
MAX_DISCONNECT_S = 300.0  # seconds without a line to Discord that may pass by themselves
MAX_FAILED_IMAGES = 3  # pictures one after the other that could not be drawn
MAX_LOOP_LAG_S = 5.0  # seconds that the loop may be late
SAMPLE_INTERVAL_S = 1.0  # seconds between two looks at how late it is
log = logging.getLogger("sobremesa.vitals")


class HealthSnapshot(Struct, frozen=True):
    """One look. `line`: seconds without a line to Discord, 0 while there is one; `commit`: when something was last saved (unix
    seconds, 0: not yet); `spoilt`: pictures in a row that failed; `late`: the longest that the loop was late since the last
    look, in seconds; `queues`: what waits, by name; `rival`: when another program last answered with our token (unix
    seconds)."""

    at: float
    line: float
    commit: float
    spoilt: int
    late: float
    queues: dict[str, int]
    rival: float = 0.0

    def wrong(self, now: float) -> list[Msg]:
        """What is not as it should be, in sentences; nothing where all is well."""
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
    """Looks at a bot and writes down what it sees, until it is stopped. `saved` tells when something was last saved, `spoilt` how
    many pictures in a row failed, `line` how long there has been no line to Discord (seconds), `queues` what waits."""

    def __init__(self, file: Path, saved: Callable[[], float], spoilt: Callable[[], int]) -> None:
        self._file, self._saved, self._spoilt = file, saved, spoilt
        self.line: Callable[[], float] = lambda: 0.0
        self.queues: Callable[[], dict[str, int]] = dict
        self.rival: Callable[[], float] = lambda: 0.0
        self._late = 0.0
        self.delay = 0.0  # how late the loop was at the last blink, in seconds
        self._task: asyncio.Task[None] | None = None

    def snapshot(self) -> HealthSnapshot:
        """What there is to see now."""
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
        """The same; how late the loop was is counted anew from here on."""
        seen, self._late = self.snapshot(), 0.0
        return seen

    async def start(self) -> None:
        """Begin; the file is there from now on."""
        await self._write()
        self._task = asyncio.create_task(self._run(), name="vitals")

    async def stop(self) -> None:
        """End, and leave no file that tells of somebody who is gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._file.unlink(missing_ok=True)

    async def _write(self) -> None:
        await asyncio.to_thread(write, self._file, self.sample())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        written = loop.time()
        while True:
            if loop.time() >= written + WRITE_INTERVAL_S:
                written = loop.time()
                await self._write()
            before = loop.time()
            await asyncio.sleep(SAMPLE_INTERVAL_S)
            self.delay = max(0.0, loop.time() - before - SAMPLE_INTERVAL_S)
            self._late = max(self._late, self.delay)


def health_file(settings: Settings) -> Path:
    """Where the file lies."""
    return settings.data / "health.json"


def write(file: Path, seen: HealthSnapshot) -> None:
    """Replace the file whole; a full disk is others' to tell."""
    half = file.with_suffix(".tmp")
    try:
        half.write_bytes(msgspec.json.encode(seen))
        half.replace(file)
    except OSError as error:
        log.error("signs of life can't be written: %s", error, extra={"outage": "store"})


def read(file: Path) -> HealthSnapshot | None:
    """What a bot last wrote; None where none runs."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HealthSnapshot)
    except (OSError, msgspec.DecodeError):
        return None


def report(seen: HealthSnapshot | None, now: float) -> tuple[list[Msg], bool]:
    """What to tell of it, and whether all is well."""
    if seen is None:
        return [msg("upkeep.health.nobody")], False
    found = seen.wrong(now)
    if found:
        return found, False
    waiting = sum(seen.queues.values())
    return [msg("upkeep.health.busy", n=waiting) if waiting else msg("upkeep.health.well")], True


def queues(app: App, painter: int, thinking: int, taps: int) -> dict[str, int]:
    """What waits, by name."""
    publishing, refused = app.publisher.queue_length
    return {
        "taps": taps,
        "boards": publishing,
        "refused": refused,
        "pictures": painter,
        "thinking": thinking,
    }
