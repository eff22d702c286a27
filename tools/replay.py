"""Verify a stored or exported match and print its log.

A stored match is read from a copy of the database, so the bot may keep running. Verification deals
the start from the seed again, replays each row and compares all digests and the commitment (a hash
of the seed). The exit code is 1 if something does not match.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from app.app import text_folder
from app.log import game_log, game_record
from app.model.match import UserError
from app.runtime.settings import Settings
from db.base.errors import StoreOpenError
from db.store import open_store
from games.core.engine import history, migrations
from games.core.engine.game import find
from games.core.text.i18n import MessageCatalogue, core_folder, seat_mark
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Seat
from tools.progress import bar


async def _load_from_copy(database: Path, match: str) -> game_record.Record:
    """Return a match from a copy of the database, so that the bot may keep running."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        with (
            closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
        store = await open_store(copy)
        try:
            return await game_record.record(store, match)
        finally:
            await store.close()


def read(source: str, data: Path) -> game_record.Record:
    """Return the match in an export file, or the stored match with this id.

    `data` is the bot's data folder. Raises `ValueError` with a message for the user.
    """
    file = Path(source)
    if file.is_file():
        try:
            record = game_record.from_json(file.read_bytes())
            if record.rules > (known := find(record.game).rules):
                raise ValueError(
                    f"{file} was played by rules {record.rules} of {record.game}; this code knows them up to {known}."
                )
        except KeyError as error:
            raise ValueError(f"{file} is of a game that is not known here: {error}") from error
        except msgspec.DecodeError as error:
            raise ValueError(f"{file} is no exported match: {error}") from error
        return record
    settings = Settings(data=data)
    databases = [
        one for one in (settings.application_database, settings.sandbox_tables) if one.is_file()
    ]
    if not databases:
        raise ValueError(
            f"There is neither a file {file} nor a database {settings.application_database}."
        )
    for database in databases:
        with suppress(KeyError):
            return _load(database, source)
    raise ValueError(
        f"There is no match {source} that has begun in {' or '.join(map(str, databases))}."
    )


def _load(database: Path, source: str) -> game_record.Record:
    """Return a match from a database.

    Raises `ValueError` with a message for the user, or `KeyError` if there is no such match.
    """
    try:
        return asyncio.run(_load_from_copy(database, source))
    except UserError as error:
        words = MessageCatalogue.load("en", [core_folder(), text_folder()])
        raise ValueError(words.say(error.what)) from error
    except (StoreOpenError, sqlite3.Error) as error:
        raise ValueError(f"{database} can't be read: {error}") from error


def print_log(record: game_record.Record, lang: str, seat: Seat | None, *, struck: bool) -> None:
    """Print the log as sentences that `seat` may read (None: a spectator).

    With `struck` it includes rows that were undone.
    """
    game = find(record.game)
    words = MessageCatalogue.load(lang, [core_folder(), text_folder(), game.folder / "text"])

    def name(at: Seat) -> str:
        return f"{seat_mark(at)} {record.names[at]}" if at < len(record.names) else seat_mark(at)

    for entry in record.entries if struck else game_log.effective_rows(record.entries):
        row = entry.row
        who = "" if row.seat is None else name(row.seat)
        mark = f" (struck by {entry.undone_by})" if entry.undone_by else ""
        at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(entry.at))
        said = [words.say(one, name) for one in game_log.narrate_row(game, row, seat)]
        for sentence in _lines_of_row(row, said, seat, struck=struck):
            print(f"{row.n:>5}  {at}  {who:<16} {sentence}{mark}")


def _lines_of_row(
    row: history.HistoryRow, said: list[str], seat: Seat | None, *, struck: bool
) -> list[str]:
    """Return the lines to print for a row of the log.

    They are `said`, the sentences about the row that `seat` may read. A system row prints its path
    instead. With `struck` (undone rows are printed, too), a row without sentences prints its path
    if `seat` made it, else "...".
    """
    if not row.system and (said or not struck):
        return said
    if row.system or row.seat == seat:
        return [" ".join(str(key) for key in row.path)]
    return ["..."]


def audit(record: game_record.Record) -> list[str]:
    """Return the findings of the game's `audit` after each row.

    A match that was played by older rules is not audited.
    """
    game, findings = find(record.game), []
    pos = migrations.read(game, bytes(record.start))
    rows = history.effective_rows(record.rows if record.rules == game.rules else [])
    for row in bar(rows, len(rows), "audit"):
        pos = history.replay(pos, row, record.seed)
        findings += [f"after row {row.n}: {finding}" for finding in game.audit(pos)]
    return findings


def main(argv: list[str] | None = None) -> int:
    """Verify the match and print it.

    Returns 1 if the verification fails, 2 if the match can't be read.
    """
    parser = argparse.ArgumentParser(
        prog="replay", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", help="an exported file, or the id of a stored match")
    parser.add_argument("--data", type=Path, default=Path("var"), help="the bot's data folder")
    parser.add_argument("--lang", choices=LANGUAGES, default="es")
    parser.add_argument(
        "--seat",
        type=int,
        help="print the log as this seat (from 0) may read it; default: as a spectator",
    )
    parser.add_argument("--struck", action="store_true", help="also print rows that were undone")
    parser.add_argument("--quiet", action="store_true", help="verify only")
    parser.add_argument(
        "--export", type=Path, help="write the match to this file; it contains the seed"
    )
    args = parser.parse_args(argv)
    try:
        record = read(args.source, args.data)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not args.quiet:
        print_log(record, args.lang, args.seat, struck=args.struck)
    if args.export:
        args.export.write_bytes(game_record.to_json(record))
    result = game_record.check(record)
    try:
        findings = audit(record)
    except history.ReplayMismatchError as error:
        findings = [str(error)]
    for finding in findings:
        print(f"AUDIT: {finding}", file=sys.stderr)
    broken = "" if result.first_broken_row is None else f", row {result.first_broken_row} does not"
    older = (
        f", {result.not_replayable} of earlier rules can only be read"
        if result.not_replayable
        else ""
    )
    print(
        f"{record.match}, {record.game}: {result.rows} rows hold{broken}{older}; commitment {result.commitment[:16]}... "
        f"{'holds' if result.ok else 'or log DOES NOT HOLD'}"
    )
    return 0 if result.ok and not findings else 1


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # exit quietly when `| head` closes the pipe
    sys.exit(main())
