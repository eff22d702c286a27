"""Redact exceptions for logs.

An exception's text may contain secrets, such as a hand of cards or a token. So only its type,
its codes and its location are logged.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator

from games.core.text.messages import Msg

_FILE = re.compile(r'\s+File "')
# exceptions whose text contains only names in the code
_SAFE_TEXT = (NameError, ImportError, NotImplementedError)


def describe_exception(error: BaseException) -> str:
    """Return the exception's type and what is safe to log: `Forbidden 403 50013`.

    Safe are numeric codes (`status`, `code`), the error text of the operating system, the name of
    SQLite's error, the translation key of a `Msg`, and the whole text of the types in `_SAFE_TEXT`.
    """
    parts = [type(error).__name__]
    parts += [
        str(number)
        for name in ("status", "code")
        if isinstance(number := vars(error).get(name), int)
    ]
    if isinstance(what := getattr(error, "what", None), Msg):
        parts.append(what.key)
    if isinstance(error, OSError) and isinstance(error.strerror, str) and error.errno:
        parts.append(error.strerror)
    if isinstance(name := getattr(error, "sqlite_errorname", None), str):
        parts.append(name)
    if isinstance(error, _SAFE_TEXT):
        parts.append(str(error))
    return " ".join(parts)


def format_traceback(error: BaseException) -> str:
    """Return the traceback with its causes first, as Python does, with redacted texts."""
    errors = reversed(list(_with_causes(error)))
    return "\n".join(line for error in errors for line in _traceback_lines(error))


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    seen = set[int]()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )


def _traceback_lines(error: BaseException) -> Iterator[str]:
    remote = getattr(error, "tb", None)  # traceback of another process, as text
    if isinstance(remote, str):
        yield from (line for line in remote.splitlines() if _FILE.match(line))
    for frame in traceback.extract_tb(error.__traceback__):
        yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}'
    yield describe_exception(error)
