"""Languages of the bot, listed only here, with their rules from Unicode's CLDR."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from babel import Locale

# Code of a declared language. A plain string: a stored language may have been removed since.
Lang = str
PLURAL_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})  # of CLDR
FALLBACK: Lang = "en"  # language of the texts that a beta language lacks


class Language(NamedTuple):
    """Language that users can choose.

    - `code`: name of its files (`text/<code>.toml`, `help/<code>.md`), a BCP 47 tag
    - `name`: name of the language in that language (`Español`)
    - `locales`: Discord's locales (docs: Reference, Locales) that use it
    - `beta`: its texts may be incomplete; English stands in for each one that is missing
    """

    code: Lang
    name: str
    locales: tuple[str, ...]
    beta: bool = False

    @property
    def label(self) -> str:
        """Return the name for menus: `Português (Brasil) · beta`."""
        return f"{self.name} · beta" if self.beta else self.name


DECLARED = {
    language.code: language
    for language in (
        Language("es", "Español", ("es-ES", "es-419")),
        Language("en", "English", ("en-US", "en-GB")),
        Language("pt-BR", "Português (Brasil)", ("pt-BR",), beta=True),
    )
}
LANGUAGES: tuple[Lang, ...] = tuple(DECLARED)
# languages in which a missing text is an error
COMPLETE_LANGUAGES: tuple[Lang, ...] = tuple(
    code for code, language in DECLARED.items() if not language.beta
)


def language_of_locale(locale: str) -> Lang | None:
    """Return the language of a locale ("es-419", "en_GB", "pt-BR"); None if there is none.

    If no language lists the locale, return the first language with the same first subtag ("pt").
    """
    tag = locale.replace("_", "-").lower()
    known = {
        name.lower(): code
        for code, language in DECLARED.items()
        for name in (code, *language.locales)
    }
    primary = {code.partition("-")[0]: code for code in reversed(LANGUAGES)}
    return known.get(tag) or primary.get(tag.partition("-")[0])


def other_language(lang: Lang) -> Lang:
    """Return the second language in which names are shown to users of `lang`."""
    return FALLBACK if lang != FALLBACK else COMPLETE_LANGUAGES[0]


def with_fallbacks(data: Any) -> Any:
    """Return TOML data in which tables of texts have an entry for each beta language.

    A table of texts has one text per language code, among them `FALLBACK`. A beta language that is
    missing in the table gets the text of `FALLBACK`. `data` itself is not changed.
    """
    if isinstance(data, list):
        return [with_fallbacks(item) for item in data]
    if not isinstance(data, Mapping):
        return data
    filled = {name: with_fallbacks(value) for name, value in data.items()}
    if FALLBACK in filled:
        for code, language in DECLARED.items():
            if language.beta:
                filled.setdefault(code, filled[FALLBACK])
    return filled


@lru_cache
def locale_data(lang: Lang) -> Locale:
    """Return Babel's CLDR data of a language.

    Babel is imported here because loading it takes about 50 ms, and many processes need no plural
    forms.
    """
    from babel import Locale

    return Locale.parse(lang, sep="-")


@lru_cache(maxsize=4096)
def plural_form(lang: Lang, n: int | float) -> str:
    """Return the CLDR plural category of a number: zero, one, two, few, many or other."""
    return locale_data(lang).plural_form(n)


def plural_forms(lang: Lang) -> frozenset[str]:
    """Return the CLDR plural categories of a language."""
    return frozenset({*locale_data(lang).plural_form.tags, "other"})


def pair_pattern(lang: Lang, word: str) -> str:
    """Return the CLDR pattern that joins two items: `{0} and {1}`; `word` is "and" or "or"."""
    patterns = locale_data(lang).list_patterns["or" if word == "or" else "standard"]
    return str(patterns["2"])


def decimal_sign(lang: Lang) -> str:
    """Return the sign before the decimals of a number."""
    return str(locale_data(lang).number_symbols["latn"]["decimal"])
