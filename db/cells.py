"""JSON in columns."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def dumps(value: Any) -> str:
    """Sorted JSON."""
    return msgspec.json.encode(value, order="sorted").decode()


def loads(text: str, kind: type[T]) -> T:
    """The typed value in `text`."""
    return msgspec.json.decode(text, type=kind)
