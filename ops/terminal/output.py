"""Sentences for a terminal."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from app.app import text_folder
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.text.messages import Msg, literal


def text_dir() -> Path:
    """Where the words of this room lie."""
    return Path(__file__).parent / "text"


@lru_cache
def catalogue(lang: str) -> MessageCatalogue:
    """The words of engine, host and this room."""
    return MessageCatalogue.load(lang, (core_folder(), text_folder(), text_dir()))


def print_line(what: Msg, lang: str, sign: str = "") -> None:
    """One line on stdout, after a sign; one that the terminal's encoding lacks becomes a question mark."""
    text = f"{sign} {catalogue(lang).say(what)}".strip()
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()


def megabytes(size: float) -> Msg:
    """A size in bytes, as people read it."""
    return literal(f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB")
