"""Where a store is: a file, or a database on a server."""

from __future__ import annotations

import re
from pathlib import Path

APPLICATION_ID = 1397703250  # "SOBR": tells our stores, and who holds them, from others'
SANDBOX = (
    "sandbox"  # in the place of an application's id: tables that were opened on the local page
)
SCHEME = "postgresql://"
SCHEMES = (SCHEME, "postgres://")


def on_server(where: Path | str) -> bool:
    """Whether this is a server's address, and no file."""
    return str(where).startswith(SCHEMES)


def shown(where: Path | str) -> str:
    """Return the place without its password: all from the name to the last `@` goes."""
    if not on_server(where):
        return str(where)
    text = re.sub(r"([?&](?:ssl)?password=)[^&]*", r"\1...", str(where))
    text = re.sub(r"//(?:([\w.~-]*)(?=[:@]))?.*@", r"//\1@", text, flags=re.DOTALL)
    return re.sub(
        r"(//[^:/?#@\[]*):(?!\d*(?:[/?#,]|$))[^/?#]*", r"\1:...", text
    )  # no port: a password, cut short
