"""Tutorials: matches in which one user learns a game by a lesson.

A lesson is a list of moves with a text for each step. The learner's progress is computed from the
log rows of the match, so it is not stored.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct, structs

from app.log.game_log import effective_rows
from app.match.lobby import Lobby
from app.match.moves import Moves
from app.match.seating import user_error
from app.model.match import LoadedMatch, LogEntry, Match, Panel, User
from app.people.rate_limits import Limits
from app.play.panel_builder import Pos, answer_text
from app.ports.commit import CommitDetails
from app.ports.repo import GameLogRepository, Repo
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.engine.history import BY_ORDERS
from games.core.guides import tutorials
from games.core.guides.tutorials import FIRST, Guide, Lesson, TutorialStep
from games.core.prompts.prompt import IllegalPath, MoveReady, PromptResult, SelectPrompt
from games.core.text.messages import Key, Path, Seat, msg

PUPIL = 0  # seat of the learner
BEGINNER = "beginner"  # strength of the AI opponents


def without_shortcuts(
    answer: PromptResult | None, taught: Collection[Key] = ()
) -> PromptResult | None:
    """Return a prompt without its shortcuts.

    A shortcut is an option that stands for a longer path; a lesson offers only the path that it
    teaches. The shortcuts in `taught` stay.
    """
    if not isinstance(answer, SelectPrompt):
        return answer
    options = tuple(one for one in answer.options if not one.shortcut or one.key in taught)
    if len(options) == len(answer.options):
        return answer
    keys = {one.key for one in options}
    proposed = tuple(key for key in answer.proposed if key in keys)
    if keys <= set(proposed):  # each has a button, so no menu is needed
        plain = tuple(structs.replace(one, group=None) for one in options)
        return structs.replace(answer, options=plain, proposed=(), layout="buttons")
    return structs.replace(answer, options=options, proposed=proposed)


class TutorialProgress(Struct):
    """Progress in a lesson; `move` is the number of moves that the learner has made.

    `lock_known` is True if one of these moves can't be undone; the learner then knows the mark 🔒.
    """

    lesson: Lesson
    move: int
    lang: str
    lock_known: bool = False

    @property
    def steps(self) -> tuple[TutorialStep, ...]:
        """Return the lesson's steps of the next move; empty if the lesson is over."""
        moves = self.lesson.step_groups
        return (
            tuple(self.lesson.steps[n] for n in moves[self.move]) if self.move < len(moves) else ()
        )

    def fit(self, path: Path) -> Path:
        """Return the longest prefix of the path that agrees with the lesson's move.

        `path` is the learner's unfinished move. After the lesson, all of it is returned.
        """
        differs_at = tutorials.first_difference(self.steps[-1].path, path) if self.steps else None
        return path if differs_at is None else path[:differs_at]

    def guide(self, path: Path, *, chosen: bool = True) -> Guide | None:
        """Return the tutorial text to show at this draft path; None after the lesson.

        Directly after the lesson's last move, the text is the closing text. `chosen` is False if
        all of the path was filled in automatically.
        """
        total = len(self.lesson.steps)
        if not self.steps:
            just_finished = self.move == len(self.lesson.step_groups)
            return (
                Guide(
                    total + 1,
                    total,
                    self.lesson.end,
                    chapters_left_out=self.lesson.chapters_left_out,
                )
                if just_finished
                else None
            )
        step = next(
            (lesson_step for lesson_step in self.steps if not lesson_step.reached(path)), None
        )
        if step is None:  # all steps are done: the move waits for confirmation
            step = self.steps[-1]
            return Guide(
                self.lesson.steps.index(step) + 1,
                total,
                step.confirmation if chosen else step.text,
                lock_known=self.lock_known,
            )
        # the path may have a forced option at the place where the lesson ends the turn
        differs_at = tutorials.first_difference(step.path, path)
        return Guide(
            self.lesson.steps.index(step) + 1,
            total,
            step.text,
            step.path[len(path) if differs_at is None else differs_at :],
            lock_known=self.lock_known,
        )

    def objection(self, pos: Pos, path: Path) -> IllegalPath | None:
        """Return a refusal if the path differs from the lesson; None if it follows the lesson.

        `pos` is the position before the move.
        """
        differs_at = tutorials.first_difference(self.steps[-1].path, path) if self.steps else None
        if differs_at is None:
            return None
        step = next(lesson_step for lesson_step in self.steps if len(lesson_step.path) > differs_at)
        form, ready = walk.ask(pos, PUPIL, path[:differs_at]), walk.ask(pos, PUPIL, path)
        ends = isinstance(form, SelectPrompt) and any(
            option.key == path[differs_at] and option.tone == "finish" for option in form.options
        )
        refusal = step.wrong_choices.get(
            str(path[differs_at]), self.lesson.ended_too_early if ends else step.wrong_choice
        )
        # the step's own chapter is about the lesson's move: it forbids no other one
        rule = refusal.rule or None
        if isinstance(ready, MoveReady):
            return IllegalPath(
                msg("host.lesson.would", does=ready.summary, why=refusal[self.lang]), rule
            )
        what = (
            msg("host.lesson.this")
            if isinstance(form, MoveReady | IllegalPath)
            else answer_text(form, path[differs_at])
        )
        return IllegalPath(msg("host.lesson.no", what=what, why=refusal[self.lang]), rule)


def learner_progress(
    stored: LoadedMatch, entries: list[LogEntry], lang: str
) -> TutorialProgress | None:
    """Return the learner's progress; None if the match goes on without guidance.

    There is no guidance if the match has no lesson, if a move differed from the lesson, or if the
    lesson's next step is illegal (because of new rules, or of new randomness after a rewind).
    `entries` is the whole log.
    """
    lesson = (
        tutorials.lesson(stored.match.game, stored.match.lesson) if stored.match.lesson else None
    )
    if lesson is None or not _follows_lesson(lesson, entries):
        return None
    own_rows = _own_rows(entries, PUPIL)
    progress = TutorialProgress(
        lesson,
        len(own_rows),
        lang,
        lock_known=any(PUPIL in entry.row.barrier for entry in own_rows),
    )
    asked = not isinstance(walk.ask(stored.pos, PUPIL), IllegalPath)
    return (
        progress
        if not progress.steps or not asked or _is_legal(stored.pos, progress.steps[-1].path)
        else None
    )


async def progress_of(
    game_log: GameLogRepository, stored: LoadedMatch, by: User
) -> TutorialProgress | None:
    """Return the progress of this user, or None if they are not the learner."""
    seat = stored.match.seat_of(by.id) if stored.match.lesson else None
    if seat is None or seat.seat != PUPIL:
        return None
    return learner_progress(stored, await game_log.entries(stored.match.id), by.lang)


async def scripted_move(
    game_log: GameLogRepository, stored: LoadedMatch, seat: Seat
) -> Path | None:
    """Return the lesson's move for `seat`, an opponent; None if the AI must decide.

    `stored` is the match.
    """
    if not stored.match.lesson:
        return None
    lesson = tutorials.lesson(stored.match.game, stored.match.lesson)
    path = (
        lesson.scripted_move(seat, len(_own_rows(await game_log.entries(stored.match.id), seat)))
        if lesson
        else None
    )
    return (
        path
        if path is not None and isinstance(walk.ask(stored.pos, seat, path), MoveReady)
        else None
    )


def _own_rows(entries: list[LogEntry], seat: Seat) -> list[LogEntry]:
    """Return the entries of the moves that the seat's player made by hand and did not undo."""
    return [
        entry
        for entry in effective_rows(entries)
        if entry.row.seat == seat and not entry.row.system and entry.row.by not in BY_ORDERS
    ]


def _follows_lesson(lesson: Lesson, entries: list[LogEntry]) -> bool:
    """Return whether all moves so far are the moves of the lesson.

    Moves after the end of the lesson may be any.
    """
    for seat in range(lesson.seats):
        expected = (
            [lesson.steps[move[-1]].path for move in lesson.step_groups]
            if seat == PUPIL
            else lesson.rivals.get(str(seat), ())
        )
        played = (tuple(entry.row.path) for entry in _own_rows(entries, seat))
        if any(
            tutorials.first_difference(line, path) is not None
            for line, path in zip(expected, played, strict=False)
        ):
            return False
    return True


def _is_legal(pos: Pos, path: Path) -> bool:
    """Return whether a lesson's path, up to its first wildcard, is legal now."""
    sure = path[: path.index(tutorials.ANY)] if tutorials.ANY in path else path
    return not isinstance(walk.ask(pos, PUPIL, sure), IllegalPath)


class Tutorials:
    """Service that starts, resumes and leaves tutorials; methods raise `UserError`.

    Tutorial matches have no channel: only the learner sees them.
    """

    def __init__(
        self, repo: Repo, locks: Locks, moves: Moves, lobby: Lobby, limits: Limits
    ) -> None:
        self._repo, self._locks, self._moves, self._lobby, self._limits = (
            repo,
            locks,
            moves,
            lobby,
            limits,
        )

    async def start_or_resume(self, by: User, game: str, click: str | None = None) -> Match:
        """Return the user's unfinished lesson in a game, else start a new one."""
        lesson = tutorials.lesson(game)
        if lesson is None:
            raise user_error("no_lesson")
        mine = [
            match
            for match in await self._repo.matches.find(user=by.id, statuses=("lobby", "running"))
            if match.lesson
        ]
        for match in mine[::-1]:
            if match.game == game and (match.status == "lobby" or await self._has_steps(match, by)):
                return await self._start_lesson(match, by, lesson)
        self._limits.count_request(by, "open")
        match = await self._lobby.create(
            by, game, guild=0, channel=0, size=lesson.seats, lang=by.lang, click=click
        )
        return await self._start_lesson(match, by, lesson)

    async def leave(self, match_id: str, by: User, click: str | None = None) -> Match:
        """End the lesson (button *On my own*); the match goes on without guidance."""
        async with self._locks(match_id):
            match = await self._lobby.get(match_id)
            if match.seat_of(by.id) is None:
                raise user_error("not_seated")
            if not match.lesson or (
                click is not None and await self._repo.game_log.match_of_interaction(click)
            ):
                return match
            match.lesson = ""
            return await self._moves.save(match, CommitDetails(click=click))

    async def should_offer(self, panel: Panel, by: User) -> bool:
        """Return whether to offer a tutorial.

        It is offered at the first turn of the user's first match of a game.
        """
        match, seat = panel.match, panel.seat
        if (
            seat is None
            or panel.asked is None
            or match.lesson
            or match.seats[seat].last_own_row
            or not tutorials.lesson(match.game)
        ):
            return False
        played = await self._repo.matches.find(user=by.id, statuses=("running", "ended"))
        return all(other.id == match.id or other.game != match.game for other in played)

    async def resume(self, match_id: str, by: User, name: str, click: str | None = None) -> Match:
        """Resume the lesson `name`, which the user left; return the match.

        Raises `UserError` if no step is left for the user, or if the moves since then differ from
        the lesson.
        """
        async with self._locks(match_id):
            match = await self._lobby.get(match_id)
            if match.lesson or (
                click is not None and await self._repo.game_log.match_of_interaction(click)
            ):
                return match
            match.lesson = name
            # a forged custom_id must not turn a normal match into a lesson
            if match.places.guild or not await self._has_steps(match, by):
                raise user_error("lesson_over")
            return await self._moves.save(match, CommitDetails(click=click))

    async def _has_steps(self, match: Match, by: User) -> bool:
        """Return whether the lesson has steps left for this user."""
        stored = await self._repo.matches.load(match.id)
        progress = (
            None
            if stored is None
            else await progress_of(self._repo.game_log, LoadedMatch(match, stored.pos), by)
        )
        return progress is not None and bool(progress.steps)

    async def _start_lesson(self, match: Match, by: User, lesson: Lesson) -> Match:
        """Set up and start the lesson's match, unless it has started."""
        if match.status != "lobby":
            return match
        while len(match.seats) < lesson.seats:
            match = await self._lobby.add_computer(match.id, by, kind=BEGINNER)
        async with self._locks(match.id):
            match = await self._lobby.get(match.id)
            match.lesson, match.options = FIRST, dict(lesson.options)
            await self._moves.save(match)
        return await self._lobby.start(match.id, by, seed=lesson.seed)
