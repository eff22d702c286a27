"""A scene for each card whose effect is no plain list of goods."""

from __future__ import annotations

from collections.abc import Callable

Scene = Callable[[str], None]
SCENES: dict[str, Scene] = {}


def scene(card: str) -> Callable[[Scene], Scene]:
    """The scene of a card, called with each of its prints."""

    def keep(test: Scene) -> Scene:
        assert card not in SCENES
        SCENES[card] = test
        return test

    return keep
