import pytest

from db import open_store


@pytest.fixture
async def store(tmp_path):
    store = await open_store(tmp_path / "some" / "folder" / "test.sqlite3")
    yield store
    await store.close()
