"""A game looked at again, row by row, as each viewer could know it then. What is stored is folded; nothing is changed."""

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
from app.ports.store import Games, Repo
from app.runtime.bounded_dict import BoundedDict
from games.core.engine import history
from games.core.engine.history import HistoryRow
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat, msg, seat_name
from games.core.views.scene import Arms, RecentMoves, Scene

Pos = Position[Any, Any]
LAST = 2**31  # a step beyond any game's last
_KEPT = 4  # logs, and positions, that are kept for whoever steps on
log = logging.getLogger(__name__)


class ReplayStep(NamedTuple):
    """A row that tells a viewer something: its number in the log, whose it was, its sentences, the headings among them. Step 0 is
    the start, the last one the newest row of which they have heard."""

    n: int
    seat: Seat | None
    said: tuple[Msg, ...]
    headings: tuple[Msg, ...]


class Replay(NamedTuple):
    """A game as one viewer was told it: the rows that count, and the steps that they make for this viewer."""

    rows: tuple[HistoryRow, ...]
    steps: tuple[ReplayStep, ...]

    def at(self, row: int) -> int:
        """The step that stood when this row of the log had been played."""
        return max(0, bisect_right([step.n for step in self.steps], row) - 1)


class ReplayFrame(Struct, frozen=True):
    """A game at one step, as one viewer could know it then.

    `seat` says through whose eyes (None: anybody's) and `own` through whose the reader may look besides. Steps are counted for
    these eyes alone, from 0, the start, to `last`: how often others have done something in secret is in no number. `chapters`
    are the steps at which a part of the game began (in games that tell of none: somebody's turn), `chapter` is the newest part.
    `view` is None where the game was played by earlier rules: that can be read, but not replayed.
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
    hand: str = ""  # the kind of picture of the viewer's own things
    trail: RecentMoves = RecentMoves()
    arms: tuple[Arms, ...] = ()  # everybody's

    @property
    def over(self) -> bool:
        """True at the end of a game that has ended."""
        return self.match.status == "ended" and self.at == self.last


class AnimationFrame(NamedTuple):
    """A step of a moving picture: the game as its viewer could know it then, what was done on the board since the take before,
    the part of the game that began with it (None: none did), and everybody's arms. Everybody's `points` are in a game that has
    ended alone: before, what is hidden counts in them."""

    view: Any
    trail: RecentMoves
    points: tuple[int, ...]
    chapter: Msg | None
    arms: tuple[Arms, ...]


class Playback:
    """Stills of games that have begun. Every method raises `UserError` for what can't be shown."""

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
        """The game at a step (None: the start of one that has ended, else the newest; beyond the last: that one), through one's
        `own` eyes or anybody's; None: one's own while it runs. `turned`: the step was counted for the other eyes."""
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
        """The game at the last row of a page of the log, as its reader may see it."""
        table = await self._begun(match)
        mine = table.seat_of(by.id)
        seat = None if mine is None else mine.seat
        reel = await self._reel(table, seat)
        row = page.rows[-1].n if page.rows else 0
        return await self._still(table, seat, seat, reel, reel.at(row))

    async def animation_frames(
        self, match: str, by: User | None, most: int, *, whole: bool = False
    ) -> tuple[Match, list[AnimationFrame]]:
        """What happened since the person's last own step (for who does not play, or None: in the newest turn), or the `whole` of
        a game that has ended, as at most `most` takes, the first before all that; fewer than two where nothing happened."""
        table = await self._begun(match)
        if whole and table.status != "ended":
            raise UserError(msg("host.trouble.no_film"))
        mine = None if whole or by is None else table.seat_of(by.id)
        reel = await self._reel(table, None if mine is None else mine.seat)
        first, last = 0 if whole else self._before(reel, mine), len(reel.steps) - 1
        chosen = sorted({first + round(k * (last - first) / (most - 1)) for k in range(most)})
        found, arms = list[AnimationFrame](), await avatars.avatar_of(self._repo, table)
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
        """The step before what a turn's picture tells."""
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
    ) -> AnimationFrame | None:
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
        return AnimationFrame(
            game.view(pos, seat), trail, points, begun[-1] if begun else None, arms
        )

    async def turn_starts(self, match: str) -> list[tuple[int, Pos]]:
        """The turns of a game as everybody was told it: the step at which each begins with the position before it; at last the
        number of steps with how it ended. Empty where some of it was played by earlier rules."""
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
        """The newest step of the game as everybody was told it."""
        return len((await self._reel(await self._begun(match), None)).steps) - 1

    async def step_before_last_turn(self, match: str, by: User) -> int:
        """The step before the person's last own turn as everybody was told it; `UserError` for who
        has had none, or has no seat."""
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
        """The row that made this step of the game as everybody was told it; `UserError` when there is no such step before the
        newest."""
        reel = await self._reel(await self._begun(match), None)
        if not 0 <= step < len(reel.steps) - 1:
            raise UserError(msg("host.trouble.no_step", n=step, last=len(reel.steps) - 1))
        return reel.steps[step].n

    async def after(self, match: str, step: int) -> tuple[Msg | None, int]:
        """Return what happened first after this step, as everybody may read it, and the number of the newest step."""
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
        """The rows up to `table.rows` as this viewer was told them; kept for a while."""
        key = (table.id, table.rows, seat)
        if key not in self._reels:
            entries = await self._repo.entries(table.id, -1, table.rows)
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
        if (
            heard and steps and heard[-1].n > steps[-1].n
        ):  # half a turn, of which there is no sentence yet
            steps.append(ReplayStep(heard[-1].n, heard[-1].seat, (), ()))
        if not steps or steps[0].n:  # tables of the first versions have no row 0
            steps.insert(0, ReplayStep(0, None, (), ()))
        return Replay(tuple(rows), tuple(steps))

    async def _still(
        self, table: Match, seat: Seat | None, own: Seat | None, reel: Replay, at: int
    ) -> ReplayFrame:
        game, step, arms = (
            self._games[table.game],
            reel.steps[at],
            await avatars.avatar_of(self._repo, table),
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
            and (now := await self._repo.load(table.id))
            and now.match.rows == table.rows
        ):
            pos = now.pos  # nothing was heard since, and what is stored need not be replayed
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
        return ReplayFrame(**values | {"hand": "" if seat is None else game.hand(view)})

    async def _position(self, table: Match, reel: Replay, row: int) -> Pos | None:
        """The position after a row: folded from the nearest one that is kept. None where it was played by earlier rules."""
        at, pos = await self._repo.checkpoint(table.id, upto=row)
        near = self._folded.get((table.id, table.rows))
        if near is not None and at <= near[0] <= row:
            at, pos = near
        rows = [one for one in reel.rows if at < one.n <= row]
        if any(one.rules != self._games[table.game].rules for one in rows):
            return None
        try:
            pos = await asyncio.to_thread(history.fold, pos, rows, table.seed)
        except history.ReplayMismatchError as error:
            log.warning("match %s can't be shown at row %d: %s", table.id, row, error)
            return None
        self._folded[table.id, table.rows] = (row, pos)
        return pos


def _turns(steps: Sequence[ReplayStep]) -> tuple[tuple[int, Msg], ...]:
    """The steps at which somebody else begins to act, each with who that is."""
    found: list[tuple[int, Seat]] = []
    for n, step in enumerate(steps):
        if step.seat is not None and (not found or found[-1][1] != step.seat):
            found.append((n, step.seat))
    return tuple((n, seat_name(seat)) for n, seat in found)


def scene(still: ReplayFrame, kind: str, lang: str, by: User) -> Scene:
    """The picture of a still of this kind, for `by`'s eyes (palette, size)."""
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
