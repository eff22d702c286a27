"""Match what a user entered for a command option with its autocomplete suggestions. Pure.

Discord's client sometimes sends the name of a suggestion in place of its value
(discord-api-docs#7206), and users type or paste what they have read: a name counts as its value
wherever suggestions are made.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.guides.rulebook import strip_accents

CUT = "…"  # end of a name that was cut to Discord's limit


def squeezed(text: str) -> str:
    """Return a text normalized for comparison: no accents or case, single spaces."""
    return " ".join(strip_accents(text).split())


def named(given: str, suggestions: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the suggestion whose value or name was given.

    Returns None if there is none, or if several have that name. `suggestions` are (value,
    name), with names whole or cut.
    """
    known = [(value, squeezed(name)) for value, name in suggestions]
    sought = squeezed(given)
    for fits in (
        {value for value, _ in known if value == given},
        {value for value, name in known if name == sought},
        {
            value
            for value, name in known
            if sought.endswith(CUT) and sought != CUT and name.startswith(sought[:-1].rstrip())
        },
    ):
        if fits:
            return fits.pop() if len(fits) == 1 else None
    return None


def completed(given: str, suggestions: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the suggestion that was given, else of the only one containing it.

    Returns None otherwise.
    """
    known = list(suggestions)
    if (value := named(given, known)) is not None or not (sought := squeezed(given)):
        return value
    fits = {value for value, name in known if sought in squeezed(name)}
    return fits.pop() if len(fits) == 1 else None
