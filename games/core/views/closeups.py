"""Closeups: parts of the table with a picture and words, and single cards by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class Closeup(Struct, frozen=True):
    """A part of the table that can be shown by itself.

    - `id`: `a-z0-9_`, at most 24 characters; part of a custom_id.
    - `picture`: one of the game's kinds of picture.
    - `seat`: owner of the things shown (`focus` of the scene); `spot`: which of them, if there are
      several alike such as castles (`spot` of the scene).
    - `words`: what the picture shows, for users who cannot see it; empty: the whole position is
      described.
    - `kept`: shown once to all, in a message of its own that begins with `words[0]` and stays, such as
      the end of a game over which the next one was set up.
    """

    id: str
    picture: str
    label: Msg
    seat: Seat | None = None
    words: tuple[Msg, ...] = ()
    spot: str = ""
    kept: bool = False


def own_part(kind: str, viewer: Seat | None, parts: Iterable[Closeup]) -> Closeup | None:
    """Return the part that describes the picture `kind` of a viewer's own things (*My hand*)."""
    own = (one for one in parts if one.picture == kind and one.seat in (None, viewer))
    return next(own, None) if kind and viewer is not None else None


class CardFace(Struct, frozen=True):
    """A card that users can look up by name; copies without differences share one face.

    - `kind`: group of the card; tells two cards of one name apart.
    - `text`: what it does, one sentence each.
    - `rule`: anchor of the chapter about such cards. Rules about this card alone have the anchor
      `card-<id>`.
    - `drawn`: id to ask the picture `card` for, if it is not the face's own id.
    - `ours`: part of it was reconstructed (`prov` in the game's data), which users are told.
    - `pictured`: False for entries that are no card (a space of the board, a calamity): the picture
      `card` does not know them.
    """

    name: Msg
    text: tuple[Msg, ...]
    kind: Msg | None = None
    rule: str = ""
    drawn: str = ""
    ours: bool = False
    pictured: bool = True
