"""Message catalogues: texts of one language by key, with plurals, lists and players' names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from games.core.text.messages import Msg, Seat

LANGUAGES = ("es", "en")
SEAT_MARKS = "●■▲◆★⬢"
Names = Callable[[Seat], str]
# Spanish words before which "y" becomes "e" (not "hielo").
_I_SOUND = re.compile(r"h?[ií](?![aeo])")
# Spanish words and numbers before which "o" becomes "u" (ocho, ochenta, once, once mil).
_O_SOUND = re.compile(r"h?[oó]|8|11(?!\d)|11\d{3}(?!\d)")
_BEFORE_WORD = SEAT_MARKS + " *_\"'«“¡¿("  # signs before a word that are not spoken


def seat_mark(seat: Seat) -> str:
    """Return the shape that stands before a player's name everywhere."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)]


def mark_only(seat: Seat) -> str:
    """Return only the mark: `Names` for texts without players' names."""
    return seat_mark(seat)


class MessageCatalogue:
    """Texts of one language, by dotted key (nested tables of TOML files).

    A text is a string with `{placeholders}`, or a table of the plural forms `one` and `other`,
    chosen by the argument `n`.
    """

    def __init__(self, lang: str, words: Mapping[str, Any]) -> None:
        self.lang, self.words = lang, dict(words)

    @classmethod
    def load(cls, lang: str, folders: Iterable[Path]) -> MessageCatalogue:
        """Load `<folder>/<lang>.toml` of all folders; raise ValueError if two share a key."""
        words: dict[str, Any] = {}
        for folder in folders:
            with (folder / f"{lang}.toml").open("rb") as file:
                for key, leaf in _flat(tomllib.load(file), ""):
                    if key in words:
                        raise ValueError(f"{folder.name}/{lang}.toml: {key} stands in two files")
                    words[key] = leaf
        return cls(lang, words)

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
        leaf = self.words[what.key]
        if isinstance(leaf, Mapping):
            leaf = leaf["one"] if what.args.get("n") == 1 else leaf["other"]
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
        """Return the placeholders of every key (all plural forms together)."""
        return {key: frozenset(_fields(leaf)) for key, leaf in self.words.items()}

    def _adapted(self, leaf: str, texts: Mapping[str, str]) -> str:
        """Adapt a pattern to the texts that replace its placeholders (never users' names).

        Spanish contracts `de el` to `del` and `a el` to `al`. A sentence that begins with one
        of the texts begins with a capital letter.
        """
        for name, text in texts.items():
            if self.lang == "es" and text.startswith("el "):
                rest = _escape_braces(text[3:]).replace("\\", r"\\")
                leaf = re.sub(rf"\b([Dd]e|[Aa]) {{{name}}}", rf"\1l {rest}", leaf)
            if leaf.startswith(f"{{{name}}}") and leaf[-1] in ".?" and text[:1].islower():
                leaf = _escape_braces(text[0].upper() + text[1:]) + leaf[len(name) + 2 :]
        return leaf

    def _list(self, items: list[str], word: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self._conjunction(word, items[-1])} {items[-1]}"

    def _conjunction(self, word: str, last: str) -> str:
        """Return "and" or "or"; Spanish `e` before an i-sound, `u` before an o-sound."""
        if self.lang != "es":
            return "or" if word == "or" else "and"
        sound = last.lstrip(_BEFORE_WORD).lower()
        if word == "or":
            return "u" if _O_SOUND.match(sound) else "o"
        return "e" if _I_SOUND.match(sound) else "y"


def _flat(table: Mapping[str, Any], prefix: str) -> Iterable[tuple[str, Any]]:
    """Yield the dotted keys and texts of nested tables."""
    for name, leaf in table.items():
        key = f"{prefix}{name}"
        if isinstance(leaf, Mapping) and not {"one", "other"} <= set(leaf):
            yield from _flat(leaf, f"{key}.")
        else:
            yield key, leaf


def _escape_braces(text: str) -> str:
    """Escape braces, for use in a format pattern."""
    return text.replace("{", "{{").replace("}", "}}")


def _fields(leaf: Any) -> Iterable[str]:
    """Yield the names of the placeholders of a text."""
    for text in leaf.values() if isinstance(leaf, Mapping) else (leaf,):
        yield from (name for _, name, _, _ in Formatter().parse(str(text)) if name)


@lru_cache
def core_folder() -> Path:
    """Return the folder of the engine's own texts."""
    return Path(__file__).parent
