"""A coach: what a firm player would do now in a person's place, and the reason that weighs most; which turns decided a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce

from msgspec import Struct

from app.match.lobby import Lobby
from app.model.ai_request import AiRequest
from app.model.match import LoadedMatch, Match, User, UserError
from app.play.panel_builder import Pos, UndoForecast, crumbs
from app.ports.store import AiPool, Games, Repo
from app.review.replay_viewer import Playback
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import SelectPrompt
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name

DECISIVE = 3  # turns of a game
MAX_HINT_STEPS = 4  # steps of a turn that are told
LATER_MESSAGE = msg("host.coach.later")


class Advice(Struct, frozen=True):
    """Steps to take one after the other, in words, and what they bring."""

    steps: tuple[Msg, ...]
    why: Msg

    @property
    def said(self) -> Msg:
        """All of it as a sentence or two."""
        steps = reduce(
            lambda first, then: msg("host.coach.then", first=first, then=then), self.steps
        )
        return msg("host.coach.advice", steps=steps, why=self.why)


class TurningPoint(Struct, frozen=True):
    """A turn that changed much, by its last `step`: who gained most by it, and what they could expect `before` and `after` it (of
    all seats together 1)."""

    step: int
    seat: Seat
    before: float
    after: float


def allowed(match: Match) -> bool:
    """Whether advice may be asked for at a table: not among people only, who play against each other."""
    return len(match.seats) == 1 or any(seat.user is None for seat in match.seats)


class Hints:
    """Sees what the person sees, and nothing else: it thinks on a guess at the rest."""

    def __init__(
        self,
        repo: Repo,
        games: Games,
        *,
        locks: Locks,
        thinker: AiPool,
        lobby: Lobby,
        playback: Playback,
    ) -> None:
        self._repo, self._games, self._locks = repo, games, locks
        self._thinker, self._lobby, self._playback = thinker, lobby, playback

    async def advise(self, match: str, by: User) -> Advice:
        """Advise whoever is asked something; nobody else hears that they wanted to know. Raises `UserError`."""
        async with self._locks(match):
            stored = await self._repo.load(match)
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
        """The turns of a game that has ended which changed most what its seats could expect, as they were played. Raises
        `UserError` while it runs, and where there is nothing to compare."""
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
        """The steps of a turn as far as nothing comes to light in it that nobody can know, and the score before and after."""
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
                break  # what luck makes of it is nobody's advice
            world = step.pos
            if seat in step.barrier or seat not in walk.actors(world):
                break
        return tuple(said), before, game.score(world)


def reason(before: Scoreboard, after: Scoreboard, seat: Seat) -> Msg:
    """What changes most in the points: one's own by what they are for, else what another loses; later chances where none do."""
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
    """Whether all that is advised is to end the turn."""
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
    """The answers that somebody has to give, joined by dots."""
    said = [
        one for one in crumbs(pos, seat, path) if one.label != listed([])
    ]  # nothing that was spread
    labels = (
        [one.label for one in said if not one.forced]
        or [one.label for one in said]
        or [msg("host.nothing")]
    )
    return reduce(lambda what, how: msg("host.coach.step", what=what, how=how), labels)
