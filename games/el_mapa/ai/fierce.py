"""Stronger AI player: tries each candidate move in rollouts of some rounds.

All moves are tried in the same determinizations; the move with the best average is played.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from games.core.engine import bots, walk
from games.core.engine.game import HasTime, find
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa.ai.candidates import candidates
from games.el_mapa.ai.ground import Ground
from games.el_mapa.ai.prospects import share
from games.el_mapa.ai.quick import Quick
from games.el_mapa.ai.weights import WEIGHTS
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.views.view import GameView

Pos = Position[MapState, Any]
SEED_STEP = 0x9E3779B97F4A7C15  # step between the seeds of the determinizations


class SearchSettings(Struct, frozen=True):
    """Settings of the search.

    Each move is tried in `worlds` determinizations. A rollout lasts `rounds` rounds. From round
    `first` on, the rollout's position is evaluated at each turn of the seat. The first candidate,
    the choice of the standard AI player, gets a bonus of `margin`.
    """

    worlds: int = 1
    first: int = 3
    rounds: int = 4
    margin: float = 0.01


SEARCH = SearchSettings()


def choose(_view: GameView, guess: Pos, seat: Seat, has_time: HasTime) -> Path:
    """Return the move of the stronger AI player in `seat`."""
    return think(guess, seat, SEARCH, has_time)


def think(
    guess: Pos, seat: Seat, settings: SearchSettings, has_time: HasTime = bots.no_time_limit
) -> Path:
    """Return the best candidate move; if time runs out, the best of those tried so far."""
    paths = candidates(guess, seat, has_time)
    if len(paths) == 1:
        return paths[0]
    seed = _search_seed(guess, seat)
    worlds = [_world(guess, seat, seed + SEED_STEP * at) for at in range(settings.worlds)]
    best, top = paths[0], -1.0
    for at, path in enumerate(paths):
        if not has_time():
            break
        worth = 0.0 if at else settings.margin * settings.worlds
        for world in worlds:
            worth += future_of(Trial(world, seat, path)).worth(settings)
        if worth > top:
            best, top = path, worth
    return best


def _search_seed(guess: Pos, seat: Seat) -> int:
    """Return the random seed of a search.

    It stays the same during a turn until tiles are revealed, so cached rollouts can be reused.
    """
    return crc32(repr((seat, guess.state.round, Ground(guess.state).key)).encode())


def _world(guess: Pos, seat: Seat, seed: int) -> bytes:
    """Return a random determinization of `guess` for `seat`, encoded.

    The same `seed` gives the same determinization.
    """
    codec = find(guess.game).codec
    world = codec.clone(guess)
    bots.determinize(world, seat, Rng.of(seed))
    return codec.encode(world)


class Trial:
    """Determinization in which a move has been played, to play its turn to the end.

    `began` is the (round, seat) of this turn.
    """

    def __init__(self, world: bytes, seat: Seat, path: Path) -> None:
        self._codec = find("el_mapa").codec
        self.pos: Pos = self._codec.decode(world)
        self.seat, self.began = seat, (self.pos.state.round, self.pos.state.turn.seat)
        self.quick = Quick(self.pos)
        walk.apply(self.pos, seat, path)

    def end_turn(self) -> bytes:
        """Play to the end of the current turn; return the encoded position."""
        while (
            self.pos.outcome is None
            and (self.pos.state.round, self.pos.state.turn.seat) == self.began
        ):
            self.quick.step()
        return self._codec.encode(self.pos)


def future_of(trial: Trial) -> Future:
    """Return the rollout that follows a trial's turn.

    Rollouts are cached, because many turns end in the same position.
    """
    return cached_future(
        trial.end_turn(), trial.seat, trial.began[0], msgspec.structs.astuple(WEIGHTS)
    )


@lru_cache(128)
def cached_future(end: bytes, seat: Seat, began: int, _values: tuple[Any, ...]) -> Future:
    """Return the rollout from the encoded position `end`, cached.

    `_values` are the AI weights. They are an argument only because the rollout depends on them.
    """
    return Future(find("el_mapa").codec.decode(end), seat, began)


class Future:
    """Rollout from the end of the turn of a seat in round `began`.

    It is played only as far as `share` needs.
    """

    def __init__(self, pos: Pos, seat: Seat, began: int) -> None:
        self.pos, self.seat, self.began = pos, seat, began
        self.quick = Quick(pos)
        self._shares: list[float] = []

    def worth(self, settings: SearchSettings) -> float:
        """Return the seat's share of the win, averaged over rounds.

        The rounds are those from `settings.first` to `settings.rounds`.
        """
        return sum(map(self.share, range(settings.first, settings.rounds + 1))) / (
            settings.rounds + 1 - settings.first
        )

    def share(self, rounds: int) -> float:
        """Return the seat's share of the win at its turn, `rounds` rounds later.

        `rounds` is at least 1. See `prospects.share`. If the game ends before, return the share at
        the end.
        """
        while len(self._shares) < rounds:
            self._play_until(self.began + len(self._shares) + 1)
            self._shares.append(share(self.pos, self.seat))
        return self._shares[rounds - 1]

    def _play_until(self, last: int) -> None:
        """Play until the turn of the seat in round `last`."""
        s = self.pos.state
        while self.pos.outcome is None and s.round <= last:
            if (
                s.round == last
                and s.turn.seat == self.seat
                and isinstance(self.pos.stack[-1], TurnActions)
            ):
                return
            self.quick.step()
