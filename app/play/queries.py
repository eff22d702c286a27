"""Read access to a match: views, images, log, recap, scores, verification and inbox."""

from __future__ import annotations

from contextlib import suppress

from msgspec import structs

from app.log import game_log, game_record
from app.log.log_page import LogPage, Recap
from app.match.lobby import Lobby
from app.model.match import (
    LoadedMatch,
    Match,
    Panel,
    TableView,
    User,
    UserError,
    VerificationResult,
)
from app.people import avatars
from app.people.users import palette_of
from app.play import panel_builder
from app.play.draft_session import load_session
from app.play.inbox import InboxItem
from app.ports.repo import Repo
from app.ports.services import Clock, Games
from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Seat, msg
from games.core.views.scene import KINDS_WITH_NEWS, News, RecentMoves, Scene


class MatchQueries:
    """Read access to matches.

    It changes nothing except which log rows a player has seen. Methods raise `UserError` if the
    request is not possible.
    """

    def __init__(self, repo: Repo, clock: Clock, games: Games, lobby: Lobby) -> None:
        self._repo, self._clock, self._games, self._lobby = repo, clock, games, lobby

    async def round_completed_since(self, match_id: str, at: float) -> bool:
        """Return whether every seat has made a public move since `at` (Unix seconds).

        Private moves do not count, so the result does not reveal them.
        """
        match = await self._lobby.get(match_id)
        earliest_row = min(seat.last_own_row for seat in match.seats)
        entries = (
            await self._repo.game_log.entries(match_id, earliest_row - 1, earliest_row)
            if earliest_row
            else []
        )
        seats_left, upto = {seat.seat for seat in match.seats}, match.rows
        while entries and entries[0].at > at and seats_left and upto > 0:
            entries = await self._repo.game_log.entries(
                match_id, max(0, upto - game_log.LOOKBACK_ROWS), upto
            )
            rows = (entry.row for entry in game_log.effective_rows(entries) if entry.at > at)
            seats_left -= {row.seat for row in game_log.public_rows(rows) if row.seat is not None}
            upto -= game_log.LOOKBACK_ROWS
        return not seats_left

    async def view(self, match_id: str, by: User | None = None) -> TableView:
        """Return the match as this user (None: a spectator) may see it."""
        stored = await self._repo.matches.load(match_id)
        if stored is None:
            return TableView(await self._lobby.get(match_id), None, None, None, (), ())
        game, match = self._games[stored.match.game], stored.match
        seat = None if by is None else match.seat_of(by.id)
        viewer = None if seat is None else seat.seat
        view = game.view(stored.pos, viewer)
        return TableView(
            match,
            viewer,
            view,
            game.summary(view),
            tuple(game.describe(view)),
            match.waiting,
            game.closeups(view),
            tuple(game.standing(view)) if game.standing and match.status == "running" else (),
        )

    async def scene(
        self,
        match_id: str,
        seat: Seat | None,
        kind: str,
        lang: str,
        panel: Panel | None = None,
        by: User | None = None,
    ) -> Scene:
        """Return the scene (description of an image) of a match for a seat; None: public.

        `kind` is the kind of image, `lang` the language of its texts. With a `panel`, the scene
        shows the panel's markers and previewed pieces, on the view for which the panel was built.
        `by` is the user whose palette and picture size are used (None: the defaults).
        """
        if panel is not None and panel.view is not None and panel.seat == seat:
            match, view = panel.match, panel.view
        else:
            stored = await self.load(match_id)
            match, view = stored.match, self._games[stored.match.game].view(stored.pos, seat)
        asked, trail = (
            (None, await self.recent_moves(match, seat))
            if panel is None
            else (panel.asked, panel.trail)
        )
        prefs = by.prefs if by is not None else {}
        return Scene(
            match.game,
            kind,
            view,
            match.names,
            lang,
            marks=() if panel is None else panel_builder.marks(asked, panel.pending),
            aim=() if panel is None else panel_builder.tutorial_targets(panel),
            changed=trail.changed,
            moved=() if prefs.get("bare") else trail.moved,
            ghost=_ghost(panel),
            palette=palette_of(prefs),
            large=bool(prefs.get("large")),
            arms=await avatars.avatar_of(self._repo.users, match),
            news=await self._news(match) if kind in KINDS_WITH_NEWS else News(),
        )

    async def _news(self, match: Match) -> News:
        """Return the sentences of the newest public log row, for the caption of the match's image."""
        found, upto = News(), match.rows
        # in batches up to the start: many private rows must not make the news disappear
        while not found.said and upto >= 0:
            after = max(-1, upto - game_log.ROW_BATCH)
            entries = await self._repo.game_log.entries(match.id, after, upto)
            rows = [entry.row for entry in game_log.effective_rows(entries)]
            found, upto = game_log.news(match, self._games[match.game], rows), after
        return found

    async def current_prompt(self, match_id: str, by: User) -> Panel:
        """Return a panel with only the user's current prompt and path, without warnings."""
        stored = await self._repo.matches.load(match_id)
        match = await self._lobby.get(match_id) if stored is None else stored.match
        seat = match.seat_of(by.id)
        panel = Panel(match, None if seat is None else seat.seat)
        if stored is None or seat is None or match.status != "running":
            return panel
        panel.question = walk.question(stored.pos, seat.seat)  # "" if the seat is not asked
        if panel.question:
            session = await load_session(self._repo, stored, by)
            panel.path, panel.asked = session.path, session.ask(session.path)
        return panel

    async def log(
        self, match_id: str, by: User | None = None, page: int = 0, *, after: int | None = None
    ) -> LogPage:
        """Return log page `page` as this user may read it; 0 is the newest page.

        `by` is None for a spectator. With `after`, return the page that has the first row after row
        `after`.
        """
        match = await self._lobby.get(match_id)
        seat = None if by is None else match.seat_of(by.id)
        entries = await self._repo.game_log.entries(match_id, after=-1)  # includes row 0, the setup
        viewer = None if seat is None else seat.seat
        scores = await self._final_scores(match)
        return game_log.page(
            match, self._games[match.game], entries, viewer, page, scores, after=after
        )

    async def _final_scores(self, match: Match) -> Scoreboard | None:
        if match.status == "ended":
            # the log is available even if this version can't read the position
            with suppress(UserError):
                return await self.score(match.id)
        return None

    async def latest_log(self, match: Match) -> list[Msg]:
        """Return the last public sentences of the log, oldest first, at most one page."""
        scores, upto, sentences = await self._final_scores(match), match.rows, list[Msg]()
        after = upto
        # in batches, because a few sentences don't need the whole log of a long game
        while after >= 0 and len(sentences) < game_log.PAGE_SIZE:
            after -= game_log.ROW_BATCH
            entries = await self._repo.game_log.entries(match.id, max(-1, after), upto)
            rows = game_log.log_lines(
                match, self._games[match.game], entries, None, scores, after=after
            )
            sentences = [sentence for row in rows for sentence in row.said]
        return sentences[-game_log.PAGE_SIZE :]

    async def recap(self, match_id: str, by: User, *, seen: bool = True) -> Recap:
        """Return what happened since the user's last own move.

        A spectator gets the newest sentences. `Recap.has_news` is True if the user has not read
        some of the sentences; the recap is then shown before the panel, except before the user's
        first turn. With `seen`, all sentences are marked as read.
        """
        match = await self._lobby.get(match_id)
        seat = match.seat_of(by.id)
        if seat is None:
            return Recap(
                (),
                0.0,
                has_news=False,
                all=tuple(await self.latest_log(match)),
                row=match.rows,
                seated=False,
            )
        entries = await self._repo.game_log.entries(match_id, max(0, seat.last_own_row - 1))
        # The seat's last row was not made by hand (standing order, caretaker, timeout). The last
        # row made by hand may be anywhere in the log.
        if entries and entries[0].row.by in game_log.NOT_BY_HAND:
            entries = await self._repo.game_log.entries(match_id)
        # earlier rows belong to a former player of the seat
        seated_after_row = game_log.seated_since(match, seat.seat)
        last_own_row = game_log.last_manual_row(
            [entry for entry in entries if entry.row.n > seated_after_row], seat.seat
        )
        since = next(
            (entry.at for entry in entries if entry.row.n == last_own_row), match.created_at
        )
        entries_since = [
            entry
            for entry in entries
            if entry.row.n >= last_own_row and entry.row.n > seated_after_row
        ]
        elapsed = self._clock.now() - since
        if seen and seat.seen < match.rows:
            await self._repo.matches.mark_seen(match_id, seat.seat, match.rows)
        game = self._games[match.game]
        recap = game_log.recap(
            game, entries_since, seat.seat, seat.seen, elapsed, played=last_own_row > 0, match=match
        )
        # from the seat's own move on, because its effects belong to the recap
        return structs.replace(recap, row=max(0, last_own_row - 1))

    async def score(self, match_id: str) -> Scoreboard:
        """Return the current scores; raise `UserError` if the match has not started."""
        stored = await self.load(match_id)
        return self._games[stored.match.game].score(stored.pos)

    async def verify(self, match_id: str) -> VerificationResult:
        """Verify a match by replaying its whole log in a thread; return the result.

        Raises `UserError` if the match has not started.
        """
        await self.load(match_id)
        return await game_record.verify(await game_record.record(self._repo, match_id))

    async def inbox(self, by: User) -> list[InboxItem]:
        """Return the user's matches: first those in which the user must act, then the others.

        In each group, the match that has waited or not changed for the longest time comes first.
        """
        found = []
        for match in await self._repo.matches.find(
            user=by.id, statuses=("lobby", "running", "halted")
        ):
            seat = match.seat_of(by.id)
            if seat is not None:
                waits_for_user = seat.awaited and match.status == "running"
                since = seat.waiting_since if waits_for_user else match.changed_at
                found.append(InboxItem(match, seat, waits_for_user, since))
        return sorted(found, key=lambda item: (not item.waits_for_user, item.since))

    async def load(self, match_id: str) -> LoadedMatch:
        """Return a match with its position; raise `UserError` if it has not started."""
        stored = await self._repo.matches.load(match_id)
        if stored is None:
            match = await self._lobby.get(match_id)
            raise UserError(msg(f"host.trouble.{match.status}"))
        return stored

    async def seats_that_acted(self, match: Match) -> set[Seat]:
        """Return the seats that have made a public move.

        The log of a long game is not read. In such a game, seats that made only private moves are
        returned too.
        """
        if match.rows > game_log.LOOKBACK_ROWS:
            return {seat.seat for seat in match.seats if seat.last_own_row}
        rows = [
            entry.row
            for entry in game_log.effective_rows(await self._repo.game_log.entries(match.id, 0))
        ]
        return {row.seat for row in game_log.public_rows(rows) if row.seat is not None}

    async def recent_moves(self, match: Match, seat: Seat | None) -> RecentMoves:
        """Return the changes on the board since the seat's last move.

        If `seat` is None or has not moved, return the changes of the newest turn.
        """
        game = self._games[match.game]
        acted = 0 if seat is None else match.seats[seat].last_own_row
        after = max(0, match.rows - game_log.LOOKBACK_ROWS if seat is None else acted - 1)
        rows = [
            entry.row
            for entry in game_log.effective_rows(await self._repo.game_log.entries(match.id, after))
        ]
        if seat is None:
            return game_log.trail(game, game_log.newest_turn(game_log.public_rows(rows)), None)
        return game_log.trail_since(game, rows, seat, acted)


def _ghost(panel: Panel | None) -> tuple[str, ...]:
    """Return the pieces that the picture previews.

    These are the pieces of the move to confirm, or of the advice in the panel.
    """
    if panel is None:
        return ()
    return panel.asked.ghost if isinstance(panel.asked, MoveReady) else panel.advised
