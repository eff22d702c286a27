"""A game as the engine sees it: facts, types and pure functions, gathered in one value."""

from __future__ import annotations

import importlib
import importlib.util
import sys
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
from games.core.state.rng import Rng
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat
from games.core.views.closeups import CardFace, Closeup
from games.core.views.scene import PieceMovement

S = TypeVar("S")
V = TypeVar("V")
Plan = tuple[
    Path, ...
]  # complete paths that one seat means to play one after another: a whole turn, or one step
More = Callable[
    [], bool
]  # asked in mid-thought: is there time to think on? Who is told no answers by the best found so far


def _nothing(_: Any) -> None:
    """The `always` of games without state rules."""


def _fine(_: Any) -> list[str]:
    """The `audit` of games without invariants of their own."""
    return []


def _board(_view: Any, _spots: tuple[str, ...]) -> str:
    """The `panel_picture` of games that show their board with every question."""
    return "board"


def _ask_me(_view: Any, _guess: Any, _seat: Seat, _orders: Any) -> None:
    """The `obey` of games without standing orders."""


def _as_it_is(raw: dict[str, Any], _version: int) -> dict[str, Any]:
    """The `upgrade` of games whose positions kept their shape."""
    return raw


def _no_spots(_: Event) -> tuple[str, ...]:
    """The `spots` of games that halo nothing."""
    return ()


def _no_traces(_: Event) -> tuple[PieceMovement, ...]:
    """The `traces` of games in which nothing moves."""
    return ()


def _empty(_: int) -> Any:
    """Stands for the `blank` of games whose state has a default for every field."""


def _headline(_: Any) -> Msg:
    """Stands for the `summary` of games that say it first in `describe`."""
    raise NotImplementedError


def _no_hand(_: Any) -> str:
    """The `hand` of games in which nobody has anything for themselves."""
    return ""


def _no_looks(_: Any) -> tuple[Closeup, ...]:
    """The `looks` of games whose board shows everything at once."""
    return ()


def _no_figures(_: Event) -> tuple[Stat, ...]:
    """The `figures` of games that count nothing beside events and cards."""
    return ()


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """One game. `games.hosted` says which ones the bot offers; `register` makes known those that live elsewhere.

    What has a default is stated only by games that differ: an empty state is `state()`, the summary is the first line of
    `describe`, the folder of texts is where the state is defined.
    """

    id: str
    rules: int  # RULES_VERSION: behaviour changes bump it
    players: range  # numbers of seats it can be played with
    state: type[S]
    frames: Any  # the union of its Frame structs
    events: Any  # the union of its Event structs
    setup: Callable[
        [StepContext[S]], list[Frame[S]]
    ]  # fills the blank state, resolves options; opening stack, first on top
    view: Callable[
        [Position[S, Any], Seat | None], V
    ]  # what one viewer may know, built by whitelist
    narrate: Callable[[Any], Msg | None]  # one of its events as a sentence (None: not worth one)
    score: Callable[[Position[S, Any]], Scoreboard]
    determinize: Callable[
        [Position[S, Any], Seat | None, Rng], None
    ]  # deal anew, in place, what the seat cannot know
    describe: Callable[
        [V], list[Msg]
    ]  # a view in words: status line first, then the whole position
    blank: Callable[[int], S] = _empty  # an empty state for n seats, which setup fills
    summary: Callable[[V], Msg] = _headline  # one line: round, turn, phase
    options: tuple[Setting, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    check_options: Callable[[Mapping[str, Any], int], Msg | None] = lambda _options, _n: None
    orders: tuple[
        Setting, ...
    ] = ()  # private standing orders, declared like options; outside the position
    obey: Callable[[V, Position[S, Any], Seat, Mapping[str, Any]], Path | None] = (
        _ask_me  # their answer; None: ask the person
    )
    unasked: bool = False  # some of them answer by default, with nothing said beforehand
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] = (
        _as_it_is  # a raw position of these rules in the shape of the next
    )
    always: Callable[[StepContext[S]], None] = (
        _nothing  # state rules and end triggers, after each play and run
    )
    audit: Callable[[Position[S, Any]], list[str]] = _fine
    spots: Callable[[Any], tuple[str, ...]] = _no_spots  # board places that an event changed
    traces: Callable[[Any], tuple[PieceMovement, ...]] = (
        _no_traces  # what an event moved, for arrows and moving pictures
    )
    figures: Callable[[Event], Iterable[Stat]] = (
        _no_figures  # what statistics over many games count in an event
    )
    deeds: tuple[
        Achievement, ...
    ] = ()  # what is worth remembering when somebody does it for the first time
    worth: Callable[[Position[S, Any], Seat], float] | None = None  # for the greedy computer player
    bot: Callable[[V, Position[S, Any], Seat], Path] | None = (
        None  # the game's own computer player, if it has one
    )
    caretaker: Callable[[V, Position[S, Any], Seat], Path] | None = (
        None  # the same for who is away: makes no deals for them
    )
    fierce: Callable[[V, Position[S, Any], Seat, More], Path] | None = (
        None  # thinks harder, where it needs no general search
    )
    weights: Any = None  # its player's valuations read them each time: a Struct, set by tools
    candidates: Callable[[Position[S, Any], Seat, int], list[tuple[float, Plan]]] | None = (
        None  # so many plans worth a thought,
    )
    # best first, with the points that each seems to bring
    quick: Callable[[Position[S, Any], Seat, Rng], Plan] | None = (
        None  # what comes to mind first: plays games out in thought
    )
    chances: Callable[[Position[S, Any]], list[float]] | None = (
        None  # points each seat may expect, where `worth` is not that
    )
    calls: Mapping[int, int] = field(
        default_factory=dict
    )  # by number of players: how often each is called in a game, about
    taps: Mapping[int, int] = field(
        default_factory=dict
    )  # and how often each taps in all, where nothing is set to Auto
    lengths: tuple[str, ...] = ()  # options that make a game longer or shorter than that
    weight: Literal["light", "medium", "heavy"] = (
        "medium"  # how much there is to learn and to think of
    )
    pictures: tuple[str, ...] = ("board",)  # kinds of Scene that render knows for this game
    panel_picture: Callable[[V, tuple[str, ...]], str] = (
        _board  # which of them goes with a viewer's panel, by the marked places
    )
    hand: Callable[[V], str] = (
        _no_hand  # which shows the viewer's own things (*My hand*); "": nothing now
    )
    looks: Callable[[V], tuple[Closeup, ...]] = (
        _no_looks  # parts of the table that anybody may look at closely
    )
    cards: Mapping[str, CardFace] = field(
        default_factory=dict
    )  # by id: the cards that anybody may ask for by name
    folder: File = File()  # text/{es,en}.toml, help/{es,en}.md

    def __post_init__(self) -> None:
        if self.blank is _empty:
            object.__setattr__(self, "blank", lambda _: self.state())
        if self.summary is _headline:
            object.__setattr__(self, "summary", lambda view: self.describe(view)[0])
        if self.folder == File():
            object.__setattr__(
                self, "folder", File(sys.modules[self.state.__module__].__file__ or "").parent
            )

    @cached_property
    def codec(self) -> Codec[S, Any]:
        """JSON to and from its positions, made once."""
        return Codec(self.state, self.frames)

    def event(self, raw: Mapping[str, Any]) -> Event:
        """An event from a row of the log. Raises `msgspec.ValidationError` for a kind or shape that is not the game's."""
        event: Event = msgspec.convert(
            raw, self._kinds.get(raw.get("kind", ""), self.events), str_keys=True
        )
        return event

    @cached_property
    def _kinds(self) -> dict[str, type[Event]]:
        """Its events by their tag: a class is read many times as fast as a union, which is taken apart each time."""
        return {
            kind.__struct_config__.tag: kind for kind in get_args(self.events) or (self.events,)
        }

    def defaults(self, n: int) -> dict[str, Any]:
        """The value of every option for `n` seats."""
        return {setting.id: setting.fallback(n) for setting in self.options}


_KNOWN: dict[str, Game[Any, Any]] = {}


def register(*games: Game[Any, Any]) -> None:
    """Make games known to `find` that have no folder in `games`, in place of others with their ids."""
    _KNOWN.update({game.id: game for game in games})


def find(game: str) -> Game[Any, Any]:
    """The game with this id: one made known, else the `GAME` of the folder `games/<id>`, read when it is first asked for (who
    draws Tadmor needs no other). KeyError when there is none."""
    if game not in _KNOWN and game.isidentifier() and importlib.util.find_spec(f"games.{game}"):
        found = getattr(importlib.import_module(f"games.{game}"), "GAME", None)
        _KNOWN.update({game: found} if found is not None else {})
    return _KNOWN[game]
