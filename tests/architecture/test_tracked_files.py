"""No tracked file holds a machine path or a secret."""

from __future__ import annotations

import re
import subprocess
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SKIPPED = {".venv", "gallery", "var", "node_modules", "__pycache__"}
BINARY = {".ttf", ".otf", ".woff2", ".png", ".webp", ".gz", ".sqlite3", ".ico", ".gif", ".jpg"}


@lru_cache
def tracked() -> tuple[Path, ...]:
    """Return the tracked files; without git all files of the folder."""
    try:
        git = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
        )
        files = [ROOT / name for name in git.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        files = [
            path for path in ROOT.rglob("*") if not SKIPPED & set(path.relative_to(ROOT).parts)
        ]
    return tuple(path for path in files if path.is_file())


def test_no_tracked_file_tells_the_machine_it_was_written_on() -> None:
    """No file holds this checkout's path or a home folder."""
    homes = re.compile(r"(?<![\w.$}/-])/(?:root|home/(?!sobremesa)\w+|Users/\w+|work)/\w")
    told = []
    for path in tracked():
        if path.suffix in BINARY:
            continue
        text = path.read_text("utf-8", errors="replace")
        if homes.search(text) or (len(ROOT.parts) > 2 and f"{ROOT}/" in text):
            told.append(str(path.relative_to(ROOT)))
    assert told == []


def test_no_secret_is_tracked() -> None:
    """No `.env`, no database, nothing that looks like a Discord token."""
    assert not [
        path.name for path in tracked() if path.name == ".env" or path.suffix in (".sqlite3", ".db")
    ]
    token = re.compile(r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}")
    for path in tracked():
        if path.suffix not in BINARY and path.suffix not in (".json", ".svg"):
            assert not token.search(path.read_text("utf-8", errors="replace")), path.name
