"""Interface between engine and games: facts, types and functions of one game.

Each package `games/<id>` defines one `Game` as `GAME`; `find` returns it by id.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as File
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.achievements import Achievement
from games.core.state.events import Event, Stat
from games.core.state.options import Setting
from games.core.state.position import Codec, Position
from games.core.state.recaps import NO_RECAP_RULES, RecapRules
from games.core.state.rng import Rng
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat
from games.core.views.closeups import CardFace, Closeup
from games.core.views.scene import PieceMovement

S = TypeVar("S")
V = TypeVar("V")
Plan = tuple[Path, ...]  # complete paths of one seat, to be played in order: a turn or one step
# Returns whether there is time left; after False the search returns the best move found so far.
HasTime = Callable[[], bool]


def _nothing(_: Any) -> None:
    """Default of `check_state`, for games without state rules: do nothing."""


def _no_problems(_: Any) -> list[str]:
    """Default of `audit`, for games without invariants of their own: return no problems."""
    return []


def _board(_view: Any, _spots: tuple[str, ...]) -> str:
    """Default of `panel_picture`: return "board", for games that show it with every question.

    `panel_picture` gets the view and the ids of the marked places.
    """
    return "board"


def _no_purpose(_pos: Any, _seat: Seat, _path: Path) -> None:
    """Default of `purpose`, for games whose hints name only points: return None."""


def _no_orders(_view: Any, _guess: Any, _seat: Seat, _orders: Any) -> None:
    """Default of `order_answer`, for games without standing orders: return None."""


def _no_upgrade(raw: dict[str, Any], _version: int) -> dict[str, Any]:
    """Default of `upgrade`, for games whose positions kept their shape: return `raw`."""
    return raw


def _no_spots(_: Event) -> tuple[str, ...]:
    """Default of `changed_spots`, for games that highlight nothing: return no places."""
    return ()


def _no_movements(_: Event) -> tuple[PieceMovement, ...]:
    """Default of `movements`, for games in which nothing moves: return no movements."""
    return ()


def _default_blank(_: int) -> Any:
    """Placeholder of `blank`, which `__post_init__` replaces by the game's `state()`."""


def _default_summary(_: Any) -> Msg:
    """Placeholder of `summary`, which `__post_init__` replaces; raises if it is called.

    The replacement returns the first line of `describe`.
    """
    raise NotImplementedError


def _no_hand(_: Any) -> str:
    """Default of `own_picture`, for games without private things of players: return ""."""
    return ""


def _no_closeups(_: Any) -> tuple[Closeup, ...]:
    """Default of `closeups`, for games whose board shows everything: return none."""
    return ()


def _no_stats(_: Event) -> tuple[Stat, ...]:
    """Default of `stats`, for games without statistics of their own: return none."""
    return ()


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """One game: the facts, types and functions that the engine, the app and the UI use.

    `games.hosted` lists the games that the bot offers; `register` adds games from elsewhere. Two
    fields have computed defaults: `blank` returns `state()`, and `summary` returns the first line
    of `describe`.
    """

    id: str
    rules: int  # RULES_VERSION, raised when behavior changes
    players: range  # possible numbers of seats
    state: type[S]
    frames: Any  # union of its Frame structs
    events: Any  # union of its Event structs
    folder: File  # holds text/{es,en}.toml, help/{es,en}.md

    # --- rules

    # Fills the blank state, and draws the value of options that are set to "random"; returns the
    # opening stack, first frame on top.
    setup: Callable[[StepContext[S]], list[Frame[S]]]
    # Returns what one viewer may know (None: a spectator); copies only what is allowed.
    view: Callable[[Position[S, Any], Seat | None], V]
    # Returns an event as a sentence of the log; None if the log leaves the event out.
    narrate: Callable[[Any], Msg | None]
    score: Callable[[Position[S, Any]], Scoreboard]
    # Deals again, in place, what the seat (None: a spectator) cannot know.
    determinize: Callable[[Position[S, Any], Seat | None, Rng], None]
    # Returns a view in words: a status line first, then the whole position.
    describe: Callable[[V], list[Msg]]
    blank: Callable[[int], S] = _default_blank  # empty state for n seats, which `setup` fills
    summary: Callable[[V], Msg] = _default_summary  # one line: round, turn, phase
    options: tuple[Setting, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Returns why these options cannot be combined for n seats; None if they can.
    why_options_invalid: Callable[[Mapping[str, Any], int], Msg | None] = lambda _options, _n: None
    # Private standing orders of a seat, declared like options; not part of the position.
    orders: tuple[Setting, ...] = ()
    # Returns the answer of the standing orders; None to ask the person.
    order_answer: Callable[[V, Position[S, Any], Seat, Mapping[str, Any]], Path | None] = _no_orders
    # True if standing orders with their default values already answer some prompts.
    orders_answer_by_default: bool = False
    # Converts a raw position of this rules version to the next version.
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] = _no_upgrade
    # Applies state rules and end triggers, after each move and each automatic step.
    check_state: Callable[[StepContext[S]], None] = _nothing
    draws_only: bool = False  # cards drawn from decks are all that is random after the setup
    audit: Callable[[Position[S, Any]], list[str]] = _no_problems  # broken invariants

    # --- effects of events

    # Returns the places of the board that an event changed.
    changed_spots: Callable[[Any], tuple[str, ...]] = _no_spots
    # Returns what an event moved, for arrows and animations.
    movements: Callable[[Any], tuple[PieceMovement, ...]] = _no_movements
    stats: Callable[[Event], Iterable[Stat]] = _no_stats  # what statistics count in an event
    recap: RecapRules = NO_RECAP_RULES  # main deeds and losses, which recaps tell first
    achievements: tuple[Achievement, ...] = ()

    # --- AI players

    estimate: Callable[[Position[S, Any], Seat], float] | None = None  # for the greedy AI player
    bot: Callable[[V, Position[S, Any], Seat], Path] | None = None  # the game's own AI player
    # Plays for an absent person like `bot`, but makes no deals.
    caretaker: Callable[[V, Position[S, Any], Seat], Path] | None = None
    # Stronger AI player with a search of its own.
    strong_bot: Callable[[V, Position[S, Any], Seat, HasTime], Path] | None = None
    # Strength of the AI player whose moves hints show (`ai/think.py`).
    hint_strength: Literal["firm", "fierce"] = "firm"
    weights: Any = None  # Struct of AI weights, read at each evaluation, replaced by tools
    # Plays like `bot`, but by the given weights in place of `weights`.
    weighted_bot: Callable[[V, Position[S, Any], Seat, Any], Path] | None = None
    # Returns the number of the round or turn. A weaker AI player misjudges other things in each.
    stage: Callable[[S], int] = lambda _state: 0
    # Returns at most n plans (the third argument), best first, each with the points it may bring.
    candidates: Callable[[Position[S, Any], Seat, int], list[tuple[float, Plan]]] | None = None
    # Fast policy for rollouts.
    rollout_policy: Callable[[Position[S, Any], Seat, Rng], Plan] | None = None
    # Returns the expected points of each seat, if `estimate` does not estimate points.
    expected_points: Callable[[Position[S, Any]], list[float]] | None = None

    # Returns the purpose of a legal move, as a sentence that stays true whatever follows; None if
    # the move's points say enough. Hints show it, so it uses nothing that the seat doesn't know.
    purpose: Callable[[Position[S, Any], Seat, Path], Msg | None] = _no_purpose

    # --- effort, by number of players

    # About how many pings each player gets.
    pings_per_player: Mapping[int, int] = field(default_factory=dict)
    # Options that make a game longer or shorter than `pings_per_player`.
    length_options: tuple[str, ...] = ()
    # How much there is to learn and to think about.
    complexity: Literal["light", "medium", "heavy"] = "medium"

    # --- pictures and texts

    # Kinds of Scene that the renderer knows. `board` is needed for any picture; `end`, `cover` and
    # `card` are used if present; others as `panel_picture`, `own_picture` and `closeups` name them.
    pictures: tuple[str, ...] = ("board",)
    # Returns the picture of a viewer's panel, given the marked places.
    panel_picture: Callable[[V, tuple[str, ...]], str] = _board
    # Returns the picture of the viewer's own things (*My hand*); "" if there are none now.
    own_picture: Callable[[V], str] = _no_hand
    # Returns the points of each seat, as far as the viewer knows them: those already scored, and
    # those if the game ended now. None: the game has no points to compare before its end.
    standing: Callable[[V], list[tuple[int, int]]] | None = None
    # Returns the parts of the table that have a picture of their own.
    closeups: Callable[[V], tuple[Closeup, ...]] = _no_closeups
    cards: Mapping[str, CardFace] = field(default_factory=dict)  # cards users can look up, by id

    def __post_init__(self) -> None:
        if self.blank is _default_blank:
            object.__setattr__(self, "blank", lambda _: self.state())
        if self.summary is _default_summary:
            object.__setattr__(self, "summary", lambda view: self.describe(view)[0])

    @cached_property
    def codec(self) -> Codec[S, Any]:
        """Return the JSON codec of the game's positions."""
        return Codec(self.state, self.frames)

    def event(self, raw: Mapping[str, Any]) -> Event:
        """Return the event that a log row stores as `raw`.

        Raises `msgspec.ValidationError` for a kind or shape that the game does not know.
        """
        event: Event = msgspec.convert(
            raw, self._event_classes.get(raw.get("kind", ""), self.events), str_keys=True
        )
        return event

    @cached_property
    def _event_classes(self) -> dict[str, type[Event]]:
        """Return, by tag, the game's event classes.

        Decoding one class is much faster than decoding the union, because msgspec analyzes a union
        at each call.
        """
        return {
            kind.__struct_config__.tag: kind for kind in get_args(self.events) or (self.events,)
        }

    def defaults(self, n: int) -> dict[str, Any]:
        """Return the default of every option for `n` seats."""
        return {setting.id: setting.fallback(n) for setting in self.options}


_REGISTERED: dict[str, Game[Any, Any]] = {}


def register(*games: Game[Any, Any]) -> None:
    """Make games known to `find`, such as those without a folder in `games`.

    They replace games with the same ids.
    """
    _REGISTERED.update({game.id: game for game in games})


def find(game: str) -> Game[Any, Any]:
    """Return the game with this id; raise KeyError if there is none.

    It is a registered game, else the `GAME` of the folder `games/<id>`. That folder is imported
    at the first call, so a process that renders one game does not load the others.
    """
    if (
        game not in _REGISTERED
        and game.isidentifier()
        and importlib.util.find_spec(f"games.{game}")
    ):
        found = getattr(importlib.import_module(f"games.{game}"), "GAME", None)
        if found is not None:
            _REGISTERED[game] = found
    return _REGISTERED[game]
