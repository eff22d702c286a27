"""Users: names, languages and settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import structs

from app.model.match import User, UserError
from app.people import preferences
from app.runtime.bounded_dict import BoundedDict
from games.core.text.languages import FALLBACK, LANGUAGES, Lang, language_of_locale
from games.core.text.messages import msg
from games.core.views.scene import Palette

if TYPE_CHECKING:
    from app.ports.repo import UserRepository

MAX_KNOWN_NAMES = 4000  # cached names, by user and guild
# Bidirectional marks, embeddings, overrides and isolates: an unclosed one would reverse the rest
# of a message.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

# Invisible characters with a visible category, as (first, last): Default_Ignorable_Code_Point of
# Unicode 16.0 (https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt).
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
# Visible by that file, but drawn blank (names as in UnicodeData.txt): BRAILLE PATTERN BLANK,
# MUSICAL SYMBOL NULL NOTEHEAD, KHITAN SMALL SCRIPT FILLER, EGYPTIAN HIEROGLYPH FULL BLANK and
# HALF BLANK.
BLANK = frozenset("\u2800\U0001d159\U00016fe4\U00013441\U00013442")

LANG = "lang"  # preference: the language that the user has chosen
SHOWN = "shown"  # preference: match id -> True for text, False for images; newest last
MAX_SHOWN = 20  # matches in `SHOWN`


def clean_name(name: str) -> str:
    """Return a name on one line, without control characters and text direction controls.

    Returns "" if nothing of the name would be visible.
    """
    kept = [
        sign
        for sign in name
        if sign.isspace() or (unicodedata.category(sign) != "Cc" and sign not in TURNING)
    ]
    return " ".join("".join(kept).split()) if any(map(_is_visible, kept)) else ""


def _is_visible(sign: str) -> bool:
    """Return whether a character is visible by itself."""
    if unicodedata.category(sign)[0] in "CMZ" or sign in BLANK:
        return False
    return not any(first <= ord(sign) <= last for first, last in IGNORABLE)


def palette_of(prefs: Mapping[str, object]) -> Palette:
    """Return the image palette that the user has chosen."""
    return "contrast" if prefs.get("palette") == "contrast" else "default"


def wants_text(person: User, match_id: str) -> bool:
    """Return whether the user wants this match as text instead of images.

    The setting for this match precedes the general one.
    """
    shown = person.prefs.get(SHOWN)
    return bool(
        shown.get(match_id, person.prefs.get("text"))
        if isinstance(shown, dict)
        else person.prefs.get("text")
    )


class UserService:
    """Service for users, stored by Discord id."""

    def __init__(self, users: UserRepository, default: Lang = "es") -> None:
        self._users, self._default = users, default
        # (user, guild): the name that the guild's matches show
        self._shown_names = BoundedDict[tuple[int, int], str](MAX_KNOWN_NAMES)

    async def get(
        self, user: int, name: str, locale: str = "", *, guild: int = 0, own: str = ""
    ) -> User:
        """Return the user with this id, creating or updating the stored record.

        The user's language comes from `locale` ("es-419", "en-GB"; "" if unknown) until they choose
        one. `name` is their display name in this `guild` (0: in direct messages), `own` is their
        display name outside of guilds. A changed name is stored and shown in the user's open
        matches.
        """
        name, own = clean_name(name) or str(user), clean_name(own)
        stored = await self._users.get(user)
        locale_lang = (language_of_locale(locale) or FALLBACK) if locale else self._default
        person = User(user, name, locale_lang) if stored is None else stored
        person.prefs = preferences.without_invalid(person.prefs)
        lang = locale_lang if locale and LANG not in person.prefs else person.lang
        former_own_name = person.own_name
        own_name = own or former_own_name
        if stored is None or (person.name, person.lang, former_own_name) != (name, lang, own_name):
            person.name, person.lang, person.own_name = name, lang, own_name
            await self._users.save(person)
        await self._rename(person, guild, former_own_name)
        return person

    async def _rename(self, person: User, guild: int, former_own_name: str) -> None:
        """Rename a user in their open matches in this guild.

        If the user's name outside of guilds has changed, all open matches that show the old one
        (`former_own_name`, "" if unknown) get the new one.
        """
        if former_own_name and former_own_name != person.own_name:
            await self._users.rename(person.id, person.own_name, former=former_own_name)
            self._shown_names.clear()
        if self._shown_names.get((person.id, guild)) != person.name:
            self._shown_names[person.id, guild] = person.name
            await self._users.rename(person.id, person.name, guild=guild)

    async def set(
        self, person: User, *, lang: Lang | None = None, dm_closed: bool | None = None, **prefs: Any
    ) -> User:
        """Change settings of a user; the value None removes a preference.

        Setting `text` also clears the choice of text or images for single matches. Raises
        `UserError` for an invalid value; then nothing changes.
        """
        known = lang is None or lang in LANGUAGES
        if not known or not all(
            value is None or preferences.is_valid(name, value) for name, value in prefs.items()
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
        await self._users.save(person)
        return person

    async def show_as(self, person: User, match_id: str, *, text: bool) -> User:
        """Show one match as text (`text`) or as images from now on; return the changed user."""
        if wants_text(person, match_id) == text:
            return person
        shown = {
            other_id: as_text
            for other_id, as_text in (person.prefs.get(SHOWN) or {}).items()
            if other_id != match_id
        }
        if text != bool(person.prefs.get("text")):
            shown[match_id] = text
        # a copy, because the caller's object must not change
        changed = structs.replace(person, prefs=dict(person.prefs))
        return await self.set(changed, shown=dict(list(shown.items())[-MAX_SHOWN:]) or None)
