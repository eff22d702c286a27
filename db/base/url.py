"""Location of a store: a file, or a database on a server."""

from __future__ import annotations

import re
from pathlib import Path

APPLICATION_ID = 1397703250  # "SOBR": marks our files and our advisory locks
SANDBOX = "sandbox"  # in place of an application id: the store belongs to the sandbox
SCHEME = "postgresql://"
SCHEMES = (SCHEME, "postgres://")


def is_server_url(where: Path | str) -> bool:
    """Return whether `where` is the URL of a server, not a file path."""
    return str(where).startswith(SCHEMES)


def without_password(where: Path | str) -> str:
    """Return the location of a database without its password, for logs and messages.

    In a server URL, everything between the user name and the last `@` is removed.
    """
    if not is_server_url(where):
        return str(where)
    text = re.sub(r"([?&](?:ssl)?password=)[^&]*", r"\1...", str(where))
    text = re.sub(r"//(?:([\w.~-]*)(?=[:@]))?.*@", r"//\1@", text, flags=re.DOTALL)
    # in a URL without `@`, text after the colon that is not a port number must be a password
    return re.sub(r"(//[^:/?#@\[]*):(?!\d*(?:[/?#,]|$))[^/?#]*", r"\1:...", text)
