"""Take and verify backups in the background while the bot runs.

`BackupScheduler` takes them by the settings' schedule, and before expired data is deleted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from app.ports.services import Clock, Timer
from app.runtime.settings import TOKEN, Settings
from db.base.errors import StoreOpenError
from db.sqlite import backups
from ops.backups import retention

FIRST_BACKUP_DELAY_S = (
    60.0  # seconds from start-up to an overdue backup, so that it does not delay the start
)
BACKUP_COMMAND_TIMEOUT_S = 3600.0  # timeout of the admin's command, in seconds
log = logging.getLogger("sobremesa.backups")
Verify = Callable[[Path], Awaitable[list[str]]]


class BackupScheduler:
    """Scheduler that takes backups and deletes surplus ones, as the settings say.

    `verify` returns the problems of a backup file as lines; it must not block the event loop.
    """

    def __init__(self, settings: Settings, clock: Clock, verify: Verify) -> None:
        self._settings, self._clock, self._verify = settings, clock, verify
        self._every = None if settings.server else retention.interval(settings)
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Schedule the next backup, one interval after the newest scheduled one.

        Does nothing if no kind of backup is enabled, or if the store is a PostgreSQL server, which
        is logged.
        """
        if self._settings.server:
            log.info("store is on PostgreSQL: no backups are taken here, use pg_dump")
            return
        if self._every is None:
            return
        earlier_times = [
            backup.at for backup in retention.backups(self._settings.database) if not backup.reason
        ]
        now = self._clock.now()
        next_at = (
            earlier_times[-1] + self._every if earlier_times and earlier_times[-1] <= now else now
        )
        self._schedule(max(next_at, now + FIRST_BACKUP_DELAY_S))

    async def stop(self) -> None:
        """Stop, and abort a backup that is being taken; its partial file is not a backup."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _schedule(self, at: float) -> None:
        self._timer = self._clock.call_at(at, self._on_timer)

    def _on_timer(self) -> None:
        self._task = asyncio.create_task(self._run(), name="backup")

    async def _run(self) -> None:
        try:
            await self.take()
        except Exception:
            log.exception("backup failed")
        self._schedule(self._clock.now() + (self._every or retention.HOUR))

    async def take(self) -> Path | None:
        """Take a backup and verify it; return its path, or None if it could not be taken.

        The path is also returned if the verification finds problems, which are only logged.
        """
        file = await self._take_file()
        if file is not None:
            await self._verify_and_run_command(file)
        return file

    async def before_deletion(self) -> bool:
        """Take and verify a backup before data is deleted; return whether it succeeded.

        If the store is a PostgreSQL server, its admin must take the backups: this method then logs
        that and returns True.
        """
        if self._settings.server:
            log.info("deleting expired data without a backup: on PostgreSQL use pg_dump")
            return True
        file = await self._take_file(retention.DELETION)
        return file is not None and await self._verify_and_run_command(file)

    async def _take_file(self, reason: str = "") -> Path | None:
        """Take a backup and delete surplus ones; return the path of the new one.

        `reason` is part of the file's name ("": by the schedule). Returns None if no backup could
        be taken.
        """
        database, now, began = self._settings.database, self._clock.now(), time.monotonic()
        file = backups.backup_path(database, now, reason)
        try:
            size = await asyncio.to_thread(backups.backup, database, file, now)
            seconds = time.monotonic() - began
            await asyncio.to_thread(retention.prune, database, self._settings)
        except (OSError, StoreOpenError) as error:
            log.error("backup failed: %s", error)
            return None
        log.info("backup %s: %.1f MB in %.2f s", file.name, size / 1e6, seconds)
        return file

    async def _verify_and_run_command(self, file: Path) -> bool:
        """Verify a backup, then run the admin's command on it; return whether it is sound.

        A failure of the command is only logged.
        """
        problems = await self._verify(file)
        for line in problems:
            log.error("backup %s: %s", file.name, line)
        if failure := await run_backup_command(self._settings.backup_command, file):
            log.error(
                "backup %s written, but SOBREMESA_BACKUP_COMMAND failed: %s", file.name, failure
            )
        return not problems


async def run_backup_command(command: Sequence[str], file: Path) -> str:
    """Run the admin's command with the path of the backup `file` as its last argument.

    The command runs in the current directory, without the bot token, for at most
    `BACKUP_COMMAND_TIMEOUT_S` seconds. Returns a line that says what went wrong, or "".
    """
    if not command:
        return ""
    environ = {name: value for name, value in os.environ.items() if name != TOKEN}
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            str(file),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environ,
        )
    except OSError as error:
        return f"{type(error).__name__}: {error}"
    try:
        _, stderr = await asyncio.wait_for(process.communicate(), BACKUP_COMMAND_TIMEOUT_S)
    except TimeoutError:
        return f"not done after {BACKUP_COMMAND_TIMEOUT_S:.0f} s"
    finally:
        await _kill_if_running(process)
    if not process.returncode:
        return ""
    last_line = stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return ": ".join([f"exit code {process.returncode}", *(line[:200] for line in last_line)])


async def verify_in_another_process(program: Sequence[str], file: Path) -> list[str]:
    """Run the subcommand `verify` on a file in another process.

    Returns the lines that it prints if the file is not sound, else an empty list. `program` is the
    command line of the bot. Another process is used because replaying the games would slow down
    this one.
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
        output, _ = await process.communicate()
    finally:
        await _kill_if_running(process)
    return output.decode("utf-8", "replace").splitlines() if process.returncode else []


async def _kill_if_running(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
