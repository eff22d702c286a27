"""Redaction of exceptions in logs.

An exception's text may contain anything, such as a hand of cards or a token, so it is left out;
type and location are logged.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator

from games.core.text.messages import Msg

_FILE = re.compile(r'\s+File "')
_OF_CODE = (NameError, ImportError, NotImplementedError)  # their texts contain only names in code


def describe_exception(error: BaseException) -> str:
    """Return type, status codes, OS error and message key: `Forbidden 403 50013`."""
    known = [type(error).__name__]
    known += [
        str(number)
        for name in ("status", "code")
        if isinstance(number := vars(error).get(name), int)
    ]
    if isinstance(what := getattr(error, "what", None), Msg):
        known.append(what.key)
    if isinstance(error, OSError) and isinstance(error.strerror, str) and error.errno:
        known.append(error.strerror)
    if isinstance(name := getattr(error, "sqlite_errorname", None), str):
        known.append(name)
    if isinstance(error, _OF_CODE):
        known.append(str(error))
    return " ".join(known)


def format_traceback(error: BaseException) -> str:
    """Return the traceback, causes first, with redacted exception texts."""
    return "\n".join(line for one in reversed(list(_chain(error))) for line in _told(one))


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen = set[int]()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _told(error: BaseException) -> Iterator[str]:
    elsewhere = getattr(error, "tb", None)  # traceback of another process, as text
    if isinstance(elsewhere, str):
        yield from (line for line in elsewhere.splitlines() if _FILE.match(line))
    for frame in traceback.extract_tb(error.__traceback__):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}'
    yield describe_exception(error)
