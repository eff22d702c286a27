"""Closeups: parts of the table with a picture and words, and single cards by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class Closeup(Struct, frozen=True):
    """A part of the table that can be shown by itself.

    - `id`: `a-z0-9_`, at most 24 characters; part of a custom_id.
    - `picture`: one of the game's kinds of picture.
    - `seat`: owner of the things shown (`focus` of the scene).
    - `spot`: which one, if the owner has several alike, such as castles (`spot` of the scene).
    - `words`: description for users who cannot see the picture; if empty, the whole position is
      described.
    - `kept`: posted once for all in a separate message that is not removed and begins with
      `words[0]`. An example is the end of a game after which the next game was set up.
    """

    id: str
    picture: str
    label: Msg
    seat: Seat | None = None
    words: tuple[Msg, ...] = ()
    spot: str = ""
    kept: bool = False


def own_part(kind: str, viewer: Seat | None, parts: Iterable[Closeup]) -> Closeup | None:
    """Return the closeup of a viewer's own things (*My hand*) whose picture is `kind`.

    None for spectators, or if there is none.
    """
    own = (one for one in parts if one.picture == kind and one.seat in (None, viewer))
    return next(own, None) if kind and viewer is not None else None


class CardFace(Struct, frozen=True):
    """A card that users can look up by name; identical copies share one face.

    - `kind`: group of the card; tells apart two cards with the same name.
    - `text`: what it does, one sentence each.
    - `rule`: anchor of the chapter about such cards. Rules about this card alone have the anchor
      `card-<id>`.
    - `drawn`: id to ask the picture `card` for, if it is not the face's own id.
    - `ours`: part of the text was reconstructed (`prov` in the game's data); users are told so.
    - `pictured`: False for entries that are not cards (a space of the board, a calamity): the
      picture `card` does not know them.
    """

    name: Msg
    text: tuple[Msg, ...]
    kind: Msg | None = None
    rule: str = ""
    drawn: str = ""
    ours: bool = False
    pictured: bool = True
