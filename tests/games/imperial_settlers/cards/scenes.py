"""Test scenes of all cards whose effect is more than a list of goods."""

from __future__ import annotations

from collections.abc import Callable

Scene = Callable[[str], None]
SCENES: dict[str, Scene] = {}


def scene(card: str) -> Callable[[Scene], Scene]:
    """Register a test as the scene of a card; it is called with each code of the card."""

    def keep(test: Scene) -> Scene:
        assert card not in SCENES
        SCENES[card] = test
        return test

    return keep
