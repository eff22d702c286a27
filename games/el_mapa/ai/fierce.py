"""Fierce AI player: tries each candidate move in rollouts of some rounds.

The rollouts start from determinizations that the seat cannot distinguish; the move with the
best average wins.
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
GOLDEN = 0x9E3779B97F4A7C15


class Care(Struct, frozen=True):
    """Search effort.

    Each move is tried in `worlds` determinizations. Rollouts last at most `rounds` rounds; they
    are evaluated from round `first` on, at each turn of the seat. The first candidate has a
    bonus of `margin` of a share.
    """

    worlds: int = 1
    first: int = 3
    rounds: int = 4
    margin: float = 0.01


CARE = Care()


def choose(_view: GameView, guess: Pos, seat: Seat, more: HasTime) -> Path:
    """Return the move of the fierce player in `seat`."""
    return think(guess, seat, CARE, more)


def think(guess: Pos, seat: Seat, care: Care, more: HasTime = bots.no_time_limit) -> Path:
    """Return the best candidate; if time runs out, the best of those tried so far."""
    likely = candidates(guess, seat, more)
    if len(likely) == 1:
        return likely[0]
    word = _search_seed(guess, seat)
    found = [_world(guess, seat, word + GOLDEN * at) for at in range(care.worlds)]
    best, top = likely[0], -1.0
    for one, path in enumerate(likely):
        if not more():
            break
        worth = 0.0 if one else care.margin * care.worlds
        for world in found:
            worth += future_of(Trial(world, seat, path)).worth(care)
        if worth > top:
            best, top = path, worth
    return best


def _search_seed(guess: Pos, seat: Seat) -> int:
    """Return the random seed of a search.

    It is the same for all steps of a turn that reveal nothing, so cached rollouts can be
    reused.
    """
    return crc32(repr((seat, guess.state.round, Ground(guess.state).key)).encode())


def _world(guess: Pos, seat: Seat, word: int) -> bytes:
    """Return an encoded determinization; all moves share it, so luck favors none."""
    codec = find(guess.game).codec
    world = codec.clone(guess)
    bots.determinize(world, seat, Rng.of(word))
    return codec.encode(world)


class Trial:
    """A move tried in a determinization, up to the end of the turn."""

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
    """Return the future of a trial; cached, because many turns end in the same position."""
    return cached_future(
        trial.end_turn(), trial.seat, trial.began[0], msgspec.structs.astuple(WEIGHTS)
    )


@lru_cache(128)
def cached_future(end: bytes, seat: Seat, began: int, _values: tuple[Any, ...]) -> Future:
    """Return the cached future; the policy depends on the weights (`_values`), too."""
    return Future(find("el_mapa").codec.decode(end), seat, began)


class Future:
    """Rollout after a seat's turn in round `began`, played only as far as needed."""

    def __init__(self, pos: Pos, seat: Seat, began: int) -> None:
        self.pos, self.seat, self.began = pos, seat, began
        self.quick = Quick(pos)
        self._shares: list[float] = []

    def worth(self, care: Care) -> float:
        """Return the seat's average share over the rounds that are evaluated."""
        return sum(map(self.share, range(care.first, care.rounds + 1))) / (
            care.rounds + 1 - care.first
        )

    def share(self, rounds: int) -> float:
        """Return the seat's share `rounds` (at least 1) rounds later, at its turn.

        At the end of the game if that comes first.
        """
        while len(self._shares) < rounds:
            self._play_until(self.began + len(self._shares) + 1)
            self._shares.append(share(self.pos, self.seat))
        return self._shares[rounds - 1]

    def _play_until(self, last: int) -> None:
        """Play up to the seat's turn in round `last`."""
        s = self.pos.state
        while self.pos.outcome is None and s.round <= last:
            if (
                s.round == last
                and s.turn.seat == self.seat
                and isinstance(self.pos.stack[-1], TurnActions)
            ):
                return
            self.quick.step()
