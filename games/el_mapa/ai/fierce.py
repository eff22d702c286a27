"""The harder player: each move worth a thought is tried, and the game goes on from there in thought for some rounds, in worlds
that the seat cannot tell apart; what comes out best is done."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from games.core.engine import bots, walk
from games.core.engine.game import More, find
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
    """How hard is thought: in so many `worlds` each move is tried; games go on for `rounds` rounds at most, and are weighed from
    the `first` of them on whenever it is the seat's turn; what would be done at once is taken unless another share is more by
    `margin`."""

    worlds: int = 1
    first: int = 3
    rounds: int = 4
    margin: float = 0.01


CARE = Care()


def choose(_view: GameView, guess: Pos, seat: Seat, more: More) -> Path:
    """The move of the harder player in `seat`."""
    return think(guess, seat, CARE, more)


def think(guess: Pos, seat: Seat, care: Care, more: More = bots.constant_plan) -> Path:
    """The best of the moves that are worth a thought; where time is short, of the first of them."""
    likely = candidates(guess, seat, more)
    if len(likely) == 1:
        return likely[0]
    word = _word(guess, seat)
    found = [_world(guess, seat, word + GOLDEN * at) for at in range(care.worlds)]
    best, top = likely[0], -1.0
    for one, path in enumerate(likely):
        if not more():
            break
        worth = 0.0 if one else care.margin * care.worlds
        for world in found:
            worth += come_of(Trial(world, seat, path)).worth(care)
        if worth > top:
            best, top = path, worth
    return best


def _word(guess: Pos, seat: Seat) -> int:
    """The luck of a thought: the same for all steps of a turn in which nothing comes to light, so that what was thought in one
    serves the next."""
    return crc32(repr((seat, guess.state.round, Ground(guess.state).key)).encode())


def _world(guess: Pos, seat: Seat, word: int) -> bytes:
    """Another world that the seat cannot tell from this one; the same for all moves, so that none is praised for its luck."""
    codec = find(guess.game).codec
    world = codec.clone(guess)
    bots.determinize(world, seat, Rng.of(word))
    return codec.encode(world)


class Trial:
    """A move tried in a world, and how the turn ends."""

    def __init__(self, world: bytes, seat: Seat, path: Path) -> None:
        self._codec = find("el_mapa").codec
        self.pos: Pos = self._codec.decode(world)
        self.seat, self.began = seat, (self.pos.state.round, self.pos.state.turn.seat)
        self.quick = Quick(self.pos)
        walk.apply(self.pos, seat, path)

    def end_turn(self) -> bytes:
        """The position when whoever has their turn has ended it."""
        while (
            self.pos.outcome is None
            and (self.pos.state.round, self.pos.state.turn.seat) == self.began
        ):
            self.quick.step()
        return self._codec.encode(self.pos)


def come_of(trial: Trial) -> Future:
    """What comes of a trial. Many a turn ends as another, of this thought or of the one before."""
    return _future(trial.end_turn(), trial.seat, trial.began[0], msgspec.structs.astuple(WEIGHTS))


@lru_cache(128)
def _future(end: bytes, seat: Seat, began: int, _values: tuple[Any, ...]) -> Future:
    """By what its players value things the future depends, too."""
    return Future(find("el_mapa").codec.decode(end), seat, began)


class Future:
    """How a game goes on after a seat's turn in round `began`: played no further than was asked for."""

    def __init__(self, pos: Pos, seat: Seat, began: int) -> None:
        self.pos, self.seat, self.began = pos, seat, began
        self.quick = Quick(pos)
        self._shares: list[float] = []

    def worth(self, care: Care) -> float:
        """The seat's share, on average of the times when the game is weighed."""
        return sum(map(self.share, range(care.first, care.rounds + 1))) / (
            care.rounds + 1 - care.first
        )

    def share(self, rounds: int) -> float:
        """The seat's share so many rounds later, when it is its turn, or at the end if that is before; one at least."""
        while len(self._shares) < rounds:
            self._play_until(self.began + len(self._shares) + 1)
            self._shares.append(share(self.pos, self.seat))
        return self._shares[rounds - 1]

    def _play_until(self, last: int) -> None:
        """Up to the seat's turn in a round."""
        s = self.pos.state
        while self.pos.outcome is None and s.round <= last:
            if (
                s.round == last
                and s.turn.seat == self.seat
                and isinstance(self.pos.stack[-1], TurnActions)
            ):
                return
            self.quick.step()
