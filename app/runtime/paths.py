"""Locations of settings and data.

Beside the code in a checkout, in the platform's folders for an installed bot.
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
PROGRAM = "bot.py" if CHECKOUT else "sobremesa"
ADOPT = "make run ARGS=--adopt" if CHECKOUT else "sobremesa run --adopt"
SETUP = "make setup" if CHECKOUT else "pipx reinstall sobremesa"


def _ours(ask: Callable[..., Path], here: Path) -> Path:
    """Return a platform folder; `here` in a checkout or for a user without a home.

    A service or a container may have no home.
    """
    try:
        return here if CHECKOUT else ask("sobremesa", appauthor=False)
    except RuntimeError:
        return here


def data_dir() -> Path:
    """Return the default data folder.

    For a systemd service that is the first folder of `STATE_DIRECTORY`, else the platform's
    folder. The unit can't use a setting for it: an empty one in its `EnvironmentFile` would
    take precedence.
    """
    given = "" if CHECKOUT else os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else _ours(platformdirs.user_data_path, Path("var"))


DATA = data_dir()
ENV = _ours(platformdirs.user_config_path, Path()) / ".env"


def command_hint(word: str, what: str = "") -> str:
    """Return the shell command for an action, for this kind of installation."""
    if CHECKOUT:
        return f"make {word} {what}=..." if what else f"make {word}"
    return f"sobremesa {word} {what}".rstrip()


def version() -> str:
    """Return this program's version (`.dev0`: not released yet); "" where unknown."""
    try:
        if CHECKOUT:
            return str(
                tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
            )
        return installed("sobremesa")
    except (OSError, KeyError, ValueError, PackageNotFoundError):
        return ""
