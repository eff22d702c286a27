"""Replay of a match, row by row, as each viewer could know it then. Read-only."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from app.log import game_log
from app.log.log_page import LogPage
from app.match.lobby import Lobby
from app.match.seating import stranger
from app.model.match import Match, SeatRow, User, UserError
from app.people import avatars
from app.people.users import palette_of
from app.ports.repo import Repo
from app.ports.store import Games
from app.runtime.bounded_dict import BoundedDict
from games.core.engine import history
from games.core.engine.history import HistoryRow
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat, msg, seat_name
from games.core.views.scene import Arms, RecentMoves, Scene

Pos = Position[Any, Any]
LAST = 2**31  # greater than any step number
_KEPT = 4  # cache entries for logs and for positions
log = logging.getLogger(__name__)


class ReplayStep(NamedTuple):
    """Row that a viewer can read: row number, seat, sentences, and the headings among them.

    Step 0 is the start, the last step the newest row that the viewer knows of.
    """

    n: int
    seat: Seat | None
    said: tuple[Msg, ...]
    headings: tuple[Msg, ...]


class Replay(NamedTuple):
    """Effective rows of a match, and the steps that they make for one viewer."""

    rows: tuple[HistoryRow, ...]
    steps: tuple[ReplayStep, ...]

    def at(self, row: int) -> int:
        """Return the step that was current after this row of the log."""
        return max(0, bisect_right([step.n for step in self.steps], row) - 1)


class ReplayFrame(Struct, frozen=True):
    """Match at one step, as one viewer could know it then.

    `seat` is the viewpoint (None: public) and `own` the reader's own seat, if they may switch
    to it. Steps are counted for this viewpoint only, from 0 (the start) to `last`, so that no
    number reveals private steps of others. `chapters` are the steps at which a part of the game
    began (in games without parts, each player's turn); `chapter` is the newest part. `view` is
    None for rows of older rules: they can be read, but not replayed.
    """

    match: Match
    seat: Seat | None
    own: Seat | None
    at: int
    last: int
    said: tuple[Msg, ...]
    chapter: Msg | None
    chapters: tuple[tuple[int, Msg], ...]
    view: Any = None
    summary: Msg | None = None
    words: tuple[Msg, ...] = ()
    hand: str = ""  # image kind of the viewer's private area
    trail: RecentMoves = RecentMoves()
    arms: tuple[Arms, ...] = ()  # of all seats

    @property
    def over(self) -> bool:
        """Return whether this is the end of an ended game."""
        return self.match.status == "ended" and self.at == self.last


class AnimationPosition(NamedTuple):
    """Frame of an animation: the view, the board changes since the last frame, and more.

    `chapter` is the part of the game that began with it (None: none). `points` are filled only
    for an ended game: before, they would include hidden ones.
    """

    view: Any
    trail: RecentMoves
    points: tuple[int, ...]
    chapter: Msg | None
    arms: tuple[Arms, ...]


class Replays:
    """Service for replays of started matches; methods raise `UserError` if not possible."""

    def __init__(self, repo: Repo, games: Games, lobby: Lobby) -> None:
        self._repo, self._games, self._lobby = repo, games, lobby
        self._reels = BoundedDict[tuple[str, int, Seat | None], Replay](_KEPT)
        self._folded = BoundedDict[tuple[str, int], tuple[int, Pos]](_KEPT)

    async def frame(
        self,
        match: str,
        by: User,
        at: int | None = None,
        *,
        own: bool | None = None,
        turned: bool = False,
    ) -> ReplayFrame:
        """Return the match at a step, from the user's own or the public viewpoint.

        Step None is the start of an ended game, else the newest; a number beyond the last means
        the last. `own` None is the user's own viewpoint while the game runs. `turned` means
        that the step was counted for the other viewpoint.
        """
        table = await self._begun(match)
        mine = table.seat_of(by.id)
        eyes = None if mine is None else mine.seat
        wants = table.status != "ended" if own is None else own
        seat = eyes if wants else None
        reel = await self._reel(table, seat)
        last = len(reel.steps) - 1
        if at is None:
            at = 0 if table.status == "ended" else last
        elif turned:
            other = await self._reel(table, None if wants else eyes)
            at = reel.at(other.steps[max(0, min(at, len(other.steps) - 1))].n)
        return await self._still(table, seat, eyes, reel, max(0, min(at, last)))

    async def page(self, match: str, by: User, page: LogPage) -> ReplayFrame:
        """Return the match at the last row of a log page, from the reader's viewpoint."""
        table = await self._begun(match)
        mine = table.seat_of(by.id)
        seat = None if mine is None else mine.seat
        reel = await self._reel(table, seat)
        row = page.rows[-1].n if page.rows else 0
        return await self._still(table, seat, seat, reel, reel.at(row))

    async def animation_frames(
        self, match: str, by: User | None, most: int, *, whole: bool = False
    ) -> tuple[Match, list[AnimationPosition]]:
        """Return the match and at most `most` animation frames; below two if nothing happened.

        They show what happened since the user's last own step (for a spectator or None: the
        newest turn), or the `whole` of an ended game. The first frame shows the state before.
        """
        table = await self._begun(match)
        if whole and table.status != "ended":
            raise UserError(msg("host.trouble.no_film"))
        mine = None if whole or by is None else table.seat_of(by.id)
        reel = await self._reel(table, None if mine is None else mine.seat)
        first, last = 0 if whole else self._before(reel, mine), len(reel.steps) - 1
        chosen = sorted({first + round(k * (last - first) / (most - 1)) for k in range(most)})
        found, arms = list[AnimationPosition](), await avatars.avatar_of(self._repo.users, table)
        for before, at in zip([None, *chosen], chosen, strict=False):
            if (
                take := await self._take(
                    table, reel, None if mine is None else mine.seat, before, at, arms
                )
            ) is None:
                raise UserError(msg("host.trouble.older_rules"))
            found.append(take)
        return table, found

    @staticmethod
    def _before(reel: Replay, seat: SeatRow | None) -> int:
        """Return the step before the animated ones."""
        if seat is not None and seat.acted:
            return min(reel.at(seat.acted), max(0, len(reel.steps) - 2))
        turns = [at for at, _ in _turns(reel.steps)]
        return max(0, (turns[-1] if turns else 1) - 1)

    async def _take(
        self,
        table: Match,
        reel: Replay,
        seat: Seat | None,
        before: int | None,
        at: int,
        arms: tuple[Arms, ...],
    ) -> AnimationPosition | None:
        game, step = self._games[table.game], reel.steps[at]
        pos = await self._position(table, reel, step.n)
        if pos is None:
            return None
        since = step.n if before is None else reel.steps[before].n
        trail = game_log.trail(game, [row for row in reel.rows if since < row.n <= step.n], seat)
        begun = [
            one.headings[-1]
            for one in reel.steps[0 if before is None else before + 1 : at + 1]
            if one.headings
        ]
        points = tuple(game.score(pos).total) if table.status == "ended" else ()
        return AnimationPosition(
            game.view(pos, seat), trail, points, begun[-1] if begun else None, arms
        )

    async def turn_starts(self, match: str) -> list[tuple[int, Pos]]:
        """Return the public turns of a game: first step and position before it.

        The last item is the number of steps with the final position. Empty if some rows have
        older rules.
        """
        table = await self._begun(match)
        reel = await self._reel(table, None)
        found = list[tuple[int, Pos]]()
        for step in [*(at for at, _ in _turns(reel.steps) if at), len(reel.steps)]:
            pos = await self._position(table, reel, reel.steps[step - 1].n)
            if pos is None:
                return []
            found.append((step, pos))
        return found

    async def last_step(self, match: str) -> int:
        """Return the newest public step."""
        return len((await self._reel(await self._begun(match), None)).steps) - 1

    async def step_before_last_turn(self, match: str, by: User) -> int:
        """Return the public step before the user's last own turn.

        Raises `UserError` if the user has no seat or had no turn.
        """
        table = await self._begun(match)
        mine = table.seat_of(by.id)
        if mine is None:
            raise stranger(table, by.id)
        steps = (await self._reel(table, None)).steps
        own = [at for at, _ in _turns(steps) if at and steps[at].seat == mine.seat]
        if not own:
            raise UserError(msg("host.trouble.no_turn_yet"))
        return own[-1] - 1

    async def row_of_step(self, match: str, step: int) -> int:
        """Return the row of a public step.

        Raises `UserError` if there is no such step before the newest.
        """
        reel = await self._reel(await self._begun(match), None)
        if not 0 <= step < len(reel.steps) - 1:
            raise UserError(msg("host.trouble.no_step", n=step, last=len(reel.steps) - 1))
        return reel.steps[step].n

    async def after(self, match: str, step: int) -> tuple[Msg | None, int]:
        """Return the first public sentence after this step, and the number of the newest step."""
        table = await self._begun(match)
        steps = (await self._reel(table, None)).steps
        said = (
            one
            for later in steps[step + 1 :]
            for one in game_log.as_then(table, later.n, later.said)
        )
        return next((one for one in said if one.key != "host.heading"), None), len(steps) - 1

    async def _begun(self, match: str) -> Match:
        table = await self._lobby.get(match)
        if not table.seed:
            raise UserError(msg(f"host.trouble.{table.status}"))
        return table

    async def _reel(self, table: Match, seat: Seat | None) -> Replay:
        """Return the replay for this viewer up to the newest row; cached."""
        key = (table.id, table.rows, seat)
        if key not in self._reels:
            entries = await self._repo.game_log.entries(table.id, -1, table.rows)
            rows = [entry.row for entry in entries]
            standing = [*(row for row in rows if row.n == 0), *history.effective_rows(rows)]
            self._reels[key] = await asyncio.to_thread(self._cut, table, standing, seat)
        return self._reels[key]

    def _cut(self, table: Match, rows: list[HistoryRow], seat: Seat | None) -> Replay:
        game, steps = self._games[table.game], list[ReplayStep]()
        for row in rows:
            said = game_log.narrate_row(game, row, seat, headings=True)
            if said or row.n == 0:
                steps.append(ReplayStep(row.n, row.seat, said, game_log.headings(game, row, seat)))
        heard = [row for row in rows if game_log.events_for(game, row, seat)]
        if heard and steps and heard[-1].n > steps[-1].n:  # part of a turn without a sentence yet
            steps.append(ReplayStep(heard[-1].n, heard[-1].seat, (), ()))
        if not steps or steps[0].n:  # matches of the first versions have no row 0
            steps.insert(0, ReplayStep(0, None, (), ()))
        return Replay(tuple(rows), tuple(steps))

    async def _still(
        self, table: Match, seat: Seat | None, own: Seat | None, reel: Replay, at: int
    ) -> ReplayFrame:
        game, step, arms = (
            self._games[table.game],
            reel.steps[at],
            await avatars.avatar_of(self._repo.users, table),
        )
        chapters = tuple((n, one.headings[-1]) for n, one in enumerate(reel.steps) if one.headings)
        begun = [name for n, name in chapters if n <= at]
        told = game_log.as_then(table, step.n, step.said)
        still = ReplayFrame(
            table,
            seat,
            own,
            at,
            len(reel.steps) - 1,
            told,
            begun[-1] if begun else None,
            chapters or _turns(reel.steps),
            trail=game_log.trail(
                game, [row for row in reel.rows if row.n == step.n and step.n], seat
            ),
            arms=arms,
        )
        pos = await self._position(table, reel, step.n)
        if (
            pos is None
            and at == still.last
            and (now := await self._repo.matches.load(table.id))
            and now.match.rows == table.rows
        ):
            pos = now.pos  # the stored position is current: no replay needed
        if pos is None:
            return still
        view = game.view(pos, seat)
        said = still.said + (game_log.ending(game.score(pos)) if still.over else ())
        values = {name: getattr(still, name) for name in ReplayFrame.__struct_fields__}
        values |= {
            "said": said,
            "view": view,
            "summary": game.summary(view),
            "words": tuple(game.describe(view)),
        }
        return ReplayFrame(**values | {"hand": "" if seat is None else game.own_picture(view)})

    async def _position(self, table: Match, reel: Replay, row: int) -> Pos | None:
        """Return the position after a row, replayed from the nearest cached one.

        None if the rows have older rules.
        """
        at, pos = await self._repo.game_log.checkpoint(table.id, upto=row)
        near = self._folded.get((table.id, table.rows))
        if near is not None and at <= near[0] <= row:
            at, pos = near
        rows = [one for one in reel.rows if at < one.n <= row]
        if any(one.rules != self._games[table.game].rules for one in rows):
            return None
        try:
            pos = await asyncio.to_thread(history.fold, pos, rows, table.seed)
        except history.ReplayMismatchError as error:
            log.warning("match %s: replay of row %d failed: %s", table.id, row, error)
            return None
        self._folded[table.id, table.rows] = (row, pos)
        return pos


def _turns(steps: Sequence[ReplayStep]) -> tuple[tuple[int, Msg], ...]:
    """Return the steps at which another seat begins to act, each with the seat's name."""
    found: list[tuple[int, Seat]] = []
    for n, step in enumerate(steps):
        if step.seat is not None and (not found or found[-1][1] != step.seat):
            found.append((n, step.seat))
    return tuple((n, seat_name(seat)) for n, seat in found)


def scene(still: ReplayFrame, kind: str, lang: str, by: User) -> Scene:
    """Return the scene of a replay frame, with the palette and size of `by`."""
    table, bare = still.match, by.prefs.get("bare")
    return Scene(
        table.game,
        kind,
        still.view,
        table.names,
        lang,
        changed=still.trail.changed,
        trail=() if bare else still.trail.moved,
        palette=palette_of(by.prefs),
        large=bool(by.prefs.get("large")),
        arms=still.arms,
    )
