"""Service for players: a click changes a draft or commits a move, and gets a new panel.

A method that handles a click loads the user's draft (`draft_session.py`), changes it or commits its
move (`app/match/moves.py`), and returns the panel (`panel_builder.py`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.log import game_log
from app.match.moves import Moves, digest
from app.match.restore_recovery import explain_stale_button
from app.match.seating import not_seated_error
from app.match.turn_pings import PingTracker
from app.model import seat_notices, time_control
from app.model.match import LoadedMatch, Match, Panel, User, UserError
from app.model.seat_notices import lost
from app.play import panel_builder
from app.play.draft_session import (
    DraftSession,
    MoveTree,
    Pending,
    canonical_answer,
    load_session,
    update_pending,
)
from app.play.queries import MatchQueries
from app.play.tutorials import without_shortcuts
from app.ports.audit_log import entries_for_match
from app.ports.commit import CommitDetails
from app.ports.errors import DuplicateInteractionError
from app.ports.repo import Repo
from app.ports.services import Clock, Games
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.engine.history import FOR_ABSENT
from games.core.prompts.prompt import (
    IllegalPath,
    MoveReady,
    Prompt,
    SelectPrompt,
    why_illegal,
    why_incomplete,
)
from games.core.text.messages import Key, Msg, Path, msg, seat_name

STALE, ALREADY, CHANGED = msg("ui.stale"), msg("ui.already"), msg("host.changed")


class GameService:
    """Service for players of a running match.

    Methods raise `UserError` if the user may not do something or the match does not allow it now.
    Common parameters: `decision` is the number of the decision and `depth` the number of steps
    before the answer, both from the clicked component's custom_id. `click` is the interaction's id.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        games: Games,
        *,
        queries: MatchQueries,
        locks: Locks,
        moves: Moves,
        pings: PingTracker,
    ) -> None:
        self._repo, self._clock, self._games, self._queries = repo, clock, games, queries
        self._locks, self._moves, self._pings = locks, moves, pings

    async def open_or_refresh_panel(
        self, match_id: str, by: User, *, requested: bool = False
    ) -> Panel:
        """Resume the user's draft, fill in forced steps, and return the panel.

        `requested` is True if the user asked for the panel, False if an open one is refreshed. A
        request marks an absent player as present. The draft may be stored.
        """
        async with self._locks(match_id):
            session = await self._load_session(match_id, by, requested=requested)
            notice = (
                await self._greeting(session)
                if session.returned
                else CHANGED
                if session.match_changed
                else None
            )
            return await self._save_and_build_panel(session, notice=notice)

    async def choose(
        self,
        match_id: str,
        by: User,
        decision: int,
        depth: int,
        key: str | int,
        click: str | None = None,
    ) -> Panel:
        """Answer the prompt at this depth with the option or number `key`; return the new panel.

        If that completes a move which needs no confirmation, the move is committed. If the option
        is blocked, the panel shows why.
        """
        return await self.answer(match_id, by, decision, depth, key, click)

    async def answer(
        self,
        match_id: str,
        by: User,
        decision: int,
        depth: int,
        key: Key | None = None,
        click: str | None = None,
    ) -> Panel:
        """Answer the prompt at this depth with `key` (None: the pending answer); return the panel."""
        return await self._handle_click(
            match_id,
            by,
            decision,
            click,
            lambda session: self._apply_answer(session, depth, key, click),
        )

    async def update_pending(
        self, match_id: str, by: User, decision: int, depth: int, change: Pending
    ) -> Panel:
        """Change the answer under construction (`Draft.pending`) and return the new panel.

        As `change`, a `str` toggles an option of a `SelectPrompt`. `(slot, delta)` changes a slot
        of a `DistributePrompt` within its bounds (a large delta sets the maximum). A list or dict
        replaces the whole answer.
        """

        async def work(session: DraftSession) -> Panel:
            form = session.ask(session.path)
            if depth != len(session.path) or isinstance(form, MoveReady | IllegalPath):
                return await self._save_and_build_panel(session, notice=STALE)
            pending = update_pending(form, session.pending, change)
            if isinstance(pending, Msg):
                return await self._save_and_build_panel(session, refused=pending)
            return await self._save_draft_at(session, session.path, pending)

        return await self._handle_click(match_id, by, decision, None, work)

    async def back(self, match_id: str, by: User, decision: int) -> Panel:
        """Go back to the previous prompt, skipping forced steps (see `DraftSession.back`)."""
        return await self._handle_click(
            match_id,
            by,
            decision,
            None,
            lambda session: self._save_draft_at(session, session.back()),
        )

    async def open_counters(self, match_id: str, by: User, decision: int, depth: int) -> Panel:
        """Open the counters of the proposed step at this depth, so that the user can change it."""

        async def work(session: DraftSession) -> Panel:
            if not session.can_edit_step(depth):
                # a second click on the same button is no error
                opened = depth == len(session.path) and session.pending is not None
                return await self._save_and_build_panel(session, notice=None if opened else STALE)
            return await self._save_draft_at(session, session.path[:depth], session.path[depth])

        return await self._handle_click(match_id, by, decision, None, work)

    async def cancel(self, match_id: str, by: User, decision: int) -> Panel:
        """Drop the draft and show the first prompt; moves that were committed stay."""
        return await self._handle_click(
            match_id, by, decision, None, lambda session: self._save_draft_at(session, ())
        )

    async def fill_defaults(self, match_id: str, by: User, decision: int) -> Panel:
        """Fill in the default answers of all remaining prompts; the user must still confirm."""

        async def work(session: DraftSession) -> Panel:
            assert session.seat is not None  # noqa: S101 - `_handle_click` requires a seat
            try:
                path = walk.default_path(session.stored.pos, session.seat.seat, session.path)
            except walk.IllegalMoveError as error:
                return await self._save_and_build_panel(session, refused=error.reject.why)
            return await self._save_draft_at(session, path)

        return await self._handle_click(match_id, by, decision, None, work)

    async def confirm(
        self, match_id: str, by: User, decision: int, click: str | None = None
    ) -> Panel:
        """Commit the complete move, unless its text or warning has changed since it was shown."""

        async def work(session: DraftSession) -> Panel:
            if not isinstance(session.ask(session.path), MoveReady):
                return await self._save_and_build_panel(session, notice=STALE)
            as_now = await self._save_and_build_panel(session, notice=CHANGED)
            if session.shown != _move_digest(as_now):
                return as_now
            return await self._commit(session, session.path, click)

        return await self._handle_click(match_id, by, decision, click, work)

    async def play(
        self,
        match_id: str,
        by: User,
        path: Path,
        click: str | None = None,
        *,
        sure: bool = True,
        must_confirm: bool = False,
    ) -> Panel:
        """Play the move of a path; if the path is incomplete, show the next prompt.

        A complete move is committed at once, except if `must_confirm` is True, if the user wants to
        confirm every move, or if the move can't be undone. In these cases the panel shows the move,
        and a second call with the same path commits it. With `sure`, a move that can't be undone is
        committed at once if a click in the panel would do so too.
        """

        async def work(session: DraftSession) -> Panel:
            asked = session.ask(path)
            full_path = session.legal_path(path)
            if isinstance(asked, IllegalPath):
                return await self._save_draft_at(session, full_path, refused=asked)
            if not isinstance(session.ask(full_path), MoveReady):
                return await self._save_draft_at(session, full_path)
            shown_before = session.shown if session.path == full_path else ""
            panel = await self._save_draft_at(session, full_path)
            if shown_before and shown_before == _move_digest(panel):
                return await self._commit(session, full_path, click)
            final = panel.final is not None and not (
                sure and session.commits_immediately(full_path)
            )
            if must_confirm or final or _asks_always(session.person):
                return panel
            return await self._commit(session, full_path, click)

        return await self._handle_click(match_id, by, None, click, work)

    async def open_at(self, panel: Panel, by: User, path: Path) -> Panel:
        """Let `panel`, which a move has just opened, ask about the move `path` instead.

        The game may have given the first answers of the next move (`MoveReady.then`), for example
        the army to move. As many answers of `path` replace them. If the game has given none, or if
        `path` begins with another kind of move, nothing changes.
        """
        async with self._locks(panel.match.id):
            session = await self._load_session(panel.match.id, by)
            given = session.path
            same_kind = given[:1] == path[:1] and 1 < len(given) < len(path)
            is_open = given == path[: len(given)]
            if session.match.rows != panel.match.rows or not same_kind or is_open:
                return panel
            session.path, session.pending, session.shown = path[: len(given)], None, ""
            opened = await self._save_and_build_panel(
                session, notice=panel.notice, saved=panel.committed_move, committed=True, save=True
            )
        opened.consequences = panel.consequences
        opened.own_results, opened.own_losses = panel.own_results, panel.own_losses
        return opened

    async def undo(
        self, match_id: str, by: User, click: str | None = None, decision: int | None = None
    ) -> Panel:
        """Undo the user's last own move, unless it is final; return the new panel.

        `decision` is the number in the panel with the *Undo* button; None for a command. The undo
        changes the seat's decision number, so a second click on the same button undoes nothing
        more.
        """

        async def work(session: DraftSession) -> Panel:
            assert session.seat is not None  # noqa: S101 - `_handle_click` requires a seat
            found = await self._moves.undoable(session.stored, session.seat)
            if isinstance(found, Msg):
                return await self._save_and_build_panel(session, refused=found)
            stored = await self._moves.undo(session.stored, session.seat, found, click)
            notice = msg("host.undone", sentence=found.move.summary)
            return await self._save_and_build_panel(
                await load_session(self._repo, stored, by), notice=notice, committed=True
            )

        return await self._handle_click(match_id, by, decision, click, work, must_act=False)

    async def resign(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Resign: an AI player takes the seat for good.

        In a halted match, the AI player starts to play once the match resumes.
        """
        async with self._locks(match_id):
            session = await self._load_session(match_id, by)
            match, seat = session.match, session.seat
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if seat is None:
                raise not_seated_error(match, by.id)
            if match.status not in ("running", "halted"):
                raise UserError(msg(f"host.trouble.{match.status}"))
            now = self._clock.now()
            match.leave(seat)
            match.note(now, msg("host.resigned", seat=seat_name(seat.seat)))
            seat_notices.notify(match, by.id, "left", seat.seat, now, told=True)
            return await self._moves.save(
                match, CommitDetails(click=click, clear_drafts=[seat.seat])
            )

    async def resume(self, match_id: str, by: User) -> Match:
        """Resume a halted match and return it.

        Only for the bot's operator, who has fixed the cause.
        """
        async with self._locks(match_id):
            stored = await self._queries.load(match_id)
            if stored.match.status == "halted":
                stored.match.status, stored.match.halted = "running", ""
                self._moves.update_seats_for_position(stored)
                await self._moves.save(
                    stored.match,
                    CommitDetails(
                        audit_log_entries=entries_for_match(
                            stored.match, self._clock.now(), by, "resumed"
                        )
                    ),
                )
            return stored.match

    async def move_tree(self, match_id: str, by: User) -> MoveTree:
        """Return the user's tree of choices for the autocompletion of `/play`.

        Raises `UserError` if the user has no decision to make.
        """
        stored = await self._queries.load(match_id)
        seat = stored.match.seat_of(by.id)
        if seat is None:
            raise not_seated_error(stored.match, by.id)
        if isinstance(root := walk.ask(stored.pos, seat.seat), IllegalPath):
            raise UserError(root.why, stored.match)
        return MoveTree(stored, seat.seat, seat.decision)

    # ---- inside the lock

    async def _load_session(
        self, match_id: str, by: User, *, requested: bool = False
    ) -> DraftSession:
        stored = await self._queries.load(match_id)
        loaded = await self._mark_returned(stored, by) if requested else stored
        session = await load_session(self._repo, loaded, by)
        session.returned = loaded is not stored
        if requested and session.seat is not None:
            await self._pings.mark_ping_seen(session.match, session.seat, by)
        return session

    async def _greeting(self, session: DraftSession) -> Msg:
        """Return the greeting for a player who returns after an absence.

        It mentions undo only if the caretaker's last move can be undone.
        """
        at = session.seat.last_own_row if session.seat is not None else 0
        last = await self._repo.game_log.entries(session.match.id, at - 1, at) if at else []
        if session.seat is None or not last or last[0].row.by not in FOR_ABSENT:
            return msg("host.welcome")
        final = isinstance(await self._moves.undoable(session.stored, session.seat), Msg)
        return msg("host.welcome_final" if final else "host.welcome_after")

    async def republish(self, by: User) -> None:
        """Mark all running matches of a user as unpublished after their settings changed.

        The user's arms are in the pictures that everyone sees; language and text mode are in the
        user's own messages. The mark is stored, so the matches are published even after a crash or
        an outage.
        """
        for found in await self._repo.matches.find(user=by.id, statuses=("running",)):
            async with self._locks(found.id):
                match = await self._repo.matches.get(found.id)
                if match is not None and match.status == "running":
                    await self._moves.save(match, display_only=True)

    async def mark_present(self, match_id: str, by: User) -> None:
        """Mark the player as present, because they have clicked on their private message."""
        match = await self._repo.matches.get(match_id)
        seat = None if match is None or match.status != "running" else match.seat_of(by.id)
        if seat is not None and (seat.has_caretaker or seat.opens_at):
            async with self._locks(match_id):
                await self.load_for_action(match_id, by)

    async def load_for_action(self, match_id: str, by: User) -> LoadedMatch:
        """Mark the player as present and return the match.

        The caller must hold the match's lock.
        """
        return await self._mark_returned(await self._queries.load(match_id), by)

    async def _mark_returned(self, stored: LoadedMatch, by: User) -> LoadedMatch:
        """Mark the absent player `by` as present, and commit that; return the match.

        The caretaker stops playing, the player's clock restarts, and other users can no longer take
        the seat for absence. If the match was paused because all were absent, it resumes.
        """
        match, seat = stored.match, stored.match.seat_of(by.id)
        asleep = match.paused == "asleep"
        if (
            seat is None
            or match.status != "running"
            or not (seat.has_caretaker or asleep or seat.opens_at)
        ):
            return stored
        now, minded = self._clock.now(), seat.has_caretaker
        time_control.mark_present(seat)
        if asleep:
            match.paused = ""
            time_control.restart_clocks(match, now)
        elif minded and seat.awaited:
            time_control.start_clock(match, seat, now)
        match.note(now, msg("host.back", seat=seat_name(seat.seat)))
        return LoadedMatch(await self._moves.save(match), stored.pos)

    async def _handle_click(
        self,
        match_id: str,
        by: User,
        decision: int | None,
        click: str | None,
        work: Callable[[DraftSession], Awaitable[Panel]],
        *,
        must_act: bool = True,
    ) -> Panel:
        """Run `work` for a click of a seated user and return the panel.

        `work` does not run if the interaction `click` was handled before, if the match is not
        running, if `decision` is outdated, or (with `must_act`) if the seat has no decision to
        make. In these cases, the panel tells the user why nothing happened.
        """
        async with self._locks(match_id):
            session = await self._load_session(match_id, by, requested=True)
            if session.seat is None:
                raise not_seated_error(session.match, by.id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return await self._save_and_build_panel(session, notice=ALREADY)
            if session.match.status != "running":
                return await self._save_and_build_panel(session)
            if decision is not None and decision != session.seat.decision:
                return await self._save_and_build_panel(
                    session, notice=explain_stale_button(session.match, decision) or STALE
                )
            if must_act and isinstance(root := session.ask(()), IllegalPath):
                return await self._save_and_build_panel(session, refused=root.why)
            try:
                return await work(session)
            except DuplicateInteractionError:
                return await self._save_and_build_panel(
                    await self._load_session(match_id, by), notice=ALREADY
                )

    async def _apply_answer(
        self, session: DraftSession, depth: int, key: Key | None, click: str | None
    ) -> Panel:
        """Answer the prompt at this depth and return the panel.

        `key` is the answer; None means the pending one. A move that needs no confirmation is
        committed.
        """
        path = session.path
        if depth < len(path) and path[depth] == key:  # second click on the same choice
            return await self._save_and_build_panel(session)
        assert session.seat is not None  # noqa: S101 - `_handle_click` requires a seat
        steps_before = panel_builder.crumbs(session.stored.pos, session.seat.seat, path[:depth])
        # A click applies to the prompt after the draft's path. It may apply to an earlier prompt, too:
        # to the first one that the user was really asked (its options to end the turn and its free
        # actions stay visible), or to the last one answered, if the key is one of its alternatives.
        is_current = (
            depth == len(path)
            or (
                depth < len(path)
                and key is not None
                and all(crumb.forced for crumb in steps_before)
            )
            or (depth == len(path) - 1 and key in session.alternative_keys())
        )
        prompt = session.ask(path[:depth])
        if not is_current or isinstance(prompt, MoveReady | IllegalPath):
            return await self._save_and_build_panel(session, notice=STALE)
        path = path[:depth]
        check = why_illegal
        if key is None:
            key = panel_builder.prefilled(prompt) if session.pending is None else session.pending
            check = why_incomplete
        if key is None:
            return await self._save_and_build_panel(session, refused=msg("core.refused.unfinished"))
        key = canonical_answer(prompt, key)
        if no := check(prompt, key):
            panel = await self._save_and_build_panel(
                session, refused=_with_option_label(prompt, key, no)
            )
            # a click on a blocked option also shows what it would lead to
            panel.refused_because = walk.options_behind(
                session.stored.pos, session.seat.seat, (*path, key)
            )
            return panel
        if isinstance(asked := session.ask((*path, key)), IllegalPath):
            return await self._save_and_build_panel(session, refused=asked)
        path = session.legal_path((*path, key))
        if session.commits_immediately(path):
            return await self._commit(session, path, click)
        return await self._save_draft_at(session, path)

    async def _save_draft_at(
        self,
        session: DraftSession,
        path: Path,
        pending: Key | None = None,
        refused: Msg | IllegalPath | None = None,
    ) -> Panel:
        """Store the draft with this path and pending answer, and return its panel.

        `refused` is the refusal that the panel shows, None for none. If the path differs from the
        lesson, nothing is stored, and the panel shows the lesson's objection.
        """
        if objection := session.tutorial_objection(path):
            return await self._save_and_build_panel(session, refused=objection)
        # proposed answers are filled in only if the prompt after the path has no pending answer
        session.path = session.legal_path(path, auto=pending is None)
        session.pending = pending
        session.shown = ""  # the user has not seen the new path's move yet
        return await self._save_and_build_panel(session, refused=refused, save=True)

    async def _commit(self, session: DraftSession, path: Path, click: str | None) -> Panel:
        """Commit the move of a complete path; return the panel with the next prompt.

        `click` is the interaction's id.
        """
        assert session.seat is not None  # noqa: S101 - `_handle_click` requires a seat
        if objection := session.tutorial_objection(path):
            return await self._save_and_build_panel(session, refused=objection)
        ready, rows_before = session.ask(path), session.match.rows
        stored = await self._moves.play(session.stored, session.seat.seat, path, "player", click)
        saved = ready.summary if isinstance(ready, MoveReady) else None
        panel = await self._save_and_build_panel(
            await load_session(self._repo, stored, session.person), saved=saved, committed=True
        )
        own_rows = await self._repo.game_log.entries(stored.match.id, rows_before, rows_before + 1)
        game, later_rows = (
            self._games[stored.match.game],
            await self._repo.game_log.entries(stored.match.id, rows_before + 1),
        )
        # after the end, no later panel shows what standing orders did
        ended = stored.match.status == "ended"
        others = [
            sentence
            for entry in later_rows
            if ended
            for sentence in game_log.significant_sentences(game, entry.row, session.seat.seat)
        ]
        panel.consequences = (
            *game_log.consequences(game, own_rows[0].row),
            *others,
            *panel.consequences,
        )
        panel.own_results = game_log.own_results(game, own_rows[0].row)
        panel.own_losses = game_log.own_losses(game, own_rows[0].row)
        return panel

    async def _save_and_build_panel(
        self,
        session: DraftSession,
        *,
        notice: Msg | None = None,
        refused: Msg | IllegalPath | None = None,
        saved: Msg | None = None,
        committed: bool = False,
        save: bool = False,
    ) -> Panel:
        """Return the panel of this session; store the draft if needed.

        `notice` and `refused` are sentences to show. `committed` is True if a move was committed,
        and `saved` is the sentence about it. The draft is stored if `save` is True, if the text of
        a complete move has changed, or if the draft no longer fitted the changed match.
        """
        match, seat = session.match, session.seat
        game = self._games[match.game]
        viewer = None if seat is None else seat.seat
        no = IllegalPath(refused) if isinstance(refused, Msg) else refused
        panel = Panel(
            match,
            viewer,
            notice=notice,
            refused=no.why if no else None,
            rule=no.rule if no else None,
            committed_move=saved,
            committed=committed,
            waiting=match.waiting,
            view=game.view(session.stored.pos, viewer),
        )
        if match.status != "running":
            panel.notice = notice or msg(f"host.trouble.{match.status}")
        elif seat is None:
            panel.notice = notice or (
                not_seated_error(match, session.person.id).what
                if lost(match, session.person.id)
                else None
            )
        elif seat.has_caretaker:
            panel.notice = notice or msg("host.minded_for_you")
        if match.status == "ended":
            panel.consequences = game_log.ending(game.score(session.stored.pos))
        if seat is None:
            return panel
        panel.decision = seat.decision
        panel.trail = await self._queries.recent_moves(match, seat.seat)
        if match.status != "running":
            return panel
        panel_builder.fill_panel(
            panel,
            session.stored,
            seat.seat,
            session.path,
            session.pending,
            ask_always=_asks_always(session.person),
        )
        if save or _move_digest(panel) != session.shown or session.match_changed:
            await self._repo.drafts.save(session.draft(_move_digest(panel)))
            session.written += 1
        panel.written = session.written if session.written != session.on_screen else 0
        panel.guide = session.guide()
        if panel.guide is not None and not panel.guide.over:
            panel.asked = without_shortcuts(panel.asked, panel.guide.keys[:1])
        undo = await self._moves.undoable(session.stored, seat)
        panel.undo = None if isinstance(undo, Msg) else undo.move
        return panel


def _with_option_label(form: Prompt, key: Key, no: IllegalPath) -> IllegalPath:
    """Return the refusal `no` of an answer, preceded by the label of a blocked option.

    `key` is the answer to the prompt `form`. If it is no blocked option, `no` is returned
    unchanged.
    """
    label = (
        next((option.label for option in form.blocked if option.key == key), None)
        if isinstance(form, SelectPrompt)
        else None
    )
    return (
        no if label is None else IllegalPath(msg("host.blocked", option=label, why=no.why), no.rule)
    )


def _asks_always(person: User) -> bool:
    return person.prefs.get("confirm") == "always"


def _move_digest(panel: Panel) -> str:
    """Return a hash of a complete move's text and warning; "" while the move is incomplete."""
    return digest([panel.asked, panel.final]) if isinstance(panel.asked, MoveReady) else ""
