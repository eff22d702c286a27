"""Fixtures of tests of pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import ImageDraw

from render.base import fonts
from render.base import text as writing


@pytest.fixture(autouse=True)
def spelled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Check that every character painted by a test has a glyph.

    A test that paints others on purpose clears the list.
    """
    missing: list[str] = []
    real = fonts.runs

    def spy(text: str, name: str) -> tuple[tuple[str, str], ...]:
        if not fonts.drawable(text, name):
            missing.append(text)
        return real(text, name)

    monkeypatch.setattr(fonts, "runs", spy)
    yield missing
    assert missing == []


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Return a list that collects the size and text of everything that the test paints."""
    found: list[tuple[int, str]] = []
    real = writing.write

    def spy(
        draw: ImageDraw.ImageDraw,
        at: tuple[float, float],
        text: str,
        style: writing.Style,
        anchor: str = "l",
    ) -> float:
        found.append((style.size, text))
        return real(draw, at, text, style, anchor)

    monkeypatch.setattr(writing, "write", spy)
    return found
