"""What tests of pictures share."""

from __future__ import annotations

import pytest

from render import text as writing


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Size and words of everything that is written during the test."""
    found: list[tuple[int, str]] = []
    real = writing.write

    def spy(draw: object, at: tuple[float, float], text: str, style: writing.Style, anchor: str = "l") -> float:
        found.append((style.size, text))
        return real(draw, at, text, style, anchor)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "write", spy)
    return found
