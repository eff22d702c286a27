"""The suggestions of a command's option: which one is meant by its value, by its name, or by a piece of it. Pure.

Discord's client sometimes sends the name of a suggestion in place of its value (discord-api-docs#7206), and people type or paste
what they have read: a name counts as its value wherever suggestions are made.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.guides.rulebook import strip_accents

CUT = "…"  # ends a name that was cut to Discord's limit


def squeezed(text: str) -> str:
    """Return a text as names are compared: folded, with single spaces."""
    return " ".join(strip_accents(text).split())


def named(given: str, suggestions: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the suggestion whose value or name was given; None for none of them, and for several of that name.

    `suggestions` are (value, name), with names as they are or as they were cut.
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
    """Return the value of the suggestion that was given, or that alone has the typed words in its name; None for all else."""
    known = list(suggestions)
    if (value := named(given, known)) is not None or not (sought := squeezed(given)):
        return value
    fits = {value for value, name in known if sought in squeezed(name)}
    return fits.pop() if len(fits) == 1 else None
