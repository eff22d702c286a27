"""What may be looked at closely: parts of the table, each with its picture and words, and single cards by their names."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.core.text.messages import Msg, Seat


class Closeup(Struct, frozen=True):
    """A part of the table that can be shown by itself.

    `id` (of `a-z0-9_`, at most 24) stands in buttons; `picture` is one of the game's kinds; `seat` is whose things are shown: the
    scene's `focus`; `spot` is which of them where they have several alike (castles): the scene's `spot`. `words` say what the
    picture shows, for who does not see it; without them the whole position is said. What is `kept` stands for good, such as the
    end of a game that another was laid over: everybody is shown it once, in a message of its own that begins with `words[0]`.
    """

    id: str
    picture: str
    label: Msg
    seat: Seat | None = None
    words: tuple[Msg, ...] = ()
    spot: str = ""
    kept: bool = False


def own_part(kind: str, viewer: Seat | None, parts: Iterable[Closeup]) -> Closeup | None:
    """The part that tells in words what the picture `kind` shows a viewer of their own things (*My hand*)."""
    own = (one for one in parts if one.picture == kind and one.seat in (None, viewer))
    return next(own, None) if kind and viewer is not None else None


class CardFace(Struct, frozen=True):
    """A card that people can ask for by name; copies that differ in nothing else share one face.

    `kind` says where it belongs and tells two of one name apart. `text` is what it does, a sentence each. `rule` is the anchor of
    the chapter about cards like it. `drawn` is what the picture `card` is asked for, where that is not the face's own id. `ours`:
    something that stands on it had to be reconstructed (`prov` in the game's data), which people are told. What the rules
    reference says of this card alone stands there under the anchor `card-<id>`. What people look up and is no card (a
    space of the board, a calamity) is not `pictured`: the picture `card` does not know it.
    """

    name: Msg
    text: tuple[Msg, ...]
    kind: Msg | None = None
    rule: str = ""
    drawn: str = ""
    ours: bool = False
    pictured: bool = True
