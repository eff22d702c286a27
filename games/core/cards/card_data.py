"""Card data read once from JSON: frozen structs, no unknown keys, ids valid in a path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from games.core.prompts.prompt import good_key

T = TypeVar("T")
R = TypeVar("R", bound=Struct)
Source = Literal[
    "rulebook", "public", "reconstructed"
]  # source of a fact: rulebook, other public material, our guess
Prov = Mapping[str, Source]  # source of each aspect of a thing (cost, effect)


def load(file: Path, kind: type[T]) -> T:
    """Return the content of a JSON file as `kind`.

    Raises `msgspec.ValidationError`, which names the file and the place in it.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{file.name}: {error}") from error


def by_id(file: Path, kind: type[R]) -> dict[str, R]:
    """Return a JSON list of structs with an `id` as a dict by id, in the file's order.

    Raises ValueError for an id that occurs twice or cannot be a key of a path.
    """
    found: dict[str, R] = {}
    for one in load(file, tuple[kind, ...]):  # type: ignore[valid-type]  # a type made at run time
        name = one.id  # type: ignore[attr-defined]  # what `kind` must have
        if name in found or not good_key(name):
            raise ValueError(f"{file.name}: {name!r} stands twice or is no id")
        found[name] = one
    return found


def is_reconstructed(prov: Prov) -> bool:
    """Return whether some aspect of a thing had to be reconstructed; users are told so."""
    return "reconstructed" in prov.values()
