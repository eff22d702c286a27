"""Typed settings from the environment and `.env`; every one is explained in `.env.example`."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from host.model import Lang


class Settings(Struct, frozen=True):
    """What the person who runs the bot may set."""

    token: str = ""
    data: Path = Path("var")
    language: Lang = "es"
