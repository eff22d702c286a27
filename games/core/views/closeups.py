"""Closeups of parts of the table, and cards that users can look up by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class Closeup(Struct, frozen=True):
    """A part of the table that can be shown by itself.

    - `id`: `a-z0-9_`, at most 24 characters; part of a custom_id.
    - `picture`: one of the game's kinds of picture.
    - `seat`: owner of the things shown (`focus` of the scene).
    - `spot`: place of the thing shown, if the owner has several, such as castles (`spot` of the
      scene).
    - `words`: description for users who cannot see the picture; if empty, the whole position is
      described.
    - `permanent`: also posted once as a separate message, which stays and begins with `words[0]`,
      such as the final board of one game of a series.
    """

    id: str
    picture: str
    label: Msg
    seat: Seat | None = None
    words: tuple[Msg, ...] = ()
    spot: str = ""
    permanent: bool = False


def own_part(picture: str, viewer: Seat | None, closeups: Iterable[Closeup]) -> Closeup | None:
    """Return the closeup of a viewer's own things (*My hand*) with this kind of picture.

    None for spectators, or if there is none.
    """
    if not picture or viewer is None:
        return None
    return next(
        (
            closeup
            for closeup in closeups
            if closeup.picture == picture and closeup.seat in (None, viewer)
        ),
        None,
    )


class CardFace(Struct, frozen=True):
    """A card that users can look up by name; identical copies share one face.

    - `kind`: group of the card; tells apart two cards with the same name.
    - `text`: what it does, one sentence each.
    - `rule`: anchor of the chapter about such cards. Rules about this card alone have the anchor
      `card-<id>`.
    - `image_id`: id with which the picture of kind `card` is drawn, if that is not this face's key
      in `Game.cards`.
    - `reconstructed`: a part of the text is not from the publisher (`prov` in the game's data);
      users are told so.
    - `pictured`: False for entries without such a picture, which are no cards (a space of the
      board, a calamity).
    """

    name: Msg
    text: tuple[Msg, ...]
    kind: Msg | None = None
    rule: str = ""
    image_id: str = ""
    reconstructed: bool = False
    pictured: bool = True
