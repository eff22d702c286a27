"""Name of the token variable, and common wrong names for it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

TOKEN = "DISCORD_TOKEN"  # noqa: S105 - the setting's name
# names in other bots, without separators
OTHERS = (
    "TOKEN",
    "BOTTOKEN",
    "DISCORDTOKEN",
    "DISCORDBOTTOKEN",
    "BOTDISCORDTOKEN",
    "SOBREMESATOKEN",
    "SOBREMESABOTTOKEN",
    "SOBREMESADISCORDTOKEN",
    "SOBREMESADISCORDBOTTOKEN",
    "DISCORDAPITOKEN",
    "DISCORDKEY",
    "DISCORDSECRET",
)
MIN_LIKENESS = (
    0.9  # ratio 0 to 1: above for a missing, doubled or swapped letter, below for an extra word
)
FORM = re.compile(r"([\w-]{23,30})\.[\w-]{6,7}\.[\w-]{27,}")  # form of a token


def is_near(name: str) -> bool:
    """Return whether a variable's name was probably meant to be `TOKEN` and is not."""
    bare = name.upper().replace("_", "").replace("-", "").replace(".", "")
    return name != TOKEN and (
        bare in OTHERS or difflib.SequenceMatcher(None, bare, OTHERS[2]).ratio() >= MIN_LIKENESS
    )


def misnamed(file: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """Return the variable that holds a token under a wrong name; "" if there is none.

    `.env` and names with our prefix are ours: a wrong name there is always an error. The rest
    of the environment is shared, so there it counts only while no token is set. An empty
    `DISCORD_TOKEN` in the environment means that none is wanted, unless the value has the form
    of a token.
    """
    own = [name for name in environ if name.upper().startswith("SOBREMESA")]
    if near := next(filter(is_near, [*file, *own]), ""):
        return near
    if environ.get(TOKEN, file.get(TOKEN, "")).strip():
        return ""
    for name, value in environ.items():
        if (
            is_near(name)
            and value.strip()
            and (TOKEN not in environ or FORM.fullmatch(value.strip()))
        ):
            return name
    return ""
