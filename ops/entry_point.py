"""Command `sobremesa` of an installed bot.

In the wheel, this file is the package `sobremesa`; the other packages are in its subfolder `house`,
because top-level names such as `games` and `app` would clash with other distributions.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

HOUSE = Path(__file__).parent / "house"


def main() -> None:
    """Run `bot.py` with the command line's arguments."""
    sys.path.insert(0, str(HOUSE))
    runpy.run_path(str(HOUSE / "bot.py"), run_name="__main__")
