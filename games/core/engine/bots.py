"""AI players and standing orders.

They get what a person in their seat would know: a view, and a determinized position (`guess`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar

from games.core.engine import walk
from games.core.engine.game import HasTime, find
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
)  # can own a seat; a caretaker plays for an absent person


T = TypeVar("T")


def no_time_limit() -> bool:
    """Return True: the `more` of a caller without a time limit."""
    return True


class PlanCache(Generic[T]):
    """Cache of the latest results of a slow AI player, such as the plan of a whole turn.

    A result stays until `forget`, even if it was found in little time: a turn that is half
    played is not planned again. Holds `room` results, the least recently used is dropped.
    """

    def __init__(self, room: int = 64) -> None:
        self._room, self._known = room, OrderedDict[Hashable, T]()

    def for_match(self, about: Hashable, think: Callable[[], T]) -> T:
        """Return the cached result for `about`, or compute it with `think`."""
        if about not in self._known:
            self._known[about] = think()
        self._known.move_to_end(about)
        if len(self._known) > self._room:
            self._known.popitem(last=False)
        return self._known[about]

    def drop(self) -> None:
        """Drop all results."""
        self._known.clear()


def decide(
    pos: Position[Any, Any], seat: Seat, kind: Kind, rng: Rng, more: HasTime = no_time_limit
) -> Path:
    """Return the move of an AI player in `seat`; `rng` is never the game's.

    `game` is the game's own player, or `greedy` if it has none; `caretaker` is its cautious
    player and `fierce` its stronger one, or the same as `game`. Each player gets a view and a
    determinized position, so it knows nothing that a person could not know. The `fierce` player
    stops when `more` returns False.
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


def follow_orders(
    pos: Position[Any, Any], seat: Seat, orders: Mapping[str, Any], rng: Rng
) -> Path | None:
    """Return the move that the standing orders of `seat` make now; None to ask the person.

    Missing orders take their defaults. Like an AI player, the orders get only a view and a
    determinized position; their move may rest on the guess, so an illegal one is dropped.
    """
    game = find(pos.game)
    if not game.orders:
        return None
    guess = game.codec.clone(pos)
    determinize(guess, seat, rng)
    path = game.obey(game.view(guess, seat), guess, seat, complete(game.orders, orders, pos.n))
    return path if path is not None and isinstance(walk.ask(pos, seat, path), MoveReady) else None


def determinize(pos: Position[Any, Any], seat: Seat | None, rng: Rng) -> None:
    """Replace, in place, all that `seat` cannot know: random streams, then hidden information."""
    for stream in range(len(pos.rng)):
        pos.rng[stream] = rng.next()
    find(pos.game).determinize(pos, seat, rng)


def greedy(guess: Position[Any, Any], seat: Seat, rng: Rng, most: int = 400) -> Path:
    """Return the best move by the game's `worth`, one ply deep, over at most `most` moves.

    Ties are broken at random.
    """
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
    """Return the first legal one of `wishes`, completed by defaults; else the default move."""
    for path in wishes:
        if full := _completed(guess, seat, path):
            return full
    return walk.default_path(guess, seat)


def _completed(guess: Position[Any, Any], seat: Seat, path: Path) -> Path | None:
    """Complete a path by defaults; return None if it is not legal."""
    answer = walk.ask(guess, seat, path)
    if isinstance(answer, MoveReady):
        return path
    if isinstance(answer, IllegalPath):
        return None
    full = walk.default_path(guess, seat, path)
    return full if isinstance(walk.ask(guess, seat, full), MoveReady) else None
