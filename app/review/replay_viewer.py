"""Replay of a match, row by row, with only what each viewer could know then. Read-only.

A step is a log row that the viewer can read; steps are numbered for each viewer from 0, so that the
numbers do not reveal rows that are private to others.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct, structs

from app.log import game_log
from app.log.log_page import LogPage
from app.match.lobby import Lobby
from app.match.seating import not_seated_error
from app.model.match import Match, SeatRow, User, UserError
from app.people import avatars
from app.people.users import palette_of
from app.ports.repo import Repo
from app.ports.services import Games
from app.runtime.bounded_dict import BoundedDict
from games.core.engine import history
from games.core.engine.history import HistoryRow
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat, msg, seat_name
from games.core.views.scene import KINDS_WITH_NEWS, CoatOfArms, News, RecentMoves, Scene

Pos = Position[Any, Any]
LAST = 2**31  # greater than any step number
_CACHE_SIZE = 4  # cache entries for logs and for positions
log = logging.getLogger(__name__)


class ReplayStep(NamedTuple):
    """Log row that a viewer can read: number, seat, sentences, and the headings among these.

    Step 0 is the start of the game; the last step is the newest row that the viewer may see.
    """

    n: int
    seat: Seat | None
    said: tuple[Msg, ...]
    headings: tuple[Msg, ...]


class Replay(NamedTuple):
    """Log rows of a match without undone ones, and the steps that one viewer can read."""

    rows: tuple[HistoryRow, ...]
    steps: tuple[ReplayStep, ...]

    def at(self, row: int) -> int:
        """Return the number of the newest step at or before this log row."""
        return max(0, bisect_right([step.n for step in self.steps], row) - 1)


class StepView(Struct, frozen=True):
    """Match at one step, as one viewer could know it then.

    - `seat`: the viewpoint (None: public)
    - `own`: the reader's own seat, to whose viewpoint they may switch
    - `at`, `last`: numbers of this step and of the last one, for this viewpoint
    - `chapters`: the steps at which a part of the game began, or a turn in games without parts
    - `chapter`: the part of the game at this step
    - `view`: None for rows of older rules, which can be read but not replayed
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
    arms: tuple[CoatOfArms, ...] = ()  # coats of arms of all seats
    news: News = News()

    @property
    def over(self) -> bool:
        """Return whether this is the end of an ended game."""
        return self.match.status == "ended" and self.at == self.last


class ReplayFrame(NamedTuple):
    """Content of one frame of an animation.

    `render.motion.animation.DrawnFrame` is a frame as a picture.

    - `view`: what the viewer may know of the position
    - `trail`: the board changes since the previous frame
    - `points`: the points of all seats; empty until the game has ended, because they would include
      hidden points
    - `chapter`: the part of the game that began with this frame, or None
    - `arms`: coats of arms of all seats
    - `news`: the last public event
    """

    view: Any
    trail: RecentMoves
    points: tuple[int, ...]
    chapter: Msg | None
    arms: tuple[CoatOfArms, ...]
    news: News


class Replays:
    """Service for replays of started matches; methods raise `UserError` for other matches."""

    def __init__(self, repo: Repo, games: Games, lobby: Lobby) -> None:
        self._repo, self._games, self._lobby = repo, games, lobby
        self._replays = BoundedDict[tuple[str, int, Seat | None], Replay](_CACHE_SIZE)
        self._positions = BoundedDict[tuple[str, int], tuple[int, Pos]](_CACHE_SIZE)

    async def step_view(
        self,
        match_id: str,
        by: User,
        at: int | None = None,
        *,
        own: bool | None = None,
        turned: bool = False,
    ) -> StepView:
        """Return the match at step `at`, from the user's own or the public viewpoint.

        Without `at`, return the newest step; of an ended game, the start. A number beyond the last
        means the last. `own` selects the user's own viewpoint; if it is None, a running game is
        shown from the own and an ended one from the public viewpoint. `turned` means that the user
        has just switched: `at` is then a step number of the other viewpoint.
        """
        match = await self._started_match(match_id)
        row = match.seat_of(by.id)
        own_seat = None if row is None else row.seat
        is_own_view = match.status != "ended" if own is None else own
        seat = own_seat if is_own_view else None
        replay = await self._replay(match, seat)
        last = len(replay.steps) - 1
        if at is None:
            at = 0 if match.status == "ended" else last
        elif turned:
            other = await self._replay(match, None if is_own_view else own_seat)
            at = replay.at(other.steps[max(0, min(at, len(other.steps) - 1))].n)
        return await self._step_view_at(match, seat, own_seat, replay, max(0, min(at, last)))

    async def step_of_log_page(self, match_id: str, by: User, page: LogPage) -> StepView:
        """Return the match at the last row of a log page, from the reader's viewpoint."""
        match = await self._started_match(match_id)
        own_row = match.seat_of(by.id)
        seat = None if own_row is None else own_row.seat
        replay = await self._replay(match, seat)
        row = page.rows[-1].n if page.rows else 0
        return await self._step_view_at(match, seat, seat, replay, replay.at(row))

    async def animation_frames(
        self, match_id: str, by: User | None, most: int, *, whole: bool = False
    ) -> tuple[Match, list[ReplayFrame]]:
        """Return the match and at most `most` animation frames, up to the newest step.

        The first frame shows

        - with `whole` (only for an ended game): the start of the game
        - for a user who has moved: the position after their last own step
        - for others (spectators, None): the position before the newest turn

        Fewer than two frames mean that nothing has happened since.
        """
        match = await self._started_match(match_id)
        if whole and match.status != "ended":
            raise UserError(msg("host.trouble.no_film"))
        own_row = None if whole or by is None else match.seat_of(by.id)
        replay = await self._replay(match, None if own_row is None else own_row.seat)
        first, last = (
            0 if whole else self._first_animated_step(replay, own_row),
            len(replay.steps) - 1,
        )
        chosen = sorted({first + round(k * (last - first) / (most - 1)) for k in range(most)})
        seat_avatars = await avatars.avatar_of(self._repo.users, match)
        frames = list[ReplayFrame]()
        for before, at in zip([None, *chosen], chosen, strict=False):
            if (
                frame := await self._animation_frame(
                    match,
                    replay,
                    None if own_row is None else own_row.seat,
                    before,
                    at,
                    seat_avatars,
                )
            ) is None:
                raise UserError(msg("host.trouble.older_rules"))
            frames.append(frame)
        return match, frames

    @staticmethod
    def _first_animated_step(replay: Replay, seat: SeatRow | None) -> int:
        """Return the step that the first frame shows, which is before the moves to animate.

        `seat` is the viewer's seat, None for a spectator.
        """
        if seat is not None and seat.last_own_row:
            return min(replay.at(seat.last_own_row), max(0, len(replay.steps) - 2))
        turns = [at for at, _ in _turns(replay.steps)]
        return max(0, (turns[-1] if turns else 1) - 1)

    async def _animation_frame(
        self,
        match: Match,
        replay: Replay,
        seat: Seat | None,
        before: int | None,
        at: int,
        arms: tuple[CoatOfArms, ...],
    ) -> ReplayFrame | None:
        """Return the frame of step `at`; None if its position can't be replayed.

        `seat` is the viewpoint (None: public). `before` is the step of the previous frame (None:
        this is the first one). `arms` are the players' coats of arms.
        """
        game, step = self._games[match.game], replay.steps[at]
        # rows after the newest step have no sentence, but may have changed which prompt is open
        newest = at == len(replay.steps) - 1 and bool(replay.rows)
        pos = await self._position(match, replay, replay.rows[-1].n if newest else step.n)
        if pos is None:
            return None
        since = step.n if before is None else replay.steps[before].n
        trail = game_log.trail(game, [row for row in replay.rows if since < row.n <= step.n], seat)
        chapters = [
            step.headings[-1]
            for step in replay.steps[0 if before is None else before + 1 : at + 1]
            if step.headings
        ]
        points = tuple(game.score(pos).total) if match.status == "ended" else ()
        return ReplayFrame(
            view=game.view(pos, seat),
            trail=trail,
            points=points,
            chapter=chapters[-1] if chapters else None,
            arms=arms,
            news=self._news(match, replay, step.n),
        )

    def _news(self, match: Match, replay: Replay, row: int) -> News:
        """Return the sentences of the newest public row up to `row`."""
        rows = [earlier for earlier in replay.rows if earlier.n <= row]
        return game_log.news(match, self._games[match.game], rows)

    async def turn_starts(self, match_id: str) -> list[tuple[int, Pos]]:
        """Return (step, position before it) for the first step of each turn of a game.

        A turn is a run of public steps of one seat. One more item follows: the number of steps and
        the final position. The list is empty if some rows have older rules.
        """
        match = await self._started_match(match_id)
        replay = await self._replay(match, None)
        starts = list[tuple[int, Pos]]()
        # no turn begins with step 0, which is the start of the game and no seat's
        first_steps = [at for at, _ in _turns(replay.steps)]
        for step in [*first_steps, len(replay.steps)]:
            pos = await self._position(match, replay, replay.steps[step - 1].n)
            if pos is None:
                return []
            starts.append((step, pos))
        return starts

    async def last_step(self, match_id: str) -> int:
        """Return the number of the newest public step of a match."""
        return len((await self._replay(await self._started_match(match_id), None)).steps) - 1

    async def step_before_last_turn(self, match_id: str, by: User) -> int:
        """Return the number of the public step before the user's last own turn.

        Raises `UserError` if the user has no seat or had no turn.
        """
        match = await self._started_match(match_id)
        own_row = match.seat_of(by.id)
        if own_row is None:
            raise not_seated_error(match, by.id)
        steps = (await self._replay(match, None)).steps
        own_turns = [at for at, _ in _turns(steps) if at and steps[at].seat == own_row.seat]
        if not own_turns:
            raise UserError(msg("host.trouble.no_turn_yet"))
        return own_turns[-1] - 1

    async def row_of_step(self, match_id: str, step: int) -> int:
        """Return the log row of a public step other than the newest one.

        Raises `UserError` if there is no such step.
        """
        replay = await self._replay(await self._started_match(match_id), None)
        if not 0 <= step < len(replay.steps) - 1:
            raise UserError(msg("host.trouble.no_step", last=len(replay.steps) - 1))
        return replay.steps[step].n

    async def first_sentence_after(self, match_id: str, step: int) -> tuple[Msg | None, int]:
        """Return the first public sentence after this step, and the number of the newest step.

        The sentence is None if the step is the newest one.
        """
        match = await self._started_match(match_id)
        steps = (await self._replay(match, None)).steps
        sentences = (
            sentence
            for later in steps[step + 1 :]
            for sentence in game_log.without_later_players(match, later.n, later.said)
        )
        first = next((sentence for sentence in sentences if sentence.key != "host.heading"), None)
        return first, len(steps) - 1

    async def _started_match(self, match_id: str) -> Match:
        """Return the match; raise `UserError` if it has not started."""
        match = await self._lobby.get(match_id)
        if not match.seed:
            raise UserError(msg(f"host.trouble.{match.status}"))
        return match

    async def _replay(self, match: Match, seat: Seat | None) -> Replay:
        """Return the replay for this viewer up to the newest row; cached."""
        key = (match.id, match.rows, seat)
        if key not in self._replays:
            entries = await self._repo.game_log.entries(match.id, -1, match.rows)
            rows = [entry.row for entry in entries]
            effective = [*(row for row in rows if row.n == 0), *history.effective_rows(rows)]
            self._replays[key] = await asyncio.to_thread(self._build_replay, match, effective, seat)
        return self._replays[key]

    def _build_replay(self, match: Match, rows: list[HistoryRow], seat: Seat | None) -> Replay:
        """Return the replay for this viewer; `rows` are the match's rows without undone ones.

        A row with sentences for the viewer is a step; row 0 is always a step.
        """
        game, steps = self._games[match.game], list[ReplayStep]()
        for row in rows:
            said = game_log.narrate_row(game, row, seat, headings=True)
            if said or row.n == 0:
                steps.append(
                    ReplayStep(
                        n=row.n,
                        seat=row.seat,
                        said=said,
                        headings=game_log.headings(game, row, seat),
                    )
                )
        visible = [row for row in rows if game_log.events_for(game, row, seat)]
        if visible and steps and visible[-1].n > steps[-1].n:
            # the newest rows belong to a turn that has no sentence yet
            steps.append(ReplayStep(n=visible[-1].n, seat=visible[-1].seat, said=(), headings=()))
        if not steps or steps[0].n:  # matches of the first versions have no row 0
            steps.insert(0, ReplayStep(n=0, seat=None, said=(), headings=()))
        return Replay(tuple(rows), tuple(steps))

    async def _step_view_at(
        self, match: Match, seat: Seat | None, own: Seat | None, replay: Replay, at: int
    ) -> StepView:
        """Return the match at step `at` of a replay; `own` is the reader's own seat."""
        game, step = self._games[match.game], replay.steps[at]
        arms = await avatars.avatar_of(self._repo.users, match)
        chapters = tuple(
            (n, step.headings[-1]) for n, step in enumerate(replay.steps) if step.headings
        )
        begun_chapters = [name for n, name in chapters if n <= at]
        frame = StepView(
            match=match,
            seat=seat,
            own=own,
            at=at,
            last=len(replay.steps) - 1,
            said=game_log.without_later_players(match, step.n, step.said),
            chapter=begun_chapters[-1] if begun_chapters else None,
            chapters=chapters or _turns(replay.steps),
            trail=game_log.trail(
                game, [row for row in replay.rows if row.n == step.n and step.n], seat
            ),
            arms=arms,
            news=self._news(match, replay, step.n),
        )
        pos = await self._position(match, replay, step.n)
        if (
            pos is None
            and at == frame.last
            and (stored := await self._repo.matches.load(match.id))
            and stored.match.rows == match.rows
        ):
            pos = stored.pos  # the stored position is the one after the last row
        if pos is None:
            return frame
        view = game.view(pos, seat)
        return structs.replace(
            frame,
            said=frame.said + (game_log.ending(game.score(pos)) if frame.over else ()),
            view=view,
            summary=game.summary(view),
            words=tuple(game.describe(view)),
            hand="" if seat is None else game.own_picture(view),
        )

    async def _position(self, match: Match, replay: Replay, row: int) -> Pos | None:
        """Return the position after a row, replayed from the nearest stored or cached position.

        Returns None if rows up to it have older rules or can't be replayed.
        """
        at, pos = await self._repo.game_log.checkpoint(match.id, upto=row)
        cached = self._positions.get((match.id, match.rows))
        if cached is not None and at <= cached[0] <= row:
            at, pos = cached
        rows = [later for later in replay.rows if at < later.n <= row]
        if any(later.rules != self._games[match.game].rules for later in rows):
            return None
        try:
            pos = await asyncio.to_thread(history.fold, pos, rows, match.seed)
        except history.ReplayMismatchError as error:
            log.warning("match %s: replay of row %d failed: %s", match.id, row, error)
            return None
        self._positions[match.id, match.rows] = (row, pos)
        return pos


def _turns(steps: Sequence[ReplayStep]) -> tuple[tuple[int, Msg], ...]:
    """Return (step, seat's name) for the steps at which another seat begins to act."""
    turns: list[tuple[int, Seat]] = []
    for n, step in enumerate(steps):
        if step.seat is not None and (not turns or turns[-1][1] != step.seat):
            turns.append((n, step.seat))
    return tuple((n, seat_name(seat)) for n, seat in turns)


def scene(still: StepView, kind: str, lang: str, by: User) -> Scene:
    """Return the scene (description of an image) of a step, with palette and size of `by`."""
    match, bare = still.match, by.prefs.get("bare")
    return Scene(
        match.game,
        kind,
        still.view,
        match.names,
        lang,
        changed=still.trail.changed,
        moved=() if bare else still.trail.moved,
        palette=palette_of(by.prefs),
        large=bool(by.prefs.get("large")),
        arms=still.arms,
        news=still.news if kind in KINDS_WITH_NEWS else News(),
    )
