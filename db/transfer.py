"""Copy of a whole store into an empty one, from file to server or the other way."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from db.base.database import Connection, Database
from db.base.errors import TargetNotEmptyError

DATA_MAP = Path(__file__).parent / "data_map.toml"
KEYS = {  # referenced tables come first
    "users": ("id",),
    "guilds": ("id",),
    "departures": ("guild",),
    "pulse": ("one",),
    "letters": ("user",),
    "clicks": ("interaction",),
    "matches": ("id",),
    "seats": ("match", "seat"),
    "actions": ("match", "n"),
    "checkpoints": ("match", "n"),
    "drafts": ("match", "seat"),
    "followers": ("match", "user"),
    "notes": ("match", "user"),
    "invitations": ("match", "user"),
    "results": ("match",),
    "ranks": ("match", "seat"),
    "doings": ("id",),
    "meta": ("name",),
}
# same as in `db/sqlite/backups.py`
CREATE_COPIED = (
    "CREATE TABLE copied (one INTEGER PRIMARY KEY, at FLOAT NOT NULL, kept TEXT NOT NULL)"
)
PAGE_ROWS = 500  # rows per query
Fetch = Callable[[str, Sequence[Any]], Any]


class CopyMismatchError(Exception):
    """Error for a copy that differs from its source; nothing was copied (rolled back)."""


def columns() -> dict[str, list[str]]:
    """Return the names of the columns by table; tables are in the order of writing."""
    known = tomllib.loads(DATA_MAP.read_text("utf-8"))
    return {table: list(known[table]["columns"]) for table in KEYS}


async def copy_and_verify(source: Database, target: Database, where: Path | str) -> dict[str, int]:
    """Copy and verify all tables in one transaction; return the rows of each table.

    The result maps each table to its number of rows. `where` is the location of the target, for
    messages. The source is not changed. Raises `TargetNotEmptyError` or `CopyMismatchError`.
    """

    async def body(conn: Connection) -> dict[str, int]:
        counts = {}
        for table in KEYS:
            if list(await conn.execute_fetchall(f"SELECT 1 FROM {table} LIMIT 1")):  # noqa: S608 - our own names, here and below
                raise TargetNotEmptyError(where)
        for table, names in columns().items():
            counts[table] = await _copy(source, conn, table, names)
        if "copied" in await source.tables():
            await conn.execute(CREATE_COPIED)
            rows = [
                tuple(row) for row in await source.fetch_all("SELECT one, at, kept FROM copied")
            ]
            await conn.executemany("INSERT INTO copied (one, at, kept) VALUES (?, ?, ?)", rows)
        return counts

    return await target.transaction(body)


async def _copy(source: Database, conn: Connection, table: str, names: Sequence[str]) -> int:
    """Copy and verify one table page by page; return its number of rows.

    `names` are its columns.
    """
    marks = ", ".join("?" * len(names))
    insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
    count = 0
    async for page in _pages(source.fetch_all, table, names):
        await conn.executemany(insert, page)
        count += len(page)
    copied_pages = _pages(conn.execute_fetchall, table, names)
    async for page in _pages(source.fetch_all, table, names):
        if page != await anext(copied_pages, []):
            raise CopyMismatchError(table)
    if await anext(copied_pages, []):
        raise CopyMismatchError(table)
    return count


async def _pages(
    fetch: Fetch, table: str, names: Sequence[str]
) -> AsyncIterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in key order, in lists of at most `PAGE_ROWS` rows.

    `fetch` runs a query; `names` are the columns.
    """
    key = KEYS[table]
    key_indexes = [names.index(name) for name in key]
    select = f"SELECT {', '.join(names)} FROM {table}"  # noqa: S608
    order = f" ORDER BY {', '.join(key)} LIMIT {PAGE_ROWS}"
    after = f" WHERE ({', '.join(key)}) > ({', '.join('?' * len(key))})"
    page = [tuple(row) for row in await fetch(select + order, ())]
    while page:
        yield page
        page = [
            tuple(row)
            for row in await fetch(select + after + order, [page[-1][n] for n in key_indexes])
        ]
