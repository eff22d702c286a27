"""Guided first games: a table at which one person learns. What step they are at follows from the rows of the log."""

from __future__ import annotations

from msgspec import Struct

from app.log.game_log import effective_rows
from app.match.lobby import Lobby
from app.match.moves import Moves
from app.match.seating import trouble
from app.model.match import LoadedMatch, LogEntry, Match, Panel, User
from app.people.rate_limits import Limits
from app.play.panel_builder import Pos, in_words
from app.ports.store import CommitDetails, Repo
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.guides import tutorials
from games.core.guides.tutorials import FIRST, Guide, Lesson, TutorialStep
from games.core.prompts.prompt import IllegalPath, MoveReady, SelectPrompt
from games.core.text.messages import Path, Seat, msg

PUPIL = 0  # the seat of who learns
EASY = "easy"  # how strong their rivals are


class TutorialProgress(Struct):
    """A lesson at one moment: `move` counts the pupil's own moves so far."""

    lesson: Lesson
    move: int
    lang: str

    @property
    def steps(self) -> tuple[TutorialStep, ...]:
        """The steps of the move that is to come; none when the lesson is over."""
        moves = self.lesson.moves
        return (
            tuple(self.lesson.steps[n] for n in moves[self.move]) if self.move < len(moves) else ()
        )

    def fit(self, path: Path) -> Path:
        """A half-made choice as far as the lesson goes along with it."""
        at = tutorials.differs(self.steps[-1].path, path) if self.steps else None
        return path if at is None else path[:at]

    def guide(self, path: Path, *, chosen: bool = True) -> Guide | None:
        """What is said at this half-made choice (`chosen`: some of it was); after the last step once more, then nothing."""
        of = len(self.lesson.steps)
        if not self.steps:
            over = self.move == len(self.lesson.moves)
            return Guide(of + 1, of, self.lesson.end, later=self.lesson.later) if over else None
        step = next((one for one in self.steps if not one.reached(path)), None)
        if step is None:  # the move waits to be confirmed
            step = self.steps[-1]
            return Guide(self.lesson.steps.index(step) + 1, of, step.sure if chosen else step.say)
        at = tutorials.differs(
            step.path, path
        )  # a forced verb may stand there in place of one that ends the turn
        return Guide(
            self.lesson.steps.index(step) + 1,
            of,
            step.say,
            step.path[len(path) if at is None else at :],
        )

    def objection(self, pos: Pos, path: Path) -> IllegalPath | None:
        """Why this is not what the step asks for, with what it would do; None for what goes along with the lesson."""
        at = tutorials.differs(self.steps[-1].path, path) if self.steps else None
        if at is None:
            return None
        step = next(one for one in self.steps if len(one.path) > at)
        form, whole = walk.ask(pos, PUPIL, path[:at]), walk.ask(pos, PUPIL, path)
        ends = isinstance(form, SelectPrompt) and any(
            one.key == path[at] and one.tone == "finish" for one in form.options
        )
        said = step.but.get(str(path[at]), self.lesson.finish if ends else step.no)
        rule = said.rule or step.rule
        if isinstance(whole, MoveReady):
            return IllegalPath(
                msg("host.lesson.would", does=whole.summary, why=said[self.lang]), rule
            )
        what = (
            msg("host.lesson.this")
            if isinstance(form, MoveReady | IllegalPath)
            else in_words(form, path[at])
        )
        return IllegalPath(msg("host.lesson.no", what=what, why=said[self.lang]), rule)


def course(stored: LoadedMatch, entries: list[LogEntry], lang: str) -> TutorialProgress | None:
    """The lesson that a table is, for who learns there; None where it is none, or what was played is not its line, or its steps
    can no longer be taken (the rules have changed, the table went back with other luck): then the table goes on freely."""
    lesson = (
        tutorials.lesson(stored.match.game, stored.match.lesson) if stored.match.lesson else None
    )
    if lesson is None or not _along(lesson, entries):
        return None
    here = TutorialProgress(lesson, len(_own(entries, PUPIL)), lang)
    asked = not isinstance(walk.ask(stored.pos, PUPIL), IllegalPath)
    return here if not here.steps or not asked or _open(stored.pos, here.steps[-1].path) else None


async def attend(repo: Repo, stored: LoadedMatch, by: User) -> TutorialProgress | None:
    """The same, for a person at the table."""
    seat = stored.match.seat_of(by.id) if stored.match.lesson else None
    if seat is None or seat.seat != PUPIL:
        return None
    return course(stored, await repo.entries(stored.match.id), by.lang)


async def answer(repo: Repo, stored: LoadedMatch, seat: Seat) -> Path | None:
    """What a rival answers as the lesson has it; None where they think for themselves."""
    if not stored.match.lesson:
        return None
    lesson = tutorials.lesson(stored.match.game, stored.match.lesson)
    path = (
        lesson.answer(seat, len(_own(await repo.entries(stored.match.id), seat)))
        if lesson
        else None
    )
    return (
        path
        if path is not None and isinstance(walk.ask(stored.pos, seat, path), MoveReady)
        else None
    )


def _own(entries: list[LogEntry], seat: Seat) -> list[LogEntry]:
    """The rows of a seat that count, but for what standing orders answered."""
    return [
        one
        for one in effective_rows(entries)
        if one.row.seat == seat and not one.row.system and one.row.by != "order"
    ]


def _along(lesson: Lesson, entries: list[LogEntry]) -> bool:
    """True while everybody has played what the lesson has them play; beyond its end anything is right."""
    for seat in range(lesson.seats):
        lines = (
            [lesson.steps[move[-1]].path for move in lesson.moves]
            if seat == PUPIL
            else lesson.rivals.get(str(seat), ())
        )
        played = (tuple(one.row.path) for one in _own(entries, seat))
        if any(
            tutorials.differs(line, path) is not None
            for line, path in zip(lines, played, strict=False)
        ):
            return False
    return True


def _open(pos: Pos, path: Path) -> bool:
    """True when a step's path can be taken, as far as it says which."""
    sure = path[: path.index(tutorials.ANY)] if tutorials.ANY in path else path
    return not isinstance(walk.ask(pos, PUPIL, sure), IllegalPath)


class Lessons:
    """Tables for learning: opened, found again, left. They live in no channel: one person sees them. Raises `UserError`."""

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

    async def learn(self, by: User, game: str, click: str | None = None) -> Match:
        """The person's lesson in a game: the one that they have begun and not finished, else a new one."""
        lesson = tutorials.lesson(game)
        if lesson is None:
            raise trouble("no_lesson")
        mine = [
            one
            for one in await self._repo.matches(user=by.id, statuses=("lobby", "running"))
            if one.lesson
        ]
        for table in mine[::-1]:
            if table.game == game and (table.status == "lobby" or await self._going(table, by)):
                return await self._begin(table, by, lesson)
        self._limits.check(by, "open")
        table = await self._lobby.create(
            by, game, guild=0, channel=0, size=lesson.seats, lang=by.lang, click=click
        )
        return await self._begin(table, by, lesson)

    async def leave(self, match: str, by: User, click: str | None = None) -> Match:
        """*On my own*: the lesson is over, the table goes on."""
        async with self._locks(match):
            table = await self._lobby.get(match)
            if table.seat_of(by.id) is None:
                raise trouble("not_seated")
            if not table.lesson or (click is not None and await self._repo.clicked(click)):
                return table
            table.lesson = ""
            return await self._moves.save(table, CommitDetails(click=click))

    async def offered(self, panel: Panel, by: User) -> bool:
        """True at the first turn of somebody's first game of a title: they may want to learn it before they answer."""
        match, seat = panel.match, panel.seat
        if (
            seat is None
            or panel.answer is None
            or match.lesson
            or match.seats[seat].acted
            or not tutorials.lesson(match.game)
        ):
            return False
        played = await self._repo.matches(user=by.id, statuses=("running", "ended"))
        return all(one.id == match.id or one.game != match.game for one in played)

    async def back(self, match: str, by: User, name: str, click: str | None = None) -> Match:
        """Go on with the lesson that was left; `UserError` when something else was played since."""
        async with self._locks(match):
            table = await self._lobby.get(match)
            if table.lesson or (click is not None and await self._repo.clicked(click)):
                return table
            table.lesson = name
            if table.places.guild or not await self._going(
                table, by
            ):  # what a control says makes no lesson of a game
                raise trouble("lesson_over")
            return await self._moves.save(table, CommitDetails(click=click))

    async def _going(self, table: Match, by: User) -> bool:
        """True while the table, as the lesson that it is, has steps to come for this person."""
        stored = await self._repo.load(table.id)
        here = (
            None if stored is None else await attend(self._repo, LoadedMatch(table, stored.pos), by)
        )
        return here is not None and bool(here.steps)

    async def _begin(self, table: Match, by: User, lesson: Lesson) -> Match:
        """Lay the table out, if that was not done, and start."""
        if table.status != "lobby":
            return table
        while len(table.seats) < lesson.seats:
            table = await self._lobby.add_computer(table.id, by, kind=EASY)
        async with self._locks(table.id):
            table = await self._lobby.get(table.id)
            table.lesson, table.options = FIRST, dict(lesson.options)
            await self._moves.save(table)
        return await self._lobby.start(table.id, by, seed=lesson.seed)
