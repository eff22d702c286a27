"""Find the backups of a database, and delete the ones that need not be kept.

The settings say how many hourly, daily and weekly backups are kept. If a backup was not taken by
the schedule, its file name contains the reason for it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from app.runtime.settings import Settings
from db.sqlite.backups import FOLDER, PARTIAL, STAMP

HOUR = 3600.0
PERIOD_S = {"hourly": HOUR, "daily": 24 * HOUR, "weekly": 7 * 24 * HOUR}  # seconds
# time formats that are equal for all backups of the same hour, day or week
PERIOD_FORMATS = {"hourly": "%Y-%m-%d %H", "daily": "%Y-%m-%d", "weekly": "%G-%V"}
DELETION = "deletion"  # reason of a backup taken before expired data is deleted
MAX_DELETION_BACKUPS = 3  # backups of that kind that are kept
ABANDONED_AFTER_S = 24 * HOUR  # seconds after which a partial file counts as abandoned


class Backup(Struct, frozen=True, order=True):
    """Complete backup file.

    `at` is when it was taken (Unix seconds); `reason` is why ("": by the schedule).
    """

    at: float
    reason: str
    file: Path


def backups(database: Path) -> list[Backup]:
    """Return all complete backups of a database, oldest first.

    Partial files have another suffix, so they are not found.
    """
    pattern = re.compile(
        rf"{re.escape(database.stem)}-(\d{{8}}T\d{{6}}Z)(?:-([a-z0-9]+))?{re.escape(database.suffix)}"
    )
    found = []
    for file in (database.parent / FOLDER).glob(f"{database.stem}-*{database.suffix}"):
        if name_parts := pattern.fullmatch(file.name):
            taken_at = datetime.strptime(name_parts[1], STAMP).replace(tzinfo=UTC).timestamp()
            found.append(Backup(taken_at, name_parts[2] or "", file))
    return sorted(found)


def counts_to_keep(settings: Settings) -> dict[str, int]:
    """Return how many backups of each kind to keep: hourly, daily and weekly ones."""
    return {kind: getattr(settings, f"backups_{kind}") for kind in PERIOD_S}


def interval(settings: Settings) -> float | None:
    """Return the seconds between two scheduled backups; None if there is no schedule."""
    return min(
        (PERIOD_S[kind] for kind, count in counts_to_keep(settings).items() if count), default=None
    )


def times_to_keep(times: Iterable[float], counts: dict[str, int]) -> set[float]:
    """Return the times of the backups to keep (Unix seconds).

    `times` are the times of all backups, `counts` the numbers of hourly, daily and weekly backups
    to keep. For each of the last n hours, days or weeks (UTC) in which there was a backup, the
    newest backup of the hour, day or week is kept.
    """
    newest_by_period: dict[str, dict[str, float]] = {kind: {} for kind in counts}
    for taken_at in sorted(times, reverse=True):
        for kind, count in counts.items():
            period = datetime.fromtimestamp(taken_at, UTC).strftime(PERIOD_FORMATS[kind])
            if len(newest_by_period[kind]) < count:
                newest_by_period[kind].setdefault(period, taken_at)
    return {taken_at for periods in newest_by_period.values() for taken_at in periods.values()}


def prune(database: Path, settings: Settings) -> None:
    """Delete backups of a database that need not be kept, and abandoned partial files.

    Backups that were taken before a deletion of expired data are deleted if there are more than
    `MAX_DELETION_BACKUPS`, or if they are older than all scheduled backups that are kept. Backups
    for other reasons (by hand, or before `--adopt`) are always kept.
    """
    existing = backups(database)
    scheduled = [backup for backup in existing if not backup.reason]
    times_kept = times_to_keep((backup.at for backup in scheduled), counts_to_keep(settings))
    before_deletions = [backup for backup in existing if backup.reason == DELETION]
    oldest = min(times_kept, default=0.0)
    surplus = [backup for backup in scheduled if backup.at not in times_kept]
    surplus += before_deletions[:-MAX_DELETION_BACKUPS] + [
        backup for backup in before_deletions if backup.at < oldest
    ]
    for backup in surplus:
        backup.file.unlink(missing_ok=True)
    for partial in (database.parent / FOLDER).glob(f"*{PARTIAL}*"):
        if partial.is_file() and time.time() - partial.stat().st_mtime > ABANDONED_AFTER_S:
            partial.unlink(missing_ok=True)
