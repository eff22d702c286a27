"""Scene: description of one picture for the renderer, with what one viewer may see.

It contains nothing that is hidden from the viewer.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field, json

from games.core.text.messages import Msg, Seat

Palette = Literal["default", "contrast"]
# Kinds of pictures that show the news as text. Scenes of other kinds don't contain the news, so
# that their cached pictures stay valid when something happens elsewhere.
KINDS_WITH_NEWS = ("board",)


class Mark(Struct, frozen=True):
    """A marker with a letter on a board place; the button of this place has the same letter.

    A mark with the tone `origin` has no letter and no button: the choice starts from its place.
    """

    spot: str
    letter: str
    tone: Literal["legal", "chosen", "blocked", "origin"] = "legal"


class PieceMovement(Struct, frozen=True):
    """Movement on the board: a piece of `seat` (None: neutral) moved along `places`.

    A single place means that the piece was removed from there. Besides the game's own places,
    `places` may name the areas of the players: `seat0`, `seat1`...
    """

    places: tuple[str, ...] = field(name="way")
    seat: Seat | None = None

    @property
    def gone(self) -> bool:
        """Return whether the piece was removed from the table."""
        return len(self.places) == 1


def area_of(seat: Seat) -> str:
    """Return the name of a player's area, for `PieceMovement.places`: `seat0`, `seat1`..."""
    return f"seat{seat}"


class RecentMoves(NamedTuple):
    """Recent changes on the board: places that changed, each once, and movements, in order."""

    changed: tuple[str, ...] = ()
    moved: tuple[PieceMovement, ...] = ()


class CoatOfArms(Struct, frozen=True):
    """Coat of arms of a player (their avatar): a figure (`charge`) and its color (`tincture`).

    The charge is the name of a sprite in the renderer's atlas.
    """

    charge: str
    tincture: str


class News(Struct, frozen=True):
    """Newest public event as sentences of the log, and the `seat` that acted, if any.

    The renderer formats the sentences in the language and with the names of the scene. `spots` are
    the places that the event's log row changed, also if a later row without a sentence changed
    others.
    """

    said: tuple[Msg, ...] = ()
    seat: Seat | None = None
    spots: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """Description of one picture to draw.

    - `kind`: one of the game's `pictures`
    - `view`: what the viewer may know; for the kind `card` the card's id, for `example` the anchor
      of a chapter (`games/core/guides/rulebook.py`)
    - `names`: players' names by seat, in any script
    - `arms`: players' coats of arms by seat
    - `focus`: the seat whose pieces a closeup shows (None: the viewer, or the seat to move)
    - `spot`: place shown, if that seat has several
    - `changed`: places that changed recently
    - `moved`: the movements that led to these changes
    - `ghost`: places and pieces that the move to confirm will change
    - `legend`: if True, the signs of page `legend_page` (from 1) of the legend are numbered
    - `aim`: places that a lesson points to
    - `news`: what happened last; only for the kinds in `KINDS_WITH_NEWS`
    """

    game: str
    kind: str
    view: Any
    names: tuple[str, ...]
    lang: str
    marks: tuple[Mark, ...] = ()
    changed: tuple[str, ...] = ()
    moved: tuple[PieceMovement, ...] = field(default=(), name="trail")
    ghost: tuple[str, ...] = ()
    palette: Palette = "default"
    large: bool = False
    focus: Seat | None = None
    spot: str = ""
    arms: tuple[CoatOfArms, ...] = ()
    legend: bool = False
    legend_page: int = 1
    aim: tuple[str, ...] = ()
    news: News = News()


class Animation(Struct, frozen=True):
    """Series of scenes; the `moved` of each has the movements since the one before.

    - kind `turn`: one turn, as an animation that begins and ends with the last scene
    - kind `film`: a whole game as an animation; `captions` has one text per scene (empty: none),
      and `points` has one tuple per scene, the points of all seats
    - kind `poster`: the scenes of a film side by side in one still image
    """

    kind: Literal["turn", "film", "poster"]
    scenes: tuple[Scene, ...]
    captions: tuple[str, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def game(self) -> str:
        """Return the id of the game, which all scenes share."""
        return self.scenes[0].game


class Picture(Struct, frozen=True):
    """Image file: encoded `data`, a `filename` with its extension, and the size in pixels."""

    data: bytes
    filename: str
    width: int
    height: int


def digest(scene: Scene | Animation) -> str:
    """Return a hash of a scene or animation: equal hashes mean equal pictures."""
    return hashlib.blake2b(json.encode(scene, order="deterministic"), digest_size=16).hexdigest()
