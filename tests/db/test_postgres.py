"""Server-only behaviour: outages, read-only mode, deadlocks."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

import asyncpg
import pytest

from app.app import catalogue
from app.model.match import User
from app.ports.errors import StorageUnavailableError
from db import (
    NotADatabaseError,
    SchemaTooNewError,
    StoreLockedError,
    StoreReadOnlyError,
    open_store,
)
from db.base.errors import DatabaseUnreachableError, SchemaTooOldError
from db.base.migrations import list_migrations
from db.base.url import without_password
from db.postgres import connection
from db.postgres.dialect import script, statement
from games.core.text.languages import LANGUAGES
from tests.database import database_of
from tests.db.test_store import CHILD, ROOT, begun

NEWEST = list_migrations()[-1][0]
COLUMNS = "SELECT table_name, column_name, ordinal_position FROM information_schema.columns WHERE table_schema = 'public'"


@pytest.fixture(params=["postgres"])
def where(postgres):
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture
async def other(where):
    """Return a connection of another program to the same database."""
    conn = await asyncpg.connect(where)
    yield conn
    await conn.close()


@pytest.fixture
def hasty(monkeypatch):
    """Shorten the timeouts."""
    monkeypatch.setattr("db.postgres.connect.LOCK_TIMEOUT", "50ms")
    monkeypatch.setattr(connection, "UNREACHABLE_RETRY_S", 0.0)


def name(store, user: int = 1):
    return database_of(store).fetch_all("SELECT name FROM users WHERE id = ?", (user,))


def test_statements_are_put_in_its_words():
    assert statement("SELECT user, s.user FROM users WHERE user = ? AND x = ?") == (
        'SELECT "user", s.user FROM users WHERE "user" = $1 AND x = $2'
    )
    assert (
        statement("UPDATE t SET a = ?2 WHERE b = ?1 OR c = ?1")
        == "UPDATE t SET a = $2 WHERE b = $1 OR c = $1"
    )
    made = script(
        "PRAGMA application_id = 7;\nCREATE TABLE t (user INTEGER, at REAL, it BLOB, b TEXT) STRICT, WITHOUT ROWID;"
    )
    assert (
        made
        == '\nCREATE TABLE t ("user" BIGINT, at DOUBLE PRECISION, it BYTEA, b TEXT COLLATE "C");'
    )


def test_no_password_is_shown():
    assert (
        without_password("postgresql://ana:se:c@ret@db.example:5433/bot?sslmode=require")
        == "postgresql://ana@db.example:5433/bot?sslmode=require"
    )
    assert (
        without_password("postgresql:///bot?password=secret&user=ana")
        == "postgresql:///bot?password=...&user=ana"
    )
    assert (
        without_password("postgresql:///bot?user=ana&password=se@ret")
        == "postgresql:///bot?user=ana&password=..."
    )
    assert without_password("postgresql://ana@db/bot") == "postgresql://ana@db/bot"
    for plain in (
        "postgresql://db:5433/bot",
        "postgresql://[::1]:5433/bot",
        "postgresql://a:1,b:2/bot",
    ):
        assert without_password(plain) == plain
    assert (
        without_password("postgresql://ana:x?password=y@db/bot")
        == "postgresql://ana:...?password=..."
    )
    for nasty in ("p@ss/w:rd#1%", "pa/ss", "a?b", "#", "x/y@z", "a\nb", "password=x@y", "//"):
        assert without_password(f"postgresql://ana:{nasty}@db/bot") == "postgresql://ana@db/bot", (
            nasty
        )
        assert "nasty" not in without_password(f"postgresql://{nasty}nasty@db/bot")


async def test_both_schemas_have_the_same_tables_columns_and_indexes(store, tmp_path):
    file = await open_store(tmp_path / "a.sqlite3")
    tables = await database_of(file).tables()
    assert tables == await database_of(store).tables()
    columns = {
        (table, row["name"], row["cid"])
        for table in tables
        for row in await database_of(file).fetch_all(f"PRAGMA table_info({table})")
    }
    indexes = {
        row[0]
        for row in await database_of(file).fetch_all(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
    }
    await file.close()
    # a dropped column keeps its number there: names in their order are compared
    found = sorted(
        tuple(row)
        for row in await database_of(store).fetch_all(COLUMNS)
        if row["table_name"] != "sobremesa"
    )
    mine, its = (
        [one[:2] for one in sorted(some, key=lambda one: (one[0], one[2]))]
        for some in (columns, found)
    )
    assert mine == its
    there = await database_of(store).fetch_all(
        "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexdef NOT LIKE '%UNIQUE%'"
    )
    assert indexes == {row[0] for row in there}


async def test_what_is_due_is_found_by_its_index(store):
    for n in range(20):
        await begun(store, f"A{n}")
    for ask in (
        "SELECT wake FROM matches WHERE wake > 0 ORDER BY wake LIMIT 1",
        "SELECT id FROM matches WHERE wake > 0 AND wake <= 9 ORDER BY wake",
    ):
        await database_of(store).fetch_one(
            "SET enable_seqscan = off"
        )  # so few tables are read faster as they lie
        plan = " ".join(row[0] for row in await database_of(store).fetch_all(f"EXPLAIN {ask}"))
        assert "matches_wake" in plan
        assert "Sort" not in plan


async def test_it_commits_for_good_and_alone_whatever_the_server_says(postgres, where, hasty):
    postgres.sql(f"ALTER DATABASE {where.rpartition('/')[2]} SET synchronous_commit = off")
    store = await open_store(where)
    assert (
        await database_of(store).fetch_holding_locks("SELECT current_setting('synchronous_commit')")
    )[0][0] == "on"
    seen = []

    async def work(conn) -> None:
        seen.extend(
            row[0]
            for row in await conn.execute_fetchall(
                "SELECT current_setting('transaction_isolation')"
            )
        )

    await database_of(store).transaction(work)
    assert seen == ["serializable"]
    await store.close()


async def test_a_newer_an_older_and_an_alien_database_are_refused_untouched(postgres, where):
    postgres.sql("UPDATE sobremesa SET version = version + 5", where.rpartition("/")[2])
    for look in (False, True):
        with pytest.raises(SchemaTooNewError) as caught:
            await open_store(where, read_only=look)
        assert caught.value.what.args == {"path": where, "have": NEWEST + 5, "newest": NEWEST}
    empty = postgres.empty()
    with pytest.raises(SchemaTooOldError):
        await open_store(empty, read_only=True)
    postgres.sql("CREATE TABLE cats (x INTEGER)", empty.rpartition("/")[2])
    with pytest.raises(NotADatabaseError):
        await open_store(empty)
    assert (
        postgres.sql("SELECT relname FROM pg_stat_user_tables", empty.rpartition("/")[2]) == "cats"
    )
    postgres.drop(empty)


async def test_a_migration_that_fails_leaves_nothing_behind(postgres, tmp_path):
    (tmp_path / "0001_good.sql").write_text(
        "PRAGMA application_id = 1; CREATE TABLE one (x INTEGER) STRICT;"
    )
    (tmp_path / "0002_bad.sql").write_text(
        "CREATE TABLE two (x INTEGER); CREATE TABLE one (x INTEGER);"
    )
    empty = postgres.empty()
    with pytest.raises(asyncpg.DuplicateTableError):
        await connection.connect(empty, tmp_path)
    assert postgres.sql("SELECT version FROM sobremesa", empty.rpartition("/")[2]) == "1"
    assert postgres.sql("SELECT to_regclass('two')", empty.rpartition("/")[2]) == ""
    postgres.drop(empty)


async def test_a_database_that_is_read_only_is_refused(postgres, where):
    postgres.sql(
        f"ALTER DATABASE {where.rpartition('/')[2]} SET default_transaction_read_only = on"
    )
    with pytest.raises(StoreReadOnlyError):
        await open_store(where)


async def test_a_server_that_can_not_be_reached_is_named_without_its_password(postgres):
    missing = postgres.url("nowhere").replace("sobremesa@", "sobremesa:secret@")
    for url in (
        missing,
        missing.replace(f":{postgres.port}/", ":1/"),
        "postgresql://x:secret@127.0.0.1:notaport/x",
    ):
        with pytest.raises(DatabaseUnreachableError) as caught:
            await open_store(url)
        for lang in LANGUAGES:
            said = catalogue(lang).say(caught.value.what)
            assert "127.0.0.1" in said
            assert "secret" not in said


def done(code: str, *args: object) -> str:
    """Run a program and return its output."""
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


def test_without_its_package_there_is_a_sentence():
    code = (
        "import asyncio, sys\nsys.modules['asyncpg'] = None\n"
        "from db import open_store\nfrom db.base.errors import DriverMissingError\n"
        "from app.app import catalogue\n"
        "try: asyncio.run(open_store('postgresql://there/bot'))\n"
        "except DriverMissingError as error: print(catalogue('en').say(error.what))"
    )
    assert "pipx inject sobremesa asyncpg" in done(code)


def test_a_file_needs_none_of_it(tmp_path):
    code = (
        "import asyncio, sys\nfrom db import open_store\nasync def work(): await (await open_store(sys.argv[1])).close()\n"
        "asyncio.run(work())\nprint([name for name in sys.modules if name.startswith(('asyncpg', 'db.postgres'))])"
    )
    assert done(code, tmp_path / "a.sqlite3") == "[]\n"


async def test_transactions_that_are_in_each_others_way_are_done_anew(store, other):
    await store.users.save(User(1, "Ana"))
    tries = []

    async def work(conn) -> None:
        ((was,),) = await conn.execute_fetchall("SELECT name FROM users WHERE id = 1")
        tries.append(was)
        if len(tries) < 3:
            await other.execute("UPDATE users SET name = name || '!' WHERE id = 1")
        await conn.execute("UPDATE users SET name = ? WHERE id = 1", (f"{was} and Bruno",))

    await database_of(store).transaction(work)
    assert tries == ["Ana", "Ana!", "Ana!!"]
    assert (await name(store))[0][0] == "Ana!! and Bruno"


async def test_a_deadlock_is_done_anew(store, other, monkeypatch):
    await database_of(store).fetch_one("SET deadlock_timeout = '20ms'")
    for user in (1, 2):
        await store.users.save(User(user, "x"))
    tries, begun_to_cross, crossing = [], asyncio.Event(), []

    async def cross() -> None:
        await other.execute("UPDATE users SET name = 'o' WHERE id = 1")

    async def work(conn) -> None:
        tries.append(1)
        if len(tries) == 1:
            await other.execute("BEGIN")
            await other.execute("UPDATE users SET name = 'o' WHERE id = 2")
        await conn.execute("UPDATE users SET name = 'a' WHERE id = 1")
        if len(tries) == 1:
            crossing.append(asyncio.create_task(cross()))
            begun_to_cross.set()
        await conn.execute("UPDATE users SET name = 'a' WHERE id = 2")

    async def ended() -> None:
        await begun_to_cross.wait()
        await asyncio.wait(crossing)
        if crossing[0].exception() is None:
            await other.execute("COMMIT")

    await asyncio.gather(database_of(store).transaction(work), ended())
    assert len(tries) in (1, 2), "it depends on whom the server ends"
    assert [(await name(store, user))[0][0] for user in (1, 2)] == ["a", "a"]


@pytest.mark.parametrize("state", ["53100", "53200", "25006", "58030", "40001", "42501"])
async def test_what_can_not_be_written_is_told_like_a_full_disk(store, caplog, monkeypatch, state):
    monkeypatch.setattr(connection, "RETRY_DELAY_S", 0.0)
    await store.users.save(User(1, "Ana"))

    async def work(conn) -> None:
        await conn.execute("UPDATE users SET name = 'lost' WHERE id = 1")
        await conn.execute(f"DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '{state}'; END $$")

    with pytest.raises(StorageUnavailableError):
        await database_of(store).transaction(work)
    assert [
        (record.levelname, record.outage)
        for record in caplog.records
        if record.levelname == "ERROR"
    ] == [("ERROR", "store")]
    assert (await name(store))[0][0] == "Ana"
    await store.users.save(User(1, "Bruno"))


async def test_a_line_that_is_cut_in_the_midst_of_a_transaction_is_made_anew(store, other):
    tries = []

    async def work(conn) -> None:
        tries.append(1)
        await conn.execute("INSERT INTO clicks VALUES ('one', 'AAA', 0)")
        if len(tries) == 1:
            ((backend,),) = await conn.execute_fetchall("SELECT pg_backend_pid()")
            await other.execute("SELECT pg_terminate_backend($1)", backend)
            await conn.execute("INSERT INTO clicks VALUES ('two', 'AAA', 0)")

    await database_of(store).transaction(work)
    assert len(tries) == 2
    assert [
        row[0] for row in await database_of(store).fetch_all("SELECT interaction FROM clicks")
    ] == ["one"]


@pytest.mark.parametrize("stands", [True, False])
async def test_whose_answer_to_a_commit_is_lost_asks_whether_it_stands(
    store, other, monkeypatch, stands
):
    """Once, whatever the server had done before the line was cut."""
    real, cut, tries = asyncpg.Connection.execute, [], []

    async def execute(self, sql, *args, **how):
        if sql != "COMMIT" or cut:
            return await real(self, sql, *args, **how)
        cut.append(1)
        if stands:
            await real(self, "COMMIT")
        await other.execute("SELECT pg_terminate_backend($1)", self.get_server_pid())
        return await real(self, "SELECT 1")

    async def work(conn) -> str:
        tries.append(1)
        await conn.execute("INSERT INTO clicks VALUES (?, 'AAA', 0)", (f"{len(tries)}",))
        return "told"

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    assert await database_of(store).transaction(work) == "told"
    assert [
        row[0] for row in await database_of(store).fetch_all("SELECT interaction FROM clicks")
    ] == ["1" if stands else "2"]


async def test_a_server_that_was_away_is_found_again(store, postgres, hasty, caplog):
    await store.users.save(User(1, "Ana"))
    postgres.stop()
    with pytest.raises(StorageUnavailableError):
        await store.users.save(User(1, "lost"))
    with pytest.raises(StorageUnavailableError):
        await store.users.get(1)
    postgres.start()
    assert await store.users.get(1) == User(1, "Ana")
    await store.users.save(User(1, "Bruno"))
    assert (await name(store))[0][0] == "Bruno"


async def test_who_comes_back_and_finds_another_bot_there_writes_nothing(
    store, postgres, where, hasty, other
):
    held = (await database_of(store).fetch_holding_locks("SELECT pg_backend_pid()"))[0][0]
    await other.execute("SELECT pg_terminate_backend($1)", held)
    newer = await open_store(where)
    with pytest.raises(StorageUnavailableError):
        await store.users.save(User(1, "late"))
    await newer.close()
    await store.users.save(User(1, "in time"))


def crashed(postgres, where: str) -> list[str]:
    """Return what a process had acknowledged when the server crashed."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, where, "AAA"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        told = [child.stdout.readline().strip() for _ in range(5)]
        postgres.stop(signal.SIGQUIT)
        child.kill()
        return told + [line for line in child.stdout.read().split("\n")[:-1] if line]


async def test_what_was_acknowledged_stands_after_the_server_has_crashed(where, postgres):
    told = crashed(postgres, where)
    postgres.start()
    store = await open_store(where)
    assert set(told) <= {entry.interaction for entry in await store.game_log.entries("AAA")}
    await store.close()


async def test_it_can_be_looked_at_beside_a_bot_as_of_one_moment(store, where):
    await store.users.save(User(1, "Ana"))
    beside = await open_store(where, read_only=True)
    assert await beside.users.get(1) == User(1, "Ana")
    await store.users.save(User(1, "Bruno"))
    assert await beside.users.get(1) == User(1, "Ana")
    with pytest.raises(StorageUnavailableError):
        await beside.users.save(User(1, "Carla"))
    await beside.close()
    assert await store.users.get(1) == User(1, "Bruno")


async def test_a_copy_knows_that_it_went_back(store):
    assert await store.restore.backup_time() is None
    await begun(store)

    async def mark(conn) -> None:
        await conn.execute("CREATE TABLE copied AS SELECT 1 AS one, 7.0 AS at, '[]' AS kept")

    await database_of(store).transaction(mark)
    assert await store.restore.backup_time() == 7.0
    from games.core.text.messages import literal

    assert await store.restore.republish_matches(8.0, 100, literal("back")) == ["AAA"]
    assert await store.restore.backup_time() is None
    assert min(seat.decision for seat in (await store.matches.get("AAA")).seats) >= 100


async def test_a_second_bot_is_told_so_in_a_sentence(store, where, hasty):
    with pytest.raises(StoreLockedError) as caught:
        await open_store(where)
    for lang in LANGUAGES:
        assert where in catalogue(lang).say(caught.value.what)
