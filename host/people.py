"""Who plays: names, languages and personal settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from msgspec import structs

from games.core.messages import msg
from games.core.scene import Palette
from games.core.text import LANGUAGES
from host import preferences
from host.model import Lang, Person, Trouble

if TYPE_CHECKING:
    from host.ports import Repo

# the marks, embeddings, overrides and isolates of writing direction: one left open turns the rest of a message around
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

LANG = "lang"  # the preference of who has chosen a language
SHOWN = "shown"     # the preference that says of single tables whether they are shown as text, the newest last
MAX_SHOWN = 20      # tables in it


def tongue(locale: str) -> Lang | None:
    """The language of a locale ("es-419", "en-GB"), if it is one of ours."""
    short = locale.split("-")[0].lower()
    return cast("Lang", short) if short in LANGUAGES else None


def tidy(name: str) -> str:
    """A name on one line, without characters that control a terminal or turn the text around them; empty when nothing of it
    would be seen."""
    kept = [sign for sign in name if sign.isspace() or (unicodedata.category(sign) != "Cc" and sign not in TURNING)]
    seen = any(unicodedata.category(sign)[0] not in "CMZ" for sign in kept)
    return " ".join("".join(kept).split()) if seen else ""


def palette_of(prefs: Mapping[str, object]) -> Palette:
    """The colours of pictures that somebody's preferences ask for."""
    return "contrast" if prefs.get("palette") == "contrast" else "default"


def reads(person: Person, match: str) -> bool:
    """Return True when a person wants a table as text: as they said there, else as in their settings."""
    shown = person.prefs.get(SHOWN)
    return bool(shown.get(match, person.prefs.get("text")) if isinstance(shown, dict) else person.prefs.get("text"))


class People:
    """The users of the edge, remembered."""

    def __init__(self, repo: Repo, default: Lang = "es") -> None:
        self._repo, self._default = repo, default

    async def get(self, user: int, name: str, locale: str = "") -> Person:
        """The person with this id, in the language of their `locale` ("es-419", "en-GB"; "" tells nothing) until they choose one;
        a new name is noted."""
        name = tidy(name) or str(user)
        person = await self._repo.person(user)
        spoken = (tongue(locale) or "en") if locale else self._default
        if person is None:
            person = Person(user, name, spoken)
        else:
            person.prefs = preferences.sound(person.prefs)
            lang = spoken if locale and LANG not in person.prefs else person.lang
            if (person.name, person.lang) == (name, lang):
                return person
            person.lang = lang
        person.name = name
        await self._repo.save_person(person)
        return person

    async def set(self, person: Person, *, lang: Lang | None = None, dm_closed: bool | None = None, **prefs: Any) -> Person:
        """Change settings; a preference set to None is forgotten. Text or pictures for all tables hold for each of them.

        Raises `Trouble` for an unknown value, and changes nothing then.
        """
        known = lang is None or lang in LANGUAGES
        if not known or not all(value is None or preferences.fits(name, value) for name, value in prefs.items()):
            raise Trouble(msg("host.trouble.unknown_choice"))
        if "text" in prefs:
            prefs[SHOWN] = None
        if lang is not None:
            person.lang = person.prefs[LANG] = lang
        if dm_closed is not None:
            person.dm_closed = dm_closed
        for name, value in prefs.items():
            if value is None:
                person.prefs.pop(name, None)
            else:
                person.prefs[name] = value
        await self._repo.save_person(person)
        return person

    async def show_as(self, person: Person, match: str, *, text: bool) -> Person:
        """Show one table as text, or as pictures, until the person says otherwise."""
        if reads(person, match) == text:
            return person
        shown = {code: as_text for code, as_text in (person.prefs.get(SHOWN) or {}).items() if code != match}
        if text != bool(person.prefs.get("text")):
            shown[match] = text
        changed = structs.replace(person, prefs=dict(person.prefs))     # who gave the person keeps them as they were
        return await self.set(changed, shown=dict(list(shown.items())[-MAX_SHOWN:]) or None)
