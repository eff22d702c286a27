"""Locations of settings and data.

In a checkout they are beside the code; an installed bot uses the platform's folders.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

import platformdirs

HOUSE = Path(__file__).parents[2]
CHECKOUT = (HOUSE / "pyproject.toml").exists()
EXAMPLE = HOUSE / ".env.example"
# commands that messages name
PROGRAM = "bot.py" if CHECKOUT else "sobremesa"
ADOPT = "make run ARGS=--adopt" if CHECKOUT else "sobremesa run --adopt"
SETUP = "make setup" if CHECKOUT else "pipx reinstall sobremesa"


def _platform_folder(platform_path: Callable[..., Path], fallback: Path) -> Path:
    """Return the platform's folder of an installed bot; in a checkout, return `fallback`.

    Returns `fallback` as well if there is no home folder, as in a service or a container.
    """
    try:
        return fallback if CHECKOUT else platform_path("sobremesa", appauthor=False)
    except RuntimeError:
        return fallback


def data_dir() -> Path:
    """Return the default data folder.

    For a systemd service, it is the first folder of `STATE_DIRECTORY`; else the platform's folder.
    The unit file can't set `SOBREMESA_DATA` instead, because an empty value in the unit's
    `EnvironmentFile` would override it.
    """
    state_dir = "" if CHECKOUT else os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return (
        Path(state_dir) if state_dir else _platform_folder(platformdirs.user_data_path, Path("var"))
    )


DATA = data_dir()
ENV = _platform_folder(platformdirs.user_config_path, Path()) / ".env"


def command_hint(word: str, what: str = "") -> str:
    """Return the shell command to type for the bot's subcommand `word` in this installation.

    `what` is its argument, if any.
    """
    if CHECKOUT:
        return f"make {word} {what}=..." if what else f"make {word}"
    return f"sobremesa {word} {what}".rstrip()


def version() -> str:
    """Return this program's version (`.dev0`: not released yet); "" if unknown."""
    try:
        if CHECKOUT:
            return str(
                tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
            )
        return installed("sobremesa")
    except (OSError, KeyError, ValueError, PackageNotFoundError):
        return ""
