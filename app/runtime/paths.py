"""Where settings and data lie: beside the code in a checkout, in the platform's folders when the bot was installed."""

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
    """A folder of the platform's; `here` in a checkout, and for a user who has no home (a service, a container)."""
    try:
        return here if CHECKOUT else ask("sobremesa", appauthor=False)
    except RuntimeError:
        return here


def data_dir() -> Path:
    """Where tables are kept unless a setting says otherwise: where systemd lets a service write (the first folder that it names),
    else in the platform's folder. The unit can't say it by a setting: an empty one in its `EnvironmentFile` would go before."""
    given = "" if CHECKOUT else os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else _ours(platformdirs.user_data_path, Path("var"))


DATA = data_dir()
ENV = _ours(platformdirs.user_config_path, Path()) / ".env"


def command_hint(word: str, what: str = "") -> str:
    """What an admin types for a command, as the guides of this kind of installation say it."""
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
