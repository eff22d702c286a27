import hashlib
from itertools import count

import pytest

from tests.host.kit import House


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch):
    """The same seeds in every run: tests must not hang on luck."""
    numbers = count()
    monkeypatch.setattr(
        "host.lobby.secrets.token_hex", lambda n: hashlib.sha256(f"test {next(numbers)}".encode()).hexdigest()[: 2 * n]
    )


@pytest.fixture
async def house(tmp_path):
    house = House(tmp_path)
    await house.open()
    yield house
    await house.app.stop()
