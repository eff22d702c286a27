"""What a picture is drawn from: one viewer's view and what the moment marks on it. Nothing hidden is in it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Palette = Literal["default", "contrast"]


class Mark(Struct, frozen=True):
    """A lettered marker on a board place, the same letter that the button bears."""

    spot: str
    letter: str
    tone: Literal["legal", "chosen", "blocked"] = "legal"


class Scene(Struct, frozen=True):
    """One picture to be drawn. `kind` is one of the game's `pictures`; `names` are the players' names by seat, in any script."""

    game: str
    kind: str
    view: Any
    names: tuple[str, ...]
    lang: str
    marks: tuple[Mark, ...] = ()
    changed: tuple[str, ...] = ()
    ghost: tuple[str, ...] = ()
    palette: Palette = "default"
    large: bool = False


class Picture(Struct, frozen=True):
    """An encoded picture."""

    data: bytes
    filename: str
    width: int
    height: int
