"""Material of the contract tests: games, recorded playouts, random options and answers."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from games.core.engine import history, walk
from games.core.engine.bots import determinize
from games.core.engine.game import Game, find
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    Prompt,
    PromptResult,
    SelectPrompt,
)
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Key, Path, Seat
from games.hosted import GAMES
from render import render_worker
from tests import fishers
from tests.core.second_game import FERRY
from tests.core.small_game import CELLAR
from tests.fishers import picture
from tools.playing import random_options

Pos = Position[Any, Any]
TITLES: tuple[Game[Any, Any], ...] = (fishers.GAME, CELLAR, FERRY, *GAMES)
ALL = {game.id: game for game in TITLES}
MOST_STEPS = 20_000
LONG = (
    "TEST_LONG" in os.environ
)  # set by `make soak`: more numbers of players, seeds, moments and games
GAMES_EACH = int(
    os.environ.get("GAMES", 300 if LONG else 50)
)  # random games of each title in a test that plays many
render_worker.register_game(fishers.GAME.id, picture.PAINTERS)


@dataclass
class Moment:
    """Position in which a seat decides, with the move that it made."""

    pos: Pos
    seat: Seat
    path: Path
    step: walk.MoveResult


@dataclass
class Match:
    """Recorded playout."""

    game: Game[Any, Any]
    n: int
    seed: str
    start: Pos
    moments: list[Moment] = field(default_factory=list)

    @property
    def end(self) -> Pos:
        return self.moments[-1].step.pos

    @property
    def rows(self) -> list[history.HistoryRow]:
        return [
            history.move_row(at, m.seat, "player", m.path, m.step)
            for at, m in enumerate(self.moments, 1)
        ]

    def some(self, count: int) -> list[Moment]:
        """Return about `count` moments spread over the match, including the first and the last.

        Without TEST_LONG a third of them.
        """
        count = count if LONG else (count + 2) // 3
        every = max(1, (len(self.moments) - 1) // max(1, count - 1))
        return self.moments[::every] + (
            [] if (len(self.moments) - 1) % every == 0 else self.moments[-1:]
        )


def start(game: Game[Any, Any], n: int, seed: str) -> Pos:
    """Return the start of a game with random options; the seed decides everything."""
    rng = Rng.of(sum(seed.encode()) * 7919 + n)
    return walk.start(game, random_options(game, n, rng), n, seed)


def movers(pos: Pos) -> tuple[Seat, ...]:
    return walk.actors(pos) + walk.optional_actors(pos)


def mover(pos: Pos, rng: Rng) -> Seat:
    """Return a random seat that may move, mostly one that must act."""
    may = walk.optional_actors(pos)
    return rng.pick(may) if may and rng.below(5) == 0 else rng.pick(walk.actors(pos))


@lru_cache(maxsize=128)  # more than the number of all cases, so that none is played twice
def played(game: str, n: int, seed: str = "one") -> Match:
    """Return a random playout, made with `submit`; each is recorded once for all tests."""
    match = Match(ALL[game], n, seed, start(ALL[game], n, seed))
    pos, rng = match.start, Rng.of(sum(seed.encode()) + n)
    while pos.outcome is None:
        assert len(match.moments) < MOST_STEPS, "the game does not end"
        seat = mover(pos, rng)
        path = walk.random_move(pos, seat, rng)
        step = walk.submit(pos, seat, path)
        match.moments.append(Moment(pos, seat, path, step))
        pos = step.pos
    gc.freeze()  # playouts are kept for all tests; the garbage collector need not scan them
    return match


def counts(game: Game[Any, Any]) -> tuple[int, ...]:
    """Return the numbers of players to try: the smallest ones and the largest.

    With TEST_LONG three of the smallest instead of two.
    """
    every = tuple(game.players)
    smallest = every[:3] if LONG else every[: 1 + (every[0] == 1)]
    return tuple(dict.fromkeys((*smallest, every[-1])))


def cases(*, seeds: tuple[str, ...] = ("one",)) -> list[Any]:
    """Return (game id, seats, seed) for `pytest.mark.parametrize`; one seed without TEST_LONG."""
    return [
        (game.id, n, seed)
        for game in ALL.values()
        for n in counts(game)
        for seed in (seeds if LONG else seeds[:1])
    ]


def guess(pos: Pos, seat: Seat | None, rng: Rng) -> Pos:
    """Return another possible position that `seat` cannot tell from this one."""
    other = find(pos.game).codec.clone(pos)
    determinize(other, seat, rng)
    return other


def encoded(pos: Pos) -> bytes:
    return find(pos.game).codec.encode(pos)


def some_answers(form: Prompt, rng: Rng, most: int = 6) -> list[Key]:
    """Return several valid answers to a prompt: the first, the last, random ones."""
    match form:
        case SelectPrompt(min=1, max=1):
            keys: list[Key] = [option.key for option in form.options]
            rng.shuffle(keys)
            return keys[:most]
        case AmountPrompt():
            return [*sorted({form.lo, form.hi, form.lo + rng.below(form.hi - form.lo + 1)})]
        case SelectPrompt() | DistributePrompt():
            return [form.default_answer()]


def prefixes(pos: Pos, seat: Seat, rng: Rng, most: int = 40) -> list[tuple[Path, PromptResult]]:
    """Return up to `most` prefixes of a seat's paths with their answers, breadth first."""
    found: list[tuple[Path, PromptResult]] = []
    queue: list[Path] = [()]
    with walk.cached_prompts(pos):
        while queue and len(found) < most:
            path = queue.pop(0)
            answer = walk.ask(pos, seat, path)
            found.append((path, answer))
            if isinstance(answer, SelectPrompt | AmountPrompt | DistributePrompt):
                queue += [(*path, key) for key in some_answers(answer, rng)]
    return found


def path_text(path: Path) -> str:
    """Return a path as text, to see whether its lists were changed."""
    return repr(path)
