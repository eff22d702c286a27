"""The doctor's round: what a bot needs, each thing in a line with how to mend it. Nothing secret is told."""

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

from msgspec import Struct

from app.ports.store import Finding
from app.runtime import paths
from app.runtime.settings import TOKEN, Settings, where
from app.runtime.token_names import FORM
from db.base.errors import Older, Refused, owner_name
from db.base.url import SANDBOX, shown
from db.sqlite.connection import application_of, in_use, last_run, look_through
from db.store import facts
from games.core.text.messages import Msg, literal, msg
from ops.backups import retention
from ops.checks import store_owner
from ops.checks.discord_check import Answer, ask
from ops.checks.file_permissions import open_to_others
from ops.monitoring import health
from ops.terminal.output import megabytes, tell, words

SIGNS = {"ok": "✓", "warning": "!", "failure": "✗"}
PERMISSIONS = 309237763072   # view, send, send in threads, embed, attach, read history, create public threads
INVITE = "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
ROOM, LITTLE = 500e6, 50e6   # bytes of disk: below, it is getting tight; nothing can be kept
MEMORY = 300e6               # bytes that a bot needs (docs/performance.md)
BUILT = 1_735_689_600        # 2025 began (unix seconds): this version is no older
SKEW = 30.0                  # seconds by which the clock may be wrong before people's times are
BACKUP, VERIFY = literal(paths.how("backup")), literal(paths.how("verify"))   # as the mends name them
MOMENT = "%Y-%m-%d %H:%M:%S"
REST = 7 * 86_400.0          # seconds after which a bot that last ran then is more likely to have a wrong clock
SILENT = 600.0               # the same while it runs: it notes each minute
RIVAL = 86_400.0             # seconds for which another program with the same token is worth a line
USUAL_BAN = 900.0            # seconds for which Discord refuses an address, where it does not say
LOGINS = 50                  # logins left of the day's 1,000


class Line(Struct, frozen=True):
    """What was found: `ok`, `warning` or `failure`, what it is about, and how to mend it."""

    state: str
    what: Msg
    mend: Msg | None = None


async def doctor(settings: Settings) -> int:
    """Say all lines; 1 when one of them is a failure, else 0."""
    lines = await findings(settings)
    for line in lines:
        tell(line.what, settings.spoken, SIGNS[line.state])
        if line.mend is not None:
            tell(line.mend, settings.spoken, "  →")
    tell(summary(lines), settings.spoken)
    return 1 if any(line.state == "failure" for line in lines) else 0


async def worded(settings: Settings, lang: str) -> list[Finding]:
    """The same for whoever asks within Discord, the summary first."""
    lines, say = await findings(settings), words(lang).say
    told = [Finding(SIGNS[line.state], say(line.what), say(line.mend) if line.mend else "") for line in lines]
    return [Finding("", say(summary(lines))), *told]


async def findings(settings: Settings) -> list[Line]:
    """Everything that is looked at, in order."""
    answer = await ask(settings.token) if settings.token else None
    application = answer.application if answer else 0
    lines, beat, used = await stored(settings, application)
    return [
        Line("ok", msg("upkeep.doctor.version", version=literal(paths.version() or "?"))),
        *roles(settings, answer), *lines,
        *life(settings, time.time(), used=used), *disk(settings), *backups(settings, time.time()), *private(settings), *fonts(),
        *clock(beat, time.time(), answer, used=used), *memory(),
    ]


def summary(lines: Sequence[Line]) -> Msg:
    """How many are in order, to be looked at, and not in order."""
    failed = sum(line.state == "failure" for line in lines)
    warned = sum(line.state == "warning" for line in lines)
    return msg("upkeep.doctor.sum", ok=len(lines) - failed - warned, warnings=warned, failures=failed)


def roles(settings: Settings, answer: Answer | None) -> Iterator[Line]:
    """The token and Discord, unless this process has nothing to do with either."""
    if "gateway" in settings.roles:
        yield from token(settings.token, answer)
        yield from discord(answer)
    else:
        yield Line("ok", msg("upkeep.doctor.worker"))


def token(secret: str, answer: Answer | None) -> Iterator[Line]:
    """The token's form, and with its application's id the address to invite the bot by."""
    if not secret:
        yield Line("warning", msg("upkeep.doctor.no_token"), msg("upkeep.doctor.no_token_mend", env=where(TOKEN)))
        return
    app = (answer.application if answer else 0) or application(secret)
    if app:
        yield Line("ok", msg("upkeep.doctor.token"))
        yield Line("ok", msg("upkeep.doctor.invite", url=literal(INVITE.format(app, PERMISSIONS))))
    else:
        yield Line("failure", msg("upkeep.doctor.token_form"), msg("upkeep.doctor.token_mend", env=where(TOKEN)))


def application(secret: str) -> int:
    """The bot's id, which a token begins with; 0 for what has not a token's form."""
    form = FORM.fullmatch(secret)
    try:
        return int(base64.urlsafe_b64decode(form[1] + "=" * (-len(form[1]) % 4))) if form else 0
    except (ValueError, binascii.Error):
        return 0


def discord(answer: Answer | None) -> Iterator[Line]:
    """Whether Discord answers, and what it says of the token."""
    if answer is None:
        yield Line("ok", msg("upkeep.doctor.no_discord"))
    elif answer.status == 200 and not answer.page:
        yield Line("ok", msg("upkeep.doctor.discord", name=literal(answer.name)))
        if answer.logins is not None and answer.logins < LOGINS:
            yield Line("warning", msg("upkeep.doctor.logins", n=answer.logins), msg("upkeep.doctor.logins_mend"))
    elif answer.status == 401:
        yield Line("failure", msg("upkeep.doctor.refused"), msg("upkeep.doctor.token_mend", env=where(TOKEN)))
    elif answer.status == 429:
        minutes = math.ceil((answer.retry_after or USUAL_BAN) / 60)
        yield Line("failure", msg("upkeep.doctor.blocked", minutes=minutes), msg("upkeep.doctor.blocked_mend"))
    elif answer.page:
        yield Line("failure", msg("upkeep.doctor.page", status=answer.status), msg("upkeep.doctor.page_mend"))
    else:
        yield Line("failure", msg("upkeep.doctor.away", why=literal(answer.why)), msg("upkeep.doctor.away_mend"))


async def stored(settings: Settings, application: int) -> tuple[list[Line], float | None, bool]:
    """Return lines on the tables, when a bot last ran there, and whether one does now.

    `application`: whose the tables should be, as Discord says; 0: unknown.
    """
    wanted = str(application or "") if settings.token else SANDBOX
    if settings.server:
        return await server(settings.server, wanted)
    return await asyncio.to_thread(database, store_owner.database_of(settings), wanted, settings)


async def server(url: str, wanted: str) -> tuple[list[Line], float | None, bool]:
    """Look at a server: whether it lets us in, what is there, whether it is durable."""
    try:
        found = await facts(url)
    except Older as older:
        return [Line("warning", older.what)], None, False
    except Refused as refused:
        return [Line("failure", refused.what)], None, False
    lines = [Line("ok", msg("upkeep.doctor.server", path=literal(shown(url)), server=literal(found.server), version=found.version,
                            size=megabytes(found.size), n=found.running)), *belongs(found.application, wanted)]
    lines.append(Line("ok", msg("upkeep.doctor.in_use" if found.used else "upkeep.doctor.free")))
    if not found.durable:
        lines.append(Line("failure", msg("upkeep.doctor.forgetful"), msg("upkeep.doctor.forgetful_mend")))
    return lines, found.beat, found.used


def database(path: Path, wanted: str, settings: Settings) -> tuple[list[Line], float | None, bool]:
    """Look at a file: sound, of which version, how large, whose, in use or not."""
    lines = []
    if not settings.token and path != settings.application_database and settings.application_database.exists():
        lines.append(Line("ok", msg("upkeep.doctor.beside", path=literal(str(settings.application_database)))))
    if not path.exists():
        return [*lines, Line("ok", msg("upkeep.doctor.no_database", path=literal(str(path))))], None, False
    try:
        version, running = look_through(path)
        application, beat = application_of(path), last_run(path)
    except Refused as refused:
        return [*lines, Line("failure", refused.what)], None, False
    used = in_use(path)
    lines.append(Line("ok", msg("upkeep.doctor.database", path=literal(str(path)), version=version,
                                size=megabytes(path.stat().st_size), n=running, verify=VERIFY)))
    lines += belongs(application, wanted if settings.token or path == settings.sandbox_tables else "")
    return [*lines, Line("ok", msg("upkeep.doctor.in_use" if used else "upkeep.doctor.free"))], beat, used


def belongs(application: str, wanted: str) -> Iterator[Line]:
    """Say whose tables these are; nothing where that is not known yet."""
    if application:
        other = bool(wanted) and application != wanted
        what = msg("upkeep.doctor.belongs", owner=owner_name(application))
        mend = msg("upkeep.doctor.belongs_mend", wants=owner_name(wanted), adopt=literal(paths.ADOPT)) if other else None
        yield Line("failure" if other else "ok", what, mend)


def life(settings: Settings, now: float, *, used: bool) -> Iterator[Line]:
    """What a running bot says of itself; nothing where none runs."""
    seen = health.read(health.place(settings))
    if not (seen is not None if settings.server else used):
        return
    lines, well = health.said(seen, now)
    for line in lines:
        yield Line("ok" if well else "warning", line)
    if seen is not None and seen.rival and now - seen.rival < RIVAL:
        ago = msg("upkeep.doctor.rival", minutes=round((now - seen.rival) / 60))
        yield Line("warning", ago, msg("upkeep.doctor.rival_mend"))


def disk(settings: Settings) -> Iterator[Line]:
    """Room in the data folder."""
    folder = next(one for one in (settings.data.resolve(), *settings.data.resolve().parents) if one.exists())
    database = store_owner.database_of(settings)
    free = shutil.disk_usage(folder).free
    need = ROOM + (3 * database.stat().st_size if database.exists() else 0)
    state = "failure" if free < LITTLE else "warning" if free < need else "ok"
    what = msg("upkeep.doctor.disk", size=megabytes(free))
    yield Line(state, what, None if state == "ok" else msg("upkeep.doctor.disk_mend"))


def backups(settings: Settings, now: float) -> Iterator[Line]:
    """How old the newest is; of a server nothing is known."""
    if settings.server:
        yield Line("ok", msg("upkeep.doctor.backups_there"))
        return
    every, newest = retention.interval(settings), max((one.at for one in retention.backups(store_owner.database_of(settings))), default=None)
    if every is None and newest is None:
        yield Line("warning", msg("upkeep.doctor.backups_off"), msg("upkeep.doctor.backups_off_mend", backup=BACKUP))
    elif newest is None:
        yield Line("warning", msg("upkeep.doctor.no_backup"), msg("upkeep.doctor.no_backup_mend", backup=BACKUP))
    else:
        hours = (now - newest) / retention.HOUR
        late = hours * retention.HOUR > 3 * (every or 7 * 24 * retention.HOUR)
        what = msg("upkeep.doctor.backup", hours=literal(f"{hours:.1f}"))
        yield Line("warning" if late else "ok", what, msg("upkeep.doctor.no_backup_mend", backup=BACKUP) if late else None)


def fonts() -> Iterator[Line]:
    """The faces that pictures are written with can be read, and Pillow draws with them."""
    from render.base import fonts as faces

    try:
        for name in faces.FALLBACKS:
            faces.face(name, 20).getbbox("A")
    except (OSError, ImportError) as error:
        mend = msg("upkeep.doctor.setup_mend", setup=literal(paths.SETUP))
        yield Line("failure", msg("upkeep.doctor.fonts_missing", why=literal(str(error))), mend)
        return
    yield Line("ok", msg("upkeep.doctor.fonts", n=len(faces.FALLBACKS)))


def private(settings: Settings) -> Iterator[Line]:
    """Say whether other accounts of the machine can read settings or tables."""
    if os.name == "nt":
        return
    found = list(open_to_others(paths.ENV, settings.data))
    for path in found:
        how = f"chmod -R o-rwx {shlex.quote(str(path))}" if path.is_dir() else f"chmod 600 {shlex.quote(str(path))}"
        yield Line("warning", msg("upkeep.doctor.open", path=literal(str(path))), literal(how))
    if not found:
        yield Line("ok", msg("upkeep.doctor.private"))


def clock(beat: float | None, now: float, answer: Answer | None, *, used: bool = False) -> Iterator[Line]:
    """Compare the machine's time with Discord's, else with the bot's last sign of life.

    `beat` is that sign (unix seconds); `used`: the bot runs, so it is at most a minute old.
    """
    when = literal(time.strftime(MOMENT, time.gmtime(now)))
    told = bool(answer is not None and answer.date)
    wrong = now - answer.date if answer is not None and told else 0.0
    if abs(wrong) <= SKEW and beat is not None:
        wrong = min(0.0, now - beat)
    if now < BUILT or abs(wrong) > SKEW:
        mend = msg("upkeep.doctor.clock_mend", n=round(abs(wrong)))
        yield Line("warning", msg("upkeep.doctor.clock", when=when), mend)
    elif beat is not None and not told and now - beat > (SILENT if used else REST):
        noted = literal(time.strftime(MOMENT, time.gmtime(beat)))
        yield Line("warning", msg("upkeep.doctor.clock_ahead", when=when, noted=noted), msg("upkeep.doctor.clock_ahead_mend"))
    else:
        yield Line("ok", msg("upkeep.doctor.clock", when=when))


def memory(told: Path = Path("/proc/meminfo")) -> Iterator[Line]:
    """What is left, on systems that say so."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", told.read_text("ascii"), re.MULTILINE)
    except (OSError, UnicodeDecodeError):
        return
    if found:
        free = int(found[1]) * 1024
        low = free < MEMORY
        yield Line("warning" if low else "ok", msg("upkeep.doctor.memory", size=megabytes(free)),
                   msg("upkeep.doctor.memory_mend") if low else None)
