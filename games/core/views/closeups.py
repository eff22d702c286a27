"""Closeups (parts of the table shown larger), and cards that users can look up by name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class Closeup(Struct, frozen=True):
    """Part of the table that can be shown by itself.

    - `id`: letters a-z, digits and `_`, at most 24 characters; part of a custom_id
    - `picture`: one of the game's kinds of picture
    - `seat`: owner of the pieces shown (`Scene.focus`)
    - `spot`: place shown, if the owner has several, such as castles (`Scene.spot`)
    - `words`: description for users who cannot see the picture; if empty, the whole position is
      described
    - `permanent`: if True, it is also posted once as a separate message that stays and begins with
      `words[0]`, such as the final board of one game of a series
    """

    id: str
    picture: str
    label: Msg
    seat: Seat | None = None
    words: tuple[Msg, ...] = ()
    spot: str = ""
    permanent: bool = False


def own_closeup(picture: str, viewer: Seat | None, closeups: Iterable[Closeup]) -> Closeup | None:
    """Return the viewer's own closeup (*My hand*) whose kind of picture is `picture`.

    Returns None for spectators (`viewer` is None), or if there is no such closeup.
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
    """Card that users can look up by name; identical copies share one entry.

    - `kind`: group of the card; distinguishes two cards with the same name
    - `text`: what it does, one sentence each
    - `rule`: anchor of the chapter about such cards; rules about this card alone have the anchor
      `card-<id>`
    - `image_id`: id with which its picture (kind `card`) is drawn, if that is not its key in
      `Game.cards`
    - `reconstructed`: True if a part of the text is not from the publisher (`prov` in the game's
      data); the UI says so
    - `pictured`: False for entries that are no cards and have no such picture (a space of the
      board, a calamity)
    """

    name: Msg
    text: tuple[Msg, ...]
    kind: Msg | None = None
    rule: str = ""
    image_id: str = ""
    reconstructed: bool = False
    pictured: bool = True
