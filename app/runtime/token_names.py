"""The name of the token's variable, and wrong names for it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

TOKEN = "DISCORD_TOKEN"  # noqa: S105 - the setting's name
# as other bots call it, without what parts the words
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
    0.9  # of 1; a letter that is missing, doubled or swapped leaves more, a further word less
)
FORM = re.compile(r"([\w-]{23,30})\.[\w-]{6,7}\.[\w-]{27,}")  # of a token


def is_near(name: str) -> bool:
    """Return whether a variable's name was probably meant to be `TOKEN`, and is not."""
    bare = name.upper().replace("_", "").replace("-", "").replace(".", "")
    return name != TOKEN and (
        bare in OTHERS or difflib.SequenceMatcher(None, bare, OTHERS[2]).ratio() >= MIN_LIKENESS
    )


def misnamed(file: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """Return the variable that holds a token under a wrong name; "" where none does.

    `.env` is ours alone, and so are names with our prefix: there it is a mistake in any case. The rest of the environment belongs
    to others too, so there it counts only while no token is set; an empty `DISCORD_TOKEN` in the environment says that none is
    wanted, unless the value has a token's form.
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
