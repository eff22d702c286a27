"""Prepare a release of the committed tree: version, date in the changelog, test database.

`make release VERSION=0.2.0` calls this program, then tests and builds. `python -m tools.release
0.2.0 --database` writes only the database, which the tests of later versions migrate.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from app.app import App
from app.model.match import LoadedMatch, User
from app.runtime.settings import Settings
from db.store import open_store
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.text.messages import Path as Steps
from games.hosted import GAMES
from tools.playing import MAX_STEPS, random_stream

ROOT = Path(__file__).parents[1]
PEOPLE = (User(101, "Ana", "es"), User(102, "Bruno", "en"))
GUILD, ROOM = 1, 2
UNAUDITED = "Known holes in the packages that it pins could not be asked for when this version was made; `make audit` asks."
UNRELEASED = ".dev0"  # suffix of an unreleased version
OPEN_MATCH_MOVES = 30  # moves of a match that stays open
RANDOM_MOVE_EVERY = (
    3  # one move in that many is random, the others are defaults, so that games end soon
)


def main(argv: Sequence[str] | None = None) -> int:
    """Write all files; return 2 with a message if the release can't be made yet."""
    parser = argparse.ArgumentParser(
        prog="release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version")
    parser.add_argument(
        "--database",
        action="store_true",
        help="write only the database of this version, for the tests",
    )
    parser.add_argument(
        "--unaudited",
        action="store_true",
        help="note in the changelog that `make audit` could not run",
    )
    args = parser.parse_args(argv)
    if not args.database:
        try:
            texts = {
                name: edit((ROOT / name).read_text("utf-8"), args.version)
                for name, edit in EDITS.items()
            }
            if args.unaudited:
                texts[CHANGES] = unaudited(texts[CHANGES], args.version)
            if subprocess.run(
                ["git", "status", "--porcelain"],
                cwd=ROOT,
                capture_output=True,
                check=True,
                text=True,
            ).stdout:
                raise ReleaseNotReadyError("Commit first: a release is made of what is committed.")
        except ReleaseNotReadyError as error:
            print(error, file=sys.stderr)
            return 2
        for name, text in texts.items():
            (ROOT / name).write_text(text, "utf-8")
    print(asyncio.run(database(args.version)).relative_to(ROOT))
    return 0


class ReleaseNotReadyError(Exception):
    """Error for a missing preparation of a release; the text says what to do."""


def dated(changelog: str, version: str) -> str:
    """Return the changelog with today's date in place of `(unreleased)`.

    Raises `ReleaseNotReadyError` if this version has no such heading.
    """
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    head = re.compile(rf"^## {re.escape(version)} \(unreleased\)$", re.MULTILINE)
    if not head.search(changelog):
        raise ReleaseNotReadyError(
            f'CHANGELOG.md has no "## {version} (unreleased)": say there what is new.'
        )
    return head.sub(f"## {version} ({today})", changelog, count=1)


def numbered(project: str, version: str) -> str:
    """Return the text of `pyproject.toml` with this version.

    Raises `ReleaseNotReadyError` if `version` is not a version number or is lower than the present
    version.
    """
    line = re.compile(r'^version = "(.*)"$', re.MULTILINE)
    found = line.search(project)
    if (
        not re.fullmatch(r"\d+\.\d+\.\d+", version)
        or found is None
        or order(version) < order(found[1])
    ):
        raise ReleaseNotReadyError(
            f"VERSION={version} is no version after {found[1] if found else 'none'}."
        )
    return line.sub(f'version = "{version}"', project, count=1)


CHANGES = "CHANGELOG.md"
EDITS = {CHANGES: dated, "pyproject.toml": numbered}


def unaudited(changelog: str, version: str) -> str:
    """Return the changelog with a note that this version was released without an audit."""
    head = re.compile(rf"^## {re.escape(version)} \(.*\)$", re.MULTILINE)
    return head.sub(lambda found: f"{found[0]}\n{UNAUDITED}", changelog, count=1)


def order(version: str) -> tuple[int, ...]:
    """Return a version as a tuple that can be compared.

    The suffix `.dev0` is ignored: 0.2.0.dev0 equals 0.2.0.
    """
    return tuple(int(part) for part in version.removesuffix(UNRELEASED).split("."))


def database_path(version: str) -> Path:
    """Return the path of a version's database."""
    return ROOT / "tests" / "db" / "old" / f"{version}.sql.gz"


async def database(version: str) -> Path:
    """Write the test database with the code of this version, and return its path.

    It has an open match, an ended match and a lobby of each game.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        app = App(await open_store(path), settings=Settings(data=Path(folder)))
        try:
            for person in PEOPLE:
                await app.repo.users.save(person)
            for game in GAMES:
                rng = random_stream("release", game.id)
                await _play(
                    app, await _table(app, game.id, "on"), rng, OPEN_MATCH_MOVES, random_every=1
                )
                await _play(
                    app,
                    await _table(app, game.id, "over"),
                    rng,
                    MAX_STEPS,
                    random_every=RANDOM_MOVE_EVERY,
                )
                await app.lobby.create(PEOPLE[0], game.id, guild=GUILD, channel=ROOM)
        finally:
            await app.stop()
        with closing(sqlite3.connect(path)) as conn:
            text = "\n".join(_dump(conn))
    to = database_path(version)
    to.write_bytes(gzip.compress(text.encode(), mtime=0))
    return to


async def _table(app: App, game: str, name: str) -> str:
    match = await app.lobby.create(PEOPLE[0], game, guild=GUILD, channel=ROOM)
    await app.lobby.join(match.id, PEOPLE[1])
    await app.lobby.start(match.id, PEOPLE[0], seed=f"{game} {name}")
    return match.id


async def _play(app: App, match: str, rng: Rng, moves: int, *, random_every: int) -> None:
    """Play that many moves, with an occasional undo."""
    for n in range(moves):
        stored = await app.repo.matches.load(match)
        if stored is None or stored.match.status != "running":
            return
        seat = walk.actors(stored.pos)[0]
        async with app.locks(match):
            await app.moves.play(
                stored, seat, _path(stored, seat, rng, random_every), "player", f"{match} {n}"
            )
        if rng.below(10) == 0:
            await app.game_service.undo(match, PEOPLE[seat], f"{match} {n} back")


def _path(stored: LoadedMatch, seat: int, rng: Rng, random_every: int) -> Steps:
    return (
        walk.random_move(stored.pos, seat, rng)
        if rng.below(random_every) == 0
        else walk.default_path(stored.pos, seat)
    )


def _dump(conn: sqlite3.Connection) -> Iterator[str]:
    yield from conn.iterdump()
    for pragma in ("application_id", "user_version"):
        yield f"PRAGMA {pragma} = {conn.execute(f'PRAGMA {pragma}').fetchone()[0]};"


if __name__ == "__main__":
    sys.exit(main())
