"""The folder of backups: which are there, and which are kept."""

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
EVERY = {"hourly": HOUR, "daily": 24 * HOUR, "weekly": 7 * 24 * HOUR}  # seconds
BUCKET = {"hourly": "%Y-%m-%d %H", "daily": "%Y-%m-%d", "weekly": "%G-%V"}
DELETION = "deletion"  # what a backup was taken for: something was about to be deleted for its age
MAX_OF_DELETIONS = 3  # of these that are kept
OLD = 24 * HOUR  # seconds after which something half made belongs to nobody


class Backup(Struct, frozen=True, order=True):
    """A backup that was finished: when it was taken (unix seconds), for what ("": by the schedule), and where it lies."""

    at: float
    why: str
    file: Path


def backups(database: Path) -> list[Backup]:
    """All backups of a database that are whole, the oldest first. What is half made has another ending and is none."""
    pattern = re.compile(
        rf"{re.escape(database.stem)}-(\d{{8}}T\d{{6}}Z)(?:-([a-z0-9]+))?{re.escape(database.suffix)}"
    )
    found = []
    for file in (database.parent / FOLDER).glob(f"{database.stem}-*{database.suffix}"):
        if named := pattern.fullmatch(file.name):
            at = datetime.strptime(named[1], STAMP).replace(tzinfo=UTC).timestamp()
            found.append(Backup(at, named[2] or "", file))
    return sorted(found)


def policy(settings: Settings) -> dict[str, int]:
    """How many are kept of each kind."""
    return {kind: getattr(settings, f"backups_{kind}") for kind in EVERY}


def interval(settings: Settings) -> float | None:
    """Seconds between two backups of the schedule; None when there is none."""
    return min((EVERY[kind] for kind, count in policy(settings).items() if count), default=None)


def to_keep(times: Iterable[float], wanted: dict[str, int]) -> set[float]:
    """Of the times of backups (unix seconds) those to keep: of the newest so many hours, days and weeks (UTC) that have one,
    the newest of each."""
    newest: dict[str, dict[str, float]] = {kind: {} for kind in wanted}
    for at in sorted(times, reverse=True):
        for kind, count in wanted.items():
            bucket = datetime.fromtimestamp(at, UTC).strftime(BUCKET[kind])
            if len(newest[kind]) < count:
                newest[kind].setdefault(bucket, at)
    return {at for buckets in newest.values() for at in buckets.values()}


def prune(database: Path, settings: Settings) -> None:
    """Remove the schedule's backups that are too many, those before deletions that are too many or older than all of the
    schedule's, and what an earlier process left half made."""
    all_ = backups(database)
    ours = [one for one in all_ if not one.why]
    stay = to_keep((one.at for one in ours), policy(settings))
    before_deletions = [one for one in all_ if one.why == DELETION]
    oldest = min(stay, default=0.0)
    gone = [one for one in ours if one.at not in stay]
    gone += before_deletions[:-MAX_OF_DELETIONS] + [
        one for one in before_deletions if one.at < oldest
    ]
    for one in gone:
        one.file.unlink(missing_ok=True)
    for half in (database.parent / FOLDER).glob(f"*{PARTIAL}*"):
        if half.is_file() and time.time() - half.stat().st_mtime > OLD:
            half.unlink(missing_ok=True)
