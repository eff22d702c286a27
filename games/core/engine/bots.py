"""Moves of AI players (`decide`) and of standing orders (`follow_orders`).

Both get only what a person in that seat would know: a view of the game, and a `guess`: the position
with all hidden information replaced at random (a determinization).
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
# kinds that can own a seat
KINDS: tuple[Kind, ...] = ("random", "greedy", "game")


T = TypeVar("T")


def no_time_limit() -> bool:
    """Return True; used as `HasTime` by callers without a time limit."""
    return True


class PlanCache(Generic[T]):
    """Cache of the latest results of a slow AI player, such as the plan of a whole turn.

    A cached result is used even if it was computed in little time, so that a seat follows one plan
    during the whole turn. Holds `capacity` results; the least recently used one is dropped.
    """

    def __init__(self, capacity: int = 64) -> None:
        self._capacity, self._results = capacity, OrderedDict[Hashable, T]()

    def get_or_compute(self, key: Hashable, think: Callable[[], T]) -> T:
        """Return the cached result for `key`, or compute it with `think`."""
        if key not in self._results:
            self._results[key] = think()
        self._results.move_to_end(key)
        if len(self._results) > self._capacity:
            self._results.popitem(last=False)
        return self._results[key]

    def drop(self) -> None:
        """Drop all cached results."""
        self._results.clear()


def decide(
    pos: Position[Any, Any], seat: Seat, kind: Kind, rng: Rng, has_time: HasTime = no_time_limit
) -> Path:
    """Return the move of an AI player in `seat`.

    `kind` names the AI player: `random`, `greedy` (see `greedy`), the game's own one (`game`), a
    cautious one (`caretaker`) or a stronger one (`fierce`). If the game has no cautious or stronger
    one, its own replaces it; if it has none at all, `greedy` does.

    The `fierce` player stops its search when `has_time` returns False. `rng` must not be a random
    stream of the match, because the AI must neither change nor foresee the game's randomness.
    """
    game = find(pos.game)
    guess = game.codec.clone(pos)
    determinize(guess, seat, rng)
    if kind == "random":
        return walk.random_move(guess, seat, rng)
    if kind == "fierce" and game.strong_bot is not None:
        return game.strong_bot(game.view(guess, seat), guess, seat, has_time)
    player = game.caretaker if kind == "caretaker" and game.caretaker is not None else game.bot
    if kind != "greedy" and player is not None:
        return player(game.view(guess, seat), guess, seat)
    return greedy(guess, seat, rng)


def follow_orders(
    pos: Position[Any, Any], seat: Seat, orders: Mapping[str, Any], rng: Rng
) -> Path | None:
    """Return the move that the standing orders of `seat` make; None to ask the player.

    Orders that are not in `orders` have their defaults. The move is chosen in a position with
    guessed hidden information. If it is illegal in the real position, the result is None as well.
    """
    game = find(pos.game)
    if not game.orders:
        return None
    guess = game.codec.clone(pos)
    determinize(guess, seat, rng)
    path = game.order_answer(
        game.view(guess, seat), guess, seat, complete(game.orders, orders, pos.n)
    )
    return path if path is not None and isinstance(walk.ask(pos, seat, path), MoveReady) else None


def determinize(pos: Position[Any, Any], seat: Seat | None, rng: Rng) -> None:
    """Replace hidden information and random streams in `pos` by a guess, in place.

    Information is hidden if the player of `seat` (None: a spectator) can't know it.
    """
    for stream in range(len(pos.rng)):
        pos.rng[stream] = rng.next()
    find(pos.game).determinize(pos, seat, rng)


def greedy(guess: Position[Any, Any], seat: Seat, rng: Rng, max_moves: int = 400) -> Path:
    """Return the legal move after which the game's `estimate` is best for the seat.

    `guess` is the position with guessed hidden information. Only the first `max_moves` moves are
    tried. Ties are broken at random; without `estimate`, the move is random.
    """
    game = find(guess.game)
    if game.estimate is None:
        return walk.random_move(guess, seat, rng)
    best: list[Path] = []
    best_value = float("-inf")
    encoded = game.codec.encode(guess)
    for count, path in enumerate(walk.legal_moves(guess, seat)):
        if count == max_moves:
            break
        after = game.codec.decode(encoded)
        walk.apply(after, seat, path)
        value = game.estimate(after, seat)
        if value > best_value:
            best_value, best = value, []
        if value == best_value:
            best.append(path)
    return rng.pick(best)


def first_legal(guess: Position[Any, Any], seat: Seat, preferred: Iterable[Path]) -> Path:
    """Return the first legal move among the `preferred` paths, each completed by defaults.

    `guess` is the position with guessed hidden information. If no path is legal, return the default
    move.
    """
    for path in preferred:
        if full := _completed(guess, seat, path):
            return full
    return walk.default_path(guess, seat)


def _completed(guess: Position[Any, Any], seat: Seat, path: Path) -> Path | None:
    """Return the path, completed by defaults; None if the completed path is not legal."""
    result = walk.ask(guess, seat, path)
    if isinstance(result, MoveReady):
        return path
    if isinstance(result, IllegalPath):
        return None
    full = walk.default_path(guess, seat, path)
    return full if isinstance(walk.ask(guess, seat, full), MoveReady) else None
