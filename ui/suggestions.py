"""Find the autocomplete suggestion that a user's entry for a command option means.

Discord's client sometimes sends a suggestion's name instead of its value (discord-api-docs#7206),
and users type or paste names that they have read. So options accept the names of suggestions
besides their values. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.guides.rulebook import fold_case_and_accents

CUT = "…"  # end of a name that was cut to Discord's limit


def normalized(text: str) -> str:
    """Return a text normalized for comparison: no accents or case, single spaces."""
    return " ".join(fold_case_and_accents(text).split())


def match_suggestion(given: str, suggestions: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the suggestion whose value or name is `given`.

    `suggestions` are (value, name) pairs. `given` may be the beginning of a name that was cut to
    Discord's limit. Returns None if no suggestion matches, or if several do.
    """
    known = [(value, normalized(name)) for value, name in suggestions]
    sought = normalized(given)
    # candidates by equal value, by equal name, by the beginning of a name: the first non-empty set counts
    for matching_values in (
        {value for value, _ in known if value == given},
        {value for value, name in known if name == sought},
        {
            value
            for value, name in known
            if sought.endswith(CUT) and sought != CUT and name.startswith(sought[:-1].rstrip())
        },
    ):
        if matching_values:
            return matching_values.pop() if len(matching_values) == 1 else None
    return None


def match_or_complete(given: str, suggestions: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the suggestion that `given` means; None if there is none.

    That is the result of `match_suggestion`, else the only suggestion whose name contains `given`.
    """
    known = list(suggestions)
    if (value := match_suggestion(given, known)) is not None or not (sought := normalized(given)):
        return value
    matching_values = {value for value, name in known if sought in normalized(name)}
    return matching_values.pop() if len(matching_values) == 1 else None
