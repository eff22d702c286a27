"""The diagnostic checks: each one passing and failing, with its fix; no secrets."""

import base64
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import aiohttp.web
import discord
import pytest

from app.runtime.settings import Secret, Settings
from db import open_store
from db.sqlite import backups
from ops.checks import doctor
from ops.checks.discord_check import TokenCheck, ask_discord
from ops.monitoring import health
from ops.monitoring.health import HealthSnapshot
from ui.errors import IN_THREADS, TABLE_PERMISSIONS

TOKEN = f"{base64.urlsafe_b64encode(b'123456789012345678').decode().rstrip('=')}.Gabcde.{'x' * 38}"
NOW = 1_790_000_000.0


def told(lines) -> list[tuple[str, str]]:
    return [(line.state, line.what.key.removeprefix("upkeep.doctor.")) for line in lines]


def test_a_tokens_form_gives_the_invitation():
    form, invite = doctor.check_token(TOKEN, None)
    assert (form.state, invite.state) == ("ok", "ok")
    assert invite.what.args["url"].args["text"] == (
        "https://discord.com/oauth2/authorize?client_id=123456789012345678&scope=bot+applications.commands&permissions=309237763072"
    )
    bits = {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "embed_links",
        "attach_files",
        "read_message_history",
        "create_public_threads",
    }
    assert {name for name, on in discord.Permissions(doctor.PERMISSIONS) if on} == bits
    here = Path(doctor.__file__).parents[2]
    for guide in ("README.md", "README.es.md"):
        assert doctor.INVITE.format("APPLICATION_ID", doctor.PERMISSIONS) in (
            here / guide
        ).read_text("utf-8")
    assert {*TABLE_PERMISSIONS, IN_THREADS} - {"view_channel"} <= bits, (
        "what the bot says it needs is asked for"
    )
    assert told(doctor.check_token("what?", None)) == [("failure", "token_form")]
    assert told(doctor.check_token("", None)) == [("warning", "no_token")]


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        (None, [("ok", "no_discord")]),
        (TokenCheck(200, name="Meeple", logins=900), [("ok", "discord")]),
        (TokenCheck(200, name="Meeple", logins=3), [("ok", "discord"), ("warning", "logins")]),
        (TokenCheck(401), [("failure", "refused")]),
        (TokenCheck(503, "HTTP 503"), [("failure", "away")]),
        (TokenCheck(0, "TimeoutError"), [("failure", "away")]),
        (TokenCheck(429, retry_after=3000.0), [("failure", "blocked")]),
        (TokenCheck(200, is_html=True), [("failure", "page")]),
        (TokenCheck(403, is_html=True), [("failure", "page")]),
    ],
)
def test_what_discord_says(answer, lines):
    assert told(doctor.check_discord(answer)) == lines
    assert all(line.state == "ok" or line.fix is not None for line in doctor.check_discord(answer))


def test_who_only_draws_and_thinks_has_nothing_to_do_with_discord():
    assert told(doctor.check_token_if_needed(Settings(roles=("worker",)), None)) == [
        ("ok", "worker")
    ]
    assert told(doctor.check_token_if_needed(Settings(), None)) == [
        ("warning", "no_token"),
        ("ok", "no_discord"),
    ]


async def test_discord_is_asked_who_the_token_belongs_to(monkeypatch: pytest.MonkeyPatch):
    async def who(request: aiohttp.web.Request) -> aiohttp.web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return aiohttp.web.json_response({}, status=401)
        return aiohttp.web.json_response({"id": "77", "name": "Meeple"})

    async def gate(_request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.json_response({"session_start_limit": {"remaining": 12}})

    app = aiohttp.web.Application()
    app.router.add_get("/oauth2/applications/@me", who)
    app.router.add_get("/gateway/bot", gate)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        monkeypatch.setattr(
            discord.http.Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}"
        )
        right, wrong = await ask_discord(TOKEN), await ask_discord("other")
    finally:
        await runner.cleanup()
    assert (right.status, right.application, right.name, right.logins) == (200, 77, "Meeple", 12)
    assert right.date > 0
    assert wrong.status == 401
    assert (await ask_discord(TOKEN)).status == 0, "nobody is there any more"


async def test_the_database(tmp_path: Path):
    settings = Settings(token=Secret(TOKEN), data=tmp_path)
    path = settings.database

    async def looked(application: int = 0, settings: Settings = settings) -> list[tuple[str, str]]:
        return told((await doctor.check_store(settings, application)).results)

    assert await looked() == [("ok", "no_database")]
    store = await open_store(path)
    await store.deadlines.save_heartbeat(NOW)
    assert await looked() == [("ok", "database"), ("ok", "in_use")]
    assert (await doctor.check_store(settings, 0))[1:] == (NOW, True)
    await store.meta.set_application("77")
    await store.close()
    assert await looked(77) == [("ok", "database"), ("ok", "belongs"), ("ok", "free")]
    assert await looked() == [("ok", "database"), ("ok", "belongs"), ("ok", "free")], (
        "Discord could not be asked"
    )
    assert await looked(78) == [("ok", "database"), ("failure", "belongs"), ("ok", "free")]
    without = Settings(data=tmp_path)
    assert await looked(settings=without) == [
        ("ok", "database"),
        ("ok", "belongs"),
        ("ok", "free"),
    ], "the only one there is"
    sandbox = await open_store(without.database)
    await sandbox.meta.set_application("sandbox")
    assert await looked(settings=without) == [
        ("ok", "beside"),
        ("ok", "database"),
        ("ok", "belongs"),
        ("ok", "in_use"),
    ]
    await sandbox.close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 9999")
    assert await looked() == [("failure", "host.store.newer")]
    path.write_bytes(b"SQLite format 3\0" + b"\x13" * 4096)
    assert [state for state, _ in await looked()] == ["failure"]


def test_the_age_of_the_newest_backup(tmp_path: Path):
    settings = Settings(data=tmp_path)
    off = Settings(data=tmp_path, backups_hourly=0, backups_daily=0, backups_weekly=0)
    assert told(doctor.check_backups(off, NOW)) == [("warning", "backups_off")]
    assert told(doctor.check_backups(settings, NOW)) == [("warning", "no_backup")]
    file = backups.backup_path(settings.database, NOW)
    file.parent.mkdir()
    file.touch()
    assert told(doctor.check_backups(settings, NOW + 3600)) == [("ok", "backup")]
    assert told(doctor.check_backups(settings, NOW + 4 * 3600)) == [("warning", "backup")]
    assert told(doctor.check_backups(off, NOW + 4 * 3600)) == [("ok", "backup")]


DAY = 86_400.0


@pytest.mark.parametrize(
    ("now", "beat", "date", "used", "line"),
    [
        (NOW, None, None, False, ("ok", "clock")),
        (NOW, None, NOW + 5, False, ("ok", "clock")),
        (NOW, None, NOW + 90, False, ("warning", "clock")),
        (1_000.0, None, None, False, ("warning", "clock")),
        (NOW, NOW + 500, None, False, ("warning", "clock")),  # the bot has run later than now
        (NOW, NOW - 600, None, False, ("ok", "clock")),
        (NOW, NOW - 6 * DAY, None, False, ("ok", "clock")),  # it was off
        (NOW + 4800 * DAY, NOW, None, False, ("warning", "clock_ahead")),  # 2040
        (NOW + 4800 * DAY, NOW, NOW + 4800 * DAY, False, ("ok", "clock")),  # Discord says so, too
        (NOW, NOW - 3600, None, True, ("warning", "clock_ahead")),  # it runs and notes each minute
        (NOW, NOW - 60, None, True, ("ok", "clock")),
    ],
)
def test_a_clock_that_is_wrong(
    now: float, beat: float | None, date: float | None, used: bool, line: tuple[str, str]
):
    answer = None if date is None else TokenCheck(200, date=date)
    found = list(doctor.check_clock(beat, now, answer, bot_runs=used))
    assert told(found) == [line]
    assert (found[0].fix is None) == (line[0] == "ok")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_what_others_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    env, settings = tmp_path / ".env", Settings(data=tmp_path / "data with room")
    monkeypatch.setattr("app.runtime.paths.ENV", env)
    monkeypatch.setattr("ops.checks.file_permissions.Path.resolve", lambda self, strict=False: self)
    stats, real = dict[Path, int](), Path.stat

    class Mode(NamedTuple):
        st_mode: int

    # the folders above are this machine's own affair
    monkeypatch.setattr(
        "ops.checks.file_permissions.Path.stat",
        lambda self, **how: Mode(stats[self]) if self in stats else real(self, **how),
    )
    for folder in (tmp_path, *tmp_path.parents):
        stats[folder] = 0o40755
    settings.data.mkdir(mode=0o755)
    env.touch(0o600)
    settings.application_database.touch(0o600)
    assert told(doctor.check_private_files(settings)) == [("ok", "private")]
    env.chmod(0o644)
    (backup := backups.backup_path(settings.application_database, NOW)).parent.mkdir()
    backup.touch()
    backup.chmod(0o604)
    lines = list(doctor.check_private_files(settings))
    assert told(lines) == [("warning", "open"), ("warning", "open")]
    assert [line.fix.args["text"] for line in lines if line.fix] == [
        f"chmod 600 {env}",
        f"chmod -R o-rwx '{settings.data}'",
    ]
    settings.data.chmod(0o750)
    assert told(doctor.check_private_files(settings)) == [("warning", "open")], (
        "nobody else comes into that folder"
    )


@pytest.mark.parametrize(
    ("ago", "lines"),
    [
        (None, [("ok", "upkeep.health.well")]),
        (3600.0, [("ok", "upkeep.health.well"), ("warning", "rival")]),
        (2 * DAY, [("ok", "upkeep.health.well")]),
    ],
)
def test_another_program_with_the_same_token_is_told_for_a_day(
    tmp_path: Path, ago: float | None, lines: list[tuple[str, str]]
):
    settings = Settings(data=tmp_path)
    health.write(
        health.health_file(settings),
        HealthSnapshot(NOW, 0.0, NOW, 0, 0.0, {}, 0.0 if ago is None else NOW - ago),
    )
    found = list(doctor.check_health(settings, NOW, store_in_use=True))
    assert told(found) == lines
    assert [line.what.args for line in found[1:]] == [{"minutes": 60}] * (len(lines) - 1)
    assert list(doctor.check_health(settings, NOW, store_in_use=False)) == [], (
        "nobody runs: it is of an earlier one"
    )


def test_little_memory(tmp_path: Path):
    told_by = tmp_path / "meminfo"
    for kilobytes, state in ((100_000, "warning"), (900_000, "ok")):
        told_by.write_text(f"MemTotal: 1 kB\nMemAvailable:   {kilobytes} kB\n")
        assert [line.state for line in doctor.check_memory(told_by)] == [state]
    assert list(doctor.check_memory(tmp_path / "none")) == [], "other systems do not say"


@pytest.mark.parametrize(("status", "code"), [(200, 0), (401, 1)])
async def test_a_failure_is_an_exit_code_and_nothing_secret_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
    status: int,
    code: int,
):
    async def answered(_token: str) -> TokenCheck:
        return TokenCheck(status, "why", 123456789012345678, "Meeple")

    monkeypatch.setattr(doctor, "ask_discord", answered)
    assert await doctor.doctor(Settings(token=Secret(TOKEN), data=tmp_path, language="en")) == code
    said = capsys.readouterr().out
    assert not [part for part in TOKEN.split(".") if part in said]
    assert ("✗ Discord rejected" in said) == bool(code)
    assert "upkeep." not in said
