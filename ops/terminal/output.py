"""Print localized messages to a terminal."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from app.app import text_folder
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.text.messages import Msg, literal


def text_dir() -> Path:
    """Return the folder of this package's message catalogues."""
    return Path(__file__).parent / "text"


@lru_cache
def catalogue(lang: str) -> MessageCatalogue:
    """Return the messages of the engine, the app and this package."""
    return MessageCatalogue.load(lang, (core_folder(), text_folder(), text_dir()))


def print_line(what: Msg, lang: str, sign: str = "") -> None:
    """Print a message as one line to stdout, in the language `lang`, after `sign`.

    Characters that the terminal's encoding lacks become question marks.
    """
    text = f"{sign} {catalogue(lang).say(what)}".strip()
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()


def readable_size(size: float) -> Msg:
    """Return a number of bytes as text in MB, or in GB from 1 GB on."""
    return literal(f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB")
