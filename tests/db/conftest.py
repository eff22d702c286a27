import pytest

from db import open_store
from ops.backups.transfer import copy_store
from tests.contract.playouts import LONG


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """Return the place of a store: a file, or the URL of a server database."""
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


@pytest.fixture(params=["sqlite", *(["postgres"] if LONG else [])])
async def at_home(request):
    """Return a function that moves a harness's store to the database under test.

    For SQLite the store stays where it is; for PostgreSQL it is copied to a server.
    """
    urls = []

    async def move(harness) -> None:
        if request.param == "postgres":
            urls.append(request.getfixturevalue("postgres").new())
            await copy_store(harness.path, urls[0])
            harness.url = urls[0]

    yield move
    for url in urls:
        request.getfixturevalue("postgres").drop(url)
