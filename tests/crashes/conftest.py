"""Kill the bot processes that a test started."""

from tests.e2e.conftest import nobody_left_behind

__all__ = ["nobody_left_behind"]
