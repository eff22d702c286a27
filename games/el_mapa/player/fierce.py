"""The harder player: each move worth a thought is tried, and the game goes on from there in thought for some rounds, in worlds
that the seat cannot tell apart; what comes out best is done."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.core import bots, walk
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rng import Rng
from games.core.rules import find
from games.el_mapa.model.state import MapState
from games.el_mapa.player.candidates import MINDS, Idea, candidates
from games.el_mapa.player.prospects import share
from games.el_mapa.player.quick import Quick
from games.el_mapa.rules.course.turns import Actions
from games.el_mapa.show.view import GameView

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


def choose(_view: GameView, guess: Pos, seat: Seat) -> Path:
    """The move of the harder player in `seat`."""
    return think(guess, seat, CARE)


def think(guess: Pos, seat: Seat, care: Care) -> Path:
    """The best of the moves that are worth a thought."""
    tried = candidates(guess, seat)
    if len(tried) == 1:
        return tried[0].path
    sums = [0.0] * len(tried)
    sums[0] = care.margin * care.worlds
    for at in range(care.worlds):
        world = _world(guess, seat, guess.rng[seat] + GOLDEN * at)
        known: dict[tuple[int, bytes], float] = {}      # many a turn ends as another
        for one, idea in enumerate(tried):
            trial = Trial(world, seat, idea)
            end = idea.mind, trial.end_turn()
            if end not in known:
                known[end] = trial.worth(care)
            sums[one] += known[end]
    return tried[max(range(len(tried)), key=lambda one: sums[one])].path


def _world(guess: Pos, seat: Seat, word: int) -> bytes:
    """Another world that the seat cannot tell from this one; the same for all moves, so that none is praised for its luck."""
    codec = find(guess.game).codec
    world = codec.clone(guess)
    bots.determinize(world, seat, Rng.of(word))
    return codec.encode(world)


class Trial:
    """A move tried in a world, and what comes of it."""

    def __init__(self, world: bytes, seat: Seat, idea: Idea) -> None:
        self._codec = find("el_mapa").codec
        self.pos: Pos = self._codec.decode(world)
        self.seat, self.began = seat, (self.pos.state.round, self.pos.state.turn.seat)
        self.quick = Quick(self.pos, {seat: MINDS[idea.mind]})
        walk.apply(self.pos, seat, idea.path)

    def end_turn(self) -> bytes:
        """The position when whoever has their turn has ended it."""
        while self.pos.outcome is None and (self.pos.state.round, self.pos.state.turn.seat) == self.began:
            self.quick.step()
        return self._codec.encode(self.pos)

    def worth(self, care: Care) -> float:
        """The seat's share, on average of the times when the game was weighed."""
        found = []
        for rounds in range(care.first, care.rounds + 1):
            self._play_until(self.began[0] + rounds)
            found.append(share(self.pos, self.seat))
            if self.pos.outcome is not None:
                break
        return sum(found) / len(found)

    def _play_until(self, last: int) -> None:
        """Up to the seat's turn in a round."""
        s = self.pos.state
        while self.pos.outcome is None and s.round <= last:
            if s.round == last and s.turn.seat == self.seat and isinstance(self.pos.stack[-1], Actions):
                return
            self.quick.step()
