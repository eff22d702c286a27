"""Translation of this package's SQL to PostgreSQL: placeholders, one reserved word, types."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count

MARK = re.compile(r"\?(\d*)")  # placeholder of an argument: ? or ?1
USER = re.compile(r'(?<![\w."])user(?![\w"])')  # unquoted, it means the current role
TYPES = {
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    "TEXT": 'TEXT COLLATE "C"',  # sort order of SQLite
}
SETTING = re.compile(r"\bPRAGMA [^;]*;")  # only SQLite has such statements
KIND = re.compile(r"\)\s*STRICT(?:, WITHOUT ROWID)?;")  # table options of SQLite


@lru_cache(maxsize=1000)
def statement(sql: str) -> str:
    """Translate a statement of the repositories from SQLite's SQL to PostgreSQL's.

    The placeholders `?` become `$1`, `$2` and so on, `?3` becomes `$3`, and the name `user` is
    quoted.
    """
    numbers = count(1)
    return USER.sub('"user"', MARK.sub(lambda found: f"${found[1] or next(numbers)}", sql))


def script(sql: str) -> str:
    """Translate the SQL of a migration from SQLite to PostgreSQL."""
    bare = KIND.sub(");", SETTING.sub("", sql))
    return USER.sub(
        '"user"', re.sub(rf"\b(?:{'|'.join(TYPES)})\b", lambda found: TYPES[found[0]], bare)
    )
