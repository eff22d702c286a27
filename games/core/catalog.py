"""The facts of a box, read once from JSON: frozen structs, unknown keys refused, ids that can stand in a path."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.core.forms import good_key

T = TypeVar("T")
R = TypeVar("R", bound=Struct)


def load(file: Path, kind: type[T]) -> T:
    """The content of a JSON file as `kind`. Raises `msgspec.ValidationError`, which names the file and the place in it."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{file.name}: {error}") from error


def by_id(file: Path, kind: type[R]) -> dict[str, R]:
    """A JSON list of structs with an `id`, by that id and in the file's order. ValueError for an id that stands twice or can't be
    a key of a path."""
    found: dict[str, R] = {}
    for one in load(file, tuple[kind, ...]):  # type: ignore[valid-type]  # a type made at run time
        name = one.id  # type: ignore[attr-defined]  # what `kind` must have
        if name in found or not good_key(name):
            raise ValueError(f"{file.name}: {name!r} stands twice or is no id")
        found[name] = one
    return found
