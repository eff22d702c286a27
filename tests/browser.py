"""Find a Chromium on this machine.

`python -m tests.browser` prints its path, or fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import lru_cache

NAMES = (
    # Debian's, without a graphical interface: needs a third less processor time
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
ARGS = (  # for playwright's launch(args=...): no sandbox, no background requests
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@lru_cache
def find() -> str | None:
    """Return the path of a Chromium that starts, or None; the variable CHROMIUM comes first."""
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        path = shutil.which(name) if name else None
        if path and _starts(path):
            return path
    return None


def _starts(path: str) -> bool:
    try:
        return (
            subprocess.run(
                [path, "--version"], capture_output=True, timeout=60, check=False
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__":
    sys.exit(print(find()) if find() else "no Chromium found")
