"""SQLite file of the sandbox: all data that survives a restart.

Small objects (users, guilds, channels, commands, interactions) are JSON documents by kind and id;
`ServerState` has them in memory too. Messages and files are only in the file. Every statement is
committed at once, so a killed process loses no change for which it has answered the request.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandbox.state.model import Json

VERSION = 1
# no user has this id: stored as `ephemeral_for` of a dismissed message, so that no user gets it
NOBODY = "-1"
LARGEST = (1 << 63) - 1  # SQLite's largest integer, above any id; clamps ids sent by clients
# messages: `pings` are the mentioned users as `,1,2,`, to be found with `like`.
# unread: `marker` is the last message read, `since` the first unread one.
SCHEMA = """
create table meta(key text primary key, value text not null) without rowid;
create table docs(kind text, id text, doc text not null, primary key(kind, id)) without rowid;
create table messages(id integer primary key, channel integer not null, author integer not null,
                      ephemeral_for integer, pings text not null, doc text not null);
create index messages_by_channel on messages(channel, id);
create table files(id integer primary key, channel integer not null, message integer not null, name text not null,
                   type text not null, data blob not null);
create index files_by_message on files(message);
create table unread(user integer, channel integer, marker integer not null, count integer not null,
                    mentions integer not null, since integer, primary key(user, channel)) without rowid;
"""


class StoreError(Exception):
    """Error for an unusable file: damaged, of another program, or of a newer version.

    The text says what the user can do.
    """


class Store:
    """SQLite database in a file, or in memory if `path` is None. Raises `StoreError`."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=1.0)
            self._db.execute("pragma locking_mode=exclusive")  # two sandboxes must not share a file
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=normal")
            version = self._db.execute("pragma user_version").fetchone()[0]
            if version == 0:
                self._db.executescript(f"begin; {SCHEMA} pragma user_version={VERSION}; commit;")
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"Another sandbox is already using {path}, or it cannot be written ({error})."
            ) from error
        except sqlite3.Error as error:
            raise StoreError(
                f"The sandbox cannot use {path}: {error}. Move the file away to start afresh."
            ) from error
        if version > VERSION:
            raise StoreError(
                f"{path} was written by a newer sandbox (version {version}, this one knows {VERSION})."
            )

    def close(self) -> None:
        """Close the file. Every change is already committed."""
        self._db.close()

    # -- documents -------------------------------------------------------------------------------
    def put(self, kind: str, key: str, doc: Json) -> None:
        """Write a document, or replace the one with the same kind and key."""
        self._db.execute("insert or replace into docs values (?, ?, ?)", (kind, key, _encode(doc)))

    def drop(self, kind: str, key: str) -> None:
        """Delete a document, if it exists."""
        self._db.execute("delete from docs where kind = ? and id = ?", (kind, key))

    def all(self, kind: str) -> dict[str, Json]:
        """Return all documents of a kind by id, in the order of the ids."""
        rows = self._db.execute(
            "select id, doc from docs where kind = ? order by length(id), id", (kind,)
        )
        return {key: _decode(doc) for key, doc in rows}

    def meta(self, key: str, default: str = "") -> str:
        """Return the setting `key`; `default` if it is not set."""
        row = self._db.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0]) if row else default

    def set_meta(self, key: str, value: str) -> None:
        """Write a setting."""
        self._db.execute("insert or replace into meta values (?, ?)", (key, value))

    # -- messages --------------------------------------------------------------------------------
    def put_message(self, doc: Json) -> None:
        """Write a message document (see `messages.new`), or replace it."""
        visible_to = NOBODY if doc.get("dismissed") else doc["ephemeral_for"]
        self._db.execute(
            "insert or replace into messages values (?, ?, ?, ?, ?, ?)",
            (int(doc["id"]), int(doc["channel_id"]), int(doc["author_id"]), visible_to and int(visible_to),
             ",".join(["", *doc["mentions"], ""]), _encode(doc)),
        )  # fmt: skip

    def message(self, message_id: str) -> Json | None:
        """Return a message document, or None if there is no message with the id.

        The message may be ephemeral or dismissed. Raises `ValueError` if the id is not a number.
        """
        row = self._db.execute(
            "select doc from messages where id = ?", (_number(message_id),)
        ).fetchone()
        return _decode(row[0]) if row else None

    def messages(
        self, channel: str, limit: int, before: str | None = None, after: str | None = None,
        ephemeral_for: str | None = None,
    ) -> list[Json]:  # fmt: skip
        """Return at most `limit` message documents of a channel, newest first.

        Without `before` and `after`, these are the newest messages; with `before`, the newest ones
        older than that message; with `after`, the oldest ones newer than that message. Ephemeral
        messages are left out, except those for the user `ephemeral_for`.
        """
        order = "asc" if after else "desc"
        rows = self._db.execute(
            "select doc from messages where channel = ? and id < ? and id > ? and "  # noqa: S608 - order is ours
            f"(ephemeral_for is null or ephemeral_for = ?) order by id {order} limit ?",
            (
                _number(channel),
                _number(before or LARGEST),
                _number(after or 0),
                _number(ephemeral_for or 0),
                limit,
            ),
        ).fetchall()
        found = [_decode(row[0]) for row in rows]
        return found[::-1] if after else found

    def has_no_messages(self) -> bool:
        """Return whether there is no message at all."""
        return self._db.execute("select 1 from messages limit 1").fetchone() is None

    def drop_message(self, message_id: str) -> None:
        """Delete a message and its files."""
        self._db.execute("delete from messages where id = ?", (int(message_id),))
        self._db.execute("delete from files where message = ?", (int(message_id),))

    def drop_channel_messages(self, channel: str) -> None:
        """Delete all messages, files and unread marks of a channel."""
        for table in ("messages", "files", "unread"):
            self._db.execute(f"delete from {table} where channel = ?", (int(channel),))  # noqa: S608 - table is ours

    # -- files -----------------------------------------------------------------------------------
    def put_file(
        self, file_id: str, channel: str, message: str, name: str, mime: str, data: bytes
    ) -> None:
        """Store an uploaded file."""
        self._db.execute(
            "insert into files values (?, ?, ?, ?, ?, ?)",
            (int(file_id), int(channel), int(message), name, mime, data),
        )

    def file(self, channel: int, file_id: int, name: str) -> tuple[str, bytes] | None:
        """Return (MIME type, bytes) of a file, or None.

        Channel, id and name must all match.
        """
        query = "select type, data from files where id = ? and channel = ? and name = ?"
        row = self._db.execute(query, (_number(file_id), _number(channel), name)).fetchone()
        return (str(row[0]), bytes(row[1])) if row else None

    def drop_file(self, file_id: str) -> None:
        """Delete a file."""
        self._db.execute("delete from files where id = ?", (int(file_id),))

    # -- unread marks ----------------------------------------------------------------------------
    def unread(self) -> Iterator[tuple[str, str, int, int, str | None]]:
        """Yield one tuple per user and channel with unread messages.

        The tuple is (user, channel, count, mentions, first unread message).
        """
        for user, channel, count, mentions, since in self._db.execute(
            "select user, channel, count, mentions, since from unread where count > 0"
        ):
            yield str(user), str(channel), count, mentions, since and str(since)

    def bump_unread(
        self, user: str, channel: str, message: str, mention: bool
    ) -> tuple[int, int, str]:
        """Count one more unread message; return (count, mentions, first unread message).

        `mention` is True if the message mentions the user.
        """
        row = self._db.execute(
            "insert into unread values (?, ?, 0, 1, ?, ?) on conflict do update set count = count + 1, "
            "mentions = mentions + excluded.mentions, since = coalesce(since, excluded.since) "
            "returning count, mentions, since",
            (int(user), int(channel), int(mention), int(message)),
        ).fetchone()
        return row[0], row[1], str(row[2])

    def recount(
        self, user: str, channel: str, marker: str | None, dm: bool
    ) -> tuple[int, int, str | None]:
        """Count the unread messages again, and store the read marker and the result.

        Messages after `marker` are unread; with None, the stored marker is used. The marker never
        moves back. In a direct message channel (`dm`), every message counts as a mention. Returns
        (count, mentions, first unread message).
        """
        key = (_number(user), _number(channel))
        row = self._db.execute(
            "select marker from unread where user = ? and channel = ?", key
        ).fetchone()
        read_until = max(_number(marker or 0), row[0] if row else 0)
        count, mentions, since = self._db.execute(
            "select count(*), coalesce(sum(pings like ?), 0), min(id) from messages "
            "where channel = ? and id > ? and author <> ? and ephemeral_for is null",
            (f"%,{user},%", key[1], read_until, key[0]),
        ).fetchone()
        mentions = count if dm else mentions
        self._db.execute(
            "insert or replace into unread values (?, ?, ?, ?, ?, ?)",
            (*key, read_until, count, mentions, since),
        )
        return count, mentions, since and str(since)


def _number(text: str | int) -> int:
    """Return an id as a number, clamped to the range of an SQLite integer."""
    return max(-1, min(int(text), LARGEST))


def _encode(doc: Json) -> str:
    return msgspec.json.encode(doc).decode()


def _decode(text: str) -> Any:
    return msgspec.json.decode(text)
