"""Computer players and standing orders. They get what a person in their seat would know: a view, and a guess at the rest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar

from games.core.engine import walk
from games.core.engine.game import More, find
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.state.options import complete
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Kind = Literal["random", "greedy", "game", "caretaker", "fierce"]
KINDS: tuple[Kind, ...] = (
    "random",
    "greedy",
    "game",
)  # the simple ones that take a seat; a caretaker minds somebody else's


T = TypeVar("T")


def constant_plan() -> bool:
    """The `more` of who counts no seconds."""
    return True


class PlanCache(Generic[T]):
    """What a harder player has thought of lately, such as a whole turn. It stands until it is forgotten, however little time
    there was for it: a turn that is half done is not begun anew."""

    def __init__(self, room: int = 64) -> None:
        self._room, self._known = room, OrderedDict[Hashable, T]()

    def for_match(self, about: Hashable, think: Callable[[], T]) -> T:
        """What was thought about this, else what comes of thinking now."""
        if about not in self._known:
            self._known[about] = think()
        self._known.move_to_end(about)
        if len(self._known) > self._room:
            self._known.popitem(last=False)
        return self._known[about]

    def drop(self) -> None:
        """Think anew of everything."""
        self._known.clear()


def decide(
    pos: Position[Any, Any], seat: Seat, kind: Kind, rng: Rng, more: More = constant_plan
) -> Path:
    """The move of a computer player in `seat`; `rng` is its own luck and never the game's.

    `game` is the game's own player, or `greedy` where it has none; `caretaker` its cautious one and `fierce` its harder one, or
    the same. Whatever a player looks at is a view and a guess, so it can know nothing that a person could not. The harder one
    stops thinking when `more` says no.
    """
    game = find(pos.game)
    guess = game.codec.clone(pos)
    determinize(guess, seat, rng)
    if kind == "random":
        return walk.random_move(guess, seat, rng)
    if kind == "fierce" and game.fierce is not None:
        return game.fierce(game.view(guess, seat), guess, seat, more)
    player = game.caretaker if kind == "caretaker" and game.caretaker is not None else game.bot
    if kind != "greedy" and player is not None:
        return player(game.view(guess, seat), guess, seat)
    return greedy(guess, seat, rng)


def follow_plan(
    pos: Position[Any, Any], seat: Seat, orders: Mapping[str, Any], rng: Rng
) -> Path | None:
    """What the standing orders of `seat` answer now, all of them filled in; None where the person is to be asked.

    Like a computer player they see a view and a guess only. An answer that is not legal is none: it may have rested on the guess.
    """
    game = find(pos.game)
    if not game.orders:
        return None
    guess = game.codec.clone(pos)
    determinize(guess, seat, rng)
    path = game.obey(game.view(guess, seat), guess, seat, complete(game.orders, orders, pos.n))
    return path if path is not None and isinstance(walk.ask(pos, seat, path), MoveReady) else None


def determinize(pos: Position[Any, Any], seat: Seat | None, rng: Rng) -> None:
    """Deal anew, in place, all that `seat` cannot know: the streams of luck, then what the game hides."""
    for stream in range(len(pos.rng)):
        pos.rng[stream] = rng.next()
    find(pos.game).determinize(pos, seat, rng)


def greedy(guess: Position[Any, Any], seat: Seat, rng: Rng, most: int = 400) -> Path:
    """One ply on the game's `worth` over at most `most` leaves; equal leaves are drawn by lot."""
    game = find(guess.game)
    if game.worth is None:
        return walk.random_move(guess, seat, rng)
    best: list[Path] = []
    top = float("-inf")
    here = game.codec.encode(guess)
    for count, path in enumerate(walk.legal_moves(guess, seat)):
        if count == most:
            break
        tried = game.codec.decode(here)
        walk.apply(tried, seat, path)
        worth = game.worth(tried, seat)
        if worth > top:
            top, best = worth, []
        if worth == top:
            best.append(path)
    return rng.pick(best)


def first_legal(guess: Position[Any, Any], seat: Seat, wishes: Iterable[Path]) -> Path:
    """The first of the wishes that is legal, what it leaves open filled in by default; the default where none is."""
    for path in wishes:
        if full := _completed(guess, seat, path):
            return full
    return walk.default_path(guess, seat)


def _completed(guess: Position[Any, Any], seat: Seat, path: Path) -> Path | None:
    """The path with what is left to say by default; None when it is not legal."""
    answer = walk.ask(guess, seat, path)
    if isinstance(answer, MoveReady):
        return path
    if isinstance(answer, IllegalPath):
        return None
    full = walk.default_path(guess, seat, path)
    return full if isinstance(walk.ask(guess, seat, full), MoveReady) else None
