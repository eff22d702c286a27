"""Hints (what a strong AI player would do now), and turning points of a game."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import reduce
from itertools import islice

from msgspec import Struct

from ai.determinization import is_legal
from app.match.lobby import Lobby
from app.model.ai_request import AiRequest
from app.model.match import LoadedMatch, Match, User, UserError
from app.play.panel_builder import Pos, UndoForecast, crumbs
from app.ports.repo import GameLogRepository, MatchRepository
from app.ports.services import AiPool, Games
from app.review.replay_viewer import Replays
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name

MAX_TURNING_POINTS = 3  # shown for a game
MAX_HINT_STEPS = 4  # steps in a hint
MAX_OPEN_PLANS = 1000  # plans of several steps that users follow; the oldest is forgotten
LATER_MESSAGE = msg("host.coach.later")  # the reason of a hint without points or purpose
# reasons without points that are true of the first of several steps only
_ABOUT_FIRST_STEP = ("host.coach.only", "host.coach.enables")
SAMPLED_RESULTS = 8  # random results that must all bring points before a hint promises them


class Advice(Struct, frozen=True):
    """Hint: the moves to make, as sentences, and the reason for them.

    The reason `why` is the points that they bring, a reason for the first move, or both. `gain` and
    `purpose` are these parts of it, None if there is no such part. `paths` are the same moves as
    paths. `spots` are the places and pieces that they would change, for the picture.
    """

    steps: tuple[Msg, ...]
    why: Msg
    paths: tuple[Path, ...] = ()
    spots: tuple[str, ...] = ()
    purpose: Msg | None = None
    gain: Msg | None = None

    @property
    def said(self) -> Msg:
        """Return the hint as one message; several steps are numbered, a line each.

        The purpose of the first of several steps is told with this step, because the others have
        other purposes.
        """
        if len(self.steps) == 1:
            return msg("host.coach.advice", steps=self.steps[0], why=self.why)
        if self.purpose is None:
            return msg("host.coach.plan", steps=_numbered(self.steps), why=self.why)
        first = msg("host.coach.because", step=self.steps[0], why=self.purpose)
        steps = _numbered((first, *self.steps[1:]))
        if self.gain is None:
            return msg("host.coach.plan_steps", steps=steps)
        return msg("host.coach.plan", steps=steps, why=self.gain)


class _OpenPlan(Struct):
    """Hint of several steps that the user follows with the button below it.

    `seat` is the user's seat, and `done` the number of steps taken. `rows` is the number of the
    match's log rows that were already compared with the hint, and `pos` the position after them.
    """

    advice: Advice
    seat: Seat
    done: int
    rows: int
    pos: Pos

    @property
    def is_next_legal(self) -> bool:
        """Return whether the seat may take the next step now."""
        return is_legal(self.pos, self.seat, self.advice.paths[self.done])


class TurningPoint(Struct, frozen=True):
    """One of the turns of a game in which a seat gained most.

    `step` is the last replay step of the turn. `seat` is the seat that gained most. `before` and
    `after` are the position's value for that seat before and after the turn, from 0 to 1 (the
    values of all seats sum to 1).
    """

    step: int
    seat: Seat
    before: float
    after: float


def allowed(match: Match) -> bool:
    """Return whether hints are allowed: in solo games and matches with an AI player."""
    return len(match.seats) == 1 or any(seat.user is None for seat in match.seats)


def _numbered(steps: Sequence[Msg], start: int = 0) -> Msg:
    """Return the steps from index `start` on, a line each, with their numbers.

    The number of a step is its index plus 1.
    """
    lines = [msg("host.coach.numbered", n=n, step=step) for n, step in enumerate(steps, 1)]
    return reduce(
        lambda first, then: msg("host.coach.lines", first=first, then=then), lines[start:]
    )


def _steps_to(goal: str, pos: Pos, seat: Seat, paths: Sequence[Path]) -> int:
    """Return how many of the first moves in `paths` lead from `pos` to a position; 0 if none do.

    `goal` is the digest of that position. The result is greater than 1 if the seat made one move
    that does the same as several, for example a move over two borders at once.
    """
    for done, path in enumerate(paths, 1):
        if not is_legal(pos, seat, path):
            return 0
        pos = walk.submit(pos, seat, path).pos
        if find(pos.game).codec.digest(pos) == goal:
            return done
    return 0


class Hints:
    """Service for hints and turning points.

    A hint uses only what the user can see; the AI plays on a guess of the rest of the position. The
    plans that users follow are kept in memory only: after a restart, a user must ask again.
    """

    def __init__(
        self,
        matches: MatchRepository,
        game_log: GameLogRepository,
        games: Games,
        *,
        locks: Locks,
        ai_pool: AiPool,
        lobby: Lobby,
        replays: Replays,
    ) -> None:
        self._matches, self._games, self._locks = matches, games, locks
        self._ai_pool, self._lobby, self._replays = ai_pool, lobby, replays
        self._game_log = game_log
        self._plans = OrderedDict[tuple[str, int], _OpenPlan]()

    async def next_step(self, match_id: str, by: User) -> Path:
        """Return the next step of the user's plan, or the first step of a new hint.

        A new hint with several steps becomes the user's plan; `rest_of_plan` returns its remaining
        steps. Raises `UserError`.
        """
        plan = self._plans.get((match_id, by.id))
        if plan is not None:
            return plan.advice.paths[plan.done]
        stored = await self._matches.load(match_id)
        advice = await self.advise(match_id, by)
        seat = stored.match.seat_of(by.id) if stored is not None else None
        if len(advice.steps) > 1 and stored is not None and seat is not None:
            plan = _OpenPlan(advice, seat.seat, 0, stored.match.rows, stored.pos)
            self._plans[match_id, by.id] = plan
            if len(self._plans) > MAX_OPEN_PLANS:
                self._plans.popitem(last=False)
        return advice.paths[0]

    def drop_plan(self, match_id: str, by: User) -> None:
        """Forget the plan that the user follows, because they ask for a new hint."""
        self._plans.pop((match_id, by.id), None)

    async def rest_of_plan(self, match: Match, by: User) -> Msg | None:
        """Return the remaining steps of the plan that the user follows, as one message.

        None if the user follows no plan, has not taken its first step yet, or need not act. The
        plan is compared with the moves in the log, because the user may have taken a step in
        another way, or undone one. A move that is not part of the plan ends it. If the next step is
        no longer legal, the message says so once.
        """
        plan = await self._followed(match, by)
        if plan is None:
            return None
        if not plan.is_next_legal:
            self.drop_plan(match.id, by)
            return msg("host.coach.broken", step=plan.advice.steps[plan.done])
        return msg("host.coach.rest", steps=_numbered(plan.advice.steps, plan.done))

    async def next_of_plan(self, match: Match, by: User) -> Path | None:
        """Return the next step of the plan of which the user has taken a step.

        None if there is no such plan, or if the step is no longer legal.
        """
        plan = await self._followed(match, by)
        return plan.advice.paths[plan.done] if plan is not None and plan.is_next_legal else None

    async def _followed(self, match: Match, by: User) -> _OpenPlan | None:
        """Compare the user's plan with the log; return it if they have taken a step of it.

        None if they follow no plan any more, have not taken its first step yet, or need not act.
        """
        plan = self._plans.get((match.id, by.id))
        if plan is None:
            return None
        stored = await self._matches.load(match.id)
        if stored is None or not await self._count_steps(stored, by, plan):
            if self._plans.get((match.id, by.id)) is plan:
                self.drop_plan(match.id, by)
            return None
        if not plan.done:
            return None
        if plan.seat not in walk.actors(stored.pos):
            self.drop_plan(match.id, by)
            return None
        return plan

    async def _count_steps(self, stored: LoadedMatch, by: User, plan: _OpenPlan) -> bool:
        """Add the steps taken in newer log rows to `plan.done`.

        Returns whether the user still follows the plan: steps are left, and since the last call the
        seat has made no other move, and nobody has undone one. Several panels of the user may be
        built at once, so the rows may have been counted while this call waited for them.
        """
        counted, last = plan.rows, stored.match.rows
        entries = await self._game_log.entries(stored.match.id, counted, last)
        if self._plans.get((stored.match.id, by.id)) is not plan:
            return False
        if plan.rows != counted:
            return plan.rows >= last or await self._count_steps(stored, by, plan)
        for entry in entries:
            row = entry.row
            if row.system or row.seat is None or entry.undone_by:
                return False
            if row.seat == plan.seat:
                steps = _steps_to(row.hash, plan.pos, row.seat, plan.advice.paths[plan.done :])
                plan.done += steps
                if not steps or plan.done == len(plan.advice.paths):
                    return False
            plan.pos = walk.submit(plan.pos, row.seat, tuple(row.path)).pos
        plan.rows = last
        return True

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
        guess = UndoForecast(stored, seat.seat).guess
        salt = f"coach:{match_id}:{stored.match.rows}:{seat.seat}"
        return await advice_for(guess, seat.seat, salt, self._ai_pool)

    async def turning_points(self, match_id: str) -> tuple[TurningPoint, ...]:
        """Return the turns of an ended game in which a seat gained most, in time order.

        There are at most `MAX_TURNING_POINTS`. Raises `UserError` while the game runs, or if it had
        only one player or turn.
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


class _Plan(Struct, frozen=True):
    """Moves that a hint advises, and the scores before and after them.

    `steps` are the moves in words, `paths` the same moves as paths, and `spots` the places that
    they change. `after` has one score unless the last move depends on randomness: then it has one
    per sampled result.
    """

    steps: tuple[Msg, ...]
    paths: tuple[Path, ...]
    spots: tuple[str, ...]
    before: Scoreboard
    after: tuple[Scoreboard, ...]


async def advice_for(guess: Pos, seat: Seat, salt: str, ai_pool: AiPool) -> Advice:
    """Return the hint for a seat that must act.

    `guess` is the position, with guesses for what the seat can't see. The same `salt` gives the
    same hint. `ai_pool` chooses the moves.
    """
    plan = await _play_ahead(guess, seat, salt, ai_pool)
    # points that come at every end of a turn are no reason to end it now
    only_ends = _only_ends_turn(guess, seat, plan.paths)
    gain = None if only_ends else reason(plan.before, plan.after, seat)
    purpose = find(guess.game).purpose(guess, seat, plan.paths[0])
    if purpose is not None:
        why = purpose if gain is None else msg("host.coach.both", first=gain, second=purpose)
    else:
        why = gain or _reason_without_points(guess, seat, plan.paths, only_ends=only_ends)
        if why.key in _ABOUT_FIRST_STEP:
            purpose = why
    return Advice(plan.steps, why, plan.paths, plan.spots, purpose, gain)


async def _play_ahead(world: Pos, seat: Seat, salt: str, ai_pool: AiPool) -> _Plan:
    """Return the next moves of a strong AI player, and the scores before and after.

    The AI of `ai_pool` plays the seat in `world`, a guessed position; `salt` decides its
    randomness. The moves end after `MAX_HINT_STEPS`, when the seat need not act any more, and after
    a move that depends on randomness or hidden information.
    """
    game = find(world.game)
    before = game.score(world)
    after, said, paths, spots = [before], list[Msg](), list[Path](), dict[str, None]()
    while len(said) < MAX_HINT_STEPS:
        seed = hashlib.sha256(f"{salt}:{len(said)}".encode()).digest()
        request = AiRequest(
            game=game.id,
            pos=game.codec.encode(world),
            seat=seat,
            kind=game.hint_strength,
            seed=int.from_bytes(seed[:8], "big"),
        )
        path = (await ai_pool.think(request)).path
        said.append(_in_words(world, seat, path))
        paths.append(path)
        ready = walk.ask(world, seat, path)
        spots |= dict.fromkeys(ready.ghost if isinstance(ready, MoveReady) else ())
        step = walk.submit(world, seat, path)
        after = [game.score(step.pos)]
        if step.pos.rng != world.rng or seat in step.informed:
            after += _other_results(world, seat, path)
            break
        world = step.pos
        if seat in step.barrier or seat not in walk.actors(world):
            break
    return _Plan(tuple(said), tuple(paths), tuple(spots), before, tuple(after))


def _other_results(world: Pos, seat: Seat, path: Path) -> list[Scoreboard]:
    """Sample the random results of a move again; return the scores after it, one per sample."""
    game, scores = find(world.game), []
    for n in range(SAMPLED_RESULTS - 1):
        other = game.codec.clone(world)
        determinize(other, seat, Rng.of(n))
        other.rng = [Rng.of(word + n + 1).next() for word in other.rng]
        try:
            scores.append(game.score(walk.submit(other, seat, path).pos))
        except walk.IllegalMoveError:  # illegal with these random numbers: no result to compare
            continue
    return scores


def reason(before: Scoreboard, after: Sequence[Scoreboard], seat: Seat) -> Msg | None:
    """Return the change in points that a plan causes in every sampled result, as a message.

    `before` is the score before the plan, `after` one score per sampled result. If the seat gains,
    the message is about its gain: in one category, or overall if several change. If it neither
    gains nor loses, the message is about the biggest loss of an opponent. None if nothing is
    certain.
    """
    gains = [
        (min(gained), row.label)
        for number, row in enumerate(before.rows)
        if any(gained := [score.rows[number].values[seat] - row.values[seat] for score in after])
    ]
    total = min(score.total[seat] for score in after) - before.total[seat]
    if total > 0 and gains:
        most, label = max(gains, key=lambda gain: gain[0])
        if most == total:
            return msg("host.coach.gains", n=total, what=label)
        if most > 0:
            return msg("host.coach.gains_overall", n=total, what=label)
    if total < 0 or gains:
        return None
    losses = [
        (was - max(score.total[other] for score in after), other)
        for other, was in enumerate(before.total)
        if other != seat
    ]
    most, other = max(losses, default=(0, seat))
    return msg("host.coach.takes", n=most, seat=seat_name(other)) if most > 0 else None


def _reason_without_points(
    world: Pos, seat: Seat, paths: Sequence[Path], *, only_ends: bool
) -> Msg:
    """Return the reason for moves that change no points yet and have no known purpose.

    `paths` are the moves. `only_ends` is True if they only end the turn.
    """
    if len(tuple(islice(walk.legal_moves(world, seat), 2))) == 1:
        return msg("host.coach.only")
    if only_ends:
        return msg("host.coach.enough")
    if len(paths) > 1 and not is_legal(world, seat, paths[1]):
        return msg("host.coach.enables")
    return LATER_MESSAGE


def _only_ends_turn(world: Pos, seat: Seat, paths: Sequence[Path]) -> bool:
    """Return whether the moves `paths` of a hint only end the turn."""
    prompt = walk.ask(world, seat, ())
    return (
        len(paths) == 1
        and isinstance(prompt, SelectPrompt)
        and any(o.tone == "finish" and o.key == paths[0][0] for o in prompt.options)
    )


def _turning_point(step: int, before: Sequence[float], after: Sequence[float]) -> TurningPoint:
    """Return a turn as a turning point for the seat that gained most in it.

    `before` and `after` have the position's value for each seat, `step` is the last step of the
    turn.
    """
    seat = max(range(len(after)), key=lambda seat: after[seat] - before[seat])
    return TurningPoint(step=step, seat=seat, before=before[seat], after=after[seat])


def _in_words(pos: Pos, seat: Seat, path: Path) -> Msg:
    """Return what a path does as one message.

    The game's own advice for the move is used if there is one, else the answers of the path,
    without forced ones.
    """
    ready = walk.ask(pos, seat, path)
    if isinstance(ready, MoveReady) and ready.advice is not None:
        return ready.advice
    answers = [
        answer
        for answer in crumbs(pos, seat, path)
        if answer.label != listed([])  # empty: a distribution in which all counts are 0
    ]
    labels = (
        [answer.label for answer in answers if not answer.forced]
        or [answer.label for answer in answers]
        or [msg("host.nothing")]
    )
    return reduce(lambda what, how: msg("host.coach.step", what=what, how=how), labels)
