"""Names of backups, and which are kept."""

import os
from datetime import UTC, datetime
from pathlib import Path

from app.runtime.settings import Settings
from db.sqlite.backups import backup_path
from ops.backups import retention

NOON = datetime(2026, 3, 11, 12, 0, tzinfo=UTC).timestamp()  # a Wednesday
HOUR = retention.HOUR


def test_of_a_year_of_hours_24_hours_7_days_and_4_weeks_are_kept():
    times = [NOON - hour * HOUR for hour in range(24 * 365)]
    kept = sorted(
        retention.times_to_keep(times, {"hourly": 24, "daily": 7, "weekly": 4}), reverse=True
    )
    assert kept[:24] == times[:24]
    days = {datetime.fromtimestamp(at, UTC).strftime("%d") for at in kept}
    assert {f"{day:02}" for day in range(5, 12)} <= days, "the seven newest days"
    assert [datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H") for at in kept[-3:]] == [
        "2026-03-05 23",
        "2026-03-01 23",
        "2026-02-22 23",
    ], "then the last hours of two more weeks"
    assert len(kept) == 24 + 5 + 2


def test_a_bot_that_rarely_runs_keeps_what_it_has():
    times = [NOON - day * 24 * HOUR for day in (0, 40, 80, 120)]
    assert retention.times_to_keep(times, {"hourly": 2, "daily": 3, "weekly": 4}) == set(times)
    assert retention.times_to_keep(times, {"hourly": 0, "daily": 1, "weekly": 0}) == {NOON}
    assert retention.times_to_keep(times, {"hourly": 0, "daily": 0, "weekly": 0}) == set()


def test_the_shortest_kind_that_is_on_says_how_often():
    assert retention.interval(Settings()) == HOUR
    assert retention.interval(Settings(backups_hourly=0)) == 24 * HOUR
    assert retention.interval(Settings(backups_hourly=0, backups_daily=0)) == 7 * 24 * HOUR
    assert retention.interval(Settings(backups_hourly=0, backups_daily=0, backups_weekly=0)) is None


def test_what_is_half_made_is_none_and_only_the_schedules_own_are_pruned(tmp_path: Path):
    settings = Settings(data=tmp_path, backups_hourly=1, backups_daily=0, backups_weekly=0)
    database = settings.database
    (tmp_path / "backups").mkdir()
    old, new = backup_path(database, NOON - HOUR), backup_path(database, NOON)
    hand, before = backup_path(database, NOON, "hand"), backup_path(database, NOON - 2 * HOUR, "v3")
    half = Path(f"{backup_path(database, NOON + 9)}.part")
    for file in (old, new, hand, before, half):
        file.write_bytes(b"x")
    (tmp_path / "backups" / "sobremesa-notes.sqlite3").write_bytes(b"x")
    assert [(one.reason, one.file) for one in retention.backups(database)] == [
        ("v3", before),
        ("", old),
        ("", new),
        ("hand", hand),
    ]
    retention.prune(database, settings)
    assert [one.file for one in retention.backups(database)] == [before, new, hand]
    assert half.exists(), "somebody may be writing it"
    os.utime(half, (0, 0))
    retention.prune(database, settings)
    assert not half.exists()


def test_backups_before_deletions_are_few_and_none_is_older_than_the_schedules(tmp_path: Path):
    settings = Settings(data=tmp_path, backups_hourly=0, backups_daily=2, backups_weekly=0)
    database = settings.database
    (tmp_path / "backups").mkdir()

    def made(*days: int, why: str = "") -> list[Path]:
        files = [backup_path(database, NOON - day * 24 * HOUR, why) for day in days]
        for file in files:
            file.write_bytes(b"x")
        return files

    before = made(5, 4, 3, 2, 1, why=retention.DELETION)
    retention.prune(database, settings)
    assert [one.file for one in retention.backups(database)] == before[
        -retention.MAX_DELETION_BACKUPS :
    ]
    plain = made(2, 1, 0)
    retention.prune(database, settings)
    assert [one.file for one in retention.backups(database)] == [plain[1], before[-1], plain[2]]
