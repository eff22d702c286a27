"""Command line of `bot.py` and `sobremesa`, and its subcommands for maintenance.

Each subcommand is a coroutine that prints its result and returns the exit code. Two of them, `run`
and `sync`, are in `bot.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.runtime import paths
from app.runtime.settings import PREFIX, Settings, source_of
from db.base.errors import owner_name
from db.base.url import without_password
from db.sqlite import backups
from db.sqlite.connection import application_of, examine
from db.sqlite.restore import restore
from db.transfer import CopyMismatchError
from games.core.text.messages import literal, msg
from ops.backups.schedule import run_backup_command
from ops.backups.transfer import copy_store
from ops.backups.verify import VerificationReport, report_lines, verify_copy, verify_server
from ops.checks import store_owner
from ops.checks.doctor import doctor
from ops.monitoring import health
from ops.terminal.output import print_line, readable_size

Command = Callable[[Settings, argparse.Namespace], Coroutine[Any, Any, int]]
TAKEN_BY_HAND = "hand"  # reason in the file name of a backup taken by this command
# exit code for a store of another owner; the same as when the bot fails to start
EXIT_WRONG_STORE = 5
ADOPT_HELP = (
    "take over the tables of another Discord application, or of the local page, after a backup"
)
# by target: message with the next step after `move-store`
NEXT_STEP_KEYS = {"server": "upkeep.moved_to_server", "file": "upkeep.moved_to_file"}


def parse_arguments(args: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; no subcommand means `run`."""
    parser = argparse.ArgumentParser(prog=paths.PROGRAM)
    parser.add_argument("--version", action="version", version=f"sobremesa {paths.version()}")
    parser.add_argument("--adopt", action="store_true", help=ADOPT_HELP)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="start the bot (the default)")
    run.add_argument("--adopt", action="store_true", default=argparse.SUPPRESS, help=ADOPT_HELP)
    commands.add_parser(
        "sync", help="register the commands with Discord again; the bot may be running"
    )
    _add_upkeep_commands(commands)
    return parser.parse_args(args)


def _add_upkeep_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the parsers of all subcommands except `run` and `sync`."""
    commands.add_parser("backup", help="take a backup now and verify it; the bot may be running")
    to_restore = commands.add_parser(
        "restore", help="replace the database with a backup; the bot must not be running"
    )
    to_restore.add_argument(
        "file", type=Path, help="the backup, from the folder backups of the data folder"
    )
    to_restore.add_argument(
        "--force",
        action="store_true",
        help="even if a table in it is damaged, or it belongs to another application",
    )
    to_restore.add_argument(
        "--adopt",
        action="store_true",
        default=argparse.SUPPRESS,
        help="take over a backup of another application, or of the local page",
    )
    verify = commands.add_parser(
        "verify",
        help="check that a database is intact and that every running table's log leads to its"
        " stored position",
    )
    verify.add_argument(
        "file", type=Path, nargs="?", help="a database or a backup (default: the bot's database)"
    )
    move = commands.add_parser(
        "move-store",
        help="copy all tables from the file to the PostgreSQL server in the settings, or back,"
        " into an empty database, and verify them; the bot must not be running",
    )
    move.add_argument(
        "to", choices=("server", "file"), help="server: from the file to the server; file: back"
    )
    commands.add_parser("health", help="print the running bot's health; exit code 0 (healthy) or 1")
    commands.add_parser(
        "settings",
        help="write a file with all settings, explained, where the bot reads it; an existing file"
        " is kept",
    )
    commands.add_parser(
        "doctor",
        help="check token, Discord, database, backups and machine, and say how to fix problems",
    )


async def backup_now(settings: Settings, _args: argparse.Namespace) -> int:
    """Take and verify a backup, and run the command that the settings name for backups."""
    if _reject_server_store(settings):
        return 1
    database, now = store_owner.database_of(settings), time.time()
    await asyncio.to_thread(examine, database)
    file = backups.backup_path(database, now, TAKEN_BY_HAND)
    size = await asyncio.to_thread(backups.backup, database, file, now)
    print_line(
        msg("upkeep.taken", path=literal(str(file)), size=readable_size(size)),
        settings.terminal_lang,
        "✓",
    )
    code = _print_report(await verify_copy(file), file, settings)
    if failure := await run_backup_command(settings.backup_command, file):
        print_line(msg("upkeep.command", why=literal(failure)), settings.terminal_lang, "✗")
        code = 1
    return code


def _print_report(verification: VerificationReport, file: Path | str, settings: Settings) -> int:
    """Print a verification report; return the exit code."""
    for sign_of_line, line in report_lines(verification, file):
        print_line(line, settings.terminal_lang, sign_of_line)
    return 1 if verification.broken else 0


async def verify_file(settings: Settings, args: argparse.Namespace) -> int:
    """Verify a file or the server's database, at low CPU priority."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    if settings.server and args.file is None:
        verification = await verify_server(settings.server)
        return _print_report(verification, without_password(settings.server), settings)
    file = args.file or store_owner.database_of(settings)
    return _print_report(await verify_copy(file), file, settings)


def _reject_server_store(settings: Settings) -> bool:
    """Return whether the database is on a PostgreSQL server; if so, print an error.

    The error says that this subcommand works only with a database file.
    """
    if settings.server:
        print_line(
            msg("upkeep.on_server", path=literal(without_password(settings.server))),
            settings.terminal_lang,
            "✗",
        )
    return bool(settings.server)


async def move_store(settings: Settings, args: argparse.Namespace) -> int:
    """Copy the whole database between the file and the server, verify the copy and report it.

    If `args.to` is "server", the file is copied to the server, else the server to the file. Returns
    the exit code: 1 if there is no server, or if the copy differs or does not pass the check.
    """
    if not settings.server:
        print_line(
            msg("upkeep.move_nowhere", env=source_of(f"{PREFIX}DATABASE")),
            settings.terminal_lang,
            "✗",
        )
        return 1
    source: Path | str
    target: Path | str
    if args.to == "server":
        source, target = store_owner.database_of(settings), settings.server
    else:
        application = await store_owner.server_owner(settings.server)
        source, target = settings.server, store_owner.path_for_owner(settings, application)
    try:
        rows, verification = await copy_store(source, target)
    except CopyMismatchError as mismatch:
        print_line(
            msg("upkeep.move_unlike", table=literal(str(mismatch))), settings.terminal_lang, "✗"
        )
        return 1
    code = _print_report(verification, without_password(target), settings)
    print_line(
        msg(
            "upkeep.moved",
            n=rows,
            source=literal(without_password(source)),
            target=literal(without_password(target)),
        ),
        settings.terminal_lang,
        "✓",
    )
    print_line(
        msg(NEXT_STEP_KEYS[args.to], env=source_of(f"{PREFIX}DATABASE")), settings.terminal_lang
    )
    return code


async def restore_file(settings: Settings, args: argparse.Namespace) -> int:
    """Verify a backup and replace the database with it.

    Prints when the backup was taken and where the replaced file is now.
    """
    if _reject_server_store(settings):
        return 1
    verification = await verify_copy(args.file)
    if _print_report(verification, args.file, settings) and not args.force:
        print_line(msg("upkeep.not_restored"), settings.terminal_lang, "✗")
        return 1
    application = await asyncio.to_thread(application_of, args.file)
    database = store_owner.path_for_owner(settings, application)
    expected = await asyncio.to_thread(store_owner.expected_owner, settings, database)
    belongs_to_other = bool(application and expected and application != expected)
    if belongs_to_other and not (args.force or args.adopt):
        print_line(
            msg(
                "upkeep.not_ours",
                path=literal(str(args.file)),
                belongs=owner_name(application),
                place=literal(str(database)),
                wants=owner_name(expected),
            ),
            settings.terminal_lang,
            "✗",
        )
        return EXIT_WRONG_STORE
    new_owner = expected if belongs_to_other and args.adopt else ""
    replaced = await asyncio.to_thread(restore, args.file, database, new_owner)
    taken_at = args.file.stat().st_mtime if verification.taken is None else verification.taken
    when = literal(datetime.fromtimestamp(taken_at, UTC).strftime("%Y-%m-%d %H:%M"))
    print_line(
        msg("upkeep.restored", when=when, path=literal(str(database))), settings.terminal_lang, "✓"
    )
    if replaced is not None:
        print_line(msg("upkeep.replaced", path=literal(str(replaced))), settings.terminal_lang)
    return 0


async def write_settings(settings: Settings, _args: argparse.Namespace) -> int:
    """Write the example settings, readable by their owner only, and print the path."""
    was_written = await asyncio.to_thread(_write_new, paths.EXAMPLE.read_bytes(), paths.ENV)
    print_line(
        msg(
            "upkeep.settings_made" if was_written else "upkeep.settings_there",
            path=literal(str(paths.ENV)),
        ),
        settings.terminal_lang,
        "✓",
    )
    return 0


def _write_new(content: bytes, path_to_write: Path) -> bool:
    """Write `content` to a new file; return False, and write nothing, if it exists."""
    path_to_write.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(
            path_to_write, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)
        ) as file:
            file.write(content)
    except FileExistsError:
        return False
    return True


async def print_health(settings: Settings, _args: argparse.Namespace) -> int:
    """Print the running bot's health."""
    lines, is_healthy = health.report(health.read(health.health_file(settings)), time.time())
    for line in lines:
        print_line(line, settings.terminal_lang, "✓" if is_healthy else "✗")
    return 0 if is_healthy else 1


async def run_doctor(settings: Settings, _args: argparse.Namespace) -> int:
    """Run the doctor."""
    return await doctor(settings)


COMMANDS: dict[str, Command] = {
    "backup": backup_now,
    "restore": restore_file,
    "verify": verify_file,
    "settings": write_settings,
    "health": print_health,
    "doctor": run_doctor,
    "move-store": move_store,
}
