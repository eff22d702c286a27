"""The words on pictures, in Spanish and English: the game's own, and the few that only pictures need (``text/*.toml``)."""

from __future__ import annotations

import functools
from pathlib import Path

from games.core.engine.game import find
from games.core.text.i18n import MessageCatalogue, Names, unnamed
from games.core.text.messages import Msg

FOLDER = Path(__file__).parents[1] / "text"
LANGUAGES = ("es", "en")


@functools.lru_cache
def catalogue(lang: str, game: str) -> MessageCatalogue:
    """The words of pictures and of one game; an unknown language gets English."""
    folders = (FOLDER, find(game).folder / "text") if game else (FOLDER,)
    return MessageCatalogue.load(lang if lang in LANGUAGES else "en", folders)


def say(lang: str, key: str, **values: object) -> str:
    """A word of pictures (``text/*.toml``) with its values filled in; KeyError when the catalogue lacks it."""
    return of_game("", lang, f"picture.{key}", **values)


def of_game(game: str, lang: str, key: str, **values: object) -> str:
    """A word of a game's own catalogue; KeyError when it lacks it."""
    return catalogue(lang, game).say(Msg(key, dict(values)))


def message(game: str, lang: str, what: Msg, names: Names = unnamed) -> str:
    """A message of a game in words; where it names players, `names` says how (`chrome.called`), else their marks stand alone."""
    return catalogue(lang, game).say(what, names)
