"""Bots that a test started as processes end with it."""

from tests.e2e.conftest import nobody_left_behind

__all__ = ["nobody_left_behind"]
