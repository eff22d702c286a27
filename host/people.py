"""Who plays: names, languages and personal settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from games.core.text import LANGUAGES
from host.model import Lang, Person

if TYPE_CHECKING:
    from host.ports import Repo


class People:
    """The users of the edge, remembered."""

    def __init__(self, repo: Repo, default: Lang = "es") -> None:
        self._repo, self._default = repo, default

    async def get(self, user: int, name: str, locale: str = "") -> Person:
        """The person with this id, made at the first meeting in the language of their `locale` ("es-419", "en-GB"); a new name is
        noted."""
        person = await self._repo.person(user)
        if person is None:
            short = locale.split("-")[0].lower()
            person = Person(user, name, cast("Lang", short) if short in LANGUAGES else ("en" if short else self._default))
        elif person.name == name:
            return person
        person.name = name
        await self._repo.save_person(person)
        return person

    async def set(self, person: Person, *, lang: Lang | None = None, dm_closed: bool | None = None, **prefs: Any) -> Person:
        """Change settings; a preference set to None is forgotten."""
        if lang is not None:
            person.lang = lang
        if dm_closed is not None:
            person.dm_closed = dm_closed
        for name, value in prefs.items():
            if value is None:
                person.prefs.pop(name, None)
            else:
                person.prefs[name] = value
        await self._repo.save_person(person)
        return person
