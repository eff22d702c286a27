"""Name of the variable for the bot token, and wrong names that people often use for it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

TOKEN = "DISCORD_TOKEN"  # noqa: S105 - the setting's name
_BARE_TOKEN = TOKEN.replace("_", "")  # the name without separators, as in `OTHERS`
# common names in other bots, without separators
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
# Least similarity to `_BARE_TOKEN` (0 to 1) of a name that counts as a wrong spelling. A missing,
# doubled or swapped letter leaves a name more similar than this; a different word does not.
MIN_LIKENESS = 0.9
FORM = re.compile(r"([\w-]{23,30})\.[\w-]{6,7}\.[\w-]{27,}")  # form of a token


def is_misspelled_token_name(name: str) -> bool:
    """Return whether a variable's name looks like a wrong spelling of `TOKEN`."""
    bare = name.upper().replace("_", "").replace("-", "").replace(".", "")
    return name != TOKEN and (
        bare in OTHERS or difflib.SequenceMatcher(None, bare, _BARE_TOKEN).ratio() >= MIN_LIKENESS
    )


def misnamed(file: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """Return which variable holds the token under a wrong name; "" if none does.

    `file` has the variables in `.env`.

    - A wrong name in `.env`, or one that begins with this bot's prefix, is always reported.
    - Other variables of the environment may belong to another program. They are reported only if no
      token is set.
    - If the environment sets `DISCORD_TOKEN` to "", the operator wants no token. Then other
      variables are reported only if their value looks like a token.
    """
    own_variables = [name for name in environ if name.upper().startswith("SOBREMESA")]
    if wrong := next(filter(is_misspelled_token_name, [*file, *own_variables]), ""):
        return wrong
    if environ.get(TOKEN, file.get(TOKEN, "")).strip():
        return ""
    for name, value in environ.items():
        if (
            is_misspelled_token_name(name)
            and value.strip()
            and (TOKEN not in environ or FORM.fullmatch(value.strip()))
        ):
            return name
    return ""
