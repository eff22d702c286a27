"""Hints on what a firm AI player would do, and the turning points of an ended game."""

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
from games.core.prompts.prompt import SelectPrompt
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name

DECISIVE = 3  # turning points shown for a game
MAX_HINT_STEPS = 4  # steps in a hint
LATER_MESSAGE = msg("host.coach.later")


class Advice(Struct, frozen=True):
    """Hint: steps of a turn in words, and their main effect."""

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
    """Turn that changed a game.

    `step` is its last step and `seat` gained most; `before` and `after` are that seat's
    expected shares (all seats together 1).
    """

    step: int
    seat: Seat
    before: float
    after: float


def allowed(match: Match) -> bool:
    """Return whether hints are allowed: in solo games and matches with an AI player."""
    return len(match.seats) == 1 or any(seat.user is None for seat in match.seats)


class Hints:
    """Service for hints; it uses only what the user sees, with a guess at the rest."""

    def __init__(
        self,
        matches: MatchRepository,
        games: Games,
        *,
        locks: Locks,
        thinker: AiPool,
        lobby: Lobby,
        playback: Replays,
    ) -> None:
        self._matches, self._games, self._locks = matches, games, locks
        self._thinker, self._lobby, self._playback = thinker, lobby, playback

    async def advise(self, match: str, by: User) -> Advice:
        """Return a hint for the user's current decision; no other player is told.

        Raises `UserError`.
        """
        async with self._locks(match):
            stored = await self._matches.load(match)
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
        steps, before, after = await self._turn(stored, seat.seat)
        why = reason(before, after, seat.seat)
        return Advice(
            steps,
            msg("host.coach.enough")
            if why == LATER_MESSAGE and _ends(stored, seat.seat, steps)
            else why,
        )

    async def moments(self, match: str) -> tuple[TurningPoint, ...]:
        """Return the turning points of an ended game, as they were played.

        Raises `UserError` while it runs or if there is nothing to compare.
        """
        table = await self._lobby.get(match)
        if table.status != "ended":
            raise UserError(
                msg(
                    "host.trouble.running"
                    if table.status == "running"
                    else f"host.trouble.{table.status}"
                )
            )
        turns = await self._playback.turn_starts(match)
        game = self._games[table.game]
        worth = await self._thinker.evaluate(game.id, [game.codec.encode(pos) for _, pos in turns])
        if len(table.seats) < 2 or len(worth) < 2:
            raise UserError(msg("host.trouble.no_moments"))
        found = [
            _moment(turns[at + 1][0] - 1, worth[at], worth[at + 1]) for at in range(len(turns) - 1)
        ]
        most = sorted(found, key=lambda one: one.before - one.after)[:DECISIVE]
        return tuple(sorted(most, key=lambda one: one.step))

    async def _turn(
        self, stored: LoadedMatch, seat: Seat
    ) -> tuple[tuple[Msg, ...], Scoreboard, Scoreboard]:
        """Return the steps of the AI's turn, and the score before and after.

        Stops where hidden information or randomness would be revealed.
        """
        game, world = find(stored.pos.game), UndoForecast(stored, seat).guess
        before, said = game.score(world), list[Msg]()
        while len(said) < MAX_HINT_STEPS:
            luck = hashlib.sha256(
                f"coach:{stored.match.id}:{stored.match.rows}:{seat}:{len(said)}".encode()
            ).digest()
            asked = AiRequest(
                game.id, game.codec.encode(world), seat, "firm", int.from_bytes(luck[:8], "big")
            )
            path = (await self._thinker.think(asked)).path
            said.append(_in_words(world, seat, path))
            step = walk.submit(world, seat, path)
            if step.pos.rng != world.rng:
                break  # random results can't be part of a hint
            world = step.pos
            if seat in step.barrier or seat not in walk.actors(world):
                break
        return tuple(said), before, game.score(world)


def reason(before: Scoreboard, after: Scoreboard, seat: Seat) -> Msg:
    """Return the biggest change in points.

    That is an own gain, else an opponent's loss, else the message about later chances.
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


def _ends(stored: LoadedMatch, seat: Seat, steps: Sequence[Msg]) -> bool:
    """Return whether the hint is only to end the turn."""
    form = walk.ask(stored.pos, seat, ())
    ends = (
        [one.label for one in form.options if one.tone == "finish"]
        if isinstance(form, SelectPrompt)
        else []
    )
    return len(steps) == 1 and steps[0] in ends


def _moment(step: int, before: Sequence[float], after: Sequence[float]) -> TurningPoint:
    seat = max(range(len(after)), key=lambda seat: after[seat] - before[seat])
    return TurningPoint(step, seat, before[seat], after[seat])


def _in_words(pos: Pos, seat: Seat, path: Path) -> Msg:
    """Return the answers that the user must give, joined into one message."""
    said = [
        one for one in crumbs(pos, seat, path) if one.label != listed([])
    ]  # without empty distributions
    labels = (
        [one.label for one in said if not one.forced]
        or [one.label for one in said]
        or [msg("host.nothing")]
    )
    return reduce(lambda what, how: msg("host.coach.step", what=what, how=how), labels)
