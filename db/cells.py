"""JSON in columns."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def dumps(value: Any) -> str:
    """JSON with sorted keys: equal values are equal texts."""
    return msgspec.json.encode(value, order="sorted").decode()


def loads(text: str, kind: type[T]) -> T:
    """The typed value in `text`. Raises `msgspec.DecodeError` for what is no JSON, or of another shape."""
    return msgspec.json.decode(text, type=kind)
