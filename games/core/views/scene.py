"""Scene: input of the renderer for one picture, namely the view of one viewer and its marks.

It contains nothing that is hidden from the viewer.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field, json

from games.core.text.messages import Msg, Seat

Palette = Literal["default", "contrast"]
# Kinds of pictures that write what happened last. The scenes of other kinds don't change with it,
# so their stored pictures stay valid.
KINDS_WITH_NEWS = ("board",)


class Mark(Struct, frozen=True):
    """A marker with a letter on a board place; the button of this place has the same letter."""

    spot: str
    letter: str
    tone: Literal["legal", "chosen", "blocked"] = "legal"


class PieceMovement(Struct, frozen=True):
    """A movement on the board: a piece of `seat` (None: neutral) moved along `places`.

    A single place means that the piece was removed from there. Besides the game's own places
    there are `seat0`, `seat1`...: the areas of the players.
    """

    places: tuple[str, ...] = field(name="way")
    seat: Seat | None = None

    @property
    def gone(self) -> bool:
        """Return whether the piece left the table."""
        return len(self.places) == 1


def area_of(seat: Seat) -> str:
    """Return the name of a player's area as a place: `seat0`, `seat1`..."""
    return f"seat{seat}"


class RecentMoves(NamedTuple):
    """Recent changes on the board, in order of time: places, each once, and movements."""

    changed: tuple[str, ...] = ()
    moved: tuple[PieceMovement, ...] = ()


class CoatOfArms(Struct, frozen=True):
    """Coat of arms of a person, shown at the seat: figure (`charge`) and color (`tincture`).

    The figure is one of the renderer's atlas.
    """

    charge: str
    tincture: str


class News(Struct, frozen=True):
    """The newest public event in the log's sentences, and the `seat` that acted, if any.

    The renderer formats the sentences in the language and with the names of the scene.
    """

    said: tuple[Msg, ...] = ()
    seat: Seat | None = None


class Scene(Struct, frozen=True):
    """One picture to draw.

    - `kind`: one of the game's `pictures`.
    - `view`: what the viewer may know; for the kind `card` the card's id, for `example` the anchor of a
      chapter (`games/core/guides/rulebook.py`).
    - `names`: players' names by seat, in any script; `arms`: their coats of arms.
    - `focus`: the seat whose things a closeup shows (None: the viewer, or the seat to move);
      `spot`: place of the thing shown, if the seat has several.
    - `changed`: places that changed recently; `trail`: the movements that led there.
    - `ghost`: places and things that the move to confirm will change.
    - `legend`: number the things that the legend explains on its page `legend_page`, from 1.
    - `aim`: places that a lesson points to.
    - `news`: what happened last; only for the kinds in `KINDS_WITH_NEWS`.
    """

    game: str
    kind: str
    view: Any
    names: tuple[str, ...]
    lang: str
    marks: tuple[Mark, ...] = ()
    changed: tuple[str, ...] = ()
    trail: tuple[PieceMovement, ...] = ()
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
    """A series of scenes; the `trail` of each scene has the movements since the scene before.

    - kind `turn`: one turn; the animation begins and ends with the last scene.
    - kind `film`: a whole game, up to its end. `captions` are shown with the scenes (empty: none),
      `points` has the points of all seats at each scene.
    - kind `poster`: the scenes of a film side by side in one still image.
    """

    kind: Literal["turn", "film", "poster"]
    scenes: tuple[Scene, ...]
    captions: tuple[str, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def game(self) -> str:
        """Return the id of the game (of the first scene)."""
        return self.scenes[0].game


class Picture(Struct, frozen=True):
    """An image file: encoded `data`, a `filename` with its extension, size in pixels."""

    data: bytes
    filename: str
    width: int
    height: int


def digest(scene: Scene | Animation) -> str:
    """Return a hash of a scene or animation: equal hashes mean equal pictures."""
    return hashlib.blake2b(json.encode(scene, order="deterministic"), digest_size=16).hexdigest()
