"""The command `sobremesa` of an installed bot; in the wheel this is the package's front door (`sobremesa/__init__.py`). The rooms
lie in a folder of their own behind it: names such as `games` and `app` would be in the way of others' packages."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

HOUSE = Path(__file__).parent / "house"


def main() -> None:
    """Run the bot's main file with what was typed behind the command."""
    sys.path.insert(0, str(HOUSE))
    runpy.run_path(str(HOUSE / "bot.py"), run_name="__main__")
