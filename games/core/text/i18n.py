"""Message catalogues: one language's texts by key, with plurals, lists, players' names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from games.core.text.languages import (
    DECLARED,
    FALLBACK,
    PLURAL_CATEGORIES,
    Lang,
    pair_pattern,
    plural_form,
)
from games.core.text.messages import Msg, Seat

SEAT_MARKS = "●■▲◆★⬢"
Names = Callable[[Seat], str]
# Spanish words before which "y" becomes "e" (not "hielo").
_I_SOUND = re.compile(r"h?[ií](?![aeo])")
# Spanish words and numbers before which "o" becomes "u" (ocho, ochenta, once, once mil).
_O_SOUND = re.compile(r"h?[oó]|8|11(?!\d)|11\d{3}(?!\d)")
_BEFORE_WORD = SEAT_MARKS + " *_\"'«“¡¿("  # signs before a word that are not spoken
# By language, the words that a preposition and an article form together.
_CONTRACTIONS: dict[Lang, dict[tuple[str, str], str]] = {
    "es": {("de", "el"): "del", ("a", "el"): "al"},
    "pt-BR": {
        **{("de", article): f"d{article}" for article in ("o", "a", "os", "as")},
        **{("em", article): f"n{article}" for article in ("o", "a", "os", "as")},
        **{("por", article): f"pel{article}" for article in ("o", "a", "os", "as")},
        ("a", "o"): "ao",
        ("a", "a"): "à",
        ("a", "os"): "aos",
        ("a", "as"): "às",
    },
}


def seat_mark(seat: Seat) -> str:
    """Return the symbol that stands before a player's name, one for each seat."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)]


def mark_only(seat: Seat) -> str:
    """Return the seat's mark (`seat_mark`) instead of the player's name.

    Pass this function as `Names` where a text must not contain players' names.
    """
    return seat_mark(seat)


class MessageCatalogue:
    """Texts of one language, by dotted key (nested tables of TOML files).

    A text is a string with `{placeholders}`, or a table of the language's CLDR plural forms (`one`,
    `other`, ...), from which the argument `n` chooses. A text that the language lacks is taken from
    `fallback`, the catalogue of another language, with that language's plural rules.
    """

    def __init__(
        self, lang: Lang, words: Mapping[str, Any], fallback: MessageCatalogue | None = None
    ) -> None:
        self.lang, self.own, self.fallback = lang, dict(words), fallback
        self.words: dict[str, Any] = {**(fallback.words if fallback else {}), **self.own}

    @classmethod
    def load(cls, lang: Lang, folders: Iterable[Path]) -> MessageCatalogue:
        """Load `<folder>/<lang>.toml` of all folders; raise ValueError if two have the same key.

        A folder may lack the file of a beta language, and the file may lack texts: English is used
        instead.
        """
        folders = tuple(folders)
        beta = lang in DECLARED and DECLARED[lang].beta
        words: dict[str, Any] = {}
        for folder in folders:
            path = folder / f"{lang}.toml"
            if beta and not path.is_file():
                continue
            with path.open("rb") as file:
                for key, leaf in flattened(tomllib.load(file)):
                    if beta and not (leaf["other"] if isinstance(leaf, Mapping) else leaf):
                        continue  # translation tools may write an empty text for a missing one
                    if key in words:
                        raise ValueError(f"{folder.name}/{lang}.toml: {key} stands in two files")
                    words[key] = leaf
        return cls(lang, words, cls.load(FALLBACK, folders) if beta else None)

    def overlaid(self, other: MessageCatalogue) -> MessageCatalogue:
        """Return a catalogue with the texts of this one and of `other`, which has priority."""
        fallback = self.fallback
        if fallback is not None and other.fallback is not None:
            fallback = fallback.overlaid(other.fallback)
        return MessageCatalogue(self.lang, {**self.own, **other.own}, fallback)

    def say(self, what: Msg | str | int, names: Names = mark_only) -> str:
        """Return the text of `what` in this language; strings and numbers stay as they are.

        `names` returns the name shown for a seat; by default this is only its mark. Raises
        KeyError for an unknown key.
        """
        if not isinstance(what, Msg):
            return str(what)
        match what.key:
            case "@seat":
                return names(what.args["seat"])
            case "@text":
                return str(what.args["text"])
            case "@list":
                return self._list(
                    [self.say(item, names) for item in what.args["items"]],
                    what.args.get("word", "and"),
                )
        if self.fallback is not None and what.key not in self.own:
            return self.fallback.say(what, names)
        leaf = self.own[what.key]
        if isinstance(leaf, Mapping):
            n = what.args.get("n")
            # CLDR uses the absolute value, but "-1 coins" reads better
            counted = isinstance(n, int | float) and n >= 0
            form = plural_form(self.lang, n) if counted else "other"
            leaf = leaf.get(form) or leaf["other"]
        texts = {name: self.say(value, names) for name, value in what.args.items()}
        from_catalogue = {
            name: texts[name]
            for name, value in what.args.items()
            if isinstance(value, Msg) and not value.key.startswith("@")
        }
        return self._adapted(str(leaf), from_catalogue).format_map(texts)

    def has(self, key: str) -> bool:
        """Return whether the catalogue has the key."""
        return key in self.words

    @cached_property
    def placeholders(self) -> dict[str, frozenset[str]]:
        """Return, by key, the names of the placeholders in the text.

        Those of all its plural forms are included.
        """
        return {key: frozenset(_fields(leaf)) for key, leaf in self.words.items()}

    def _adapted(self, pattern: str, texts: Mapping[str, str]) -> str:
        """Return the pattern, adapted to the `texts` that replace its placeholders.

        A preposition and the article after it become one word where the language requires it:
        Spanish `de el` becomes `del`. If a sentence begins with one of the texts, that text gets a
        capital letter. `texts` has only texts from the catalogue, so users' names are never
        changed.
        """
        for name, text in texts.items():
            for (preposition, article), joined in _CONTRACTIONS.get(self.lang, {}).items():
                if text.startswith(f"{article} "):
                    rest = _escape_braces(text[len(article) :])
                    for before, after in (
                        (preposition, joined),
                        (preposition.capitalize(), joined.capitalize()),
                    ):
                        pattern = re.sub(
                            rf"\b{before} {{{name}}}", (after + rest).replace("\\", r"\\"), pattern
                        )
            if pattern.startswith(f"{{{name}}}") and pattern[-1] in ".?" and text[:1].islower():
                pattern = _escape_braces(text[0].upper() + text[1:]) + pattern[len(name) + 2 :]
        return pattern

    def _list(self, items: list[str], word: str) -> str:
        """Join items with the conjunction `word` ("and" or "or"): `a, b and c`.

        Babel's `format_list` is not used: its English has a comma before "and", and it doesn't know
        that Spanish "y" and "o" change before some sounds.
        """
        if len(items) < 2:
            return "".join(items)
        first, last = ", ".join(items[:-1]), items[-1]
        if self.lang == "es":
            return f"{first} {_spanish_conjunction(word, last)} {last}"
        return pair_pattern(self.lang, word).format(first, last)


def _spanish_conjunction(word: str, last: str) -> str:
    """Return the Spanish word for `word` ("and" or "or") before `last`.

    It is "y", or "e" before the sound i; "o", or "u" before the sound o.
    """
    sound = last.lstrip(_BEFORE_WORD).lower()
    if word == "or":
        return "u" if _O_SOUND.match(sound) else "o"
    return "e" if _I_SOUND.match(sound) else "y"


def flattened(table: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    """Yield (dotted key, text) for nested tables; `prefix` precedes each key.

    A table with `other` as its only key is a text, because go-i18n's TOML files have this form.
    """
    for name, leaf in table.items():
        key = f"{prefix}{name}"
        if isinstance(leaf, Mapping) and leaf.keys() == {"other"}:
            yield key, leaf["other"]
        elif isinstance(leaf, Mapping) and not {"other"} <= leaf.keys() <= PLURAL_CATEGORIES:
            yield from flattened(leaf, f"{key}.")
        else:
            yield key, leaf


def _escape_braces(text: str) -> str:
    """Escape braces, for use in a format pattern."""
    return text.replace("{", "{{").replace("}", "}}")


def _fields(leaf: Any) -> Iterable[str]:
    """Yield the names of the placeholders of a text, or of all its plural forms."""
    for text in leaf.values() if isinstance(leaf, Mapping) else (leaf,):
        yield from (name for _, name, _, _ in Formatter().parse(str(text)) if name)


@lru_cache
def core_folder() -> Path:
    """Return the folder of the engine's own texts."""
    return Path(__file__).parent
