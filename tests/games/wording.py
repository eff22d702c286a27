"""Texts of one game: said with names, searched in the game's sources and in its rules reference."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.core.engine.game import Game
from games.core.guides import rulebook
from games.core.state.options import Choice, value_key
from games.core.text.i18n import MessageCatalogue, core_folder

PAINTERS = Path(__file__).parents[2] / "render"
NAMES = ("● Ana", "■ Bruno", "▲ Carla", "◆ Diego", "★ Eva")
TABLES = {"imperial_settlers": ("imptable",)}  # additional prefixes of the texts in pictures
AnyGame = Game[Any, Any]


def speaker(game: AnyGame, names: tuple[str, ...] = NAMES) -> Callable[..., str]:
    """Return a function that formats messages of a game with these names.

    The language is Spanish unless given.
    """
    words = {
        lang: MessageCatalogue.load(lang, [core_folder(), game.folder / "text"])
        for lang in ("es", "en")
    }

    def say(what: Any, lang: str = "es") -> str:
        return words[lang].say(what, lambda seat: names[seat])

    return say


@lru_cache
def own(game: AnyGame, lang: str = "es") -> MessageCatalogue:
    """Return the game's own messages, without those of the engine."""
    return MessageCatalogue.load(lang, [game.folder / "text"])


@lru_cache
def reference(game: AnyGame, lang: str = "es") -> str:
    """Return the rules reference."""
    return (game.folder / "help" / f"{lang}.md").read_text("utf-8")


def anchors(game: AnyGame, lang: str = "es") -> list[str]:
    """Return the anchors of the rules reference in order."""
    return re.findall(r"\{#([a-z0-9_-]+)\}", reference(game, lang))


def written(folder: Path, lang: str) -> list[str]:
    """Return all texts of a folder's catalogue; each plural form counts as one."""
    leaves = MessageCatalogue.load(lang, [folder]).words.values()
    return [
        str(form)
        for leaf in leaves
        for form in (leaf.values() if isinstance(leaf, dict) else (leaf,))
    ]


def pictured(game: AnyGame, lang: str) -> list[str]:
    """Return the texts that appear only in pictures of this game."""
    words = MessageCatalogue.load(lang, [PAINTERS / "text"]).words
    heads = {f"picture.{head}" for head in (_head(game), game.id, *TABLES.get(game.id, ()))}
    leaves = [leaf for key, leaf in words.items() if ".".join(key.split(".")[:2]) in heads]
    return [
        str(form)
        for leaf in leaves
        for form in (leaf.values() if isinstance(leaf, dict) else (leaf,))
    ]


def spanish(game: AnyGame) -> list[str]:
    """Return all Spanish texts: messages, plural forms, lines of the rules reference."""
    said = [
        form
        for leaf in own(game).words.values()
        for form in (leaf.values() if isinstance(leaf, dict) else (leaf,))
    ]
    return [*map(str, said), *re.sub(r"\{#[^}]*\}", "", reference(game)).splitlines()]


@lru_cache
def sources(game: AnyGame, painters: bool = False) -> str:
    """Return the source code of a game, on request with that of its pictures."""
    folders = [game.folder, PAINTERS / game.id] if painters else [game.folder]
    return "\n".join(
        path.read_text("utf-8") for folder in folders for path in sorted(folder.rglob("*.py"))
    )


def chapters_named(game: AnyGame) -> set[str]:
    """Return the chapters of the rules reference that the code names."""
    return set(re.findall(r'(?:rule=|why, )"([a-z_]+)"', sources(game)))


def asked_for(game: AnyGame) -> set[str]:
    """Return the message keys that panels and lobbies build from ids.

    Ids of presets, options, standing orders and first deeds of a game.
    """
    keys = {
        f"{game.id}.name",
        f"{game.id}.short",
        f"{game.id}.pitch",
        f"{game.id}.goal",
        *(f"{game.id}.preset.{name}" for name in game.presets),
    }
    keys |= {f"{game.id}.tagline"} if "cover" in game.pictures else set()
    keys |= {f"{game.id}.first.{deed.name}" for deed in game.achievements}
    for kind, settings in (("option", game.options), ("order", game.orders)):
        for one in settings:
            keys |= {f"{game.id}.{kind}.{one.id}.name", f"{game.id}.{kind}.{one.id}.detail"}
            if isinstance(one, Choice):
                keys |= {
                    f"{game.id}.{kind}.{one.id}.value.{value_key(value)}" for value in one.values
                }
    return keys


def spelled(game: AnyGame) -> set[str]:
    """Return the message keys that are written out in the code."""
    code = sources(game, painters=True)
    ops = set(re.findall(r'^    words(?:: ClassVar\[str\])? = "([a-z_.0-9]+)"', code, re.MULTILINE))
    plain = set(re.findall(rf'(?<!f)"({_head(game)}\.[a-z_.0-9]+)"', code)) - ops
    return plain | {f"{op}.{tag}" for op in ops for tag in re.findall(r'tag="(\w+)"', code)} & set(
        own(game).words
    )


def unused(game: AnyGame, made: Collection[str] = (), beside: tuple[str, ...] = ()) -> list[str]:
    """Return the message keys that nothing looks up.

    A key is looked up by panels, by code that spells it or builds it in an f-string, or by code
    elsewhere, if it matches a pattern in `made`. f-strings that begin with a prefix in `beside`
    match too many keys and are ignored; the keys that they build are among `made`.
    """
    lines = [
        one
        for one in re.findall(rf'f"({_head(game)}\.[^"]+)"', sources(game, painters=True))
        if not one.startswith(beside)
    ]
    patterns = [re.sub(r"\\\{.*?\\\}", "[a-z0-9_]+", re.escape(one)) for one in lines]
    known, matched = asked_for(game) | spelled(game), re.compile("|".join([*patterns, *made]))
    mended = {
        key for key in own(game).words if ".fix." in key
    }  # panels look up a fix for each refusal (`test_reasons.py`)
    return [
        key for key in own(game).words if key not in known | mended and not matched.fullmatch(key)
    ]


def short_texts(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of prompts, legends, examples and terms, by name."""
    asked = tomllib.loads((rulebook.folder(game) / "questions.toml").read_text("utf-8"))
    yield from ((name, said) for name, one in asked.items() for said in one.get(lang, one["en"]))
    yield from (
        (f"legend {kind}", one.says[lang])
        for kind, signs in rulebook.legends(game).items()
        for one in signs
    )
    yield from (
        (f"example {anchor}", one.says[lang]) for anchor, one in rulebook.examples(game).items()
    )
    yield from ((f"term {name}", one.says[lang]) for name, one in rulebook.terms(game).items())


def _head(game: AnyGame) -> str:
    """Return the prefix of all message keys of a game, except those that panels and lobbies build."""
    heads = {key.partition(".")[0] for key in own(game).words} - {game.id}
    assert len(heads) == 1, (
        f"{game.id}: all words but the lobby's begin with one prefix, which is not its id: {sorted(heads)}"
    )
    return heads.pop()
