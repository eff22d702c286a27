"""Translation of error sentences from English to the language of the page."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from sandbox.state.errors import ApiError, PersonError

SPANISH = Path(__file__).parents[1] / "data" / "refusals.es.json"


@lru_cache(maxsize=1)
def spanish() -> dict[str, str]:
    """Return the Spanish sentences by English sentence.

    Both have the same {placeholders}.
    """
    table: dict[str, str] = json.loads(SPANISH.read_text(encoding="utf-8"))
    return table


def sentence(error: PersonError | ApiError, locale: str) -> str:
    """Return an error as a sentence in Spanish or English, according to `locale`.

    The sentence is English if there is no Spanish translation.
    """
    words = error.words if isinstance(error, PersonError) else error.message
    if not locale.startswith("es") or words not in spanish():
        return error.message if isinstance(error, ApiError) else str(error)
    if isinstance(error, ApiError):
        return spanish()[words]
    values = {
        name: sentence(value, locale) if isinstance(value, PersonError) else value
        for name, value in error.values.items()
    }
    return spanish()[words].format(**values) if values else spanish()[words]
