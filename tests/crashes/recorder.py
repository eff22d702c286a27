"""Recorder of all writes and flushes of SQLite, to simulate a power cut at any moment.

It is a shim VFS in the library that Python's `sqlite3` uses. Writes, truncations, flushes and
deletions are recorded, then passed on to the file system. If Python is linked with SQLite
statically there is no such library (`install` returns None).
"""

from __future__ import annotations

import ctypes as c
import ctypes.util
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512  # bytes that a disk writes atomically
_OPEN = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_DELETE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int)
_CLOSE = c.CFUNCTYPE(c.c_int, c.c_void_p)
_WRITE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_TRUNCATE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_SYNC = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)


class _Vfs(c.Structure):
    """`sqlite3_vfs`."""

    _fields_ = (
        ("version", c.c_int),
        ("size", c.c_int),
        ("longest", c.c_int),
        ("next", c.c_void_p),
        ("name", c.c_char_p),
        ("data", c.c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        *((f"rest{n}", c.c_void_p) for n in range(14)),
    )


class _Methods(c.Structure):
    """`sqlite3_io_methods`."""

    _fields_ = (
        ("version", c.c_int),
        ("close", _CLOSE),
        ("read", c.c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        *((f"rest{n}", c.c_void_p) for n in range(13)),
    )


@dataclass(frozen=True)
class Event:
    """Operation on a file: `write`, `truncate`, `sync`, `delete`, or `told`.

    For `delete` `at` is 1 if the deletion is durable. `told` marks the acknowledgement of a
    commit.
    """

    kind: str
    file: str
    at: int = 0
    data: bytes = b""


@dataclass
class Recorder:
    """Recorded operations, in order."""

    events: list[Event] = field(default_factory=list)
    kept: list[Any] = field(default_factory=list)  # objects that SQLite points at, kept alive

    def tell(self, what: str) -> None:
        """Record an acknowledgement: it must survive everything that follows."""
        self.events.append(Event("told", what))


def install() -> Recorder | None:
    """Record all databases opened in this process from now on; None if that is impossible."""
    name = ctypes.util.find_library("sqlite3")
    if name is None:
        return None
    library, made = c.CDLL(name), Recorder()
    library.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
    inner = library.sqlite3_vfs_find(None)
    outer = _Vfs.from_buffer_copy(inner.contents)
    outer.name = b"recorder"
    names, methods = dict[int, str](), dict[int, _Methods]()

    def opened(_vfs: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        result = inner.contents.open(c.addressof(inner.contents), path, file, flags, out)
        place = c.cast(file, c.POINTER(c.c_void_p))
        if not result and path is not None and place[0]:
            names[file] = c.string_at(path).decode()
            known = place[0]
            if known not in methods:
                methods[known] = _recording_methods(
                    c.cast(known, c.POINTER(_Methods)).contents, names, made
                )
            place[0] = c.addressof(methods[known])
        return int(result)

    def deleted(_vfs: int, path: int, flush: int) -> int:
        made.events.append(Event("delete", c.string_at(path).decode(), flush))
        return int(inner.contents.delete(c.addressof(inner.contents), path, flush))

    outer.open, outer.delete = _OPEN(opened), _DELETE(deleted)
    made.kept += [outer, methods, library]
    if library.sqlite3_vfs_register(c.byref(outer), 1) or not _is_used(made):
        return None
    return made


def _is_used(made: Recorder) -> bool:
    """Return whether Python's own connections use the shim."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        conn = sqlite3.connect(Path(folder) / "try.sqlite3")
        conn.execute("CREATE TABLE one (x)")
        conn.close()
    used = bool(made.events)
    made.events.clear()
    return used


def _recording_methods(inner: _Methods, names: dict[int, str], made: Recorder) -> _Methods:
    """Return the methods of a kind of file that record what they do first."""
    outer = _Methods.from_buffer_copy(inner)

    def noting(
        kind: str, do: Callable[..., int], event: Callable[..., Event]
    ) -> Callable[..., int]:
        def noted(file: int, *args: int) -> int:
            made.events.append(event(kind, names[file], *args))
            return int(do(file, *args))

        return noted

    def closed(file: int) -> int:
        names.pop(file, None)
        return int(inner.close(file))

    def written(kind: str, file: str, data: int, size: int, at: int) -> Event:
        return Event(kind, file, at, c.string_at(data, size))

    outer.close, outer.write = _CLOSE(closed), _WRITE(noting("write", inner.write, written))
    outer.truncate = _TRUNCATE(
        noting("truncate", inner.truncate, lambda kind, file, size: Event(kind, file, size))
    )
    outer.sync = _SYNC(noting("sync", inner.sync, lambda kind, file, _flags: Event(kind, file)))
    return outer


@dataclass
class _File:
    """Durable content of a file, and the operations since the last flush."""

    sure: bytearray = field(default_factory=bytearray)
    flushed: bool = False
    loose: list[Event] = field(default_factory=list)


def disk(events: list[Event], rng: random.Random, share: float) -> dict[str, bytes]:
    """Return the files after a power cut at the end of these events.

    Flushed data stays. Of the unflushed sectors a `share` has been written, in any order. A
    deleted file may reappear until its folder is flushed.
    """
    files, ghosts = dict[str, _File](), dict[str, _File]()
    for event in events:
        if event.kind == "delete":
            old = files.pop(event.file, None)
            if old is not None and not event.at:
                ghosts[event.file] = old
        elif event.kind == "sync":
            one = files.setdefault(event.file, _File())
            if not one.flushed and event.file.endswith(
                ("-wal", "-journal")
            ):  # SQLite flushes the folder with a new file
                ghosts.clear()
            one.flushed = True
            for loose in one.loose:
                _apply(one.sure, loose)
            one.loose.clear()
        elif event.kind != "told":
            files.setdefault(event.file, _File()).loose.append(event)
    files |= {name: ghost for name, ghost in ghosts.items() if rng.random() >= share}
    for one in files.values():
        for part in (part for loose in one.loose for part in _sectors(loose)):
            if rng.random() < share:
                _apply(one.sure, part)
    return {name: bytes(one.sure) for name, one in files.items()}


def _sectors(event: Event) -> list[Event]:
    """Return the parts of an operation that a disk may do independently."""
    parts = range(0, len(event.data), SECTOR)
    cut = [
        Event("write", event.file, event.at + start, event.data[start : start + SECTOR])
        for start in parts
    ]
    return cut if event.kind == "write" else [event]


def _apply(data: bytearray, event: Event) -> None:
    if event.kind == "truncate":
        del data[event.at :]
        data.extend(bytes(event.at - len(data)))
        return
    data.extend(bytes(max(0, event.at + len(event.data) - len(data))))
    data[event.at : event.at + len(event.data)] = event.data
