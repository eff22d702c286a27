"""Where settings and data lie: beside the code in a checkout, in the platform's folders when the bot was installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs

HOUSE = Path(__file__).parents[1]
CHECKOUT = (HOUSE / "pyproject.toml").exists()
EXAMPLE = HOUSE / ".env.example"
PROGRAM = "bot.py" if CHECKOUT else "sobremesa"
SETUP = "make setup" if CHECKOUT else "pipx reinstall sobremesa"


def _ours(ask: Callable[..., Path], here: Path) -> Path:
    """A folder of the platform's; `here` in a checkout, and for a user who has no home (a service, a container)."""
    try:
        return here if CHECKOUT else ask("sobremesa", appauthor=False)
    except RuntimeError:
        return here


DATA = _ours(platformdirs.user_data_path, Path("var"))
ENV = _ours(platformdirs.user_config_path, Path()) / ".env"


def how(word: str, what: str = "") -> str:
    """What an admin types for a command, as the guides of this kind of installation say it."""
    if CHECKOUT:
        return f"make {word} {what}=..." if what else f"make {word}"
    return f"sobremesa {word} {what}".rstrip()
