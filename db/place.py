"""Where a store is: a file, or a database on a server."""

from __future__ import annotations

import re
from pathlib import Path

OURS = 1397703250   # "SOBR": tells our stores, and who holds them, from others'
SCHEME = "postgresql://"
SCHEMES = (SCHEME, "postgres://")


def on_server(where: Path | str) -> bool:
    """Whether this is a server's address, and no file."""
    return str(where).startswith(SCHEMES)


def shown(where: Path | str) -> str:
    """The place without its password."""
    if not on_server(where):
        return str(where)
    return re.sub(r"([?&](?:ssl)?password=)[^&]*", r"\1...", re.sub(r"(//[^:/@]*):[^/]*@", r"\1@", str(where)))
