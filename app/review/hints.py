"""Hints (what a firm AI player would do now), and the turning points of an ended game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce

from msgspec import Struct

from app.match.lobby import Lobby
from app.model.ai_request import AiRequest
from app.model.match import LoadedMatch, Match, User, UserError
from app.play.panel_builder import Pos, UndoForecast, crumbs
from app.ports.repo import MatchRepository
from app.ports.store import AiPool, Games
from app.review.replay_viewer import Replays
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name

MAX_TURNING_POINTS = 3  # shown for a game
MAX_HINT_STEPS = 4  # steps in a hint
LATER_MESSAGE = msg("host.coach.later")  # the reason of a hint that changes no points yet


class Advice(Struct, frozen=True):
    """Hint: the moves to make, as sentences, and the reason: their main effect."""

    steps: tuple[Msg, ...]
    why: Msg

    @property
    def said(self) -> Msg:
        """Return the hint as one message."""
        steps = reduce(
            lambda first, then: msg("host.coach.then", first=first, then=then), self.steps
        )
        return msg("host.coach.advice", steps=steps, why=self.why)


class TurningPoint(Struct, frozen=True):
    """Turn that changed who is likely to win.

    `step` is the last replay step of the turn. `seat` is the seat that gained most; `before` and
    `after` are the values of the position for that seat (the values of all seats sum to 1).
    """

    step: int
    seat: Seat
    before: float
    after: float


def allowed(match: Match) -> bool:
    """Return whether hints are allowed: in solo games and matches with an AI player."""
    return len(match.seats) == 1 or any(seat.user is None for seat in match.seats)


class Hints:
    """Service for hints and turning points.

    A hint uses only what the user can see; the rest of the position is guessed.
    """

    def __init__(
        self,
        matches: MatchRepository,
        games: Games,
        *,
        locks: Locks,
        ai_pool: AiPool,
        lobby: Lobby,
        replays: Replays,
    ) -> None:
        self._matches, self._games, self._locks = matches, games, locks
        self._ai_pool, self._lobby, self._replays = ai_pool, lobby, replays

    async def advise(self, match_id: str, by: User) -> Advice:
        """Return a hint for the user's current decision; no other player is told.

        Raises `UserError`.
        """
        async with self._locks(match_id):
            stored = await self._matches.load(match_id)
            seat = stored.match.seat_of(by.id) if stored is not None else None
            if (
                stored is None
                or seat is None
                or seat.seat not in walk.actors(stored.pos)
                or stored.match.status != "running"
            ):
                raise UserError(msg("host.trouble.no_advice_now"))
            if not allowed(stored.match):
                raise UserError(msg("host.trouble.no_advice"))
        steps, before, after = await self._play_ahead(stored, seat.seat)
        why = reason(before, after, seat.seat)
        if why == LATER_MESSAGE and _only_ends_turn(stored, seat.seat, steps):
            why = msg("host.coach.enough")
        return Advice(steps, why)

    async def turning_points(self, match_id: str) -> tuple[TurningPoint, ...]:
        """Return the turning points of an ended game, in their order.

        Raises `UserError` while the game runs, or if it had only one player or turn.
        """
        match = await self._lobby.get(match_id)
        if match.status != "ended":
            raise UserError(msg(f"host.trouble.{match.status}"))
        turns = await self._replays.turn_starts(match_id)  # (first step, position) of each turn
        game = self._games[match.game]
        values = await self._ai_pool.evaluate(game.id, [game.codec.encode(pos) for _, pos in turns])
        if len(match.seats) < 2 or len(values) < 2:
            raise UserError(msg("host.trouble.no_moments"))
        points = []
        for at, (next_turn_step, _) in enumerate(turns[1:]):
            last_step = next_turn_step - 1
            points.append(_turning_point(last_step, values[at], values[at + 1]))
        biggest = sorted(points, key=lambda point: point.after - point.before, reverse=True)
        return tuple(sorted(biggest[:MAX_TURNING_POINTS], key=lambda point: point.step))

    async def _play_ahead(
        self, stored: LoadedMatch, seat: Seat
    ) -> tuple[tuple[Msg, ...], Scoreboard, Scoreboard]:
        """Return the moves of a firm AI in the seat, and the scores before and after them.

        The AI plays in a guessed world. It stops after `MAX_HINT_STEPS`, when the seat need not
        act any more, and where a move would depend on randomness or hidden information.
        """
        game, world = find(stored.pos.game), UndoForecast(stored, seat).guess
        before, said = game.score(world), list[Msg]()
        while len(said) < MAX_HINT_STEPS:
            seed = hashlib.sha256(
                f"coach:{stored.match.id}:{stored.match.rows}:{seat}:{len(said)}".encode()
            ).digest()
            request = AiRequest(
                game=game.id,
                pos=game.codec.encode(world),
                seat=seat,
                kind="firm",
                seed=int.from_bytes(seed[:8], "big"),
            )
            path = (await self._ai_pool.think(request)).path
            said.append(_in_words(world, seat, path))
            step = walk.submit(world, seat, path)
            if step.pos.rng != world.rng:
                break  # random results can't be part of a hint
            world = step.pos
            if seat in step.barrier or seat not in walk.actors(world):
                break
        return tuple(said), before, game.score(world)


def reason(before: Scoreboard, after: Scoreboard, seat: Seat) -> Msg:
    """Return the message with the biggest change in points between two scores.

    It names the seat's biggest gain, else the biggest loss of an opponent. If there is neither,
    it is `LATER_MESSAGE`.
    """
    gains = [
        (new.values[seat] - old.values[seat], new.label)
        for old, new in zip(before.rows, after.rows, strict=True)
    ]
    most, label = max(gains, key=lambda one: one[0], default=(0, LATER_MESSAGE))
    if most > 0:
        return msg("host.coach.gains", n=most, what=label)
    losses = [
        (was - now, other)
        for other, (was, now) in enumerate(zip(before.total, after.total, strict=True))
        if other != seat
    ]
    most, other = max(losses, default=(0, seat))
    return msg("host.coach.takes", n=most, seat=seat_name(other)) if most > 0 else LATER_MESSAGE


def _only_ends_turn(stored: LoadedMatch, seat: Seat, steps: Sequence[Msg]) -> bool:
    """Return whether the hint is only to end the turn."""
    prompt = walk.ask(stored.pos, seat, ())
    ends = (
        [
            words
            for option in prompt.options
            if option.tone == "finish"
            for words in (option.label, _in_words(stored.pos, seat, (option.key,)))
        ]
        if isinstance(prompt, SelectPrompt)
        else []
    )
    return len(steps) == 1 and steps[0] in ends


def _turning_point(step: int, before: Sequence[float], after: Sequence[float]) -> TurningPoint:
    """Return the turn from the values of all seats before and after it."""
    seat = max(range(len(after)), key=lambda seat: after[seat] - before[seat])
    return TurningPoint(step=step, seat=seat, before=before[seat], after=after[seat])


def _in_words(pos: Pos, seat: Seat, path: Path) -> Msg:
    """Return what a path does as one message.

    It is the move's advice, else the answers of the path without those that are forced.
    """
    ready = walk.ask(pos, seat, path)
    if isinstance(ready, MoveReady) and ready.advice is not None:
        return ready.advice
    answers = [
        answer
        for answer in crumbs(pos, seat, path)
        if answer.label != listed([])  # a distribution of nothing
    ]
    labels = (
        [answer.label for answer in answers if not answer.forced]
        or [answer.label for answer in answers]
        or [msg("host.nothing")]
    )
    return reduce(lambda what, how: msg("host.coach.step", what=what, how=how), labels)
