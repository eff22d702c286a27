import pytest

from db import open_store


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """A place for a store: a file, or a database on a server."""
    if request.param == "sqlite":
        yield tmp_path / "some" / "folder" / "test.sqlite3"
        return
    server = request.getfixturevalue("postgres")
    url = server.new()
    yield url
    server.drop(url)


@pytest.fixture
async def store(where):
    store = await open_store(where)
    yield store
    await store.close()
