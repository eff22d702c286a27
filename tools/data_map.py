"""Write the data map of docs/privacy.md from db/data_map.toml: `python -m tools.data_map`."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE, PAGE = ROOT / "db" / "data_map.toml", ROOT / "docs" / "privacy.md"
BEGIN, END = "<!-- data map: made by tools/data_map.py -->", "<!-- end of the data map -->"


def load_data_map() -> dict[str, dict[str, Any]]:
    """Return the description of each table of the database."""
    return tomllib.loads(SOURCE.read_text("utf-8"))


def as_markdown(tables: dict[str, dict[str, Any]]) -> str:
    """Return the map as Markdown: a line for each table, then the columns of each."""
    lines = [
        "| table | what | why | until | who sees it | of a person |",
        "|---|---|---|---|---|---|",
    ]
    for name, one in tables.items():
        person = ", ".join(f"`{column}`" for column in one["person"]) or "-"
        lines.append(
            f"| `{name}` | {one['what']} | {one['why']} | {one['until']} | {one['who']} | {person} |"
        )
    lines.append("")
    for name, one in tables.items():
        columns = "; ".join(f"`{column}` {what}" for column, what in one["columns"].items())
        lines += [f"**{name}**: {columns}.", ""]
    return "\n".join(lines).rstrip()


def with_current_map(text: str) -> str:
    """Return the text of docs/privacy.md with the current data map."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{as_markdown(load_data_map())}\n{END}{rest.split(END)[1]}"


def main() -> int:
    """Write the page."""
    PAGE.write_text(with_current_map(PAGE.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
