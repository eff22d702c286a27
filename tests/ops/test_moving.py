"""A store moves from a file to a server and back, completely or not at all."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from app.app import App
from app.model.match import User
from app.ports.access import Invitation
from app.ports.audit_log import AuditLogEntry
from app.ports.repo import ReminderMessage, Spectator
from app.runtime.settings import Secret, Settings
from db import StoreLockedError, open_store
from db.base.errors import StoreNotFoundError, TargetNotEmptyError
from db.store import open_database
from db.transfer import KEYS, CopyMismatchError, columns, copy_and_verify
from ops import cli
from ops.backups.schedule import BackupScheduler
from ops.backups.transfer import copy_store
from ops.checks import doctor
from tests.app.harness import AppHarness
from tests.db.test_released import RELEASED, restore_dump
from tests.db.test_store import begun

ROOT = Path(__file__).parents[2]


@pytest.fixture
def url(postgres):
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr("db.postgres.connect.LOCK_TIMEOUT", "50ms")


async def everything(where) -> dict[str, list[str]]:
    database = await open_database(where)
    try:
        return {
            table: sorted(
                repr(tuple(row))
                for row in await database.fetch_all(f"SELECT {', '.join(names)} FROM {table}")
            )
            for table, names in columns().items()
        }
    finally:
        await database.close()


async def filled(path: Path) -> None:
    """What no game fills."""
    store = await open_store(path)
    await begun(store, "ZZZ")
    await store.users.save(User(5, "Ñandú 🦩'; --", "en", {"a": 1.5}, dm_closed=True))
    await store.spectators.save(Spectator("ZZZ", 5, 0.1 + 0.2))
    await store.notes.save("ZZZ", 5, 'it\'s "mine"; 🦩')
    await store.invitations.save(Invitation("ZZZ", 5, 0.1 + 0.2, 2**62, 2**62 + 1))
    await store.reminders.save(ReminderMessage(5, 2**62, 7, ["ZZZ"]))
    await store.guilds.save_prefs(
        9,
        {"ratings": True},
        [AuditLogEntry(9, 0.1 + 0.2, 5, "chose_rated", "ZZZ", 6, {"value": True})],
    )
    await store.retention.mark_removed(9, 1.25)
    await store.deadlines.save_heartbeat(3.5)
    await store.meta.set_application("123")
    await store.meta.save_sweep_reference(0.1 + 0.2)
    await store.meta.add_login(7.25)
    await store.close()


async def test_a_released_store_moves_to_a_server_and_back_and_nothing_is_lost(tmp_path, url):
    path, back = tmp_path / "old.sqlite3", tmp_path / "back.sqlite3"
    restore_dump(RELEASED[-1], path)
    await filled(path)
    before = await everything(path)
    assert all(before[table] for table in KEYS if table not in ("clicks", "drafts")), (
        "there is something to lose"
    )
    rows, found = await copy_store(path, url)
    assert (rows, found.broken) == (sum(map(len, before.values())), {})
    # the release's games have older rules since; none of them may be broken
    assert found.intact + found.of_older_rules > 0
    assert await everything(url) == before
    assert (await copy_store(url, back))[0] == rows
    assert await everything(back) == before
    assert await everything(path) == before, "the source stays as it was"


async def test_every_released_table_plays_on_after_it_was_moved(tmp_path, url):
    restore_dump(RELEASED[0], tmp_path / "old.sqlite3")
    await copy_store(tmp_path / "old.sqlite3", url)
    harness = AppHarness(tmp_path, url)
    await harness.open()
    await harness.settle()
    for match in await harness.app.repo.matches.find(statuses=("running", "ended")):
        assert (await harness.app.queries.verify(match.id)).ok
    await harness.app.stop()


async def test_what_is_moved_page_by_page_is_whole(tmp_path, url, monkeypatch):
    monkeypatch.setattr("db.transfer.PAGE_ROWS", 2)
    await filled(tmp_path / "a.sqlite3")
    await copy_store(tmp_path / "a.sqlite3", url)
    assert await everything(url) == await everything(tmp_path / "a.sqlite3")


async def test_the_mark_of_a_copy_goes_with_it(tmp_path, url):
    from db.sqlite import backups

    await filled(tmp_path / "a.sqlite3")
    backups.backup(tmp_path / "a.sqlite3", tmp_path / "copy.sqlite3", 7.5)
    await copy_store(tmp_path / "copy.sqlite3", url)
    store = await open_store(url)
    assert await store.restore.backup_time() == 7.5
    await store.close()


async def test_a_source_in_use_a_missing_one_and_a_full_target_are_refused_untouched(
    tmp_path, url, hasty
):
    path = tmp_path / "a.sqlite3"
    with pytest.raises(StoreNotFoundError):
        await copy_store(path, url)
    assert not path.exists()
    await filled(path)
    for place, other in ((path, url), (url, path)):
        bot = await open_store(place)
        with pytest.raises(StoreLockedError):
            await copy_store(place, other)
        with pytest.raises(StoreLockedError):
            await copy_store(other, place)
        await bot.close()
    await copy_store(path, url)
    before = await everything(url)
    for source, target in ((path, url), (url, path)):
        with pytest.raises(TargetNotEmptyError):
            await copy_store(source, target)
    assert await everything(url) == before


async def test_what_reads_otherwise_is_not_kept(tmp_path, url):
    await filled(tmp_path / "a.sqlite3")
    source, target = await open_database(tmp_path / "a.sqlite3"), await open_database(url)
    real, fake = source.fetch_all, []

    async def rows(sql, args=()):
        found = await real(sql, args)
        if "FROM letters" in sql:
            fake.append(1)
            return found if len(fake) == 1 else []
        return found

    source.fetch_all = rows
    with pytest.raises(CopyMismatchError, match="letters"):
        await copy_and_verify(source, target, url)
    assert await target.fetch_all("SELECT * FROM users") == []
    await source.close()
    await target.close()


async def test_who_is_killed_while_moving_leaves_an_empty_target(tmp_path, url):
    path = tmp_path / "a.sqlite3"
    restore_dump(RELEASED[-1], path)
    await (await open_store(path)).close()
    code = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom db import transfer\n"
        "from ops.backups.transfer import copy_store\n"
        "real = transfer._copy\n"
        "async def slow(source, conn, table, names):\n"
        "    if table == 'ranks': print('now', flush=True); await asyncio.sleep(600)\n"
        "    return await real(source, conn, table, names)\n"
        "transfer._copy = slow\nasyncio.run(copy_store(Path(sys.argv[1]), sys.argv[2]))"
    )
    child = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-c", code, str(path), url], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert child.stdout.readline() == b"now\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert not any((await everything(url)).values())
    await copy_store(path, url)


# --- what an admin types and reads ---


def settings_of(tmp_path, url: str, token: str = "") -> Settings:
    server = Secret(url.replace("sobremesa@", "sobremesa:secret@"))
    return Settings(token=Secret(token), data=tmp_path, language="en", server=server)


async def test_the_command_says_what_it_has_done_and_no_password(
    tmp_path, url, capsys, monkeypatch
):
    monkeypatch.setattr(
        "os.nice", lambda _by: 0
    )  # a check steps back: not the process of all tests that follow
    settings = settings_of(tmp_path, url)
    database = (
        settings.application_database
    )  # whose tables they are says where they belong, though no token is at hand
    await filled(database)
    assert await cli.move_store(settings, argparse.Namespace(to="server")) == 0
    assert await cli.verify_file(settings, argparse.Namespace(file=None)) == 0
    for command in (cli.backup_now, cli.restore_file):
        assert await command(settings, argparse.Namespace(file=None, force=False)) == 1
    told = capsys.readouterr().out
    assert "rows from" in told
    assert "pg_dump" in told
    assert "secret" not in told
    assert await cli.move_store(Settings(data=tmp_path), argparse.Namespace(to="server")) == 1
    database.unlink()
    assert await cli.move_store(settings, argparse.Namespace(to="file")) == 0
    assert (await everything(database))["users"]
    assert not settings.sandbox_tables.exists()


async def test_the_doctor_tells_of_the_server(tmp_path, url, postgres):
    settings = settings_of(tmp_path, url)
    states = lambda lines: [(line.state, line.what.key.rpartition(".")[2]) for line in lines]  # noqa: E731

    async def looked(
        settings: Settings, application: int = 0
    ) -> tuple[list[tuple[str, str]], float | None, bool]:
        lines, beat, used = await doctor.check_store(settings, application)
        return states(lines), beat, used

    assert await looked(settings) == ([("ok", "server"), ("ok", "free")], None, False)
    store = await open_store(url)
    await store.meta.set_application("123")
    await store.deadlines.save_heartbeat(7.5)
    whole = settings_of(tmp_path, url, token="x")
    assert await looked(whole, 123) == (
        [("ok", "server"), ("ok", "belongs"), ("ok", "in_use")],
        7.5,
        True,
    )
    assert (await looked(whole, 456))[0][1] == ("failure", "belongs")
    assert (await looked(settings))[0][1] == ("failure", "belongs"), (
        "without a token the local page would want it"
    )
    await store.close()
    assert states(doctor.check_backups(settings, time.time())) == [("ok", "backups_there")]
    empty = postgres.empty()
    assert await looked(settings_of(tmp_path, empty)) == ([("warning", "older")], None, False)
    away = settings_of(tmp_path, empty.replace(f":{postgres.port}", ":1"))
    assert await looked(away) == ([("failure", "away")], None, False)
    postgres.drop(empty)
    assert all("secret" not in str(line) for line in await doctor.findings(settings))


async def test_no_backups_are_taken_of_a_server_and_one_line_says_so(tmp_path, url, caplog):
    caplog.set_level("INFO")
    store = await open_store(url)
    app = App(store, settings=settings_of(tmp_path, url))
    schedule = BackupScheduler(app.settings, app.clock, partial(pytest.fail))
    schedule.start()
    assert [record.message for record in caplog.records if "pg_dump" in record.message] == [
        "store is on PostgreSQL: no backups are taken here, use pg_dump"
    ]
    await schedule.stop()
    await app.stop()


async def test_a_database_that_was_restored_from_a_dump_is_marked_as_the_guide_says(url):
    guide = (ROOT / "docs" / "hosting" / "postgresql.md").read_text("utf-8")
    begin = guide.index("CREATE TABLE copied")
    statement = guide[begin : guide.index('"', begin)]
    database = await open_database(url)
    await database.transaction(lambda conn: conn.execute(statement))
    await database.close()
    store = await open_store(url)
    assert (await store.restore.backup_time() or 0) > 1.7e9
    await store.close()
