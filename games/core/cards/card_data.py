"""Loader of card data from JSON files, which checks its shape and its ids."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from games.core.prompts.prompt import has_answer_form

T = TypeVar("T")
R = TypeVar("R", bound=Struct)
# Source of a fact: the rulebook, other public material, or this project's guess.
Source = Literal["rulebook", "public", "reconstructed"]
Prov = Mapping[str, Source]  # source of each aspect of a card, such as cost or effect


def load(file: Path, kind: type[T]) -> T:
    """Return the content of a JSON file, decoded as the type `kind`.

    Raises `msgspec.ValidationError`, which names the file and the place in it.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{file.name}: {error}") from error


def by_id(file: Path, kind: type[R]) -> dict[str, R]:
    """Return the structs of a JSON list by their field `id`, in the order of the file.

    Raises ValueError for an id that occurs twice or can't be a key of a path: see
    `has_answer_form`.
    """
    entries: dict[str, R] = {}
    for entry in load(file, tuple[kind, ...]):  # type: ignore[valid-type]  # a type made at run time
        entry_id = entry.id  # type: ignore[attr-defined]  # what `kind` must have
        if entry_id in entries or not has_answer_form(entry_id):
            raise ValueError(f"{file.name}: {entry_id!r} stands twice or is no id")
        entries[entry_id] = entry
    return entries


def is_reconstructed(prov: Prov) -> bool:
    """Return whether a part of the card is this project's guess, so that the UI must say so.

    `prov` says where each part of the card's data comes from.
    """
    return "reconstructed" in prov.values()
