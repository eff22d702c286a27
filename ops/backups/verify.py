"""Verify a database: integrity of the file, and replay of every running match."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from msgspec import Struct, field

from app.log import game_record
from app.model.match import Match, encode_position
from app.ports.errors import CorruptDataError
from app.ports.repo import Repo
from db.base.errors import StoreCorruptError
from db.sqlite import backups, connection
from db.store import Store, open_store, server_info
from games.core.engine.game import find, register
from games.core.text.messages import Msg, literal, msg
from games.hosted import GAMES


class VerificationReport(Struct):
    """Result of a verification.

    - `size`: bytes
    - `taken`: when the backup was taken (Unix seconds; None: not a backup)
    - `intact`: number of running matches whose log replays to their stored position
    - `of_older_rules`: number of running matches of earlier rules, which can't be replayed
    - `broken`: running matches whose log does not replay to their stored position, each with the
      reason
    """

    size: int
    taken: float | None
    intact: int = 0
    of_older_rules: int = 0
    broken: dict[str, Msg] = field(default_factory=dict)


async def verify_copy(file: Path) -> VerificationReport:
    """Copy the database `file`, which a running bot may use, and verify the copy.

    Raises `StoreOpenError`.
    """
    await asyncio.to_thread(connection.examine, file)
    with tempfile.TemporaryDirectory(prefix="sobremesa-") as folder:
        copied = Path(folder) / "copy.sqlite3"
        size = await asyncio.to_thread(backups.backup, file, copied)
        return await _replay_and_close(await open_store(copied), file, size)


async def verify_server(url: str) -> VerificationReport:
    """Verify a snapshot of a server's database, which bots may use. Raises `StoreOpenError`."""
    size = (await server_info(url)).size
    return await _replay_and_close(await open_store(url, read_only=True), url, size)


async def _replay_and_close(store: Store, where: Path | str, size: int) -> VerificationReport:
    try:
        return await replay_running(store, size)
    except CorruptDataError as error:  # the list of running matches can't be read
        raise StoreCorruptError(where) from error
    finally:
        await store.close()


async def replay_running(repo: Repo, size: int = 0) -> VerificationReport:
    """Replay every running match and compare the result with its stored position.

    `size` is the size of the database in bytes, for the report.
    """
    register(*GAMES)
    report = VerificationReport(size=size, taken=await repo.restore.backup_time())
    for match_id in await repo.matches.running():
        try:
            match = await repo.matches.get(match_id)
            if match is None:  # the running bot has just closed it
                continue
            if match.rules != find(match.game).rules:
                report.of_older_rules += 1
            elif why := await _why_broken(repo, match):
                report.broken[match_id] = why
            else:
                report.intact += 1
        except CorruptDataError:
            report.broken[match_id] = msg("upkeep.why.damaged")
        except Exception as error:  # noqa: BLE001 - any failure of a match is a finding
            report.broken[match_id] = msg(
                "upkeep.why.unplayable", error=literal(type(error).__name__)
            )
    return report


async def _why_broken(repo: Repo, match: Match) -> Msg | None:
    """Return why the match's log does not replay to its stored position; None if it does."""
    stored = await repo.matches.load(match.id)
    if stored is None:
        return msg("upkeep.why.no_position")
    pos = await asyncio.to_thread(game_record.rebuild, await game_record.record(repo, match.id))
    return (
        None
        if encode_position(pos) == encode_position(stored.pos)
        else msg("upkeep.why.another_position")
    )


def report_lines(verification: VerificationReport, file: Path | str) -> list[tuple[str, Msg]]:
    """Return the result as lines to print: one (sign, text) per line.

    The signs are ✓, ! and ✗. `file` is the file or server that was verified.
    """
    lines = [
        ("✗", msg("upkeep.broken", table=literal(match_id), why=why))
        for match_id, why in verification.broken.items()
    ]
    if verification.of_older_rules:
        lines.append(("!", msg("upkeep.older", n=verification.of_older_rules)))
    if not verification.broken:
        lines.append(("✓", msg("upkeep.whole", path=literal(str(file)), n=verification.intact)))
    return lines
