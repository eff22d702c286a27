"""The doctor's round: what a bot needs, each thing in a line with how to mend it. Nothing secret is told."""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import re
import shutil
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from db.errors import Older, Refused
from db.place import shown
from db.sqlite.connection import in_use, last_run, look_through
from db.store import facts
from games.core.messages import Msg, literal, msg
from host import places
from host.ports import Finding
from host.settings import TOKEN, Settings, where
from upkeep import shelf, vitals
from upkeep.discord_door import Answer, ask
from upkeep.words import megabytes, tell, words

SIGNS = {"ok": "✓", "warning": "!", "failure": "✗"}
PERMISSIONS = 309237763072   # view, send, send in threads, embed, attach, read history, create public threads
INVITE = "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
FORM = re.compile(r"([\w-]{23,30})\.[\w-]{6,7}\.[\w-]{27,}")
ROOM, LITTLE = 500e6, 50e6   # bytes of disk: below, it is getting tight; nothing can be kept
MEMORY = 300e6               # bytes that a bot needs (docs/performance.md)
BUILT = 1_735_689_600        # 2025 began (unix seconds): this version is no older
SKEW = 30.0                  # seconds by which the clock may be wrong before people's times are
BACKUP = literal(places.how("backup"))   # as the mends name them
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
        tell(line.what, settings.language, SIGNS[line.state])
        if line.mend is not None:
            tell(line.mend, settings.language, "  →")
    tell(summary(lines), settings.language)
    return 1 if any(line.state == "failure" for line in lines) else 0


async def worded(settings: Settings, lang: str) -> list[Finding]:
    """The same for whoever asks within Discord, the summary first."""
    lines, say = await findings(settings), words(lang).say
    told = [Finding(SIGNS[line.state], say(line.what), say(line.mend) if line.mend else "") for line in lines]
    return [Finding("", say(summary(lines))), *told]


async def findings(settings: Settings) -> list[Line]:
    """Everything that is looked at, in order."""
    answer = await ask(settings.token) if settings.token else None
    return [
        *roles(settings, answer), *await stored(settings),
        *life(settings, time.time()), *disk(settings), *backups(settings, time.time()), *fonts(),
        *clock(settings.database, time.time(), answer), *memory(),
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
    elif answer.status == 200:
        yield Line("ok", msg("upkeep.doctor.discord", name=literal(answer.name)))
        if answer.logins is not None and answer.logins < LOGINS:
            yield Line("warning", msg("upkeep.doctor.logins", n=answer.logins), msg("upkeep.doctor.logins_mend"))
    elif answer.status == 401:
        yield Line("failure", msg("upkeep.doctor.refused"), msg("upkeep.doctor.token_mend", env=where(TOKEN)))
    else:
        yield Line("failure", msg("upkeep.doctor.away", why=literal(answer.why)), msg("upkeep.doctor.away_mend"))


async def stored(settings: Settings) -> list[Line]:
    """Where tables are."""
    if settings.server:
        return [line async for line in server(settings.server)]
    return await asyncio.to_thread(lambda: list(database(settings.database)))


async def server(url: str) -> AsyncIterator[Line]:
    """The server: whether it lets us in, what is there, and whether it keeps it. Reads only."""
    try:
        found = await facts(url)
    except Older as older:
        yield Line("warning", older.what)
        return
    except Refused as refused:
        yield Line("failure", refused.what)
        return
    yield Line("ok", msg("upkeep.doctor.server", path=literal(shown(url)), server=literal(found.server), version=found.version,
                         size=megabytes(found.size), n=found.running))
    yield Line("ok", msg("upkeep.doctor.in_use" if found.used else "upkeep.doctor.free"))
    if not found.durable:
        yield Line("failure", msg("upkeep.doctor.forgetful"), msg("upkeep.doctor.forgetful_mend"))


def database(path: Path) -> Iterator[Line]:
    """The file: whole, of which version, how large; whether a bot is using it. Reads only."""
    if not path.exists():
        yield Line("ok", msg("upkeep.doctor.no_database", path=literal(str(path))))
        return
    try:
        version, running = look_through(path)
    except Refused as refused:
        yield Line("failure", refused.what)
        return
    size = megabytes(path.stat().st_size)
    where = literal(str(path))
    yield Line("ok", msg("upkeep.doctor.database", path=where, version=version, size=size, n=running))
    yield Line("ok", msg("upkeep.doctor.in_use" if in_use(path) else "upkeep.doctor.free"))


def life(settings: Settings, now: float) -> Iterator[Line]:
    """What a running bot says of itself; nothing where none runs."""
    seen = vitals.read(vitals.place(settings))
    there = seen is not None if settings.server else settings.database.exists() and in_use(settings.database)
    if not there:
        return
    lines, well = vitals.said(seen, now)
    for line in lines:
        yield Line("ok" if well else "warning", line)


def disk(settings: Settings) -> Iterator[Line]:
    """Room in the data folder."""
    folder = next(one for one in (settings.data.resolve(), *settings.data.resolve().parents) if one.exists())
    free = shutil.disk_usage(folder).free
    need = ROOM + (3 * settings.database.stat().st_size if settings.database.exists() else 0)
    state = "failure" if free < LITTLE else "warning" if free < need else "ok"
    what = msg("upkeep.doctor.disk", size=megabytes(free))
    yield Line(state, what, None if state == "ok" else msg("upkeep.doctor.disk_mend"))


def backups(settings: Settings, now: float) -> Iterator[Line]:
    """How old the newest is; of a server nothing is known."""
    if settings.server:
        yield Line("ok", msg("upkeep.doctor.backups_there"))
        return
    every, newest = shelf.interval(settings), max((one.at for one in shelf.backups(settings.database)), default=None)
    if every is None and newest is None:
        yield Line("warning", msg("upkeep.doctor.backups_off"), msg("upkeep.doctor.backups_off_mend", backup=BACKUP))
    elif newest is None:
        yield Line("warning", msg("upkeep.doctor.no_backup"), msg("upkeep.doctor.no_backup_mend", backup=BACKUP))
    else:
        hours = (now - newest) / shelf.HOUR
        late = hours * shelf.HOUR > 3 * (every or 7 * 24 * shelf.HOUR)
        what = msg("upkeep.doctor.backup", hours=literal(f"{hours:.1f}"))
        yield Line("warning" if late else "ok", what, msg("upkeep.doctor.no_backup_mend", backup=BACKUP) if late else None)


def fonts() -> Iterator[Line]:
    """The faces that pictures are written with can be read, and Pillow draws with them."""
    from render import fonts as faces

    try:
        for name in faces.FALLBACKS:
            faces.face(name, 20).getbbox("A")
    except (OSError, ImportError) as error:
        mend = msg("upkeep.doctor.setup_mend", setup=literal(places.SETUP))
        yield Line("failure", msg("upkeep.doctor.fonts_missing", why=literal(str(error))), mend)
        return
    yield Line("ok", msg("upkeep.doctor.fonts", n=len(faces.FALLBACKS)))


def clock(path: Path, now: float, answer: Answer | None) -> Iterator[Line]:
    """The machine's time, beside Discord's where it answers, else beside what the bot last noted."""
    wrong = now - answer.date if answer is not None and answer.date else 0.0
    if abs(wrong) <= SKEW and path.exists():
        with contextlib.suppress(Refused):     # said by `database`
            beat = last_run(path)
            wrong = 0.0 if beat is None else min(0.0, now - beat)
    bad = now < BUILT or abs(wrong) > SKEW
    what = msg("upkeep.doctor.clock", when=literal(time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(now))))
    yield Line("warning" if bad else "ok", what, msg("upkeep.doctor.clock_mend", n=round(abs(wrong))) if bad else None)


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
