"""A store belongs to one application; another one does not open it."""

from __future__ import annotations

import logging
import sqlite3
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.model.match import User
from app.runtime.settings import Secret, Settings
from db import StoreLockedError, open_store
from db.base.errors import OtherApplicationError
from db.base.url import SANDBOX
from db.sqlite import backups
from db.transfer import columns
from ops import cli
from ops.backups import retention
from ops.checks import store_owner
from ops.terminal.output import catalogue
from tests.db.test_released import RELEASED, restore_dump

ANA = User(5, "Ana", "es")


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Return settings of a bot with a token, on a file or a server."""
    if request.param == "sqlite":
        yield Settings(token=Secret("abc"), data=tmp_path, language="en")
        return
    postgres = request.getfixturevalue("postgres")
    server = postgres.new()
    yield Settings(token=Secret("abc"), data=tmp_path, language="en", server=Secret(server))
    postgres.drop(server)


def without_token(settings: Settings) -> Settings:
    return Settings(data=settings.data, language="en", server=settings.server)


async def claimed(settings: Settings, application: str, *, adopt: bool = False) -> str:
    """Open the store as a bot of this application; return its owner."""
    store = await open_store(settings.store)
    try:
        await store_owner.claim(store, settings, application, adopt=adopt)
        return await store.meta.application()
    finally:
        await store.close()


async def used(settings: Settings) -> None:
    """Store a user."""
    store = await open_store(settings.store)
    await store.users.save(ANA)
    await store.close()


async def test_the_first_application_has_it_and_another_is_refused(settings: Settings):
    assert await claimed(settings, "123") == "123"
    assert await claimed(settings, "123") == "123"
    for other in ("456", SANDBOX):
        with pytest.raises(OtherApplicationError) as caught:
            await claimed(settings, other)
        said = catalogue("en").say(caught.value.what)
        assert "Discord application 123" in said
        assert "--adopt" in said
        assert ("the local page" if other == SANDBOX else "456") in said
    assert await claimed(settings, "123") == "123", "nothing was changed"


async def test_taking_over_is_asked_for_and_leaves_a_backup(
    settings: Settings, caplog: pytest.LogCaptureFixture
):
    await used(settings)
    await claimed(settings, "123")
    assert await claimed(settings, "456", adopt=True) == "456"
    kept = [
        one for one in retention.backups(settings.database) if one.reason == store_owner.ADOPTED
    ]
    if settings.server:
        assert kept == []
        assert any("no backup taken first" in one.getMessage() for one in caplog.records)
    else:
        (backup,) = kept
        with closing(backups.open_read_only(backup.file)) as conn:
            assert conn.execute("SELECT value FROM meta WHERE name = 'application'").fetchone() == (
                "123",
            )
            assert conn.execute("SELECT name FROM users").fetchall() == [("Ana",)]
    with pytest.raises(OtherApplicationError):
        await claimed(settings, "123")


async def test_a_store_of_an_earlier_version_is_an_applications(settings: Settings):
    page = without_token(settings)
    await used(settings)
    if settings.server:
        with pytest.raises(OtherApplicationError):
            await claimed(page, SANDBOX)
    assert await claimed(settings, "123") == "123"
    if not settings.server:
        with pytest.raises(OtherApplicationError):
            await store_owner.begin_sandbox(page, adopt=True)


async def test_the_local_page_has_a_file_of_its_own_and_an_empty_server_is_anybodys(
    settings: Settings,
):
    page = without_token(settings)
    await store_owner.begin_sandbox(page)
    assert await claimed(page, SANDBOX) == SANDBOX
    await used(page)
    if settings.server:
        with pytest.raises(OtherApplicationError):
            await claimed(settings, "123")
    else:
        assert await claimed(settings, "123") == "123"
        assert {one.name for one in settings.data.glob("*.sqlite3")} == {
            "sobremesa.sqlite3",
            "sandbox-tables.sqlite3",
        }


@pytest.fixture
def folder(tmp_path: Path) -> Settings:
    """Return a folder in which version 0.1.0 kept the tables of both applications."""
    restore_dump(RELEASED[0], tmp_path / "sobremesa.sqlite3")
    return Settings(data=tmp_path, language="en")


def everything(path: Path) -> dict[str, list[str]]:
    with closing(backups.open_read_only(path)) as conn:
        there = {
            row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        return {
            table: [repr(row) for row in conn.execute(f"SELECT * FROM {table}")]
            for table in columns()
            if table in there
        }


async def test_tables_of_an_earlier_version_are_left_alone_and_the_log_says_how_to_bring_them(
    folder: Settings, caplog: pytest.LogCaptureFixture
):
    before = folder.application_database.read_bytes()
    await store_owner.begin_sandbox(folder)
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert len(told) == 2
    assert "no DISCORD_TOKEN: starting the local sandbox instead of Discord" in told[0]
    assert "--adopt" in told[1]
    assert not folder.sandbox_tables.exists()
    assert folder.application_database.read_bytes() == before


@pytest.mark.parametrize("started", [False, True])
async def test_asked_for_they_are_copied_for_the_local_page_and_play_on(
    folder: Settings, caplog: pytest.LogCaptureFixture, started: bool
):
    before = folder.application_database.read_bytes()
    if started:  # it was there once before whoever runs it read the log
        await store_owner.begin_sandbox(folder)
        await claimed(folder, SANDBOX)
        await used(folder)
    await store_owner.begin_sandbox(folder, adopt=True)
    assert everything(folder.sandbox_tables) == everything(folder.application_database)
    assert await claimed(folder, SANDBOX) == SANDBOX
    store = await open_store(folder.database)
    assert await store.restore.backup_time() is None, "nothing went back"
    assert len(await store.matches.find()) > 10
    await store.users.save(User(77, "Zoe", "en"))
    await store.close()
    assert folder.application_database.read_bytes() == before
    caplog.clear()
    await store_owner.begin_sandbox(folder, adopt=True)
    assert len(caplog.records) == 1, "it has its own tables now, which nothing takes the place of"
    store = await open_store(folder.database)
    assert (await store.users.get(77)) is not None
    await store.close()


async def test_one_bot_at_a_time_uses_a_folder(folder: Settings):
    page = store_owner.lock_other_store(folder)
    assert page is not None
    with pytest.raises(StoreLockedError):
        await open_store(folder.application_database)
    page.release()
    bot = store_owner.lock_other_store(Settings(token=Secret("abc"), data=folder.data))
    assert bot is not None
    with pytest.raises(StoreLockedError):
        await open_store(folder.sandbox_tables)
    bot.release()


# ---- commands


@pytest.fixture
def bot(tmp_path: Path) -> Settings:
    return Settings(token=Secret("abc"), data=tmp_path, language="en")


async def backup(settings: Settings, application: str) -> Path:
    """Return a backup of this application's store."""
    await used(settings)
    await claimed(settings, application)
    assert await cli.backup_now(settings, Namespace()) == 0
    return retention.backups(store_owner.database_of(settings))[-1].file


def stamp(path: Path) -> str:
    with closing(backups.open_read_only(path)) as conn:
        return str(conn.execute("SELECT value FROM meta WHERE name = 'application'").fetchone()[0])


Answer = tuple[int, str]
Restore = Callable[..., Awaitable[Answer]]


@pytest.fixture
def restored(capsys: pytest.CaptureFixture[str]) -> Restore:
    async def restore(
        settings: Settings, file: Path, *, force: bool = False, adopt: bool = False
    ) -> Answer:
        capsys.readouterr()
        code = await cli.restore_file(settings, Namespace(file=file, force=force, adopt=adopt))
        return code, capsys.readouterr().out

    return restore


@pytest.mark.parametrize("application", ["456", SANDBOX])
async def test_a_backup_of_another_is_not_restored_unless_asked_for(
    bot: Settings, tmp_path: Path, restored: Restore, application: str
):
    elsewhere = Settings(token=Secret("x"), data=tmp_path / "elsewhere")
    file = await backup(elsewhere, application)
    await backup(bot, "123")
    before = bot.database.read_bytes()
    code, said = await restored(bot, file)
    assert (code, "application 123" in said, "--adopt" in said) == (5, True, True)
    assert bot.database.read_bytes() == before
    assert (await restored(bot, file, force=True))[0] == 0
    assert stamp(bot.database) == application
    with pytest.raises(OtherApplicationError):
        await claimed(bot, "123")
    await claimed(bot, "123", adopt=True)
    assert (await restored(bot, file, adopt=True))[0] == 0
    assert await claimed(bot, "123") == "123"


async def test_without_a_token_a_backup_goes_where_it_belongs(bot: Settings, restored: Restore):
    page = without_token(bot)
    files = {"123": await backup(bot, "123"), SANDBOX: await backup(page, SANDBOX)}
    for path in (bot.database, page.database):
        path.unlink()
    for application, place in (("123", bot.database), (SANDBOX, page.database)):
        code, said = await restored(page, files[application])
        assert (code, str(place) in said) == (0, True)
        assert stamp(place) == application


async def test_one_of_an_earlier_version_is_restored_as_ever(
    bot: Settings, tmp_path: Path, restored: Restore
):
    restore_dump(RELEASED[0], tmp_path / "old.sqlite3")
    await backup(bot, "123")
    assert (await restored(bot, tmp_path / "old.sqlite3"))[0] == 0
    assert await claimed(bot, "123") == "123"


async def test_commands_without_a_token_speak_of_the_only_file_there_is(
    bot: Settings, capsys: pytest.CaptureFixture[str]
):
    page = without_token(bot)
    await backup(bot, "123")
    assert store_owner.database_of(page) == bot.database
    assert await cli.backup_now(page, Namespace()) == 0
    assert "sobremesa-" in capsys.readouterr().out
    await used(page)
    assert store_owner.database_of(page) == page.sandbox_tables
    assert store_owner.database_of(bot) == bot.database


def test_what_is_no_database_belongs_to_nobody(bot: Settings):
    bot.database.write_bytes(b"a shopping list")
    assert store_owner.expected_owner(bot, bot.database) == ""
    with closing(sqlite3.connect(bot.data / "other.sqlite3")) as conn:
        conn.execute("CREATE TABLE x (y)")
    assert store_owner.expected_owner(bot, bot.data / "other.sqlite3") == ""
