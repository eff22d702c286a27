"""Take and verify backups in the background while the bot runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from app.ports.store import Clock, Timer
from app.runtime.settings import TOKEN, Settings
from db.base.errors import StoreOpenError
from db.sqlite import backups
from ops.backups import retention

FIRST = 60.0  # seconds from start-up to an overdue backup: interactions come first
BACKUP_COMMAND_TIMEOUT_S = 3600.0  # timeout of the admin's command, in seconds
log = logging.getLogger("sobremesa.backups")
Verify = Callable[[Path], Awaitable[list[str]]]


class BackupScheduler:
    """Scheduler that takes backups and prunes them as the settings say.

    `verify` returns what is wrong with a file, one problem per line, without blocking the event
    loop.
    """

    def __init__(self, settings: Settings, clock: Clock, verify: Verify) -> None:
        self._settings, self._clock, self._verify = settings, clock, verify
        self._every = None if settings.server else retention.interval(settings)
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Schedule the next backup, counted from the newest one.

        Does nothing if no kind is enabled, or if the store is a PostgreSQL server.
        """
        if self._settings.server:
            log.info("store is on PostgreSQL: no backups are taken here, use pg_dump")
        if self._every is None:
            return
        before = [one.at for one in retention.backups(self._settings.database) if not one.why]
        now = self._clock.now()
        due = before[-1] + self._every if before and before[-1] <= now else now
        self._arm(max(due, now + FIRST))

    async def stop(self) -> None:
        """Stop; abort a backup under way, which leaves no complete file."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _arm(self, at: float) -> None:
        self._timer = self._clock.call_at(at, self._ring)

    def _ring(self) -> None:
        self._task = asyncio.create_task(self._run(), name="backup")

    async def _run(self) -> None:
        try:
            await self.take()
        except Exception:
            log.exception("backup failed")
        self._arm(self._clock.now() + (self._every or retention.HOUR))

    async def take(self) -> Path | None:
        """Take a backup and verify it; return None, and log it, if that fails."""
        file = await self._copied()
        if file is not None:
            await self._checked(file)
        return file

    async def before_deletion(self) -> bool:
        """Take and verify a backup before something is deleted; return False without a sound one.

        The admin of a PostgreSQL server backs it up: then this only logs and returns True.
        """
        if self._settings.server:
            log.info("deleting expired data without a backup: on PostgreSQL use pg_dump")
            return True
        file = await self._copied(retention.DELETION)
        return file is not None and await self._checked(file)

    async def _copied(self, why: str = "") -> Path | None:
        database, at, began = self._settings.database, self._clock.now(), time.monotonic()
        file = backups.backup_path(database, at, why)
        try:
            size = await asyncio.to_thread(backups.backup, database, file, at)
            took = time.monotonic() - began
            await asyncio.to_thread(retention.prune, database, self._settings)
        except (OSError, StoreOpenError) as error:
            log.error("backup failed: %s", error)
            return None
        log.info("backup %s: %.1f MB in %.2f s", file.name, size / 1e6, took)
        return file

    async def _checked(self, file: Path) -> bool:
        """Verify the backup and run the admin's command on it; return whether it is sound."""
        wrong = await self._verify(file)
        for line in wrong:
            log.error("backup %s: %s", file.name, line)
        if failure := await run_backup_command(self._settings.backup_command, file):
            log.error(
                "backup %s written, but SOBREMESA_BACKUP_COMMAND failed: %s", file.name, failure
            )
        return not wrong


async def run_backup_command(command: Sequence[str], file: Path) -> str:
    """Run the admin's command with the backup's path as its last argument.

    It runs in the current directory, without the bot token, for at most `BACKUP_COMMAND_TIMEOUT_S` seconds.
    Returns what went wrong, in one line; "" on success.
    """
    if not command:
        return ""
    keep = {name: value for name, value in os.environ.items() if name != TOKEN}
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            str(file),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=keep,
        )
    except OSError as error:
        return f"{type(error).__name__}: {error}"
    try:
        _, said = await asyncio.wait_for(process.communicate(), BACKUP_COMMAND_TIMEOUT_S)
    except TimeoutError:
        return f"not done after {BACKUP_COMMAND_TIMEOUT_S:.0f} s"
    finally:
        await _ended(process)
    last = said.decode("utf-8", "replace").strip().splitlines()[-1:] if process.returncode else []
    return (
        ": ".join([f"exit code {process.returncode}", *(line[:200] for line in last)])
        if process.returncode
        else ""
    )


async def in_another_process(program: Sequence[str], file: Path) -> list[str]:
    """Run `verify` on a file in another process; return its output lines if it fails.

    Replaying games does not slow down this process.
    """
    process = await asyncio.create_subprocess_exec(
        *program,
        "verify",
        str(file),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        said, _ = await process.communicate()
    finally:
        await _ended(process)
    return said.decode("utf-8", "replace").splitlines() if process.returncode else []


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
