"""Opening a file: migrations, the lock, and every reason to refuse."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.app import catalogue
from app.ports.errors import CorruptDataError
from db import (
    NotADatabaseError,
    SchemaTooNewError,
    StoreCorruptError,
    StoreLockedError,
    StoreOpenError,
    StoreReadOnlyError,
    open_store,
)
from db.base.migrations import FOLDER, list_migrations
from db.base.url import APPLICATION_ID
from db.sqlite import connection
from db.sqlite.connection import check_and_migrate
from db.sqlite.migrate import migrate
from games.core.text.languages import LANGUAGES
from tests.database import database_of

ROOT = Path(__file__).parents[2]
NEWEST = list_migrations()[-1][0]


def pragma(path: Path, name: str) -> int | str:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(f"PRAGMA {name}").fetchone()[0]


def spawn(code: str, *args: object) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, args)], stdout=subprocess.PIPE, cwd=ROOT
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith(".lock")
    }


async def test_an_empty_folder_gets_a_whole_database(tmp_path):
    path = tmp_path / "new" / "a.sqlite3"
    store = await open_store(path)
    assert await store.matches.unpublished() == []
    rows = [
        dict(await database_of(store).fetch_one(f"PRAGMA {name}"))
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    assert rows == [{"journal_mode": "wal"}, {"synchronous": 2}, {"foreign_keys": 1}]
    await store.close()
    assert pragma(path, "user_version") == NEWEST
    assert pragma(path, "application_id") == APPLICATION_ID
    assert not (path.parent / "backups").exists()


def test_migrations_are_numbered_without_gaps():
    assert [number for number, _ in list_migrations()] == list(range(1, NEWEST + 1))


def test_a_file_in_use_is_copied_before_it_is_migrated(tmp_path):
    path, folder = tmp_path / "a.sqlite3", tmp_path / "migrations"
    folder.mkdir()
    check_and_migrate(path)
    for _, file in list_migrations():
        (folder / file.name).write_text(file.read_text())
    (folder / f"{NEWEST + 1:04}_next.sql").write_text("CREATE TABLE extra (x INTEGER) STRICT;")
    assert migrate(path, folder) == [NEWEST + 1]
    assert migrate(path, folder) == []
    assert pragma(path, "user_version") == NEWEST + 1
    (copy,) = (tmp_path / "backups").glob(f"a-*-v{NEWEST}.sqlite3")
    assert pragma(copy, "user_version") == NEWEST
    assert pragma(copy, "integrity_check") == "ok"


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path):
    path, folder = tmp_path / "a.sqlite3", tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_good.sql").write_text(
        f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE one (x INTEGER);"
    )
    migrate(path, folder)
    (folder / "0002_bad.sql").write_text(
        "CREATE TABLE two (x INTEGER); CREATE TABLE one (x INTEGER);"
    )
    with pytest.raises(sqlite3.OperationalError):
        check_and_migrate(path, folder)
    assert pragma(path, "user_version") == 1
    with closing(sqlite3.connect(path)) as conn:
        assert [row[0] for row in conn.execute("SELECT name FROM sqlite_master")] == ["one"]


@pytest.fixture
def hasty(monkeypatch):
    """Do not wait for a server's lock."""
    monkeypatch.setattr("db.postgres.connect.LOCK_TIMEOUT", "50ms")


async def test_a_second_bot_is_turned_away(where, hasty):
    first = await open_store(where)
    with pytest.raises(StoreLockedError):
        await open_store(where)
    await first.close()
    await (await open_store(where)).close()


async def test_the_lock_falls_with_its_process(where, hasty, monkeypatch):
    code = (
        "import asyncio, sys, time\nfrom db import open_store\n"
        "store = asyncio.run(open_store(sys.argv[1]))\nprint('open', flush=True)\ntime.sleep(60)"
    )
    child = spawn(code, where)
    try:
        assert child.stdout.readline() == b"open\n"
        with pytest.raises(StoreLockedError):
            await open_store(where)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
    monkeypatch.undo()  # a server takes a moment to notice
    await (await open_store(where)).close()


async def test_a_file_held_by_another_program_is_locked(tmp_path):
    path = tmp_path / "a.sqlite3"
    await (await open_store(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreLockedError):
            check_and_migrate(path)


async def test_a_newer_file_is_refused_untouched(tmp_path):
    path = tmp_path / "a.sqlite3"
    await (await open_store(path)).close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(f"PRAGMA user_version = {NEWEST + 5}")
    before = contents(tmp_path)
    with pytest.raises(SchemaTooNewError) as caught:
        await open_store(path)
    assert caught.value.what.args == {"path": str(path), "have": NEWEST + 5, "newest": NEWEST}
    assert contents(tmp_path) == before


async def a_damaged_file(tmp_path, first: int = 8) -> Path:
    """Return a database whose pages from `first` on are damaged.

    A negative number counts from the end, where the users are.
    """
    path = tmp_path / "a.sqlite3"
    store = await open_store(path)
    for n in range(300):
        await database_of(store).execute(
            "INSERT INTO users (id, name, lang, prefs, dm_closed) VALUES (?, ?, 'es', '{}', 0)",
            (n, f"name {n}" * 20),
        )
    await store.close()
    data = bytearray(path.read_bytes())
    size = int(pragma(path, "page_size"))
    for page in list(range(len(data) // size))[first:]:
        data[page * size : page * size + 64] = b"\xa5" * 64
    path.write_bytes(data)
    return path


async def test_a_damaged_file_is_refused_untouched(tmp_path):
    path = await a_damaged_file(tmp_path)
    data = path.read_bytes()
    with pytest.raises(StoreCorruptError):
        await open_store(path)
    assert path.read_bytes() == data


async def test_a_start_reads_no_file_whole_that_is_large_but_verifying_does(tmp_path, monkeypatch):
    path = await a_damaged_file(tmp_path, -5)
    monkeypatch.setattr(connection, "FULL_CHECK_MAX_BYTES", path.stat().st_size - 1)
    store = await open_store(path)
    with pytest.raises(CorruptDataError):
        await database_of(store).fetch_all("SELECT * FROM users")
    await store.close()
    with pytest.raises(StoreCorruptError):
        connection.examine(path)


async def test_something_else_is_refused_untouched(tmp_path):
    text = tmp_path / "a.txt"
    text.write_text("dear diary " * 1000)
    with pytest.raises(NotADatabaseError):
        await open_store(text)
    assert text.read_text().startswith("dear diary")
    other = tmp_path / "b.sqlite3"
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE cats (x)")
    with pytest.raises(NotADatabaseError):
        await open_store(other)
    short = tmp_path / "c.sqlite3"
    short.write_bytes(b"SQLite format 3\0 and no more")
    with pytest.raises(NotADatabaseError):
        await open_store(short)


async def test_a_folder_that_can_not_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreReadOnlyError):
        await open_store(tmp_path / "file" / "a.sqlite3")
    folder = tmp_path / "a.sqlite3"
    folder.mkdir()
    with pytest.raises(StoreReadOnlyError):
        await open_store(folder)


@pytest.mark.skipif(
    sys.platform != "win32" and os.geteuid() == 0, reason="root may write everywhere"
)
async def test_a_read_only_file_is_refused(tmp_path):
    path = tmp_path / "a.sqlite3"
    await (await open_store(path)).close()
    path.chmod(0o400)
    with pytest.raises(StoreReadOnlyError):
        await open_store(path)


def test_every_refusal_is_said_in_both_languages(tmp_path):
    for kind in StoreOpenError.__subclasses__():
        refusal = kind(tmp_path / "x", have=2, newest=1)
        for lang in LANGUAGES:
            assert str(tmp_path / "x") in catalogue(lang).say(refusal.what)


def test_migrations_ship_with_the_code():
    assert FOLDER.is_dir()
    assert list_migrations()


def test_names_that_tables_were_given_by_themselves_are_kept_no_longer(tmp_path):
    path = tmp_path / "old.sqlite3"
    folder = tmp_path / "migrations"
    folder.mkdir()
    names = next(number for number, file in list_migrations() if file.name.endswith("_names.sql"))
    for number, file in list_migrations():
        if number < names:
            (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    migrate(path, folder)
    tables = {
        "A": "Mesa de Ana",
        "B": "Bruno's table",
        "C": "Mesa de los lunes",
        "D": "Mesa de Anita",
    }
    with closing(sqlite3.connect(path)) as conn:
        columns = [row[1:4] for row in conn.execute("PRAGMA table_info(matches)")]
        seat_columns = [row[1:4] for row in conn.execute("PRAGMA table_info(seats)")]
        for at, (code, name) in enumerate(tables.items()):
            own = {
                "id": code,
                "name": name,
                "status": "lobby",
                "host": 1,
                "lang": "es",
                "game": "cellar",
                "position": None,
            }
            _insert(conn, "matches", columns, own)
            _insert(
                conn,
                "seats",
                seat_columns,
                {"match": code, "user": 1, "name": ("Ana", "Bruno", "Ana", "Ana")[at]},
            )
        conn.execute("INSERT INTO users VALUES (1, 'Anita', 'es', '{}', 0)")
        conn.commit()
    migrate(path)
    with closing(sqlite3.connect(path)) as conn:
        assert dict(conn.execute("SELECT id, name FROM matches")) == {
            "A": "",
            "B": "",
            "C": "Mesa de los lunes",
            "D": "",
        }


def _insert(
    conn: sqlite3.Connection,
    table: str,
    columns: list[tuple[str, str, int]],
    own: dict[str, object],
) -> None:
    """Insert a row with these values and nothing in other columns."""
    values = [own.get(name, "{}" if kind == "TEXT" else 0) for name, kind, _ in columns]
    conn.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
