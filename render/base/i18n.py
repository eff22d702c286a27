"""Texts on pictures: texts of `render/text/*.toml`, of the engine and of the games."""

from __future__ import annotations

import functools
from pathlib import Path

from games.core.engine.game import find
from games.core.text.i18n import MessageCatalogue, Names, core_folder, mark_only
from games.core.text.languages import FALLBACK, LANGUAGES
from games.core.text.messages import Msg

FOLDER = Path(__file__).parents[1] / "text"


@functools.lru_cache
def catalogue(lang: str, game: str) -> MessageCatalogue:
    """Return the texts of pictures, of the engine and of one game as a catalogue.

    With an empty `game` there are no texts of a game. An unknown `lang` gives English.
    """
    folders = (FOLDER, core_folder(), *((find(game).folder / "text",) if game else ()))
    return MessageCatalogue.load(lang if lang in LANGUAGES else FALLBACK, folders)


def say(lang: str, key: str, **values: object) -> str:
    """Return the text of pictures with this key (``text/*.toml``), filled with `values`.

    Raises `KeyError` for an unknown key.
    """
    return say_for_game("", lang, f"picture.{key}", **values)


def say_for_game(game: str, lang: str, key: str, **values: object) -> str:
    """Return the text with this key in a game's own catalogue, filled with `values`.

    Raises `KeyError` for an unknown key.
    """
    return catalogue(lang, game).say(Msg(key, dict(values)))


def message(game: str, lang: str, what: Msg, names: Names = mark_only) -> str:
    """Return a message of a game as text.

    `names` gives the text for a player in a sentence (`panels.name_formatter`); by default it is
    only the player's mark.
    """
    return catalogue(lang, game).say(what, names)
