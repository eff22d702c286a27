"""Every stored column is in `db/data_map.toml`, and docs/privacy.md agrees with it."""

import pytest

from db.base.database import Database
from tests.database import database_of
from tools import data_map


async def schema(db: Database) -> dict[str, set[str]]:
    rows = await db.fetch_all(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    names = [row["name"] for row in rows]
    return {
        name: {row["name"] for row in await db.fetch_all(f"PRAGMA table_info({name})")}
        for name in names
    }


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
async def test_every_table_and_column_is_named_and_no_other(store):
    known = {name: set(one["columns"]) for name, one in data_map.load_data_map().items()}
    assert known == await schema(database_of(store))


def test_each_says_what_for_until_when_and_who_sees_it():
    for name, one in data_map.load_data_map().items():
        assert all(one[key].strip() for key in ("what", "why", "until", "who")), name
        assert set(one["person"]) <= set(one["columns"]), name
        assert all(text.strip() for text in one["columns"].values()), name


def test_the_page_is_made_of_it():
    text = data_map.PAGE.read_text("utf-8")
    assert data_map.with_current_map(text) == text, "run: python -m tools.data_map"
