"""Who plays: names, languages and personal settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from msgspec import structs

from app.model.match import Lang, User, UserError
from app.people import preferences
from app.runtime.bounded_dict import BoundedDict
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import msg
from games.core.views.scene import Palette

if TYPE_CHECKING:
    from app.ports.store import Repo

MAX_KNOWN_NAMES = 4000  # names of people in servers
# the marks, embeddings, overrides and isolates of writing direction: one left open turns the rest of a message around
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# What a reader sees nothing of though its category says otherwise: Unicode 16.0, DerivedCoreProperties.txt,
# Default_Ignorable_Code_Point (https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt), as (first, last).
IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
# Visible by that file, and yet drawn as nothing: BRAILLE PATTERN BLANK, MUSICAL SYMBOL NULL NOTEHEAD, and the blank signs of two
# scripts (KHITAN SMALL SCRIPT FILLER, EGYPTIAN HIEROGLYPH FULL and HALF BLANK), by their names in UnicodeData.txt.
BLANK = frozenset("\u2800\U0001d159\U00016fe4\U00013441\U00013442")

LANG = "lang"  # the preference of who has chosen a language
SHOWN = "shown"  # the preference that says of single tables whether they are shown as text, the newest last
MAX_SHOWN = 20  # tables in it


def language_of_locale(locale: str) -> Lang | None:
    """The language of a locale ("es-419", "en-GB"), if it is one of ours."""
    short = locale.split("-")[0].lower()
    return cast("Lang", short) if short in LANGUAGES else None


def clean_name(name: str) -> str:
    """A name on one line, without characters that control a terminal or turn the text around them; empty when nothing of it
    would be seen."""
    kept = [
        sign
        for sign in name
        if sign.isspace() or (unicodedata.category(sign) != "Cc" and sign not in TURNING)
    ]
    return " ".join("".join(kept).split()) if any(map(_seen, kept)) else ""


def _seen(sign: str) -> bool:
    """Return whether a character puts something on the screen by itself."""
    if unicodedata.category(sign)[0] in "CMZ" or sign in BLANK:
        return False
    return not any(first <= ord(sign) <= last for first, last in IGNORABLE)


def palette_of(prefs: Mapping[str, object]) -> Palette:
    """The colours of pictures that somebody's preferences ask for."""
    return "contrast" if prefs.get("palette") == "contrast" else "default"


def reads(person: User, match: str) -> bool:
    """Return True when a person wants a table as text: as they said there, else as in their settings."""
    shown = person.prefs.get(SHOWN)
    return bool(
        shown.get(match, person.prefs.get("text"))
        if isinstance(shown, dict)
        else person.prefs.get("text")
    )


class UserService:
    """The users of the edge, remembered."""

    def __init__(self, repo: Repo, default: Lang = "es") -> None:
        self._repo, self._default = repo, default
        self._called = BoundedDict[tuple[int, int], str](
            MAX_KNOWN_NAMES
        )  # by which name each server was last looked through

    async def get(
        self, user: int, name: str, locale: str = "", *, guild: int = 0, own: str = ""
    ) -> User:
        """The person with this id, in the language of their `locale` ("es-419", "en-GB"; "" tells nothing) until they choose one.
        `name` is what they are called in this `guild` (0: in direct messages), `own` what they are called where no server gives
        them a nickname. A new name is stored, and followed at their open tables."""
        name, own = clean_name(name) or str(user), clean_name(own)
        person = await self._repo.person(user)
        spoken = (language_of_locale(locale) or "en") if locale else self._default
        before = person
        person = User(user, name, spoken) if person is None else person
        person.prefs = preferences.sound(person.prefs)
        lang = spoken if locale and LANG not in person.prefs else person.lang
        former, own = person.own_name, own or person.own_name
        if before is None or (person.name, person.lang, person.own_name) != (name, lang, own):
            person.name, person.lang, person.own_name = name, lang, own
            await self._repo.save_person(person)
        await self._rename(person, guild, former)
        return person

    async def _rename(self, person: User, guild: int, former: str) -> None:
        """Rename a person at the tables that have their `former` own name, and at those of the `guild`."""
        if former and former != person.own_name:
            await self._repo.rename(person.id, person.own_name, former=former)
            self._called.clear()
        if self._called.get((person.id, guild)) != person.name:
            self._called[person.id, guild] = person.name
            await self._repo.rename(person.id, person.name, guild=guild)

    async def set(
        self, person: User, *, lang: Lang | None = None, dm_closed: bool | None = None, **prefs: Any
    ) -> User:
        """Change settings; a preference set to None is forgotten. Text or pictures for all tables hold for each of them.

        Raises `UserError` for an unknown value, and changes nothing then.
        """
        known = lang is None or lang in LANGUAGES
        if not known or not all(
            value is None or preferences.fits(name, value) for name, value in prefs.items()
        ):
            raise UserError(msg("host.trouble.unknown_choice"))
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

    async def show_as(self, person: User, match: str, *, text: bool) -> User:
        """Show one table as text, or as pictures, until the person says otherwise."""
        if reads(person, match) == text:
            return person
        shown = {
            code: as_text
            for code, as_text in (person.prefs.get(SHOWN) or {}).items()
            if code != match
        }
        if text != bool(person.prefs.get("text")):
            shown[match] = text
        changed = structs.replace(
            person, prefs=dict(person.prefs)
        )  # who gave the person keeps them as they were
        return await self.set(changed, shown=dict(list(shown.items())[-MAX_SHOWN:]) or None)
