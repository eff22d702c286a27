"""What a picture is drawn from: one viewer's view and what the moment marks on it. Nothing hidden is in it."""

from __future__ import annotations

import hashlib
from typing import Any, Literal, NamedTuple

from msgspec import Struct, json

from games.core.text.messages import Seat

Palette = Literal["default", "contrast"]


class Mark(Struct, frozen=True):
    """A lettered marker on a board place, the same letter that the button bears."""

    spot: str
    letter: str
    tone: Literal["legal", "chosen", "blocked"] = "legal"


class PieceMovement(Struct, frozen=True):
    """What a step moved on the board: something of `seat` (None: nobody's) went along `way`, from place to place. A way of one
    place says that it was taken from there. Beside the game's own spots stand `seat0`, `seat1`...: what lies before a player."""

    way: tuple[str, ...]
    seat: Seat | None = None

    @property
    def gone(self) -> bool:
        """True for what left the table."""
        return len(self.way) == 1


def before(seat: Seat) -> str:
    """The place of what lies before a player: `seat0`, `seat1`..."""
    return f"seat{seat}"


class RecentMoves(NamedTuple):
    """What was done on the board of late: the places that changed, each once, and what moved, in the order of time."""

    changed: tuple[str, ...] = ()
    moved: tuple[PieceMovement, ...] = ()


class Arms(Struct, frozen=True):
    """A person's coat of arms, shown on the sign of their seat: a charge of the renderer's atlas, in a second colour."""

    charge: str
    tincture: str


class Scene(Struct, frozen=True):
    """One picture to be drawn. `kind` is one of the game's `pictures`; `names` are the players' names by seat, in any script,
    `arms` their coats of arms.

    `focus` is whose things a closer look shows (None: the viewer's, or whose turn it is), `spot` which of them where there are
    several. The `view` of the kind `card` is the card's id, that of `example` a chapter's anchor
    (`games/core/guides/rulebook.py`).
    `changed` are the places of what is new, `trail` is how it came there. `legend` asks for numbers beside what it shows.
    `aim` are the places that a lesson leads to.
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
    arms: tuple[Arms, ...] = ()
    legend: bool = False
    aim: tuple[str, ...] = ()


class Animation(Struct, frozen=True):
    """A moving picture: scenes one after the other, each one's `trail` saying how it came from the one before.

    A `turn` ends with its last scene and begins with it, too. A `film` tells a whole game: `captions` are said while a scene is
    shown (empty: nothing), `points` are everybody's at each scene; its last scene is the end. A `poster` shows the same scenes
    side by side on one still picture.
    """

    kind: Literal["turn", "film", "poster"]
    scenes: tuple[Scene, ...]
    captions: tuple[str, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def game(self) -> str:
        """The id of the game: that of the first scene."""
        return self.scenes[0].game


class Picture(Struct, frozen=True):
    """A picture as a file: encoded `data`, a `filename` whose ending tells how, `width` and `height` in pixels."""

    data: bytes
    filename: str
    width: int
    height: int


def digest(scene: Scene | Animation) -> str:
    """A hash of all that a picture is drawn from: equal scenes give equal bytes."""
    return hashlib.blake2b(json.encode(scene, order="deterministic"), digest_size=16).hexdigest()
