"""Command `doctor`: check everything that the bot needs, and say how to fix problems.

`findings` runs all checks, in the order in which they are printed. Each check is a function that
yields results. Only the checks of the store return a `StoreCheck`, which also tells later checks
whether a bot is running. The results contain no secrets.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import math
import os
import re
import shlex
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from app.ports.services import HealthFinding
from app.runtime import paths
from app.runtime.settings import TOKEN, Settings, source_of
from app.runtime.token_names import FORM
from db.base.errors import SchemaTooOldError, StoreOpenError, owner_name
from db.base.url import SANDBOX, without_password
from db.sqlite.connection import application_of, check_integrity, is_locked, last_heartbeat
from db.store import server_info
from games.core.text.messages import Msg, literal, msg
from ops.backups import retention
from ops.checks import store_owner
from ops.checks.discord_check import TokenCheck, ask_discord
from ops.checks.file_permissions import open_to_others
from ops.monitoring import health
from ops.terminal.output import catalogue, print_line, readable_size

SIGNS = {"ok": "✓", "warning": "!", "failure": "✗"}
# view, send, send in threads, embed, attach, read history, create threads
PERMISSIONS = 309237763072
INVITE = "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
# free disk space below which the check warns or fails
DISK_WARN_BYTES, DISK_FAIL_BYTES = 500e6, 50e6
MIN_MEMORY_BYTES = 300e6  # what a bot needs (docs/performance.md)
BUILD_TIME = 1_735_689_600  # start of 2025 (Unix seconds): an earlier system time must be wrong
MAX_CLOCK_SKEW_S = 30.0  # if the system clock is off by more, shown deadlines are wrong
# commands that the suggested fixes name
BACKUP, VERIFY = literal(paths.command_hint("backup")), literal(paths.command_hint("verify"))
TIME_FORMAT = "%Y-%m-%d %H:%M:%S"
# seconds since the last heartbeat after which the clock is probably wrong
STALE_CLOCK_S = 7 * 86_400.0
STALE_CLOCK_RUNNING_S = 600.0  # the same while the bot runs: it writes a heartbeat each minute
DUPLICATE_TOKEN_REPORT_S = 86_400.0  # another program with the same token is reported for so long
USUAL_BAN_S = 900.0  # duration of an IP ban if Discord's response does not tell it
LOGINS_WARN = 50  # logins left of the 1,000 a day


class CheckResult(Struct, frozen=True):
    """Result of a check: `ok`, `warning` or `failure`, its message, and how to fix it."""

    state: str
    what: Msg
    fix: Msg | None = None


async def doctor(settings: Settings) -> int:
    """Print all check results; return 1 if one is a failure, else 0."""
    results = await findings(settings)
    for result in results:
        print_line(result.what, settings.terminal_lang, SIGNS[result.state])
        if result.fix is not None:
            print_line(result.fix, settings.terminal_lang, "  →")
    print_line(summary(results), settings.terminal_lang)
    return 1 if any(result.state == "failure" for result in results) else 0


async def findings_for_operator(settings: Settings, lang: str) -> list[HealthFinding]:
    """Run all checks; return a summary, then one finding per result, in the language `lang`."""
    results, say = await findings(settings), catalogue(lang).say
    return [
        HealthFinding("", say(summary(results))),
        *(
            HealthFinding(
                SIGNS[result.state], say(result.what), say(result.fix) if result.fix else ""
            )
            for result in results
        ),
    ]


async def findings(settings: Settings) -> list[CheckResult]:
    """Run all checks and return their results in order."""
    answer = await ask_discord(settings.token) if settings.token else None
    application = answer.application if answer else 0
    store = await check_store(settings, application)
    return [
        CheckResult("ok", msg("upkeep.doctor.version", version=literal(paths.version() or "?"))),
        *check_token_if_needed(settings, answer),
        *store.results,
        *check_health(settings, time.time(), store_in_use=store.in_use),
        *check_disk(settings),
        *check_backups(settings, time.time()),
        *check_private_files(settings),
        *check_fonts(),
        *check_clock(store.last_heartbeat, time.time(), answer, bot_runs=store.in_use),
        *check_memory(),
    ]


def summary(results: Sequence[CheckResult]) -> Msg:
    """Return a message with the numbers of checks that are ok, warnings and failures."""
    failures = sum(result.state == "failure" for result in results)
    warnings = sum(result.state == "warning" for result in results)
    return msg(
        "upkeep.doctor.sum",
        ok=len(results) - failures - warnings,
        warnings=warnings,
        failures=failures,
    )


def check_token_if_needed(settings: Settings, answer: TokenCheck | None) -> Iterator[CheckResult]:
    """Check the token and Discord's response, unless this process is only a worker.

    `answer` is the response, None if Discord was not asked. A worker needs no token, because it
    doesn't connect to Discord.
    """
    if "gateway" in settings.roles:
        yield from check_token(settings.token, answer)
        yield from check_discord(answer)
    else:
        yield CheckResult("ok", msg("upkeep.doctor.worker"))


def check_token(secret: str, answer: TokenCheck | None) -> Iterator[CheckResult]:
    """Check the form of the token `secret`; if the bot's id is known, yield the invite URL.

    `answer` is Discord's response, None if Discord was not asked.
    """
    if not secret:
        yield CheckResult(
            "warning",
            msg("upkeep.doctor.no_token"),
            msg("upkeep.doctor.no_token_mend", env=source_of(TOKEN)),
        )
        return
    app = (answer.application if answer else 0) or application_id(secret)
    if app:
        yield CheckResult("ok", msg("upkeep.doctor.token"))
        yield CheckResult(
            "ok", msg("upkeep.doctor.invite", url=literal(INVITE.format(app, PERMISSIONS)))
        )
    else:
        yield CheckResult(
            "failure",
            msg("upkeep.doctor.token_form"),
            msg("upkeep.doctor.token_mend", env=source_of(TOKEN)),
        )


def application_id(secret: str) -> int:
    """Return the bot's id, which is the first part of a token; 0 for a malformed token."""
    parts = FORM.fullmatch(secret)
    try:
        return int(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4))) if parts else 0
    except (ValueError, binascii.Error):
        return 0


def check_discord(answer: TokenCheck | None) -> Iterator[CheckResult]:
    """Check that Discord responds and accepts the token.

    `answer` is None if Discord was not asked.
    """
    if answer is None:
        yield CheckResult("ok", msg("upkeep.doctor.no_discord"))
    elif answer.status == 200 and not answer.is_html:
        yield CheckResult("ok", msg("upkeep.doctor.discord", name=literal(answer.name)))
        if answer.logins is not None and answer.logins < LOGINS_WARN:
            yield CheckResult(
                "warning",
                msg("upkeep.doctor.logins", n=answer.logins),
                msg("upkeep.doctor.logins_mend"),
            )
    elif answer.status == 401:
        yield CheckResult(
            "failure",
            msg("upkeep.doctor.refused"),
            msg("upkeep.doctor.token_mend", env=source_of(TOKEN)),
        )
    elif answer.status == 429:
        minutes = math.ceil((answer.retry_after or USUAL_BAN_S) / 60)
        yield CheckResult(
            "failure",
            msg("upkeep.doctor.blocked", minutes=minutes),
            msg("upkeep.doctor.blocked_mend"),
        )
    elif answer.is_html:
        yield CheckResult(
            "failure",
            msg("upkeep.doctor.page", status=answer.status),
            msg("upkeep.doctor.page_mend"),
        )
    else:
        yield CheckResult(
            "failure",
            msg("upkeep.doctor.away", why=literal(answer.why)),
            msg("upkeep.doctor.away_mend"),
        )


class StoreCheck(NamedTuple):
    """Results of checking the store.

    `last_heartbeat` is when a bot last wrote that it runs (Unix seconds; None: unknown). `in_use`
    is True if a bot is using the store now.
    """

    results: list[CheckResult]
    last_heartbeat: float | None = None
    in_use: bool = False


async def check_store(settings: Settings, application: int) -> StoreCheck:
    """Check the store.

    `application` is the id that Discord returns for the token (0: unknown); the store should belong
    to this application.
    """
    expected_owner = str(application or "") if settings.token else SANDBOX
    if settings.server:
        return await check_server(settings.server, expected_owner)
    return await asyncio.to_thread(
        check_database, store_owner.database_of(settings), expected_owner, settings
    )


async def check_server(url: str, expected_owner: str) -> StoreCheck:
    """Check a database on a PostgreSQL server: access, contents, owner, durability.

    The owner is the Discord application whose matches the database stores. `expected_owner` is the
    application's id, `SANDBOX`, or "" if it is unknown.
    """
    try:
        found = await server_info(url)
    except SchemaTooOldError as older:
        return StoreCheck([CheckResult("warning", older.what)])
    except StoreOpenError as refused:
        return StoreCheck([CheckResult("failure", refused.what)])
    results = [
        CheckResult(
            "ok",
            msg(
                "upkeep.doctor.server",
                path=literal(without_password(url)),
                server=literal(found.server),
                version=found.version,
                size=readable_size(found.size),
                n=found.running,
            ),
        ),
        *check_owner(found.application, expected_owner),
        _usage(in_use=found.used),
    ]
    if not found.durable:
        results.append(
            CheckResult(
                "failure", msg("upkeep.doctor.forgetful"), msg("upkeep.doctor.forgetful_mend")
            )
        )
    return StoreCheck(results, found.beat, found.used)


def _usage(*, in_use: bool) -> CheckResult:
    """Return a result that says whether a bot is using the store now."""
    return CheckResult("ok", msg("upkeep.doctor.in_use" if in_use else "upkeep.doctor.free"))


def check_database(path: Path, expected_owner: str, settings: Settings) -> StoreCheck:
    """Check a database file: integrity, version, size, owner, and whether a bot is using it.

    The owner is the Discord application whose matches the database stores, not the file's owner in
    the operating system. `expected_owner` is the application's id, `SANDBOX`, or "" if it is
    unknown.
    """
    results = list(_other_database(path, settings))
    if not path.exists():
        no_database = CheckResult("ok", msg("upkeep.doctor.no_database", path=literal(str(path))))
        return StoreCheck([*results, no_database])
    try:
        version, running_matches = check_integrity(path)
        application, heartbeat = application_of(path), last_heartbeat(path)
    except StoreOpenError as refused:
        return StoreCheck([*results, CheckResult("failure", refused.what)])
    in_use = is_locked(path)
    results.append(
        CheckResult(
            "ok",
            msg(
                "upkeep.doctor.database",
                path=literal(str(path)),
                version=version,
                size=readable_size(path.stat().st_size),
                n=running_matches,
                verify=VERIFY,
            ),
        )
    )
    # without a token, only the sandbox's own file must belong to the sandbox
    if not settings.token and path != settings.sandbox_tables:
        expected_owner = ""
    results += [*check_owner(application, expected_owner), _usage(in_use=in_use)]
    return StoreCheck(results, heartbeat, in_use)


def _other_database(path: Path, settings: Settings) -> Iterator[CheckResult]:
    """Yield a result that names the database of a Discord application, if there is one.

    Yields nothing if the bot has a token, or if `path` is that database.
    """
    other = settings.application_database
    if not settings.token and path != other and other.exists():
        yield CheckResult("ok", msg("upkeep.doctor.beside", path=literal(str(other))))


def check_owner(application: str, expected_owner: str) -> Iterator[CheckResult]:
    """Check that the store belongs to the application `expected_owner`.

    `application` is the id of the application to which it belongs. For both, "" means unknown.
    """
    if application:
        is_other = bool(expected_owner) and application != expected_owner
        what = msg("upkeep.doctor.belongs", owner=owner_name(application))
        mend = (
            msg(
                "upkeep.doctor.belongs_mend",
                wants=owner_name(expected_owner),
                adopt=literal(paths.ADOPT),
            )
            if is_other
            else None
        )
        yield CheckResult("failure" if is_other else "ok", what, mend)


def check_health(settings: Settings, now: float, *, store_in_use: bool) -> Iterator[CheckResult]:
    """Check the health file of a running bot; no result if none runs.

    `store_in_use` is True if a bot has the database file open. If the database is on a PostgreSQL
    server, this argument is ignored: a bot is taken to run if there is a health file.
    """
    snapshot = health.read(health.health_file(settings))
    is_running = snapshot is not None if settings.server else store_in_use
    if not is_running:
        return
    lines, is_healthy = health.report(snapshot, now)
    for line in lines:
        yield CheckResult("ok" if is_healthy else "warning", line)
    if (
        snapshot is not None
        and snapshot.duplicate_token_at
        and now - snapshot.duplicate_token_at < DUPLICATE_TOKEN_REPORT_S
    ):
        what = msg("upkeep.doctor.rival", minutes=round((now - snapshot.duplicate_token_at) / 60))
        yield CheckResult("warning", what, msg("upkeep.doctor.rival_mend"))


def check_disk(settings: Settings) -> Iterator[CheckResult]:
    """Check the free space of the data folder."""
    data = settings.data.resolve()
    folder = next(path for path in (data, *data.parents) if path.exists())
    database = store_owner.database_of(settings)
    free = shutil.disk_usage(folder).free
    needed = DISK_WARN_BYTES + (3 * database.stat().st_size if database.exists() else 0)
    state = "failure" if free < DISK_FAIL_BYTES else "warning" if free < needed else "ok"
    what = msg("upkeep.doctor.disk", size=readable_size(free))
    yield CheckResult(state, what, None if state == "ok" else msg("upkeep.doctor.disk_mend"))


def check_backups(settings: Settings, now: float) -> Iterator[CheckResult]:
    """Check the age of the newest backup of the database file.

    Backups of a PostgreSQL server can't be checked, so the result is ok.
    """
    if settings.server:
        yield CheckResult("ok", msg("upkeep.doctor.backups_there"))
        return
    interval_s = retention.interval(settings)
    existing = retention.backups(store_owner.database_of(settings))
    newest = max((backup.at for backup in existing), default=None)
    if interval_s is None and newest is None:
        yield CheckResult(
            "warning",
            msg("upkeep.doctor.backups_off"),
            msg("upkeep.doctor.backups_off_mend", backup=BACKUP),
        )
    elif newest is None:
        yield CheckResult(
            "warning",
            msg("upkeep.doctor.no_backup"),
            msg("upkeep.doctor.no_backup_mend", backup=BACKUP),
        )
    else:
        hours = max(now - newest, 0.0) / retention.HOUR  # the clock may have been set back
        is_late = hours * retention.HOUR > 3 * (interval_s or 7 * 24 * retention.HOUR)
        what = msg("upkeep.doctor.backup", hours=literal(f"{hours:.1f}"))
        yield CheckResult(
            "warning" if is_late else "ok",
            what,
            msg("upkeep.doctor.no_backup_mend", backup=BACKUP) if is_late else None,
        )


def check_fonts() -> Iterator[CheckResult]:
    """Check that the fonts of the images can be read and that Pillow draws with them."""
    from render.base import fonts as faces

    try:
        for name in faces.FALLBACKS:
            faces.face(name, 20).getbbox("A")
    except (OSError, ImportError) as error:
        mend = msg("upkeep.doctor.setup_mend", setup=literal(paths.SETUP))
        yield CheckResult(
            "failure", msg("upkeep.doctor.fonts_missing", why=literal(str(error))), mend
        )
        return
    yield CheckResult("ok", msg("upkeep.doctor.fonts", n=len(faces.FALLBACKS)))


def check_private_files(settings: Settings) -> Iterator[CheckResult]:
    """Check that other accounts of the machine cannot read the settings file or the database."""
    if os.name == "nt":
        return
    found = list(open_to_others(paths.ENV, settings.data))
    for path in found:
        how = (
            f"chmod -R o-rwx {shlex.quote(str(path))}"
            if path.is_dir()
            else f"chmod 600 {shlex.quote(str(path))}"
        )
        yield CheckResult(
            "warning", msg("upkeep.doctor.open", path=literal(str(path))), literal(how)
        )
    if not found:
        yield CheckResult("ok", msg("upkeep.doctor.private"))


def check_clock(
    heartbeat: float | None, now: float, answer: TokenCheck | None, *, bot_runs: bool = False
) -> Iterator[CheckResult]:
    """Compare the machine's clock with Discord's time and with the bot's last heartbeat.

    `now` is the time of the machine's clock, `heartbeat` that of the last heartbeat (both in Unix
    seconds; None: there is no heartbeat). `answer` has Discord's time (None: unknown). With
    `bot_runs`, the bot should have written a heartbeat within the last minute. Yields one result.
    """
    when = literal(time.strftime(TIME_FORMAT, time.gmtime(now)))
    date_known = bool(answer is not None and answer.date)
    skew = now - answer.date if answer is not None and date_known else 0.0
    if abs(skew) <= MAX_CLOCK_SKEW_S and heartbeat is not None:
        # a heartbeat later than `now` means that the clock is slow now
        skew = min(0.0, now - heartbeat)
    stale_after = STALE_CLOCK_RUNNING_S if bot_runs else STALE_CLOCK_S
    if now < BUILD_TIME or abs(skew) > MAX_CLOCK_SKEW_S:
        mend = msg("upkeep.doctor.clock_mend", n=round(abs(skew)))
        yield CheckResult("warning", msg("upkeep.doctor.clock", when=when), mend)
    # Discord's time is unknown: if the last heartbeat is very old, the clock may be fast
    elif heartbeat is not None and not date_known and now - heartbeat > stale_after:
        heartbeat_time = literal(time.strftime(TIME_FORMAT, time.gmtime(heartbeat)))
        yield CheckResult(
            "warning",
            msg("upkeep.doctor.clock_ahead", when=when, noted=heartbeat_time),
            msg("upkeep.doctor.clock_ahead_mend"),
        )
    else:
        yield CheckResult("ok", msg("upkeep.doctor.clock", when=when))


def check_memory(meminfo: Path = Path("/proc/meminfo")) -> Iterator[CheckResult]:
    """Check the available memory, on systems with `/proc/meminfo`."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", meminfo.read_text("ascii"), re.MULTILINE)
    except (OSError, UnicodeDecodeError):
        return
    if found:
        free = int(found[1]) * 1024
        is_low = free < MIN_MEMORY_BYTES
        yield CheckResult(
            "warning" if is_low else "ok",
            msg("upkeep.doctor.memory", size=readable_size(free)),
            msg("upkeep.doctor.memory_mend") if is_low else None,
        )
