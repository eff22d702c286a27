"""List of migrations, for both databases."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "migrations"


def list_migrations(folder: Path = FOLDER) -> list[tuple[int, Path]]:
    """Return one (number, file) per migration, in order."""
    return sorted((int(file.name[:4]), file) for file in folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
