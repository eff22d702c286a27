import hashlib
from itertools import count

import pytest

from tests.app.harness import AppHarness
from tests.contract.playouts import LONG


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch):
    """Deal matches by the same seeds in every run."""
    numbers = count()
    monkeypatch.setattr(
        "app.match.lobby.secrets.token_hex",
        lambda n: hashlib.sha256(f"test {next(numbers)}".encode()).hexdigest()[: 2 * n],
    )


@pytest.fixture(params=["sqlite", *(["postgres"] if LONG else [])])
async def harness(request, tmp_path):
    server = request.getfixturevalue("postgres") if request.param == "postgres" else None
    harness = AppHarness(tmp_path, server.new() if server else "")
    await harness.open()
    yield harness
    await harness.app.stop()
    if server:
        server.drop(harness.url)
