"""Restore drill: back up, play on, destroy, restore, replay, press an old button."""

import asyncio
import sqlite3
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.match.restore_recovery import first_decision_after_restore
from app.model.match import encode_position
from app.runtime.settings import Settings
from db import StoreCorruptError, StoreLockedError
from db.sqlite import backups
from db.sqlite.restore import restore
from games.core.engine import walk
from games.core.text.messages import Msg
from ops import cli
from ops.backups import retention
from ops.backups.schedule import BackupScheduler, run_backup_command, verify_in_another_process
from ops.backups.verify import verify_copy
from tests.app.harness import PEOPLE, AppHarness, loaded

NOW = 1_770_000_000.0
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def harness(tmp_path: Path):
    harness = AppHarness(tmp_path)
    harness.path, harness.clock.at = Settings(data=tmp_path).database, NOW
    await harness.open()
    yield harness
    await harness.app.stop()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, language="en")


def sound(_file: Path):
    return asyncio.sleep(0, [])


async def backup(settings: Settings, harness: AppHarness) -> Path:
    """Take a backup now."""
    file = await BackupScheduler(settings, harness.clock, sound).take()
    assert file is not None
    return file


async def begun(harness: AppHarness):
    match = await harness.table(2, game="eight_minute_empire")
    await harness.settle()
    return match


async def playing(harness: AppHarness, match, steps: int) -> None:
    """Play so many default moves of awaited seats."""
    for _ in range(steps):
        stored = await loaded(harness.app, match.id)
        seat = stored.match.waiting[0]
        async with harness.app.locks(match.id):
            await harness.app.moves.play(
                stored, seat, walk.default_path(stored.pos, seat), "player"
            )
    await harness.settle()


@pytest.mark.parametrize("gone", ["deleted", "garbage", "kept"])
async def test_the_drill(harness: AppHarness, settings: Settings, gone: str):
    match = await begun(harness)
    other = await begun(harness)
    await playing(harness, match, 6)
    file = await backup(settings, harness)
    then = await loaded(harness.app, match.id)
    await playing(harness, match, 5)
    lost = await harness.app.lobby.get(match.id)
    assert lost.rows == then.match.rows + 5
    old = {seat.seat: seat.decision for seat in lost.seats}
    with pytest.raises(StoreLockedError):
        restore(file, harness.path)
    await harness.app.stop()

    if gone == "deleted":
        harness.path.unlink()
    elif gone == "garbage":
        harness.path.write_bytes(b"SQLite format 3\0" + b"\x13" * 4096)
    assert await cli.restore_file(settings, Namespace(file=file, force=False, adopt=False)) == 0
    aside = list(settings.data.glob("*-replaced-*.sqlite3"))
    assert len(aside) == (0 if gone == "deleted" else 1)
    harness.clock.at += 3600
    harness.notifier.shown.clear()
    await harness.open()
    await harness.settle()

    stored = await loaded(harness.app, match.id)
    assert encode_position(stored.pos) == encode_position(then.pos)
    assert (await harness.app.queries.verify(match.id)).ok
    back = Msg("host.gone_back", {"when": Msg("@text", {"text": "2026-02-02 02:40"})})
    assert [one.what for one in stored.match.notices][-1:] == [back]
    assert {one for one, *_ in harness.notifier.shown} == {match.id, other.id}, "all is shown anew"
    called = stored.match.waiting
    calls = [list(to_ping) for one, *_, to_ping in harness.notifier.shown if one == match.id]
    assert calls == [list(called)], "and who is awaited is called"
    same = await harness.app.lobby.get(other.id)
    assert [one.what for one in same.notices] == ([] if gone == "kept" else [back]), (
        "who lost nothing is told nothing, if known"
    )

    seat = stored.match.seats[called[0]]
    person = next(one for one in PEOPLE if one.id == seat.user)
    assert seat.decision >= first_decision_after_restore(NOW) > max(old.values())
    for decision in range(old[seat.seat] + 1):
        panel = await harness.app.game_service.choose(match.id, person, decision, 0, "c4")
        assert panel.notice is not None, decision
        assert panel.notice.key == "host.from_before"
        assert panel.asked is not None, "and sees what is asked now"
    await playing(harness, match, 5)
    assert (await harness.app.queries.verify(match.id)).ok

    await harness.reopen()
    await harness.settle()
    assert await harness.app.repo.restore.backup_time() is None
    notices = (await harness.app.lobby.get(match.id)).notices
    assert [one.what.key for one in notices].count("host.gone_back") == 1, "it is told once"


async def test_a_backup_that_is_put_in_place_by_hand_is_known_too(
    harness: AppHarness, settings: Settings
):
    match = await begun(harness)
    file = await backup(settings, harness)
    await playing(harness, match, 3)
    await harness.app.stop()
    harness.path.write_bytes(file.read_bytes())
    await harness.open()
    assert (await harness.app.lobby.get(match.id)).notices[-1].what.key == "host.gone_back"


async def test_clicks_go_on_while_a_backup_is_taken_and_it_is_of_one_moment(
    harness: AppHarness, settings: Settings
):
    match = await begun(harness)
    taking = asyncio.create_task(BackupScheduler(settings, harness.clock, sound).take())
    await playing(harness, match, 8)
    taken = await taking
    assert taken is not None
    found = await verify_copy(taken)
    assert (found.intact, found.broken, found.taken) == (1, {}, NOW)


async def test_a_table_whose_log_leads_elsewhere_is_named_and_not_restored_unasked(
    harness: AppHarness,
    settings: Settings,
    capsys: pytest.CaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    stepped_back: list[int] = []  # the tests that follow in this process do not
    monkeypatch.setattr("os.nice", stepped_back.append)
    match = await begun(harness)
    await playing(harness, match, 6)
    await harness.app.stop()
    file = backups.backup_path(harness.path, NOW)
    backups.backup(harness.path, file, NOW)
    with closing(sqlite3.connect(file)) as conn:
        conn.execute(
            "UPDATE matches SET position = (SELECT position FROM checkpoints WHERE n = 0) WHERE id = ?",
            (match.id,),
        )
        conn.commit()
    before = harness.path.read_bytes()
    assert await cli.verify_file(settings, Namespace(file=file)) == 1
    assert stepped_back == [10]
    assert f"Table {match.id} fails the check" in capsys.readouterr().out
    assert await cli.restore_file(settings, Namespace(file=file, force=False, adopt=False)) == 1
    assert harness.path.read_bytes() == before
    assert await cli.restore_file(settings, Namespace(file=file, force=True, adopt=False)) == 0
    await harness.open()


async def test_a_damaged_backup_is_refused(harness: AppHarness, settings: Settings):
    await begun(harness)
    file = await backup(settings, harness)
    data = bytearray(file.read_bytes())
    for page in range(4, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    file.write_bytes(data)
    await harness.app.stop()
    with pytest.raises(StoreCorruptError):
        await cli.restore_file(settings, Namespace(file=file, force=True, adopt=False))
    await harness.open()


async def test_no_half_backup_counts(
    harness: AppHarness, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    await begun(harness)

    def killed(_path: Path) -> None:
        raise OSError("killed here")

    monkeypatch.setattr(backups, "fsync", killed)
    assert await BackupScheduler(settings, harness.clock, sound).take() is None
    assert retention.backups(harness.path) == []
    assert list((settings.data / "backups").iterdir()) == []


async def test_it_is_taken_when_it_is_due_and_the_next_an_hour_later(
    harness: AppHarness, settings: Settings
):
    await begun(harness)
    schedule = BackupScheduler(settings, harness.clock, sound)
    schedule.start()
    for wait, many in ((59, 0), (2, 1), (3500, 1), (200, 2)):
        harness.clock.advance(wait)
        if schedule._task is not None:
            await schedule._task
        assert len(retention.backups(harness.path)) == many, wait
    await schedule.stop()
    again = BackupScheduler(settings, harness.clock, sound)
    again.start()
    harness.clock.advance(1800)
    assert again._task is None, "a restart takes none before its time"
    await again.stop()


async def test_the_command_after_it_gets_the_file_and_its_failure_is_one_line(
    harness: AppHarness,
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    await begun(harness)
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    told = tmp_path / "told.txt"
    code = f"import os, sys; open({str(told)!r}, 'w').write(sys.argv[1] + os.environ.get('DISCORD_TOKEN', ''))"
    ok = Settings(data=settings.data, backup_command=(sys.executable, "-c", code))
    file = await backup(ok, harness)
    assert told.read_text() == str(file)
    bad = Settings(
        data=settings.data,
        backup_command=(sys.executable, "-c", "import sys; sys.exit('no\\nroom there')"),
    )
    harness.clock.at += 1
    assert await BackupScheduler(bad, harness.clock, sound).take() is not None
    errors = [one for one in caplog.records if one.levelname == "ERROR"]
    assert [one.getMessage().partition("failed: ")[2] for one in errors] == [
        "exit code 1: room there"
    ]
    assert not errors[0].exc_info
    assert (await run_backup_command(("/no/such/program",), file)).startswith("FileNotFoundError")


async def test_a_kill_in_its_midst_leaves_none(harness: AppHarness, settings: Settings):
    """Killed with all written and nothing renamed."""
    await begun(harness)
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom db.sqlite import backups\n"
        "backups.fsync = lambda path: os.kill(os.getpid(), signal.SIGKILL)\n"
        "database = Path(sys.argv[1])\nbackups.backup(database, backups.backup_path(database, 1.77e9), 1.77e9)"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(harness.path), cwd=ROOT
    )
    assert await child.wait() == -9
    assert [file.suffix for file in (settings.data / "backups").iterdir()] == [".part"]
    assert retention.backups(harness.path) == []
    assert await BackupScheduler(settings, harness.clock, sound).take() is not None, (
        "and the next one does not mind it"
    )


async def test_another_process_replays_and_names_what_does_not_hold(
    harness: AppHarness, settings: Settings
):
    match = await begun(harness)
    await playing(harness, match, 3)
    file = await backup(settings, harness)
    program = (sys.executable, str(ROOT / "bot.py"))
    assert await verify_in_another_process(program, file) == []
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("UPDATE matches SET position = (SELECT position FROM checkpoints WHERE n = 0)")
        conn.commit()
    logged, line = await verify_in_another_process(program, file)
    assert f"table {match.id} is damaged; restore a backup with: " in logged
    assert match.id in line
    (missing,) = await verify_in_another_process(program, file.with_name("none.sqlite3"))
    assert "none.sqlite3" in missing


@pytest.mark.parametrize("nth", range(1, 6))
async def test_a_restore_that_is_killed_leaves_the_old_file_or_the_new_one(
    harness: AppHarness, settings: Settings, nth: int
):
    """Killed at each moment at which it waits for the disk."""
    match = await begun(harness)
    file = await backup(settings, harness)
    await playing(harness, match, 3)
    new = (await harness.app.lobby.get(match.id)).rows
    await harness.app.stop()
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom db.sqlite import backups\nfrom db.sqlite.restore import restore\n"
        "left = [int(sys.argv[3])]\n"
        "def flush(path):\n    left[0] -= 1\n    left[0] or os.kill(os.getpid(), signal.SIGKILL)\n"
        "backups.fsync = flush\nrestore(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(file), str(harness.path), str(nth), cwd=ROOT
    )
    assert await child.wait() == -9, "there are five such moments"
    assert len(list(settings.data.glob("*-replaced-*.sqlite3"))) == (nth >= 4)
    await harness.open()
    assert (await harness.app.lobby.get(match.id)).rows == (new - 3 if nth == 5 else new)


@pytest.mark.parametrize(("column", "value"), [("pace", "{"), ("position", b"{")])
async def test_a_damaged_table_is_named_in_words_and_the_others_hold(
    harness: AppHarness, settings: Settings, capsys, monkeypatch, column: str, value: str | bytes
):
    monkeypatch.setattr("os.nice", lambda _by: 0)
    match, other = await begun(harness), await begun(harness)
    await harness.app.stop()
    with closing(sqlite3.connect(harness.path)) as conn, conn:
        conn.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", (value, match.id))
    for lang, words in (
        ("en", "some of its stored data"),
        ("es", "parte de los datos guardados no se puede leer o no coincide con su registro"),
    ):
        spoken = msgspec.structs.replace(settings, language=lang)
        assert await cli.verify_file(spoken, Namespace(file=None)) == 1
        said = capsys.readouterr().out
        assert (match.id in said, words in said, other.id in said, "host." in said) == (
            True,
            True,
            False,
            False,
        )
    await harness.open()


async def test_before_something_is_deleted_a_backup_holds_it_or_nothing_goes(
    harness: AppHarness, settings: Settings, caplog
):
    match = await begun(harness)
    wrong = list[str]()

    async def verify(_file: Path) -> list[str]:
        return wrong

    schedule = BackupScheduler(settings, harness.clock, verify)
    assert await schedule.before_deletion()
    (backup,) = retention.backups(settings.database)
    assert backup.reason == retention.DELETION
    assert (await verify_copy(backup.file)).intact == 1
    wrong.append("Table X fails the check")
    harness.clock.at += 60
    assert not await schedule.before_deletion()
    harness.path.with_name("backups").rename(settings.data / "elsewhere")
    harness.path.with_name("backups").write_bytes(b"no folder")
    wrong.clear()
    assert not await schedule.before_deletion()
    assert await harness.app.lobby.get(match.id) is not None


async def test_the_bot_itself_deletes_nothing_without_such_a_backup(
    harness: AppHarness, settings: Settings
):
    match = await begun(harness)
    harness.app.retention.back_up = BackupScheduler(
        settings, harness.clock, verify_in_another_process_here
    ).before_deletion
    await harness.app.retention.on_guild_removed(match.places.guild)
    for _ in range(4):
        await harness.later(16 * 24 * retention.HOUR)
    assert await harness.app.repo.matches.get(match.id) is None
    (backup,) = retention.backups(settings.database)
    with closing(backups.open_read_only(backup.file)) as conn:
        assert conn.execute("SELECT id FROM matches").fetchall() == [(match.id,)]


async def verify_in_another_process_here(file: Path) -> list[str]:
    return await verify_in_another_process((sys.executable, str(ROOT / "bot.py")), file)
