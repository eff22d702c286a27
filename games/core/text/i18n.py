"""Message catalogues: keys to text in a language, with plurals, lists and players' names."""

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
_I_SOUND = re.compile(r"h?[ií](?![aeo])")  # but not the glide of "hielo"
_O_SOUND = re.compile(r"h?[oó]|8|11(?!\d)|11\d{3}(?!\d)")  # ocho, ochenta, once, once mil
_BEFORE = SEAT_MARKS + " *_\"'«“¡¿("  # silent signs before a word


def seat_mark(seat: Seat) -> str:
    """Return the shape that goes with a player's name everywhere."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)]


def mark_only(seat: Seat) -> str:
    """Return only the mark, if no names are known."""
    return seat_mark(seat)


class MessageCatalogue:
    """Texts of one language, from TOML files whose nested tables make dotted keys.

    A leaf is a string with `{placeholders}`, or a table of the plural forms `one` and `other`,
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
        """Return `what` in this language; strings and numbers stay as they are.

        Raises KeyError for an unknown key.
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
        said = {name: self.say(value, names) for name, value in what.args.items()}
        ours = {
            name: said[name]
            for name, value in what.args.items()
            if isinstance(value, Msg) and not value.key.startswith("@")
        }
        return self._joined(str(leaf), ours).format_map(said)

    def has(self, key: str) -> bool:
        """Return whether the catalogue has the key."""
        return key in self.words

    @cached_property
    def placeholders(self) -> dict[str, frozenset[str]]:
        """Return the placeholders of every key (all plural forms together)."""
        return {key: frozenset(_fields(leaf)) for key, leaf in self.words.items()}

    def _joined(self, leaf: str, ours: Mapping[str, str]) -> str:
        """Adapt a pattern to the texts of `ours` that go into it (never users' names).

        Spanish contracts `de el` to `del` and `a el` to `al`; a sentence that begins with one
        of the texts begins with a capital letter.
        """
        for name, text in ours.items():
            if self.lang == "es" and text.startswith("el "):
                rest = _escape_braces(text[3:]).replace("\\", r"\\")
                leaf = re.sub(rf"\b([Dd]e|[Aa]) {{{name}}}", rf"\1l {rest}", leaf)
            if leaf.startswith(f"{{{name}}}") and leaf[-1] in ".?" and text[:1].islower():
                leaf = _escape_braces(text[0].upper() + text[1:]) + leaf[len(name) + 2 :]
        return leaf

    def _list(self, items: list[str], word: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self._joiner(word, items[-1])} {items[-1]}"

    def _joiner(self, word: str, last: str) -> str:
        """Return "and" or "or"; Spanish `e` before an i-sound, `u` before an o-sound."""
        if self.lang != "es":
            return "or" if word == "or" else "and"
        sound = last.lstrip(_BEFORE).lower()
        if word == "or":
            return "u" if _O_SOUND.match(sound) else "o"
        return "e" if _I_SOUND.match(sound) else "y"


def _flat(table: Mapping[str, Any], prefix: str) -> Iterable[tuple[str, Any]]:
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
    for text in leaf.values() if isinstance(leaf, Mapping) else (leaf,):
        yield from (name for _, name, _, _ in Formatter().parse(str(text)) if name)


@lru_cache
def core_folder() -> Path:
    """Return the folder of the engine's own texts."""
    return Path(__file__).parent
