"""The drill: play, back up, play on, destroy, restore, replay, compare, press an old button."""

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
from ops.backups.schedule import BackupScheduler, after, in_another_process
from ops.backups.verify import examined
from tests.app.kit import PEOPLE, House

NOW = 1_770_000_000.0
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def house(tmp_path: Path):
    house = House(tmp_path)
    house.path, house.clock.at = Settings(data=tmp_path).database, NOW
    await house.open()
    yield house
    await house.app.stop()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, language="en")


def sound(_file: Path):
    return asyncio.sleep(0, [])


async def begun(house: House):
    match = await house.table(2, game="eight_minute_empire")
    await house.settle()
    return match


async def playing(house: House, match, steps: int) -> None:
    """Whoever is asked takes the default, so many times."""
    for _ in range(steps):
        stored = await house.app.repo.load(match.id)
        seat = stored.match.waiting[0]
        async with house.app.locks(match.id):
            await house.app.moves.play(stored, seat, walk.default_path(stored.pos, seat), "player")
    await house.settle()


@pytest.mark.parametrize("gone", ["deleted", "garbage", "kept"])
async def test_the_drill(house: House, settings: Settings, gone: str):
    match = await begun(house)
    other = await begun(house)
    await playing(house, match, 6)
    file = await BackupScheduler(settings, house.clock, sound).take()
    assert file is not None
    then = await house.app.repo.load(match.id)
    await playing(house, match, 5)
    lost = await house.app.repo.match(match.id)
    assert lost.rows == then.match.rows + 5
    old = {seat.seat: seat.asked for seat in lost.seats}
    with pytest.raises(StoreLockedError):
        restore(file, house.path)
    await house.app.stop()

    if gone == "deleted":
        house.path.unlink()
    elif gone == "garbage":
        house.path.write_bytes(b"SQLite format 3\0" + b"\x13" * 4096)
    assert await cli.restore_file(settings, Namespace(file=file, force=False, adopt=False)) == 0
    aside = list(settings.data.glob("*-replaced-*.sqlite3"))
    assert len(aside) == (0 if gone == "deleted" else 1)
    house.clock.at += 3600
    house.edge.shown.clear()
    await house.open()
    await house.settle()

    stored = await house.app.repo.load(match.id)
    assert encode_position(stored.pos) == encode_position(then.pos)
    assert (await house.app.tables.verify(match.id)).ok
    back = Msg("host.gone_back", {"when": Msg("@text", {"text": "2026-02-02 02:40"})})
    assert [one.what for one in stored.match.notices][-1:] == [back]
    assert {one for one, *_ in house.edge.shown} == {match.id, other.id}, "all is shown anew"
    called = stored.match.waiting
    calls = [list(newly) for one, *_, newly in house.edge.shown if one == match.id]
    assert calls == [list(called)], "and who is awaited is called"
    same = await house.app.repo.match(other.id)
    assert [one.what for one in same.notices] == ([] if gone == "kept" else [back]), (
        "who lost nothing is told nothing, if known"
    )

    seat = stored.match.seats[called[0]]
    person = next(one for one in PEOPLE if one.id == seat.user)
    assert seat.asked >= first_decision_after_restore(NOW) > max(old.values())
    for decision in range(old[seat.seat] + 1):
        panel = await house.app.tables.choose(match.id, person, decision, 0, "c4")
        assert panel.notice is not None, decision
        assert panel.notice.key == "host.from_before"
        assert panel.answer is not None, "and sees what is asked now"
    await playing(house, match, 5)
    assert (await house.app.tables.verify(match.id)).ok

    await house.reopen()
    await house.settle()
    assert await house.app.repo.copied() is None
    notices = (await house.app.repo.match(match.id)).notices
    assert [one.what.key for one in notices].count("host.gone_back") == 1, "it is told once"


async def test_a_backup_that_is_put_in_place_by_hand_is_known_too(house: House, settings: Settings):
    match = await begun(house)
    file = await BackupScheduler(settings, house.clock, sound).take()
    await playing(house, match, 3)
    await house.app.stop()
    house.path.write_bytes(file.read_bytes())
    await house.open()
    assert (await house.app.repo.match(match.id)).notices[-1].what.key == "host.gone_back"


async def test_clicks_go_on_while_a_backup_is_taken_and_it_is_of_one_moment(
    house: House, settings: Settings
):
    match = await begun(house)
    taking = asyncio.create_task(BackupScheduler(settings, house.clock, sound).take())
    await playing(house, match, 8)
    found = await examined(await taking)
    assert (found.folded, found.broken, found.taken) == (1, {}, NOW)


async def test_a_table_whose_log_leads_elsewhere_is_named_and_not_restored_unasked(
    house: House, settings: Settings, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    stepped_back: list[int] = []  # the tests that follow in this process do not
    monkeypatch.setattr("os.nice", stepped_back.append)
    match = await begun(house)
    await playing(house, match, 6)
    await house.app.stop()
    file = backups.backup_path(house.path, NOW)
    backups.backup(house.path, file, NOW)
    with closing(sqlite3.connect(file)) as conn:
        conn.execute(
            "UPDATE matches SET position = (SELECT position FROM checkpoints WHERE n = 0) WHERE id = ?",
            (match.id,),
        )
        conn.commit()
    before = house.path.read_bytes()
    assert await cli.verify_file(settings, Namespace(file=file)) == 1
    assert stepped_back == [10]
    assert f"Table {match.id} does not hold" in capsys.readouterr().out
    assert await cli.restore_file(settings, Namespace(file=file, force=False, adopt=False)) == 1
    assert house.path.read_bytes() == before
    assert await cli.restore_file(settings, Namespace(file=file, force=True, adopt=False)) == 0
    await house.open()


async def test_a_damaged_backup_is_refused(house: House, settings: Settings):
    await begun(house)
    file = await BackupScheduler(settings, house.clock, sound).take()
    data = bytearray(file.read_bytes())
    for page in range(4, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    file.write_bytes(data)
    await house.app.stop()
    with pytest.raises(StoreCorruptError):
        await cli.restore_file(settings, Namespace(file=file, force=True, adopt=False))
    await house.open()


async def test_no_half_backup_counts(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    await begun(house)

    def killed(_path: Path) -> None:
        raise OSError("killed here")

    monkeypatch.setattr(backups, "fsync", killed)
    assert await BackupScheduler(settings, house.clock, sound).take() is None
    assert retention.backups(house.path) == []
    assert list((settings.data / "backups").iterdir()) == []


async def test_it_is_taken_when_it_is_due_and_the_next_an_hour_later(
    house: House, settings: Settings
):
    await begun(house)
    schedule = BackupScheduler(settings, house.clock, sound)
    schedule.start()
    for wait, many in ((59, 0), (2, 1), (3500, 1), (200, 2)):
        house.clock.advance(wait)
        if schedule._task is not None:
            await schedule._task
        assert len(retention.backups(house.path)) == many, wait
    await schedule.stop()
    again = BackupScheduler(settings, house.clock, sound)
    again.start()
    house.clock.advance(1800)
    assert again._task is None, "a restart takes none before its time"
    await again.stop()


async def test_the_command_after_it_gets_the_file_and_its_failure_is_one_line(
    house: House,
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    await begun(house)
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    told = tmp_path / "told.txt"
    code = f"import os, sys; open({str(told)!r}, 'w').write(sys.argv[1] + os.environ.get('DISCORD_TOKEN', ''))"
    ok = Settings(data=settings.data, backup_command=(sys.executable, "-c", code))
    file = await BackupScheduler(ok, house.clock, sound).take()
    assert told.read_text() == str(file)
    bad = Settings(
        data=settings.data,
        backup_command=(sys.executable, "-c", "import sys; sys.exit('no\\nroom there')"),
    )
    house.clock.at += 1
    assert await BackupScheduler(bad, house.clock, sound).take() is not None
    errors = [one for one in caplog.records if one.levelname == "ERROR"]
    assert [one.getMessage().partition("failed: ")[2] for one in errors] == [
        "exit code 1: room there"
    ]
    assert not errors[0].exc_info
    assert (await after(("/no/such/program",), file)).startswith("FileNotFoundError")


async def test_a_kill_in_its_midst_leaves_none(house: House, settings: Settings):
    """Killed with all written and nothing renamed."""
    await begun(house)
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom db.sqlite import backups\n"
        "backups.fsync = lambda path: os.kill(os.getpid(), signal.SIGKILL)\n"
        "database = Path(sys.argv[1])\nbackups.backup(database, backups.backup_path(database, 1.77e9), 1.77e9)"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(house.path), cwd=ROOT
    )
    assert await child.wait() == -9
    assert [file.suffix for file in (settings.data / "backups").iterdir()] == [".part"]
    assert retention.backups(house.path) == []
    assert await BackupScheduler(settings, house.clock, sound).take() is not None, (
        "and the next one does not mind it"
    )


async def test_another_process_replays_and_names_what_does_not_hold(
    house: House, settings: Settings
):
    match = await begun(house)
    await playing(house, match, 3)
    file = await BackupScheduler(settings, house.clock, sound).take()
    program = (sys.executable, str(ROOT / "bot.py"))
    assert await in_another_process(program, file) == []
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("UPDATE matches SET position = (SELECT position FROM checkpoints WHERE n = 0)")
        conn.commit()
    logged, line = await in_another_process(program, file)
    assert f"table {match.id} is damaged; a backup takes its place by: " in logged
    assert match.id in line
    (missing,) = await in_another_process(program, file.with_name("none.sqlite3"))
    assert "none.sqlite3" in missing


@pytest.mark.parametrize("nth", range(1, 6))
async def test_a_restore_that_is_killed_leaves_the_old_file_or_the_new_one(
    house: House, settings: Settings, nth: int
):
    """Killed at each moment at which it waits for the disk."""
    match = await begun(house)
    file = await BackupScheduler(settings, house.clock, sound).take()
    assert file is not None
    await playing(house, match, 3)
    new = (await house.app.repo.match(match.id)).rows
    await house.app.stop()
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom db.sqlite import backups\nfrom db.sqlite.restore import restore\n"
        "left = [int(sys.argv[3])]\n"
        "def flush(path):\n    left[0] -= 1\n    left[0] or os.kill(os.getpid(), signal.SIGKILL)\n"
        "backups.fsync = flush\nrestore(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(file), str(house.path), str(nth), cwd=ROOT
    )
    assert await child.wait() == -9, "there are five such moments"
    assert len(list(settings.data.glob("*-replaced-*.sqlite3"))) == (nth >= 4)
    await house.open()
    assert (await house.app.repo.match(match.id)).rows == (new - 3 if nth == 5 else new)


@pytest.mark.parametrize(("column", "value"), [("pace", "{"), ("position", b"{")])
async def test_a_damaged_table_is_named_in_words_and_the_others_hold(
    house: House, settings: Settings, capsys, monkeypatch, column: str, value: str | bytes
):
    monkeypatch.setattr("os.nice", lambda _by: 0)
    match, other = await begun(house), await begun(house)
    await house.app.stop()
    with closing(sqlite3.connect(house.path)) as conn, conn:
        conn.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", (value, match.id))
    for lang, words in (("en", "something that is stored of it"), ("es", "algo de lo guardado")):
        spoken = msgspec.structs.replace(settings, language=lang)
        assert await cli.verify_file(spoken, Namespace(file=None)) == 1
        said = capsys.readouterr().out
        assert (match.id in said, words in said, other.id in said, "host." in said) == (
            True,
            True,
            False,
            False,
        )
    await house.open()


async def test_before_something_is_deleted_a_backup_holds_it_or_nothing_goes(
    house: House, settings: Settings, caplog
):
    match = await begun(house)
    wrong = list[str]()

    async def verify(_file: Path) -> list[str]:
        return wrong

    schedule = BackupScheduler(settings, house.clock, verify)
    assert await schedule.before_deletion()
    (backup,) = retention.backups(settings.database)
    assert backup.why == retention.DELETION
    assert (await examined(backup.file)).folded == 1
    wrong.append("Table X does not hold")
    house.clock.at += 60
    assert not await schedule.before_deletion()
    house.path.with_name("backups").rename(settings.data / "elsewhere")
    house.path.with_name("backups").write_bytes(b"no folder")
    wrong.clear()
    assert not await schedule.before_deletion()
    assert await house.app.repo.match(match.id) is not None


async def test_the_bot_itself_deletes_nothing_without_such_a_backup(
    house: House, settings: Settings
):
    match = await begun(house)
    house.app.retention.secure = BackupScheduler(
        settings, house.clock, in_another_process_here
    ).before_deletion
    await house.app.retention.on_guild_removed(match.places.guild)
    for _ in range(4):
        await house.later(16 * 24 * retention.HOUR)
    assert await house.app.repo.match(match.id) is None
    (backup,) = retention.backups(settings.database)
    with closing(backups.open_read_only(backup.file)) as conn:
        assert conn.execute("SELECT id FROM matches").fetchall() == [(match.id,)]


async def in_another_process_here(file: Path) -> list[str]:
    return await in_another_process((sys.executable, str(ROOT / "bot.py")), file)
